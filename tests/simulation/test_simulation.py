"""`simulate`: the same games however they are played, what a summary says of them, and what is refused."""

from __future__ import annotations

import copy
import pickle
import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from math import isnan, sqrt
from multiprocessing import get_context

import numpy as np
import pytest
from rule_sets import FOR_TWO, PLAYED, SEATS

import mj2p
from mj2p import Game, players, simulate
from mj2p.play.batchgame import BatchGame
from mj2p.play.codes import EndedBy
from mj2p.play.gamerows import GAME_DTYPE
from mj2p.rules.catalogue import FANS
from mj2p.simulation.estimate import Moments, Z
from mj2p.simulation.summary import compare
from mj2p.simulation.tally import Tally

TWO = ("random", "random")


class First:
    """Claims whatever it can; on its turn the first action there is: a win, or the lowest tile."""

    def choose(self, game: Game) -> object:
        return game.actions[-1] if game.actions[0].name == "pass" else game.actions[0]


class Passes(First):
    name = "passes"

    def choose(self, game: Game) -> object:
        return game.actions[0]


# ---- The same games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", PLAYED)
def test_threads_and_parts_change_nothing(rules: str) -> None:
    all_ = ("random",) * SEATS[rules]
    one = simulate(500, rules, 9, players=all_)
    for threads, part in ((1, 1), (1, 77), (2, None), (3, 13), (2, 5000)):
        assert simulate(500, rules, 9, players=all_, threads=threads, part=part).rows.tobytes() == one.rows.tobytes()
    assert one["game"].tolist() == list(range(500))
    assert simulate(300, rules, 9, players=all_).rows.tobytes() == one.rows[:300].tobytes()
    assert simulate(500, rules, 10, players=all_).rows.tobytes() != one.rows.tobytes()


def test_executors_change_nothing() -> None:
    one, pairs = simulate(400, players=TWO, seed=4), simulate(400, players=TWO, seed=4, duplicate=True)
    own = simulate(8, players=("random", Passes()), seed=4, duplicate=True)
    pools: list[Executor] = [ThreadPoolExecutor(2), ProcessPoolExecutor(2, mp_context=get_context("spawn"))]
    for pool in pools:
        with pool:
            assert simulate(400, players=TWO, seed=4, executor=pool, part=90) == one
            assert simulate(400, players=TWO, seed=4, executor=pool, duplicate=True, part=38) == pairs
            assert simulate(8, players=("random", Passes()), seed=4, executor=pool, duplicate=True) == own


def test_pairs_are_the_same_wall_with_seats_swapped() -> None:
    plain, pairs = simulate(100, players=("random", First()), seed=2), simulate(
        200, players=("random", First()), seed=2, duplicate=True
    )
    assert pairs.rows[0::2].tobytes() == plain.rows.tobytes()
    assert pairs["swapped"].tolist() == [0, 1] * 100
    assert pairs["game"].tolist() == [game for game in range(100) for _ in (0, 1)]
    assert (pairs["dealer"][0::2] == pairs["dealer"][1::2]).all()
    swapped = simulate(100, players=(First(), "random"), seed=2)  # what it must be, but for the note that it is swapped
    expected = swapped.rows.copy()
    expected["swapped"] = 1
    assert pairs.rows[1::2].tobytes() == expected.tobytes()


@pytest.mark.parametrize("rules", PLAYED)
def test_players_in_python_play_the_same_games(rules: str) -> None:
    class Again:
        """The random player, asked through Python; it is told of games in their order."""

        def __init__(self) -> None:
            self.index = -1

        def choose(self, game: Game) -> object:
            self.index += not game.history
            return game.position.choose(0, 6, self.index)

    others = ("random",) * (SEATS[rules] - 1)
    speed = simulate(40, rules, 6, players=("speed", *others))
    assert simulate(40, rules, 6, players=(players.get("speed"), *others)) == speed
    again = Again()
    by_hand = simulate(40, rules, 6, players=(again,) * SEATS[rules])
    assert by_hand.rows.tobytes() == simulate(40, rules, 6, players=("random", *others)).rows.tobytes()
    assert by_hand.players == ("test_players_in_python_play_the_same_games.<locals>.Again",) * SEATS[rules]


@pytest.mark.parametrize("rules", FOR_TWO)
def test_players_who_choose_for_many_games_play_the_same(rules: str) -> None:
    class Many:
        """The package's player, asked for all rows at once."""

        def __init__(self, name: str) -> None:
            self.who, self.name = name, f"many {name}"

        def choose_batch(self, batch: BatchGame) -> object:
            return batch.choose(self.who)

    for duplicate in (False, True):
        plain = simulate(60, rules, seed=6, duplicate=duplicate)
        many = simulate(60, rules, players=(Many("speed"), "random"), seed=6, duplicate=duplicate, part=28)
        assert many.rows.tobytes() == plain.rows.tobytes() and many.players == ("many speed", "random")
    mixed = simulate(30, rules, players=(First(), Many("random")), seed=6, duplicate=True)
    plain = simulate(30, rules, players=(First(), "random"), seed=6, duplicate=True)
    assert mixed.rows.tobytes() == plain.rows.tobytes()


def test_what_a_player_of_many_games_may_not_say() -> None:
    class Says:
        def __init__(self, said: object) -> None:
            self.said = said

        def choose_batch(self, batch: BatchGame) -> object:
            return self.said

    with pytest.raises(mj2p.IllegalAction, match=r"game \d of .*Says: "):
        simulate(10, players=("random", Says(np.full(10, 76))))
    with pytest.raises(ValueError, match=r"Says must choose 10 whole numbers, not float64 \(10,\)"):
        simulate(10, players=("random", Says(np.zeros(10))))


def test_columns() -> None:
    one = simulate(50, players=TWO)
    assert len(one) == 50
    assert one.rows.dtype == GAME_DTYPE
    assert one.total is not None and (one.total == one["total"]).all()
    assert one.deltas.shape == (50, 2) and (one.deltas.sum(1) + one.house == 0).all()
    assert "first_ready" in dir(one)
    assert repr(one) == "<Simulation of duel64: 50 games, random v random>"
    with pytest.raises(KeyError, match="no column 'totals'; there are game, fans"):
        one["totals"]
    with pytest.raises(AttributeError, match="no 'totals'"):
        one.totals  # noqa: B018
    assert one != "another thing" and one != simulate(50, players=TWO, seed=1)


def test_money_is_as_asked_for() -> None:
    rich = simulate(300, players=TWO, balances=(70_000, 50_000), base=3)
    won = rich.winner >= 0
    gained = np.where(rich.winner == 0, rich.deltas[:, 0], rich.deltas[:, 1])[won]
    assert (gained == np.minimum(rich.points[won] * rich.multiplier[won] * 3, 50_000)).all()
    assert simulate(10, players=TWO, balances=(8_000, 4_000)).about["base"] == 10


# ---- What they come to -----------------------------------------------------------------------------------------------


def test_no_games() -> None:
    none = simulate(0, players=TWO)
    assert len(none) == 0
    summary = none.summary()
    assert summary.games == 0 and isnan(summary.draw.value) and summary.fans == ()
    assert "0 games" in str(summary)
    assert summary.to_dict()["draw"]["value"] is None
    tally = Tally(TWO)
    tally.add(none.rows)
    assert str(tally.summary("duel64", 0)) == str(summary)


def test_one_game_has_no_error() -> None:
    one = simulate(1, players=TWO, seed=3).summary()
    assert one.turns.value > 0 and isnan(one.turns.low) and isnan(one.turns.sd)
    assert 0 < one.draw.low < one.draw.high == 1  # Wilson: of one trial something is known


@pytest.mark.long
def test_intervals_hold_the_truth_in_95_of_100() -> None:
    """Of 300 runs of 400 games, in pairs and not: so many that 90 or 99 would be noticed."""
    fields = ("win", "self_draw", "deal_in", "margin", "total", "points", "beans", "ready", "first_ready")
    for duplicate in (False, True):
        truth = simulate(400_000, seed=10**6, duplicate=duplicate).summary().players[0]
        held = dict.fromkeys(fields, 0)
        for seed in range(300):
            said = simulate(400, seed=seed, duplicate=duplicate).summary().players[0]
            for field in fields:
                held[field] += getattr(said, field).low <= getattr(truth, field).value <= getattr(said, field).high
        assert all(0.915 < times / 300 < 0.985 for times in held.values()), held


def test_a_summary_counts_what_the_columns_say() -> None:
    played = simulate(3000, "table72", players=("random", First()), seed=8, part=1000)
    said, rows = played.summary(), played.rows
    wins = [row for row in rows if row["winner"] >= 0]
    assert said.draw.value == pytest.approx(1 - len(wins) / 3000)
    assert said.by == {str(by): n for by in EndedBy if (n := sum(row["by"] == by for row in rows))}
    assert said.dealer.value == pytest.approx(sum(row["winner"] == row["dealer"] for row in wins) / 3000)
    assert said.total.value == pytest.approx(np.mean([row["total"] for row in wins]))
    assert said.total.sd == pytest.approx(np.std([row["total"] for row in wins], ddof=1))
    assert said.turns.value == pytest.approx(rows["turns"].mean())
    assert said.turns.high - said.turns.value == pytest.approx(Z * rows["turns"].std(ddof=1) / sqrt(3000))
    for seat, one in enumerate(said.players):
        mine = [row for row in wins if row["winner"] == seat]
        assert one.name == ("random", "First")[seat]
        assert one.win.value == pytest.approx(len(mine) / 3000)
        drawn = [row for row in mine if row["by"] in (EndedBy.SELF_DRAW, EndedBy.FLOWERS)]
        assert one.self_draw.value == pytest.approx(len(drawn) / 3000)
        thrown = [row for row in wins if row["by"] in (EndedBy.DISCARD, EndedBy.ROBBED_KONG) and row["winner"] != seat]
        assert one.deal_in.value == pytest.approx(len(thrown) / 3000)
        assert one.total.value == pytest.approx(np.mean([row["total"] for row in mine]))
        assert one.beans.value == pytest.approx(rows["deltas"][:, seat].mean())
        points = [row["points"] * (1 if row["winner"] == seat else -1) for row in wins]
        assert one.points.value == pytest.approx(sum(points) / 3000)
        assert one.margin.value == pytest.approx((2 * len(mine) - len(wins)) / 3000)
        ready = rows["first_ready"][:, seat]
        assert one.ready.value == pytest.approx((ready >= 0).mean())
        assert one.first_ready.value == pytest.approx(ready[ready >= 0].mean())
        assert said.totals[seat] == {t: n for t in range(400) if (n := sum(row["total"] == t for row in mine))}
    assert [one.games for one in said.fans] == sorted((one.games for one in said.fans), reverse=True)
    counted = {one.fan.id: one for one in said.fans}
    for fan in FANS:
        word, bit = divmod(fan.index, 64)
        having = [row for row in wins if int(row["fans"][word]) >> bit & 1]
        if having:
            assert counted[fan.id].players == tuple(sum(row["winner"] == seat for row in having) for seat in (0, 1))
            assert counted[fan.id].share == pytest.approx(len(having) / len(wins))
        else:
            assert fan.id not in counted


def test_pairs_are_the_unit() -> None:
    played = simulate(2000, players=("random", First()), seed=1, duplicate=True)
    said = played.summary()
    assert said.unit == "pair" and "1,000 pairs" in str(said)
    player = np.where(played.winner < 0, -1, played.winner ^ played.swapped)
    wins = (player == 1).reshape(-1, 2).mean(1)
    assert said.players[1].win.value == pytest.approx(wins.mean())
    sign = np.where(player == 1, 1, -1)
    points = (sign * played.points).reshape(-1, 2).mean(1)
    assert said.players[1].points.value == pytest.approx(points.mean())
    assert said.players[1].points.high - points.mean() == pytest.approx(Z * points.std(ddof=1) / sqrt(1000))
    capped = (sign * np.minimum(played.points, 20)).reshape(-1, 2).mean(1)
    assert played.summary(cap=20).players[1].points.value == pytest.approx(capped.mean())
    assert played.summary().players[1].points.value == pytest.approx(points.mean())


def test_summaries_side_by_side() -> None:
    dearer = mj2p.rules.get("duel64").derive("dearer", values={"混一色": 60}, remove=["自摸"])
    ours, theirs = (simulate(1500, rules, players=TWO, seed=2).summary() for rules in ("duel64", dearer))
    said = {label: cells for label, *cells in compare([ours, theirs])}
    assert said[""] == ["duel64", "dearer"]
    assert said["draws"][0] == said["draws"][1]  # the random player does not look at values: the same games
    assert said["自摸 Self-Drawn, of wins"][1] == "0.00%" != said["自摸 Self-Drawn, of wins"][0]
    assert "混一色 Half Flush, of wins" not in said
    totals = sorted(total for one in ours.totals for total, games in one.items() for _ in range(games))
    quarter, half = totals[-(-len(totals) // 4) - 1], totals[-(-len(totals) // 2) - 1]
    assert said["its quartiles"][0].split(", ")[:2] == [str(quarter), str(half)]
    assert said["wins of 32 or more"][0] == f"{sum(total >= 32 for total in totals) / len(totals):.2%}"
    none = simulate(0, players=TWO).summary()
    assert none.quantile(0.5) is None and ["-", "-"] in [cells for _, *cells in compare([none, none])]


def moments(values: list[int], pairs: bool = False) -> Moments:
    out = Moments()
    out.add(np.array(values), np.ones(len(values), np.int64), pairs)
    return out


def test_wilson() -> None:
    """Ten of a hundred: 0.0552 to 0.1744, as in the textbooks; none of ten: 0 to 0.2775."""
    one = moments([1] * 10 + [0] * 90).rate()
    assert (one.value, one.low, one.high) == pytest.approx((0.1, 0.05522914, 0.17436566), abs=1e-7)
    none = moments([0] * 10).rate()
    assert (none.low, none.high) == (0, pytest.approx(0.27753280, abs=1e-7))  # no 3e-17
    assert moments([1] * 10).rate()[:3] == (1, pytest.approx(1 - 0.27753280, abs=1e-7), 1)
    # pairs that are alike are worth half as many trials; pairs that always come to the same have no error
    alike, each = [1] * 20 + [0] * 180, [0, 1] * 50
    assert moments(alike, pairs=True).rate()[:3] == pytest.approx(one[:3], abs=1e-9)
    assert moments(each, pairs=True).rate()[:3] == (0.5, 0.5, 0.5)


def test_sums_are_exact_however_large() -> None:
    big = moments([2**53, -(2**53) + 1, 5, 6])
    assert big.mean().value == 12 / 4
    assert big.squares == 2**106 + (2**53 - 1) ** 2 + 25 + 36
    both = Moments()
    for part in ([2**53, -(2**53) + 1], [5, 6]):
        both.add(np.array(part), np.ones(2, np.int64), False)
    assert both.mean() == big.mean()


# ---- Errors ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": -1}, "n is -1; it must be 0 or more"),
        ({"n": 7, "duplicate": True}, "n is 7; with duplicate=True games come in pairs"),
        ({"players": ("rondom", "random")}, "no player 'rondom': did you mean 'random'?"),
        ({"players": ("random",)}, "players must be 2, one a seat"),
        ({"players": "random"}, "players must be 2, one a seat"),
        ({"rules": "duel46"}, "no rule set is called 'duel46'"),
        ({"rules": "mcr"}, "mcr only scores"),
        ({"seed": -1}, "seed is -1; it must be"),
        ({"threads": 0}, "threads is 0; it must be 1 or more"),
        ({"part": 0}, "part is 0"),
        ({"part": 3, "duplicate": True}, "part is 3; with duplicate=True"),
        ({"balances": (1, 2, 3)}, "two balances|2 balances"),
        ({"balances": (1, -2)}, "the balance of seat 1 is -2"),
        ({"base": -1}, "base"),
    ],
)
def test_errors(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        simulate(**{"n": 10, "players": TWO, **arguments})


def test_arguments_of_a_wrong_type() -> None:
    wrong = ({"n": 1.5}, {"progress": 3}, {"executor": 3}, {"players": ("random", First)}, {"players": (1, 2)})
    for arguments in wrong:
        with pytest.raises(TypeError):
            simulate(**{"n": 10, "players": TWO, **arguments})
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="either threads or executor"):
        simulate(10, players=TWO, threads=2, executor=pool)


def test_an_illegal_action_names_game_and_player() -> None:
    class Wrong(First):
        def choose(self, game: Game) -> object:
            return 76

    with pytest.raises(mj2p.IllegalAction, match=r"game 0, decision \d+ of .*Wrong: "):
        simulate(10, players=("random", Wrong()))


def test_who_added_the_tile_of_a_robbed_kong_has_dealt_in() -> None:
    rows = np.zeros(4, GAME_DTYPE)
    rows["game"] = np.arange(4)
    rows["winner"], rows["payer"] = [0, 0, 1, -1], [1, 1, -1, -1]
    rows["by"] = [EndedBy.ROBBED_KONG, EndedBy.DISCARD, EndedBy.SELF_DRAW, EndedBy.DRAW]
    tally = Tally(TWO)
    tally.add(rows)
    one, other = tally.summary("duel64", 0).players
    assert other.deal_in.value == pytest.approx(0.5) and one.deal_in.value == pytest.approx(0)
    assert one.self_draw.value == pytest.approx(0) and other.self_draw.value == pytest.approx(0.25)


def test_a_summary_is_equal_to_its_copies() -> None:
    """Figures that are not known (nan) too: of no wins, and of one game."""
    for said in (simulate(1, players=TWO).summary(), simulate(0, players=TWO).summary()):
        assert any(isnan(figure) for figure in said.total)
        again = simulate(said.games, players=TWO).summary()
        for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said), copy.copy(said), again):
            assert other == said and (other != said) is False
            assert hash(other.total) == hash(said.total)
        changed = said._replace(total=said.total._replace(value=1.5))
        assert changed != said and (changed == said) is False
    assert mj2p.Estimate(1.0, 0.0, 2.0) != (1.0, 0.0, 2.0, 3.0)


@pytest.mark.parametrize("threads", [2, 10**9])
def test_no_more_threads_than_work(threads: int) -> None:
    """However many are asked for: 300 parts of a game each, on 256 threads at most."""
    before, most = threading.active_count(), 0

    def look(done: int, of: int) -> None:
        nonlocal most
        most = max(most, threading.active_count() - before)

    assert simulate(600, players=TWO, part=1, threads=threads, progress=look) == simulate(600, players=TWO)
    assert most <= 256
    with pytest.raises(ValueError, match=r"n is .*; it must be 0 or more"):
        simulate(1 << 60)


def test_whole_numbers_and_bools_of_numpy() -> None:
    same = simulate(10, "duel64", 3, players=TWO, duplicate=True)
    assert simulate(
        np.int64(10), "duel64", np.uint8(3), players=TWO, threads=np.int8(2), duplicate=np.True_, part=np.int16(4)
    ) == same
