"""`mj2p play` and `mj2p replay`: a game from the prompts to its record and back, and what is said of a damaged one."""

import subprocess
import sys

import pytest
from rule_sets import FOR_TWO

import mj2p

pytest.importorskip("click")
from click.testing import CliRunner

from mj2p.cli.app import cli
from mj2p.cli.games import meant


def run(*args, code=0, **kwargs):
    done = CliRunner().invoke(cli, args, **kwargs)
    assert done.exit_code == code, (done.output, done.exception)
    return done.output


@pytest.mark.parametrize("rules", FOR_TWO)
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
    out = run("play", "--seed", "1", input="h\n99\nx\n\ns\nq\n")
    assert out.count("Type the number of an action") == 3  # at first, and for h and Enter
    assert "'99' is no action now" in out and "'x' is no action now" in out
    assert "beans:" in out
    assert "only scores" in run("play", "--rules", "mcr", code=1)
    run("play", "--seed", "-1", code=2)


def test_you_are_spoken_to_and_claims_name_their_set():
    out = run("play", "--seed", "3", input="1\n1\n9m\nE\n5m\n2\ns\n5m\n1\nq\n")
    assert "自己 you throw 九万" in out and "对家 opponent throws 中 (听牌 ready)" in out
    assert "对家 opponent claims 东 for a pung" in out and "牌墙 wall 32   指示牌 八万   对家 听牌 ready" in out
    assert "2 吃 chow 三四五万" in out and "自己 you claim 四万 for the chow 三四五万" in out
    assert out.count("   1 打一万 discard 1m") == 5  # four own turns, one of them shown again
    assert "discard 5m: there is no such tile in the hand" in out  # both are gone: one thrown, one in the chow
    assert "对家 opponent wins by discard: 11 x 2" in out and "坎张    Closed Wait" in out
    assert "win: 自己 you pay 对家 opponent 550" in out


def test_a_capital_throws_the_tile_where_a_small_letter_does_something_else():
    """Seat 0 holds E W W W N N F P P: P is 白, p passes, s shows the table, S, of which there is none, does too."""
    out = run("play", "--seed", "3", input="1\n1\np\ns\nS\nP\nq\n")
    assert "pass: there is nothing to pass on one's own turn" in out and "自己 you throw 白" in out
    assert out.partition("you throw")[0].count("  10 打白 discard P") == 3


def test_steps_are_not_multiplied():
    out = run("play", "--rules", "dongbei136", "--seed", "5", input="1\n" * 400)
    assert "4 steps, x 16" in out and "对家 opponent 400" in out  # 16 bases of 25


def test_tiles_and_words_are_actions():
    actions = mj2p.actions()
    turn = (actions[1], *(one for one in actions if one.name in ("discard", "ready")))
    for said, name, tile in [
        ("5m", "discard", "5m"), ("5M", "discard", "5m"), ("e", "discard", "E"), ("r 5m", "ready", "5m"),
        ("w", "win", None), ("win", "win", None), ("discard E", "discard", "E"), ("1", "win", None),
    ]:  # fmt: skip
        done = meant(said, turn)
        assert (done.name, done.tile) == (name, tile), said
    # W, P and S are tiles; w, p and s never are, whatever can be done now
    for said, name, tile in [
        ("W", "discard", "W"), ("P", "discard", "P"), ("S", "discard", "S"), ("w", "win", None), ("e", "discard", "E"),
        ("r W", "ready", "W"), ("r w", "ready", "W"), ("R 5M", "ready", "5m"),
    ]:  # fmt: skip
        done = meant(said, turn)
        assert (done.name, done.tile) == (name, tile), said
    assert meant("P", actions[:7]).name == "pass" and meant("W", actions[:7]).name == "win"
    for said in ("p", "s", "0", "99", "5s", "r", "r 5s", "", "1e3", "²", "kong"):
        assert meant(said, turn) is None, said
    assert meant("pung", actions[:7]).name == "pung" and meant("p", actions[:7]).name == "pass"


def test_a_game_that_is_stopped_is_recorded_as_far_as_it_went(tmp_path):
    record = tmp_path / "game.jsonl"
    assert "Aborted" in run("play", "--seed", "5", "--record", str(record), input="1\n1\n1\n", code=1)
    game = mj2p.replay(record.read_text(encoding="utf-8"))
    assert not game.over and len(game.history) >= 3
    assert "throws" in run("replay", str(record))
    run("play", "--record", str(tmp_path), code=2)


def test_a_match_is_replayed(tmp_path):
    match = mj2p.Match("duel72", seed=2, base=5)
    for _ in range(2):
        game = match.deal()
        while not game.over:
            game.step(game.actions[-1])
        match.close()
    match.leave(0)
    path = tmp_path / "match.jsonl"
    path.write_text(str(match.log), encoding="utf-8")
    told = run("replay", str(path))
    assert told.count("beans: ") == 2 and f"match over: balances {match.balances[0]} and" in told
    assert "seat 1 draws ?" in run("replay", str(path), "--seat", "0")
    assert "seat must be 0 or 1, not 3" in run("replay", str(path), "--seat", "3", code=1)


def test_python_m_mj2p():
    done = subprocess.run([sys.executable, "-m", "mj2p", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("mj2p, version ")


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
