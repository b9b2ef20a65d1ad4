"""Games as Parquet (needs pyarrow): one file, or a directory of shards, which a stopped run fills up.

A file says in its metadata of which run it is and which of its games it has. It appears under its name when it is
whole (written beside it, then renamed), so a file that is there can be kept.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..play.codes import EndedBy
from ..play.gamerows import Rows, game_dtype

__all__ = ["Shards", "open_run", "read_table", "rows_of", "table_of", "write_table"]

#: Of which run games are: `Simulation.about`.
About = Mapping[str, Any]
#: The same as the metadata of a file has it.
Metadata = Mapping[str, str]
#: Games from the first one to that before the second.
Part = tuple[int, int]

#: What a file says it is, in its metadata.
FILE_FORMAT = {"format": "mj2p games", "format_version": "1"}
SUFFIX = ".parquet"
#: The words of the column `by`, each at its number in a row.
WORDS = tuple(map(str, EndedBy))


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        said = "Parquet needs pyarrow, which is not installed: pip install 'mj2p[data]'"
        raise ImportError(said, name="pyarrow") from None
    return pyarrow


def table_of(rows: Rows, about: About) -> Any:
    """A pyarrow Table: one column per field, `by` as words; of what has an entry per seat, or is two words, one for
    each: name_0, name_1. What is said of the run is the metadata of its schema."""
    pa = _arrow()
    columns: dict[str, Any] = {}
    for name in rows.dtype.names or ():
        values = rows[name]
        if name == "by":
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(values.astype(np.int8)), pa.array(WORDS))
        elif values.ndim == 1:
            columns[name] = pa.array(np.ascontiguousarray(values))
        else:
            for i in range(values.shape[1]):
                columns[f"{name}_{i}"] = pa.array(np.ascontiguousarray(values[:, i]))
    return pa.table(columns).replace_schema_metadata({**FILE_FORMAT, **_in_words(about)})


def rows_of(table: Any) -> Rows:
    """The rows of a table made by `table_of`, whole or in chunks; ValueError where it is none."""
    pa = _arrow()
    seats = sum(name.startswith("deltas_") for name in table.column_names)
    rows = np.zeros(len(table), game_dtype(seats))

    def column(name: str, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
        if table.column_names.count(name) != 1:
            raise ValueError(f"there is no column {name}, or there are several")
        values = table[name]
        if name == "by":
            values = pa.compute.index_in(values.cast(pa.string()), value_set=pa.array(WORDS)).cast(pa.uint8())
        if values.null_count or values.type != pa.from_numpy_dtype(dtype):
            raise ValueError(f"column {name} does not hold {dtype} alone")
        found: npt.NDArray[Any] = values.to_numpy()
        return found

    for name in rows.dtype.names or ():
        if rows[name].ndim == 1:
            rows[name] = column(name, rows.dtype[name])
        else:
            for i in range(rows[name].shape[1]):
                rows[name][:, i] = column(f"{name}_{i}", rows.dtype[name].base)
    if not _are_games(rows, seats):
        raise ValueError("there are numbers that no game can have")
    return rows


def _are_games(rows: Rows, seats: int) -> bool:
    """Whether seats are seats, nothing is less than 0 that cannot be, and nobody's beans are lost."""
    there = all(bool((rows[name] < most).all()) for name, most in (("winner", seats), ("payer", seats), ("swapped", 2)))
    least = all(bool((rows[name] >= -1).all()) for name in ("winner", "payer"))
    counted = all(bool((rows[name] >= 0).all()) for name in ("total", "points"))
    return there and least and counted and not (rows["deltas"].sum(1) + rows["house"]).any()


def write_table(table: Any, path: str | os.PathLike[str]) -> None:
    """Write a file that is there whole or not at all, whoever else may be writing the same one."""
    parquet, path = _arrow().parquet, Path(path)
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with open(beside, "xb") as file:
            parquet.write_table(table, file, write_page_checksum=True)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.replace(beside, path)
        except FileNotFoundError:  # another run has finished this file, and cleared this one away
            if not path.exists():
                raise
    finally:
        beside.unlink(missing_ok=True)


def _metadata(path: str | os.PathLike[str]) -> Metadata | None:
    """What a file says of its games; None where it is no file of games, or a damaged one."""
    pa = _arrow()
    try:
        metadata = pa.parquet.read_schema(path).metadata or {}
    except (pa.ArrowException, OSError):
        return None
    try:
        said = {key.decode(): value.decode() for key, value in metadata.items() if key != b"ARROW:schema"}
    except UnicodeDecodeError:
        return None
    return said if FILE_FORMAT.items() <= said.items() else None


def read_table(path: str | os.PathLike[str]) -> Any:
    """A file's table; ValueError where its bytes are damaged."""
    pa = _arrow()
    try:
        return pa.parquet.read_table(path, page_checksum_verification=True, partitioning=None)
    except (pa.ArrowException, OSError) as error:
        raise ValueError(str(error)) from error


def _files(folder: Path) -> Iterator[Path]:
    """The Parquet files of a directory, without hidden ones: a Mac leaves ._games-….parquet beside what it copies."""
    return (path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith("."))


class Shards:
    """A directory with the shards of one run: `about` is what all of them say, `size` the games of each but the last.

    ValueError where the directory holds Parquet files of another run, or of something else.
    """

    def __init__(self, folder: str | os.PathLike[str], about: About, size: int) -> None:
        self.folder, self.n, self.size = Path(folder), about["games"], size
        self.about = {**about, "shard": size}
        _arrow()
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder} is a file; shards are written into a directory")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.finished: set[Part] = set()
        for path in sorted(_files(self.folder)):
            said = _metadata(path)
            if said is not None and (differences := self._differences(said)):
                raise ValueError(f"{self.folder} holds another run: {'; '.join(differences)} ({path.name})")
            if (part := self._part(path.name)) is None:
                raise ValueError(f"{path} is no shard of this run: write into a directory of its own")
            if said is not None and _in_words(_place(part)).items() <= said.items():
                self.finished.add(part)

    def path(self, part: Part) -> Path:
        """The file of a part."""
        return self.folder / f"games-{part[0]:012}{SUFFIX}"

    def _part(self, name: str) -> Part | None:
        """The games of the file of that name; None where it is no shard."""
        digits = name[6:-8]
        start = int(digits) if digits.isdecimal() and len(digits) < 30 else -1
        part = start, min(start + self.size, self.n)
        return part if 0 <= start < self.n and start % self.size == 0 and self.path(part).name == name else None

    def _differences(self, said: Metadata) -> list[str]:
        called = {"shard": "part"}  # as the argument of `simulate`
        return [f"{called.get(key, key)} {said.get(key)} there, {value} asked for"
                for key, value in _in_words(self.about).items() if said.get(key) != value]  # fmt: skip

    def missing(self) -> Iterator[Part]:
        """The parts that have still to be played."""
        parts = ((start, min(start + self.size, self.n)) for start in range(0, self.n, self.size))
        return (part for part in parts if part not in self.finished)

    def write(self, part: Part, rows: Rows) -> None:
        """Store the rows of a part; it is finished then."""
        write_table(table_of(rows, {**self.about, **_place(part)}), self.path(part))
        self.finished.add(part)
        for left in self.folder.glob(f".{self.path(part).name}.*"):  # by a run that was killed
            left.unlink(missing_ok=True)

    def read(self) -> Iterator[tuple[Part, Rows]]:
        """The finished shards; one that turns out to be damaged is no longer among them."""
        for part in sorted(self.finished):
            try:
                rows = rows_of(read_table(self.path(part)))
                games = 1 + self.about["duplicate"]
                if not np.array_equal(rows["game"], np.arange(*part) // games):
                    raise ValueError("other games than these")
            except ValueError:
                self.finished.remove(part)
            else:
                yield part, rows


def _place(part: Part) -> dict[str, int]:
    """What a shard says beside what all of them do."""
    return {"start": part[0], "stop": part[1]}


def open_run(path: str | os.PathLike[str]) -> tuple[dict[str, Any], Shards | None]:
    """What is said of the games in a file (None with it) or a directory of shards."""
    path = Path(path)
    first = path if path.is_file() else min(_files(path), default=None)
    if first is None or (said := _metadata(first)) is None:
        raise ValueError(f"{path} has no games that simulate has written")
    try:
        about = _in_values({key: text for key, text in said.items() if key not in {*FILE_FORMAT, "start", "stop"}})
        size = about.pop("shard", None)
    except ValueError as error:
        raise ValueError(f"{first} does not say of which run it is: {error}") from None
    if path.is_file():
        return {**about, "games": _arrow().parquet.read_metadata(path).num_rows}, None
    if not size:
        raise ValueError(f"{first} is no shard of a run")
    return about, Shards(path, about, size)


# ---- What is said of a run, as values and as the text of metadata ----------------------------------------------------


def _in_words(about: About) -> dict[str, str]:
    """Metadata: texts as they are, the rest as JSON."""
    return {key: value if isinstance(value, str) else json.dumps(value) for key, value in about.items()}


def _in_values(said: Metadata) -> dict[str, Any]:
    """What `_in_words` made texts of; ValueError where that is not what `simulate` says of a run."""
    if missing := {"rules", "players", "seed", "duplicate", "games"} - said.keys():
        raise ValueError(f"nothing is said of {', '.join(sorted(missing))}")
    return {key: _READ[key](text) if key in _READ else text for key, text in said.items()}


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 20):
        raise ValueError(f"{text[:30]!r} is no number")
    return int(text)


def _flag(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"{text[:30]!r} is neither true nor false")
    return text == "true"


def _list(text: str, of: type) -> tuple[Any, ...]:
    """Two or more, all of a type."""
    try:
        found = json.loads(text)
    except RecursionError:
        found = None
    if not isinstance(found, list) or len(found) < 2 or not all(type(one) is of for one in found):
        raise ValueError(f"{text[:30]!r} is no list of two or more {of.__name__}")
    return tuple(found)


#: What is no text, and how it is read.
_READ: Mapping[str, Callable[[str], Any]] = {
    "players": lambda text: _list(text, str),
    "seed": _whole,
    "duplicate": _flag,
    "balances": lambda text: _list(text, int),
    "base": _whole,
    "games": _whole,
    "shard": _whole,
}
