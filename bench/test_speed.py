"""The speed of what users call, with pytest-benchmark; `gates.py` has the gates and the comparison turn by turn.

A round of a batch is 20,000 hands (1 ms a round: 50 ns a hand); `pymahjonggb` is PyMahjongGB on the same hands. Each
benchmark also looks at what came out: a fast wrong answer is none.
"""

from __future__ import annotations

import itertools
import subprocess
import sys
from typing import Any

import mixes
import numpy as np
import pymahjonggb
import pytest
from workloads import WORKLOADS, Workload

import mj2p

HANDS = 20_000


@pytest.mark.parametrize("work", WORKLOADS, ids=lambda work: work.name)
def test_batch(benchmark: Any, work: Workload) -> None:
    rows = work.load()[:HANDS]
    benchmark.group = work.what
    out = benchmark.pedantic(work.run, (rows,), rounds=15, warmup_rounds=1)
    if work.kernel == "score_batch":
        wins = mj2p.is_complete_batch(rows["counts"], mixes.MIXES[work.mix][0])
        assert np.array_equal(out["status"], np.where(wins, mj2p.Status.WIN, mj2p.Status.NOT_COMPLETE))
        assert wins.all() != (work.mix == "dealt")
    elif work.kernel == "is_complete_batch":
        assert out.all() if work.mix == "closed" else 0 < np.count_nonzero(out) < HANDS // 1000
    else:
        distance = out[0] if work.kernel == "useful_batch" else out
        assert distance.min() >= 0 and distance.max() <= 6


@pytest.mark.parametrize("work", [work for work in WORKLOADS if work.peer], ids=lambda work: work.name)
def test_pymahjonggb(benchmark: Any, work: Workload) -> None:
    benchmark.group = work.what
    given = pymahjonggb.arguments(mixes.load(work.mix)[:HANDS])
    benchmark.pedantic(work.peer, (given,), rounds=3, warmup_rounds=1)


def test_two_threads(benchmark: Any) -> None:
    rows = mixes.load("closed")[:HANDS]
    benchmark.group = "full fan search, all complete closed hands"
    out = benchmark.pedantic(mj2p.score_batch, (rows,), {"threads": 2}, rounds=15, warmup_rounds=1)
    assert np.array_equal(out, mj2p.score_batch(rows))


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return mj2p.decode(mixes.load("closed")[:5_000])


def test_score_of_a_hand(benchmark: Any, texts: list[str]) -> None:
    hands = itertools.cycle([mj2p.Hand.parse(text) for text in texts])
    benchmark.group = "one call"
    score = benchmark(lambda: mj2p.score(next(hands), "duel64"))
    assert score.total >= 6  # every complete hand of the 64 tiles is 混一色 at least


def test_score_of_a_text(benchmark: Any, texts: list[str]) -> None:
    several = itertools.cycle(texts)
    benchmark.group = "one call"
    score = benchmark(lambda: mj2p.score(next(several), "duel64"))
    assert score.total >= 6


def test_encode(benchmark: Any, texts: list[str]) -> None:
    benchmark.group = "texts"
    records = benchmark.pedantic(mj2p.encode, (texts,), rounds=5, warmup_rounds=1)
    assert np.array_equal(records, mixes.load("closed")[: len(texts)])


def test_decode(benchmark: Any, texts: list[str]) -> None:
    benchmark.group = "texts"
    assert benchmark.pedantic(mj2p.decode, (mixes.load("closed")[:5_000],), rounds=5, warmup_rounds=1) == texts


def test_import(benchmark: Any) -> None:
    """A fresh interpreter that imports numpy and this package; numpy is most of it."""
    benchmark.group = "import"
    benchmark.pedantic(subprocess.run, ([sys.executable, "-c", "import mj2p"],), {"check": True}, rounds=5)
