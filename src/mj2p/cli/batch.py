"""Many hands: `batch` streams lines through the scorer in chunks, so memory stays flat however long the file is.

Each line is one hand; empty lines and lines that begin with # are passed over. Each hand gives one row, in order: line,
hand, status, total, points, fans, wait, error. A hand that is not complete is an answer, not an error.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from functools import lru_cache
from typing import IO

import click

import mj2p
from mj2p import RuleSet

from .options import rules_option
from .progress import bar
from .show import echo
from .writers import FORMATS, Row, writer

CHUNK = 8192  # lines scored at a time: enough to drown the overhead of a call, little enough to stay in cache
LONGEST = 4096  # bytes of a line that are looked at; no hand is that long

IDS = [fan.id for fan in mj2p.catalogue.FANS]
WAITS = [wait.name.lower() if wait else None for wait in mj2p.Wait]
WIN = int(mj2p.Status.WIN)
GOOD = (WIN, int(mj2p.Status.NOT_COMPLETE))


def lines(source: IO[bytes]) -> Iterator[tuple[int, str]]:
    """Number and text of each line that holds a hand; of an endless line only its head is kept."""
    number, start = 0, True
    while piece := source.readline(LONGEST):
        if start:
            number += 1
            text = piece.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace").strip()
            if text and not text.startswith("#"):
                yield number, text
        start = piece.endswith(b"\n")


def chunks(source: IO[bytes], size: int) -> Iterator[list[tuple[int, str]]]:
    """The lines, `size` at a time."""
    some: list[tuple[int, str]] = []
    for line in lines(source):
        some.append(line)
        if len(some) == size:
            yield some
            some = []
    if some:
        yield some


def why(text: str, rules: RuleSet) -> str:
    """What is wrong with a bad line, in the words that a single hand gets."""
    try:
        mj2p.score(text, rules=rules)
    except ValueError as error:
        return str(error)
    return "not a valid hand"


@lru_cache(maxsize=1 << 16)
def fans_of(counts: bytes) -> tuple[tuple[str, int], ...]:
    """How often each fan counts; many hands have the same fans."""
    return tuple((IDS[i], times) for i, times in enumerate(counts) if times)


def rows(some: list[tuple[int, str]], rules: RuleSet, threads: int) -> Iterator[Row]:
    """The row of each line of a chunk."""
    texts = [text for _, text in some]
    scores, counts = mj2p.score_batch(
        mj2p.encode(texts, rules, errors="mark"), rules=rules, threads=threads, counts=True
    )
    cap = rules.scoring["cap_points"]
    columns = (scores[name].tolist() for name in ("total", "status", "wait"))
    for (number, text), times, total, status, wait in zip(some, counts, *columns, strict=True):
        if status == WIN:
            points = min(total, cap) if cap else total
            yield Row(number, text, "win", total, points, fans_of(times.tobytes()), WAITS[wait], None)
        else:
            error = None if status in GOOD else why(text, rules)
            yield Row(number, text, mj2p.Status(status).name.lower(), 0, 0, (), None, error)


def size_of(source: IO[bytes]) -> int | None:
    """Bytes of a regular file; None for a pipe or a terminal."""
    try:
        status = os.fstat(source.fileno())
    except (OSError, AttributeError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def same_file(source: IO[bytes], path: str) -> bool:
    """Would writing to `path` destroy what is being read?"""
    try:
        return os.path.samestat(os.fstat(source.fileno()), os.stat(path))
    except (OSError, AttributeError):
        return False


def format_of(output: str | None) -> str:
    """The format that the ending of a file's name asks for."""
    ending = os.path.splitext(output or "")[1][1:].lower() or "csv"
    if ending not in FORMATS:
        raise click.UsageError(f"{output}: its ending is none of {', '.join(FORMATS)}: say --format")
    return ending


@click.command()
@click.argument("file", type=click.File("rb"))
@rules_option
@click.option("--output", "-o", type=click.Path(dir_okay=False), help="Where to; else standard output.")
@click.option("--format", "-f", "form", type=click.Choice(FORMATS), help="Else by the ending of --output; else csv.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="For the scoring itself.")
def batch(file: IO[bytes], rules: RuleSet, output: str | None, form: str | None, threads: int) -> None:
    """Score FILE (or -, standard input), a hand a line.

    A bad line is reported with its number and does not stop the rest.
    Exit status 0: every line is a hand; 1: some are not; 2: wrong usage.
    """
    if output and same_file(file, output):
        raise click.UsageError("--output is the file that is read")
    form = form or format_of(output)
    chunk = 1 if file.isatty() else CHUNK  # a person who types hands sees each answer at once
    size, done, bad = size_of(file), 0, 0
    about = {"rules": rules.name, "fingerprint": rules.fingerprint, "version": mj2p.__version__}
    seen = output is not None or not sys.stdout.isatty()  # rows on the terminal show how far it has come
    with bar("hands", seen) as progress, writer(form, output, about) as out:
        for some in chunks(file, chunk):
            scored = list(rows(some, rules, threads))
            for row in scored:
                if row.error is not None:
                    bad += 1
                    echo(f"line {row.line}: {row.error}", err=True)
            out.write(scored)
            done += len(scored)
            if progress:  # so many hands as the file has if the rest is like what was read
                progress(done, done * size // max(file.tell(), 1) if size else None)
    if bad:
        echo(f"{bad:,} of {done:,} lines are no hands", err=True)
    sys.exit(1 if bad else 0)
