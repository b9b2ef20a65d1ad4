"""One game, and one batch, in the hands of eight threads: nothing breaks, and what has been played replays."""

from __future__ import annotations

import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from probes import broken
from rule_sets import FOR_TWO

import mj2p
from mj2p import Game
from mj2p.play.batchgame import BatchGame

THREADS = 8


@pytest.fixture(autouse=True)
def _often() -> object:
    """Threads take turns a thousand times as often as they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[int], object]) -> None:
    start = threading.Barrier(THREADS)

    def one(number: int) -> object:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(one, range(THREADS)))


@pytest.mark.parametrize("rules", ["duel64", "three144"])
def test_eight_threads_on_one_batch(rules: str) -> None:
    batch = BatchGame(2000, rules, seed=1)

    def play(number: int) -> None:
        rng = np.random.default_rng(number)
        for turn in range(12):
            batch.step(batch.sample(rng) if turn % 2 else batch.choose("speed"))
            batch.observe()
            assert batch.mask.any()

    at_once(play)
    for row in range(batch.n):
        game = batch.game(row)
        assert broken(game) == 0
        assert game.actions


def test_one_game_of_eight_threads_replays() -> None:
    """What a thread was told to do may be illegal by then; what was done is in the history once, in its order."""
    for rules in FOR_TWO:
        for seed in range(6):
            game = Game(rules, seed=seed)

            def play(number: int, game: Game = game) -> None:
                rng = random.Random(number)
                while legal := game.position.legal():
                    try:
                        game.step(rng.choice(legal))
                    except mj2p.IllegalAction:
                        continue
                    assert game.log
                    copy = game.copy()
                    again = Game.of(
                        game.rules, game.start, balances=game.balances, base=game.base, history=copy.history
                    )  # type: ignore[arg-type]
                    assert again == copy

            at_once(play)
            assert game.over
            assert mj2p.replay(game.log) == game == pickle.loads(pickle.dumps(game))


CHOOSING = "import mj2p\nb = mj2p.BatchGame(2000)\n[b.step(b.choose('speed')) for _ in range(8)]"
ASKED = f"{CHOOSING}\nprint(flush=True)\nb.choose('search')"
SIMULATED = """
import mj2p

class Same:
    def choose_batch(self, batch):
        return batch.choose("random")

print(flush=True)
mj2p.simulate(100000, players=("search", Same()), threads={threads})
"""


@pytest.mark.parametrize(
    "code", [ASKED, SIMULATED.format(threads=1), SIMULATED.format(threads=2)], ids=["choose", "simulate", "in threads"]
)
def test_ctrl_c_is_heard_while_search_thinks(code: str) -> None:
    """Within a second of its own time; on a busy machine that is longer. It was 16 s."""
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    run = subprocess.Popen([sys.executable, "-c", heard + code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(1.5)
        assert run.poll() is None
        began = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
        assert b"KeyboardInterrupt" in told
        assert time.monotonic() - began < 5
    finally:
        run.kill()
        run.communicate()
