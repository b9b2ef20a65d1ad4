"""The command line, run in this process, as a process of its own, and on a terminal."""

import os
import pty
import subprocess
import sys
from contextlib import suppress

import pytest
from children import started

pytest.importorskip("click")
from click.testing import CliRunner

from mj2p.cli.app import cli

COMMAND = [sys.executable, "-m", "mj2p.cli"]


def run(*args, code=0, **kwargs):
    """Run in this process; what was printed, once the exit status is the one expected."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args], **kwargs)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def process(*args, **kwargs):
    """Run as a process of its own, as a user does."""
    kwargs.setdefault("timeout", 60)
    return subprocess.run([*COMMAND, *map(str, args)], capture_output=True, **kwargs)


def terminal(*args, stdin=b"", env=()):
    """Run on a pseudo-terminal; all that a person would see."""
    leader, follower = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "120", "LANG": "C.UTF-8", **dict(env)}
    with started([*COMMAND, *args], stdin=follower, stdout=follower, stderr=follower, env=env) as child:
        os.close(follower)
        if stdin:
            os.write(leader, stdin)
        seen = b""
        with suppress(OSError):  # the child closed its side
            while piece := os.read(leader, 65536):
                seen += piece
        os.close(leader)
        return child.wait(), seen.decode()
