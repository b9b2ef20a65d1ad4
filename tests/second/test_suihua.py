"""The plain checker of suihua112 itself: each sentence of RULEBOOK 12 that is about hands, by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mj2p

from .hand_text import kinds
from .suihua import NONE, ROW, answer, held_copies, named, pay, row, sample, show
from .suihua_sampled import main as sampled

# hand, the last tile last · how it came · what the tiles before it wait for · the multiplier (0: no win)
HANDS = """
# at least four tiles in the hand: a fourth set laid down leaves one, kongs too
[123m,1][456m,1][555p,2]22s78p9p         drawn           6p9p      2
[123m,1][456m,1](5555p)22s78p9p          drawn           6p9p      2
[123m,1][456m,1][555p,2][789p,1]2s2s     drawn           -         0
[123m,1][456m,1](5555p)[789p,1]2s2s      drawn           -         0

# a pung, or a kong; not chows alone
123456m555p22s78p9p                      -               6p9p      2
123456m22s34567p8p                       -               -         0
(5555p)123456m22s78p9p                   -               6p9p      2
123456m22s555p78p4p                      drawn           6p9p      0

# a chow; not pungs alone: 7779p waits for 8p only, 卡
111222m555p777p1s1s                      drawn           -         0
111222m555s777p9p8p                      drawn           8p        8
[123m,1]222m555p777p1s1s                 drawn           1s        4
111222333m555s9p9p                       drawn           9p        8

# a split has them: 222 333 444 with 567s, 234 234 234 with 555s; 1m would make 123 234 234 567, no pung
222333444m555s9p9p                       drawn           9p        8
222333444m567s9p9p                       drawn           9p        8
222333m567s99p44m4m                      drawn           4m9p      4
222333m567s99p44m1m                      drawn           4m9p      0

# a 1, 9 or 中: 23p waits for 1p alone, a sole wait that is neither 边 nor 卡
234567m22s55567p8p                       -               -         0
234567m22555s23p1p                       -               1p        2
234567m22555s23p4p                       -               1p        0
234567m22555s23p1p                       drawn           1p        4
[234m,1][567m,1]22555s78p9p              -               9p        1
[234m,1]567mCC555s67p8p                  -               5p8p      1
[234m,1]567m22sCCC67p8p                  -               5p8p      1
[123m,1]567m22555s67p8p                  -               5p8p      1

# two suits, of which 中 is none
123456789p55pCC5p                        drawn           -         0
123456789p555pCC                         drawn           -         0
(CCCC)123456789p5p5p                     drawn           -         0
[789m,2]123456p88pCC8p                   drawn           8pC       2

# 中 is in no chow; a pair of 中 is the pung, and the 1 or 9
123456m345678pCC                         -               C         4
234567m345678pCC                         drawn           C         8
234567mCC34567p8p                        -               2p5p8p    2
234567m22p345678s2p                      -               -         0
[234m,1][567m,1]345678pCC                -               C         2
[234m,1][567m,1]345pCCC4s4s              -               4s        2

# the waits of a ready hand finish such a hand: by form 2223s waits for 1s and 4s too, with no pung left
123456m789p2223s3s                       drawn           3s        8
123456m789p2223s1s                       drawn           3s        0
[123m,1]456m789p2223s3s                  -               3s        2
[123m,1]456m999p2223s1s                  -               1s3s4s    1

# a kind of which the hand has all four is waited for still: no 吊
1234444m555s777p1m                       drawn           1m4m      4

# … but it makes no hand ready: 1222237777m 123p waits for a fifth 7m alone
1222237777m123p8s                        drawn,treasure  7m        0
1222237777m123p2p                        drawn           7m        0

# no seven pairs
1133m5577s2244p9p9p                      drawn           -         0

# 边, 卡, 吊: the sole wait
[123m,1]456m555p22s89p7p                 -               7p        2
[123m,1]456m555p22s12p3p                 -               3p        2
[123m,1]456m555p22s79p8p                 -               8p        2
[123m,1]456m555p789p2s2s                 -               2s        2
[123m,1]456m555p789p2s2s                 drawn           2s        4
[123m,1]456m555p22s78p9p                 drawn           6p9p      2
[123m,1]456m555p2345s2s                  -               2s5s      1

# 闷听: no claims; a concealed kong is none
(5555p)456m123p22s79p8p                  -               8p        4
[5555p,2]456m123p22s79p8p                -               8p        2

# 对倒, and one pair pushed out: its tile wins alone, and makes a pung whatever else it could
456m123s789p22p88s8s                     -               8s2p      2
456m123s789p22p88s8s                     drawn           8s2p      4
456m123s789p22p88s8s                     push=8s         8s        4
456m123s789p22p88s8s                     drawn,push=8s   8s        8
456m123s789p22p88s8s                     drawn,push=2p   2p        0
[456m,1]123s789p22p88s8s                 drawn,push=8s   8s        4
[456m,1]123s789p22pCCC                   push=C          C         2
[456m,1]123s789p22pCC2p                  push=2p         2p        2
[456m,1]123s789p22p78s9s                 push=2p         -         0
123m789p1145556s5s                       drawn,push=5s   5s        8

# a treasure drawn stands for any tile; with 边, 卡, 吊 twice four; one that is that tile itself, 宝中宝
[123m,1]456m555p22s79p3m                 drawn           8p        0
[123m,1]456m555p22s79p3m                 drawn,treasure  8p        8
[123m,1]456m555p22s79p8p                 drawn,treasure  8p       16
123456m555p22s79p3m                      drawn,treasure  8p       16
123456m555p22s79p8p                      drawn,treasure  8p       32
[123m,1]456m555p789p2s2s                 drawn,treasure  2s       16
[123m,1]456m555p22s78p3m                 drawn,treasure  6p9p      4
[123m,1]456m555p22s78p9p                 drawn,treasure  6p9p      4
[234m,1]567m22555s23p1p                  drawn,treasure  1p        4
[234m,1]567m22555s23p4p                  drawn,treasure  1p        4
[456m,1]123s789p22p88s8s                 drawn,treasure,push=8s  8s  8
[456m,1]123s789p22p88s3m                 drawn,treasure,push=8s  8s  8
[123m,1]456m555p22s349p8p                drawn,treasure  -         0

# a discarded treasure cannot be won on, though its kind be waited for
[123m,1]456m555p22s79p8p                 treasure        8p        0
[123m,1]456m555p22s78p9p                 treasure        6p9p      0

# 大风: the fourth of a concealed pung, as by a treasure
[123m,1]888m789p22p45s8m                 drawn           3s6s      4
[123m,1]888m789p22p46s8m                 drawn           5s        8
[123m,1]888m789p22p46s8m                 drawn,treasure  5s        8
[123m,1]888m789p22p46s8m                 -               5s        0
888m123s789p22p46s8m                     drawn           5s       16
[123m,1]CCC456p22s79pC                   drawn           8p        8
[123m,1][888m,2]789p22p45s8m             drawn           3s6s      0
[123m,1]888m789p22p55s8m                 drawn,push=2p   2p        8

# … 16 where it is 卡 or 边 beside that pung, whatever else is waited for; at the open end of a chow it is 4
123m789p1145556s5s                       drawn           1s5s     32
[123m,1]789p1145556s5s                   drawn           1s5s     16
[123m,1]789p1145556s5s                   drawn,treasure  1s5s     16
[123m,1]789p1145556s5s                   -               1s5s      1
[123m,1]789p11m12333s3s                  drawn           1m3s     16
[123m,1]789p11m77789s7s                  drawn           1m7s     16
[123m,1]789p11m66678s6s                  drawn           1m6s9s    4
[123m,1]789p22m55546s5s                  drawn           2m5s     16
[789m,2]123456p55pCC5p                   drawn           5pC      16

# … three that are no pung of the waiting hand are none: 123 33 of 条; a pair pushed out fixes 456 55 beside it
[888p,2]123p12333s45m3s                  drawn           3m6m      0
[888p,2]123p12333s45m6m                  drawn           3m6m      2
123m789p1145556s5s                       drawn,push=1s   1s        0

# 天胡: nothing need be declared, and no other factor
123456m555p22s789p                       drawn,heavenly  *        64
123456m555p22s79p8p                      drawn,heavenly  *        64
123456m345678pCC                         drawn,heavenly  *        64
123456m22s345678p                        drawn,heavenly  *         0
1133m5577s2244p99p                       drawn,heavenly  *         0
(5555p)123456m22s789p                    drawn,heavenly  *         0
"""

# hand before the tile, which is written last · the pairs that may be pushed out
PUSHES = """
456m123s789p22p88s8s       8s2p
[456m,1]123s789p22pCCC     2pC
123m789p1145556s5s         1s5s
123456m555p22s78p9p        -
[123m,1]789p11m66678s6s    1m6s
123456m22s55p678s2s        2s5p
234567m22s55p678s2s        -
123456m22m55m678m2m        -
123456mCC55p678sC          5pC
1234444m555s777p1m         -
[111m,2]2244p555s777p4p    -
"""

# multiplier · winner · dealer · discarder · the ready ones · gains of the four seats
PAYMENTS = """
 4  0 1 -  -    16 -8 -4 -4
 4  0 0 -  -    24 -8 -8 -8
 2  3 3 1  3    -4 -8 -4 16
 2  3 3 1  13   -4 -4 -4 12
 2  3 0 1  3    -4 -4 -2 10
 2  3 0 1  13   -4 -2 -2  8
 2  3 0 0  3    -8 -2 -2 12
 2  3 0 0  03   -4 -2 -2  8
64h 2 2 -  -   -64 -64 192 -64
"""


def lines(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize(("text", "said", "waits", "multiplier"), lines(HANDS))
def test_hands(text: str, said: str, waits: str, multiplier: str) -> None:
    one = row(text, said.strip("-"))
    got = answer(one)[0]
    if waits != "*":
        assert "".join(named(got["waits"])) == waits.strip("-")
    assert got["multiplier"] == int(multiplier)


@pytest.mark.parametrize(("text", "pairs"), lines(PUSHES))
def test_pushes(text: str, pairs: str) -> None:
    assert "".join(named(answer(row(text))[0]["pushes"])) == pairs.strip("-")


@pytest.mark.parametrize(("multiplier", "winner", "dealer", "discarder", "ready", "gains"), [
    (*line[:5], line[5:]) for line in lines(PAYMENTS)
])
def test_payments(multiplier: str, winner: str, dealer: str, discarder: str, ready: str, gains: list[str]) -> None:
    got = pay(
        int(multiplier.rstrip("h")),
        winner=int(winner),
        dealer=int(dealer),
        discarder=None if discarder == "-" else int(discarder),
        ready=[int(seat) for seat in ready.strip("-")],
        heavenly=multiplier.endswith("h"),
    )
    assert got == [int(gain) for gain in gains] and sum(got) == 0


def test_dead_waits() -> None:
    """1234444m waits for 1m and 4m; of 4m no copy can come."""
    one = row("1234444m555s777p1m")
    waits = named(answer(one)[0]["waits"])
    dead = [kind for kind in waits if held_copies(one)[0, kinds(kind, 3)[0]] == 4]
    assert dead == ["4m"]


def test_rows_are_read_as_shown() -> None:
    for one in sample(500, seed=3):
        assert row(*show(one).split()) == one


def test_sample_stays_within_the_tiles_and_near_the_edges() -> None:
    rows = sample(30_000, seed=4)
    answers = answer(rows)
    assert (rows["counts"].sum(axis=1) + 3 * (rows["melds"] > 0).sum(axis=1) == 14).all()
    assert held_copies(rows).max() == 4
    assert not rows["counts"][:, 27:31].any() and not rows["counts"][:, 32:].any()
    assert set(answers["multiplier"].tolist()) == {0, 1, 2, 4, 8, 16, 32, 64}
    assert 0.2 < (answers["multiplier"] > 0).mean() < 0.6 and (answers["pushes"] > 0).mean() > 0.05


def test_a_hand_wins_exactly_by_a_tile_waited_for() -> None:
    rows = sample(30_000, seed=5)
    rows["pushed"] = NONE
    answers = answer(rows)
    hit = answers["waits"] >> rows["win"].astype(np.uint64) & np.uint64(1)
    assert (hit == answers["wins"]).all()
    rows["how"] = 0
    assert ((answer(rows)["multiplier"] > 0) == answers["wins"]).all()


def other_way(rows: np.ndarray, to: np.ndarray) -> np.ndarray:
    """The rows with kind k written as to[k]; a chow keeps its lowest kind."""
    out = rows.copy()
    out["counts"][:, to] = rows["counts"]
    byte = rows["melds"].astype(int)
    first = np.maximum((byte & 63) - 1, 0)
    last = np.where(byte >> 6 == 0, np.minimum(first + 2, 33), first)
    out["melds"] = np.where(byte > 0, byte & 192 | np.minimum(to[first], to[last]) + 1, 0)
    out["win"] = to[rows["win"]]
    out["pushed"] = np.where(rows["pushed"] == NONE, NONE, to[rows["pushed"] % 34])
    return out


def test_suits_and_directions_are_alike() -> None:
    """No rule knows one suit from another, or 1 from 9: 条 for 万 for 饼, and 9 for 1, change no answer."""
    suits = np.arange(34)
    suits[:27] = np.roll(suits[:27], -9)
    mirror = np.arange(34)
    mirror[:27] = mirror[:27].reshape(3, 9)[:, ::-1].ravel()
    rows = sample(20_000, seed=6)
    answers = answer(rows)
    for to in (suits, mirror):
        others = answer(other_way(rows, to))
        assert (others["multiplier"] == answers["multiplier"]).all() and (others["wins"] == answers["wins"]).all()
        for field in ("waits", "pushes"):
            bits = answers[field][:, None] >> np.arange(34, dtype=np.uint64) & np.uint64(1)
            moved = (bits << to.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
            assert (moved == others[field]).all()


def test_a_row_has_no_padding() -> None:
    assert ROW.itemsize == 41


def test_samples_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    assert sampled(["--hands", "60000", "--seed", "1", "--threads", "1"]) == 0, capsys.readouterr().out


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A total that is wrong by one where it is five."""
    right = mj2p.score_batch

    def wrong(*args: Any, **kwargs: Any) -> Any:
        scores = right(*args, **kwargs)
        scores["total"][scores["total"] == 5] += 1
        return scores

    monkeypatch.setattr(mj2p, "score_batch", wrong)
    assert sampled(["--hands", "8000", "--threads", "1"]) == 1
    assert "second True" in capsys.readouterr().out
