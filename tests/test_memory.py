"""Memory over many calls, and what `import mj2p` costs and loads. Measured in processes of their own."""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CHECKED = "asan" in os.environ.get("LD_PRELOAD", "")  # a checked build keeps freed memory, and takes its time
MEASURED = sys.platform.startswith("linux") and not CHECKED


def python(*args, **env):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **env}
    done = subprocess.run([sys.executable, *args], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def leaking(calls, allowed):
    """The calls that grew by more bytes than `allowed` a million calls, or 64 KiB where that is more."""
    grown = json.loads(python(HERE / "memory_calls.py", str(calls)))
    assert len(grown) > 60
    return {name: said for name, said in grown.items() if said[0] > max(64 * 1024, allowed * said[1] / 10**6)}


@pytest.mark.skipif(not MEASURED, reason="reads /proc; needs an allocator that frees")
def test_memory_does_not_grow():
    """Five thousand calls of each: whatever keeps an object a call is seen."""
    assert leaking(5_000, 2**20) == {}


@pytest.mark.long
@pytest.mark.skipif("MJ2P_MILLION" not in os.environ or not MEASURED, reason="long: MJ2P_MILLION=1 asks for it")
def test_memory_does_not_grow_over_a_million_calls():
    assert leaking(10**6, 2**20) == {}


@pytest.mark.skipif(not MEASURED, reason="reads /proc; needs an allocator that frees")
def test_what_leaks_is_seen():
    """The measure itself: an object kept a call is found, one let go is not."""
    script = (
        "import memory_calls as m\n"
        "kept = []\n"
        "print(m.growth(lambda: kept.append(bytes(64)), 8000) > 64 * 1024, m.growth(lambda: bytes(64), 8000))"
    )
    assert python("-c", script).split() == ["True", "0"]


ADAPTERS = {"click", "rich", "pyarrow", "pandas", "matplotlib", "dask", "distributed", "gymnasium", "tqdm"}
IMPORT = """
import time
before = time.process_time()
import numpy
between = time.process_time()
import mj2p
print(between - before, time.process_time() - between)
"""
NUMPY = 0.094  # seconds that numpy's import took where the aim of 30 ms was set


@pytest.mark.skipif(CHECKED, reason="a checked build takes its time")
def test_import_adds_thirty_milliseconds_to_numpy_s(tmp_path):
    """As a share of numpy's own import in the same process, since machines and their neighbours differ; the median."""
    cached = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    python("-c", "import mj2p", **cached)
    times = [[float(time) for time in python("-c", IMPORT, **cached).split()] for _ in range(9)]
    assert statistics.median(ours / numpy for numpy, ours in times) <= 0.030 / NUMPY, times


def test_import_loads_no_adapter():
    script = "import sys, numpy; print(*sys.modules, end=' | '); import mj2p; print(*sys.modules)"
    before, _, after = python("-c", script).partition(" | ")
    loaded = set(after.split())
    added = loaded - set(before.split())
    assert "mj2p._core" in loaded
    assert "numpy" in loaded
    assert not ADAPTERS & loaded
    assert not {"tomllib", "json", "html", "hashlib", "tempfile", "concurrent.futures"} & added  # until they are used
    assert not {name for name in loaded if name.startswith("mj2p.cli")}


def test_scoring_loads_no_adapter_either():
    script = "import sys, mj2p; str(mj2p.score('1112345678999m9m')); print(*sys.modules)"
    assert not ADAPTERS & set(python("-c", script).split())
