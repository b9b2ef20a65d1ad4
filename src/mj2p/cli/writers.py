"""The rows of a batch as CSV, JSON lines or Parquet."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib.util import find_spec
from typing import IO, Any, NamedTuple, Protocol

import click

import mj2p

FORMATS = ("csv", "jsonl", "parquet")


class Row(NamedTuple):
    """One hand's result; `fans`: ids with how often each counts; `error`: what is wrong with the line."""

    line: int
    hand: str
    status: str
    total: int
    points: int
    fans: tuple[tuple[str, int], ...]
    wait: str | None
    error: str | None


FANS_AT = Row._fields.index("fans")


class Writer(Protocol):
    """What a format must do."""

    def write(self, rows: Sequence[Row]) -> None: ...

    def close(self) -> None: ...


class Csv:
    """A head, then one row per hand; fans as `pure_straight pung_of_terminals_or_honors*2`."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.csv = csv.writer(out, lineterminator="\n")
        self.csv.writerow(Row._fields)

    def write(self, rows: Sequence[Row]) -> None:
        printable = mj2p.texttable.printable  # a terminal may be what reads it
        self.csv.writerows(
            (row.line, printable(row.hand), *row[2:FANS_AT], spelt(row.fans), *row[FANS_AT + 1 :]) for row in rows
        )
        self.out.flush()

    def close(self) -> None:
        self.out.flush()


class JsonLines:
    """One object per line; what is empty is left out."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out

    def write(self, rows: Sequence[Row]) -> None:
        for row in rows:
            kept = {key: value for key, value in row._asdict().items() if value is not None}
            kept["fans"] = dict(row.fans)
            self.out.write(json.dumps(kept, ensure_ascii=False) + "\n")
        self.out.flush()

    def close(self) -> None:
        self.out.flush()


class Parquet:
    """One column per field; fans as a map from id to how often. Row groups are large, as readers like them."""

    GROUP = 1 << 17

    def __init__(self, out: IO[bytes], about: dict[str, str]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self.pa = pa
        fans = pa.map_(pa.string(), pa.uint8())
        types = [pa.int64(), pa.string(), pa.string(), pa.int32(), pa.int32(), fans, pa.string(), pa.string()]
        self.schema = pa.schema(zip(Row._fields, types, strict=True), metadata=about)
        self.file: Any = pq.ParquetWriter(out, self.schema)
        self.waiting: list[Any] = []

    def write(self, rows: Sequence[Row]) -> None:
        columns = zip(*rows, strict=True)
        arrays = [self.pa.array(column, type=kind) for column, kind in zip(columns, self.schema.types, strict=True)]
        self.waiting.append(self.pa.table(arrays, schema=self.schema))
        if sum(map(len, self.waiting)) >= self.GROUP:
            self.flush()

    def flush(self) -> None:
        if self.waiting:
            self.file.write_table(self.pa.concat_tables(self.waiting))
            self.waiting = []

    def close(self) -> None:
        self.flush()
        self.file.close()


@lru_cache(maxsize=1 << 16)
def spelt(fans: tuple[tuple[str, int], ...]) -> str:
    """Fans in one cell of CSV."""
    return " ".join(fan if times == 1 else f"{fan}*{times}" for fan, times in fans)


@contextmanager
def writer(form: str, path: str | None, about: dict[str, str]) -> Iterator[Writer]:
    """The writer of a format to a file, or to standard output; `about` is kept in the metadata of Parquet."""
    if form == "parquet":
        if path is None:
            raise click.UsageError("Parquet is written to a file: say --output FILE")
        if find_spec("pyarrow") is None:
            raise click.UsageError("Parquet needs pyarrow, which is not installed: pip install 'mj2p[data]'")
    with ExitStack() as stack:
        out: Writer
        try:
            if form == "parquet":
                out = Parquet(stack.enter_context(open(str(path), "wb")), about)
            else:
                text = (
                    sys.stdout if path is None else stack.enter_context(open(path, "w", encoding="utf-8", newline=""))
                )
                out = Csv(text) if form == "csv" else JsonLines(text)
        except OSError as error:
            if path is None:
                raise
            raise click.UsageError(f"cannot write {path}: {error.strerror}") from None
        stack.callback(out.close)
        yield out
