"""The catalogue: what is said of a fan fits together, and what the core cannot hold is refused when it is built."""

import dataclasses

import pytest
from generators import generator

import mj2p
from mj2p.rules.catalogue import BY_ID, FANS, Series
from mj2p.scoring.attribution import WAYS

make_catalogue = generator("make_catalogue")


def problems(*changed):
    """What is wrong with the catalogue and these fans after it."""
    return list(make_catalogue.check([*FANS, *changed]))


def new(number, **facts):
    """A fan that is like no other."""
    names = {"id": f"new_{number}", "zh": f"新{number}", "en": f"New {number}", "example": "11m", "index": 101 + number}
    return dataclasses.replace(FANS[0], **{**names, **facts})


def test_the_catalogue_is_sound():
    assert problems() == []
    assert [fan.index for fan in FANS] == list(range(len(FANS)))
    ways = {fan.sets for fan in FANS if not isinstance(fan.sets, Series)}
    assert ways - {"none"} == {*WAYS}
    assert {fan.form for fan in FANS} - {""} <= {*mj2p.rules.get("mcr").scoring["forms"]}


def test_128_fans_and_16_that_repeat_are_all_that_the_core_holds():
    room = 128 - len(FANS)
    assert problems(*(new(n) for n in range(room))) == []
    assert problems(*(new(n) for n in range(room + 1))) == ["there are 129 fans; a mask of fans holds 128"]
    repeating = 16 - sum(fan.repeats for fan in FANS)
    assert problems(*(new(n, most=2) for n in range(repeating))) == []
    assert problems(*(new(n, most=2) for n in range(repeating + 1))) == [
        "there are 17 fans that repeat; a word of counts holds 16"
    ]


@pytest.mark.parametrize(
    "facts, said",
    [
        ({"example": ""}, "new_1 has no example: give it a hand in which it counts"),
        ({"most": 16}, "new_1 counts 16 times at most; a nibble holds 15"),
        ({"its": ("all_pungs",)}, "new_1 cannot take its all_pungs, which is no fan that repeats"),
        ({"zh": "清龙"}, "two fans are called 清龙"),
        ({"id": "ready"}, "two fans are called ready"),
    ],
)
def test_a_row_that_cannot_be(facts, said):
    assert problems(new(1, **facts)) == [said]


def test_fans_that_never_count_say_so():
    """A fan with a reason why no hand of one suit has it is in a rule set of one suit, and counts in none of them."""
    assert [fan.id for fan in FANS if fan.one_suit] == ["all_even_pungs"]
    assert "all_even_pungs" in mj2p.rules.get("duel64").members
    assert not BY_ID["all_even_pungs"].three_suits
