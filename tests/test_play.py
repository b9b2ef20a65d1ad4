"""Random games of every two-player rule set: the engine's invariants, a slow list of legal actions, and the account."""

import copy
import os
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_play import legal

import mj2p
from mj2p import Game
from mj2p.game import flow_of

RULES = ("duel64", "duel72", "table72", "three144", "dongbei136")
POLICIES = ("random", "kong", "claim", "pass", "ready", "decline")
FLOWER_WINS = mj2p.rules.get("duel72").derive("duel72f", flower_wins="seven_eight")
MINIMUM = mj2p.rules.get("table72").derive("table72m", minimum=16)
NO_CLAIMS = mj2p.rules.get("duel64").derive("duel64n", claims="none", discard_wins=False)

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
@pytest.mark.parametrize("rules", [*RULES, FLOWER_WINS, NO_CLAIMS], ids=str)
def test_invariants_hold_after_every_step(rules, policy):
    """Checked in C: tiles conserved, hand sizes, somebody with a choice, at most 600 decisions."""
    won, drawn, decisions, most, faults = flow_of(mj2p.rules.get(rules)).play_many(2, 0, 3000, policy, 1)
    assert faults == []
    assert won + drawn == 3000
    assert 0 < most <= 600
    assert decisions > 3000
    if POLICIES[policy] == "decline":
        assert won == 0
    elif POLICIES[policy] == "random":
        assert 0 < won < 3000


@pytest.mark.long
@pytest.mark.parametrize("policy", range(6), ids=POLICIES)
@pytest.mark.parametrize("rules", RULES)
def test_invariants_hold_in_many_games(rules, policy):
    """10^5 games of each rule set and policy; MJ2P_SOAK=10 plays ten times as many, 0.02 (sanitizers) a fiftieth."""
    games = int(100_000 * float(os.environ.get("MJ2P_SOAK", "1")))
    won, drawn, _, most, faults = flow_of(mj2p.rules.get(rules)).play_many(11, 0, games, policy, 1)
    assert (won + drawn, faults) == (games, [])
    assert most <= 600


def test_the_check_finds_faults():
    """An invariant that cannot fail says nothing: a deck with a fifth copy is refused before it."""
    flow = flow_of(mj2p.rules.get("duel64"))
    deck, dealer, dice = flow.shuffled(1, 0)
    from mj2p._play import Position

    position = Position(flow)
    with pytest.raises(ValueError, match="every tile once"):
        position.begin(deck[:1] * 64, dealer, dice)
    with pytest.raises(ValueError, match="no deck"):
        position.begin(deck[:-1], dealer, dice)


@pytest.mark.parametrize("rules", RULES)
def test_the_mask_is_the_slow_list(rules):
    """Every decision of random games, and of games that win as soon as they can."""
    random = Random(rules)
    seen = set()
    for seed in range(40):
        game = Game(rules, seed=seed)
        while not game.over:
            listed = {(action.name, action.tile) for action in game.actions}
            assert listed == legal(game), (seed, game.history, game.observation(game.seat))
            seen.update(name for name, _ in listed)
            assert game.mask.sum() == len(listed) >= 2
            game.step(random.choice(game.actions))
    assert {"pass", "win", "discard", "pung", "kong", "chow_low", "chow_middle", "chow_high"} <= seen
    assert ("ready" in seen) == (rules in ("duel64", "duel72", "table72"))


@pytest.mark.parametrize("rules", [*RULES, FLOWER_WINS, MINIMUM], ids=str)
def test_the_score_is_that_of_the_hands_text(rules):
    random = Random(5)
    wins = 0
    for seed in range(150):
        game = wins_first(Game(rules, seed=seed), random)
        result = game.result
        assert sum(result.deltas) + result.house == 0
        assert all(balance + delta >= 0 for balance, delta in zip(game.balances, result.deltas, strict=True))
        if result.winner is None or result.hand is None:
            continue
        wins += 1
        again = mj2p.score(str(result.hand), game.rules)
        assert (again, again.total) == (result.score, result.score.total)
        assert result.hand.win is not None
        assert again.enough
        assert result.deltas[result.winner] >= 0
    assert wins > 5


@pytest.mark.parametrize("rules", RULES)
def test_copy_pickle_and_seed_give_the_same_game(rules):
    random = Random(3)
    for seed in range(15):
        game = play(Game(rules, seed=seed), random, random.randrange(60))
        for other in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert other == game
            assert (other.seat, other.actions, other.history) == (game.seat, game.actions, game.history)
        other = Game(rules, seed=seed)
        for action in game.history:
            other.step(action)
        assert other == game
        if not game.over:  # a copy goes its own way
            mine, its = game.copy(), game.copy()
            its.step(its.actions[-1])
            assert mine == game != its


def test_the_same_seed_is_the_same_game_everywhere():
    """Fixed for good: a record of a seed must mean the same in every version."""
    game = Game("duel64", seed=2026)
    assert (game.dealer, game.dice) == (1, (5, 2))
    assert game._start[0].hex() == DECK_2026
    assert Game("duel64", seed=2026, index=1) != game


@given(st.sampled_from(RULES), st.integers(0, 2**64 - 1), st.integers(0, 40), st.data())
@settings(max_examples=60)
def test_illegal_actions_change_nothing(rules, seed, steps, data):
    game = play(Game(rules, seed=seed), Random(seed), steps)
    before, history = game._position.raw(), game.history
    legal_ones = {int(action) for action in game.actions}
    wrong = data.draw(
        st.one_of(
            st.integers(-300, 300),
            st.sampled_from([None, "win", 1.0, True, b"1", [], 2**70, -(2**70)]),
            st.sampled_from(mj2p.actions(rules)),
        )
    )
    if isinstance(wrong, mj2p.Action | int) and not isinstance(wrong, bool) and int(wrong) in legal_ones:
        assert game.verify(wrong) is None
        return
    assert game.verify(wrong)
    with pytest.raises(mj2p.IllegalAction):
        game.step(wrong)
    assert (game._position.raw(), game.history) == (before, history)


@pytest.mark.parametrize("rules", RULES)
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
        ({"balances": (1,)}, ValueError, "two balances"),
        ({"balances": (1, -1)}, ValueError, "balance"),
        ({"balances": (1, 2**53 + 1)}, ValueError, "balance"),
        ({"base": 2**31 + 1}, ValueError, "base"),
        ({"wall": "1mQ"}, mj2p.InvalidHand, "no tile"),
        ({"wall": "1s"}, mj2p.InvalidHand, "no tile 1s"),
        ({"wall": "a"}, mj2p.InvalidHand, "no tile a"),
        ({"wall": "11111m"}, mj2p.InvalidHand, "more copies"),
        ({"wall": "123456789m" * 4 + "EEEESSSS"}, mj2p.InvalidHand, "37 undealt"),
        ({"dealer": 0, "hands": ("1m" * 15, None)}, mj2p.InvalidHand, "dealt 14"),
        ({"dealer": 0, "hands": ("1m",)}, mj2p.InvalidHand, "two hands"),
    ],
)
def test_what_is_no_game_is_refused(how, error, said):
    with pytest.raises(error, match=said):
        Game(**how)
