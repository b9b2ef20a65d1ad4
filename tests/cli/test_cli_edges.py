"""The command line where things are not as they should be: closed streams, a full disk, files that are there already,
and texts of other people's files that would steer a terminal.
"""

import codecs
import os
import subprocess

import pytest
from command_line import COMMAND, process

import mj2p

HAND = "1112345678999m9m"
LEAVE = b"q\n"


def shell(line, **kwargs):
    """A line of the shell, with `mj2p` for the command."""
    command = " ".join(f"'{word}'" for word in COMMAND)
    return subprocess.run(["sh", "-c", line.replace("mj2p", command, 1)], capture_output=True, timeout=60, **kwargs)


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (f"mj2p score {HAND} >&-", 3, "mj2p: a standard stream is closed\n"),
        ("mj2p score nonsense >&-", 1, "Error: "),  # there was nothing to write there
        (f"mj2p score {HAND} 2>&-", 0, ""),
        ("mj2p score nonsense 2>&-", 1, ""),
        (f"mj2p score {HAND} <&-", 0, ""),
        ("mj2p batch - <&-", 3, "mj2p: a standard stream is closed\n"),
        ("mj2p batch - --output out.csv <&- >&- 2>&-", 3, ""),
        (f"mj2p score {HAND} <&- >&- 2>&-", 3, ""),
        ("mj2p batch hands.txt --output out.csv <&- >&- 2>&-", 0, ""),
    ],
)
def test_a_closed_stream_is_one_line_or_no_matter(line, code, says, tmp_path):
    (tmp_path / "hands.txt").write_text(f"{HAND}\n")
    done = shell(line, cwd=tmp_path)
    assert done.returncode == code, done
    assert done.stderr.decode().startswith(says) and "Traceback" not in done.stderr.decode()
    if "hands.txt" in line:
        assert (tmp_path / "out.csv").read_text().splitlines()[1].startswith(f"1,{HAND},win")
        assert (tmp_path / "hands.txt").read_text() == f"{HAND}\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full disk")
@pytest.mark.parametrize("line", ["mj2p play --record /dev/full", "mj2p batch - > /dev/full"])
def test_a_full_disk_is_no_success(line):
    done = shell(line, input=LEAVE)
    assert done.returncode == 3
    assert done.stderr == b"mj2p: No space left on device\n"


def test_a_record_is_not_written_over(tmp_path):
    record = tmp_path / "game.jsonl"
    assert process("play", "--seed", "1", "--record", str(record), input=LEAVE).returncode == 0
    first = record.read_bytes()
    done = process("play", "--seed", "2", "--record", str(record), input=LEAVE)
    assert done.returncode == 2 and b"is there already: --force writes over it" in done.stderr
    assert record.read_bytes() == first
    assert process("play", "--seed", "2", "--record", str(record), "--force", input=LEAVE).returncode == 0
    assert record.read_bytes() != first
    assert mj2p.replay(record.read_text(encoding="utf-8")) == played(2)
    done = process("play", "--seed", "1", "--record", "-", input=LEAVE)
    assert done.stdout.endswith(first)


def played(seed):
    """The game of a player that leaves at once, as `play` deals it."""
    game, opponent = mj2p.Game(seed=seed), mj2p.players.get("speed", seed)
    while not game.over and game.seat != 0:
        game.step(opponent.choose(game))
    game.leave(0)
    while not game.over:
        game.step(opponent.choose(game))
    return game


@pytest.mark.parametrize("form", [(), ("--format", "jsonl"), ("--format", "parquet")])
def test_batch_does_not_write_over_what_it_reads(form, tmp_path):
    source, link = tmp_path / "hands.csv", tmp_path / "link.csv"
    source.write_text(f"{HAND}\n")
    os.link(source, link)
    for output in (source, link):
        done = process("batch", str(source), "-o", str(output), *form)
        assert done.returncode == 2 and b"--output is the file that is read" in done.stderr
    with open(source, "rb") as file:
        done = subprocess.run([*COMMAND, "batch", "-", "-o", str(source), *form], stdin=file, capture_output=True)
    assert done.returncode == 2 and b"--output is the file that is read" in done.stderr
    assert source.read_text() == f"{HAND}\n"


def test_a_byte_order_mark_before_a_record(tmp_path):
    game = played(1)
    record = tmp_path / "game.jsonl"
    record.write_bytes(codecs.BOM_UTF8 + str(game.log).encode())
    assert process("replay", str(record)).returncode == 0
    assert process("replay", "-", input=record.read_bytes()).returncode == 0
    text = "\ufeff" + str(game.log)
    assert mj2p.replay(text) == mj2p.replay(text.splitlines()) == game


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "latin-1", "ascii", "ascii:replace", ":strict"])
def test_the_encoding_asked_for(encoding):
    done = process("explain", "pure_straight", env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "1"})
    name, _, errors = encoding.partition(":")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "清龙 Pure Straight (pure_straight): 16 in duel64".encode(
        name or "utf-8", errors or "backslashreplace"
    )


def test_what_cannot_be_written_in_the_encoding_asked_for():
    done = process("explain", "pure_straight", env=os.environ | {"PYTHONIOENCODING": "ascii:strict"})
    assert done.returncode == 3 and done.stderr.startswith(b"mj2p: ") and done.stderr.count(b"\n") == 1


SIGNS = "\x1b[31m\x9b\u202e\x7f"
ESCAPED = "\\x1b[31m\\x9b\\u202e\\x7f"


def test_what_would_steer_the_terminal_is_escaped(tmp_path):
    """A rule set's name, a wrong key, a line of a batch, a record: none of them reaches the terminal as it is."""
    in_toml = "\\u001b[31m\\u009b\\u202e\\u007f"
    rules, wrong = tmp_path / "rules.toml", tmp_path / "wrong.toml"
    rules.write_text(f'name = "a{in_toml}"\ntitle = "{in_toml}"\nparent = "duel64"\n')
    wrong.write_text(f'name = "a"\nparent = "duel64"\n[values]\n"{in_toml}" = 1\n')
    record, hands = tmp_path / "record.jsonl", tmp_path / "hands.txt"
    record.write_text(str(played(1).log).replace('"start_kyoku"', '"start_kyoku","x":"\\ud800' + SIGNS[1:] + '"'))
    hands.write_text(f"{HAND}{SIGNS}\n")
    for code, *command in (
        (0, "rules", "show", str(rules)), (0, "rules", "check", str(rules)), (1, "rules", "check", str(wrong)),
        (0, "score", HAND, "--rules", str(rules)), (2, "score", HAND, "--rules", str(wrong)),
        (0, "sim", "4", "--rules", str(rules)), (0, "duel", "random", "random", "--pairs", "2", "--rules", str(rules)),
        (0, "rules", "diff", str(rules), "mcr"), (1, "batch", str(hands)), (1, "replay", str(record)),
        (0, "census", str(rules), "--no-fans"), (0, "discards", HAND, "--draws", "1", "--rules", str(rules)),
    ):  # fmt: skip
        done = process(*command)
        said = (done.stdout + done.stderr).decode()
        assert done.returncode == code, (command, said)
        assert not set(SIGNS) - set("[31m") & set(said), (command, said)
        assert ESCAPED[7:] in said, (command, said)


def test_a_message_can_be_printed():
    """A lone surrogate in what is read comes back as an escape: an error that cannot be printed tells nothing."""
    log = str(played(1).log)
    for wrong in ('{"type":"\\ud800"}', log.replace('"start_kyoku"', '"start_kyoku","x":"\\ud800"'), "\ud800"):
        with pytest.raises(mj2p.InvalidLog) as error:
            mj2p.replay(wrong)
        str(error.value).encode()
    for call in (
        lambda: mj2p.score("\ud800"), lambda: mj2p.rules.get("\ud800"), lambda: mj2p.rules.load("\ud800.toml"),
        lambda: mj2p.players.get("\ud800"), lambda: mj2p.rules.get().derive(name="a", values={"\ud800": 1}),
        lambda: mj2p.Game(wall=["\ud800"]), lambda: mj2p.Match(room="\ud800"), lambda: mj2p.Meld.parse("[\ud800]"),
        lambda: mj2p.settle([("\ud800", 0, 0, 1)], (1, 1)),
    ):  # fmt: skip
        with pytest.raises(ValueError) as error:
            call()
        str(error.value).encode()


