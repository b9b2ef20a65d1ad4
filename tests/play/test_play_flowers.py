"""Scripted walls and hands for the rules of `duel72`, `table72` and `three144` (rulebook 7-9)."""

import pytest
from script import do, game, ids, names, play_out

import mj2p
from mj2p import Game, Phase


def test_flowers_are_replaced_from_the_end_dealer_first():
    g = game("duel72", ("ab123456789mEEE", "c" + "1m9mSSSWWWCCCF"), end="1mFd2m")
    assert g.state["flowers"] == (0b1011, 0b100)  # 2m and d for the dealer's, F for d; 1m for the other's
    assert "".join(sorted(g.observation(0).hand)) == "1m2m2m3m4m5m6m7m8m9mEEEF"
    assert g.observation(1).hand.count("1m") == 2


# Seat 0 deals. Who is asked 天听 or a claim in between passes it.
DEALER = "EEEE1m5m9mSWNCFPC"
OTHER = "123456789mSSSC"
FIRST = {"heavenly_hand", "earthly_hand", "humanly_hand"}


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "fan"),
    [
        # the dealer wins as dealt; with flowers replaced, of the other player too; not with a concealed kong before
        (("123456789mEEECC", ""), "", "", ["0 win"], "heavenly_hand"),
        (("123456789mEEECa", ""), "", "C", ["0 win"], "heavenly_hand"),
        (("ab123456789mEEC", "c"), "", "PCE", ["0 win"], "heavenly_hand"),
        (("123456789mEEEEC", ""), "", "C", ["0 concealed_kong E", "0 win"], None),
        (("123456789mEEECC", ""), "PC", "", ["0 discard C", "1 discard P", "0 win"], None),
        # the other player on the first own draw, in place of a flower too; no claim and no kong before
        ((DEALER, OTHER), "C", "", ["0 discard P", "1 win"], "earthly_hand"),
        ((DEALER, OTHER), "a", "C", ["0 discard P", "1 win"], "earthly_hand"),
        ((DEALER, OTHER), "C", "P", ["0 concealed_kong E", "0 discard P", "1 win"], None),
        ((DEALER, OTHER), "P1mC", "", ["0 discard F", "1 discard P", "0 discard 1m", "1 win"], None),
        (("EEEE1m5m9mSWNFFPF", "123456mSSSWWCC"), "PC", "",
         ["0 discard W", "1 pung", "1 discard C", "0 discard P", "1 win"], None),
        # ... on the dealer's first discard; no kong before, and no other discard
        ((DEALER, OTHER), "", "", ["0 discard C", "1 win"], "humanly_hand"),
        ((DEALER, "a123456789mSSS"), "", "C", ["0 discard C", "1 win"], "humanly_hand"),
        ((DEALER, OTHER), "", "P", ["0 concealed_kong E", "0 discard C", "1 win"], None),
        ((DEALER, OTHER), "P1m", "", ["0 discard F", "1 discard P", "0 discard C", "1 win"], None),
        (("CC123456789mEEF", "CSSSWWWNNNFF5m"), "C", "", ["0 discard F", "1 discard C", "0 win"], None),
    ],
)
def test_heavenly_earthly_humanly_hand(hands, wall, end, words, fan):
    for rules in ("duel72", "table72"):
        result = do(game(rules, hands, wall=wall, end=end), *words).result
        assert FIRST & ids(result).keys() == ({fan} if fan else set())
        assert {word for word in FIRST if word in str(result.hand)} == ({fan} if fan else set())


@pytest.mark.parametrize(
    ("hands", "end", "words", "ready"),
    [
        (("123456789mEEECP", ""), "", ["0 ready P"], 2),
        (("a123456789mEECP", ""), "E", ["0 ready P"], 2),  # flowers replaced
        (("123456789mEEEEP", ""), "C", ["0 concealed_kong E", "0 ready P"], 1),  # no concealed kong before
        (("123456789mEEECP", ""), "", ["0 discard C", "1 discard P", "0 ready W"], 1),  # not at the second discard
        (("", OTHER), "", ["1 heavenly_ready"], 2),
        (("", "a123456789mSSS"), "C", ["1 heavenly_ready"], 2),
        (("FFFNNN1m5m9mWWECC", OTHER), "", ["0 discard F", "1 ready P"], 1),  # not after the dealer's discard
    ],
)
def test_heavenly_ready_at_the_first_discard_or_right_after_the_deal(hands, end, words, ready):
    for rules in ("duel72", "table72"):
        g = do(game(rules, hands, wall="PWWP", end=end), *words)
        assert g.state["ready"] == ((ready, 0) if words[-1][0] == "0" else (0, ready))


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


# ---- duel72: declining to double --------------------------------------------------------------------------------

WINS = "123456789mEEECC"  # and once more on each C


def test_declining_passes_this_win_up_and_leaves_what_else_there_is():
    g = do(game("duel72", (WINS, "")), "0 double")
    assert (g.seat, names(g) & {"win", "double"}, g.state["declined"]) == (0, set(), (1, 0))
    assert "discard" in names(g)


def test_declining_twice_and_winning_is_four_times_as_much():
    """天胡 declined, then C by seat 1's discard, then C drawn: 2 x 2."""
    g = do(game("duel72", (WINS, "SSSWWWNNNFF5mP"), wall="C9m8mC", base=1), "0 double", "0 discard C")
    do(g, "1 discard C", "0 double", "0 discard 9m", "1 discard 8m", "0 pass")
    assert {"win", "double"} <= names(g)
    r = do(g, "0 win").result
    assert (r.multiplier, r.deltas) == (4, (4 * r.total, -4 * r.total))
    assert r.total == r.score.total
    assert [line.factors for line in r.items] == [(("fans", r.total), ("declined", 4))]


def test_declining_and_never_winning_pays_nothing():
    """Seat 0 declines; nobody wins; or seat 1 wins, whom the other's doublings do not concern."""
    g = do(game("duel72", (WINS, "SSSWWWNNNFFFP"), wall="9mP", base=1), "0 double", "0 discard C", "1 discard 9m")
    drawn = play_out(g.copy())
    assert (drawn.result.by, drawn.result.deltas, drawn.result.items) == ("draw", (0, 0), ())
    r = do(g, "0 discard P", "1 win").result
    assert (r.winner, r.multiplier, r.deltas, g.state["declined"]) == (1, 1, (-r.total, r.total), (1, 0))


def test_each_kind_of_win_may_be_declined():
    """A discard, a robbed kong: the claims stay, the kong is made."""
    g = game("duel72", ("5m1mSSWWNNFFPPC9m", "555m46m123m789mEE"))
    do(g, "0 discard 5m")
    assert names(g) == {"pass", "win", "double", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    do(g, "1 double")
    assert names(g) == {"pass", "pung", "kong", "chow_low", "chow_middle", "chow_high"}
    assert "win" not in names(do(g, "1 pung"))


@pytest.mark.parametrize("rules", ["table72", "three144"])
def test_elsewhere_a_win_is_not_declined(rules):
    g = game(rules, (WINS, ""))
    if g.seat == 1:
        do(g, "1 pass")
    assert (g.seat, "win" in names(g), "double" in names(g)) == (0, True, False)


def test_nothing_of_duel64_s_in_duel72():
    """No open hands, no doubling before play, no indicators; ready multiplies nothing."""
    g = game("duel72", ("123456789mEEECP", ""), wall="9mC", base=1)
    assert (g.state["indicators"], g.state["open"], names(g) & {"open", "double"}) == (b"", (0, 0), set())
    r = do(g, "0 ready P", "1 discard 9m", "0 win").result
    assert (r.multiplier, r.deltas[0]) == (1, r.total)


# ---- table72 ------------------------------------------------------------------------------------------------------

ALL = "abcdefgh"


@pytest.mark.parametrize(
    ("hands", "wall", "end", "words", "fans"),
    [
        # at the deal, alone; with the hand that the last replacement completes (all nine then, 88 + 16 + …)
        ((ALL + "15mEEFF", ""), "", "2m8m3m9m6mSWC", ["0 win"], {"eight_immortals"}),
        ((ALL + "123mEEC", ""), "", "CE987654m", ["0 win"], {"eight_immortals", "pure_straight", "heavenly_hand"}),
        # in play, on the turn on which the eighth came, alone or with the hand
        (("abcdefg159mEEFP", ""), "2mh", "5m8m3m9m6mSWC", ["0 discard P", "1 discard 2m", "0 win"],
         {"eight_immortals"}),
        (("abcdefg123mEECP", ""), "2mh", "C456789mE", ["0 discard P", "1 discard 2m", "0 win"],
         {"eight_immortals", "pure_straight"}),
        # drawn in place of the fourth of a kong
        (("abcdefgEEEE159m", ""), "", "1mhC6m7mSSWW", ["0 concealed_kong E", "0 win"], {"eight_immortals"}),
    ],
)  # fmt: skip
def test_eight_flowers_win_at_once(hands, wall, end, words, fans):
    g = do(game("table72", hands, wall=wall, end=end), *words)
    r = g.result
    assert fans <= ids(r).keys()
    assert (r.by, r.score.raw == 88) == (("flowers", True) if len(fans) == 1 else ("self_draw", False))
    assert "flower_win" in str(r.hand)
    assert not {"flower_tile", "season_flower", "four_plants"} & ids(r).keys()
    assert r.total == min(200, r.score.raw)
    assert "out_with_replacement" not in ids(r)


@pytest.mark.parametrize("rules", ["table72", "duel72", "three144"])
@pytest.mark.parametrize("caps", [{}, {"cap_total": 7}, {"cap_points": 5}, {"minimum": 100}])
def test_eight_flowers_where_they_are_no_fan(rules, caps):
    """They win all the same, 8 fan and no hand, as in section 9; a hand that is complete with them wins by itself."""
    rules = mj2p.rules.get(rules)
    immortals = set(rules.members) & {"eight_immortals"}
    rules = rules.derive(remove=immortals, flower_wins="eight", minimum=0, cap_total=0, cap_points=0).derive(**caps)
    worth = min(8, *(caps.get(cap, 8) for cap in ("cap_total", "cap_points")))
    for hands, seat in (((ALL + "15mEEFF", ""), 0), (("1m5m9mSWNCFPC", ALL + "15mEE"), 1)):
        r = do(game(rules, hands, end="2m8m3m9m6mSWC"), f"{seat} win").result
        assert (r.by, r.winner, r.hand, r.win_tile, r.total) == ("flowers", seat, None, None, worth)
    r = do(game(rules, (ALL + "123mEEC", ""), end="CE987654m"), "0 win").result
    assert r.by == ("flowers" if "minimum" in caps else "self_draw")
    assert r.total == (worth if "minimum" in caps else r.score.points)


@pytest.mark.parametrize(
    ("rules", "wins", "word"),
    [("table72", "eight", "0 win"), ("duel72", "eight", "0 win"),
     ("duel72", "seven_eight", "0 win"), ("duel72", "seven_eight", "0 pass")],
)  # fmt: skip
def test_the_eighth_flower_on_a_last_draw(rules, wins, word):
    """It wins there too; passed, the last draw stays one: nothing is discarded."""
    own = mj2p.rules.get(rules).derive(last_draws=64, flower_wins=wins)
    g = do(game(own, ("abcdefg159mEEFP", ""), wall="2mh"), "0 discard P")
    play_out(g, lambda g: g.state["flowers"][0] == 255)
    assert g.seat == 0 and "win" in names(g) and not any(name.startswith("discard") for name in names(g))
    if word == "0 win":
        assert do(g, word).result.by == "flowers"
    else:
        do(g, word)
        assert g.over and g.result.by == "draw"


def test_no_more_indicator_flowers_than_the_rule_set_has():
    won = []
    for most in (12, 1):
        g = game(mj2p.rules.get("duel64").derive(flowers_max=most), ("EEE123456789mCC", ""), end="E")
        won.append(do(g, "0 pass", "1 pass", "0 pass", "1 pass", "0 win").result)
    flowers = [next(fan.count for fan in r.score.fans if fan.fan.id == "flower_tile") for r in won]
    assert flowers == [3, 1] and won[0].total - won[1].total == 2


@pytest.mark.parametrize("word", ["0 discard C", "0 concealed_kong E"])
def test_eight_flowers_win_at_once_or_not_at_all(word):
    """Not after a discard, and not on the replacement of a kong laid down instead."""
    g = game("table72", (ALL + "159mEEF", ""), wall="2m3m", end="1mPC8m9mEESW6m")
    assert "win" in names(g)
    do(g, word)
    if word[2:] == "discard C":
        do(g, "1 discard 2m")
    assert (g.seat, "win" in names(g)) == (0, False)


def test_eight_flowers_of_the_other_player_before_the_first_draw():
    """The hand has no replacement to be complete with: 88, less the rake of 5 %; passed, it is gone."""
    g = game("table72", ("1m5m9mSWNCFPC", ALL + "15mEE"), base=2, balances=(1000, 1000))
    assert (g.seat, names(g)) == (1, {"pass", "win"})
    r = do(g.copy(), "1 win").result
    assert (r.by, r.winner, r.hand, r.total, r.deltas, r.house) == ("flowers", 1, None, 88, (-176, 168), 8)
    do(g, "1 pass", "0 discard P")
    assert g.seat == 1 and "win" not in names(g)


@pytest.mark.parametrize(
    ("rules", "hand", "winner", "fans"),
    [
        ("table72", "ae", 0, {"season_flower": 2, "flower_tile": 2}),  # 春梅 of the dealer, 东
        ("table72", "cg", 0, {"flower_tile": 2}),
        ("table72", "cg", 1, {"season_flower": 2, "flower_tile": 2}),  # 秋竹 of the other, 西
        ("table72", "ae", 1, {"flower_tile": 2}),
        ("table72", "efgh", 1, {"season_flower": 1, "flower_tile": 4, "four_plants": 1}),
        ("duel72", "efgh", 1, {"flower_tile": 4}),
    ],
)
def test_flowers_of_the_seats(rules, hand, winner, fans):
    """123456789m EEE C with flowers, won on C, which the other throws first."""
    tiles = [f"{rank}m" for rank in range(1, 10)] + list("EEEC")
    dealt, replaced = "".join(tiles[: 13 - len(hand)]), "".join(tiles[13 - len(hand) :])
    other = "1m5m9mSSWWNNFFPC"
    g = game(rules, (hand + dealt + "P", other) if winner == 0 else (other + "P", hand + dealt), end=replaced)
    do(g, *(["0 discard P", "1 discard C", "0 win"] if winner == 0 else ["0 discard C", "1 win"]))
    got = ids(g.result)
    assert {name: got.get(name, 0) for name in ("season_flower", "flower_tile", "four_plants")} == {
        "season_flower": 0, "flower_tile": 0, "four_plants": 0, **fans,
    }  # fmt: skip


def test_table72_caps_the_total_limits_to_the_stakes_and_takes_its_rake():
    """EEE SSS WWW NNN CC as dealt is far over 200."""
    hands = ("EEESSSWWWNNNCC", "")
    r = do(game("table72", hands, base=10, balances=(10_000, 5_000)), "0 win").result
    assert r.score.raw > 200 == r.total == r.score.total
    assert (r.deltas, r.house) == ((1_900, -2_000), 100)
    r = do(game("table72", hands, base=10, balances=(999, 5_000)), "0 win").result  # the winner's own stake
    assert (r.deltas, r.house) == ((950, -999), 49)
    r = do(game("table72", hands, base=10, balances=(9_999, 30)), "0 win").result
    assert (r.deltas, r.house) == ((29, -30), 1)


def test_ready_is_a_fan_of_table72():
    g = do(game("table72", ("123456789mEEECP", ""), wall="9m8m9mC", base=1), "0 discard P", "1 discard 9m")
    do(g, "0 ready 8m", "1 discard 9m", "0 win")
    assert (ids(g.result)["ready"], g.result.multiplier, "heavenly_ready" in ids(g.result)) == (1, 1, False)


# ---- the wins by flowers that are an option ----------------------------------------------------------------------


@pytest.mark.parametrize("parent", ["three144", "duel72"])
def test_seven_rob_the_eighth(parent):
    """8 fan and nothing else, as a discard by who was dealt the eighth; all eight, as a self-draw."""
    rules = mj2p.rules.get(parent).derive(parent + "f", flower_wins="seven_eight")
    sides = 3 if parent == "three144" else 1
    seven = ("abcdefg1m5m9mEES", "h")
    g = game(rules, seven, base=1)
    assert (g.seat, names(g) - {"double"}, g.observation(0).tile) == (0, {"pass", "win"}, "h")
    r = do(g.copy(), "0 win").result
    assert (r.by, r.total, r.multiplier, r.deltas, r.score) == ("flowers", 8, 1, (8, -8), None)
    while g.state["phase"] != Phase.TURN:
        do(g, "pass")
    assert (g.seat, g.observation(0).flowers) == (0, ("abcdefg", "h"))
    g = game(rules, ("abcdefgh1m5m9mEE", ""), base=1)
    assert (g.seat, names(g) - {"double"}, g.observation(0).tile) == (0, {"pass", "win"}, None)
    r = do(g, "0 win").result
    assert (r.by, r.total, r.multiplier, r.deltas) == ("flowers", 8, sides, (8 * sides, -8 * sides))


def test_seven_rob_the_eighth_in_play():
    rules = mj2p.rules.get("duel72").derive("duel72f", flower_wins="seven_eight")
    g = game(rules, ("abcdefg1m5m9mEESP", ""), wall="h", base=1)
    do(g, "0 discard P")
    assert (g.seat, names(g)) == (0, {"pass", "win", "double"})
    r = do(g.copy(), "0 double")
    assert r.observation(1).drawn not in (None, "h") and r.state["declined"] == (1, 0)
    assert do(g, "0 win").result.deltas == (8, -8)


def test_what_replaces_a_flower_of_a_kong_is_drawn_and_not_dealt():
    """The eighth flower comes in place of the dealer's kong, before the first discard; the win is passed up."""
    rules = mj2p.rules.get("duel72").derive("duel72f", flower_wins="seven_eight")
    g = game(rules, ("abcdefgEEEE159m", ""), end="1mhC6m7mSSWW")
    do(g, "0 concealed_kong E", "0 pass")
    events = [(event["type"], event.get("pai")) for event in g.log.events[-4:]]
    assert events == [("ankan", "E"), ("flower", "h"), ("none", None), ("tsumo", "1m")]


# ---- leaving, time ---------------------------------------------------------------------------------------------


def test_the_caretaker_throws_what_it_draws_and_passes_claims_and_wins():
    """123456789m EEE CC wins as dealt; the caretaker throws the last C. Then PP is not claimed, nor C won on."""
    g = game("duel72", ("123456789mEEECC", ""), wall="CP")
    g.leave(0)
    do(g, "1 discard C")
    assert [(seat, tile) for seat, tile, _ in g.observation(0).discards] == [(0, "C"), (1, "C"), (0, "P")]
    assert (g.seat, g.state["left"]) == (1, (1, 0))
    play_out(g)
    assert g.result.winner != 0
    with pytest.raises(mj2p.IllegalAction):
        g.leave(1)


def test_the_caretaker_of_a_ready_hand_wins():
    for drawn in (True, False):
        g = do(game("duel72", ("123456789mEEECP", ""), wall="9mC" if drawn else "C"), "0 ready P")
        g.leave(0)
        do(g, "1 discard 9m" if drawn else "1 discard C")
        assert (g.result.winner, g.result.by) == (0, "self_draw" if drawn else "discard")


def test_the_caretaker_after_a_claim():
    """Who leaves between a claim and its discard throws the lowest tile."""
    g = game("duel72", ("P1m5m9mSWNCFEEEE", "PP3m5m9mSSWWNNFC"))
    do(g, "0 discard P", "1 pung")
    g.leave(1)
    assert g.observation(0).discards[:2] == ((0, "P", True), (1, "3m", False))


def test_leaving_three144_costs_thirteen_points():
    g = Game("three144", seed=1, base=50)
    g.leave(1)
    assert (g.result.by, g.result.winner, g.result.deltas) == ("left", 0, (650, -650))
    assert g.seat is None
    assert g.actions == ()


def test_time_out():
    g = game("table72", ("123456789mEEECC", ""))
    while g.seat == 1:
        assert g.time_out().name == "pass"
    assert g.time_out().name == "win"
    g = game("duel72", ("123456789mEEECC", ""))
    while g.seat == 1:
        g.time_out()
    assert str(g.time_out()) == "discard C"


# ---- three144 -----------------------------------------------------------------------------------------------------


def test_a_self_draw_pays_three_sides_a_discard_one_and_points_are_capped():
    hands = ("EEESSSWWWNNN1m1m", "")
    r = do(game("three144", hands, base=2), "0 win").result
    assert (r.score.raw > 13, r.total, r.multiplier, r.deltas) == (True, 13, 3, (78, -78))
    g = game("three144", ("123m456s789pEEECP", ""), wall="C", base=2)
    r = do(g, "0 discard P", "1 discard C", "0 win").result
    assert (r.by, r.multiplier, r.deltas) == ("discard", 1, (2 * r.total, -2 * r.total))


def test_three144_has_neither_ready_nor_indicators_and_takes_seven_pairs():
    g = game("three144", ("1133m55s77pEECCFF", ""))
    assert names(g) & {"ready", "open", "double"} == set()
    assert g.state["indicators"] == b""
    assert "win" in names(g)
