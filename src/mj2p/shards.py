"""Games as Parquet (needs pyarrow): one file, or a directory of shards, a file each, which a stopped run fills up.

A file says in its metadata of which run it is and which of its games it has. It appears under its name when it is
whole (written beside it, then renamed), so a file that is there can be kept.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .game import BY
from .gamerows import game_dtype

__all__ = ["Shards", "read_run", "read_table", "rows_of", "table_of", "write_table"]

Rows = npt.NDArray[np.void]
About = Mapping[str, str]

#: What a file says it is, in its metadata.
FORMAT = {"format": "mj2p games", "format_version": "1"}
SUFFIX = ".parquet"


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise ImportError("Parquet needs pyarrow, which is not installed: pip install 'mj2p[data]'") from None
    return pyarrow


def table_of(rows: Rows, about: About) -> Any:
    """A pyarrow Table: a column a field, `by` as words; what has one entry a seat (or is two words): name_0, name_1."""
    pa = _arrow()
    columns: dict[str, Any] = {}
    for name in rows.dtype.names or ():
        values = rows[name]
        if name == "by":
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(values.astype(np.int8)), pa.array(BY))
        elif values.ndim == 1:
            columns[name] = pa.array(np.ascontiguousarray(values))
        else:
            for i in range(values.shape[1]):
                columns[f"{name}_{i}"] = pa.array(np.ascontiguousarray(values[:, i]))
    return pa.table(columns).replace_schema_metadata({**FORMAT, **about})


def rows_of(table: Any) -> Rows:
    """The rows of a table made by `table_of`, whole or in chunks."""
    pa = _arrow()
    seats = sum(name.startswith("deltas_") for name in table.column_names)
    rows = np.zeros(len(table), game_dtype(seats))
    for name in rows.dtype.names or ():
        if name == "by":
            rows[name] = pa.compute.index_in(table[name].cast(pa.string()), value_set=pa.array(BY)).to_numpy()
        elif rows[name].ndim == 1:
            rows[name] = table[name].to_numpy()
        else:
            for i in range(rows[name].shape[1]):
                rows[name][:, i] = table[f"{name}_{i}"].to_numpy()
    return rows


def write_table(table: Any, path: str | os.PathLike[str]) -> None:
    """Write a file that is there whole or not at all."""
    parquet, path = _arrow().parquet, Path(path)
    beside = path.with_name(f".{path.name}.tmp")
    try:
        with open(beside, "wb") as file:
            parquet.write_table(table, file, write_page_checksum=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def read_run(path: str | os.PathLike[str]) -> dict[str, str] | None:
    """What a file says of its run; None where it is no file of games, or a damaged one."""
    pa = _arrow()
    try:
        metadata = pa.parquet.read_schema(path).metadata or {}
    except (pa.ArrowInvalid, OSError):
        return None
    about = {key.decode(): value.decode() for key, value in metadata.items() if key != b"ARROW:schema"}
    return about if FORMAT.items() <= about.items() else None


def read_table(path: str | os.PathLike[str]) -> Any:
    """A file's table; ValueError where its bytes are damaged."""
    pa = _arrow()
    try:
        return pa.parquet.read_table(path, page_checksum_verification=True, partitioning=None)
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{os.fspath(path)}: damaged: {error}") from error


class Shards:
    """A directory with the shards of one run: `about` is what all of them say, `size` the games of each but the last.

    ValueError where the directory holds Parquet files of another run, or of something else.
    """

    def __init__(self, folder: str | os.PathLike[str], about: About, n: int, size: int) -> None:
        self.folder, self.n, self.size = Path(folder), n, size
        self.about = {**about, "games": str(n), "shard": str(size)}
        self.parts = [(start, min(start + size, n)) for start in range(0, n, size)]
        _arrow()
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder} is a file; shards are written into a directory")
        self.folder.mkdir(parents=True, exist_ok=True)
        ours = {self.path(part).name: part for part in self.parts}
        self.finished: list[tuple[int, int]] = []
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            said = read_run(path)
            if said is not None and (differences := self._differences(said)):
                raise ValueError(f"{self.folder} holds another run: {'; '.join(differences)} ({path.name})")
            if path.name not in ours:
                raise ValueError(f"{path} is no shard of this run: write into a directory of its own")
            if said is not None and self._place(ours[path.name]).items() <= said.items():
                self.finished.append(ours[path.name])

    def path(self, part: tuple[int, int]) -> Path:
        return self.folder / f"games-{part[0]:012}{SUFFIX}"

    def _place(self, part: tuple[int, int]) -> dict[str, str]:
        return {"start": str(part[0]), "stop": str(part[1])}

    def _differences(self, said: About) -> list[str]:
        called = {"shard": "part"}  # as the argument of `simulate`
        return [f"{called.get(key, key)} {said.get(key)} there, {value} asked for" for key, value in self.about.items()
                if said.get(key) != value]  # fmt: skip

    def missing(self) -> list[tuple[int, int]]:
        """The parts that have still to be played."""
        there = set(self.finished)
        return [part for part in self.parts if part not in there]

    def write(self, part: tuple[int, int], rows: Rows) -> None:
        write_table(table_of(rows, {**self.about, **self._place(part)}), self.path(part))
        self.finished.append(part)

    def read(self) -> Iterator[tuple[tuple[int, int], Rows]]:
        """The finished shards; one that turns out to be damaged is no longer among them."""
        for part in sorted(self.finished):
            try:
                rows = rows_of(read_table(self.path(part)))
                if len(rows) != part[1] - part[0]:
                    raise ValueError("a wrong number of games")
            except (ValueError, KeyError):
                self.finished.remove(part)
            else:
                yield part, rows


def open_run(path: str | os.PathLike[str]) -> tuple[dict[str, str], Shards | None]:
    """What is said of the games in a file (None with it) or a directory of shards."""
    path = Path(path)
    first = path if path.is_file() else min(path.glob(f"*{SUFFIX}"), default=None)
    if first is None or (said := read_run(first)) is None:
        raise ValueError(f"{path} has no games that simulate has written")
    run = {key: value for key, value in said.items() if key not in {*FORMAT, "start", "stop", "shard"}}
    if path.is_file():
        return {**run, "games": str(_arrow().parquet.read_metadata(path).num_rows)}, None
    return run, Shards(path, run, int(said["games"]), int(said["shard"]))


def describe(**about: Any) -> dict[str, str]:
    """Metadata: texts as they are, the rest as JSON."""
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in about.items()}
