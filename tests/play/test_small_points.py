"""Rulebook 15, point by point: what the other files of this room do not script already."""

import random

import pytest
from script import PASS4, at_wall, ids
from script import do as do_two
from script import game as game_two
from script import names as names_of
from test_suihua import CLOSED, RULES, do, names, ready, table, until

import mj2p
from mj2p import Phase

# ---- 2, 7, 9, 10 -----------------------------------------------------------------------------------------------------


def test_a_melded_set_takes_the_fourteenth_and_the_highest_kind_stands_for_it():
    """1m, dealt last, goes into the meld: what is left is won on E, the pair of which is its wait."""
    g = game_two("dongbei136", ("1s1p234m567s789pEE1m", ""))
    do_two(g, "0 dealt_ones", "0 win")
    assert (g.result.by, g.result.win_tile, g.result.score.wait) == ("self_draw", "E", "single")


def test_an_eighth_flower_laid_before_the_other_has_seven_gives_nothing():
    """The dealer's flowers are laid first: h while the other has none yet."""
    rules = mj2p.rules.get("duel72").derive("duel72f", flower_wins="seven_eight")
    g = game_two(rules, ("h123m5m9mEESSWWNP", "abcdefg1m5m9mEEC"))
    assert g.state["phase"] not in (Phase.FLOWER_ROB, Phase.FLOWER_WIN)
    assert g.observation(0).flowers == ("h", "abcdefg")


@pytest.mark.parametrize(("claims", "fan"), [([], True), (["0 dealt_ones"], False)])
def test_a_meld_of_dealt_tiles_ends_earthly_hand(claims, fan):
    g = game_two("dongbei136", ("1m1s1p5m9m5s9s5p9pEWNCP", "123456789m123sF"), wall="F")
    do_two(g, *claims, "0 discard P", "1 win")
    assert ("earthly_hand" in ids(g.result)) == fan


def test_ready_may_be_declared_with_the_very_last_discard():
    g = game_two("duel64", ("123456789mEEECP", "SSWWNN1m5m9mFFSW"))
    at_wall(do_two(g, *PASS4, "0 discard P"), 0)
    assert (g.seat, "ready" in names_of(g)) == (0, True)


def test_flowers_stand_in_a_record_as_they_were_laid():
    """The dealer's first, and what came for each right behind it, be the dealer seat 0 or 1."""
    for dealer in (0, 1):
        hands = ["ab123456789mEEE", "c1m9mSSSWWWCCCF"]
        g = game_two("duel72", tuple(hands if dealer == 0 else hands[::-1]), end="1mFd2m", dealer=dealer)
        laid = [one for one in g.log.events if one["type"] in ("flower", "replace")]
        said = [(one["actor"] == dealer, *one["pai"]) for one in laid]
        assert said == [(True, "a"), (True, "2m"), (True, "b"), (True, "d"), (True, "F"), (False, "c"), (False, "1m")]
        assert mj2p.replay(str(g.log)) == g


# ---- 11: 推出 --------------------------------------------------------------------------------------------------------


def test_the_pair_is_chosen_before_the_indicator_is_turned_and_before_anybody_answers():
    game = ready(("123m456s789p22s55m9m", "99m"), "", "1p")
    assert (game.seat, game.state["phase"], game.state["indicators"]) == (0, Phase.PUSH_OUT, b"")
    assert game.observation(0).treasures == () and game.observation(0).tile is None
    do(game, "push_out", "5m")
    assert (game.seat, game.observation(1).tile, game.observation(1).treasures) == (1, "9m", ("1p", "2p"))
    told = [one["type"] for one in game.log.events]
    assert told[-3:] == ["dahai", "push", "dora"]
    assert mj2p.replay(str(game.log), RULES) == game


def test_a_pair_that_nobody_can_complete_is_not_pushed_out():
    """55m beside two chows laid down with 5m each: only 22s is offered."""
    game = table(("5m5m", "55m46m46m22s789p1s9s"), "1p2p3p4p", "1p")
    do(game, "discard", "5m")
    do(game, "chow_middle")
    do(game, "discard", "1s")
    do(until(game, 0, Phase.TURN), "discard", "5m")
    do(until(game, 1, Phase.RESPONSE), "chow_middle")
    do(until(game, 1, Phase.TURN), "ready", "9s")
    assert (game.seat, game.state["phase"]) == (1, Phase.PUSH_OUT)
    assert {one.tile for one in game.actions} == {None, "2s"}


def test_a_pair_is_offered_beside_other_waits_and_they_are_given_up():
    """223344m 55m is 22m 345m 345m too: three pairs, and whichever is pushed out alone wins."""
    hand = "22334455m99s456p"
    assert set(mj2p.waits(hand, RULES)) == {"2m", "5m", "9s"}
    game = ready((hand + "1m",), "2m", "4s", throw="1m")
    assert {one.tile for one in game.actions if one.name == "push_out"} == {"2m", "5m", "9s"}
    other = game.copy()
    do(game, "push_out", "9s")
    assert game.state["pushed"] == (17, None, None, None)
    for after, asked in ((game, False), (other, True)):
        if asked:
            do(after, "pass")
        do(until(after, 1, Phase.TURN), "discard", "2m")
        assert (after.seat == 0 and "win" in names(after)) == asked


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("123m456s789p22s55m5m|EE0000||ready,pushed_out", True),
        ("123m456s222s55m79p8p|EE0000||ready,pushed_out", False),  # a middle wait, no two pairs
        ("123m456s789p222s5m5m|EE0000||ready,pushed_out", False),  # one pair
        ("11s45556s123m789p1s|EE0000||ready,pushed_out", True),
        ("234m456s678pCC66p6p|EE0000||ready,pushed_out", True),
        ("234m456s678pCC66pC|EE0000||ready,pushed_out", True),
        ("123m456s79p222s55m8p|EE1000||ready,pushed_out,treasure", False),
        ("123m456s789p22s55m9p|EE1000||ready,pushed_out,treasure", True),
    ],
)
def test_pushed_out_is_scored_where_the_tile_completes_one_of_two_pairs(text, wins):
    record = mj2p.encode([text], RULES)
    assert (mj2p.score_batch(record, RULES)["status"][0] == mj2p.Status.WIN) == wins
    if wins:
        assert "pushed_out" in {one.fan.id for one in mj2p.score(text, RULES).fans}
    else:
        with pytest.raises(mj2p.NotComplete):
            mj2p.score(text, RULES)


# ---- 12: treasures ---------------------------------------------------------------------------------------------------


def test_the_treasure_that_shows_the_last_of_them_cannot_be_won_on_and_the_exchange_follows():
    """中 is turned; the third of its fellows is thrown. It is told as a treasure until all have passed."""
    game = ready((CLOSED,), "CCC", "C", last="8s6p6p6p7p7p7p", final="3p3p4p")
    while game.state["indicators"] == b"\x1f":
        before = game.copy()
        do(game, *(("pass",) if "pass" in names(game) else ("discard", game.observation(game.seat).drawn)))
    # either the last to be asked about the third C has passed, or nobody could claim it
    assert sum(tile == "C" for _, tile, _ in game.observation(1).discards) == 3
    assert before.observation(1).treasures == ("C",) and game.observation(1).treasures == ("8s", "9s")
    told = [one["type"] for one in game.log.events]
    at = len(told) - 1 - told[::-1].index("dora")
    assert told[at + 1] == "tsumo"


def test_a_claimed_treasure_is_exchanged_after_the_claim_and_a_kong_s_after_its_replacement():
    """What brings an exchange about: in whole games the indicator follows the pung, or a kong's replacement."""
    seen = set()
    for index in range(400):
        game, rng = mj2p.Game(RULES, seed=21, index=index), random.Random(index)
        while not game.over and len(game.history) < 400:
            eager = [one for one in game.actions if one.name in ("pung", "kong", "added_kong", "ready")]
            game.step(rng.choice(eager or [one for one in game.actions if one.name not in ("win", "push_out")]))
        told = [one["type"] for one in game.log.events]
        indicators = [at for at, what in enumerate(told) if what == "dora"][1:]
        seen |= {told[at - 1] for at in indicators}
        assert all(told[at - 1] not in ("daiminkan", "kakan") for at in indicators)
        assert len(indicators) < 8
    assert seen & {"pon", "chi", "tsumo", "none", "dahai"}


def test_a_treasure_stands_for_a_kind_held_four_times():
    """9999m 88m 777m …: 9m is waited for though no fifth can come, and the hand waits for others too."""
    text = "7778889999m789p7m|EE1000||ready,treasure"
    assert mj2p.score(text, RULES).total >= 2
    waits = mj2p.waits("7778889999m789p", RULES)
    assert waits["9m"] == 0 and any(waits.values())


# ---- 13: names -------------------------------------------------------------------------------------------------------


def test_of_equal_readings_the_first_of_the_list_is_shown():
    """The fourth of 222s that is a treasure: 大风 before 摸宝."""
    score = mj2p.score("123m456s79p222s55m2s|EE1000||ready,treasure,big_wind", RULES)
    assert {one.fan.id for one in score.fans} == {"big_wind", "closed_wait", "concealed_ready"}
    # 1s and 2s are waited for, and 2s is a treasure of 2 x 2 by either: it stands for the lowest kind
    lucky = mj2p.score("123m456s789p23s55mC|EE1000||ready,treasure".replace("55m", "CC"), RULES)
    assert lucky.hand_as_read.win == mj2p.tiles.LETTERS.index("1s")


@pytest.mark.parametrize(("text", "wins"), [
    ("123s33s456m789m55pC3s|EE1000||ready,big_wind", False),
])  # fmt: skip
def test_three_equal_tiles_in_chows_are_no_big_wind(text, wins):
    record = mj2p.encode([text], RULES, errors="mark")
    assert (mj2p.score_batch(record, RULES)["status"][0] == mj2p.Status.WIN) == wins


# ---- 14 --------------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_asked_has_two_answers_or_more():
    for index in range(40):
        game, rng = mj2p.Game(RULES, seed=14, index=index), random.Random(index)
        while not game.over:
            assert len(game.actions) >= 2
            game.step(rng.choice(game.actions))
