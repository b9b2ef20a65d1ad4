"""Compares the package with the plain checker of suihua112 on random hands near the edges of what may win.

python tests/second/suihua_sampled.py [--hands 1000000] [--seed N] [--threads 2]

Of each hand: whether it wins, which live kinds finish its tiles before the last, its multiplier as the last tile came,
under which name of 宝中宝, 大风, 摸宝;
of some also the dead waits. Exit status 1 if any differs.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import functools
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import numpy as np

import mj2p
from second.hand_text import spelt, spelt_meld
from second.suihua import DRAWN, HEAVENLY, NONE, TREASURE, answer, held_copies, named, sample, show

RULES = "suihua112"
KINDS = [*range(27), 31]
CHUNK = 1 << 12
ONE_IN = 50
"""Of so many hands one is asked for its waits by itself, dead ones and all."""
EXAMPLES = 10


def records(rows: np.ndarray) -> np.ndarray:
    """The rows as the package takes them: ready, or won on the dealt tiles."""
    out = np.zeros(len(rows), mj2p.hand_dtype(RULES))
    for field in ("counts", "melds", "win"):
        out[field] = rows[field]
    dealt = (rows["how"] & HEAVENLY) > 0
    out["situation"][(rows["how"] & DRAWN) > 0] |= int(mj2p.Situation.SELF_DRAW)
    out["situation"][dealt] |= int(mj2p.Situation.HEAVENLY_HAND | mj2p.Situation.DEALER)
    out["situation"][~dealt] |= int(mj2p.Situation.READY)
    out["situation"][(rows["how"] & TREASURE) > 0] |= int(mj2p.Situation.TREASURE)
    out["situation"][rows["pushed"] != NONE] |= int(mj2p.Situation.PUSHED_OUT)
    return out


def fits(rows: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The rows whose circumstances go together, as the package asks of its caller.

    It is not told which pair was pushed out: the tile is that pair's, or a treasure while it may be that pair. A
    treasure is drawn; the dealt tiles have neither.
    """
    drawn, treasure, dealt = ((rows["how"] & bit) > 0 for bit in (DRAWN, TREASURE, HEAVENLY))
    pushed = rows["pushed"] != NONE
    may_push = known["pushes"] >> np.minimum(rows["pushed"], 63).astype(np.uint64) & np.uint64(1) > 0
    good = ~pushed | may_push & treasure | (rows["win"] == rows["pushed"]) & ~treasure
    good &= drawn | ~treasure
    return good & (~dealt | drawn & ~treasure & ~pushed & (rows["melds"][:, 0] == 0))


def multipliers(rows: np.ndarray) -> np.ndarray:
    """By the package, the larger of both where the tile may be the fourth of a pung; 0 for no win."""
    said = records(rows)
    scores = mj2p.score_batch(said, rules=RULES)
    best = np.where(scores["status"] == mj2p.Status.WIN, 1 << np.maximum(scores["total"], 0), 0)
    # the fourth of a pair pushed out is that of no pung
    fourth = (rows["counts"][np.arange(len(rows)), rows["win"]] == 4) & (rows["pushed"] != rows["win"])
    fourth &= rows["how"] & (DRAWN | HEAVENLY) == DRAWN
    said = said[fourth]
    said["situation"] |= int(mj2p.Situation.BIG_WIND)
    scores = mj2p.score_batch(said, rules=RULES)
    wind = np.where(scores["status"] == mj2p.Status.WIN, 1 << np.maximum(scores["total"], 0), 0)
    best[fourth] = np.maximum(best[fourth], wind)
    return best


NAMED = (("treasure_draw",), ("big_wind", "big_wind_chow"), ("double_treasure",))


def names(rows: np.ndarray) -> np.ndarray:
    """Which of 摸宝 (1), 大风 (2), 宝中宝 (3) the package shows, told all that the tile may be; 0: none of them."""
    said = records(rows)
    fourth = (rows["counts"][np.arange(len(rows)), rows["win"]] == 4) & (rows["pushed"] != rows["win"])
    said["situation"][fourth & (rows["how"] & (DRAWN | HEAVENLY) == DRAWN)] |= int(mj2p.Situation.BIG_WIND)
    fans, out = mj2p.score_batch(said, rules=RULES)["fans"], np.zeros(len(rows), np.int32)
    for name, ids in enumerate(NAMED, 1):
        for fan in ids:
            index = mj2p.rules.get(RULES).fans[fan].fan.index
            out[fans[:, index >> 6] >> np.uint64(index & 63) & np.uint64(1) > 0] = name
    return out


def is_win(rows: np.ndarray) -> np.ndarray:
    """By the package, whatever the multiplier."""
    plain = rows.copy()
    plain["how"], plain["pushed"] = DRAWN, NONE
    return mj2p.score_batch(records(plain), rules=RULES)["status"] == mj2p.Status.WIN


def live_waits(rows: np.ndarray) -> np.ndarray:
    """Bits of the kinds that the package says finish the tiles before the last one, those wholly held left out."""
    before, copies = rows.copy(), held_copies(rows)
    before["counts"][np.arange(len(rows)), rows["win"]] -= 1
    waits = np.zeros(len(rows), np.uint64)
    for kind in KINDS:
        can_come = np.flatnonzero(copies[:, kind] < 4)
        with_it = before[can_come]
        with_it["counts"][:, kind] += 1
        with_it["win"] = kind
        waits[can_come] |= is_win(with_it).astype(np.uint64) << np.uint64(kind)
    return waits


def live(masks: np.ndarray, rows: np.ndarray) -> np.ndarray:
    bits = (held_copies(rows) < 4).astype(np.uint64) << np.arange(34, dtype=np.uint64)
    return masks & bits.sum(axis=1, dtype=np.uint64)


def waits_by_name(one: np.void) -> list[str]:
    """What mj2p.waits says of one row's tiles before the last."""
    tiles = np.repeat(np.arange(34), one["counts"]).tolist()
    tiles.remove(int(one["win"]))
    melds = "".join(spelt_meld(byte, 3) for byte in one["melds"].tolist() if byte)
    return list(mj2p.waits(melds + spelt(tiles, 3), rules=RULES))


def compare(seed: int, first: int, n: int) -> tuple[int, int, list[str]]:
    """(wins, differing hands, examples) of the rows of a seed."""
    rows = sample(n, seed=seed, first=first)
    known, plain = answer(rows), rows.copy()
    plain["pushed"] = NONE
    known_waits = answer(plain)["waits"]
    wins, waits = is_win(rows), live_waits(rows)
    wrong = (wins != known["wins"]) | (waits != live(known_waits, rows))
    worth = np.where(fits(rows, known), multipliers(rows), known["multiplier"])
    wrong |= worth != known["multiplier"]
    told = fits(rows, known) & (worth > 0) & ((rows["pushed"] == NONE) | (rows["how"] & TREASURE == 0))
    wrong |= told & (names(rows) != known["name"])
    for i in range(0, n, ONE_IN):
        wrong[i] |= waits_by_name(rows[i]) != named(known_waits[i])
    examples = [
        f"  {show(rows[i])}: package {bool(wins[i])} {named(waits[i])} {worth[i]}, "
        f"second {bool(known['wins'][i])} {named(known_waits[i])} {known['multiplier'][i]}"
        for i in np.flatnonzero(wrong)[:EXAMPLES]
    ]
    return int(known["wins"].sum()), int(wrong.sum()), examples


def main(argv: list[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--hands", type=int, default=1_000_000)
    args.add_argument("--seed", type=int, default=0)
    args.add_argument("--threads", type=int, default=2)
    given = args.parse_args(argv)

    start, wins, differing, examples = time.monotonic(), 0, 0, []
    firsts = range(0, given.hands, CHUNK)
    sizes = [min(CHUNK, given.hands - first) for first in firsts]
    with concurrent.futures.ThreadPoolExecutor(given.threads) as pool:
        for won, wrong, some in pool.map(functools.partial(compare, given.seed), firsts, sizes):
            wins, differing, examples = wins + won, differing + wrong, (examples + some)[:EXAMPLES]
    print(f"{RULES}: {given.hands:,} hands, {wins:,} of them wins, {differing:,} differ", *examples, sep="\n")
    print(f"{time.monotonic() - start:.0f} s")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
