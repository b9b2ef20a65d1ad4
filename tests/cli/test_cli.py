"""The command line: every command, its exit status, bad lines, broken pipes, a real terminal."""

import csv
import io
import json
import os
import re
import subprocess
import sys

import pytest
from children import started
from command_line import COMMAND, process, run, terminal

import mj2p
from mj2p.cli import MISSING
from mj2p.cli.app import COMMANDS
from mj2p.scoring.examples import example

NINE_GATES = "1112345678999m9m"


# ---- one hand --------------------------------------------------------------------------------------------------------


def test_score_prints_fans_and_total():
    out = run("score", NINE_GATES).output
    assert out.splitlines()[1] == "123m 456m 789m 999m 11m"
    assert re.search(r"九莲宝灯 Nine Gates +88 +88\b", out)
    assert re.search(r"total +106\b", out)
    assert "清一色" in out.split("total")[1]  # not counted, and why


@pytest.mark.parametrize(
    ("lang", "there", "absent"),
    [("zh", "九莲宝灯", "Nine"), ("en", "Nine Gates", "九莲宝灯"), ("both", "九莲宝灯 Nine", "?")],
)
def test_score_speaks_the_language_asked_for(lang, there, absent):
    out = run("score", NINE_GATES, "--lang", lang).output
    assert there in out
    assert absent not in out


def test_score_json_is_the_score():
    out = run("score", NINE_GATES, "--json").output
    assert json.loads(out) == json.loads(json.dumps(mj2p.score(NINE_GATES, rules="duel64").to_dict()))


@pytest.mark.parametrize(
    ("hand", "flags", "total"),
    [
        (NINE_GATES, "", 106),
        ("1112345678999m5m", "--self-draw", 92),
        ("1112345678999m2m", "--self-draw --last-tile", 100),
        ("(EEEE)(SSSS)(WWWW)(NNNN)CC", "--self-draw --kong", 312),
        ("(EEEE)(SSSS)(WWWW)(NNNN)CC", "--self-draw --kong --last-tile --flowers 2 --ready", 322),
        ("12345678mEEECC9m", "--rules duel72 --dealer --heavenly-hand --self-draw", 71),
        ("12345678mEEECC9m", "--rules duel72 --seat W --earthly-hand --self-draw", 55),
        ("[EEE,2]12345678mCC9m", "--rules table72 --seat W --flowers bcdefgh", 33),
        ("[EEE,2]12345678mCC9m", "--rules table72 --seat W --flowers cg", 27),
    ],
)
def test_situations_are_flags(hand, flags, total):
    assert json.loads(run("score", hand, "--json", *flags.split()).output)["total"] == total


def test_rob_is_the_kong_bit_without_self_draw():
    robbed = mj2p.score("12345678mEEECC9m|EE0001||", rules="duel64")
    assert json.loads(run("score", "12345678mEEECC9m", "--rob", "--json").output)["total"] == robbed.total
    assert "robbed kong" in run("score", "12345678mEEECC9m", "--rob", "--self-draw", code=2).stderr


def test_every_situation_has_a_flag():
    text = run("score", "--help").output
    for situation in mj2p.Situation.__members__:
        assert "--" + situation.lower().replace("_", "-") in text


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("1112345678999m", "winning tile"),
        ("1111345678999m1m", "1m"),
        ("123456789mEEESW", ""),
        ("hello", ""),
        ("", ""),
        ("12345678mEEECC9m|EE1001||", "kong"),
    ],
)
def test_what_is_no_win_is_said_in_one_line(hand, says):
    result = run("score", hand, code=1)
    assert result.stderr.startswith("Error: ")
    assert says in result.stderr
    assert "Traceback" not in result.output


def test_not_complete_in_json():
    out = json.loads(run("score", "1112345678999mE", "--json", code=1).stdout)
    assert out["win"] is False
    assert out["distance"] == 0


def test_a_capped_total_says_so():
    out = run("score", "(EEEE)(SSSS)(WWWW)(NNNN)CC|EE1000||dealer", "--rules", "table72").output
    assert "200 (of 305)" in out


def test_steps_and_a_minimum_say_so(tmp_path):
    assert run("score", "[EEE,2]12345678mCC9m", "--rules", "dongbei136").output.splitlines()[2].endswith("steps")
    mine = tmp_path / "mine.toml"
    mine.write_text('parent = "mcr"\nname = "mine"\n[scoring]\nminimum = 8\n')
    assert "minimum of 8" in run("score", "[234m,1][345s,1]67p555sNN8p", "--rules", mine).output
    assert "minimum" not in run("score", NINE_GATES, "--rules", mine).output


def test_waits():
    out = run("waits", "1112345678999m").output
    assert [line.split() for line in out.splitlines()[1:]] == [
        [f"{n}m", "1" if n in (1, 9) else "3"] for n in range(1, 10)
    ]
    assert json.loads(run("waits", "1112345678999m", "--json", "--seen", "555m").output)["waits"]["5m"] == 0


def test_waits_of_no_hand_is_an_error():
    assert "13" in run("waits", "123m", code=1).stderr
    assert "more than four" in run("waits", "1112345678999m", "--seen", "11m", code=1).stderr


def test_waits_of_a_hand_that_is_not_ready():
    out = run("waits", "1112345678mEEWS").output
    assert "not waiting: 1 more tile to be ready" in out
    rows = [line.split() for line in out.splitlines()[1:]]
    assert rows == [["useful", "copies"], *([tile, str(n)] for tile, n in mj2p.useful("1112345678mEEW").items())]


def test_dead_waits_are_said_to_be_dead():
    """The hand holds all four 1m: it waits for them alone and is not ready. Of 14 tiles the last is left out."""
    for hand in ("1111456789mEEE", "1111456789mEEEC"):
        out = run("waits", hand).output
        assert "1m    0, dead" in out
        assert "not ready, since no wait is left: 1 more tile to be ready" in out
    assert json.loads(run("waits", "1111456789mEEE", "--json").output)["waits"] == {"1m": 0}
    assert "9m    0, dead" in run("waits", "1112345678999m", "--seen", "9m").output


# ---- notations -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("notation", "text"), [("unicode", "🀇🀈🀉"), ("chinese", "一二三"), ("mpsz", "123"), ("gb", "123")]
)
def test_convert(notation, text):
    out = run("convert", "12345678mEEECC9m", "--to", notation).output.strip()
    assert text in out
    assert mj2p.Hand.parse(out) == mj2p.Hand.parse("12345678mEEECC9m")


def test_convert_reads_z_digits_under_the_named_convention():
    text = "12345678m111z55z9m"
    assert "PP" in run("convert", text).output
    assert "CC" in run("convert", text, "--honors", "chinese").output


# ---- fans ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", mj2p.rules.names())
def test_fans_lists_them_all(rules):
    wanted = [fan.fan.id for fan in mj2p.rules.get(rules).fans.values()]
    listed = [line.split()[0] for line in run("fans", "--rules", rules).output.splitlines()[1:]]
    assert listed == wanted
    assert [row["id"] for row in json.loads(run("fans", "--rules", rules, "--json").output)] == wanted


@pytest.mark.parametrize("name", ["pure_straight", "Pure Straight", "pure straight", "清龙", "PURE-STRAIGHT"])
def test_explain_finds_by_any_name(name):
    out = run("explain", name).output
    assert "清龙" in out
    assert "16" in out
    assert "123 456 789" in out
    assert "连六" in out  # what it takes away


def test_explain_says_what_takes_it_away():
    out = run("explain", "self_drawn").output
    assert re.search(r"taken away by.*不求人", out)
    assert re.search(r"example.*\|EE1000\|", out)


def test_explain_knows_what_a_setting_changes():
    told = run("explain", "门前清", "--rules", "dongbei136").output
    assert "needs          no chow, pung or kong of any sort" in told
    assert "needs          closed hand, won on a discard" in run("explain", "门前清").output


def test_explain_in_json():
    told = json.loads(run("explain", "九莲宝灯", "--json").output)
    assert told["excludes"]["pung_of_terminals_or_honors"] == "one"
    assert "nine_gates" in [fan["id"] for fan in told["example"]["fans"]]


def test_explain_says_where_no_hand_has_the_fan():
    assert "no hand of these tiles has it" in run("explain", "全双刻").output
    assert "[222m,2]" in run("explain", "全双刻", "--rules", "mcr").output


def test_explain_says_how_often_a_fan_counts(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('parent = "duel64"\nname = "mine"\n[limits]\ntile_hog = 1\n')
    assert "each time it occurs, 1 at most" in run("explain", "四归一", "--rules", mine).output


def test_explain_unknown_suggests():
    assert "pure_straight" in run("explain", "pure_strait", code=2).stderr
    assert "not in duel64" in run("explain", "全带五", code=2).stderr


@pytest.mark.parametrize("rules", mj2p.rules.names())
def test_every_fan_has_an_example(rules):
    ruleset = mj2p.rules.get(rules)
    missing = [fan.fan.id for fan in ruleset.fans.values() if example(fan.fan.id, ruleset) is None]
    assert missing == (["all_even_pungs"] if rules == "duel64" else [])


# ---- rule sets -------------------------------------------------------------------------------------------------------


def test_rules_list_and_show():
    listed = run("rules", "list").output
    for name in mj2p.rules.names():
        assert name in listed
    shown = run("rules", "show", "table72").output
    assert "200" in shown
    assert re.search(r"rake +5", shown)
    assert mj2p.rules.get("table72").fingerprint in shown


def test_rules_check(tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('parent = "duel64"\nname = "mine"\n[values]\npure_straight = 20\n')
    bad.write_text('parent = "duel64"\nname = "bad"\n[values]\npure_strait = 20\nfull_flush = -1\n')
    assert "mine" in run("rules", "check", good).output
    problems = run("rules", "check", bad, code=1).output
    assert "pure_strait" in problems
    assert "full_flush" in problems
    run("rules", "check", tmp_path / "absent.toml", code=2)


def test_rules_diff(tmp_path):
    assert "no difference" in run("rules", "diff", "duel64", "duel64").output
    mine = tmp_path / "mine.toml"
    mine.write_text('parent = "duel64"\nname = "mine"\n[values]\npure_straight = 20\n')
    out = run("rules", "diff", "duel64", mine).output
    assert re.search(r"pure_straight +16 +20", out)
    out = run("rules", "diff", "duel64", "duel72").output
    assert re.search(r"upper_four +- +12", out)
    assert "doubling" not in out
    assert re.search(r"doubling +true +false", run("rules", "diff", "duel64", "duel72", "--play").output)
    mine.write_text('parent = "duel64"\nname = "mine"\n[play]\ndoubling = false\n')
    assert "1 in how it is played and paid" in run("rules", "diff", "duel64", mine).output


def test_a_rule_set_file_scores(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('parent = "duel64"\nname = "mine"\n[values]\npure_straight = 20\n')
    assert json.loads(run("score", NINE_GATES, "--rules", mine, "--json").output)["total"] == 110


@pytest.mark.parametrize("rules", ["nonsense", "absent.toml"])
def test_unknown_rules_are_wrong_usage(rules):
    assert rules in run("score", NINE_GATES, "--rules", rules, code=2).stderr


# ---- batch -----------------------------------------------------------------------------------------------------------

LINES = [NINE_GATES, "", "# a note", "1112345678999m5m|EE1000||", "hello", "123456789mEEESW", "1" * 15 + "m", "EEFF"]
NUMBERS = [1, 4, 5, 6, 7, 8]
STATUS = ["win", "win", "text", "not_complete", "tiles", "tiles"]


@pytest.fixture
def hands(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


def test_batch_csv(hands):
    result = run("batch", hands, code=1)
    table = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [int(row["line"]) for row in table] == NUMBERS
    assert [row["status"] for row in table][:4] == STATUS[:4]
    assert [row["total"] for row in table] == ["106", "92", "0", "0", "0", "0"]
    assert table[0]["fans"] == "nine_gates pure_straight tile_hog"
    assert [int(n) for n in re.findall(r"^line (\d+): ", result.stderr, re.M)] == [5, 7, 8]
    assert "3 of 6" in result.stderr
    assert [bool(row["error"]) for row in table] == [False, False, True, False, True, True]


def test_batch_json_lines(hands):
    table = [json.loads(line) for line in run("batch", hands, "--format", "jsonl", code=1).stdout.splitlines()]
    assert [row["line"] for row in table] == NUMBERS
    assert table[0]["fans"] == {"nine_gates": 1, "pure_straight": 1, "tile_hog": 1}
    assert "error" not in table[3]


def test_batch_parquet(hands, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "scores.parquet"
    run("batch", hands, "--output", out, code=1)
    assert parquet.read_schema(out).metadata[b"fingerprint"].decode() == mj2p.rules.get("duel64").fingerprint
    table = parquet.read_table(out).to_pylist()
    assert [row["line"] for row in table] == NUMBERS
    assert dict(table[0]["fans"]) == {"nine_gates": 1, "pure_straight": 1, "tile_hog": 1}
    run("batch", hands, "--format", "parquet", code=2)


def test_batch_takes_the_format_from_the_ending(hands, tmp_path):
    for name, head in (("a.csv", "line,"), ("a.JSONL", '{"line"'), ("plain", "line,")):
        run("batch", hands, "-o", tmp_path / name, code=1)
        assert (tmp_path / name).read_text().startswith(head)
    assert "ending is none of csv, jsonl, parquet" in run("batch", hands, "-o", tmp_path / "a.xlsx", code=2).stderr
    assert not (tmp_path / "a.xlsx").exists()


def test_parquet_without_pyarrow_says_how_to_install_it(hands, tmp_path, monkeypatch):
    monkeypatch.setattr("mj2p.cli.writers.find_spec", lambda name: None)
    out = tmp_path / "scores.parquet"
    assert "mj2p[data]" in run("batch", hands, "-o", out, code=2).stderr
    assert not out.exists()


def test_batch_of_good_lines_ends_with_0(tmp_path):
    path, out = tmp_path / "hands.txt", tmp_path / "scores.csv"
    path.write_text(f"{NINE_GATES}\r\n123456789mEEESW\r\n")
    assert run("batch", path, "-o", out).stderr == ""
    assert out.read_text().count("\n") == 3
    path.write_text("")
    assert run("batch", path).stdout.count("\n") == 1


def test_batch_reads_standard_input_in_order_across_chunks():
    many = [f"1112345678999m{rank}m" for rank in range(1, 10)] * 2500
    result = process("batch", "-", "--threads", "2", input="\n".join(many).encode())
    assert result.returncode == 0
    table = list(csv.DictReader(io.StringIO(result.stdout.decode())))
    assert [row["hand"] for row in table] == many
    assert [int(row["line"]) for row in table] == list(range(1, len(many) + 1))
    assert {row["total"] for row in table if row["hand"].endswith("9m9m")} == {"106"}


def test_batch_survives_any_bytes():
    endless = b"1" * 5_000_000
    result = process(
        "batch", "-", "-f", "jsonl", input=b"\xff\xfe\x00\n" + endless + b"\n\xef\xbb\xbf\n" + NINE_GATES.encode()
    )
    assert result.returncode == 1
    table = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["line"], row["status"]) for row in table] == [(1, "text"), (2, "text"), (3, "text"), (4, "win")]
    assert len(result.stdout) + len(result.stderr) < 50_000
    assert b"Traceback" not in result.stderr


def test_batch_skips_a_byte_order_mark():
    result = process("batch", "-", input=b"\xef\xbb\xbf" + NINE_GATES.encode())
    assert result.returncode == 0


@pytest.mark.parametrize(
    "args",
    [(), ("absent.txt",), ("{hands}", "--format", "xml"), ("{hands}", "--threads", "0"), ("{hands}", "-o", "{hands}")],
)
def test_batch_wrong_usage(hands, args):
    before = hands.read_bytes()
    run("batch", *(arg.format(hands=hands) for arg in args), code=2)
    assert hands.read_bytes() == before


def test_batch_to_a_place_that_cannot_be_written(hands, tmp_path):
    assert "cannot write" in run("batch", hands, "-o", tmp_path / "absent" / "out.csv", code=2).stderr


# ---- a process, a pipe, a terminal -----------------------------------------------------------------------------------


def test_a_broken_pipe_ends_quietly(tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text((NINE_GATES + "\n") * 100_000)
    with started([*COMMAND, "batch", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout.readline().startswith(b"line,hand")
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait() != 0


def test_letters_where_no_terminal_tiles_where_one():
    assert NINE_GATES in process("score", NINE_GATES).stdout.decode()
    code, seen = terminal("score", NINE_GATES)
    assert code == 0
    assert "🀇🀇🀇🀈" in seen
    assert "106" in seen


def test_a_progress_bar_on_a_terminal_only(tmp_path):
    """With the hands done of about so many; what is wrong with a line is told above it; at the end it is wiped."""
    pytest.importorskip("rich")
    path, out = tmp_path / "hands.txt", tmp_path / "out.csv"
    path.write_text((NINE_GATES + "\n") * 20_000 + "hello\n")
    code, seen = terminal("batch", path, "-o", out)
    assert code == 1
    assert re.search(r"[1-9]\d*/20001\b", seen) and "line 20001: flower h (菊) stands" in seen
    assert seen.rpartition("\x1b[2K")[2].strip() == "1 of 20,001 lines are no hands"
    assert out.read_text().count("\n") == 20_002
    code, seen = terminal("batch", path)  # the rows are there themselves
    assert code == 1 and seen.count(",win,106,") == 20_000 and "\x1b" not in seen
    piped = process("batch", path)
    assert piped.stdout.decode() == out.read_text()
    assert piped.stderr.decode().splitlines() == [
        "line 20001: flower h (菊) stands among the tiles: flowers go behind the second |",
        "1 of 20,001 lines are no hands",
    ]  # fmt: skip


def test_hands_typed_on_a_terminal_are_answered_one_by_one():
    code, seen = terminal("batch", "-", stdin=f"{NINE_GATES}\nhello\n\x04".encode())
    assert code == 1
    assert "1,1112345678999m9m,win,106" in seen
    assert "line 2: " in seen


def test_plain_tables_without_rich(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.setattr("mj2p.cli.show.on_terminal", lambda: True)
    assert "九莲宝灯" in run("score", NINE_GATES).output


def test_a_locale_without_chinese_is_no_matter(tmp_path):
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert "清龙" in process("fans", env=os.environ | env).stdout.decode()
    env = {"PYTHONIOENCODING": "latin-1"}
    code, seen = terminal("explain", "pure_straight", env=env)
    assert code == 0
    assert "\\u6e05\\u9f99 Pure Straight" in seen


def test_without_click_the_command_says_how_to_install_it():
    code = "import sys; sys.modules['click'] = None; from mj2p.cli import main; main()"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60)
    assert result.returncode == 1
    assert result.stderr.decode().strip() == MISSING


def test_the_library_loads_no_adapter():
    code = "import sys, mj2p; print([m for m in ('click', 'rich', 'pyarrow', 'mj2p.cli') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], timeout=60).strip() == b"[]"


def test_help_of_every_command():
    assert all(name in run("--help").output for name in COMMANDS)
    for name in COMMANDS:
        assert "Usage" in run(name, "--help").output
    assert "No such command" in run("nonsense", code=2).stderr


def test_version():
    assert run("--version").output.startswith("mj2p, version ")


def test_demo_prints_hands_a_second(monkeypatch, capsys):
    from mj2p.cli import demo

    monkeypatch.setattr(demo, "MILLION", 10_000)
    demo.main()
    out = capsys.readouterr().out
    assert "10,000 hands" in out
    assert "100% complete" in out


def test_honors_are_read_and_written_alike():
    assert run("convert", "11122233344m55z", "--honors", "chinese", "--to", "mpsz").output == "11122233344m55z\n"
    seen = run("waits", "111222333m44m55z", "--honors", "chinese", "--seen", "55z", "--json").output
    assert json.loads(seen)["waits"]["C"] == 0


def test_melds_that_can_never_win_say_so():
    said = run("waits", "[123m,1][123s,1][123p,1][456m,1]E", "--rules", "dongbei136").output
    assert "no way to win" in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full disk")
@pytest.mark.parametrize("command", [["score", "123456789mEEECC"], ["fans"]])
def test_a_full_disk_is_one_line(command):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mj2p.cli", *command], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert done.returncode == 3
    assert done.stderr == "mj2p: No space left on device\n"
