"""`census` beside counts made in another way."""

from __future__ import annotations

import itertools
import json
import math
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from children import finished
from rule_sets import BY_FORM, NAMES

import mj2p
from mj2p.arguments import MOST_THREADS
from mj2p.hands.notations import kinds_of
from mj2p.rules.catalogue import FANS
from mj2p.study import handcensus
from mj2p.study.enumeration import Block, blocks, sets

WAYS = [math.comb(4, copies) for copies in range(5)]

# ---- An automaton over the ranks: no suits put together, no sets enumerated -----------------------------------------
#
# A hand is read kind by kind. `State`: every way to read the kinds so far, as (chows begun one rank ago, two ranks ago,
# sets, pairs), and whether all of them were pairs. As a state is a set of readings, a hand is counted once.

Reading = tuple[int, int, int, int]
State = tuple[frozenset[Reading], bool]


@cache
def step(state: State, copies: int, chows: bool) -> State:
    readings = set()
    for last, before, n_sets, pairs in state[0]:
        left = copies - last - before  # what chows from below take
        if left < 0:
            continue
        for pungs, more in ((0, 0), (1, 0), (0, 1), (1, 1)):
            begun = left - 3 * pungs - 2 * more
            if begun >= 0 and pairs + more < 2 and (chows or not begun):
                readings.add((begun, last, n_sets + pungs + before, pairs + more))
    return frozenset(readings), state[1] and copies % 2 == 0


def automaton(n_suits: int) -> Counter[tuple[bool, bool]]:
    """((four sets and a pair, seven pairs) -> distinct hands), and under (..., "ways") the ways to draw them."""
    count: dict[tuple[State, int], tuple[int, int]] = {((frozenset({(0, 0, 0, 0)}), True), 0): (1, 1)}
    for kind in range(9 * n_suits + 7):
        suited = kind < 9 * n_suits
        following: dict[tuple[State, int], tuple[int, int]] = {}
        for (state, tiles), (hands, ways) in count.items():
            for copies in range(min(4, 14 - tiles) + 1):
                now = step(state, copies, suited)
                if not suited or kind % 9 == 8:  # no chow goes on from here
                    now = (frozenset(reading for reading in now[0] if reading[:2] == (0, 0)), now[1])
                had = following.get((now, tiles + copies), (0, 0))
                following[now, tiles + copies] = (had[0] + hands, had[1] + ways * WAYS[copies])
        count = following
    found: Counter[tuple[bool, bool]] = Counter()
    for (state, tiles), (hands, ways) in count.items():
        if tiles == 14:
            form = ((0, 0, 4, 1) in state[0], state[1])
            found[form] += hands
            found[*form, "ways"] += ways
    return found


@pytest.mark.parametrize("rules", BY_FORM)
def test_an_automaton_counts_the_same(rules: str) -> None:
    forms = mj2p.rules.get(rules).scoring["forms"]
    found = automaton(mj2p.rules.get(rules).nsuits)
    counted = {one.form: (one.hands, one.ways) for one in mj2p.census(rules, fans=False).forms}
    assert counted["four_sets"] == tuple(
        found[True, False, *more] + found[True, True, *more] for more in ((), ("ways",))
    )
    if "seven_pairs" in forms:
        assert counted["seven_pairs"] == tuple(
            found[False, True, *more] + found[True, True, *more] for more in ((), ("ways",))
        )
    assert set(counted) == set(forms)


# ---- Facts -----------------------------------------------------------------------------------------------------------


def test_sixty_four_tiles() -> None:
    census = mj2p.census("duel64")
    assert census.hands == 127_240 + 110_448 - 452 == 237_236
    assert {one.form: one.hands for one in census.forms} == {"four_sets": 127_240, "seven_pairs": 110_448}
    assert census.pairs == sum(one.pairs for one in census.totals or ()) == 1_432_996
    assert census.draws == math.comb(64, 14)
    assert census.win == Fraction(census.ways, census.draws)
    assert sum(one.ways for one in census.totals or ()) == 14 * census.ways
    assert sum(one.share for one in census.totals or ()) == 1 == census.at_least(0)
    assert census.at_least(max(one.total for one in census.totals or ()) + 1) == 0


def test_a_suit_splits_in_so_many_vectors() -> None:
    assert sum(part.hands for part in sets(9)) == 21_743


def test_a_hundred_and_thirty_six_tiles() -> None:
    census = mj2p.census("mcr", fans=False)
    forms = {one.form: one for one in census.forms}
    assert forms["four_sets"].hands == 11_498_658
    assert forms["seven_pairs"][1:] == (16_417_104, 1_569_298_171_584)
    assert forms["thirteen_orphans"][1:] == (13, 13 * 6 * 4**12)
    assert (census.fans, census.totals) == (None, None)
    with pytest.raises(ValueError, match="no totals"):
        census.at_least(8)


def test_seven_different_pairs() -> None:
    """Of each part those without four of a kind; blocks have hands of both sorts."""
    twos = sum(
        math.prod(int((part.counts <= 2).all(axis=1).sum()) for part in block.parts)
        for block in blocks(mj2p.rules.get("three144"))
        if "seven_pairs" in block.forms
    )
    assert twos == math.comb(34, 7) == 5_379_616
    assert twos * 6**7 == 1_505_948_184_576


def knitted_hands() -> Iterator[tuple[int, ...]]:
    for runs in itertools.permutations((range(0, 9, 3), range(1, 9, 3), range(2, 9, 3))):
        yield tuple(9 * suit + rank for suit, run in enumerate(runs) for rank in run)


def test_the_hands_of_single_tiles() -> None:
    forms = {one.form: one for one in mj2p.census("mcr", fans=False).forms}
    singles = {hand for nine in knitted_hands() for hand in itertools.combinations((*nine, *range(27, 34)), 14)}
    assert forms["knitted"][1:] == (len(singles), len(singles) * 4**14)
    chows = [(9 * suit + rank, 9 * suit + rank + 1, 9 * suit + rank + 2) for suit in range(3) for rank in range(7)]
    straights = {
        tuple(sorted((*nine, *one, pair, pair)))
        for nine in knitted_hands()
        for one in [*chows, *((kind,) * 3 for kind in range(34))]
        for pair in range(34)
    }
    weights = [
        [WAYS[copies] for copies in Counter(hand).values()] for hand in straights if max(Counter(hand).values()) < 5
    ]
    assert forms["knitted_straight"][1:] == (len(weights), sum(map(math.prod, weights)))


# ---- Scores ----------------------------------------------------------------------------------------------------------


def hands_of_64() -> np.ndarray:
    """Every complete hand of 16 kinds, u1 (n, 16): all sets and pairs tried, those with five of a kind left out."""
    one = np.eye(16, dtype=np.uint8)
    every = [*(one[rank] + one[rank + 1] + one[rank + 2] for rank in range(7)), *(3 * one)]
    four = np.array([sum(some) for some in itertools.combinations_with_replacement(every, 4)])
    paired = (four[:, None] + 2 * one).reshape(-1, 16)
    sevens = np.array([sum(some) for some in itertools.combinations_with_replacement(2 * one, 7)])
    both = np.concatenate([paired, sevens])
    return np.unique(both[both.max(axis=1) <= 4], axis=0)


def test_fans_and_totals_are_those_of_every_hand_scored() -> None:
    hands = hands_of_64()
    census = mj2p.census("duel64")
    assert len(hands) == census.hands
    at, kind = np.nonzero(hands)
    records = np.zeros(len(at), dtype=mj2p.hand_dtype("duel64"))
    records["counts"], records["win"], records["situation"] = hands[at], kind, mj2p.Situation.SELF_DRAW
    ways = np.array(WAYS)[hands].prod(axis=1)[at] * hands[at, kind]
    scores, counts = mj2p.score_batch(records, "duel64", counts=True)
    assert (scores["status"] == mj2p.Status.WIN).all()
    for one in census.fans or ():
        carry = counts[:, one.fan.index] > 0
        assert (one.pairs, one.ways) == (carry.sum(), ways[carry].sum()), one.fan
    totals = [
        (total, (same := scores["total"] == total).sum(), ways[same].sum()) for total in np.unique(scores["total"])
    ]
    assert [one[:3] for one in census.totals or ()] == totals
    assert census.mean == Fraction(int((scores["total"] * ways).sum()), int(ways.sum()))


def test_a_part_of_mcr_is_what_a_batch_scores() -> None:
    from mj2p.study._walls import OutcomeTally

    rules = mj2p.rules.get("mcr")
    every = [block for block in blocks(rules) if block.hands > 20]
    hands = np.concatenate([block.counts(7, 20) for block in every])
    tally = OutcomeTally(rules.packed)
    tally.add(hands)
    at, kind = np.nonzero(hands)
    records = np.zeros(len(at), dtype=mj2p.hand_dtype(rules))
    records["counts"], records["win"], records["situation"] = hands[at], kind, mj2p.Situation.SELF_DRAW
    weights = np.array(WAYS)[hands].prod(axis=1)[at] * hands[at, kind]
    pairs: Counter[tuple[int, int, int]] = Counter()
    ways: Counter[tuple[int, int, int]] = Counter()
    for score, weight in zip(mj2p.score_batch(records, rules), weights.tolist(), strict=True):
        assert score["status"] == 0
        key = int(score["total"]), *score["fans"].tolist()
        pairs[key] += 1
        ways[key] += weight
    assert sorted(tally.rows()) == sorted((*key, pairs[key], ways[key]) for key in pairs)
    assert len(pairs) > 500


def test_the_table_of_outcomes_grows() -> None:
    from mj2p.study._walls import OutcomeTally

    rules = mj2p.rules.get("mcr")
    hands = np.concatenate([block.counts(0, min(400, block.hands)) for block in blocks(rules)])
    whole, halves = OutcomeTally(rules.packed), [OutcomeTally(rules.packed), OutcomeTally(rules.packed)]
    whole.add(hands)
    for tally, some in zip(halves, (hands[::2], hands[1::2]), strict=True):
        tally.add(np.ascontiguousarray(some))
    added: Counter[tuple[tuple[int, ...], int]] = Counter()
    for *key, pairs, ways in halves[0].rows() + halves[1].rows():
        added[tuple(key), 0] += pairs
        added[tuple(key), 1] += ways
    rows = whole.rows()
    assert len(rows) > 2048  # twice what it begins with
    assert {row[:3]: row[3:] for row in rows} == {key: (added[key, 0], added[key, 1]) for key, _ in added}


def test_a_tally_refuses_what_does_not_win() -> None:
    from mj2p.study._walls import OutcomeTally

    tally = OutcomeTally(mj2p.rules.get("duel64").packed)
    with pytest.raises(ValueError, match="row 1: no complete hand"):
        tally.add(np.array([[2] * 7 + [0] * 9, [1] * 14 + [0] * 2], dtype=np.uint8))
    with pytest.raises(ValueError, match="wrong shape"):
        tally.add(np.zeros((1, 34), dtype=np.uint8))


def test_a_rule_set_that_asks_for_more_than_a_form_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seven pairs where the rule set has no such form stand for a flush where it asks for two suits."""
    rules = mj2p.rules.get("duel64")
    monkeypatch.setattr(handcensus, "blocks", lambda _: blocks(rules))
    other = rules.derive("other", forms=["four_sets"], remove=["七对", "连七对"])
    for fans in (True, False):
        with pytest.raises(ValueError, match="other asks more of a hand than its form"):
            mj2p.census(other, fans=fans)


@pytest.mark.parametrize("rules", sorted({*NAMES} - {*BY_FORM}))
def test_built_in_ones_that_ask_for_more_are_refused(rules: str) -> None:
    with pytest.raises(ValueError, match=f"{rules} asks more of a hand than its form"):
        mj2p.census(rules)


def test_a_rule_set_of_ones_own() -> None:
    rules = mj2p.rules.get("duel64").derive("mine", values={"清龙": 5000}, forms=["four_sets"], cap_total=4000,
                                            remove=["七对", "连七对"])  # fmt: skip
    census = mj2p.census(rules)
    assert census.hands == 127_240
    assert max(one.total for one in census.totals or ()) == 4000
    assert census.at_least(4000) == next(one.share for one in census.fans or () if one.fan.zh == "清龙")


#: Fans that count in every complete hand of some tiles alone: all those hands can be tried.
ONLY = {
    "all_green": "23468sF",
    "all_terminals": "19m19s19p",
    "all_honors": "ESWNCFP",
    "lower_tiles": "123m123s123p",
    "middle_tiles": "456m456s456p",
    "upper_tiles": "789m789s789p",
}


def made_of(tiles: str, rules: str) -> tuple[int, int]:
    """(hand, winning tile) pairs of these kinds, and the ways to draw them: every 14 of them tried by the win check."""
    kinds = list(kinds_of(tiles))
    if mj2p.rules.get(rules).nsuits == 1:
        kinds = [kind - 18 for kind in kinds]
    some = np.zeros((1, 0), dtype=np.uint8)
    for left in range(len(kinds) - 1, -1, -1):
        copies = np.tile(np.arange(5, dtype=np.uint8), len(some))
        some = np.column_stack([np.repeat(some, 5, axis=0), copies])
        held = some.sum(axis=1)
        some = some[(held <= 14) & (held + 4 * left >= 14)]
    hands = np.zeros((len(some), 16 if mj2p.rules.get(rules).nsuits == 1 else 34), dtype=np.uint8)
    hands[:, kinds] = some
    hands = hands[mj2p.is_complete_batch(hands, rules)]
    return int(np.count_nonzero(hands)), 14 * int(np.array(WAYS)[hands].prod(axis=1).sum())


@pytest.mark.long
@pytest.mark.skipif(float(os.environ.get("MJ2P_SOAK", "1")) < 1, reason="far too long for a checked build")
@pytest.mark.parametrize("rules", [name for name in BY_FORM if name != "duel64"])
def test_every_rule_set(rules: str) -> None:
    census = mj2p.census(rules, threads=2)
    fans = {one.fan.id: one for one in census.fans or ()}
    assert sum(one.pairs for one in census.totals or ()) == census.pairs
    assert sum(one.ways for one in census.totals or ()) == 14 * census.ways
    assert set(fans) == set(mj2p.rules.get(rules).fans)
    if "thirteen_orphans" in fans:
        assert fans["thirteen_orphans"][1:3] == (13 * 13, 14 * 13 * 6 * 4**12)
    if "greater_honors_and_knitted" in fans:
        assert fans["greater_honors_and_knitted"][1:3] == (6 * math.comb(9, 7) * 14, 6 * math.comb(9, 7) * 14 * 4**14)
    for fan, tiles in ONLY.items():
        if fan in fans:
            assert fans[fan][1:3] == made_of(tiles, rules), fan
    if "nine_gates" in fans:
        assert fans["nine_gates"].pairs == 9 * mj2p.rules.get(rules).nsuits


# ---- The result ------------------------------------------------------------------------------------------------------


def test_as_json_text_and_table() -> None:
    census = mj2p.census("duel64")
    told = json.loads(json.dumps(census.to_dict()))
    assert Fraction(told["win"]) == census.win
    assert told["win_float"] == pytest.approx(float(census.win))
    assert told["forms"][1] == {"form": "seven_pairs", "hands": 110_448, "ways": 3_585_567_648}
    assert [one["id"] for one in told["fans"]] == [fan.id for fan in FANS if fan.id in mj2p.rules.get("duel64").fans]
    assert sum(Fraction(one["share"]) for one in told["totals"]) == 1
    text = str(census)
    assert "237,236 complete hands, 11,094,506,256 ways: one in 4,313 draws wins" in text
    assert "混一色 Half Flush" in text and "四杠" not in text  # what never occurs is left out
    assert census._repr_html_().count("<tr>") == text.count("\n") - 5
    small = mj2p.census("duel64", fans=False)
    assert repr(small) == "<Census duel64: 237,236 hands, 11,094,506,256 of 47,855,699,958,816 ways>"
    assert "fans" not in small.to_dict() and "混一色" not in str(small)
    with pytest.raises(AttributeError):
        small.hands = 1  # type: ignore[misc]


def test_threads_and_progress() -> None:
    calls: list[tuple[int, int]] = []
    where = set()

    def progress(done: int, of: int) -> None:
        calls.append((done, of))
        where.add(threading.current_thread())

    assert mj2p.census("duel64", threads=3, progress=progress) == mj2p.census("duel64")
    assert calls[-1] == (237_236, 237_236) and calls == sorted(calls)
    assert all(after[0] - before[0] <= handcensus.CHUNK for before, after in itertools.pairwise(calls))
    assert where == {threading.main_thread()}
    with pytest.raises(ValueError, match="threads"):
        mj2p.census(threads=0)


def test_no_more_threads_than_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    pool = handcensus.ThreadPoolExecutor
    monkeypatch.setattr(handcensus, "ThreadPoolExecutor", lambda threads: (asked.append(threads), pool(threads))[1])
    assert mj2p.census("duel64", threads=10**9) == mj2p.census("duel64")
    assert 1 < max(asked) <= MOST_THREADS


def test_what_progress_raises_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = []
    counts = Block.counts
    monkeypatch.setattr(Block, "counts", lambda block, *rows: (chunks.append(rows), counts(block, *rows))[1])

    def enough(done: int, of: int) -> None:
        assert of == 27_919_573
        raise InterruptedError

    before = set(threading.enumerate())  # other tests may have left some, which end when they like
    with pytest.raises(InterruptedError):
        mj2p.census("mcr", progress=enough)
    assert sum(stop - start for start, stop in chunks) < 9_000_000 and set(threading.enumerate()) <= before


def test_ctrl_c_ends_it() -> None:
    code = """
import mj2p, os, signal
mj2p.census("mcr", threads=2, progress=lambda done, of: done > 100_000 and os.kill(os.getpid(), signal.SIGINT))
"""
    run = finished([sys.executable, "-c", code], text=True)
    assert run.returncode == -signal.SIGINT and run.stderr.rstrip().endswith("KeyboardInterrupt")
