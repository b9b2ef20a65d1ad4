"""How much the resident memory of a process grows over many calls: `python memory_calls.py N` prints it as JSON.

Each public function, and each kind of error, is called N times after a warm-up, in one process; dear ones a tenth or
a thousandth as often.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np

import mj2p
from mj2p import Hand, Meld

HAND, PAIRS = "[123m,1](EEEE)45678mCC9m|EE1001|2|ready", "1155mEESSWWNNCC"
KNITTED = "[WWW,2]147m258s36pCC9p|EE0000|1|"
PARSED = Hand.parse(HAND)
DUEL64, MCR = mj2p.rules.get("duel64"), mj2p.rules.get("mcr")
RECORDS = mj2p.encode([HAND, PAIRS, "135mEESSWWNNCCF"] * 4)
OUT = np.zeros(len(RECORDS), mj2p.SCORE_DTYPE)
COUNTS = RECORDS["counts"].copy()
SEEN = "44455566677788899mSSSSWWWWNNNNFFFFPPPPC"  # all but twelve tiles
SCORE = mj2p.score(HAND)
RANDOM = Random(1)
GAME = mj2p.Game("duel72", seed=3)
FOLDER = Path(tempfile.mkdtemp())
GOOD, BAD = FOLDER / "good.toml", FOLDER / "bad.toml"


def fresh() -> mj2p.Score:
    """A score of which nothing has been asked yet."""
    return mj2p.score(PARSED)


def a_game() -> object:
    """From the deal to the account."""
    game = mj2p.Game("duel64", seed=1)
    while not game.over:
        game.step(game.actions[-1])
    return game.result


CALLS: dict[str, Callable[[], object]] = {
    "Hand.parse": lambda: Hand.parse(HAND),
    "Hand.parse chinese": lambda: Hand.parse("一二三万 东东东 中中"),
    "Hand.of": lambda: Hand.of("1112345678999m", win="9m", self_draw=True, flowers=2),
    "Hand.replace": lambda: PARSED.replace(last_tile=True),
    "Hand.format": lambda: PARSED.format("unicode") + PARSED.format("chinese") + PARSED.format("mpsz") + str(PARSED),
    "Hand hash": lambda: (hash(PARSED), Hand.parse(HAND) == PARSED),
    "Meld": lambda: (Meld.chow("123m"), Meld.pung("E"), Meld.kong("C", added=True), Meld.parse("[789m,1]")),
    "score": lambda: mj2p.score(HAND),
    "score a Hand": fresh,
    "score pairs": lambda: mj2p.score(PAIRS, self_draw=True),
    "score mcr": lambda: mj2p.score(KNITTED, "mcr"),
    "score dongbei136": lambda: mj2p.score("123m456s78pNNNCC9p|EE1000||dealer", "dongbei136"),
    "is_complete": lambda: mj2p.is_complete(HAND),
    "waits": lambda: mj2p.waits("1112345678999m", seen="1m9m"),
    "waits mcr": lambda: mj2p.waits("19m19s19pESWNCFP", "mcr"),
    "distance": lambda: mj2p.distance("135m24mEESSWWNNC"),
    "distance mcr": lambda: mj2p.distance("135m24sEESSWWNNC", "mcr"),
    "useful": lambda: mj2p.useful("135m24mEESSWWNNC", seen={"1m": 1}),
    "discards": lambda: mj2p.discards("11123456789mEEC", draws=2),
    "discards wide": lambda: mj2p.discards("11123456789mEEC", seen=SEEN, level="wide"),
    "encode": lambda: mj2p.encode([HAND, PAIRS]),
    "encode marked": lambda: mj2p.encode([HAND, "?", "[124m,1]"], errors="mark"),
    "decode": lambda: mj2p.decode(RECORDS[:2]),
    "score_batch": lambda: mj2p.score_batch(RECORDS),
    "score_batch counts": lambda: mj2p.score_batch(RECORDS, counts=True),
    "score_batch out": lambda: mj2p.score_batch(RECORDS[::2], out=OUT[: len(RECORDS) // 2]),
    "is_complete_batch": lambda: mj2p.is_complete_batch(COUNTS),
    "distance_batch": lambda: mj2p.distance_batch(COUNTS),
    "waits_batch": lambda: mj2p.waits_batch(COUNTS),
    "useful_batch": lambda: mj2p.useful_batch(COUNTS),
    "hand_dtype": lambda: mj2p.hand_dtype("mcr"),
    "Game": lambda: mj2p.Game("table72", seed=5),
    "Game.copy and step": lambda: GAME.copy().step(GAME.actions[0]),
    "Game.verify": lambda: GAME.verify(1),
    "rules.get": lambda: mj2p.rules.get("mcr"),
    "rules.names": mj2p.rules.names,
    "rules.fans": lambda: (MCR.fans["清龙"], MCR.fans["Pure Straight"], "dragon" in MCR.fans),
}
#: Called a tenth as often.
DEAR: dict[str, Callable[[], object]] = {
    "Game.observation": lambda: (GAME.observation(0), GAME.mask, GAME.state, GAME.history),
    "a whole game": a_game,
    "Game pickle": lambda: pickle.loads(pickle.dumps(GAME)),
    "Game.determinize": lambda: GAME.determinize(0, RANDOM),
    "Score.fans": lambda: fresh().fans,
    "Score.excluded": lambda: fresh().excluded,
    "Score.sets": lambda: fresh().sets,
    "Score str": lambda: str(fresh()),
    "Score repr": lambda: repr(fresh()),
    "Score html": lambda: fresh()._repr_html_(),
    "Score.to_dict": lambda: fresh().to_dict(),
    "Score pickle": lambda: pickle.loads(pickle.dumps(SCORE)),
    "Score ==": lambda: (fresh() == SCORE, hash(SCORE), SCORE < SCORE, SCORE.enough, SCORE.points, SCORE.wait),
}
#: Called a thousandth as often: most make a rule set.
DEAREST: dict[str, Callable[[], object]] = {
    "Game.log": lambda: str(GAME.log),
    "replay": lambda: mj2p.replay(GAME.log),
    "rules.load": lambda: mj2p.rules.load(GOOD),
    "rules.check": lambda: mj2p.rules.check(BAD),
    "derive": lambda: DUEL64.derive(values={"清龙": 17}),
    "a rule set packed": lambda: mj2p.score(HAND, DUEL64.derive(values={"清龙": 17})).excluded,
    "RuleSet pickle": lambda: pickle.loads(pickle.dumps(DUEL64)).fingerprint,
    "threads": lambda: mj2p.score_batch(np.tile(RECORDS, 1000), threads=2),
    "census": lambda: str(mj2p.census(threads=2)),
    "pair_odds": lambda: mj2p.pair_odds(1, 91, 3),
    "BatchGame": lambda: (batch := mj2p.BatchGame(5), batch.observe(), batch.step(batch.sample(RANDOM)), batch.mask),
    "players": lambda: mj2p.simulate(2, players=("value", "search")),
    "simulate": lambda: mj2p.simulate(100, players=("random", "random"), duplicate=True).summary().to_dict(),
    "simulate threads": lambda: mj2p.simulate(100, players=("random", "random"), threads=2, part=10).summary(),
}
ERRORS: dict[str, Callable[[], object]] = {
    "an action": lambda: GAME.step(1),
    "a wall": lambda: mj2p.Game("duel64", wall="11111m"),
    "text": lambda: mj2p.score("12345678mEEECC?"),
    "meld": lambda: mj2p.score("[124m,1]456789mCC1m1m"),
    "tiles": lambda: mj2p.score("12345678sEEECC9s"),
    "size": lambda: mj2p.score("12345678mEEECC"),
    "copies": lambda: mj2p.score("1234567mEEEEECC"),
    "situation": lambda: mj2p.score("12345678mEEECC9m|EE1001||"),
    "seen": lambda: mj2p.waits("12345678mEEECC", seen="EE"),
    "a keyword": lambda: mj2p.score(HAND, blessed=True),  # type: ignore[call-arg]
    "no hand": lambda: mj2p.score(7),  # type: ignore[arg-type]
    "no rules": lambda: mj2p.score(HAND, "riichi"),
    "no fan": lambda: MCR.fans["dragon"],
    "a row": lambda: mj2p.encode([HAND, "?"]),
    "a record": lambda: mj2p.decode(np.frombuffer(b"\xff" * 64, RECORDS.dtype)),
    "a dtype": lambda: mj2p.score_batch(COUNTS),
    "an out": lambda: mj2p.score_batch(RECORDS, out=OUT[:1]),
    "a shape": lambda: mj2p.distance_batch(COUNTS[:, :9]),
    "a change": lambda: setattr(PARSED, "win", 1),
}
#: Errors that are dear: NotComplete looks for what would complete the hand.
DEAR_ERRORS: dict[str, Callable[[], object]] = {
    "not complete": lambda: mj2p.score("12345678mEEECC1m"),
    "not complete mcr": lambda: mj2p.score("19m19s19pESWNCFP2m", "mcr"),
    "not derived": lambda: DUEL64.derive(values={"清龙": -1}),
}


def raised(call: Callable[[], object]) -> Callable[[], object]:
    def run() -> None:
        with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
            call()
            raise AssertionError("no error")

    return run


def resident() -> int:
    """Bytes of the process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(call: Callable[[], object], times: int) -> int:
    """Of three thirds the least, three times: caches fill and arenas grow once, a leak grows always."""
    for _ in range(max(20, times // 20)):
        call()
    thirds = []
    for _ in range(3):
        gc.collect()
        before = resident()
        for _ in range(times // 3):
            call()
        gc.collect()
        thirds.append(resident() - before)
    return 3 * max(0, min(thirds))


def main(n: int) -> None:
    GOOD.write_text('parent = "duel64"\nname = "good"\n[values]\npure_straight = 17\n', encoding="utf-8")
    BAD.write_text('parent = "duel64"\nname = "bad"\n[values]\npure_straight = -1\n', encoding="utf-8")
    calls = [(name, call, n) for name, call in CALLS.items()]
    calls += [(name, call, n // 10) for name, call in DEAR.items()]
    calls += [(name, call, n // 1000) for name, call in DEAREST.items()]
    calls += [(f"error: {name}", raised(call), n) for name, call in ERRORS.items()]
    calls += [(f"error: {name}", raised(call), n // 10) for name, call in DEAR_ERRORS.items()]
    print(json.dumps({name: (growth(call, max(20, times)), max(20, times)) for name, call, times in calls}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
