"""Each fan: what it is called and worth, what it takes away, and three hands: counted, excluded, missed by one tile."""

import pickle
from collections import Counter

import pytest
from case_tables import RULES, exclusions, fan_rows, fan_values, scored_rows

import mj2p
from mj2p.rules.catalogue import BY_ID, FANS, by_index, find

VALUES = fan_values()
#: How many fans the rulebook says that there are (4, 11).
SIZES = {"duel64": 54, "duel72": 59, "table72": 65, "three144": 43, "mcr": 81, "dongbei136": 14}
ROWS = fan_rows()
HANDS = [row for row in ROWS if row.hand]
ZH = {fan.zh: fan for fan in FANS}


def counted(score):
    return Counter({one.fan.zh: one.count for one in score.fans})


# ---- The catalogue and the rulebook's tables -------------------------------------------------------------------------


def test_the_catalogue_is_the_rulebook_s_table():
    assert [(fan.id, fan.zh, fan.en) for fan in FANS] == [(row.id, row.zh, row.en) for row in VALUES]
    repeat = ["箭刻", "四归一", "一般高", "连六", "老少副", "喜相逢", "双同刻", "幺九刻", "花牌", "季花"]
    assert {fan.zh for fan in FANS if fan.repeats} == set(repeat)


def test_fans_are_found_by_each_name():
    for fan in FANS:
        assert find(fan.id) is find(fan.zh) is find(fan.en.upper()) is find(f" {fan.id} ") is by_index(fan.index) is fan
        assert pickle.loads(pickle.dumps(fan)) is fan
    assert str(find("清龙")) == "清龙 Pure Straight"
    with pytest.raises(KeyError, match="no fan is called 'dragon'"):
        find("dragon")


@pytest.mark.parametrize("rules", RULES)
def test_what_a_rule_set_has_and_what_it_is_worth(rules):
    fans = mj2p.rules.get(rules).fans
    wanted = {row.id: row.values[rules] for row in VALUES if rules in row.values}
    assert {fan: fans[fan].value for fan in fans} == wanted
    assert len(fans) == SIZES.get(rules, len(fans))


@pytest.mark.parametrize("rules", RULES)
def test_what_takes_what_away(rules):
    here = mj2p.rules.get(rules)
    names = {row.zh for row in VALUES if rules in row.values}
    wanted = {(a, b, kind) for a, b, kind in exclusions() if a in names and b in names}
    if here.nsuits == 1:
        wanted.add(("混幺九", "混一色", "whole"))
    if rules == "dongbei136":
        wanted = set()
    assert {(BY_ID[a].zh, BY_ID[b].zh, kind) for a, b, kind in here.edges} == wanted
    for fan in here.fans.values():
        assert {(e.zh, kind) for e, kind in fan.excludes} == {(b, k) for a, b, k in wanted if a == fan.fan.zh}
        assert {(e.zh, kind) for e, kind in fan.excluded_by} == {(a, k) for a, b, k in wanted if b == fan.fan.zh}


# ---- Three hands a fan -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", HANDS, ids=lambda row: f"{row.rules} {row.fan} {row.sign} {row.hand}")
def test_hand(row):
    fan = ZH[row.fan]
    if row.fans is None:
        assert row.sign == "."
        with pytest.raises(mj2p.NotComplete):
            mj2p.score(row.hand, row.rules)
        return
    score = mj2p.score(row.hand, row.rules)
    values = {names.zh: names.values[row.rules] for names in VALUES if row.rules in names.values}
    assert counted(score) == row.fans
    assert score.raw == sum(values[name] * times for name, times in row.fans.items())
    excluded = {one.fan.zh: one.by for one in score.excluded}
    assert (fan.zh in row.fans) == (row.sign == "+")
    if row.sign == "-":
        assert str(excluded[fan.zh]) in (row.by, str(ZH.get(row.by)))
    else:
        assert fan.zh not in excluded
    assert not excluded.keys() & row.fans.keys()


def test_each_fan_has_its_three_hands():
    """Those of duel64 there; what a rule set adds to it, in that rule set."""
    signs = {}
    for row in ROWS:
        signs.setdefault((row.rules, row.fan), []).append(row.sign)
    assert {tuple(three) for three in signs.values()} == {("+", "-", ".")}
    there = [row for row in VALUES if row.values.keys() & set(RULES)]  # those of suihua112 alone: test_suihua.py
    wanted = {row.zh: next(rules for rules in RULES if rules in row.values) for row in there}
    of_mcr = {row.zh for row in VALUES if row.values.keys() & {"mcr", "three144"} and "duel64" not in row.values}
    wanted.update(dict.fromkeys(of_mcr, "mcr"))
    assert not {(rules, fan) for fan, rules in wanted.items()} - signs.keys()


@pytest.mark.parametrize("rules", RULES)
def test_every_fan_counts_in_some_hand(rules):
    seen = {BY_ID[fan].zh for row in scored_rows() if row["rules"] == rules for fan in row.get("fans", ())}
    seen.update(fan for row in HANDS if row.rules == rules for fan in row.fans or ())
    wanted = {row.zh for row in VALUES if rules in row.values}
    assert wanted - seen == ({"全双刻"} if rules == "duel64" else set())


NEVER = {(row.rules, row.fan) for row in ROWS if row.sign == "-" and not row.hand}


@pytest.mark.parametrize("rules", sorted({rules for rules, _ in NEVER}))
def test_fans_that_no_hand_excludes(rules):
    """What the table says of them, over all hands that there are with their fans."""
    here = mj2p.rules.get(rules)
    never = {fan for where, fan in NEVER if where == rules}
    hands = {row["hand"] for row in scored_rows() if row["rules"] == rules and "fans" in row}
    hands |= {row.hand for row in HANDS if row.rules == rules and row.fans}
    found = {one.fan.zh for hand in hands for one in mj2p.score(hand, rules).excluded}
    assert not found & never
    assert found >= {row.fan for row in ROWS if row.rules == rules and row.sign == "-" and row.hand}
    for row in ROWS:
        if row.rules == rules and row.why == "nothing takes it away":
            assert here.fans[row.fan].excluded_by == ()
