"""Try the tests: make each small change of tests/mutations.toml to a copy of the tree, and see its test fail.

    python tools/mutate.py                     # all of them
    python tools/mutate.py hidden-drawn        # by id
    python tools/mutate.py --room simulation   # by the first folder below src/mj2p
    python tools/mutate.py --python            # those that compile nothing

The tree itself is only read: the copy is build/mutate, which takes over what the tree has compiled, so that a change
in C costs one extension, not optimised. Before a change the tests named are run once as they are, and must pass. Exit
status 1 where a change lives, or where one cannot be tried: its text is not there just once, it does not compile, its
test does not pass unchanged.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests/mutations.toml"
SCRATCH = ROOT / "build/mutate"
PACKAGE = Path("src/mj2p")
COPIED = (
    "src", "tests", "tools", "docs", "bench", "build/cython", "build/generated", "build/lib.*", "build/temp.*",
    "*.*", "Makefile",
)  # fmt: skip
SKIPPED = {"__pycache__", ".hypothesis", ".pytest_cache"}
#: What is compiled, or made into what is.
COMPILED = {".pyx", ".pxi", ".pxd"}
GENERATING = {PACKAGE / "codes.py", PACKAGE / "rules/catalogue.py"}
#: Seconds for the named tests of one change; one that hangs has been noticed.
MOST_SECONDS = 240


@dataclass(frozen=True)
class Mutation:
    """A change of `file` (below src/mj2p) that `test` must notice; `why` says what is wrong with the changed text."""

    id: str
    file: str
    before: str
    after: str
    test: str | list[str]
    why: str

    @property
    def path(self) -> Path:
        return PACKAGE / self.file

    @property
    def room(self) -> str:
        return self.file.split("/")[0]

    @property
    def tests(self) -> list[str]:
        return [self.test] if isinstance(self.test, str) else self.test

    @property
    def compiles(self) -> bool:
        return self.path.suffix in COMPILED or self.path in GENERATING

    def changed(self, tree: Path) -> str:
        """The text of the file with the change; ValueError where what it changes is not there just once."""
        text = (tree / self.path).read_text(encoding="utf-8")
        found = text.count(self.before)
        if found != 1:
            raise ValueError(f"{self.path} has the text before {found} times, not once")
        return text.replace(self.before, self.after)


def mutations(path: Path = LIST) -> list[Mutation]:
    """The list; ValueError for two of one id, or a change that changes nothing."""
    listed = [Mutation(**one) for one in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]]
    ids = [one.id for one in listed]
    for one in listed:
        if ids.count(one.id) > 1 or one.before == one.after:
            raise ValueError(f"mutation {one.id}: its id is there twice, or it changes nothing")
    return listed


def sync(source: Path = ROOT, target: Path = SCRATCH) -> None:
    """Make the copy what the tree is, times of files included, compiled or not."""
    wanted = {
        path.relative_to(source)
        for pattern in COPIED
        for top in source.glob(pattern)
        for path in ([top] if top.is_file() else top.rglob("*"))
        if path.is_file() and not SKIPPED.intersection(path.parts)
    }
    for path in [path for path in target.rglob("*") if path.is_file()]:
        if path.relative_to(target) not in wanted:
            path.unlink()
    for path in wanted:
        ours, copy = (source / path).stat(), target / path
        with contextlib.suppress(FileNotFoundError):
            there = copy.stat()
            if (there.st_mtime_ns, there.st_size) == (ours.st_mtime_ns, ours.st_size):
                continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / path, copy)


def run(*command: str) -> tuple[int | None, str]:
    """The exit status of a command in the copy, None where it took too long, and its last words; it ends whole."""
    env = os.environ | {
        "PYTHONPATH": str(SCRATCH / "src"), "PYTHONDONTWRITEBYTECODE": "1", "MJ2P_FAST": "1", "COLUMNS": "200",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, *command], cwd=SCRATCH, env=env, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    ) as child:  # fmt: skip
        try:
            said = child.communicate(timeout=MOST_SECONDS)[0]
        except subprocess.TimeoutExpired:
            return None, "took too long"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    return child.returncode, said


def run_tests(tests: list[str]) -> tuple[int | None, str]:
    return run("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)


def try_out(mutation: Mutation) -> tuple[str, str]:
    """Killed, LIVES or ERROR, and a word on it. The copy is as the tree before; afterwards it has the change."""
    try:
        changed = mutation.changed(SCRATCH)
    except (ValueError, FileNotFoundError) as error:
        return "ERROR", str(error)
    (SCRATCH / mutation.path).write_text(changed, encoding="utf-8")
    if mutation.compiles:
        status, said = run("setup.py", "--quiet", "build_ext", "--inplace")
        if status != 0:
            return "ERROR", f"does not compile: {said[-300:]}"
    status, said = run_tests(mutation.tests)
    ended = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    failed = [line.split(" - ")[0].split("::")[-1] for line in ended]
    if status == 0:
        return "LIVES", ""
    if status == 1:
        return "killed", failed[0] if failed else ""
    if status is None or status < 0:
        return "killed", "took too long" if status is None else f"by signal {-status}"
    return "ERROR", f"pytest ended with {status}: {said[-300:]}"


def unchanged(chosen: list[Mutation]) -> dict[str, str]:
    """What the tests that do not pass as they are say, by test."""
    tests = sorted({test for one in chosen for test in one.tests})
    if run_tests(tests)[0] == 0:
        return {}
    return {test: said[-300:] for test in tests for status, said in [run_tests([test])] if status != 0}


def tried(chosen: list[Mutation], console: Console) -> Iterator[tuple[Mutation, str, str, float]]:
    """Each with how it ended, a word on it, and seconds."""
    sync()
    with console.status("the tests as they are"):
        wrong = unchanged(chosen)
    for at, one in enumerate(chosen):
        began = time.perf_counter()
        failing = [wrong[test] for test in one.tests if test in wrong]
        if failing:
            ended, word = "ERROR", f"its test does not pass unchanged: {failing[0]}"
        else:
            with console.status(f"{at + 1} of {len(chosen)}: {one.id}"):
                ended, word = try_out(one)
                sync()
        if not console.is_terminal:
            console.print(f"{ended:6} {one.id}")
        yield one, ended, word, time.perf_counter() - began


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("ids", nargs=-1)
@click.option("--room", help="Those of one folder of src/mj2p.")
@click.option("--python", is_flag=True, help="Those that compile nothing.")
def main(ids: tuple[str, ...], room: str | None, python: bool) -> None:
    console = Console(soft_wrap=True)
    listed = mutations()
    unknown = set(ids) - {one.id for one in listed}
    if unknown:
        raise click.BadParameter(f"there is no {', '.join(sorted(unknown))} in {LIST.name}")
    chosen = [
        one for one in listed
        if (not ids or one.id in ids) and room in (None, one.room) and not (python and one.compiles)
    ]  # fmt: skip
    if not chosen:
        raise click.UsageError("nothing is chosen")
    table = Table("id", "file", "ended", "s", "by", box=None, pad_edge=False)
    ends = []
    try:
        for one, ended, word, seconds in tried(chosen, console):
            ends.append(ended)
            table.add_row(one.id, one.file, ended, f"{seconds:.0f}", word or one.why)
    finally:  # after Ctrl-C too
        console.print(table)
        console.print(f"{ends.count('killed')} of {len(chosen)} killed, {ends.count('LIVES')} live")
    sys.exit(ends.count("killed") < len(chosen))


if __name__ == "__main__":
    main()
