"""What ready advice says: waits, live copies and what they pay."""

from random import Random

import pytest
from rule_sets import BY_FORM, PLAYED

import mj2p
from mj2p import Game, Phase, ready_advice


def test_advice_of_a_hand_worked_by_hand():
    """5m 123456789m EEE C. Throwing 5m waits for C alone: 清龙 16 混一色 6 门前清 2 幺九刻 1 单钓将 1."""
    game = Game("duel72", dealer=0, hands=("5m123456789mEEEC", "13579mWWWNNFFP"[:13]), wall="P")
    while game.seat == 1:
        game.step(0)
    options = {option.discard: option for option in ready_advice(game)}
    wait = options["5m"].waits[0]
    assert (wait.tile, wait.live) == ("C", 3)
    heavenly = mj2p.score("123456789mEEECC|EE0000||heavenly_ready", "duel72")  # the dealer's first discard
    assert (wait.discard.total, wait.discard.fans) == (heavenly.total, heavenly.fans)
    assert wait.self_draw.total == heavenly.total + 1
    assert ready_advice(game.observation(0)) == ready_advice(game)
    assert ready_advice(game.observation(1)) == ()
    assert {"5m", "C"} <= options.keys()
    assert str(options["5m"]).startswith("discard 5m: waits C x3")


def test_advice_of_a_text():
    """Throwing 5m waits for C: 清龙 混一色 门前清 幺九刻 单钓将; throwing C for the other 5m."""
    options = {option.discard: option for option in ready_advice("5m123456789mEEEC", seen="CC")}
    assert [(wait.tile, wait.live, wait.discard.total) for wait in options["5m"].waits] == [("C", 1, 26)]
    assert [(wait.tile, wait.live) for wait in options["C"].waits] == [("5m", 2)]
    assert next(iter(options)) == "C" and options["C"].live == 2
    assert str(options["5m"]) == "discard 5m: waits C x1 (26/28)"
    hand = mj2p.Hand.parse("5m123456789mEEEC|EE0000||ready")
    assert ready_advice(hand, "table72")[0].waits[0].discard.total == 26 + 2
    assert ready_advice("1357m2468mEESSWN", "duel64") == ()
    assert ready_advice("[EEE,2]123s456s789pP5m", "three144")[0].discard in ("P", "5m")


def test_a_dead_wait_is_listed_and_pays_nothing():
    option = {one.discard: one for one in ready_advice("5m123456789mEEEC", seen="CCC")}["5m"]
    assert option.waits == (("C", 0, None, None),) and option.live == 0


def test_the_last_of_its_kind_is_what_lies_face_up():
    """Three 3m lie face up once one is thrown: the fourth is 和绝张, and not where one was seen in an open hand."""
    game = Game("duel64", dealer=0, hands=("123456789mEEECC", "147mSSWWNNFFP"), wall="S")
    while game.state["phase"] != Phase.TURN:
        game.step(0)
    seen = game.observation(0)._replace(indicators=(), discards=((1, "3m", False), (1, "3m", False)), dealer=1)
    wait = {option.discard: option for option in ready_advice(seen)}["3m"].waits[0]
    assert (wait.tile, wait.live) == ("3m", 1)
    assert "和绝张" in [one.fan.zh for one in wait.discard.fans]
    seen = seen._replace(discards=((1, "3m", False),), opponent=("3m",))
    wait = {option.discard: option for option in ready_advice(seen)}["3m"].waits[0]
    assert (wait.tile, wait.live) == ("3m", 1)
    assert "和绝张" not in [one.fan.zh for one in wait.discard.fans]


@pytest.mark.parametrize(
    ("hand", "seen", "said"),
    [
        ("1112345678999m", "", "advice is for the 14 tiles of a turn, with 0 melds, not 13"),
        ("[EEE,2]1112345678m", "", "the 11 tiles of a turn, with 1 melds, not 10"),
        ("5m123456789mEEEC", "EE", "more than four copies"),
        ("5m123456789mEEEC", "1s", "no such tile"),
        ("xyz", "", "'x' is no tile"),
    ],
)
def test_what_there_is_no_advice_for(hand, seen, said):
    with pytest.raises(mj2p.InvalidHand, match=said):
        ready_advice(hand, seen=seen)


def test_what_a_game_knows_itself_is_not_said_to_it():
    game = Game("duel64", seed=1)
    assert ready_advice(game, "duel64") == ready_advice(game)
    with pytest.raises(ValueError, match="a game of duel64 has its own rules"):
        ready_advice(game, "duel72")
    for on in (game, game.observation(0)):
        with pytest.raises(ValueError, match="what has been seen"):
            ready_advice(on, seen="E")


@pytest.mark.parametrize("rules", [name for name in PLAYED if name in BY_FORM])
def test_advice_is_what_can_be_declared(rules):
    """Its discards are just those that the engine lets ready be declared with, and the scores are of hands."""
    declares = mj2p.rules.get(rules).play["ready"]
    random, found = Random(8), 0
    for seed in range(25):
        game = Game(rules, seed=seed)
        while not game.over:
            options = ready_advice(game)
            ready = {action.tile for action in game.actions if action.name == "ready"}
            state = game.state
            on_turn = state["phase"] == Phase.TURN and not state["ready"][game.seat] and not state["last_claimed"]
            if on_turn and declares:
                assert {option.discard for option in options} == ready
            for option in options:
                found += 1
                assert option.live == sum(wait.live for wait in option.waits)
                for wait in option.waits:
                    assert 0 <= wait.live <= 4
                    assert wait.discard is None or wait.discard.total > 0
            game.step(random.choice(game.actions))
    assert found > 5
