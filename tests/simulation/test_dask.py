"""`simulate` past one machine: a real Dask cluster of two processes gives the same bytes, even when one is killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mj2p import simulate

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="the workers would start too slowly"),
    pytest.mark.filterwarnings("default"),  # what the cluster says of itself while a worker dies is its own affair
]
TWO = ("random", "random")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        yield client


def test_dask_gives_the_same_bytes(client: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    one = simulate(2000, "duel72", players=TWO, seed=5, duplicate=True)
    with client.get_executor() as executor:
        for part in (2000, 350):
            assert simulate(2000, "duel72", 5, players=TWO, executor=executor, duplicate=True, part=part) == one
        assert simulate(2000, "duel72", 5, players=TWO, executor=executor, duplicate=True, path=tmp_path) == one


def test_a_client_is_no_executor(client: Any) -> None:
    with pytest.raises(TypeError, match=r"say client.get_executor\(\)"):
        simulate(10, players=TWO, executor=client)


def test_a_worker_is_killed(client: Any) -> None:
    """It dies with parts that it was asked for: others play them, and the result is complete."""
    one = simulate(40_000, players=TWO, seed=6)
    victim = next(iter(client.run(os.getpid).values()))
    killed = []

    def kill(done: int, n: int) -> None:
        if not killed and done < n:
            os.kill(victim, signal.SIGKILL)
            killed.append(done)

    with client.get_executor(retries=3) as executor:
        again = simulate(40_000, players=TWO, seed=6, executor=executor, part=200, progress=kill)
    assert killed and again == one
    assert victim not in client.run(os.getpid).values()
