"""The core against the plain scorer, as far as an ordinary test run has time for; the scripts beside it go further."""

from __future__ import annotations

from typing import Any

import pytest

import mj2p

from . import RULES
from .exhaustive import main as exhaustive
from .sampled import main as sampled


@pytest.mark.parametrize("rules", RULES)
def test_samples(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = sampled(["--rules", rules, "--hands", "30000", "--seed", "1"])
    assert status == 0, capsys.readouterr().out


@pytest.mark.long
def test_closed_hands(capsys: pytest.CaptureFixture[str]) -> None:
    """Every complete hand without melds, every winning tile, drawn and claimed."""
    status = exhaustive(["--part", "closed"])
    assert status == 0, capsys.readouterr().out


def test_a_difference_is_seen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A total that is wrong by one in a few hands of the sample."""
    right = mj2p.score_batch

    def wrong(*args: Any, **kwargs: Any) -> Any:
        scores, counts = right(*args, **kwargs)
        scores["total"][scores["total"] == 88] += 1
        return scores, counts

    monkeypatch.setattr(mj2p, "score_batch", wrong)
    assert sampled(["--rules", "duel64", "--hands", "20000", "--seed", "1"]) == 1
    assert "differ: total" in capsys.readouterr().out
