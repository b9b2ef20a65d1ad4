"""The documents tell the truth: their code runs, their commands print what they say, their links lead somewhere, the
pages that are made from data are fresh.

In README.md and docs/*.md, the blocks of a page: ```python is a session that is run (with `needs=MODULE` behind the
word: not where MJ2P_WITHOUT names that module as not installed); ```toml and ```text whose first line is `# NAME` are
files that sessions and commands find; ```console are commands `$ mj2p …` with what they print.
"""

from __future__ import annotations

import doctest
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from generators import generator
from rule_sets import FOR_TWO

import mj2p
from mj2p.rules.catalogue import FANS
from mj2p.rules.draft import HEADINGS
from mj2p.rules.settings import FORMS, SETTINGS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EVERY_PAGE = [*PAGES, *sorted((ROOT / "docs/rules").glob("*.md"))]
BLOCK = re.compile(r"^( *)```(\w+)([^\n]*)\n(.*?)^\1```$", re.M | re.S)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[tuple[int, str, str]]:
    """The blocks of a language: line where the text begins (from 0), what stands behind the language, text."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start(4)), found[3].strip(), textwrap.dedent(found[4]))
        for found in BLOCK.finditer(text)
        if found[2] == language
    ]


def write_files(page: Path, folder: Path) -> None:
    """The files that the page shows; the line with its name is a comment in TOML, and not part of a text."""
    for language in ("toml", "text"):
        for _, _, text in blocks(page, language):
            if named := re.match(r"# (\w+\.\w+)\n", text):
                (folder / named[1]).write_text(text if language == "toml" else text[named.end() :], encoding="utf-8")


# ---- Python ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name)
def test_sessions(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mj2p.players.registry._REGISTERED", {})  # what a page registers is its own affair
    write_files(page, tmp_path)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    shared: dict[str, Any] = {}
    said = io.StringIO()
    for line, info, text in blocks(page, "python"):
        if (needs := re.fullmatch(r"needs=(\w+)", info)) and needs[1] in os.environ.get("MJ2P_WITHOUT", "").split():
            continue
        test = doctest.DocTestParser().get_doctest(text, shared, name(page), str(page), line)
        assert test.examples, f"{name(page)}:{line}: a block without >>>"
        runner.run(test, out=said.write, clear_globs=False)
        shared.update(test.globs)
    results = runner.summarize(verbose=False)
    assert results.attempted and not results.failed, said.getvalue()


FOUND = """
import json, mj2p
def is_there(name):
    try:
        return hasattr(mj2p, name)
    except ImportError as error:
        return error.name == "matplotlib"  # an extra
print(json.dumps([name for name in dir(mj2p) if is_there(name)]))
"""


def test_names_of_the_package_are_there_after_its_import() -> None:
    """`mj2p.match.rooms` on a page works in a session that has said `import mj2p` and no more."""
    pages = "".join(page.read_text(encoding="utf-8") for page in EVERY_PAGE)
    said = set(re.findall(r"\bmj2p\.([A-Za-z]\w*)", pages))
    done = subprocess.run([sys.executable, "-c", FOUND], capture_output=True, text=True, timeout=60, check=True)
    assert {"match", "plotting", "summary"} <= said
    assert said <= {*json.loads(done.stdout)}


def test_the_readme_shows_about_thirty_lines() -> None:
    lines = "".join(text for _, _, text in blocks(ROOT / "README.md", "python")).splitlines()
    assert 25 <= sum(bool(line) for line in lines) <= 50


# ---- The command line ------------------------------------------------------------------------------------------------


def commands(page: Path) -> list[tuple[str, str]]:
    """The commands of a page, each with what it prints."""
    found = []
    for _, _, text in blocks(page, "console"):
        for command in re.split(r"^\$ ", text, flags=re.M)[1:]:
            line, _, output = command.partition("\n")
            found.append((line, output.strip("\n")))
    return found


@pytest.mark.parametrize(
    ("page", "command", "printed"),
    [pytest.param(page, *one, id=f"{name(page)}: {one[0]}") for page in PAGES for one in commands(page)],
)
def test_commands(page: Path, command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("click")
    from click.testing import CliRunner

    from mj2p.cli.app import cli

    monkeypatch.chdir(tmp_path)
    write_files(page, tmp_path)
    program, *arguments = shlex.split(command)
    assert program == "mj2p", f"only mj2p is run: {command}"
    result = CliRunner().invoke(cli, arguments, prog_name="mj2p")
    output = "\n".join(line.rstrip() for line in result.output.strip("\n").splitlines())
    assert doctest.OutputChecker().check_output(printed + "\n", output + "\n", doctest.ELLIPSIS), output


# ---- Links and tables ------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", EVERY_PAGE, ids=name)
def test_links(page: Path) -> None:
    text = re.sub(r"`[^`\n]*`", "", BLOCK.sub("", page.read_text(encoding="utf-8")))  # [CCCC,2](PPPP) is no link
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        to = (page.parent / path).resolve() if path else page
        assert to.exists(), f"{name(page)}: {target}"
        assert not anchor or anchor in anchors(to), f"{name(page)}: {target}"


def test_every_page_is_reached_from_the_index() -> None:
    text = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for page in PAGES:
        if page.parent.name == "docs" and page.name != "index.md":
            assert f"({page.name})" in text, page.name


def test_the_glossary_has_every_fan() -> None:
    _, _, text = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").partition("\n## Fans\n")
    rows = re.findall(r"^\| (\S+) \| ([^|]+) \| ([^|]+) \| `(\w+)` \|$", text, re.M)
    assert [(zh, en, id_) for zh, _, en, id_ in rows] == [(fan.zh, fan.en, fan.id) for fan in FANS]
    assert all(pinyin.strip() for _, pinyin, _, _ in rows)


def test_rule_files_has_every_table_and_key() -> None:
    text = (ROOT / "docs/rule-files.md").read_text(encoding="utf-8")
    keys = [*HEADINGS, *FORMS, *(row.name for row in SETTINGS)]
    assert [key for key in keys if f"`{key}`" not in text] == []
    words = [word for row in SETTINGS if isinstance(row.kind, tuple) for word in row.kind]
    assert [word for word in words if f'`"{word}"`' not in text] == []


def test_batch_has_every_status_and_situation() -> None:
    text = (ROOT / "docs/batch.md").read_text(encoding="utf-8")
    for one in (*mj2p.Status, *mj2p.Situation):
        assert f"| {one.value} | `{one.name}` |" in text, one.name


def test_columns_of_games_say_every_ending() -> None:
    """In the document and in the docstring of the module, and every column is there."""
    endings = "an `EndedBy`: " + ", ".join(f"{one.value} {one}" for one in mj2p.EndedBy)
    for text in ((ROOT / "docs/simulation.md").read_text(encoding="utf-8"), mj2p.gamerows.__doc__):
        assert f"| `by` | u1 | {endings} |" in text
        assert [name for name in mj2p.gamerows.GAME_DTYPE.names if f"`{name}`" not in text] == []


def test_play_has_every_event_and_field() -> None:
    text = (ROOT / "docs/play.md").read_text(encoding="utf-8")
    seen = set()
    for rules in FOR_TWO:
        match = mj2p.Match(rules, seed=4, hands=6)
        while not match.over:
            game = match.deal()
            while not game.over:
                often = [one for one in game.actions if one.name not in ("pass", "discard", "win")]
                game.step((often or game.actions)[-1])
            match.close()
        for event in match.log.events:
            seen.add(event["type"])
            assert f"`{event['type']}`" in text, event
            assert [key for key in event if key != "type" and f"`{key}`" not in text] == []
    assert len(seen) >= 20


# ---- Pages made from data --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def make_docs() -> ModuleType:
    return generator("make_docs")


def test_generated_pages_are_fresh(make_docs: ModuleType) -> None:
    assert [name(path) for path, _ in make_docs.stale()] == []


def test_stale_pages_are_named_and_mended(
    make_docs: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "README.md", tmp_path)
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    standard = tmp_path / "src/mj2p/rules/standard.toml"
    standard.parent.mkdir(parents=True)
    text = (ROOT / "src/mj2p/rules/standard.toml").read_text(encoding="utf-8")
    standard.write_text(text.replace("seconds = 0", "seconds = 9"), encoding="utf-8")
    (tmp_path / "docs/rules/mcr.md").write_text("old", encoding="utf-8")
    (tmp_path / "docs/rules/gone.md").write_text(make_docs.MADE, encoding="utf-8")
    (tmp_path / "docs/rules/own.md").write_text("by hand", encoding="utf-8")
    (tmp_path / "docs/rules/duel64.md").unlink()
    capsys.readouterr()
    stale = make_docs.stale(tmp_path)  # the copy has no bench/results.json: its README may be stale too
    assert make_docs.main(["--check"], tmp_path) == 1
    printed = capsys.readouterr().out
    for page in ("docs/rules/mcr.md", "docs/rules/gone.md", "docs/rules/duel64.md", "rules/standard.toml"):
        assert page in printed
    assert "own.md" not in printed and "duel72" not in printed
    assert len(printed.splitlines()) == len(stale)
    assert make_docs.main([], tmp_path) == 0
    assert not (tmp_path / "docs/rules/gone.md").exists()
    assert (tmp_path / "docs/rules/own.md").read_text(encoding="utf-8") == "by hand"
    assert make_docs.main(["--check"], tmp_path) == 0


def test_a_fan_without_an_example_is_an_error(make_docs: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_docs, "example", lambda fan, rules: None)
    with pytest.raises(ValueError, match="大四喜 Big Four Winds counts in duel64"):
        make_docs.page(mj2p.rules.get("duel64"))


def test_the_page_of_a_rule_set_shows_every_difference(make_docs: ModuleType) -> None:
    rules = mj2p.rules.get("mcr").derive(
        "mine",
        add=["听牌"],
        remove=["花龙"],
        values={"清龙": 20},
        exclusions={"清龙": ["not 老少副", "断幺"]},
        limits={"四归一": 1},
        minimum=8,
    )
    assert make_docs.differences(rules, mj2p.rules.get("mcr")) == [
        "- `minimum`: `8`, not `0`",
        "- 1 fans less: 花龙",
        "- 1 fans more: 听牌",
        "- values (the parent's): 清龙 20 (16)",
        "- exclusions more: 清龙 > 断幺",
        "- exclusions less: 清龙 > its 老少副",
        "- limits: 四归一 1",
    ]
    same = mj2p.rules.get("mcr").derive("same")
    assert make_docs.differences(same, mj2p.rules.get("mcr")) == ["Nothing but its name."]


def test_speeds_come_from_what_was_measured(make_docs: ModuleType) -> None:
    labels = {name: label for label, name in make_docs.SPEEDS.items()}
    rows = [
        {"name": "score_batch", "ns": 41.7, "instructions": 310, "ratio_to_pymahjonggb": 112.4},
        {"name": "score_hand", "ns": 1480.0, "instructions": None, "ratio_to_pymahjonggb": 3.17},
        {"name": "something else", "ns": 1.0},
    ]
    said = make_docs.speeds({"machine": "a machine", "rows": rows})
    assert f"| {labels['score_batch']} | 42 ns | 112 |" in said
    assert f"| {labels['score_hand']} | 1.5 µs | 3.2 |" in said
    assert "a machine" in said and labels["score_batch_two_threads"] not in said and "something else" not in said
    assert "make bench" in make_docs.speeds(None) and "|" not in make_docs.speeds(None)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    changed = make_docs.readme(text, json.loads(json.dumps({"machine": "a machine", "rows": rows})))
    assert said in changed and make_docs.readme(changed, None) == make_docs.readme(text, None)
