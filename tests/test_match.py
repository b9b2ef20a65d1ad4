"""Matches of several hands, rooms and titles; what ready advice says."""

from random import Random

import pytest

import mj2p
from mj2p import Game
from mj2p.advice import ready_advice
from mj2p.match import ROOMS, Match, Room, title


def play(match, random):
    while not match.over:
        game = match.deal()
        while not game.over:
            won = [action for action in game.actions if action.name == "win"]
            game.step(random.choice(won or game.actions))
        match.close()
    return match


@pytest.mark.parametrize("rules", ["duel64", "duel72", "table72", "three144", "dongbei136"])
def test_balances_and_dealers_are_carried(rules):
    match = play(Match(rules, seed=3, balances=(2_000, 3_000), base=20, hands=30), Random(2))
    assert 1 <= len(match.games) <= 30
    assert sum(match.balances) + match.house == 5_000
    assert min(match.balances) >= 0
    before = (2_000, 3_000)
    dealer = None
    for game, result in zip(match.games, match.results, strict=True):
        assert game.balances == before
        assert dealer in (None, game.dealer)
        before = tuple(b + d for b, d in zip(before, result.deltas, strict=True))
        dealer = game.dealer if result.winner in (None, game.dealer) else 1 - game.dealer
    assert before == match.balances
    assert len(match.games) == 30 or min(match.balances) < 1


def test_a_match_is_its_seed_and_its_decks_differ():
    one, two = (play(Match("duel64", seed=9, hands=4), Random(1)) for _ in range(2))
    assert one.games == two.games
    assert len({game._start[0] for game in one.games}) == 4


def test_rooms():
    assert [room.base for room in ROOMS["duel72"]] == [1, 100, 200, 500, 1000, 2000]
    match = Match("three144", balances=(1_000, 60_000), room="新手")
    assert match.deal().base == 50
    with pytest.raises(ValueError, match="carries 999"):
        Match("three144", balances=(999, 60_000), room="新手")
    with pytest.raises(ValueError, match="seat 1 carries 60001"):
        Match("three144", balances=(1_000, 60_001), room="新手")
    with pytest.raises(ValueError, match="no room"):
        Match("duel64", room="新手")
    assert Match("duel64", room=Room("own", 7, 1, 0)).deal().base == 7


@pytest.mark.parametrize(
    ("score", "name"),
    [(-5, "雀蛋"), (20, "雀蛋"), (21, "雀仔"), (1200, "金雀"), (1201, "雀王"), (200_000, "自摸王"), (10**9, "自摸王")],
)
def test_titles(score, name):
    assert title(score) == name


def test_leaving_ends_a_match():
    match = Match("three144", balances=(10_000, 10_000), room="新手")
    match.deal().leave(0)
    assert not match.over
    assert match.close().deltas == (-650, 650)
    assert match.over and match.left == 0
    with pytest.raises(ValueError, match="over"):
        match.deal()
    with pytest.raises(ValueError, match="no hand"):
        match.close()


def test_a_hand_is_closed_before_the_next():
    match = Match()
    match.deal()
    with pytest.raises(ValueError, match="close it first"):
        match.deal()
    with pytest.raises(ValueError, match="no hand that is over"):
        match.close()


# ---- ready advice ------------------------------------------------------------------------------------------------


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
