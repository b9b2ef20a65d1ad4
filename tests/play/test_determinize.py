"""Determinized games: they look the same to the seat, are sound, and are drawn as often as they should be."""

import pickle
import time
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod, sqrt
from random import Random

import numpy as np
import pytest
from probes import broken
from rule_sets import FOR_TWO, PLAYED
from test_log import played

import mj2p
from mj2p import Game
from mj2p.codes import MeldType
from mj2p.hands.tiles import FLOWER
from mj2p.play.codes import Phase
from mj2p.play.deck import write_tile
from mj2p.play.state import melds_of

NUMBERS = range(34)  # of kinds, where there are three suits


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
                assert broken(other) == 0
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
        game.step(next(action for action in game.actions if action.name in ("pass", "discard")))
    state, seat = game.state, (game.seat + 1) % len(game.balances)
    assert not any(state["ready"]) and not any(state["open"]) and not any(state["melds"])
    seen = Counter(kind for _, kind, _ in state["river"])
    seen.update(state["indicators"])
    hidden = {kind: 4 - state["counts"][seat][kind] - seen[kind] for kind in game.rules.kinds}
    draws = Counter()
    for _ in range(4000):
        drawn = game.determinize(seat, random)
        tile = drawn.state["drawn"]
        assert drawn.state["counts"][game.seat][tile] and broken(drawn) == 0
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


def three_are_ready():
    """Three of four are ready and hold all their tiles, so that hands that wait do not come by chance."""
    hands = ["111m234s567p99m55sC", "111s234p567m99s55p", "222m345s678p88m66s", "222s345p678m33s44p"]
    game = Game("suihua112", dealer=0, hands=hands, wall="CC")
    for action in (75, 0, 75, 0, 41, 32, 0, 0, 67):
        game.step(action)
    return game


def test_hands_of_several_who_are_ready_are_found_at_once():
    game, random = three_are_ready(), Random(2)
    assert game.state["ready"] == (1, 1, 1, 0)
    start = time.thread_time()
    for seat in range(4):
        for _ in range(3):
            other = game.determinize(seat, random)
            assert same(other.observation(seat)) == same(game.observation(seat))
            for ready in {0, 1, 2} - {seat}:
                hand = "".join(write_tile(kind, game.rules) * n for kind, n in enumerate(other.state["counts"][ready]))
                tiles = mj2p.Hand.of(hand)
                assert len(tiles.tiles) % 3 == 2 or any(mj2p.waits(tiles, game.rules).values())
    assert time.thread_time() - start < 6  # half a minute each, and then given up, where they are drawn by chance


def ready_with_few(wanted):
    """A game of suihua112 in which of the seats that another sees not just one is ready, and of few tiles."""
    for seed in range(4000):
        random, game = Random(seed), Game("suihua112", seed=seed)
        while not game.over:
            state = game.state
            for ready in range(4):
                if state["ready"][ready] and sum(state["counts"][ready]) == 4 and wanted(state, ready):
                    seat = next(at for at in range(4) if at != ready)
                    if not any(state["ready"][at] for at in range(4) if at not in (seat, ready)):
                        return game, seat, ready
            words = ("ready", "push", "pung") if len(state["melds"][game.seat]) < 3 else ("ready", "push")
            legal = [action for action in game.actions if action.name != "win"]
            game.step(random.choice([one for one in legal if any(w in one.name for w in words)] or legal))
    raise AssertionError("no such game was found")


def is_pushed(state, ready):
    return state["pushed"][ready] is not None


@pytest.mark.parametrize("plain", [None, 0], ids=["as it is", "built"])
@pytest.mark.parametrize("pushed", [False, True], ids=["whole", "pushed"])
def test_four_tiles_that_wait_come_as_often_as_there_are_ways(pushed, plain):
    """Every four tiles of those not seen that wait, and each pair that may be pushed out, counted one by one."""
    game, seat, ready = ready_with_few(lambda state, at: is_pushed(state, at) == pushed)
    state, rules = game.state, game.rules
    hidden = Counter(state["wall"])
    hidden = Counter({kind: 4 for kind in rules.kinds})
    hidden.subtract(kind for kind, n in enumerate(state["counts"][seat]) for _ in range(n))
    hidden.subtract(kind for _, kind, taken in state["river"] if not taken)
    hidden.subtract(state["indicators"])
    for at in range(4):
        for meld in melds_of(state, at, rules):
            hidden.subtract(NUMBERS[kind] for kind in meld.kinds)
    melds, weights = melds_of(state, ready, rules), Counter()
    kinds = [kind for kind in rules.kinds if hidden[kind] > 0]
    for tiles in combinations_with_replacement(kinds, 4):
        copies = Counter(tiles)
        if any(n > hidden[kind] for kind, n in copies.items()):
            continue
        pairs = [kind for kind, n in copies.items() if n == 2]
        if pushed and len(pairs) != 2:
            continue
        if not pushed and len(copies) == 4 and not any(b - a in (1, 2) for a, b in combinations(sorted(tiles), 2)):
            continue
        waits = mj2p.waits(mj2p.Hand.of("".join(write_tile(kind, rules) for kind in tiles), melds=melds), rules)
        if not any(waits.values()):
            continue
        ways = prod(comb(hidden[kind], n) for kind, n in copies.items())
        for pair in [kind for kind in pairs if waits.get(write_tile(kind, rules))] if pushed else [None]:
            weights[tiles, pair] += ways
    assert len(weights) > 20
    # the ones that are rare together, by a number that has nothing to do with how they are drawn
    bins = {what: hash((what, 7)) % 16 for what in weights}
    drawn, rng = Counter(), Random(11)
    for _ in range(600 if plain == 0 else 1500):
        position = game.position.copy()
        assert position.determinize(seat, rng.getrandbits(60), *([] if plain is None else [plain]))
        after = position.read()
        tiles = tuple(kind for kind, n in enumerate(after["counts"][ready]) for _ in range(n))
        drawn[bins[tiles, after["pushed"][ready]]] += 1
    expected = Counter()
    for what, ways in weights.items():
        expected[bins[what]] += ways
    assert_fits(drawn, expected)


def test_built_hands_are_as_even_as_drawn_ones():
    """Two players, where everything is enumerated."""
    wanted = ("ready", *CLAIMS)
    game, seat = few_hidden(
        "duel64",
        lambda state, seat: state["seat"] == seat and state["ready"][1 - seat] and sum(state["counts"][1 - seat]) == 4,
        wanted,
    )
    weights, drawn = every_outcome(game, seat), Counter()
    for key in range(40 * len(weights)):
        position = game.position.copy()
        assert position.determinize(seat, key, 0)
        drawn[outcome(position.read(), seat)] += 1
    assert_fits(drawn, weights)


@pytest.mark.parametrize("rules", [*FOR_TWO, "suihua112"])
def test_the_other_s_drawn_tile_is_drawn_anew_for_who_is_not_asked(rules):
    """It is in the drawn hand, any tile of it as likely, and not the one that was drawn in truth."""
    game = Game(rules, seed=6)
    while game.state["phase"] != mj2p.Phase.TURN or game.state["drawn"] is None:
        game.step(0)
    other = (game.seat + 1) % len(game.balances)
    kinds, random = Counter(), Random(3)
    for _ in range(200):
        drawn = game.determinize(other, random)
        assert broken(drawn) in (0, 10)  # 10: it may have but one answer in another's eyes
        assert drawn.state["counts"][game.seat][drawn.state["drawn"]]
        kinds[drawn.state["drawn"]] += 1
    assert len(kinds) > 8 and kinds[game.state["drawn"]] < 60


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
