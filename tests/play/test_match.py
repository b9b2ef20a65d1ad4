"""Matches of several hands: what is carried, rooms and titles, leaving, time, copies, the record."""

import copy
import itertools
import json
import pickle
from random import Random

import numpy as np
import pytest
from rule_sets import FOR_TWO

import mj2p
from mj2p import Game
from mj2p.play.match import Match, Room, rooms, title


def play(match, random):
    while not match.over:
        game = match.deal()
        while not game.over:
            won = [action for action in game.actions if action.name == "win"]
            game.step(random.choice(won or game.actions))
        match.close()
    return match


@pytest.mark.parametrize("rules", FOR_TWO)
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
    assert len({game.start.deck for game in one.games}) == 4


def test_rooms():
    assert [room.base for room in rooms("duel72")] == [1, 100, 200, 500, 1000, 2000]
    match = Match("three144", balances=(1_000, 60_000), room="新手")
    assert match.deal().base == 50
    with pytest.raises(ValueError, match="carries 999"):
        Match("three144", balances=(999, 60_000), room="新手")
    with pytest.raises(ValueError, match="seat 1 carries 60001"):
        Match("three144", balances=(1_000, 60_001), room="新手")
    with pytest.raises(ValueError, match="no room"):
        Match("duel64", room="新手")
    assert Match("duel64", room=Room("own", 7, 1, 0)).deal().base == 7


def test_numbers_of_other_makes():
    """numpy's whole numbers are whole numbers, in the record too; what is none is refused, of a room as well."""
    room = Room("own", np.int64(7), np.int16(1), np.uint8(0))
    two = np.array([90, 80])
    how = {"seed": np.uint64(2**64 - 1), "balances": two, "hands": np.int8(2), "scores": two}
    for more in ({"room": room}, {"base": np.int32(7), "least": np.int64(1)}):
        match = play(Match("duel64", **how, **more), Random(1))
        assert Match.replay(str(match.log)) == match
    for wrong in (room._replace(least=-1), room._replace(most=2.5), room._replace(least=float("nan")),
                  room._replace(name=5), room._replace(base=None)):  # fmt: skip
        with pytest.raises((ValueError, TypeError), match=r"least|most|name|base"):
            Match("duel64", room=wrong)
    assert str(match.log.view(np.array(1))) == str(match.log.view(1))


def test_the_record_of_a_last_hand_that_is_not_closed():
    match = Match("duel64", seed=3, hands=1)
    game = match.deal()
    while not game.over:
        game.step(game.actions[-1])
    assert not match.over and Match.replay(str(match.log)) == match
    match.close()
    assert match.over and Match.replay(str(match.log)) == match


#: Rulebook 7 and 9: beans a unit, least and most carried (0: any amount); the highest score of a title.
ROOMS = {
    "duel72": [("1", 1, 1, 0), ("100", 100, 1, 0), ("200", 200, 1, 0), ("500", 500, 1, 0), ("1000", 1000, 1, 0),
               ("2000", 2000, 1, 0)],
    "three144": [("新手", 50, 1_000, 60_000), ("普通", 200, 5_000, 80_000), ("初级", 500, 10_000, 100_000),
                 ("中级", 2_000, 50_000, 1_000_000), ("高级", 6_000, 200_000, 2_000_000_000)],
}  # fmt: skip
TITLES = [
    ("雀蛋", 20), ("雀仔", 40), ("麻雀", 80), ("雀头", 150), ("铜雀", 300), ("银雀", 800), ("金雀", 1200),
    ("雀王", 2000), ("雀霸", 3000), ("雀皇", 4500), ("雀妖", 7000), ("雀仙", 10_000), ("雀魔", 20_000),
    ("雀圣", 50_000), ("雀神", 100_000), ("自摸王", 200_000),
]  # fmt: skip


@pytest.mark.parametrize("rules", mj2p.rules.names())
def test_every_room_and_title_is_the_rulebooks(rules):
    assert [tuple(room) for room in rooms(rules)] == ROOMS.get(rules, [])
    titles = TITLES if rules == "three144" else []
    assert list(mj2p.rules.get(rules).titles.items()) == titles
    for (name, most), (higher, _) in itertools.pairwise(titles):
        assert (title(most, rules), title(most + 1, rules)) == (name, higher)


def test_a_clock_shows_a_time():
    match = Match(mj2p.rules.get("duel64").derive(seconds=5))
    match.deal()
    for now in (float("nan"), float("inf"), float("-inf")):
        for asked in (match.tick, match.time_left):
            with pytest.raises(ValueError, match="no clock shows"):
                asked(now)
    assert match.time_left(1) == 5 and match.tick(5.5) is None and match.game.history == ()


@pytest.mark.parametrize(
    ("score", "name"),
    [(-5, "雀蛋"), (20, "雀蛋"), (21, "雀仔"), (1200, "金雀"), (1201, "雀王"), (200_000, "自摸王"), (10**9, "自摸王")],
)
def test_titles(score, name):
    assert title(score, "three144") == name


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


def test_leaving_is_by_the_rule_set_and_between_hands_costs_nothing():
    match = Match("duel72", seed=3, balances=(5_000, 5_000), base=10)
    match.deal()
    match.leave(1)
    assert match.game.state["left"] == (0, 1) and not match.game.over  # the caretaker plays on
    while not match.game.over:
        match.game.step(match.game.actions[-1])
    match.close()
    assert match.over and match.left == 1
    with pytest.raises(mj2p.IllegalAction, match="the match is over"):
        match.leave(0)
    match = Match("three144")
    match.leave(0)
    assert match.over and match.left == 0 and match.balances == (10_000, 10_000) and match.scores == (0, 0)
    with pytest.raises(ValueError, match="seat must be 0 or 1, not 2"):
        Match().leave(2)


def test_of_two_who_leave_in_a_hand_the_first_has_ended_the_match():
    match = Match("duel72", seed=3, balances=(5_000, 5_000), base=10)
    match.deal()
    match.leave(1)
    match.leave(0)
    assert match.game.over  # two caretakers play it out
    match.close()
    assert match.over and match.left == 1
    assert Match.replay(match.log) == match


def test_leaving_once_a_hand_has_ended_costs_nothing():
    match = Match("duel72", seed=3, balances=(5_000, 5_000), base=10)
    match.deal()
    while not match.game.over:
        match.game.step(match.game.actions[-1])
    deltas = match.game.result.deltas
    match.leave(1)
    match.leave(0)  # the first who left is who ended it
    assert (match.left, match.over, match.game.result.deltas) == (1, False, deltas)
    assert Match.replay(match.log) == match
    assert match.close().deltas == deltas
    assert match.over and match.left == 1
    assert Match.replay(match.log) == match


def test_a_replayed_record_has_closed_its_last_hand_unless_that_ends_the_match():
    """The record says nothing of closing, so that both are told alike: the docstring says which it is."""
    match = Match("duel64", seed=3, hands=2, base=1)
    game = match.deal()
    while not game.over:
        game.step(game.actions[-1])
    again = Match.replay(match.log)
    assert again.game is None and again.games == [game]
    match.close()
    assert again == match


def test_scores_are_units_and_give_titles():
    """A forfeit is 13 points, whatever the base; what could not be paid counts all the same."""
    match = Match("three144", balances=(10_000, 100), base=50, scores=(81, 20))
    assert match.titles == ("雀头", "雀蛋")
    match.deal().leave(1)
    assert match.close().deltas == (100, -100)
    assert match.scores == (94, 7)
    match = play(Match("three144", seed=2, base=1, hands=12), Random(3))
    won = [0, 0]
    for result in match.results:
        if result.winner is not None:
            won[result.winner] += result.total * result.multiplier
            won[1 - result.winner] -= result.total * result.multiplier
    assert match.scores == tuple(won) and any(won)
    assert Match("duel64").titles == (None, None)
    with pytest.raises(ValueError, match="2 scores, not 3"):
        Match(scores=(1, 2, 3))


def test_rooms_and_titles_of_ones_own():
    rules = mj2p.rules.get("duel64").derive("mine", rooms={"small": (5, 10, 100)}, titles={"low": 0, "high": 10})
    assert rooms(rules) == (Room("small", 5, 10, 100),)
    assert [title(score, rules) for score in (-1, 0, 1, 11)] == ["low", "low", "high", "high"]
    assert Match(rules, balances=(10, 100), room="small").deal().base == 5
    assert rules != mj2p.rules.get("duel64").derive("mine") and pickle.loads(pickle.dumps(rules)) == rules
    assert rules.derive("child").rooms == rules.rooms and not rules.derive("none", rooms={}).rooms
    assert rooms("table72") == ()
    assert Game(rules.derive(room=70)).base == 70 and Game(rules, balances=(4_000, 9_000)).base == 10


# ---- Time ------------------------------------------------------------------------------------------------------------


def test_time_is_what_the_caller_says_it_is():
    match = Match(mj2p.rules.get("duel64").derive(seconds=20), seed=1)
    assert match.tick(0) is None and match.time_left(0) is None  # nobody is asked
    game = match.deal()
    assert [match.tick(100), match.tick(119.5), match.time_left(119.5)] == [None, None, 0.5]
    seat, said = game.seat, game.position.caretaker()
    assert int(match.tick(120)) == said and game.history == (said,) and game.seat != seat
    assert match.time_left(125) == 15  # the next one's time began at 120
    game.step(game.actions[0])
    assert match.tick(139) is None and match.time_left(140) == 19
    now = 200
    while not game.over:
        assert match.tick(now) is not None
        now += 20
    assert match.tick(10**6) is None
    match.close()
    untimed = Match("duel64", seed=1)
    untimed.deal()
    assert untimed.tick(0) is untimed.tick(10**9) is None


def test_a_decision_keeps_its_time_when_another_player_leaves():
    match = Match(mj2p.rules.get("duel64").derive(seconds=20), seed=1)
    game = match.deal()
    asked, moment = game.seat, game.moment
    assert match.tick(0) is None
    match.leave(1 - asked)
    assert (match.time_left(12), game.moment) == (8, moment)
    assert match.tick(20) is not None and game.moment != moment


def test_leaving_twice_changes_nothing():
    """So that nobody keeps a clock from running out."""
    match = Match(mj2p.rules.get("duel64").derive(seconds=20), seed=1)
    game = match.deal()
    asked = game.seat
    match.leave(1 - asked)
    assert match.tick(0) is None
    before, log = game.copy(), game.log
    for _ in range(3):
        match.leave(1 - asked)
    assert (game, game.history, game.log) == (before, before.history, log)
    assert match.tick(20) is not None


def test_an_answer_in_time_is_an_answer():
    game = Game("table72", seed=4)
    with pytest.raises(mj2p.IllegalAction, match=f"seat {game.seat} is asked, not seat {1 - game.seat}"):
        game.time_out(1 - game.seat)
    before = game.copy()
    action = game.time_out(game.seat)
    before.step(action)
    assert before == game


# ---- Copies and the record -------------------------------------------------------------------------------------------


def some(rules, **more):
    match = Match(rules, seed=7, balances=(3_000, 2_500), **more)
    random = Random(5)
    for _ in range(3):
        game = match.deal()
        while not game.over:
            game.step(random.choice([one for one in game.actions if one.name == "win"] or game.actions))
        match.close()
        if match.over:
            break
    else:
        match.deal().step(match.game.actions[0])
    return match


@pytest.mark.parametrize("rules", ["duel64", "duel72", "three144", "dongbei136"])
def test_copies_pickles_and_replays(rules):
    match = some(rules, base=3, hands=5, scores=(4, -4))
    for other in (match.copy(), copy.deepcopy(match), pickle.loads(pickle.dumps(match)), Match.replay(match.log)):
        assert other == match and other.log == match.log
        other.game.step(other.game.actions[0])
        assert other != match
    assert Match.replay(str(match.log)) == match


def test_every_end_is_in_the_record():
    left = Match("three144", balances=(10_000, 10_000), room="新手")
    left.deal().leave(1)
    left.close()
    between = Match(mj2p.rules.get("duel64").derive("mine"))
    between.leave(1)
    ended = play(Match("duel64", seed=9, hands=2), Random(1))
    for match in (left, between, ended):
        assert [event["type"] for event in match.log.events].count("end_match") == 1
        assert Match.replay(match.log, match.rules) == match
    with pytest.raises(mj2p.InvalidLog, match=r"line 1: no rule set is called 'mine'.*needs them to replay"):
        Match.replay(between.log)
    with pytest.raises(mj2p.InvalidLog, match=r"line 1: the record of a match: Match\.replay"):
        mj2p.replay(left.log)


def test_the_first_wrong_line_of_a_match_is_named():
    lines = list(some("duel64", base=2).log)
    starts = [at for at, line in enumerate(lines) if '"start_game"' in line]
    for at in (0, *starts, starts[1] + 1, starts[1] + 5, len(lines) - 2):
        for changed in (
            [*lines[:at], *lines[at + 1 :]],
            [*lines[: at + 1], *lines[at:]],
            [*lines[:at], '{"type":"tsumo"}', *lines[at:]],
            [*lines[:at], '{"type":"leave"}', *lines[at:]],
        ):
            same = [one == other for one, other in zip(lines, changed, strict=False)]
            with pytest.raises(mj2p.InvalidLog) as caught:
                Match.replay(changed)
            assert caught.value.line == (same.index(False) + 1 if False in same else len(same) + 1)
    leaving = Match.replay(lines[: starts[1]])  # between hands anybody may leave, and then nothing is dealt
    leaving.leave(0)
    assert Match.replay(leaving.log) == leaving
    with pytest.raises(mj2p.InvalidLog, match=f"line {starts[1] + 2}: the match is over"):
        Match.replay([*list(leaving.log)[:-1], *lines[starts[1] :]])
    for key, value in (("seed", 8), ("seed", "?"), ("balances", [1]), ("room", ["a"]), ("hands", 0), ("version", 9)):
        with pytest.raises(mj2p.InvalidLog, match=r"^line \d+: "):
            Match.replay([json.dumps({**json.loads(lines[0]), key: value}), *lines[1:]])
    with pytest.raises(mj2p.InvalidLog, match="line 1: not the record of a match"):
        Match.replay("")


def test_a_view_of_a_match_hides_the_seed_and_the_tiles_of_every_hand():
    match = some("duel64", base=2)
    view = match.log.view(0)
    assert view.events[0]["seed"] == "?"
    deals = [event for event in view.events if event["type"] == "start_kyoku"]
    assert len(deals) == 4
    for deal, game in zip(deals, [*match.games, match.game], strict=True):
        assert set(deal["wall"]) == {"?"}
        assert deal == game.log.view(0).events[1]
    with pytest.raises(ValueError, match="seat must be 0 or 1"):
        match.log.view(2)


def test_a_hand_is_closed_before_the_next():
    match = Match()
    match.deal()
    with pytest.raises(ValueError, match="close it first"):
        match.deal()
    with pytest.raises(ValueError, match="no hand that is over"):
        match.close()
