"""Processes that tests start: they hear Ctrl-C whatever the parent ignores, and none of them outlives its test."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

#: Seconds that a child may take: a busy machine takes long, and only a child that hangs takes as long as this.
SECONDS = 120.0


@contextmanager
def started(command: Sequence[object], seconds: float = SECONDS, **kwargs: Any) -> Iterator[subprocess.Popen[Any]]:
    """A child, as by `Popen`; it is killed after so many seconds, and where it still runs when the block is left.

    A shell has what it starts in the background ignore SIGINT, and so would that one's children. A signal that is not
    ignored has its default effect in a new program, so it is enough not to ignore it while the child is started.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        child = subprocess.Popen([str(word) for word in command], **kwargs)
    finally:
        signal.signal(signal.SIGINT, before)
    overdue = threading.Timer(seconds, child.kill)
    overdue.start()
    with child:
        try:
            yield child
        finally:
            late = not overdue.is_alive()
            overdue.cancel()
            overdue.join()
            child.kill()
    assert not late, f"killed after {seconds:.0f} s: {command}"


def finished(command: Sequence[object], seconds: float = SECONDS, **kwargs: Any) -> subprocess.CompletedProcess[Any]:
    """A child that has ended, and what it said, as by `run(capture_output=True)`."""
    kwargs = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **kwargs}
    with started(command, seconds, **kwargs) as child:
        out, err = child.communicate()
    return subprocess.CompletedProcess(child.args, child.returncode, out, err)
