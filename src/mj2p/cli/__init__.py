"""The command line `mj2p`: thin adapters over the face, which alone they import; `import mj2p` never loads them.

`main` is what the console script calls. It needs click (the extra `cli`) and says so where it is missing.
app.py holds the group, options.py what commands share, show.py tables and tiles; then one file per group of commands.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from contextlib import suppress
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
    _open_the_closed()
    asked, _, errors = os.environ.get("PYTHONIOENCODING", "").partition(":")
    for stream in (sys.stdout, sys.stderr):
        # files and pipes get UTF-8 where nothing else is asked for; a terminal that has no 中 gets \u4e2d
        encoding = None if asked or stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors=errors or "backslashreplace")  # type: ignore[union-attr]
    try:
        cli(prog_name="mj2p")
    except (OSError, UnicodeEncodeError) as error:  # a full disk, a closed output: no traceback, and a code of its own
        _give_up(error)
    except SystemExit:
        try:
            sys.stdout.flush()
        except (OSError, UnicodeEncodeError) as error:
            _give_up(error)
        raise


def _give_up(error: OSError | UnicodeEncodeError) -> NoReturn:
    """Say what went wrong with the output and end at once, with 3: Python would try to write it again."""
    said = getattr(error, "strerror", None) or error
    if getattr(error, "errno", None) == errno.EBADF:
        said = "a standard stream is closed"
    with suppress(OSError):
        print(f"mj2p: {said}", file=sys.stderr, flush=True)
    os._exit(3)


def _open_the_closed() -> None:
    """Standard streams that were closed (`>&-`): messages go nowhere, input and output are errors where they are used.

    Their numbers are taken, so that no file that is opened later is written to in their place.
    """
    for name, mode, flags in (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8", closefd=False))
