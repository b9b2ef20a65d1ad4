"""`mj2p play` and `mj2p replay`: a game from the prompts to its record and back, and what is said of a damaged one."""

import pytest

import mj2p

pytest.importorskip("click")
from click.testing import CliRunner

from mj2p.cli.app import cli


def run(*args, code=0, **kwargs):
    done = CliRunner().invoke(cli, args, **kwargs)
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


@pytest.mark.parametrize("rules", ["duel64", "duel72", "table72", "three144", "dongbei136"])
def test_a_game_is_played_recorded_and_replayed(rules, tmp_path):
    record = str(tmp_path / "game.jsonl")
    out = run("play", "--rules", rules, "--seed", "5", "--record", record, input="1\n" * 400)
    assert "手牌 hand" in out and "beans:" in out
    with open(record, encoding="utf-8") as file:
        game = mj2p.replay(file.read())
    assert game.over
    told = run("replay", record)
    assert told.count("throws") == len(game.state["river"])
    assert f"beans: {game.result.deltas[0]:+d}" in told
    seen = run("replay", record, "--seat", "0")
    assert "seat 1 draws ?" in seen


def test_help_errors_and_leaving():
    out = run("play", "--seed", "1", input="h\n99\nx\ns\nq\n")
    assert out.count("Type the number of an action") >= 3
    assert "beans:" in out
    assert "only scores" in run("play", "--rules", "mcr", code=1)
    run("play", "--seed", "-1", code=2)


def test_a_damaged_record_names_its_line(tmp_path):
    game = mj2p.Game("duel64", seed=2)
    while not game.over:
        game.step(game.actions[0])
    lines = list(game.log)
    lines[6] = lines[6].replace('"actor":0', '"actor":1') if '"actor":0' in lines[6] else lines[6].replace(":1", ":0")
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "line 7" in run("replay", str(path), code=1)
    path.write_text("no record", encoding="utf-8")
    assert "line 1" in run("replay", str(path), code=1)
    path.write_bytes(b"\xff\xfe")
    run("replay", str(path), code=1)
