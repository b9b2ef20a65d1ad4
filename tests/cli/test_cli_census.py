"""`mj2p census`: what the library counts, and a bar on a terminal only."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import process, run, terminal

import mj2p


def test_the_command_says_what_the_library_does(tmp_path: Path) -> None:
    assert run("census").output == f"{mj2p.census()}\n"
    assert json.loads(run("census", "--json", "--threads", "2").output) == mj2p.census().to_dict()
    assert run("census", "mcr", "--no-fans").output == f"{mj2p.census('mcr', fans=False)}\n"
    assert "no rule set is called 'nine'" in run("census", "nine", code=2).output
    (tmp_path / "mine.toml").write_text('parent = "duel64"\nname = "mine"\n[values]\n"清龙" = 500\n', encoding="utf-8")
    assert "500 or more" in run("census", tmp_path / "mine.toml").output


def test_a_bar_on_a_terminal_only() -> None:
    pytest.importorskip("rich")
    code, seen = terminal("census")
    assert code == 0 and re.search(r"[1-9]\d*/237236", seen)
    piped = process("census")
    assert piped.stderr == b"" and piped.stdout.decode() == f"{mj2p.census()}\n"
