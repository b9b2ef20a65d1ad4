"""`mj2p sim` and `mj2p duel`: figures, JSON, Parquet that goes on, plots, a bar on a terminal and silence elsewhere."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from children import started
from command_line import COMMAND, process, run, terminal

from mj2p import simulate
from mj2p.simulation.summary import Summary

TWO = ("--players", "random,random")


def test_sim_prints_the_summary() -> None:
    said = run("sim", 500, *TWO, "--rules", "duel72", "--seed", 7, "--duplicate").output
    assert said == f"{simulate(500, 'duel72', 7, players=('random', 'random'), duplicate=True).summary()}\n"
    assert re.search(r"花牌 Flower Tiles +\d+\.\d{3}%", said)
    assert run("sim", 500, *TWO, "--rules", "duel72", "--seed", 7, "--duplicate", "--threads", 2).output == said


def test_sim_json() -> None:
    said = json.loads(run("sim", 500, *TWO, "--seed", 7, "--json").output)
    assert said == json.loads(json.dumps(simulate(500, players=("random", "random"), seed=7).summary().to_dict()))
    assert set(said) == set(Summary._fields)


def test_sim_writes_parquet_and_goes_on(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "games"
    first = run("sim", 500, *TWO, "--parquet", folder).output
    assert pq.read_table(folder).num_rows == 500
    assert run("sim", 500, *TWO, "--parquet", folder).output == first == run("sim", 500, *TWO).output
    said = run("sim", 500, *TWO, "--parquet", folder, "--seed", 1, code=1).output
    assert "holds another run: seed 0 there, 1 asked for" in said


def test_sim_against_other_rules(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('parent = "duel64"\nname = "house"\n[values]\n"清龙" = 32\n', encoding="utf-8")
    said = run("sim", 500, *TWO, "--against", house).output
    assert re.search(r"^ +duel64 +house\ndraws +(\d.*\))  \1$", said, re.M)
    both = json.loads(run("sim", 500, *TWO, "--against", house, "--json").output)
    assert [one["rules"] for one in both] == ["duel64", "house"]
    assert "leave --against away" in run("sim", 5, *TWO, "--against", house, "--parquet", tmp_path, code=2).output


def test_duel() -> None:
    said = run("duel", "random", "random", "--pairs", 300, "--cap", 100, "--seed", 3).output
    assert "random v random, 300 walls played twice, seed 3" in said
    assert "points a game, 100 at most, random less random" in said
    figures = json.loads(run("duel", "random", "random", "--pairs", 300, "--cap", 100, "--seed", 3, "--json").output)
    summary = simulate(600, players=("random", "random"), seed=3, duplicate=True).summary(cap=100)
    assert figures["points"] == summary.players[0].points.to_dict()
    assert figures["margin"] == summary.players[0].margin.to_dict()
    assert figures["pairs"] == 300 and figures["cap"] == 100


def test_plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg", "c.png"):
        run("sim", 300, *TWO, "--plot", tmp_path / name)
    drawn = (tmp_path / "a.svg").read_bytes()
    assert drawn == (tmp_path / "b.svg").read_bytes() and b"<svg" in drawn
    assert (tmp_path / "c.png").read_bytes().startswith(b"\x89PNG")
    assert "cannot draw" in run("sim", 30, *TWO, "--plot", tmp_path / "d.xyz", code=1).output
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "mj2p.study.plotting")
    monkeypatch.delattr("mj2p.plotting")
    assert "pip install 'mj2p[plot]'" in run("sim", 30, *TWO, "--plot", tmp_path / "e.svg", code=2).output


def test_errors() -> None:
    assert "did you mean 'random'?" in run("sim", 10, "--players", "random,rondom", code=1).output
    assert "players must be 2" in run("sim", 10, "--players", "random", code=1).output
    assert "must be even" in run("sim", 11, *TWO, "--duplicate", code=1).output
    assert "only scores" in run("sim", 11, *TWO, "--rules", "mcr", code=1).output
    run("sim", -1, *TWO, code=2)
    assert "did you mean" in run("duel", "rando", "random", code=1).output


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a directory in which nothing can be written")
def test_what_cannot_be_written() -> None:
    pytest.importorskip("pyarrow")
    assert "cannot write /proc/games: " in run("sim", 10, *TWO, "--parquet", "/proc/games", code=3).output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_bar_on_a_terminal_only() -> None:
    pytest.importorskip("rich")
    code, seen = terminal("sim", 60_000, *TWO)
    assert code == 0 and re.search(r"[1-9]\d*/60000\x1b\[0m games [\d,]+/s", seen)
    piped = process("sim", 2000, *TWO)
    assert piped.returncode == 0 and piped.stderr == b"" and b"\x1b" not in piped.stdout


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_ctrl_c(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    command = [*COMMAND, "sim", "100000000", *TWO, "--parquet", tmp_path]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as sim:
        while not list(tmp_path.glob("games-*.parquet")):
            assert sim.poll() is None
            time.sleep(0.01)
        sim.send_signal(signal.SIGINT)
        out, said = sim.communicate()
    assert sim.returncode == 130 and out == b""
    kept = f"what is finished is kept in {tmp_path}, and the same command goes on from there"
    assert said.decode() == f"stopped; {kept}\n"
