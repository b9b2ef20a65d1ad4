"""The compiled account beside `settle`: the same items, paid twice, in games bent towards whatever is rare.

What is owed is said once, by the engine (`engine/pay.pxi`); whether it is right say the hands of test_play_*.py and the
slow table. Here it is paid by `settle` in `Game.result`, and by `pay_items` in rows.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

import mj2p
from mj2p import Act, EndedBy, Game
from mj2p.hands.tiles import FLOWERS
from mj2p.play.codes import Factor
from mj2p.play.gamerows import game_dtype
from mj2p.play.state import flow_of


def derived(name: str, **changes: object) -> mj2p.RuleSet:
    return mj2p.rules.get(name).derive(f"{name}x", **changes)


KONGS = ("added_kong", "pung", "win", "kong", "concealed_kong")
READY = ("win", "ready", "chow_ready_low", "chow_ready_middle", "chow_ready_high", "pung")
#: rule set, what is done where it can be, what has to be met
BENT = [
    (derived("duel64", fee=40, open_factor=9, kong_payments=True), ("open", "double", "ready", "win"), ["open", "fee"]),
    (derived("duel64", fee=300, rake=7), KONGS, ["robbed_kong", "rake", "fee"]),
    (derived("duel72", declining_factor=5, fee=11, limit="both"), ("double", "win", "ready"), ["declined", "fee"]),
    (derived("table72", rake=33, fee=9), KONGS, ["rake", "robbed_kong"]),
    (derived("three144", flower_wins="seven_eight", self_draw_factor=3), ("win",), ["self_draw", "seven_rob_one"]),
    (derived("three144", flower_wins="eight", self_draw_factor=2, rake=50), ("win",), ["self_draw", "rake"]),
    (derived("dongbei136", limit="both", rake=9, fee=2), KONGS, ["melded_kong", "concealed_kong", "rake"]),
    (derived("dongbei136", players=4, dealer_factor=3), ("dealt_ones", "dealt_nines", "dealt_winds", *KONGS),
     ["dealt_meld", "dealer"]),
    (derived("duel64", players=4, discarder_factor=2, dealer_factor=2), READY, ["discarder", "dealer", "ready"]),
    (derived("duel72", players=3, declining_factor=3, discarder_factor=2), ("double", *READY),
     ["discarder", "declined"]),
    (derived("suihua112", kong_payments=True, fee=3), READY,
     ["discarder", "ready discarder", "treasure", "dealer"]),
    (derived("suihua112", limit="both", rake=10), READY, ["rake", "ready discarder"]),
]  # fmt: skip


def bent_game(rules: mj2p.RuleSet, wanted: tuple[str, ...], index: int) -> Game:
    random = Random(index)
    seats = rules.play["players"]
    balances = tuple(random.choice((0, 37, 5_000, 10**7, 2**53 - 9)) for _ in range(seats))
    game = Game(rules, 5, index=index, balances=balances, base=random.choice((1, 25, 2**31)))
    while not game.over:
        chosen = [action for action in game.actions if action.name in wanted]
        game.step(random.choice(chosen or game.actions))
    return game


def what_was_met(game: Game) -> set[str]:
    result, state = game.result, game.state
    assert result is not None
    met = {result.by, *(line.reason for line in result.items)}
    met |= {name for line in result.items for name, _ in line.factors}
    if result.by == "flowers" and result.win_tile and result.win_tile in FLOWERS:
        met.add("seven_rob_one")
        assert "self_draw" not in dict(result.items[-1].factors)
    if result.by in ("discard", "robbed_kong") and state["ready"][state["turn"]]:
        met.add("ready discarder")
        assert all("discarder" not in dict(line.factors) for line in result.items)
    return met


@pytest.mark.parametrize(("rules", "wanted", "rare"), BENT, ids=[f"{one[0].name} {one[2][0]}" for one in BENT])
def test_what_is_paid_in_rows_is_what_settle_pays(
    rules: mj2p.RuleSet, wanted: tuple[str, ...], rare: list[str]
) -> None:
    met: Counter[str] = Counter()
    seats, index = rules.play["players"], 0
    while index < 60 or (min(map(met.__getitem__, rare)) < 1 and index < 3_000):
        game = bent_game(rules, wanted, index)
        met.update(what_was_met(game))
        result, row = game.result, np.zeros(1, game_dtype(seats))
        assert result is not None
        out = row.view(np.uint8)
        flow_of(rules).record(bytes(game.history), 5, index, out, balances=game.balances, base=game.base)
        assert (tuple(row["deltas"][0]), row["house"][0]) == (result.deltas, result.house), index
        assert row["multiplier"][0] == min(result.multiplier, 2**63 - 1)
        assert (row["points"][0], EndedBy(row["by"][0])) == (result.total, EndedBy[result.by.upper()])
        fed = result.by in ("discard", "robbed_kong")
        assert row["payer"][0] == (game.state["turn"] if fed else -1)
        index += 1
    assert min(map(met.__getitem__, rare)) >= 1, met


def test_factors_are_exact_where_the_engine_cuts_them_off() -> None:
    """九莲宝灯 waits for nine kinds: eight wins declined at 1,000 each, and then one is taken."""
    rules = derived("duel72", declining_factor=1000)
    game = Game(rules, 8, dealer=0, hands=("1112345678999mE", "EESSSWWWNNNFF"), balances=(5, 2**53), base=3)
    while not game.over:
        names = {action.name: action for action in game.actions}
        state = game.state
        drawn = next((one for one in game.actions if state["drawn"] == int(one) - Act.OF_KINDS), None)
        if game.seat == 0 and "win" in names:
            game.step(names["win" if state["declined"][0] == 8 else "double"])
        else:
            game.step(names.get("pass") or drawn or game.actions[-1])
    result = game.result
    assert result is not None and (result.winner, result.multiplier) == (0, 1000**8)
    line = result.items[0]
    assert (line.units, line.due, line.factors) == (
        result.total * 1000**8, 3 * result.total * 1000**8, (("fans", result.total), ("declined", 1000**8))
    )  # fmt: skip
    assert result.deltas == (2**53 - 5, 5 - 2**53)  # nobody can hold more
    points, factors, items = game.position.account()
    assert (points, factors[1], items[0][3]) == (result.total, (Factor.DECLINED, 1000, 8), 2**63 - 1)
