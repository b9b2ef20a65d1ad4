"""Money: tables worked by hand, and what must hold of every payment."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mj2p
from mj2p.play.settlement import HOUSE, Item, Settlement, settle

# items, balances, settings -> deltas, house. Each line is worked by hand.
TABLE = [
    # nothing happens in a draw without a fee
    ([], (10, 10), {}, (0, 0), 0),
    # 24 fans at base 25
    ([("win", 1, 0, 24)], (10_000, 10_000), {"base": 25}, (600, -600), 0),
    # duel64: at most the smaller balance, be it the winner's ...
    ([("win", 1, 0, 48)], (300, 10_000), {"base": 25, "limit": "both"}, (300, -300), 0),
    # ... or the loser's
    ([("win", 1, 0, 48)], (10_000, 300), {"base": 25, "limit": "both"}, (300, -300), 0),
    # duel72: the fee first, then what the loser has left
    ([("win", 0, 1, 24)], (500, 9_000), {"base": 100, "fee": 200}, (-500, 100), 400),
    # a draw: each pays the fee, as far as there is anything
    ([], (150, 9_000), {"fee": 200}, (-150, -200), 350),
    # table72: 5 % of the gain, rounded down to a whole chip: 39 -> 1
    ([("win", 1, 0, 39)], (1_000, 1_000), {"rake": 5, "limit": "both"}, (38, -39), 1),
    # ... of the gain and not of what was due: 19 -> 0
    ([("win", 1, 0, 200)], (1_000, 19), {"rake": 5, "limit": "both"}, (19, -19), 0),
    # dongbei136: the win takes what the kong payment would have been paid with
    ([("win", 1, 0, 32), ("kong", 1, 0, 2), ("kong", 0, 1, 1)], (100, 330), {"base": 10}, (320, -320), 0),
    # rulebook 15.6: the rake is taken of a forfeit too
    ([("forfeit", 1, 0, 13)], (1_000, 1_000), {"base": 10, "rake": 5}, (124, -130), 6),
    # no money at all
    ([("win", 1, 0, 88)], (100, 0), {"base": 7}, (0, 0), 0),
    # more than 64 bits: 305 fans declined 60 times
    ([("win", 1, 0, 305 << 60)], (0, 2**53), {"base": 2**31}, (2**53, -(2**53)), 0),
    # ... nobody can hold more than 2^53: what cannot be received is not paid
    ([("win", 1, 0, 305 << 60)], (2**53 - 5, 2**53), {"base": 2**31}, (5, -5), 0),
    ([("win", 1, 0, 100)], (2**53 - 40, 2**53), {"rake": 5}, (38, -40), 2),
    # four seats: each pays the winner by himself
    ([("win", 1, 0, 4), ("win", 2, 0, 8), ("win", 3, 0, 4)], (9, 9, 7, 0), {}, (11, -4, -7, 0), 0),
]


@pytest.mark.parametrize(("items", "balances", "how", "deltas", "house"), TABLE)
def test_table(items, balances, how, deltas, house):
    settled = settle(items, balances, **how)
    assert (settled.deltas, settled.house) == (deltas, house)


def test_account_has_a_line_for_each_payment():
    item = Item("win", 1, 0, 96, (("fans", 24), ("open", 4)))
    settled = settle([item, Item("kong", 0, 1, 2)], (100, 90), base=1, fee=3, rake=5)
    assert settled.lines == (
        ("fee", 0, HOUSE, 3, 3, 0, ()),
        ("fee", 1, HOUSE, 3, 3, 0, ()),
        ("win", 1, 0, 96, 87, 96, (("fans", 24), ("open", 4))),
        ("rake", 0, HOUSE, 4, 4, 0, ()),
        ("kong", 0, 1, 2, 2, 2, ()),
    )


@pytest.mark.parametrize(
    ("items", "balances", "how", "error", "said"),
    [
        ([], (-1, 5), {}, ValueError, "balance of seat 0"),
        ([], (1, 2**53 + 1), {}, ValueError, "balance of seat 1"),
        ([], (1, 2.0), {}, TypeError, "whole number"),
        ([], (1, True), {}, TypeError, "whole number"),
        ([], (1, 1), {"base": 2**31 + 1}, ValueError, "base"),
        ([], (1, 1), {"rake": 101}, ValueError, "rake"),
        ([], (1, 1), {"fee": -1}, ValueError, "fee"),
        ([], (1, 1), {"limit": "none"}, ValueError, "limit"),
        ([("win", 0, 0, 1)], (1, 1), {}, ValueError, "cannot pay itself"),
        ([("win", 0, 2, 1)], (1, 1), {}, ValueError, "seat"),
        ([("win", 0, 1, -1)], (1, 1), {}, ValueError, "units"),
        ([("win", 0, 1, 1.5)], (1, 1), {}, TypeError, "units"),
        ([("win", 0, 1)], (1, 1), {}, TypeError, "item 0 must be"),
        ([("win", 0, 1, 1, (), ())], (1, 1), {}, TypeError, "item 0 must be"),
        ([("win", 0, 1, 1), "kong"], (1, 1), {}, TypeError, "item 1 must be .* not 'kong'"),
        ([7], (1, 1), {}, TypeError, "item 0 must be .* not 7"),
        ([(7, 0, 1, 1)], (1, 1), {}, TypeError, "reason of item 0"),
        ([("win", True, 0, 1)], (1, 1), {}, TypeError, "seat of 'win'"),
        ([], (1,), {}, ValueError, "two players or more"),
        ([], 7, {}, TypeError, "a whole number a seat"),
        ([], (1, np.float64(2)), {}, TypeError, "whole number"),
    ],
)
def test_refused(items, balances, how, error, said):
    with pytest.raises(error, match=said):
        settle(items, balances, **how)


def test_whole_numbers_of_numpy_and_generators():
    """numpy's 64 bits would wrap in units x base: they are taken as numbers."""
    items = (Item("win", np.int8(1), np.uint64(0), np.int64(2**62)) for _ in range(1))
    settled = settle(items, (balance for balance in np.array([7, 2**40])), base=np.int32(2**30), fee=np.uint8(3))
    assert settled.deltas == (2**40 - 6, -(2**40)) and settled.house == 6
    assert {type(amount) for amount in (*settled.deltas, settled.house, *settled.lines[2][1:6])} == {int}


def items(most: int):
    seat = st.integers(0, 1)
    units = st.one_of(st.integers(0, 100), st.integers(0, most))
    reason = st.sampled_from(["win", "kong", "forfeit"])
    return st.lists(st.builds(lambda r, s, u: Item(r, s, 1 - s, u), reason, seat, units), max_size=6)


@given(
    items(2**200),
    st.tuples(st.integers(0, 2**53), st.integers(0, 2**53)),
    st.integers(0, 2**31),
    st.one_of(st.just(0), st.integers(0, 2**60)),
    st.integers(0, 100),
    st.sampled_from(["payer", "both"]),
)
def test_nothing_is_lost(owed, balances, base, fee, rake, limit):
    settled = settle(owed, balances, base=base, fee=fee, rake=rake, limit=limit)
    assert isinstance(settled, Settlement)
    assert sum(settled.deltas) + settled.house == 0
    assert settled.house >= 0
    left = list(balances)
    for line in settled.lines:  # the account is the whole of it, and nobody is ever below 0
        assert 0 <= line.paid <= line.due
        left[line.payer] -= line.paid
        assert left[line.payer] >= 0
        if line.payee != HOUSE:
            left[line.payee] += line.paid
            assert left[line.payee] <= 2**53
        if limit == "both" and line.reason == "win":
            assert line.paid <= min(balances)
    assert tuple(left) == tuple(b + d for b, d in zip(balances, settled.deltas, strict=True))


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(1, 1000), st.integers(0, 2000))
def test_a_plain_win_is_the_least_of_three(mine, his, base, units):
    both = settle([Item("win", 1, 0, units)], (mine, his), base=base, limit="both")
    assert both.deltas[0] == min(units * base, mine, his) == -both.deltas[1]


# The numbers of rulebook 6-9 and 11.
RULES = [
    ("duel64", {"open_factor": 4, "doubling_factor": 2, "ready_factor": 2, "limit": "both"}),
    ("duel72", {"ready_factor": 1, "declining_factor": 2, "limit": "payer", "rake": 0}),
    ("table72", {"rake": 5, "limit": "both", "fee": 0, "declining_factor": 1}),
    ("three144", {"self_draw_factor": 3, "forfeit": 13, "limit": "payer"}),
    ("dongbei136", {"kong_payments": True, "self_draw_factor": 1}),
]


@pytest.mark.parametrize(("name", "said"), RULES)
def test_rule_sets_say_how_they_pay(name, said):
    assert said.items() <= mj2p.rules.get(name).settlement.items()


def test_play_settings_leave_the_scoring_fingerprint_alone():
    duel = mj2p.rules.get("duel72")
    dear = duel.derive("duel72", fee=50)
    assert dear.settlement["fee"] == 50
    assert dear.fingerprint == duel.fingerprint
    assert dear.play_fingerprint != duel.play_fingerprint
    assert dear != duel


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("three144", {"heavenly_ready": True}, "needs ready"),
        ("duel64", {"ready_factor": 0}, "1 or more"),
        ("duel64", {"players": 5}, "from 0 to 4"),
        ("duel64", {"players": 1}, "must be 2"),
        ("dongbei136", {"indicators": 5}, "from 0 to 4"),
        ("dongbei136", {"claims": "some"}, "must be 'all' or 'none'"),
        ("duel64", {"limit": "none"}, "must be 'payer' or 'both'"),
    ],
)
def test_wrong_settings_are_refused(name, change, said):
    with pytest.raises(mj2p.RuleSetError, match=said):
        mj2p.rules.get(name).derive(**change)


def test_of_a_forfeit_the_house_has_its_rake():
    """As of any other win (rulebook 9, 10)."""
    settled = settle([("forfeit", 0, 1, 100), ("kong", 0, 1, 10)], (1_000, 1_000), rake=5)
    assert (settled.deltas, settled.house) == ((-110, 105), 5)
    settled = settle([("forfeit", 0, 1, 100)], (1_000, 60), rake=5, limit="both")
    assert (settled.deltas, settled.house) == ((-60, 57), 3)
