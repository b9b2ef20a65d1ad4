"""The command line `mj2p`: thin adapters over the public surface; `import mj2p` never loads them.

`main` is what the console script calls. It needs click (the extra `cli`) and says so where it is missing.
app.py holds the group, options.py what commands share, show.py tables and tiles; then one file per group of commands.
"""

from __future__ import annotations

import signal
import sys

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
    for stream in (sys.stdout, sys.stderr):  # files and pipes get UTF-8; a terminal that has no 中 gets \u4e2d
        encoding = None if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")  # type: ignore[union-attr]
    cli(prog_name="mj2p")
