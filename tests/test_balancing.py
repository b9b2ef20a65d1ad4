"""docs/balancing.md: the page is what its generator makes, and it is known to be stale where it is not."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from generators import generator

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def make_balancing() -> ModuleType:
    pytest.importorskip("matplotlib")
    return generator("make_balancing")


def test_the_page_is_fresh(make_balancing: ModuleType) -> None:
    assert make_balancing.main(["--check"]) == 0, "run make docs"


def test_a_stale_page_is_named_and_mended(
    make_balancing: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, plot = tmp_path / "docs/balancing.md", tmp_path / "docs" / make_balancing.PLOT
    page.parent.mkdir()
    text = (ROOT / "docs/balancing.md").read_text(encoding="utf-8")
    assert '"清龙" = 32' in text and "| total of a win |" in text
    for changed in (text.replace('"清龙" = 32', '"清龙" = 24'), text.replace("| draws | ", "| draws | 1")):
        page.write_text(changed, encoding="utf-8")
        plot.write_text("old", encoding="utf-8")
        assert make_balancing.main(["--check"], tmp_path) == 1
        assert capsys.readouterr().out == "docs/balancing.md: is stale, run make docs\n"
        assert page.read_text(encoding="utf-8") == changed and plot.read_text("utf-8") == "old"
        assert make_balancing.main([], tmp_path, games=300) == 0
        written, drawn = page.read_bytes(), plot.read_bytes()
        assert make_balancing.main(["--check"], tmp_path) == make_balancing.main([], tmp_path) == 0
        assert (page.read_bytes(), plot.read_bytes()) == (written, drawn)
        plot.unlink()
        assert make_balancing.main(["--check"], tmp_path) == 1
        assert "is stale" in capsys.readouterr().out.splitlines()[-1]
    page.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="shows no house"):
        make_balancing.main(["--check"], tmp_path)
