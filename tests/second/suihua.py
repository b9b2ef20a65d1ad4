"""The plain checker of suihua112 (RULEBOOK 12): wins, waits, multipliers, payments. suihua.h says how it is read.

It shares nothing with the package. A row is one hand of 34 kinds with the tile that came last; `answer` asks everything
about many rows at once, `sample` makes rows near the edges of what may win.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np

from .build import library
from .hand_text import kinds, meld, spelt, spelt_meld

ROW = np.dtype([("counts", "u1", 34), ("melds", "u1", 4), ("win", "u1"), ("how", "u1"), ("pushed", "u1")])
ANSWER = np.dtype(
    [("waits", "u8"), ("pushes", "u8"), ("multiplier", "i4"), ("wins", "i4"), ("name", "i4")], align=True
)
DRAWN, TREASURE, HEAVENLY = 1, 2, 4
HOW = {"drawn": DRAWN, "treasure": TREASURE, "heavenly": HEAVENLY}
NONE = 255


def answer(rows: np.ndarray) -> np.ndarray:
    """An ANSWER for each ROW.

    `wins`: all its tiles may be a finished hand. `waits` and `pushes` (pairs that may be pushed out): bits of kinds, of
    the tiles before the last one. `multiplier`: by the last tile, as it came; 0 where it does not win.
    """
    rows = np.ascontiguousarray(rows, ROW)
    answers = np.zeros(len(rows), ANSWER)
    library().suihua_answer(rows.ctypes.data, len(rows), answers.ctypes.data)
    return answers


def pay(
    multiplier: int,
    *,
    winner: int,
    dealer: int,
    discarder: int | None = None,
    ready: Iterable[int] = (),
    heavenly: bool = False,
) -> list[int]:
    """What each of four seats gains, in bases."""
    gains = np.zeros(4, np.int32)
    mask = sum(1 << seat for seat in set(ready))
    library().suihua_pay(
        multiplier, heavenly, winner, dealer, -1 if discarder is None else discarder, mask, gains.ctypes.data
    )
    return gains.tolist()


def sample(n: int, *, seed: int = 0, first: int = 0) -> np.ndarray:
    """The rows numbered `first`, `first` + 1, … of a seed."""
    rows = np.empty(n, ROW)
    library().suihua_fill(seed, first, rows.ctypes.data, n)
    return rows


def row(text: str, said: str = "") -> np.ndarray:
    """One ROW from `[123m,1](9999p)11s45556s5s`, the last tile last, and words: `drawn,treasure,push=1s`."""
    match = re.fullmatch(r"((?:[\[(][^\])]*[\])])*)([^\[\]()]+)", text)
    if not match:
        raise ValueError(f"text: {text}")
    out = np.zeros(1, ROW)
    for i, (bracket, tiles, claim) in enumerate(re.findall(r"([\[(])([^\])]*?),?([1-7]?)[\])]", match[1])):
        out["melds"][0, i] = meld(tiles, bracket, claim, 3)
    concealed = kinds(match[2], 3)
    for kind in concealed:
        out["counts"][0, kind] += 1
    out["win"], out["pushed"] = concealed[-1], NONE
    for word in filter(None, said.split(",")):
        if word.startswith("push="):
            (out["pushed"][0],) = kinds(word.removeprefix("push="), 3)
        else:
            out["how"] |= HOW[word]
    return out


def held_copies(rows: np.ndarray) -> np.ndarray:
    """Copies of each kind before the last tile came, melds included, (n, 34): a wait of four is dead."""
    copies = rows["counts"].astype(np.uint8)
    every = np.arange(len(rows))
    copies[every, rows["win"]] -= 1
    for byte in rows["melds"].T:
        kind, sort = (byte & 63) - 1, byte >> 6
        for i in range(3):
            here = byte > 0
            copies[every[here], np.where(sort == 0, kind + i, kind)[here]] += 1
        copies[every[sort > 1], kind[sort > 1]] += 1
    return copies


def named(mask: int) -> list[str]:
    """The kinds of a mask, in their order."""
    return [spelt([kind], 3) for kind in range(34) if int(mask) >> kind & 1]


def show(one: np.void) -> str:
    """A row as `row` reads it."""
    tiles = np.repeat(np.arange(34), one["counts"]).tolist()
    tiles.remove(int(one["win"]))
    melds = "".join(spelt_meld(byte, 3) for byte in one["melds"].tolist() if byte)
    words = [word for word, bit in HOW.items() if int(one["how"]) & bit]
    if int(one["pushed"]) != NONE:
        words.append(f"push={spelt([int(one['pushed'])], 3)}")
    return f"{melds}{spelt([*tiles, int(one['win'])], 3)} {','.join(words)}".rstrip()
