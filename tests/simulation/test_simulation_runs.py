"""Runs of `simulate`: Parquet files, stopping and going on, what happens beside, memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from children import started

import mj2p
from mj2p import Simulation, simulate
from mj2p.play.codes import EndedBy
from mj2p.simulation.filling import play
from mj2p.simulation.job import Job

TWO = ("random", "random")


# ---- Parquet ---------------------------------------------------------------------------------------------------------


def test_arrow_and_parquet(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    from mj2p.simulation.store import rows_of

    played = simulate(200, "duel72", players=TWO, seed=3)
    table = played.to_arrow()
    assert table["total"].to_pylist() == played.total.tolist()
    assert table["deltas_1"].to_pylist() == played.deltas[:, 1].tolist()
    assert set(table["by"].to_pylist()) <= set(map(str, EndedBy))
    rules = mj2p.rules.get("duel72")
    played.to_parquet(tmp_path / "games.parquet")
    known = {key.decode(): value.decode() for key, value in pq.read_schema(tmp_path / "games.parquet").metadata.items()}
    assert known.items() >= {
        "rules": "duel72", "fingerprint": rules.fingerprint, "play_fingerprint": rules.play_fingerprint,
        "seed": "3", "version": mj2p.__version__, "players": '["random", "random"]', "games": "200",
    }.items()  # fmt: skip
    assert Simulation.read(tmp_path / "games.parquet").about == played.about == {
        "rules": "duel72", "fingerprint": rules.fingerprint, "play_fingerprint": rules.play_fingerprint,
        "version": mj2p.__version__, "players": TWO, "seed": 3, "duplicate": False, "balances": (10_000, 10_000),
        "base": 25, "games": 200,
    }  # fmt: skip
    assert rows_of(pq.read_table(tmp_path / "games.parquet")).tobytes() == played.rows.tobytes()
    assert list(tmp_path.iterdir()) == [tmp_path / "games.parquet"]
    assert Simulation.read(tmp_path / "games.parquet") == played
    (tmp_path / "other.parquet").write_bytes(b"PAR1")
    for path in ("other.parquet", "nothing"):
        with pytest.raises(ValueError, match=f"{path} has no games"):
            Simulation.read(tmp_path / path)


def test_a_directory_of_shards(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    memory = simulate(500, players=TWO, seed=3, duplicate=True)
    stored = simulate(500, players=TWO, seed=3, duplicate=True, path=tmp_path, part=150)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"games-{n:012}.parquet" for n in (0, 150, 300, 450)]
    assert stored.path == str(tmp_path) and memory.path is None
    assert stored == memory and str(stored.summary()) == str(memory.summary())
    assert pq.read_table(tmp_path)["total"].to_pylist() == memory.total.tolist()  # others read it as one table
    again = Simulation.read(tmp_path)
    assert again.players == TWO and str(again.summary(cap=9)) == str(memory.summary(cap=9)) and again == memory


def test_a_run_goes_on(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")

    class Enough(Exception):
        pass

    def until(done: int, n: int) -> None:
        if done >= 220:
            raise Enough

    memory = simulate(500, players=TWO, seed=3)
    with pytest.raises(Enough):
        simulate(500, players=TWO, seed=3, path=tmp_path, part=50, progress=until)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert 1 <= len(kept) <= 9
    damaged = min(kept)
    damaged.write_bytes(damaged.read_bytes()[:-20])
    calls: list[int] = []
    stored = simulate(500, players=TWO, seed=3, path=tmp_path, part=50, progress=lambda done, n: calls.append(done))
    assert calls[-1] == 500
    assert stored == memory and str(stored.summary()) == str(memory.summary())
    assert all(path.stat().st_mtime_ns == then for path, then in kept.items() if path != damaged)
    assert len(list(tmp_path.iterdir())) == 10
    again = simulate(500, players=TWO, seed=3, path=tmp_path, part=50)  # finished: nothing is left to play
    assert again == memory and str(again.summary()) == str(memory.summary())
    page = max(tmp_path.iterdir())
    damaged_inside = bytearray(page.read_bytes())
    damaged_inside[200] ^= 255
    page.write_bytes(damaged_inside)
    stale = simulate(500, players=TWO, seed=3, path=tmp_path, part=50)
    assert stale == memory
    page.unlink()
    with pytest.raises(ValueError, match="damaged or gone: simulate it again"):
        Simulation.read(tmp_path).summary()


def test_a_forged_shard_is_played_again(tmp_path: Path) -> None:
    """Sound Parquet of this run's name, that has not the run's games."""
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    memory = simulate(60, players=TWO, seed=3)
    run: dict[str, Any] = {"n": 60, "players": TWO, "seed": 3, "path": tmp_path, "part": 20}
    simulate(**run)
    path = sorted(tmp_path.iterdir())[1]
    sound = pq.read_table(path)

    def column(name: str, values: Any) -> Any:
        return sound.set_column(sound.column_names.index(name), name, pa.array(values))

    for forged in (
        sound.slice(0, 10),
        sound.take(list(range(19, -1, -1))),
        sound.drop_columns(["total"]),
        column("game", range(20)),
        column("total", pa.array([None] * 20, pa.int32())),
        column("total", pa.array([-5] * 20, pa.int32())),
        column("total", [2**40] * 20),
        column("total", [0.5] * 20),
        column("by", ["no such end"] * 20),
        column("winner", pa.array([5] * 20, pa.int8())),
        column("deltas_0", [7] * 20),
        sound.replace_schema_metadata({**sound.schema.metadata, b"more": b"\xff"}),
    ):
        if b"more" not in forged.schema.metadata:
            forged = forged.replace_schema_metadata(sound.schema.metadata)
        pq.write_table(forged, path)
        with pytest.raises(ValueError, match="damaged or gone"):
            Simulation.read(tmp_path).rows  # noqa: B018
        assert simulate(**run) == memory
    pq.write_table(column("total", [0.5] * 20), path)
    with pytest.raises(ValueError, match=r"games-.*total does not hold"):
        Simulation.read(path)


@pytest.mark.parametrize(
    "said",
    [{"games": "x"}, {"games": "9" * 5000}, {"seed": "-1"}, {"players": "5"}, {"players": "[[" * 99_999},
     {"duplicate": "7"}, {"shard": "0"}, {"games": "1" * 18, "shard": "1"}],
)  # fmt: skip
def test_a_run_says_what_it_is(tmp_path: Path, said: dict[str, str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    simulate(20, players=TWO, seed=3, path=tmp_path, part=20)
    (path,) = tmp_path.iterdir()
    table = pq.read_table(path)
    forged = {**table.schema.metadata, **{key.encode(): word for key, word in said.items()}}
    pq.write_table(table.replace_schema_metadata(forged), path)
    with pytest.raises(ValueError, match="games-0"):
        Simulation.read(tmp_path).rows  # noqa: B018


def test_two_runs_into_one_directory(tmp_path: Path) -> None:
    """Both are whole, whichever writes a file last, and nothing is left beside."""
    pytest.importorskip("pyarrow")
    (tmp_path / ".games-000000000000.parquet.0123.tmp").write_bytes(b"of a run that was killed")
    memory = simulate(400, players=TWO, seed=3)
    with ThreadPoolExecutor(3) as pool:
        runs = [pool.submit(simulate, 400, players=TWO, seed=3, path=tmp_path, part=10) for _ in range(3)]
        assert all(run.result() == memory for run in runs)
    assert len(list(tmp_path.iterdir())) == 40


def test_a_directory_of_another_run_is_refused(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    run = {"n": 100, "rules": "duel64", "players": TWO, "seed": 3, "path": tmp_path, "part": 50}
    simulate(**run)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for change, said in (
        ({"seed": 4}, "seed 3 there, 4 asked for"),
        ({"rules": "duel72"}, "rules duel64 there, duel72 asked for"),
        ({"n": 120}, "games 100 there, 120 asked for"),
        ({"part": 20}, "part 50 there, 20 asked for"),
        ({"duplicate": True}, "duplicate false there, true asked for"),
        ({"base": 7}, "base 25 there, 7 asked for"),
        ({"rules": mj2p.rules.get("duel64").derive("duel64", values={"清龙": 20})}, "fingerprint"),
    ):
        with pytest.raises(ValueError, match=f"holds another run: .*{said}"):
            simulate(**{**run, **change})
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    table = simulate(2, players=TWO).to_arrow().replace_schema_metadata(None)
    pq.write_table(table, tmp_path / "mine.parquet")
    with pytest.raises(ValueError, match=r"mine.parquet is no shard of this run"):
        simulate(**run)
    with pytest.raises(ValueError, match="is a file"):
        simulate(**{**run, "path": tmp_path / "mine.parquet"})


# ---- Stopping, and what goes on beside -------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2])
def test_progress(threads: int) -> None:
    calls: list[tuple[int, int, int]] = []
    simulate(3000, players=TWO, threads=threads, progress=lambda *at: calls.append((*at, threading.get_ident())))
    assert calls[-1][:2] == (3000, 3000)
    assert [done for done, _, _ in calls] == sorted({done for done, _, _ in calls})
    assert {(n, who) for _, n, who in calls} == {(3000, threading.get_ident())}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_broken_callback_stops_the_run(threads: int) -> None:
    def broken(done: int, n: int) -> None:
        raise ZeroDivisionError(f"after {done}")

    before = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError, match="after"):
        simulate(10**6, players=TWO, threads=threads, progress=broken, part=1000)
    assert set(threading.enumerate()) <= before


def test_python_goes_on_beside() -> None:
    """Other threads come on while games are played in C, not just between two chunks of them."""
    ticks, chunks, stop = 0, list[int](), threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    beside = threading.Thread(target=tick)
    beside.start()
    play(Job.of("duel64", TWO, 0, False, None, None), 0, 100_000, tick=chunks.append)
    stop.set()
    beside.join()
    assert ticks > 2 * len(chunks)


LONG_RUN = """
import sys, mj2p
print("go", flush=True)
mj2p.simulate(10**8, players=("random", "random"), path=sys.argv[1], part=2000, threads=int(sys.argv[2]))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops_and_keeps_what_is_finished(tmp_path: Path, threads: str) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", LONG_RUN, tmp_path, threads]
    with started(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout and run.stdout.readline() == b"go\n"
        while len(list(tmp_path.glob("games-*.parquet"))) < 2:
            assert run.poll() is None
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()  # within a second where nothing else runs; a busy machine takes longer
    assert said.rstrip().endswith(b"KeyboardInterrupt")
    kept = sorted(tmp_path.glob("games-*.parquet"))
    assert len(kept) >= 2
    assert all(pq.read_metadata(path).num_rows == 2000 for path in kept)


MEMORY = """
import resource, sys, tempfile, mj2p
with tempfile.TemporaryDirectory() as folder:
    mj2p.simulate(int(sys.argv[1]), players=("random", "random"), path=folder, part=int(sys.argv[2])).summary()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def most_memory(games: int, part: int) -> int:
    """KiB that a run which writes Parquet takes at most."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-c", MEMORY, str(games), str(part)]
    return int(subprocess.run(command, env=env, capture_output=True, check=True).stdout)


MEASURED = sys.platform.startswith("linux") and "asan" not in os.environ.get("LD_PRELOAD", "")


@pytest.mark.skipif(not MEASURED, reason="needs an allocator that frees")
def test_memory_does_not_grow() -> None:
    """Three times as many games would be 8 MB more, if they were kept."""
    pytest.importorskip("pyarrow")
    assert most_memory(150_000, 5000) - most_memory(50_000, 5000) < 5 * 1024


@pytest.mark.long
@pytest.mark.skipif(not MEASURED, reason="needs an allocator that frees")
def test_memory_does_not_grow_over_two_million_games() -> None:
    pytest.importorskip("pyarrow")
    assert most_memory(2_000_000, 1 << 16) - most_memory(1_000_000, 1 << 16) < 20 * 1024


def test_without_pyarrow_it_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'mj2p\[data\]'"):
        simulate(10, players=TWO, path=tmp_path)


def test_a_changed_bit_is_found_wherever_it_is(tmp_path: Path) -> None:
    """Pages carry checksums: a number that has become another one, and still is a number, is found."""
    path = tmp_path / "games.parquet"
    played = simulate(500, players=("random", "random"))
    played.to_parquet(path)
    sound, quiet = path.read_bytes(), 0
    for at in range(8, len(sound) - 8, max(1, len(sound) // 400)):
        damaged = bytearray(sound)
        damaged[at] ^= 1
        path.write_bytes(damaged)
        try:
            read = mj2p.Simulation.read(path)
        except ValueError:
            continue
        quiet += 1  # such as a name that nobody reads
        assert read.rows.tobytes() == played.rows.tobytes(), at
    assert quiet < 100


def test_what_a_mac_leaves_beside_a_file_is_no_game(tmp_path: Path) -> None:
    run: dict[str, Any] = {"n": 100, "players": ("random", "random"), "path": tmp_path, "part": 50}
    played = simulate(**run)
    for path in list(tmp_path.glob("games-*.parquet")):
        path.with_name(f"._{path.name}").write_bytes(b"\0\5\x16\7 AppleDouble")
    assert simulate(**run) == played == mj2p.Simulation.read(tmp_path)
