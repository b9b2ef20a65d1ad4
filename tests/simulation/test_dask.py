"""`simulate` past one machine: a real Dask cluster of two processes gives the same bytes, whoever is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from children import started

import mj2p
from mj2p import simulate
from mj2p.simulation.executors import _Dask

config = pytest.importorskip("dask.config")
distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the workers would start too slowly"),
    pytest.mark.filterwarnings("default"),  # what the cluster says of itself while a worker dies is its own affair
]
TWO = ("random", "random")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    lively = {
        "distributed.worker.multiprocessing-method": "forkserver",  # a worker is started anew in no time
        "distributed.deploy.lost-worker-timeout": "10 minutes",  # 15 s: given up if it is dead again just then
    }
    with (
        config.set(lively),
        distributed.LocalCluster(**settings) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_dask_gives_the_same_bytes(client: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one = simulate(2000, "duel72", players=TWO, seed=5, duplicate=True)
    with client.get_executor() as executor:
        assert isinstance(_Dask.over(executor), _Dask)  # not by the bridge of its own, which loses results
        for part in (2000, 350):
            assert simulate(2000, "duel72", 5, players=TWO, executor=executor, duplicate=True, part=part) == one
        assert simulate(2000, "duel72", 5, players=TWO, executor=executor, duplicate=True, path=tmp_path) == one


def test_a_client_is_no_executor(client: Any) -> None:
    with pytest.raises(TypeError, match=r"say client.get_executor\(\)"):
        simulate(10, players=TWO, executor=client)


class Breaks:
    """A player with a bug."""

    def choose(self, game: mj2p.Game) -> object:
        raise ZeroDivisionError("mine")


def test_an_error_of_a_player_is_its_own(client: Any) -> None:
    with client.get_executor(retries=5) as executor, pytest.raises(ZeroDivisionError, match="mine") as error:
        simulate(40, players=("random", Breaks()), executor=executor, part=10)
    assert "in choose" in error.value.__notes__[0]


class Killer:
    """Told of progress, it kills workers of a cluster now and then, so many at a time, when so many are at work."""

    def __init__(self, cluster: Any, together: tuple[int, ...]) -> None:
        self.cluster, self.left, self.killed = cluster, list(together), set[int]()

    def __call__(self, done: int, n: int) -> None:
        if self.left and len(alive := self.alive()) >= self.left[0] and random.random() < 0.3:
            for pid in random.sample(alive, self.left.pop(0)):
                os.kill(pid, signal.SIGKILL)
                self.killed.add(pid)

    def alive(self) -> list[int]:
        """The processes that are workers by now; one that dies while it starts would not be started again."""
        processes = [nanny.process for nanny in self.cluster.workers.values()]
        pids = [process.pid for process in processes if process is not None and process.status.name == "running"]
        return [pid for pid in pids if pid is not None and pid not in self.killed]


@pytest.mark.parametrize("where", ["memory", "files"])
def test_workers_are_killed(client: Any, tmp_path: Path, where: str) -> None:
    """Ten kills, of one worker and of both: others play what they were to play, or had played, and all is the same."""
    pytest.importorskip("pyarrow")
    one = simulate(40_000, players=TWO, seed=6)
    killer, runs = Killer(client.cluster, (1, 2, 1, 1, 2, 1, 2)), 0
    with client.get_executor() as executor:
        while killer.left:
            path = tmp_path / str(runs) if where == "files" else None
            again = simulate(40_000, players=TWO, seed=6, executor=executor, part=200, path=path, progress=killer)
            assert again == one
            assert path is None or len(list(path.iterdir())) == 200
            runs += 1
    assert len(killer.killed) == 10


def test_a_scheduler_goes_away(tmp_path: Path) -> None:
    """One clear error, though the client waits for it for a while; what is finished stays, and the run goes on."""
    pytest.importorskip("pyarrow")
    dask, quiet = [sys.executable, "-m", "dask"], {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    there = ["--scheduler-file", tmp_path / "scheduler.json", "--no-dashboard"]
    run: dict[str, Any] = {"n": 10**6, "players": TWO, "seed": 6, "part": 500, "path": tmp_path / "games"}
    with ExitStack() as stack:
        scheduler = stack.enter_context(started([*dask, "scheduler", "--port", 0, *there], **quiet))
        stack.enter_context(started([*dask, "worker", "--no-nanny", "--nthreads", 1, *there], **quiet))
        while not (tmp_path / "scheduler.json").exists():
            time.sleep(0.01)
        client = stack.enter_context(distributed.Client(scheduler_file=str(tmp_path / "scheduler.json"), timeout=3))

        def kill(done: int, n: int) -> None:
            if done > 2000:
                scheduler.kill()

        with pytest.raises(mj2p.ExecutorError, match=r"the Dask client is \w+: its scheduler went away"):
            simulate(**run, executor=client.get_executor(), progress=kill)
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}
    assert 4 <= len(kept) < 2000

    class Enough(Exception):
        pass

    def enough(done: int, n: int) -> None:
        if done > 500 * len(kept):
            raise Enough

    with pytest.raises(Enough):
        simulate(**run, progress=enough)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "games").iterdir()}.items() >= kept.items()
