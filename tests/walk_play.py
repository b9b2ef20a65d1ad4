"""Walks games beside the slow table of `slow_play`, decision by decision; whatever differs is an AssertionError.

python tests/walk_play.py [--decisions 40000] [--processes 2] [--seed N]: so many decisions of each rule set, each
number of a process.
"""

from __future__ import annotations

import argparse
import functools
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from rule_sets import FOR_TWO
from slow_play import FLOWERS, Table

import mj2p
from mj2p import Game, Hand
from mj2p.play.deck import write_tile

DERIVED = (
    mj2p.rules.get("duel72").derive("duel72f", flower_wins="seven_eight"),
    mj2p.rules.get("three144").derive("three144f", flower_wins="seven_eight"),
    mj2p.rules.get("table72").derive("table72m", minimum=16),
    mj2p.rules.get("duel64").derive("duel64n", claims="none", discard_wins=False),
)
EVERY = (*map(mj2p.rules.get, FOR_TWO), *DERIVED)
#: What is done where it can be, at most decisions of a game; so rare things are met too. "near": see `nearer`.
CHOWS = ("chow_low", "chow_middle", "chow_high")
KONGS = ("concealed_kong", "added_kong", "kong", "pung")
BENT = (
    (), (), ("win",), ("win", "near"), ("win", "near", "ready", "pung", *CHOWS), ("ready", "heavenly_ready", "win"),
    KONGS, ("pung", "win", *CHOWS), ("double", "open"), ("pass",),
    ("dealt_winds", "dealt_ones", "dealt_nines", "win", *KONGS),
)  # fmt: skip
FLOWER_FANS = ("flower_tile", "season_flower", "four_plants")
BITS = ("self_draw", "last_of_kind", "last_tile", "kong")


def wanted(rules: mj2p.RuleSet) -> set[str]:
    """What many games of the rule set must have met, by the names that `walk` counts: else nothing was compared."""
    play, claims = rules.play, rules.play["claims"] == "all"
    found = {"by self_draw": True, "by draw": True, "concealed_kong": True}
    found |= {"by discard": play["discard_wins"]}
    found |= dict.fromkeys(("pung", "added_kong", *CHOWS), claims)
    found |= {word: play[word] for word in ("ready", "heavenly_ready")}
    found |= {"double": play["doubling"] or play["declining"], "open": play["open_hands"]}
    found |= {"leave": play["leaving"] == "caretaker"}
    return {word for word, there in found.items() if there}


#: Too rare for each rule set, so wanted of all of them together.
RARE = {
    "by robbed_kong", "by flowers", "dealt_winds", "last_tile", "last_of_kind", "kong_discard",
    "earthly_hand", "heavenly_hand", "humanly_hand",
}  # fmt: skip


def agree(game: Game, table: Table) -> None:
    """The state of a decision."""
    said = {(action.name, action.tile) for action in game.actions}
    assert (game.seat, said) == (table.seat, table.legal), (game.seat, said ^ table.legal)
    assert len(said) != 1
    for seat in (0, 1):
        seen = game.observation(seat)._asdict()
        for name, value in table.seen(seat).items():
            assert seen[name] == value, (seat, name, seen[name], value)


def agree_at_the_end(game: Game, table: Table) -> None:
    result = game.result
    assert result is not None
    assert (result.winner, result.by, result.win_tile) == (table.winner, table.by, table.win_tile)
    if table.text is None:
        assert result.hand is None
        total = 88 if game.rules.name.startswith("table72") else 8  # 八仙过海 without a hand; a flower win of section 9
    else:
        assert str(result.hand) == str(Hand.parse(table.text))
        score = mj2p.score(table.text, game.rules)
        assert (score, score.total) == (result.score, result.score.total)
        total = score.points
    assert (result.deltas, result.house) == table.paid(game.rules.name, total, game.balances, game.base)
    assert sum(result.deltas) + result.house == 0
    assert all(balance + delta >= 0 for balance, delta in zip(game.balances, result.deltas, strict=True))


def enough(rules: mj2p.RuleSet, text: str) -> bool:
    """Pattern fans alone count towards a minimum."""
    fans = [one for one in mj2p.score(text, rules).fans if one.fan.id not in FLOWER_FANS]
    return sum(one.count * one.value for one in fans) >= rules.scoring["minimum"]


def almost_complete(left: Counter[str], random: Random) -> list[str]:
    """Thirteen tiles of four sets and a pair, taken away from those that are left."""
    while True:
        there, hand = left.copy(), []
        for size in (3, 3, 3, 3, 2):
            tile = random.choice([tile for tile in there if there[tile]])
            one = [tile] * size
            if size == 3 and len(tile) == 2 and tile[0] < "8" and random.random() < 0.7:
                one = [f"{int(tile[0]) + step}{tile[1]}" for step in range(3)]
            there.subtract(one)
            hand += one
        if min(there.values()) >= 0:
            hand.remove(gone := random.choice(hand))
            there[gone] += 1
            left.clear()
            left.update(there)
            return hand


def shuffled(rules: mj2p.RuleSet, random: Random) -> list[str]:
    """A deck, now and then badly shuffled, so that kongs, straights, flowers and hands that wait are dealt."""
    deck = [write_tile(tile, rules) for tile in sorted(Game(rules).start.deck)]
    order = random.choice(("kinds", "copies", "waiting", "waiting", "well", "well"))
    if order == "copies":  # 1-9 E S W N C F P four times
        deck = [tile for copy in range(4) for tile in deck[copy:-8:4] + deck[-8:][copy::4]]
    elif order == "well":
        random.shuffle(deck)
    elif order == "waiting":
        left = Counter(tile for tile in deck if tile not in FLOWERS)
        hands = [almost_complete(left, random) for _ in range(2)]
        rest = [*left.elements(), *(tile for tile in deck if tile in FLOWERS)]
        random.shuffle(rest)
        dealt = [hands[seat][4 * turn + at] for turn in range(3) for seat in range(2) for at in range(4)]
        return [*dealt, hands[0][12], hands[1][12], *rest]
    cut = random.randrange(len(deck))
    deck = deck[cut:] + deck[:cut]
    for _ in range(random.choice((4, 12, 30))):
        one, other = random.randrange(len(deck)), random.randrange(len(deck))
        deck[one], deck[other] = deck[other], deck[one]
    return deck


def nearer(game: Game) -> list[mj2p.Action]:
    """The discards that leave the hand nearest to complete."""
    discards = [action for action in game.actions if action.name == "discard"]
    if not discards:
        return []
    counts = np.array([list(game.state["counts"][game.seat])] * len(discards), np.uint8)
    first = int(mj2p.actions(game.rules)[10])
    counts[np.arange(len(discards)), [int(action) - first for action in discards]] -= 1
    far = mj2p.distance_batch(counts)
    return [action for action, distance in zip(discards, far, strict=True) if distance == far.min()]


def walk(rules: mj2p.RuleSet, seed: int, met: Counter[str]) -> int:
    """One game to its end, counting what was met; its decisions."""
    random = Random(f"{rules.name} {seed}")
    balances = random.choice([(10_000, 10_000), (10**9, 10**9), (3_000, 800), (0, 50)])
    deck = shuffled(rules, random)
    game = Game(rules, seed=seed, balances=balances, base=random.choice([None, 1, 100]), wall=deck)
    minimum = functools.partial(enough, rules) if rules.scoring["minimum"] else None
    table = Table(rules.name, deck, game.dealer, minimum)
    bent, decisions = random.choice(BENT), 0
    leaves = rules.play["leaving"] == "caretaker" and random.random() < 0.1
    try:
        while True:
            agree(game, table)
            met[f"phase {table.phase}"] += 1
            if game.over:
                break
            if leaves and random.random() < 0.02:
                seat = random.randrange(2)
                game.leave(seat), table.leave(seat)
                met["leave"] += 1
                continue
            chosen = [action for action in game.actions if action.name in bent] if random.random() < 0.9 else []
            if not chosen and "near" in bent:
                chosen = nearer(game)
            action = random.choice(chosen or game.actions)
            met[action.name] += 1
            game.step(action), table.act(action.name, action.tile)
            decisions += 1
        agree_at_the_end(game, table)
    except Exception as error:
        error.add_note(f"{rules.name}, seed {seed}, after {game.history}")
        raise
    met[f"by {table.by}"] += 1
    if table.text:
        _, won, _, words = table.text.split("|")
        met.update(words.split(",") if words else ())
        met.update(word for word, bit in zip(BITS, won[2:], strict=True) if bit == "1")
    return decisions


def walk_many(rules: mj2p.RuleSet, seed: int, decisions: int) -> tuple[int, int, Counter[str]]:
    """Games from `seed` on until there have been so many decisions: games, decisions, what was met."""
    met: Counter[str] = Counter()
    games = done = 0
    while done < decisions:
        done += walk(rules, seed + games, met)
        games += 1
    return games, done, met


def main(argv: list[str] | None = None) -> None:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--decisions", type=int, default=40_000, help="of each rule set")
    args.add_argument("--processes", type=int, default=2)
    args.add_argument("--seed", type=int, default=0)
    given = args.parse_args(argv)
    start, share = time.monotonic(), -(-given.decisions // given.processes)
    lacking: list[str] = []
    everything: Counter[str] = Counter()
    with ProcessPoolExecutor(given.processes) as pool:
        parts = {
            rules: [pool.submit(walk_many, rules, given.seed + (at << 32), share) for at in range(given.processes)]
            for rules in EVERY
        }
        for rules, futures in parts.items():
            done = [future.result() for future in futures]
            met = sum((met for *_, met in done), Counter())
            games, decisions = sum(games for games, *_ in done), sum(decisions for _, decisions, _ in done)
            print(f"{rules.name}: {games} games, {decisions} decisions agree, {time.monotonic() - start:.0f} s")
            print("   ", ", ".join(f"{word} {n}" for word, n in sorted(met.items())), flush=True)
            lacking += [f"{rules.name}: {word}" for word in sorted(wanted(rules) - met.keys())]
            everything += met
    lacking += [f"any rule set: {word}" for word in sorted(RARE - everything.keys())]
    sys.exit(f"never met: {', '.join(lacking)}" if lacking else None)


if __name__ == "__main__":
    main()
