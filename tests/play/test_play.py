"""Random games of every two-player rule set: invariants, the slow table beside them, copies, and what is no action."""

import copy
import hashlib
import os
import pickle
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from probes import ENGINE, probe_of
from rule_sets import FOR_TWO, PLAYED, with_seats
from slow_play import Table
from walk_play import EVERY, agree, shuffled, walk_many

import mj2p
from mj2p import Game
from mj2p.play.state import flow_of

POLICIES = ("random", "kong", "claim", "pass", "ready", "decline")
MINIMUM = mj2p.rules.get("table72").derive("table72m", minimum=16)

DECK_2026 = (
    "030d000f0b0801070f090606070b0905000609030d0900070502080c05080801"
    "060e030e04040b0a0b04000c02070a050103010f0c0d0d040e020a020a0e0f0c"
)


def play(game, random, steps=10**6):
    """Play at random, up to so many decisions."""
    while not game.over and steps:
        game.step(random.choice(game.actions))
        steps -= 1
    return game


def wins_first(game, random):
    """Play at random, but win where that is possible, and claim and declare more often."""
    while not game.over:
        chosen = [action for action in game.actions if action.name == "win"]
        chosen = chosen or [action for action in game.actions if action.name in ("ready", "concealed_kong", "kong")]
        game.step(random.choice(chosen or game.actions))
    return game


@pytest.mark.parametrize("policy", range(6), ids=POLICIES)
@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_invariants_hold_after_every_step(rules, policy):
    """Checked in C: tiles conserved, hand sizes, somebody with a choice, at most 600 decisions."""
    won, drawn, decisions, most, faults = probe_of(mj2p.rules.get(rules)).play_many(2, 0, 3000, policy, 1)
    assert faults == []
    assert won + drawn == 3000
    assert 0 < most <= 600
    assert decisions > 3000
    if POLICIES[policy] == "decline":
        assert won == 0
    elif POLICIES[policy] == "random":
        assert 0 < won < 3000


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("rules", FOR_TWO)
def test_seats_are_a_size(rules, seats):
    """The same engine with more players keeps its invariants, whatever the rule set."""
    flow = with_seats(rules, seats, ENGINE.Probe)
    for policy in range(6):
        assert flow.play_many(5, 0, 300, policy, 1)[4] == []
    assert {flow.shuffled(5, index)[1] for index in range(50)} == set(range(seats))  # anybody may deal first


@pytest.mark.long
@pytest.mark.parametrize("policy", range(6), ids=POLICIES)
@pytest.mark.parametrize("rules", PLAYED)
def test_invariants_hold_in_many_games(rules, policy):
    """10^5 games of each rule set and policy; MJ2P_SOAK=10 plays ten times as many, 0.02 (sanitizers) a fiftieth."""
    games = int(100_000 * float(os.environ.get("MJ2P_SOAK", "1")))
    won, drawn, _, most, faults = probe_of(mj2p.rules.get(rules)).play_many(11, 0, games, policy, 1)
    assert (won + drawn, faults) == (games, [])
    assert most <= 600


def test_the_check_finds_faults():
    """An invariant that cannot fail says nothing: a deck with a fifth copy is refused before it."""
    flow = flow_of(mj2p.rules.get("duel64"))
    deck, dealer, dice = flow.shuffled(1, 0)
    from mj2p.play._engine import Position

    position = Position(flow)
    with pytest.raises(ValueError, match="every tile once"):
        position.begin(deck[:1] * 64, dealer, dice)
    with pytest.raises(ValueError, match="no deck"):
        position.begin(deck[:-1], dealer, dice)


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_the_engine_plays_as_the_slow_table_does(rules):
    """At each decision who is asked, the mask, what both see; at the end the hand's text, its score, the account."""
    met = Counter()
    games, decisions, _ = walk_many(rules, 0, 1000)
    assert (games > 5, decisions >= 1000) == (True, True), met


def test_a_difference_from_the_slow_table_is_seen():
    """The table of duel64 beside a game of the same tiles without claims."""
    rules = EVERY[-1]
    assert rules.name == "duel64n"
    deck = shuffled(rules, Random(1))
    game, table = Game(rules, wall=deck), Table("duel64", deck, Game(rules, wall=deck).dealer)
    with pytest.raises(AssertionError):
        while not game.over:
            agree(game, table)
            game.step(game.actions[0])
            table.act(*(("pass", None) if ("pass", None) in table.legal else min(table.legal)))


def test_a_win_reaches_the_minimum():
    random = Random(5)
    wins = 0
    for seed in range(150):
        game = wins_first(Game(MINIMUM, seed=seed), random)
        wins += game.result.winner is not None
        assert game.result.hand is None or (game.result.score.enough and game.result.score.total >= 16)
    assert wins > 5


@pytest.mark.parametrize("rules", FOR_TWO)
def test_copy_pickle_and_replay_are_equal_at_every_decision(rules):
    for seed in range(3):
        random = Random(seed)
        game, states, again = Game(rules, seed=seed), [], Game(rules, seed=seed)
        while True:
            states.append(game.copy())
            for other in (states[-1], copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), again):
                assert other == game
                assert other.position.raw() == game.position.raw()
                assert (other.seat, other.actions, other.history) == (game.seat, game.actions, game.history)
            if game.over:
                break
            if leaves := rules != "three144" and random.random() < 0.005:
                game.leave(1), again.leave(1)
            else:
                action = random.choice(game.actions)
                game.step(action), again.step(int(action))
            assert states[-1] != game or leaves
        assert list(mj2p.replay(game.log).states()) == states
        assert again.result == game.result == pickle.loads(pickle.dumps(game)).result
        for state in states[:: len(states) // 7]:  # a copy goes its own way, and the same way to the same end
            for action in game.history[len(state.history) :]:
                state.take(action)
            assert state == game


def digest(rules, games):
    """Of the end of games whose choices do not depend on Python: the actions, the state and the account."""
    seen = hashlib.sha256()
    for seed in range(games):
        game, number = Game(rules, seed=seed), seed
        while not game.over:
            number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
            legal = game.position.legal()
            game.step(1 if 1 in legal else legal[(number >> 33) % len(legal)])
            if number >> 58 == 0:
                game = game.copy()
        result, ends = game.result, [game.observation(seat) for seat in (0, 1)]
        seen.update(repr((game.history, ends[0].discards, ends[0].indicators, ends[0].flowers)).encode())
        seen.update(repr([(one.hand, one.melds[one.seat], one.ready, one.declined) for one in ends]).encode())
        seen.update(repr((result.winner, result.by, str(result.hand), result.total, result.deltas)).encode())
    return seen.hexdigest()[:16]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("duel64", "28f6b67dc4e15524"),
        ("duel72", "a96f320674004445"),
        ("table72", "9d5b3d876fc0b4a4"),
        ("three144", "7375cc32a183a13f"),
        ("dongbei136", "d1a9cadfd16324f4"),
    ],
)
def test_seeds_give_the_same_games_on_every_python(rules, expected):
    """Three hundred games of each rule set. A change of a rule, of what a hand scores or is paid changes it too."""
    assert digest(rules, 300) == expected


def test_the_same_seed_is_the_same_game_everywhere():
    """Fixed for good: a record of a seed must mean the same in every version."""
    game = Game("duel64", seed=2026)
    assert (game.dealer, game.dice) == (1, (5, 2))
    assert game.start.deck.hex() == DECK_2026
    assert Game("duel64", seed=2026, index=1) != game


NUMPY = [getattr(np, f"{sign}int{bits}") for sign in ("", "u") for bits in (8, 16, 32, 64)]
ANYTHING = st.one_of(
    st.integers(-2, 160),
    st.integers(),
    st.integers(0, 5000).map(lambda digits: 10**digits),
    st.booleans() | st.none() | st.floats() | st.text() | st.binary() | st.decimals() | st.fractions(),
    st.lists(st.integers(0, 76)) | st.complex_numbers() | st.just(int) | st.just(np.True_) | st.just(np.float64(10)),
    st.builds(lambda kind, number: kind(number), st.sampled_from(NUMPY), st.integers(0, 127)),
    st.integers(0, 160).map(np.array),
    *[st.sampled_from(mj2p.actions(rules)) for rules in ("duel64", "three144")],
    st.builds(mj2p.Action, st.integers() | st.none(), st.text(), st.none(), st.text(), st.text()),
)


def is_legal(game, what):
    """Whole numbers of any kind but bool, and the lines of this rule set's own table."""
    if isinstance(what, mj2p.Action):
        return what in game.actions
    whole = isinstance(what, int | np.integer | np.ndarray) and not isinstance(what, bool)
    return whole and int(what) in game.position.legal()


@given(st.sampled_from(FOR_TWO), st.integers(0, 2**64 - 1), st.integers(0, 200), st.lists(ANYTHING, max_size=20))
@settings(max_examples=60)
def test_what_is_no_legal_action_changes_nothing(rules, seed, steps, tries):
    game = play(Game(rules, seed=seed), Random(seed), steps)
    before = game.position.raw(), game.history, game.balances, game.result
    for what in tries:
        if is_legal(game, what):
            assert game.verify(what) is None
            done = game.copy()
            done.step(what)
            assert type(done.history[-1]) is int
        else:
            assert len(game.verify(what)) < 200
            with pytest.raises(mj2p.IllegalAction):
                game.step(what)
        assert (game.position.raw(), game.history, game.balances, game.result) == before


@pytest.mark.parametrize("seat", [2, -1, None, "0", 0.5, 10**30, Decimal("0.1"), Fraction(1, 2), ()])
def test_what_is_no_seat_changes_nothing(seat):
    game = Game("duel72", seed=4)
    before = game.copy()
    for ask in (game.leave, game.observation, lambda seat: game.determinize(seat, Random(1)), game.log.view):
        with pytest.raises(ValueError, match="seat"):
            ask(seat)
    assert (game, game.history) == (before, before.history)


def test_an_action_of_another_table_is_no_action():
    """Number 21 discards W here and 3s there."""
    here, there = mj2p.actions("duel64")[21], mj2p.actions("three144")[21]
    assert (str(here), str(there)) == ("discard W", "discard 3s")
    game = play(Game("duel64", dealer=0, hands=("WWWW", "")), Random(2), 4)
    assert game.verify(here) is None
    with pytest.raises(mj2p.IllegalAction, match="no action of duel64: they are 0 to 76, or an Action"):
        game.step(there)
    game.step(here)


@pytest.mark.parametrize("rules", FOR_TWO)
def test_every_reason_is_a_sentence(rules):
    """`verify` has something to say of every action at every sort of decision."""
    game = Game(rules, seed=11)
    random = Random(1)
    while not game.over:
        legal_ones = set(game.actions)
        for action in mj2p.actions(rules):
            assert (game.verify(action) is None) == (action in legal_ones)
        game.step(random.choice(game.actions))
    assert game.verify(0) == "the game is over"


def test_the_action_table():
    """Version 1, documented in `action`: logs and trained players depend on every number."""
    one, three = mj2p.actions("duel64"), mj2p.actions("three144")
    assert (len(one), len(three)) == (77, 149)
    assert [int(action) for action in one] == list(range(77))
    assert [(a.name, a.tile) for a in one[:12]] == [
        ("pass", None), ("win", None), ("chow_low", None), ("chow_middle", None), ("chow_high", None),
        ("pung", None), ("kong", None), ("double", None), ("open", None), ("heavenly_ready", None),
        ("discard", "1m"), ("discard", "2m"),
    ]
    assert (one[10 + 9].tile, one[10 + 16].name, one[10 + 32].name, one[10 + 48].name) == (
        "E", "ready", "concealed_kong", "added_kong",
    )
    assert (str(one[24]), one[24].zh) == ("discard F", "打發")
    assert [action.name for action in three[-3:]] == ["dealt_winds", "dealt_ones", "dealt_nines"]
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize(
    ("how", "error", "said"),
    [
        ({"rules": "mcr"}, ValueError, "only scores"),
        ({"rules": "nosuch"}, mj2p.RuleSetError, "nosuch"),
        ({"seed": -1}, ValueError, "seed"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"dealer": 2}, ValueError, "dealer"),
        ({"balances": (1,)}, ValueError, "balances, not 1"),
        ({"balances": (1, -1)}, ValueError, "balance"),
        ({"balances": (1, 2**53 + 1)}, ValueError, "balance"),
        ({"base": 2**31 + 1}, ValueError, "base"),
        ({"wall": "1mQ"}, mj2p.InvalidHand, "no tile"),
        ({"wall": "1s"}, mj2p.InvalidHand, "no tile 1s"),
        ({"wall": "a"}, mj2p.InvalidHand, "no tile a"),
        ({"wall": "11111m"}, mj2p.InvalidHand, "more copies"),
        ({"wall": "123456789m" * 4 + "EEEESSSS"}, mj2p.InvalidHand, "37 undealt"),
        ({"dealer": 0, "hands": ("1m" * 15, None)}, mj2p.InvalidHand, "dealt 14"),
        ({"dealer": 0, "hands": ("1m",)}, mj2p.InvalidHand, "2 hands"),
    ],
)
def test_what_is_no_game_is_refused(how, error, said):
    with pytest.raises(error, match=said):
        Game(**how)
