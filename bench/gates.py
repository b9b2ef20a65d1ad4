"""Speed beside PyMahjongGB and in instructions, and the gates of CI on both.

python bench/gates.py            measure, print, exit status 1 where a gate fails
                     --write     and write bench/results.json, which the documents quote
                     --update    and take ratios and instructions as the new bench/baseline.json
                     --only ratios | instructions

Gates: times as fast as PyMahjongGB 1.4.0 on the same hands, and as riichienv in random games, turn by turn in one
process: a fifth of a ratio of bench/baseline.json, measured beside busy neighbours, may be lost, and nothing of what is
promised; instructions a hand, or a decision of a game, at most 1 % above the baseline, and not above an aim once it is
reached (400 for the full fan search of the 64 tiles). What is short of its aim, and what baselines have given up since
0.1, is printed at every run. Time is printed beside its goals and never gated. It is the thread's own processor time,
so that waiting for a busy neighbour is left out; only two threads are measured by the clock, in their best round. Write
on an idle machine.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import instructions
import mixes
import numpy as np
import play
import pymahjonggb
from workloads import WORKLOADS, Workload, score_all

import mj2p

HERE = Path(__file__).resolve().parent
BASELINE, RESULTS = HERE / "baseline.json", HERE / "results.json"
GROWTH = 1.01  # instructions a hand may grow so far
KEPT = 0.8  # of a ratio in the baseline
GAMES, GAMES_FROM_PYTHON, PEER_GAMES, STEPS = 1_000, 20, 5, 10  # a round
ROUNDS, ROWS, PEER_ROWS = 21, 100_000, 2_000
CALLS = 2_000
TRIES = 3
GOAL_OF_CALL, GOAL_OF_IMPORT = 3_000, 30e6  # nanoseconds
GOAL_OF_COPY = 1_000
#: 10 million decisions a second of a game of two; 100,000 games a second, of 66 decisions each, of suihua112.
GOALS_OF_PLAY = dict.fromkeys(play.RULES, 100) | {"suihua112": 151}
#: Nanoseconds a decision: 200,000 games a second of 47 decisions each, and 20,000 of 18.
GOALS_OF_SIMULATE = {"random": 106, "speed": 2_800}

#: ... 3 million a second from Python, and 1 million with observations.
GOALS_OF_BATCHGAME = {"stepped": 333, "observed": 1_000}

#: Times as fast as the peer at least, whatever was measured before: full scoring as PyMahjongGB, games as riichienv.
PROMISED = {"score_batch": 50.0, "score_batch_mcr": 25.0} | {play.row(name): 100.0 for name in play.RULES} | {
    "play_suihua112": 50.0,  # four to be asked, of treasures too: three times a decision of duel64
    "play_from_python": 4.0, "simulate_random": 80.0, "simulate_speed": 20.0,
    "batchgame_stepped": 40.0, "batchgame_observed": 15.0,
}  # fmt: skip

Row = dict[str, Any]


# --- Time -------------------------------------------------------------------------------------------------------------


def clock(work: Callable[[], Any], now: Callable[[], int] = time.thread_time_ns) -> int:
    """Nanoseconds of one run."""
    start = now()
    work()
    return now() - start


def in_turns(ours: Callable[[int], int], peers: Callable[[int], int] | None) -> tuple[list[int], list[int]]:
    """The times of `ours` and `peers`, round by round in turn, after a round to warm up."""
    mine, theirs = [], []
    gc.collect()
    gc.disable()
    for number in range(ROUNDS + 1):
        mine.append(ours(number))
        if peers:
            theirs.append(peers(number))
    gc.enable()
    return mine[1:], theirs[1:]


def row_of(name: str, mine: list[int], n: int, theirs: list[int], m: int, goal: float | None = None) -> Row:
    """What was measured: n hands a round of ours, m of the peer's; medians of rounds and of their ratios."""
    ratios = [(their / m) / (my / n) for my, their in zip(mine, theirs, strict=True)] if theirs else []
    return {
        "name": name,
        "ns": statistics.median(mine) / n,
        "instructions": None,
        "ratio_to_pymahjonggb": statistics.median(ratios) if ratios else None,
        "ratio_to_riichienv": None,
        "goal": goal,
    }


def batch(work: Workload) -> Row:
    """All of the hands in a batch, and in each round another part of the same hands for the peer."""
    rows = work.load()[:ROWS]
    step = len(rows) // (ROUNDS + 1)
    given = pymahjonggb.arguments(mixes.load(work.mix)[: len(rows)]) if work.peer else []

    def peers(number: int) -> int:
        part = given[number * step : number * step + PEER_ROWS]
        assert work.peer
        return clock(lambda: work.peer(part))  # type: ignore[misc]

    mine, theirs = in_turns(lambda _: clock(lambda: work.run(rows)), peers if work.peer else None)
    return row_of(work.name, mine, len(rows), theirs, PEER_ROWS, work.goal)


def calls() -> list[Row]:
    """One call a hand: of a parsed hand never scored before, and of its text; what either gives can be read at once."""
    records = mixes.load("closed")[: CALLS * (ROUNDS + 1)]
    texts, given = mj2p.decode(records), pymahjonggb.arguments(records)
    hands = [mj2p.Hand.parse(text) for text in texts]

    def part(all_: list[Any], number: int) -> list[Any]:
        return all_[number * CALLS : (number + 1) * CALLS]

    def score(all_: list[Any]) -> Callable[[int], int]:
        def measured(number: int) -> int:
            some = part(all_, number)
            return clock(lambda: [mj2p.score(one, "duel64").total for one in some])

        return measured

    def peers(number: int) -> int:
        some = part(given, number)
        return clock(lambda: score_all(some))

    def encode(number: int) -> int:
        some = part(texts, number)
        return clock(lambda: mj2p.encode(some))

    return [
        row_of("score_hand", *with_sizes(in_turns(score(hands), peers)), goal=GOAL_OF_CALL),
        row_of("score_text", *with_sizes(in_turns(score(texts), peers))),
        row_of("encode", *with_sizes(in_turns(encode, None))),
    ]


def with_sizes(times: tuple[list[int], list[int]]) -> tuple[list[int], int, list[int], int]:
    return times[0], CALLS, times[1], CALLS


def two_threads() -> tuple[Row, float]:
    """Two threads, best round by the clock, and how many times as fast as one thread."""
    rows = mixes.load("closed")[:ROWS]
    out = np.empty(len(rows), mj2p.SCORE_DTYPE)
    given = pymahjonggb.arguments(rows[: PEER_ROWS * (ROUNDS + 1)])
    one: list[int] = []

    def both(_: int) -> int:
        one.append(clock(lambda: mj2p.score_batch(rows, out=out), time.perf_counter_ns))
        return clock(lambda: mj2p.score_batch(rows, threads=2, out=out), time.perf_counter_ns)

    def peers(number: int) -> int:
        part = given[number * PEER_ROWS : (number + 1) * PEER_ROWS]
        return clock(lambda: score_all(part), time.perf_counter_ns)

    two, theirs = in_turns(both, peers)
    return row_of("score_batch_two_threads", [min(two)], len(rows), [min(theirs)], PEER_ROWS), min(one) / min(two)


def games() -> list[Row]:
    """Random games, time by the decision: of every rule set in the engine, of one through Python; and a copy of one."""
    given = mj2p.Game(seed=1)
    for _ in range(12):
        given.step(given.actions[-1])
    copying = in_turns(lambda _: clock(lambda: [given.copy() for _ in range(CALLS)]), None)
    return [
        *(decisions(play.row(name), play.engine, name, GAMES, GOALS_OF_PLAY[name]) for name in play.RULES),
        decisions("play_from_python", play.from_python, "duel64", GAMES_FROM_PYTHON, None),
        *(
            decisions(f"simulate_{player}", play.simulated, player, GAMES, goal)
            for player, goal in GOALS_OF_SIMULATE.items()
        ),
        *(
            decisions(f"batchgame_{what}", play.stepped, what, STEPS, goal)
            for what, goal in GOALS_OF_BATCHGAME.items()
        ),
        row_of("game_copy", *with_sizes(copying), goal=GOAL_OF_COPY),
    ]


def simulate_threads() -> float:
    """How many times as fast two threads simulate as one: the best of some rounds by the clock."""

    def best(threads: int) -> int:
        def work() -> object:
            return mj2p.simulate(50 * GAMES, players=("random", "random"), threads=threads)

        return min(clock(work, time.perf_counter_ns) for _ in range(ROUNDS // 4))

    return best(1) / best(2)


def decisions(name: str, ours: Callable[[str, int, int], int], what: str, n: int, goal: float | None) -> Row:
    """A decision's time, and its ratio to riichienv's; rounds differ in their number of decisions."""

    def rate(work: Callable[[], int]) -> int:
        taken: list[int] = []
        spent = clock(lambda: taken.append(work()))
        return round(1000 * spent / taken[0])  # picoseconds

    mine, theirs = in_turns(
        lambda number: rate(lambda: ours(what, n, number)),
        lambda number: rate(lambda: play.riichienv(PEER_GAMES, number)),
    )
    row = row_of(name, mine, 1000, theirs, 1000, goal)
    return row | {"ratio_to_riichienv": row["ratio_to_pymahjonggb"], "ratio_to_pymahjonggb": None}


def import_time() -> Row:
    """What `import mj2p` adds to `import numpy`: median of nine fresh interpreters that find everything compiled."""
    code = "import time, numpy; start = time.thread_time_ns(); import mj2p; print(time.thread_time_ns() - start)"
    found = {"PYTHONPYCACHEPREFIX": str(mixes.CACHE / "pycache")}
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | found
    command = [sys.executable, "-c", code]
    times = [int(subprocess.run(command, capture_output=True, check=True, env=environment).stdout) for _ in range(10)]
    return row_of("import", times[1:], 1, [], 1, GOAL_OF_IMPORT)


# --- Gates ------------------------------------------------------------------------------------------------------------


def ratios(rows: dict[str, Row]) -> dict[str, float]:
    """Times as fast as its peer, of every row that has one; not of two threads, whose time is the clock's."""
    found = {name: row["ratio_to_pymahjonggb"] or row["ratio_to_riichienv"] for name, row in rows.items()}
    return {name: ratio for name, ratio in found.items() if ratio and name != "score_batch_two_threads"}


def too_slow(now: dict[str, float], before: dict[str, float]) -> dict[str, str]:
    """Ratios that are below what is promised, or have lost a fifth of what was measured before, by the row's name."""
    faults = {}
    for name in before | now:
        if name not in now:
            faults[name] = f"{name}: was measured beside a peer, and no more"
        elif name not in before:
            faults[name] = f"{name}: no ratio in {BASELINE.name}; write one with --update"
        elif now[name] < (least := max(KEPT * before[name], PROMISED.get(name, 0))):
            faults[name] = f"{name}: {now[name]:.3g} times as fast as its peer, not {least:.3g}; {before[name]:g} was"
    return faults


def again(rows: dict[str, Row], before: dict[str, float]) -> None:
    """What misses its gate is measured anew: a busy neighbour takes our tables out of the cache, and slows us more."""
    missed = too_slow(ratios(rows), before).keys()
    anew = [batch(work) for work in WORKLOADS if work.name in missed]
    if missed - {work.name for work in WORKLOADS}:
        anew += [*calls(), *games()]
    mended = missed - too_slow(ratios(rows | {row["name"]: row for row in anew}), before).keys()
    rows.update((row["name"], row) for row in anew if row["name"] in mended)


def too_many(counted: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """Instructions above the baseline, or above an aim once reached; a workload without a baseline is a fault too."""
    faults = []
    aims = {work.name: work.aim for work in WORKLOADS}
    for name, now in counted.items():
        before, aim = baseline.get(name), aims.get(name)
        if before is None:
            faults.append(f"{name}: no baseline; write one with --update")
        elif aim and before <= aim < now:
            faults.append(f"{name}: {now:g} instructions, above the aim {aim:g} that was reached")
        elif now > before * GROWTH:
            more = now / before - 1
            faults.append(f"{name}: {now:g} instructions, {more:+.1%} on the baseline {before:g}")
    return faults


def given_up(baseline: dict[str, float], first: dict[str, float]) -> str:
    """What the baselines have given up since 0.1, row by row: each step may be small, and the sum large."""
    grown = {name: now / first[name] - 1 for name, now in baseline.items()}
    rows = ", ".join(f"{name} {more:+.1%}" for name, more in grown.items() if round(more, 3))
    return f"given up since 0.1: {statistics.mean(grown.values()):+.1%} in the mean" + (f" ({rows})" if rows else "")


def short_of(counted: dict[str, float]) -> list[str]:
    """Where the instructions are not yet what they should be: said at every run; the gate is the baseline till then."""
    return [
        f"{work.name}: {counted[work.name]:g} instructions a hand; the aim is {work.aim:g}"
        for work in WORKLOADS
        if work.aim and counted[work.name] > work.aim
    ]


def compiler() -> str:
    """The C compiler, which instruction counts depend on."""
    cc = os.environ.get("CC", "gcc").split()[0]
    try:
        return subprocess.run([cc, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return "unknown"


# --- Report -----------------------------------------------------------------------------------------------------------


def machine() -> str:
    """The processor, as a reader of the figures wants it."""
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        name = lines[0].split(":", 1)[1].strip() if lines else name
    cores = os.cpu_count() or 1
    return f"{cores} {'core' if cores == 1 else 'cores'} of {'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def short(value: float | None) -> float | None:
    """To three figures."""
    return None if value is None else float(f"{value:.3g}") if value < 1000 else round(float(f"{value:.3g}"))


def results(rows: dict[str, Row], gain: float) -> str:
    """The figures as JSON, to three figures."""
    packages = {name: version(name) for name in ("mj2p", "numpy", "PyMahjongGB", "riichienv")}
    keys = ("name", "ns", "instructions", "ratio_to_pymahjonggb", "ratio_to_riichienv")
    told = {
        "machine": machine(),
        "versions": {"compiler": compiler(), **packages, "python": platform.python_version()},
        "two_threads_to_one": short(gain),
        "rows": [{key: short(row[key]) if key != "name" else row[key] for key in keys} for row in rows.values()],
    }
    return json.dumps(told, indent=1) + "\n"


def show(rows: dict[str, Row]) -> None:
    what = {work.name: work.what for work in WORKLOADS}
    what |= {play.row(name): f"a decision of random games of {name}, in the engine" for name in play.RULES}
    print(f"{'':24} {'ns':>12} {'goal':>12} {'instr.':>8} {'PyMahjongGB':>12} {'riichienv':>10}")
    for row in rows.values():
        goal = "" if row["goal"] is None else f"{row['goal']:,.0f}"
        counted = "" if row["instructions"] is None else f"{row['instructions']:,.1f}"
        ratio = "" if row["ratio_to_pymahjonggb"] is None else f"x {row['ratio_to_pymahjonggb']:,.1f}"
        played = "" if row["ratio_to_riichienv"] is None else f"x {row['ratio_to_riichienv']:,.1f}"
        ns = "" if row["ns"] is None else f"{row['ns']:,.1f}"
        figures = f"{ns:>12} {goal:>12} {counted:>8} {ratio:>12} {played:>10}"
        print(f"{row['name']:24} {figures}  {what.get(row['name'], '')}")


def main(argv: list[str] | None = None) -> int:
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--write", action="store_true")
    args.add_argument("--update", action="store_true")
    args.add_argument("--only", choices=("ratios", "instructions"))
    given = args.parse_args(argv)
    if given.write and given.only:
        args.error("--write needs all figures")
    if given.update and given.only:
        args.error("--update needs all figures")

    goals = {work.name: work.goal for work in WORKLOADS} | {play.row(name): GOALS_OF_PLAY[name] for name in play.RULES}
    rows: dict[str, Row] = {name: row_of(name, [0], 1, [], 1, goal) | {"ns": None} for name, goal in goals.items()}
    faults, notes, gain = [], [], 0.0
    known = json.loads(BASELINE.read_text())
    if given.only != "instructions":
        threads, gain = two_threads()
        rows |= {row["name"]: row for row in [*map(batch, WORKLOADS), threads, *calls(), *games(), import_time()]}
        if given.update:
            known["ratios"] = {name: short(ratio) for name, ratio in ratios(rows).items()}
        for _ in range(TRIES - 1):
            again(rows, known["ratios"])
        faults += too_slow(ratios(rows), known["ratios"]).values()
    if given.only != "ratios":
        counted = instructions.count()
        for name, many in counted.items():
            row = rows.setdefault(name, row_of(name, [0], 1, [], 1) | {"ns": None})
            row["instructions"] = many
        if given.update:
            known |= {"compiler": compiler(), "instructions": counted, "first": counted | known["first"]}
        faults += too_many(counted, known["instructions"])
        notes = [given_up(known["instructions"], known["first"])]
        notes += (f"short of the aim: {one}" for one in short_of(counted))
        if known.get("compiler", compiler()) != compiler():
            print(f"the baseline was made with {known['compiler']}; this is {compiler()}")
    if given.update:
        BASELINE.write_text(json.dumps(known, indent=1) + "\n")
    show(rows)
    if gain:
        print(f"two threads are {gain:.2f} times as fast as one (no gate; 1.7 on two idle cores)")
        print(f"two threads simulate {simulate_threads():.2f} times as fast as one (no gate; 1.7 on two idle cores)")
    if given.write:
        RESULTS.write_text(results(rows, gain))
    for note in notes:
        print(note)
    for fault in faults:
        print(f"FAILED {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
