"""Scripted walls and hands, one for each rule of play (rulebook 6-9, 11). Walls: next draw first, the end last."""

import pytest
from script import PASS4, do, game, ids, names, play_out

import mj2p
from mj2p import Game

# ---- duel64 -------------------------------------------------------------------------------------------------


def test_before_play_open_deal_double():
    g = game()
    assert (g.seat, names(g), g.state["counts"]) == (0, {"pass", "open"}, (bytes(16), bytes(16)))
    assert g.observation(0).hand == () == g.observation(1).hand
    do(g, "0 open", "1 pass")
    assert names(g) == {"pass", "double"}
    assert len(g.observation(1).opponent) == 14
    assert g.observation(0).opponent is None
    assert len(g.observation(0).indicators) == 1
    do(g, "0 double", "1 double")
    assert (g.seat, g.state["phase"]) == (0, 3)
    assert g.state["doubled"] == (1, 1)


def test_every_multiplier_and_the_heavenly_hand():
    """Both open, both doubled, 123456789m EEE CC by the dealer: 清龙 16, 混一色 6, 不求人 4, 幺九刻 1; x 4 4 2 2."""
    g = game(hands=("123456789mEEECC", ""), base=1, balances=(5_000, 10_000), end="P")
    do(g, "0 open", "1 open", "0 double", "1 double", "0 win")
    r = g.result
    assert (r.winner, r.by, r.multiplier, r.win_tile) == (0, "self_draw", 64, "C")
    assert r.total == r.score.total == 28  # 单钓将 too
    assert r.deltas == (28 * 64, -28 * 64)
    assert "heavenly_hand" in str(r.hand)
    assert [line.factors for line in r.items] == [(("fans", 28), ("open", 16), ("double", 4))]
    poor = Game(hands=("123456789mEEECC", ""), dealer=0, base=100, balances=(5_000, 100_000))
    do(poor, "0 open", "1 open", "0 double", "1 double", "0 win")
    assert poor.result.deltas == (5_000, -5_000)


def test_base_is_a_four_hundredth_of_the_smaller_balance():
    assert Game(balances=(10_399, 50_000)).base == 25
    assert Game(balances=(50_000, 399)).base == 1


def test_claims_of_the_first_discard_and_no_win_after_a_claim():
    g = game(hands=("5m" + "1m9mEEESSSWWWNN", "346677m555mCCFF"), wall="P")
    do(g, *PASS4, "0 discard 5m")
    assert names(g) == {"pass", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    g2 = do(g.copy(), "1 chow_low")
    assert g2.observation(0).melds[1] == ("[567m,1]",)
    assert "win" not in names(g2) and "concealed_kong" not in names(g2)
    assert g2.observation(0).discards == ((0, "5m", True),)
    assert do(g.copy(), "1 chow_middle").observation(0).melds[1] == ("[456m,2]",)
    assert do(g.copy(), "1 chow_high").observation(0).melds[1] == ("[345m,3]",)
    assert do(g.copy(), "1 pung", "1 discard 5m").observation(0).melds[1] == ("[555m,2]",)
    kong = do(g.copy(), "1 kong")
    assert kong.observation(0).melds[1] == ("[5555m,2]",)
    assert len(kong.observation(0).indicators) == 2
    assert kong.seat == 1
    assert do(g.copy(), "1 pass").observation(1).drawn == "P"


def test_added_kong_robbed_and_not_robbed():
    g = game(hands=("33m9mEEESSSWWWNN", "312m456mCCCFFFP"), wall="PN3mE", end="9m1m")
    do(g, *PASS4, "0 discard 9m")  # seat 1 draws P
    do(g, "1 discard 3m", "0 pung", "0 discard N")  # seat 1 draws N
    do(g, "1 discard N", "0 pass") if g.seat == 1 else None
    assert g.seat == 0 and g.observation(0).drawn == "3m"
    do(g, "0 added_kong 3m")
    assert (g.seat, names(g)) == (1, {"pass", "win"})
    assert g.observation(0).actions == ()
    assert g.observation(1).tile == "3m" and g.observation(0).tile is None
    robbed = do(g.copy(), "1 win")
    r = robbed.result
    assert (r.winner, r.by, r.win_tile) == (1, "robbed_kong", "3m")
    assert "robbing_the_kong" in ids(r) and "last_of_its_kind" not in ids(r)
    assert robbed.observation(1).melds[0] == ("[333m,2]",)
    assert len(robbed.observation(1).indicators) == 1
    kept = do(g.copy(), "1 pass")
    assert kept.observation(1).melds[0] == ("[3333m,6]",)
    assert len(kept.observation(1).indicators) == 2
    assert kept.seat == 0


def test_concealed_kong_is_hidden_unless_open():
    for first, shown in (("pass", "(????)"), ("open", "(EEEE)")):
        g = game(hands=("1m9mEEEESSSWWWNN", ""))
        do(g, f"0 {first}", "1 pass", "0 pass", "1 pass", "0 concealed_kong E")
        assert g.observation(1).melds[0] == (shown,)
        assert g.observation(0).melds[0] == ("(EEEE)",)


def test_out_with_replacement_and_indicator_flowers():
    """(EEEE) 123456789m C, C from the end; indicators C and C: two 花牌 for each C."""
    g = game(hands=("123456789mEEEEC", ""), end="CCC")
    do(g, *PASS4, "0 concealed_kong E", "0 win")
    assert g.observation(0).indicators == ("C", "C")
    r = g.result
    assert {"out_with_replacement": 1, "flower_tile": 4, "concealed_kong": 1}.items() <= ids(r).items()
    assert "last_of_its_kind" not in ids(r)  # one of the others is in the winner's own hand


def test_four_indicators_of_one_kind_are_nobodys_flowers():
    g = game(hands=("1111m2222m3333mEE", ""), end="CFCPCWC")
    do(g, *PASS4, "0 concealed_kong 1m", "0 concealed_kong 2m", "0 concealed_kong 3m")
    assert g.observation(1).indicators == ("C", "C", "C", "C")


def test_ready_fixes_the_hand_and_doubles():
    """123456789m EEE C throws 5m ready; the drawn tiles are thrown by the engine until the win."""
    g = game(hands=("5m123456789mEEEC", "13579mWWWNNFFP"), wall="PWSC", base=1)
    do(g, *PASS4)
    assert {"5m", "C"} <= {a.tile for a in g.actions if a.name == "ready"}
    do(g, "0 ready 5m")
    while g.seat == 1:
        do(g, "1 pass" if "pass" in names(g) else f"1 discard {g.observation(1).hand[-1]}")
    assert (g.seat, names(g)) == (0, {"win", "discard"})
    assert {a.tile for a in g.actions} == {None, "C"}
    do(g, "0 win")
    assert g.result.multiplier == 2
    assert "ready" in str(g.result.hand)


def test_ready_needs_a_kind_not_wholly_ones_own():
    """Throwing C leaves 1111m EEE SSS WWW, which waits for a fifth 1m alone; throwing 1m leaves a wait for C."""
    g = do(game(hands=("1111mEEESSSWWWC", "")), *PASS4)
    assert mj2p.waits("1111mEEESSSWWW") == {"1m": 0}
    assert {a.tile for a in g.actions if a.name == "ready"} == {"1m"}


# ---- the end of the wall --------------------------------------------------------------------------------


def test_wall_empty_is_a_draw_without_payment():
    g = play_out(do(game(), *PASS4))
    assert (g.result.winner, g.result.by, g.result.deltas, g.next_dealer) == (None, "draw", (0, 0), 0)
    assert g.state["wall"] == b""


def test_last_tile_draw_with_replacement_and_no_second_kong():
    """At the end of the wall a kong takes the last tile: 妙手回春 with 杠上开花, no indicator, no further kong."""
    g = Game("duel72", seed=3)
    found = False
    for seed in range(4000):
        g = Game("duel72", seed=seed, dealer=0)
        play_out(g, lambda g: len(g.state["wall"]) == 1 and "concealed_kong" in names(g))
        if not g.over:
            found = True
            break
    assert found
    do(g, next(f"concealed_kong {a.tile}" for a in g.actions if a.name == "concealed_kong"))
    if not g.over:
        assert g.state["wall"] == b""
        assert not {"concealed_kong", "added_kong"} & names(g)


@pytest.mark.parametrize("rules", ["duel64", "duel72", "three144"])
def test_the_last_discard_can_only_be_won_on(rules):
    for seed in range(60):
        g = play_out(Game(rules, seed=seed), lambda g: not g.state["wall"] and g.state["phase"] == 4)
        if not g.over:
            assert names(g) <= {"win", "pass", "double"}


def test_table72_has_one_more_claim():
    claimed = 0
    for seed in range(80):
        g = play_out(Game("table72", seed=seed), lambda g: not g.state["wall"] and g.state["phase"] == 4)
        if g.over or not names(g) & {"pung", "chow_low", "chow_middle", "chow_high"}:
            continue
        claimed += 1
        assert "kong" not in names(g)
        do(g, next(name for name in names(g) if name[:4] in ("pung", "chow")))
        if g.over:  # no choice was left
            continue
        assert g.state["phase"] != 3 or names(g) == {"discard"}
        play_out(g, lambda g: g.state["phase"] == 4)
        assert g.over or names(g) <= {"win", "pass"}
    assert claimed > 3


# ---- duel72, table72 ----------------------------------------------------------------------------------------


def test_flowers_are_replaced_from_the_end_dealer_first():
    g = game("duel72", ("ab123456789mEEE", "c" + "1m9mSSSWWWCCCF"), end="1mFd2m")
    assert g.state["flowers"] == (0b1011, 0b100)  # 2m and d for the dealer's, F for d; 1m for the other's
    assert "".join(sorted(g.observation(0).hand)) == "1m2m2m3m4m5m6m7m8m9mEEEF"
    assert g.observation(1).hand.count("1m") == 2


def test_heavenly_hand_after_flowers_not_after_a_kong():
    g = game("duel72", ("123456789mEEECa", ""), end="C")
    r = do(g, "0 win").result if g.seat == 0 else do(g, "1 pass", "0 win").result
    assert "heavenly_hand" in ids(r) and r.by == "self_draw"
    g = game("duel72", ("123456789mEEEEC", ""), end="C")
    do(g, *(("1 pass",) if g.seat == 1 else ()), "0 concealed_kong E", "0 win")
    assert "heavenly_hand" not in ids(g.result)


def test_earthly_and_humanly_hand():
    hands = ("SSWWNNFFPP1m5m9mC", "123456789mEEEC")
    g = game("duel72", hands, wall="C")
    do(g, "1 pass", "0 discard C")
    assert "win" in names(g)
    assert "humanly_hand" in ids(do(g.copy(), "1 win").result)
    g = game("duel72", hands, wall="C")
    do(g, "1 pass", "0 discard 5m")
    while g.state["phase"] == 4:
        do(g, "1 pass")
    assert "earthly_hand" in ids(do(g, "1 win").result)


def test_heavenly_ready_by_both_and_what_a_ready_player_sees():
    g = game("duel72", ("123456789mEEECP", "SSSWWWNNNFFF1m"), wall="2m3m1m")
    assert (g.seat, names(g)) == (1, {"pass", "heavenly_ready"})
    assert g.observation(1).opponent is None
    do(g, "1 heavenly_ready")
    assert g.observation(1).opponent == g.observation(0).hand
    assert g.observation(0).opponent is None
    do(g, "0 ready P")
    assert g.state["ready"] == (2, 2)
    result = play_out(g, lambda g: "win" in names(g))
    do(result, "win")
    assert "heavenly_ready" in ids(result.result)


def test_declining_doubles_a_later_win_and_the_other_ones_do_not():
    hands = ("123456789mEEECC", "SSSWWWNNNFF15m")
    g = game("duel72", hands, wall="9m8mC", base=10, end="b")
    assert {"win", "double"} <= names(g)
    do(g, "0 double")
    assert "win" not in names(g) and "double" not in names(g)  # this win is passed up
    assert g.seat == 0
    do(g, "0 discard C")
    play_out(g, lambda g: g.seat == 0 and "win" in names(g))
    again = do(g.copy(), "double")
    assert again.state["declined"] == (2, 0)
    r = do(g, "win").result
    assert r.multiplier == 2
    assert r.deltas[0] == min(10_000, r.total * 2 * 10)
    assert "heavenly_hand" not in ids(r)


def test_a_flower_as_the_last_tile_ends_the_hand():
    ended = 0
    for seed in range(300):
        g = Game("duel72", seed=seed)
        last_before = g.state["wall"]
        play_out(g)
        r = g.result
        if r.winner is None and g.state["river"][-1] & 63 != last_before[0] and sum(g.state["flowers"][0:1]) >= 0:
            ended += any(sum(c) + 3 * len(m) == 13 for c, m in zip(g.state["counts"], g.state["melds"], strict=True))
    assert ended


def test_eight_flowers_win_alone_or_with_the_hand():
    """八仙过海: seat 0 is dealt all eight flowers, each replaced; an incomplete hand scores 88 and is not shown."""
    g = game("table72", ("abcdefgh15mEEFF", ""), end="2m8m3m9m6mSWC")
    while g.seat == 1:
        do(g, "1 pass")
    assert "win" in names(g)
    r = do(g.copy(), "0 win").result
    assert (r.by, r.total, ids(r)) == ("flowers", 88, {"eight_immortals": 1})
    later = do(g, "0 discard C")
    play_out(later, lambda g: g.seat == 0 and g.state["phase"] == 3)
    assert later.over or "win" not in names(later)  # only at once
    g = game("table72", ("abcdefgh123mEEC", ""), end="CE987654m")
    while g.seat == 1:
        do(g, "1 pass")
    r = do(g, "0 win").result
    assert {"eight_immortals", "pure_straight"} <= ids(r).keys()


def test_seven_rob_the_eighth():
    rules = mj2p.rules.get("three144").derive("three144f", flower_wins="seven_eight")
    g = game(rules, ("abcdefg1m5s9pEES", "h"), end="", base=1)
    assert (g.seat, names(g), g.observation(0).tile) == (0, {"pass", "win"}, "h")
    r = do(g.copy(), "0 win").result
    assert (r.by, r.total, r.multiplier, r.deltas, r.score) == ("flowers", 8, 1, (8, -8), None)
    do(g, "0 pass")
    assert g.state["flowers"][1] == 0x80 and g.state["phase"] == 3
    g = game(rules, ("abcdefgh1m5s9pEE", ""), base=1)
    r = do(g, "0 win").result
    assert (r.total, r.multiplier, r.deltas) == (8, 3, (24, -24))


def test_caretaker():
    """Who left throws what is drawn and claims nothing, but a ready hand wins."""
    g = game("duel72", ("123456789mEEECP", "SSSWWWNNNFF15m"), wall="9mF", end="F")
    do(g, *(("1 pass",) if g.seat == 1 else ()), "0 ready P")
    g.leave(0)
    assert g.state["left"] == (1, 0)
    play_out(g)
    assert g.over
    thrown = [t >> 6 & 3 for t in g.state["river"]]
    assert 0 in thrown
    lonely = Game("duel72", seed=1)
    lonely.leave(0)
    assert lonely.seat in (1, None)
    with pytest.raises(mj2p.IllegalAction):
        play_out(lonely).leave(1)


def test_leaving_three144_costs_thirteen_points():
    g = Game("three144", seed=1, base=50)
    g.leave(1)
    assert (g.result.by, g.result.winner, g.result.deltas) == ("left", 0, (650, -650))


def test_time_out():
    g = game("table72", ("123456789mEEECC", ""))
    while g.seat == 1:
        assert g.time_out().name == "pass"
    assert g.time_out().name == "win"
    g = game("duel72", ("123456789mEEECC", ""))
    while g.seat == 1:
        g.time_out()
    assert str(g.time_out()) == "discard C"


# ---- three144, dongbei136 -----------------------------------------------------------------------------------


def test_self_draw_pays_three_sides_and_points_are_capped():
    g = game("three144", ("123m456s789pEEECC", ""), base=2)
    r = do(g, "0 win").result
    assert (r.score.raw > 13, r.total, r.multiplier) == (r.score.raw > 13, min(13, r.score.raw), 3)
    assert r.deltas == (r.total * 3 * 2, -r.total * 3 * 2)


def test_dongbei_dealt_melds_and_what_they_pay():
    """E S W N and 1m 1s 1p among the dealt tiles: melds of the first turn; a replacement for the winds alone."""
    g = game("dongbei136", ("ESWN1m1s1p99m55s77pC", ""), end="C", base=10)
    assert {"dealt_winds", "dealt_ones"} <= names(g) and "dealt_nines" not in names(g)
    do(g, "0 dealt_winds")
    assert g.observation(0).drawn == "C" and "dealt_winds" not in names(g)
    do(g, "0 dealt_ones")
    assert g.observation(1).melds[0] == ("(ESWN)", "(1m1s1p)")
    assert sum(g.state["counts"][0]) == 8
    do(g, "0 discard C")
    play_out(g, lambda g: g.seat == 0 and g.state["phase"] == 3)
    assert "dealt_nines" not in names(g)
    play_out(g)
    paid = [(line.reason, line.payer, line.payee, line.due) for line in g.result.items]
    assert ("dealt_meld", 1, 0, 10) in paid and paid.count(("dealt_meld", 1, 0, 10)) == 2


def test_a_win_on_the_replacement_of_dealt_winds_is_no_kong_win():
    """(ESWN) with C from the end, (1m1s1p), then 789m 456s CC is complete: not 门前清, 杠上开花 or 天胡."""
    g = game("dongbei136", ("ESWN1m1s1p789m456sC", ""), end="C", base=1)
    do(g, "0 dealt_winds")
    assert "win" not in names(g)
    do(g, "0 dealt_ones", "0 win")
    assert ids(g.result) == {"self_drawn": 1, "dealer_won": 1, "single_wait": 1}
    assert [line[:4] for line in g.result.items] == [
        ("win", 1, 0, 8), ("dealt_meld", 1, 0, 1), ("dealt_meld", 1, 0, 1),
    ]


def test_the_drawn_tile_is_no_dealt_one():
    """Seat 1 holds E S W and draws N: no 旋风杠."""
    g = game("dongbei136", ("147m258s369pCCFFP", "ESW147m258s369pP"), wall="N")
    do(g, "0 discard P")
    while g.state["phase"] == 4:
        do(g, "1 pass")
    assert g.observation(1).drawn == "N" and "dealt_winds" not in names(g)


@pytest.mark.parametrize(
    ("tile", "due"), [("9m", 2), ("1s", 4), ("1p", 4), ("C", 4), ("F", 4), ("P", 4), ("1m", 2), ("E", 2)]
)
def test_concealed_kongs_are_paid_at_the_end_of_a_drawn_hand(tile, due):
    g = game("dongbei136", (tile * 4 + "258m47s36p" + "SWN", ""), base=1)
    do(g, f"0 concealed_kong {tile}")
    play_out(g)
    if g.result.winner is None:
        assert ("concealed_kong", 1, 0, due) in [line[:4] for line in g.result.items]


def test_twelve_tiles_left():
    """Each player draws one last tile and may only win by it; no kong from then on."""
    for seed in range(20):
        g = play_out(Game("dongbei136", seed=seed), lambda g: len(g.state["wall"]) <= 12)
        if not g.over:
            assert not names(g) & {"kong", "added_kong", "concealed_kong"}
        play_out(g)
        if g.result.winner is None:
            assert len(g.state["wall"]) == 10
            assert [sum(c) + 3 * len(m) for c, m in zip(g.state["counts"], g.state["melds"], strict=True)] == [14, 14]


def test_the_dealer_pays_and_steps_are_capped():
    g = game("dongbei136", ("123m456s789pEEECC", ""), base=3)
    r = do(g, "0 win").result
    assert (r.score.steps, r.multiplier, r.deltas) == (5, 32, (96, -96))  # 天胡 4, 自摸, 庄, ... : 32 at most


# ---- options ------------------------------------------------------------------------------------------------


def test_play_without_claims():
    flow = {"claims": "none", "discard_wins": False, "open_hands": False, "doubling": False}
    rules = mj2p.rules.get("duel64").derive("family", **flow)
    g = Game(rules, seed=1, balances=(100, 100), base=1)
    while not g.over:
        assert g.state["phase"] == 3
        g.step(g.actions[0])


def test_a_minimum_counts_pattern_fans_without_flowers():
    """123456789m EEE CC with two flowers: enough at 29 of its pattern fans, not at one more than it has."""
    hands = ("123456789mEEEab", "")
    plain = game("duel72", hands, end="CC")
    while plain.seat == 1:
        do(plain, "1 pass")
    total = do(plain.copy(), "0 win").result.total
    assert plain.state["flowers"] == (3, 0)
    for minimum, wins in ((total - 2, True), (total - 1, False)):
        g = game(mj2p.rules.get("duel72").derive("duel72m", minimum=minimum), hands, end="CC")
        while g.seat == 1:
            do(g, "1 pass")
        assert ("win" in names(g)) == wins
