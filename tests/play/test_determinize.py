"""Determinized games: they look the same to the seat, are sound, and are drawn as often as they should be."""

import pickle
import signal
from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random

import numpy as np
import pytest
from rule_sets import FOR_TWO, PLAYED
from test_log import played

import mj2p
from mj2p import Game
from mj2p.codes import MeldType, Phase
from mj2p.hands.tiles import FLOWER
from mj2p.play.deck import write_tile
from mj2p.play.state import melds_of


def same(observation):
    return observation._replace(actions=())


@pytest.mark.parametrize("rules", FOR_TWO)
def test_determinized_games_look_the_same_and_are_sound(rules):
    random = Random(1)
    changed = 0
    for seed in range(40):
        game = played(rules, seed, random.randrange(60), ("concealed_kong", "open"))
        if game.over:
            continue
        for seat in (0, 1):
            other = game.determinize(seat, random)
            assert same(other.observation(seat)) == same(game.observation(seat))
            if game.seat == seat:
                assert bytes(other.mask) == bytes(game.mask)
                assert other.position.broken() == 0
            changed += other != game
            again = pickle.loads(pickle.dumps(other))
            assert again == other and again.history == other.history and again.copy() == other
            while not other.over:
                other.step(random.choice(other.actions))
            assert other.result is not None
            with pytest.raises(TypeError):
                str(other.log)
    assert changed > 20


@pytest.mark.parametrize("rules", FOR_TWO)
def test_nothing_of_the_past_is_left(rules):
    """Neither what the other has passed, nor of what its concealed kongs were, nor in which order tiles were drawn."""
    game = played(rules, 3, 12)
    other = game.determinize(0, Random(1))
    assert other.history == () != game.history
    head = 26 + sum(other.state["draws"])
    start = other.position.raw().index(other.state["wall"])
    gone = other.position.raw()[start - head : start]
    known = game.position.flow.dealt_places(0, game.dealer) if rules == "dongbei136" else ()  # for 旋风杠 and 喜杠
    assert {at for at, tile in enumerate(gone) if tile != 255} == set(known)


def test_a_ready_opponent_is_waiting():
    random, found = Random(4), 0
    for seed in range(40):
        game = played("duel64", seed, 30, ("ready",))
        if game.over or game.seat is None or not game.state["ready"][game.seat ^ 1]:
            continue
        found += 1
        seat = game.seat
        other = game.determinize(seat, random)
        hidden = other.state["counts"][seat ^ 1]
        tiles = "".join(write_tile(k, game.rules) * n for k, n in enumerate(hidden))
        melds = melds_of(other.state, seat ^ 1, game.rules)
        hand = mj2p.Hand.of(tiles, melds=melds)
        if len(hand.tiles) % 3 == 1:
            assert any(mj2p.waits(hand).values())
    assert found > 3


def test_what_it_does_not_take():
    game = Game("duel64", seed=1)
    with pytest.raises(TypeError, match=r"rng must be a random\.Random or a numpy Generator, not 7"):
        game.determinize(0, 7)
    with pytest.raises(ValueError, match="seat must be 0 or 1, not 2"):
        game.determinize(2, Random(1))
    drawn = game.determinize(0, Random(1))
    make, (rules, raw, *rest) = drawn.__reduce__()
    with pytest.raises(ValueError, match="damaged"):
        make(rules, raw[:-1] + bytes([raw[-1] ^ 1]), *rest)


# ---- How often -------------------------------------------------------------------------------------------------------


def few_hidden(rules, wanted, often, most=7):
    """A game in which a seat does not see just a few tiles, and that seat."""
    for seed in range(3000):
        random = Random(seed)
        game = Game(rules, seed=seed)
        while not game.over:
            state = game.state
            for seat in (0, 1):
                hidden = sum(state["counts"][1 - seat]) + len(state["wall"])
                if hidden <= most and game.observation(seat).opponent is None and wanted(state, seat):
                    return game, seat
            legal = [action for action in game.actions if action.name != "win"]
            game.step(random.choice([action for action in legal if action.name in often] or legal))
    raise AssertionError("no such game was found")


def outcome(state, seat):
    return state["counts"][1 - seat], state["wall"]


def every_outcome(game, seat):
    """Each hand and wall that there can be, with the number of arrangements of the hidden tiles that give it."""
    state, found = game.state, Counter()
    counts = state["counts"][1 - seat]
    tiles = [kind for kind, copies in enumerate(counts) for _ in range(copies)] + list(state["wall"])
    size = sum(counts)
    assert size % 3 == 1
    for order in permutations(range(len(tiles))):
        hand, wall = [tiles[i] for i in order[:size]], bytes(tiles[i] for i in order[size:])
        if all(tile < FLOWER for tile in hand):
            found[bytes(map(hand.count, range(len(counts)))), wall] += 1
    if state["ready"][1 - seat]:
        melds = melds_of(state, 1 - seat, game.rules)
        for counts, wall in list(found):
            letters = "".join(write_tile(kind, game.rules) * copies for kind, copies in enumerate(counts))
            if not any(mj2p.waits(mj2p.Hand.of(letters, melds=melds), game.rules).values()):
                del found[counts, wall]
    return found


def assert_fits(drawn, weights):
    """Chi square within five standard deviations of its mean."""
    assert set(drawn) <= set(weights)
    draws, whole = sum(drawn.values()), sum(weights.values())
    expected = {what: draws * weight / whole for what, weight in weights.items()}
    assert min(expected.values()) > 4
    square = sum((drawn[what] - mean) ** 2 / mean for what, mean in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 5 * sqrt(2 * freedom), (square, freedom)


def hidden_flowers(state, seat):
    return 1 <= sum(tile >= FLOWER for tile in state["wall"]) < len(state["wall"])


CLAIMS = ("chow_low", "chow_middle", "chow_high", "pung")


@pytest.mark.parametrize(
    ("rules", "wanted", "often"),
    [
        ("duel64", lambda state, seat: sum(state["counts"][1 - seat]) == 4, CLAIMS),
        ("duel72", hidden_flowers, CLAIMS),
        ("duel64", lambda state, seat: state["ready"][1 - seat] and sum(state["counts"][1 - seat]) == 4,
         ("ready", *CLAIMS)),
    ],
    ids=["plain", "flowers", "ready"],
)  # fmt: skip
def test_every_arrangement_is_as_likely_as_any_other(rules, wanted, often):
    """What is hidden is known exactly: all its arrangements are counted, and drawn games compared with them."""
    game, seat = few_hidden(rules, lambda state, seat: wanted(state, seat) and state["seat"] == seat, often)
    weights = every_outcome(game, seat)
    assert len(weights) > 5
    rng = np.random.default_rng(3)
    assert_fits(Counter(outcome(game.determinize(seat, rng).state, seat) for _ in range(60 * len(weights))), weights)


@pytest.mark.parametrize("rules", PLAYED)
def test_the_drawn_tile_of_another_is_hidden_too(rules):
    """Asked of a seat that only watches: what has been drawn may be any hidden tile that is no flower."""
    random, game = Random(6), Game(rules, seed=6)
    while game.state["phase"] != Phase.TURN or game.state["drawn"] is None or not game.state["river"]:
        game.step(next((action for action in game.actions if action.name in ("pass", "discard"))))
    state, seat = game.state, (game.seat + 1) % len(game.balances)
    assert not any(state["ready"]) and not any(state["open"]) and not any(state["melds"])
    seen = Counter(kind for _, kind, _ in state["river"])
    seen.update(state["indicators"])
    hidden = {kind: 4 - state["counts"][seat][kind] - seen[kind] for kind in game.rules.kinds}
    draws = Counter()
    for _ in range(4000):
        drawn = game.determinize(seat, random)
        tile = drawn.state["drawn"]
        assert drawn.state["counts"][game.seat][tile] and drawn.position.broken() == 0
        draws[tile] += 1
    assert_fits(draws, {kind: copies for kind, copies in hidden.items() if copies})


def test_a_concealed_kong_may_be_of_any_kind_of_which_no_tile_is_seen():
    def whole(state, seat):
        """The kinds of which all four are hidden."""
        hidden = Counter(kind for kind, copies in enumerate(state["counts"][1 - seat]) for _ in range(copies))
        hidden.update(state["wall"])
        kongs = [kind for type_, kind, _ in state["melds"][1 - seat] if type_ == MeldType.CONCEALED_KONG]
        return kongs, [kind for kind, n in hidden.items() if n == 4]

    def wanted(state, seat):
        kongs, others = whole(state, seat)
        return len(kongs) == 1 and len(others) == 2 and state["seat"] == seat

    game, seat = few_hidden("duel64", wanted, ("concealed_kong", *CLAIMS), 40)
    kongs, others = whole(game.state, seat)
    random, drawn = Random(5), Counter()
    for _ in range(900):
        state = game.determinize(seat, random).state
        kind = whole(state, seat)[0][0]
        assert (1 - seat, MeldType.CONCEALED_KONG, kind) in state["kongs"]  # the account says the same
        drawn[kind] += 1
    assert_fits(drawn, dict.fromkeys([*kongs, *others], 1))


def test_ctrl_c_is_heard_where_a_waiting_hand_is_rare():
    """Two players of `suihua112` are ready, so that hands are drawn anew for longer than anybody waits."""
    random, game = Random(1), None
    while game is None or game.over:
        game = Game("suihua112", seed=random.getrandbits(30))
        while not game.over and sum(map(bool, game.state["ready"][1:])) < 2:
            ready = [action for action in game.actions if "ready" in action.name]
            game.step((ready or game.actions)[-1])
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            game.determinize(0, Random(1))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_who_took_a_chow_to_be_ready_can_be():
    """Seat 2 must throw a tile that leaves it ready, so only hands with such a tile are drawn for it."""
    random, game = Random(4), Game("suihua112", seed=4)
    for _ in range(53):
        game.step(random.choice(game.actions))
    assert game.seat == 2 and all("ready" in action.name for action in game.actions)
    for seat in (0, 1, 3):
        for key in range(20):
            drawn = game.determinize(seat, Random(key))
            assert drawn.seat == 2 and drawn.actions and all("ready" in action.name for action in drawn.actions)
