"""suihua112 (rulebook 12), rule by rule: scripted games of four seats; `second/` has the plain checker of hands."""

import itertools
import random

import pytest
from probes import probe_of

import mj2p
from mj2p import Phase
from mj2p.hands.notations import kinds_of
from mj2p.hands.tiles import LETTERS

RULES = mj2p.rules.get("suihua112")
#: 123m 456s 222s 55m and 79p: 8p alone, in the middle; 9m is thrown.
CLOSED = "123m456s79p222s55m9m"


def table(hands, draws="", indicator=None, last="", final="", rules=RULES):
    """A game whose dealer is seat 0: the hands (what they lack is filled, and the fourth where there are three), the
    tiles drawn first, the indicator, the last tiles of the wall; `final`: the tiles from the first last one on."""
    left = [LETTERS[kind] for kind in RULES.kinds for _ in range(4)]
    dealt = [[LETTERS[kind] for kind in kinds_of(text)] for text in (*hands, *[""] * (4 - len(hands)))]
    first, end, middle = ([LETTERS[kind] for kind in kinds_of(text)] for text in (draws, last, final))
    for tile in [*itertools.chain(*dealt), *first, *middle, *end, *([indicator] if indicator else [])]:
        left.remove(tile)
    random.Random(5).shuffle(left)
    for seat, hand in enumerate(dealt):
        hand += [left.pop() for _ in range((14 if seat == 0 else 13) - len(hand))]
    wall = first + left
    wall[47:47] = middle
    if indicator:  # the upper tile of the fourth stack from the end
        wall.insert(51, indicator)
    return mj2p.Game(rules, dealer=0, balances=(10_000,) * 4, base=1, hands=dealt, wall=wall + end)


def do(game, name, tile=None):
    game.step(next(one for one in game.actions if one.name == name and one.tile == tile))


def names(game):
    return {one.name for one in game.actions}


def until(game, seat, phase=None):
    """Everybody passes, and throws what is drawn, until the seat is asked (in that phase)."""
    while not game.over and (game.seat != seat or phase not in (None, game.state["phase"])):
        if "pass" in names(game):
            do(game, "pass")
        else:
            do(game, "discard", game.observation(game.seat).drawn)
    return game


def ready(hands, draws, indicator, throw="9m", **more):
    game = table(hands, draws, indicator, **more)
    do(game, "ready", throw)
    return game


def fans(game):
    return {one.fan.id for one in game.result.score.fans}


def test_a_treasure_stands_for_any_tile():
    game = until(ready((CLOSED,), "1s1s1s7s", "7s"), 0, Phase.TURN)
    assert game.observation(0).treasures == ("7s", "8s")
    do(game, "win")
    assert (game.result.by, game.result.total, game.result.win_tile) == ("treasure", 4, "7s")
    assert fans(game) == {"closed_wait", "treasure_draw", "concealed_ready"}
    assert game.result.deltas == (96, -32, -32, -32)  # the dealer wins: twice from each


def test_a_treasure_that_is_waited_for_counts_for_sixteen():
    game = until(ready((CLOSED,), "1s1s1s8p", "7p"), 0, Phase.TURN)
    do(game, "win")
    assert (game.result.by, fans(game), game.result.total) == ("treasure", {"double_treasure", "concealed_ready"}, 5)


@pytest.mark.parametrize(("indicator", "wins"), [("7p", False), ("8p", False), ("1p", True)])
def test_a_discarded_treasure_is_not_won_on(indicator, wins):
    """Not even where it is the tile waited for."""
    game = ready((CLOSED,), "8p", indicator)
    until(game, 1, Phase.TURN)
    do(game, "discard", "8p")
    while not game.over and game.state["phase"] == Phase.RESPONSE and game.seat != 0:
        do(game, "pass")
    assert (game.seat == 0 and "win" in names(game)) == wins
    if wins:
        do(game, "win")
        assert fans(game) == {"closed_wait", "concealed_ready"}
        assert game.result.deltas == (32, -16, -8, -8)  # 4 each, twice to the dealer, twice more from the discarder


def test_a_treasure_held_before_ready_is_an_ordinary_tile():
    hand = "123m456s79p22s55m7s" + "9m"  # 7s is a treasure once 7s is turned; it fills nothing here
    game = table((hand,), "1s1s1s1p", "7s")
    assert "ready" not in names(game)


@pytest.mark.parametrize(
    ("hand", "throw", "tile", "total", "fan"),
    [
        (CLOSED, "9m", "2s", 4, "big_wind"),  # 222s and 8p in the middle: 4 x 2 x 闷听
        ("11s45556s123m789p9m", "9m", "5s", 5, "big_wind_chow"),  # 11 456 555: 16 x 闷听
    ],
)
def test_big_wind(hand, throw, tile, total, fan):
    game = ready((hand,), f"9p9p8m{tile}", "1p", throw)
    until(game, 0, Phase.TURN)
    do(game, "win")
    assert (game.result.by, game.result.total) == ("big_wind", total)
    assert fan in fans(game)


def test_of_two_who_may_win_the_first_after_the_discarder_does():
    second = "456m123s79p333m88s"
    game = ready((CLOSED, "", second), "7m9s8p", "1p")
    until(game, 2, Phase.TURN)
    do(game, "ready", "9s")
    if game.state["phase"] == Phase.PUSH_OUT:
        do(game, "pass")
    until(game, 3, Phase.TURN)
    do(game, "discard", "8p")
    assert game.seat == 0 and "win" in names(game)
    other = game.copy()
    do(game, "win")
    assert game.result.winner == 0
    do(other, "pass")
    until(other, 2, Phase.RESPONSE)
    do(other, "win")
    assert (other.result.winner, other.result.by) == (2, "discard")


def test_a_chow_to_be_ready_goes_before_a_pung():
    pung, chow = "33m", "12m456s79p222s55m9m"
    game = table(("3m", pung, "", chow), "", "1p")
    do(game, "discard", "3m")
    assert game.seat == 1 and "pung" in names(game)
    do(game, "pung")
    until(game, 3, Phase.RESPONSE)
    assert {"chow_ready_high", "pass"} == names(game)
    do(game, "chow_ready_high")
    # 9m alone leaves a ready hand, so it is thrown at once
    assert game.state["melds"][1] == () and len(game.state["melds"][3]) == 1
    assert game.state["ready"] == (0, 0, 0, 1)
    assert game.observation(0).discards[-1] == (3, "9m", False)


def test_a_pair_pushed_out_alone_wins():
    """123m 456s 789p and 22s 55m: 5m is pushed out, and 2s wins no more."""
    game = ready(("123m456s789p22s55m9m",), "2s", "1p")
    assert {one.tile for one in game.actions if one.name == "push_out"} == {"2s", "5m"}
    do(game, "push_out", "5m")
    assert game.observation(0).pushed == ("5m", None, None, None)
    assert game.observation(1).pushed == ("?", None, None, None)
    until(game, 1, Phase.TURN)
    do(game, "discard", "2s")
    assert game.seat != 0 or "win" not in names(game)


@pytest.mark.parametrize("index", [54, 321, 1029])
def test_the_indicator_is_exchanged_once_all_its_treasures_lie_face_up(index):
    """Twice in these games: the lower tile of the fourth stack from the end, then the fifth stack."""
    game, rng = mj2p.Game(RULES, seed=9, index=index), random.Random(index)
    deck, seen = game.start.deck, 1
    while not game.over:
        eager = [one for one in game.actions if one.name == "ready" or one.name.startswith("chow_ready")]
        game.step(rng.choice(eager or [one for one in game.actions if one.name not in ("win", "push_out")]))
        state = game.state
        while seen < len(state["indicators"]):
            old = state["indicators"][seen - 1]
            following = () if old == 31 else (old - 8 if old % 9 == 8 else old + 1,)
            up = [tile for _, tile, taken in state["river"] if not taken] + list(state["indicators"][:seen])
            for seat in range(4):
                for type_, low, _ in state["melds"][seat]:
                    up += ([low, low + 1, low + 2], [low] * 3, [low] * 4, [])[type_]
            assert all(up.count(kind) == 4 for kind in (old, *following))
            seen += 1
    assert seen >= 3
    # what lies under the first one may have replaced a kong
    places = [[104, 105, 102], [104, 102, 103]]
    assert list(state["indicators"][:3]) in [[deck[at] for at in three] for three in places]


def test_kongs_take_seven_tiles_and_no_more():
    """Stacks 1 to 3, then what lies under the indicator; seat 2 has a fourth kind whole and no kong."""
    game = table(("1111m2222m3333m44m", "5555m6666m7777m1s", "8888m"), "1p1p1p", last="4m4m")
    for tile in ("1m", "2m", "3m", "4m"):
        do(game, "concealed_kong", tile)
    do(game, "discard", game.observation(0).hand[0])
    until(game, 1, Phase.TURN)
    for tile in ("5m", "6m", "7m"):
        do(game, "concealed_kong", tile)
    do(game, "discard", game.observation(1).hand[0])
    until(game, 2, Phase.TURN)
    assert game.observation(2).hand.count("8m") == 4
    assert "concealed_kong" not in names(game)
    assert len(game.state["kongs"]) == 7


def test_the_four_last_tiles_and_the_draw():
    game = mj2p.Game(RULES, seed=3)
    until(game, None)
    assert game.over and game.result.winner is None
    state = game.state
    assert (len(state["wall"]), state["undrawn"], sum(state["draws"])) == (0, 8, 1 + 47 + 4)


def test_heavenly_hand_pays_sixty_four_and_no_more():
    game = table(("123m456s789p222s55m",))
    do(game, "win")
    assert fans(game) == {"heavenly_hand"}
    assert game.result.deltas == (192, -64, -64, -64)


@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("123m456s789p22sCC2s", True),  # the pair of 中 is the 1 or 9 as well
        ("234m456s678pCC66p6p", True),
        ("234m456s678m345pCC", True),  # ... and the pung
        ("123m456m789m222m5m5m", False),  # one suit
        ("123m456m789m222mCC", False),  # 中 is no suit
        ("123m456s789p234s5m5m", False),  # no pung
        ("111m222s333p444s5m5m", False),  # no chow
        ("234m456s678p222s5m5m", False),  # no 1, 9 or 中
        ("[123m,1][456s,1][789p,1][222s,2]5m5m", False),  # nothing but the pair in the hand
    ],
)
def test_what_a_finished_hand_needs(text, wins):
    assert mj2p.is_complete(text, RULES) == wins


def test_a_claim_may_end_the_wall():
    """In this game a chow to be ready shows the last treasure, and the exchange leaves nothing to draw in play."""
    assert probe_of(RULES).play_many(11, 61669, 1, 0, 1)[4] == []


def test_random_games_keep_the_invariants_and_the_account():
    for policy in range(6):
        assert probe_of(RULES).play_many(7, 0, 500, policy, 1)[4] == []
    for index in range(60):
        game, rng = mj2p.Game(RULES, seed=8, index=index), random.Random(index)
        while not game.over:
            eager = [one for one in game.actions if one.name in ("win", "ready")]
            game.step(rng.choice(eager or game.actions))
        assert sum(game.result.deltas) + game.result.house == 0
        assert mj2p.replay(str(game.log), RULES) == game
        if game.result.score:
            assert mj2p.score(str(game.result.hand), RULES) == game.result.score
