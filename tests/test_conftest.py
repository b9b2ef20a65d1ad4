"""The tests' own rules: a skip that nobody allowed is a failure; a child hears Ctrl-C, and one that hangs is killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from children import finished, started

SKIPPED = """
import pytest

@pytest.mark.skipif(True, reason="no reason at all")
def test_marked():
    pass

def test_absent():
    pytest.importorskip("mj3p")

@pytest.mark.skipif(True, reason="long: MJ2P_MILLION=1 asks for it")
def test_listed():
    pass

@pytest.mark.xfail(reason="known", strict=True)
def test_known():
    assert False

def test_passes():
    pass
"""
ABSENT = """
import pytest
pytest.importorskip("mj3p")
"""


def outcome(folder: Path, **env: str) -> str:
    """What pytest says of two files that lie beside the tests' own conftest.py."""
    (folder / "conftest.py").write_bytes((Path(__file__).parent / "conftest.py").read_bytes())
    (folder / "test_skipped.py").write_text(SKIPPED)
    (folder / "test_absent.py").write_text(ABSENT)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    return finished([*command, folder], env={**os.environ, **env}, text=True).stdout


def test_a_skip_that_is_not_on_the_list_is_a_failure(tmp_path: Path) -> None:
    said = outcome(tmp_path)
    assert "Skipped: no reason at all" in said and "no skip that tests/conftest.py knows" in said
    assert said.count("Skipped: could not import 'mj3p'") >= 2
    assert "1 failed, 1 passed, 1 skipped, 1 xfailed, 2 errors" in said  # a mark is looked at before a test begins


def test_what_is_not_installed_on_purpose_may_be_skipped(tmp_path: Path) -> None:
    assert "1 passed, 3 skipped, 1 xfailed, 1 error in" in outcome(tmp_path, MJ2P_WITHOUT="matplotlib mj3p")


WAITS = "import time; print('go', flush=True); time.sleep(600)"


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_a_child_hears_ctrl_c_though_the_parent_does_not() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with started([sys.executable, "-c", WAITS], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            assert child.stdout and child.stdout.readline() == b"go\n"
            child.send_signal(signal.SIGINT)
            _, said = child.communicate()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert said.rstrip().endswith(b"KeyboardInterrupt")


def test_a_child_that_hangs_is_killed() -> None:
    with pytest.raises(AssertionError, match="killed after 2 s"):
        finished([sys.executable, "-c", WAITS], seconds=2)
    with pytest.raises(ZeroDivisionError), started([sys.executable, "-c", WAITS]) as child:
        raise ZeroDivisionError
    assert child.returncode is not None


HANGS = """
def test_hangs():
    sum(range(10**12))  # in C, with the GIL held: no signal is heard, and no thread comes on

def test_passes():
    pass
"""


def test_a_test_that_hangs_in_c_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    config = Path(__file__).parent.parent / "pyproject.toml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--config-file={config}", tmp_path]
    done = finished([*command, "-o", "timeout=1", "-o", "faulthandler_timeout=3"], text=True)
    assert done.returncode != 0 and "in test_hangs" in done.stderr
