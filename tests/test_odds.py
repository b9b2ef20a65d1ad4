"""The page of odds and its plots."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from generators import generator

import mj2p

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def make_odds() -> ModuleType:
    return generator("make_odds")


def test_the_page_has_what_is_counted(make_odds: ModuleType) -> None:
    """All of duel64 and the hands of mcr; what those of mcr score, `make docs-check` counts."""
    text = (ROOT / "docs/odds.md").read_text(encoding="utf-8")
    blocks = {found[1] + found[2]: found[0] for found in re_blocks(make_odds, text)}
    small, large = mj2p.census(), mj2p.census("mcr", fans=False)
    assert blocks["formsduel64"].splitlines()[1:-1] == make_odds.forms(small)
    assert blocks["formsmcr"].splitlines()[1:-1] == make_odds.forms(large)
    assert blocks["fansduel64"].splitlines()[1:-1] == make_odds.fans(small)
    assert set(blocks) == {"formsduel64", "formsmcr", "fansduel64", "fansmcr", "totalsboth"}
    draw, data = make_odds.plots([small])[make_odds.FANS]
    assert make_odds.digest(draw, data) in (ROOT / "docs" / make_odds.FANS).read_text(encoding="utf-8")


def re_blocks(make_odds: ModuleType, text: str) -> list[tuple[str, str, str]]:
    return [(found[0], found[2], found[3]) for found in make_odds.BLOCK.finditer(text)]


def test_stale_pages_are_named_and_mended(
    make_odds: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    every = [mj2p.census(), replace(mj2p.census("duel72"), rules=mj2p.rules.get("duel72").derive("mcr"))]
    (tmp_path / "docs").mkdir()
    page = tmp_path / "docs/odds.md"
    page.write_bytes((ROOT / "docs/odds.md").read_bytes())
    assert make_odds.main([], tmp_path, every) == 0
    assert "docs/odds.md: written\ndocs/odds-totals.svg: written\n" in capsys.readouterr().out
    assert make_odds.main(["--check"], tmp_path, every) == 0
    plot = tmp_path / "docs" / make_odds.TOTALS
    drawn = plot.read_bytes()
    plot.unlink()
    page.write_text(page.read_text(encoding="utf-8").replace("127,240", "127,241"), encoding="utf-8")
    assert make_odds.main(["--check"], tmp_path, every) == 1
    assert capsys.readouterr().out.count("is stale") == 2
    assert make_odds.main([], tmp_path, every) == 0
    assert plot.read_bytes() == drawn
    assert "127,241" not in page.read_text(encoding="utf-8")
