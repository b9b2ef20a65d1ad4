"""The command line `mj2p`: thin adapters over the face, which alone they import; `import mj2p` never loads them.

`main` is what the console script calls. It needs click (the extra `cli`) and says so where it is missing.
app.py holds the group, options.py what commands share, show.py tables and tiles; then one file per group of commands.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import NoReturn

MISSING = "mj2p: the command line needs click, which is not installed: pip install 'mj2p[cli]'"


def main() -> None:
    """Run the command line on sys.argv and exit."""
    try:
        import click  # noqa: F401
    except ImportError:
        sys.exit(MISSING)
    from .app import cli

    if hasattr(signal, "SIGPIPE"):  # `mj2p batch hands | head` ends as any Unix tool does: at once, quietly
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in filter(None, (sys.stdout, sys.stderr)):
        # files and pipes get UTF-8; a terminal that has no 中 gets \u4e2d
        encoding = None if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")
    try:
        cli(prog_name="mj2p")
    except OSError as error:  # a full disk, a closed output: no traceback, and a code of its own
        _give_up(error)
    except SystemExit:
        try:
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError as error:
            _give_up(error)
        raise


def _give_up(error: OSError) -> NoReturn:
    """Say what went wrong with the output and end at once, with 3: Python would try to write it again."""
    if sys.stderr is not None:
        print(f"mj2p: {error.strerror or error}", file=sys.stderr, flush=True)
    os._exit(3)
