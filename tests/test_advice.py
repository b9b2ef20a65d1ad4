"""What ready advice says: waits, live copies and what they pay."""

from random import Random

import pytest

import mj2p
from mj2p import Game
from mj2p.advice import ready_advice


def test_advice_of_a_hand_worked_by_hand():
    """5m 123456789m EEE C. Throwing 5m waits for C alone: 清龙 16 混一色 6 门前清 2 幺九刻 1 单钓将 1."""
    game = Game("duel72", dealer=0, hands=("5m123456789mEEEC", "13579mWWWNNFFP"[:13]), wall="P")
    while game.seat == 1:
        game.step(0)
    options = {option.discard: option for option in ready_advice(game)}
    wait = options["5m"].waits[0]
    assert (wait.tile, wait.live) == ("C", 3)
    assert wait.discard.total == mj2p.score("123456789mEEECC|EE0000||ready").total
    assert {"5m", "C"} <= options.keys()
    assert str(options["5m"]).startswith("discard 5m: waits C x3")


@pytest.mark.parametrize("rules", ["duel64", "duel72", "table72", "three144"])
def test_advice_is_what_can_be_declared(rules):
    """Its discards are just those that the engine lets ready be declared with, and the scores are of hands."""
    random, found = Random(8), 0
    for seed in range(40):
        game = Game(rules, seed=seed)
        while not game.over:
            options = ready_advice(game)
            ready = {action.tile for action in game.actions if action.name == "ready"}
            on_turn = game.state["phase"] == 3 and not game.state["ready"][game.seat] and not game.state["last_claimed"]
            if on_turn and rules != "three144":
                assert {option.discard for option in options} == ready
            for option in options:
                found += 1
                assert option.live == sum(wait.live for wait in option.waits)
                for wait in option.waits:
                    assert 0 <= wait.live <= 4
                    assert wait.discard is None or wait.discard.total > 0
            game.step(random.choice(game.actions))
    assert found > 5
