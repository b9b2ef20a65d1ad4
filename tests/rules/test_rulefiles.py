"""Files of rule sets: every problem with its place, several at once, and never anything worse than a RuleSetError."""

import json
import os
import threading
import time
import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import mj2p
from mj2p.rules.catalogue import FANS
from mj2p.rules.draft import TABLES
from mj2p.rules.files import MAX_FILE
from mj2p.rules.settings import of_table


@pytest.fixture
def problems(tmp_path):
    """What is wrong with a file of some text, each problem without the folder."""

    def check(text):
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = mj2p.rules.check(path)
        if found:
            with pytest.raises(mj2p.RuleSetError) as error:
                mj2p.rules.load(path)
            assert error.value.problems == found
            assert str(error.value) == "\n".join(found)
        return [problem.replace(f"{path.parent}/", "") for problem in found]

    return check


MINE = 'parent = "duel64"\nname = "mine"\n'

# what stands behind MINE, from line 3 on · the line and place of the problem · what it says
PROBLEMS = [
    ("colour = 3", "3: colour", "no such key; there are name, title, source, parent, abstract, order, scoring, tiles,"),
    ("title = 7", "3: title", "must be a text, not 7"),
    ("source = ''", "3: source", "must be a text, not ''"),
    ("abstract = 'yes'", "3: abstract", "must be true or false, not 'yes'"),
    ("values = 3", "3: values", "must be a table"),
    ("fans = ['清龙']", "3: fans", "must be a table"),
    # settings
    ("[scoring]\nspeed = 3", "4: [scoring] speed", "no such setting; there are unit, principle, forms, needs,"),
    ("[scoring]\nsuits = 1", "4: [scoring] suits", "no such setting"),
    ("[scoring]\nunit = 'beans'", "4: [scoring] unit", "must be 'fans' or 'steps', not 'beans'"),
    ("[scoring]\nprinciple = true", "4: [scoring] principle", "must be 'account_once' or 'none', not True"),
    ("[scoring]\ncap_total = -1", "4: [scoring] cap_total", "must be a whole number from 0 to 2147483647, not -1"),
    ("[scoring]\ncap_total = 2147483648", "4: [scoring] cap_total", "from 0 to 2147483647, not 2147483648"),
    ("[scoring]\ncap_points = 13.0", "4: [scoring] cap_points", "must be a whole number from 0 to"),
    ("[scoring]\nminimum = true", "4: [scoring] minimum", "must be a whole number from 0 to 2147483647, not True"),
    ("[scoring]\nforms = 'four_sets'", "4: [scoring] forms", "must be a list out of four_sets, seven_pairs,"),
    ("[scoring]\nforms = []", "4: [scoring] forms", "must be a list out of"),
    ("[scoring]\nforms = ['four_sets', 'five']", "4: [scoring] forms", "must be a list out of"),
    ("[scoring]\nforms = [['four_sets']]", "4: [scoring] forms", "must be a list out of"),
    ("[scoring]\nforms = [{}]", "4: [scoring] forms", "must be a list out of"),
    ("[scoring]\nforms = ['seven_pairs']", "4: [scoring] forms", "four_sets is always one of the forms"),
    ("[scoring]\nfour_melds = 'none'", "4: [scoring] four_melds", "must be 'any' or 'all_pungs', not 'none'"),
    ("[tiles]\nspecial_melds = 1", "4: [tiles] special_melds", "must be true or false, not 1"),
    ("[tiles]\nsuits = 4", "4: [tiles] suits", "must be a whole number from 0 to 3, not 4"),
    ("[tiles]\nflowers = 'many'", "4: [tiles] flowers", "must be 'none' or 'count' or 'each', not 'many'"),
    ("[tiles]\nflowers_max = 16", "4: [tiles] flowers_max", "must be a whole number from 0 to 15, not 16"),
    # switches that contradict the tiles
    ("[tiles]\nsuits = 2", "4: [tiles] suits", "must be 1 or 3, not 2"),
    ("[tiles]\nsuits = 0", "4: [tiles] suits", "must be 1 or 3, not 0"),
    ("[scoring]\nforms = ['four_sets']", "4: [scoring] forms", "seven_pairs is in, but seven_pairs is no form here"),
    ("[scoring]\nforms = ['four_sets', 'seven_pairs', 'knitted']", "4: [scoring] forms", "knitted needs three suits"),
    ("[fans]\nwith = ['三同刻']\nwithout = []", "5: [fans] without", "triple_pung cannot occur with one suit"),
    ("[fans]\nwith = ['四归一', '季花']", ": [tiles] flowers", 'season_flower needs the flowers one by one ("each")'),
    ("[tiles]\nflowers = 'none'", ": [tiles] flowers_max", "there are no flowers, so it is 0, not 12"),
    ("[tiles]\nflowers = 'none'\nflowers_max = 0", "4: [tiles] flowers", "flower_tile is in, but there are no flowers"),
    ("[tiles]\nflowers = 'each'", ": [tiles] flowers_max", "there are eight flowers, not 12"),
    # play and payment
    ("[play]\nplayers = 1", "4: [play] players", "must be 2 to 4, or 0 for a rule set that only scores, not 1"),
    ("[play]\nheavenly_ready = true\nready = false", "4: [play] heavenly_ready", "needs ready = true"),
    ("[play]\nclaims = 'some'", "4: [play] claims", "must be 'all' or 'none', not 'some'"),
    ("[settlement]\nready_factor = 0", "4: [settlement] ready_factor", "must be 1 or more, not 0"),
    ("[rooms]\nold = [1, 2]", "4: [rooms] old", "must be [base, least, most] in whole numbers, not [1, 2]"),
    ("[rooms]\nold = [0, 1, 0]", "4: [rooms] old", "the base must be from 1 to 2147483648, not 0"),
    ("[rooms]\nold = [5, 9, 8]", "4: [rooms] old", "nobody carries 9 to 8; a most of 0 is any amount"),
    ("[titles]\nlow = 5\nhigh = 5", "5: [titles] high", "must be a whole number above 5, not 5"),
    ("[titles]\nlow = 1.5", "4: [titles] low", "must be a whole number, not 1.5"),
    ("[settlement]\nfee = -1", "4: [settlement] fee", "must be a whole number from 0 to 9007199254740992, not -1"),
    # fans
    ("[fans]\nbesides = []", "4: [fans] besides", "no such key; there are only, without, with"),
    ("[fans]\nwith = '清龙'", "4: [fans] with", "must be a list of fans"),
    ("[fans]\nwith = ['dragon']", "4: [fans] with", "no fan is called 'dragon' in this version"),
    ("[fans]\nwith = [7]", "4: [fans] with", "no fan is called 7 in this version"),
    ("[fans]\nwithout = [['清龙']]", "4: [fans] without", "no fan is called ['清龙'] in this version"),
    ("[fans]\nwithout = ['三同刻']", "4: [fans] without", "triple_pung is not in the parent"),
    ("[fans]\nonly = ['平和']\nwithout = ['清龙']", "5: [fans] without", "pure_straight is not in the parent"),
    ("[fans]\nwith = ['点炮']", ": [values] discarder_lost", "the fan is in, but has no value"),
    # values
    ("[values]\nmystery = 1", "4: [values] mystery", "no fan is called 'mystery' in this version"),
    ("[values]\n'清龙' = -1", "4: [values] 清龙", "a value is 0 or more, not -1"),
    ('[values]\n"Pure Straight" = "x"', "4: [values] Pure Straight", "a value is a whole number, not 'x'"),
    ("[values]\npure_straight = 1.5", "4: [values] pure_straight", "a value is a whole number, not 1.5"),
    ("[values]\npure_straight = true", "4: [values] pure_straight", "a value is a whole number, not True"),
    ("[values]\npure_straight = 2147483648", "4: [values] pure_straight", "2147483648 does not fit in 32 bits"),
    ("[values]\npure_straight = 9223372036854775808", "4: [values] pure_straight", "does not fit in 32 bits"),
    ("[values]\npure_straight = 1\n'清龙' = 2", "5: [values] 清龙", "pure_straight has a value already, under another"),
    ("[values]\n'大四喜' = 2147483647", "4: [values] big_four_winds", "the values add up to 2147484821; a total must"),
    # exclusions
    ("[exclusions]\ninherit = 'no'", "4: [exclusions] inherit", "must be true or false"),
    ("[exclusions]\nghost = ['清龙']", "4: [exclusions] ghost", "no fan is called 'ghost' in this version"),
    ("[exclusions]\n'清龙' = ['ghost']", "4: [exclusions] 清龙", "no fan is called 'ghost' in this version"),
    ("[exclusions]\n'清龙' = '平和'", "4: [exclusions] 清龙", "must be a list of fans"),
    ("[exclusions]\n'清龙' = [7]", "4: [exclusions] 清龙", "must be a list of fans"),
    ("[exclusions]\n'清龙' = ['清龙']", "4: [exclusions] 清龙", "a fan cannot exclude itself"),
    ("[exclusions]\n'清龙' = ['三同刻']", "4: [exclusions] 清龙", "triple_pung is not in this rule set"),
    ("[exclusions]\n'三同刻' = ['清龙']", "4: [exclusions] 三同刻", "the fan is not in this rule set"),
    ("[exclusions]\n'清龙' = ['not 平和']", "4: [exclusions] 清龙", "does not exclude all_chows, so there is"),
    ("[exclusions]\n'清龙' = ['one 平和']", "4: [exclusions] 清龙", "'one' needs a fan that repeats, and all_"),
    ("[exclusions]\n'清龙' = ['its 平和']", "4: [exclusions] 清龙", "'its' needs a fan that repeats, and all_"),
    ("[exclusions]\n'清龙' = ['its 一般高']", "4: [exclusions] 清龙", "pure_straight has no pure_double_chow"),
    # limits
    ("[limits]\nghost = 1", "4: [limits] ghost", "no fan is called 'ghost' in this version"),
    ("[limits]\n'一般高' = 0", "4: [limits] 一般高", "must be a whole number from 1 to 15, not 0"),
    ("[limits]\n'一般高' = 16", "4: [limits] 一般高", "must be a whole number from 1 to 15, not 16"),
    ("[limits]\n'一般高' = '1'", "4: [limits] 一般高", "must be a whole number from 1 to 15, not '1'"),
    ("[limits]\n'清龙' = 1", "4: [limits] 清龙", "the fan does not repeat"),
    ("[limits]\n'双同刻' = 1", "4: [limits] 双同刻", "the fan is not in this rule set"),
]


@pytest.mark.parametrize(("text", "place", "said"), PROBLEMS, ids=lambda value: value.replace("\n", " ")[:50])
def test_problem(problems, text, place, said):
    found = problems(MINE + text + "\n")
    wanted = f"mine.toml{place}: " if place.startswith(":") else f"mine.toml:{place}: "
    assert [problem for problem in found if problem.startswith(wanted) and said in problem], found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["mine.toml: parent: a rule set names the one it starts from, such as", "mine.toml: name: is missing"]),
        ('parent = "duel64"\n', ["mine.toml: name: is missing"]),
        ('name = "x"\n', ["mine.toml: parent: a rule set names the one it starts from"]),
        ('name = "x"\nparent = 3', ["mine.toml:2: parent: a rule set names", "mine.toml:2: parent: must be a text"]),
        ('parent = "oops"\nname = ""', ["mine.toml:1: parent: no rule set is called 'oops'", "mine.toml:2: name: "]),
        ('parent = "../duel64"\nname = "x"\n', ["mine.toml:1: parent: no rule set is called '../duel64'"]),
        # a root: what it does not say is as the settings' rows have it
        ('name = "standard"\nabstract = true\n', []),
    ],
)
def test_headings(problems, text, said):
    found = problems(text)
    assert len(found) == len(said)
    assert all(problem.startswith(start) for problem, start in zip(found, said, strict=True)), found


def test_one_suit_of_three(problems):
    """Every form and fan that needs the others is named."""
    found = problems('parent = "mcr"\nname = "x"\n[tiles]\nsuits = 1\n')
    assert sum("needs three suits" in problem for problem in found) == 3
    assert sum("cannot occur with one suit" in problem for problem in found) == 16
    assert len(found) == 19


def test_several_problems_at_once(problems):
    """Each is told, with its place, in one error."""
    text = MINE + "colour = 3\n[values]\n" + "mystery = 1\npure_straight = -1\nhalf_flush = 1.5\n[limits]\nghost = 1\n"
    assert problems(text) == [
        "mine.toml:3: colour: no such key; there are name, title, source, parent, abstract, order, scoring, tiles, "
        "play, settlement, fans, values, exclusions, limits, rooms, titles",
        "mine.toml:5: [values] mystery: no fan is called 'mystery' in this version",
        "mine.toml:6: [values] pure_straight: a value is 0 or more, not -1",
        "mine.toml:7: [values] half_flush: a value is a whole number, not 1.5",
        "mine.toml:9: [limits] ghost: no fan is called 'ghost' in this version",
    ]


@pytest.mark.parametrize(
    ("edges", "cycles"),
    [
        ("'平和' = ['断幺']\n'断幺' = ['平和']", ["all_chows > all_simples > all_chows"]),
        ("'自摸' = ['碰碰和']\n'碰碰和' = ['混一色']\n'混一色' = ['自摸']",
         ["all_pungs > half_flush > self_drawn > all_pungs"]),
        # one new edge against an inherited chain: 大四喜 > 碰碰和
        ("'碰碰和' = ['大四喜']", ["all_pungs > big_four_winds > all_pungs"]),
        # two rings, and a tail that is in none
        ("'平和' = ['断幺']\n'断幺' = ['平和']\n'边张' = ['平和', '坎张']\n'坎张' = ['边张']",
         ["all_chows > all_simples > all_chows", "closed_wait > edge_wait > closed_wait"]),
        ("'边张' = ['坎张']\n'坎张' = ['单钓将']", []),
    ],
)  # fmt: skip
def test_cycles(problems, edges, cycles):
    found = problems(f"{MINE}[exclusions]\n{edges}\n")
    assert [problem.partition("a cycle: ")[2] for problem in found] == cycles


def test_files_that_cannot_be_read(problems, tmp_path):
    assert "not TOML" in problems("name = ")[0]
    assert "not TOML" in problems("a = 1\na = 2")[0]
    assert problems("a = " + "[" * 100_000) == ["mine.toml: not TOML: nested too deeply"]
    assert "not TOML" in problems("a = " + "9" * 5_000)[0]
    assert problems(b"name = '\xff'") == ["mine.toml: not UTF-8 (byte 8)"]
    assert "not TOML" in problems("\0")[0]
    with pytest.raises(mj2p.RuleSetError, match=r"nothing.toml: No such file"):
        mj2p.rules.load(tmp_path / "nothing.toml")
    assert mj2p.rules.check(tmp_path)[0].startswith(f"{tmp_path}: ")
    assert "null" in mj2p.rules.check("mine\0.toml")[0]


def test_a_file_over_a_mebibyte_is_refused_unread(problems):
    """Good TOML, one comment too long: the size is told before anything is parsed."""
    comment = "#" * (MAX_FILE - len(MINE) - 1) + "\n"
    assert len(MINE + comment) == 1024 * 1024
    assert problems(MINE + comment) == []
    assert problems(MINE + "#" + comment) == ["mine.toml: 1048577 bytes; a rule set file has 1048576 at most"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_too_long_is_refused_too(tmp_path):
    """A pipe says it has no bytes: what is read is measured, not only what was said of it."""
    path = tmp_path / "mine.toml"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_bytes(b"#" * (MAX_FILE + 1)))
    writer.start()
    with pytest.raises(mj2p.RuleSetError, match="over 1048576 bytes"):
        mj2p.rules.load(path)
    writer.join()


def test_a_sound_file(problems, tmp_path):
    text = (
        'parent = "duel64"\nname = "mine"\ntitle = "Ours"\nsource = "the kitchen table"\n'
        "[scoring]\ncap_total = 100\n[fans]\nwith = ['大于五', 'Lower Four']\nwithout = ['全双刻']\n"
        "[values]\n'清龙' = 24\nupper_four = 2147480000\n"
        "[exclusions]\n'清龙' = ['not 连六', '门前清']\n[limits]\n'四归一' = 1\n"
    )
    assert problems(text) == []
    mine = mj2p.rules.load(str(tmp_path / "mine.toml"))
    assert (mine.name, mine.title, mine.source, mine.parent) == ("mine", "Ours", "the kitchen table", "duel64")
    assert mine.fans["清龙"].value == 24
    assert mine.fans["upper four"].value == 2147480000
    assert "全双刻" not in mine.members
    assert len(mine.fans) == 55
    assert mine.fans["四归一"].limit == 1
    assert {(fan.zh, kind) for fan, kind in mine.fans["清龙"].excludes} == {("老少副", "its"), ("门前清", "whole")}
    # 清龙 24, 混一色, 幺九刻, and 连六 once for its three chows, but no 门前清
    assert {one.fan.zh: one.count for one in mj2p.score("12345678mEEECC9m", mine).fans} == {
        "清龙": 1,
        "混一色": 1,
        "幺九刻": 1,
    }


def test_a_fan_is_out_until_a_rule_set_lists_it(problems, tmp_path):
    """A value and exclusions in the parent of all put it in none: what a later version adds changes no rule set."""
    root = (
        "name = 'standard'\nabstract = true\n[fans]\nonly = ['清龙', '平和']\n"
        "[values]\n'清龙' = 16\n'平和' = 2\n'碰碰和' = 6\n[exclusions]\n"
    )
    assert problems(root + "'碰碰和' = ['清龙']\n'清龙' = ['碰碰和']\n") == []
    mine = mj2p.rules.load(tmp_path / "mine.toml")
    assert mine.members == ("pure_straight", "all_chows")
    assert (mine.values["all_pungs"], mine.edges) == (6, ())
    # of a fan without a value nothing can be said
    assert problems(root + "'大三元' = ['清龙']\n") == [
        "mine.toml:10: [exclusions] 大三元: the fan is not in this rule set"
    ]


def test_the_built_in_files_are_sound():
    for name in (*mj2p.rules.names(), "standard"):
        here = mj2p.rules.get(name)
        assert here.title
        assert here.source
        assert here.abstract == (name == "standard")
    assert mj2p.rules.get("table72").parent == "duel72"
    assert "standard" not in mj2p.rules.names()


# ---- Anything that may come ------------------------------------------------------------------------------------------

NAMES = st.sampled_from([name for fan in FANS for name in (fan.id, fan.zh)])
ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=5) | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
NUMBER = st.sampled_from([-1, 0, 1, 2, 3, 8, 12, 15, 16, 2**31 - 1, 2**31, 2**32 + 5, 2**63, True, 1.0])
TARGET = st.builds("".join, st.tuples(st.sampled_from(["", "one ", "its ", "not ", "two "]), NAMES))
SETTING = {
    row.name: st.sampled_from(row.kind) if isinstance(row.kind, tuple) else NUMBER
    for table in ("scoring", "tiles")
    for row in of_table(table).values()
}


UNCHANGED = {"add": [], "remove": [], "values": {}, "exclusions": {}, "limits": {}, "changed": {}}


@given(
    add=st.lists(NAMES, max_size=4),
    remove=st.lists(NAMES, max_size=4),
    values=st.dictionaries(NAMES, NUMBER | ANY, max_size=4),
    exclusions=st.dictionaries(NAMES, st.lists(TARGET, max_size=3), max_size=4),
    limits=st.dictionaries(NAMES, NUMBER | ANY, max_size=3),
    changed=st.fixed_dictionaries({}, optional={name: value | ANY for name, value in SETTING.items()}),
    parent=st.sampled_from(mj2p.rules.names()),
)
@example(**UNCHANGED, parent="suihua112")
@example(**{**UNCHANGED, "changed": {"honors": "red_dragon"}}, parent="mcr")
@settings(max_examples=400)
def test_deriving_gives_a_rule_set_or_its_problems(add, remove, values, exclusions, limits, changed, parent):
    """Whatever is asked for: sound and packed, or a RuleSetError with a problem a line. Never anything else."""
    parent = mj2p.rules.get(parent)
    try:
        parts = {"add": add, "remove": remove, "values": values, "exclusions": exclusions, "limits": limits}
        mine = parent.derive("x", **parts, **changed)
    except mj2p.RuleSetError as error:
        assert error.problems
        assert all(problem.startswith("x: ") for problem in error.problems)
        return
    assert mine.packed.nsuits == mine.nsuits
    hand = f"[{'EEE' if mine.tiles['honors'] == 'all' else '111p'},2]12345678mCC9m"
    score = mj2p.score(hand, mine)
    batch = mj2p.score_batch(mj2p.encode([hand], mine), mine)
    assert score.total == batch["total"][0]
    assert score.raw == sum(one.count * one.value for one in score.fans)


def toml(value):
    """A value as TOML, tables inline."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


@given(st.dictionaries(st.sampled_from(["name", "parent", *TABLES]), ANY))
@settings(max_examples=200)
def test_a_file_of_anything(tmp_path_factory, table):
    text = "\n".join(f"{key} = {toml(value)}" for key, value in {"parent": "duel64", "name": "x", **table}.items())
    path = tmp_path_factory.mktemp("rules") / "any.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    found = mj2p.rules.check(path)
    assert all(problem.startswith(str(path)) for problem in found)
    try:
        tomllib.loads(text)
    except ValueError:
        assert "not TOML" in found[0] or "not UTF-8" in found[0]


@given(st.binary(max_size=200))
def test_a_file_of_any_bytes(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("rules") / "any.toml"
    path.write_bytes(data)
    assert mj2p.rules.check(path)


def test_a_file_of_many_faults_is_read_in_no_time(tmp_path):
    file = tmp_path / "many.toml"
    file.write_text('name = "many"\nparent = "duel64"\n[values]\n' + "".join(f"k{n} = 1\n" for n in range(20_000)))
    start = time.process_time()
    problems = mj2p.rules.check(file)
    assert time.process_time() - start < 5  # 0.3 s; looking each line up anew took minutes
    assert len(problems) == 20_000 and problems[0].startswith(f"{file}:4: [values] k0:")


@pytest.mark.parametrize(
    "text, says",
    [
        ("[values]\n" + "a." * 1000 + "a = 1", "nested too deeply"),
        ("[values]\n清龙 = 1", 'stands in quotes: "清龙" = 20'),
        ("[values]\npure_straight = 0x" + "f" * 20_000, "too large"),
    ],
)
def test_odd_files_say_what_is_wrong(tmp_path, text, says):
    file = tmp_path / "odd.toml"
    file.write_text(f'name = "odd"\nparent = "duel64"\n{text}\n', encoding="utf-8")
    assert says in "\n".join(mj2p.rules.check(file))


def test_inherit_is_false_wherever_it_stands(tmp_path):
    for order in ('pure_straight = ["tile_hog"]\ninherit = false', 'inherit = false\npure_straight = ["tile_hog"]'):
        file = tmp_path / "alone.toml"
        file.write_text(f'name = "alone"\nparent = "duel64"\n[exclusions]\n{order}\n')
        assert mj2p.rules.load(file).edges == (("pure_straight", "tile_hog", "whole"),)


def test_a_byte_order_mark_is_no_fault(tmp_path):
    file = tmp_path / "marked.toml"
    file.write_text('name = "marked"\nparent = "duel64"\n', encoding="utf-8-sig")
    assert mj2p.rules.load(file).members == mj2p.rules.get("duel64").members


@pytest.mark.parametrize(
    "text",
    ["x = " + "9" * 10**6, "a." * 500_000, '"a".' * 250_000, "a" * 10**6, " " * 10**6, "x" + " " * 10**6 + "= 1",
     'name = "a"\nparent = "duel64"\n' + " " * 10**6 + "z"],
    ids=["nines", "dots", "quoted dots", "word", "spaces", "gap", "spaces in a file"],
)  # fmt: skip
def test_a_long_file_is_read_in_no_time(text, tmp_path):
    """A second or so, where expressions that try each place again took minutes: at once, not by a clock's grace."""
    path = tmp_path / "long.toml"
    path.write_text(text)
    before = time.process_time()
    assert mj2p.rules.check(path)
    assert time.process_time() - before < 30
