"""Records: replay rebuilds every state, a damaged line is named, a view shows what was seen; determinized games."""

import json
import pickle
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mj2p
from mj2p import Game

RULES = ("duel64", "duel72", "table72", "three144", "dongbei136")
FLOWER_WINS = mj2p.rules.get("three144").derive("three144f", flower_wins="seven_eight")


def played(rules, seed, steps=10**6, often=()):
    random = Random(seed)
    game = Game(rules, seed=seed)
    while not game.over and steps:
        chosen = [action for action in game.actions if action.name in often]
        game.step(random.choice(chosen or game.actions))
        steps -= 1
    return game


@pytest.mark.parametrize("rules", RULES)
def test_replay_rebuilds_every_state(rules):
    for seed in range(12):
        game = played(rules, seed, often=("ready", "win"))
        assert mj2p.replay(game.log) == mj2p.replay(str(game.log)) == mj2p.replay(list(game.log)) == game
        mine, again = list(game.states()), list(mj2p.replay(game.log).states())
        assert mine == again
        assert len(mine) == len(game.history) + 1
        assert mine[-1] == game
        assert mj2p.replay(game.log).result == game.result


def test_replay_with_a_rule_set_of_ones_own_and_a_player_who_leaves():
    game = Game(FLOWER_WINS, seed=5)
    game.step(game.actions[0])
    game.leave(game.seat)
    assert mj2p.replay(game.log, FLOWER_WINS) == game
    with pytest.raises(mj2p.InvalidLog, match="line 1"):
        mj2p.replay(game.log)
    game = Game("duel72", seed=6)
    game.leave(1)
    while not game.over:
        game.step(game.actions[-1])
    assert mj2p.replay(game.log) == game


def test_all_tiles_of_the_events_add_up():
    """Who follows the events alone knows both hands at the end (mjai's promise)."""
    for rules in RULES:
        for seed in range(20):
            game = played(rules, seed)
            hands = [[], []]
            for event in game.log.events:
                kind, seat, tile = event["type"], event.get("actor"), event.get("pai")
                if kind == "start_kyoku":
                    hands = [[t for t in hand if t not in list("abcdefgh")] for hand in event["hands"]]
                elif kind == "tsumo":
                    hands[seat].append(tile)
                elif kind == "replace":
                    hands[seat] += tile
                elif kind == "dahai":
                    hands[seat].remove(tile)
                elif kind == "pon":
                    [hands[seat].remove(tile) for _ in range(2)]
                elif kind == "daiminkan":
                    [hands[seat].remove(tile) for _ in range(3)]
                elif kind == "ankan":
                    [hands[seat].remove(tile) for _ in range(4)]
                elif kind == "chi":
                    low = int(tile[0]) - event["place"] + 1
                    for one in {f"{rank}{tile[1]}" for rank in range(low, low + 3)} - {tile}:
                        hands[seat].remove(one)
                elif kind == "kakan":
                    robbed = game.result.by == "robbed_kong" and event is [
                        e for e in game.log.events if e["type"] == "kakan"
                    ][-1]
                    if not robbed:
                        hands[seat].remove(tile)
                elif kind == "dealt":
                    for one in {"winds": "E S W N", "ones": "1m 1s 1p", "nines": "9m 9s 9p"}[event["meld"]].split():
                        hands[seat].remove(one)
            for seat in (0, 1):
                if game.result.winner is None or (game.result.by == "self_draw"):
                    assert sorted(hands[seat]) == sorted(game.observation(seat).hand), (rules, seed)


@given(st.sampled_from(RULES), st.integers(0, 50), st.data())
@settings(max_examples=80)
def test_a_changed_line_is_named(rules, seed, data):
    game = played(rules, seed, 25)
    lines = list(game.log)
    number = data.draw(st.integers(0, len(lines) - 1))
    how = data.draw(st.sampled_from(["cut", "drop", "twice", "tile", "actor", "json"]))
    event = json.loads(lines[number])
    if how == "cut":
        lines[number] = lines[number][:-2]
    elif how == "drop":
        del lines[number]
    elif how == "twice":
        lines.insert(number, lines[number])
    elif how == "json":
        lines[number] = data.draw(st.sampled_from(["", "7", "[]", "{}", '{"type":3}', "[" * 5000, "null"]))
    elif how == "tile" and isinstance(event.get("pai"), str):
        event["pai"] = "E" if event["pai"] != "E" else "S"
        lines[number] = json.dumps(event)
    elif "actor" in event:
        event["actor"] = 1 - event["actor"]
        lines[number] = json.dumps(event)
    else:
        return
    try:
        again = mj2p.replay("\n".join(lines))
    except mj2p.InvalidLog as error:
        assert 1 <= error.line <= len(lines) + 1
        assert str(error).startswith(f"line {error.line}: ")
    else:  # a passage that ends earlier is a record too; it is not this one
        assert again != game


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (1, {"version": 2}, "line 1: not a record of mj2p-log version 1"),
        (1, {"rules": "nosuch"}, "line 1: .*nosuch"),
        (1, {"fingerprint": "0" * 32}, "line 1: .*other rules"),
        (1, {"balances": [1]}, "line 1: .*balances"),
        (2, {"dealer": 5}, "line 2: dealer"),
        (2, {"dice": [0, 7]}, "line 2: two dice"),
        (2, {"wall": ["1m"] * 37}, "line 2: .*more copies"),
        (3, {"action": 76}, "line 3: "),
        (3, {"action": "7"}, "line 3: '7' is no action"),
    ],
)
def test_a_wrong_field_is_named(line, change, said):
    events = [json.loads(one) for one in played("duel64", 1).log]
    events[line - 1].update(change)
    with pytest.raises(mj2p.InvalidLog, match=said):
        mj2p.replay(map(json.dumps, events))


@pytest.mark.parametrize("rules", RULES)
def test_a_view_hides_what_was_hidden(rules):
    for seed in range(20):
        game = played(rules, seed)
        for seat in (0, 1):
            opened = game.state["open"][seat ^ 1]
            for event in game.log.view(seat).events:
                others = event.get("actor") == seat ^ 1
                assert not (others and event["type"] == "none")
                if event["type"] == "start_kyoku":
                    assert set(event["wall"]) == {"?"}
                    assert (set(event["hands"][seat ^ 1]) == {"?"}) == (not opened)
                    assert "?" not in event["hands"][seat]
                elif others and event["type"] in ("tsumo", "ankan") and not opened and not game.state["ready"][seat]:
                    assert event["pai"] == "?"
                    assert "action" not in event or event["type"] == "tsumo"
                elif not others:
                    assert event.get("pai") != "?"


# ---- determinize -------------------------------------------------------------------------------------------------


def same(observation):
    return observation._replace(actions=())


@pytest.mark.parametrize("rules", RULES)
def test_determinized_games_look_the_same_and_are_sound(rules):
    random = Random(1)
    changed = 0
    for seed in range(40):
        game = played(rules, seed, random.randrange(60), ("concealed_kong", "open"))
        if game.over:
            continue
        for seat in (0, 1):
            other = game.determinize(seat, random)
            assert same(other.observation(seat)) == same(game.observation(seat))
            if game.seat == seat:
                assert bytes(other.mask) == bytes(game.mask)
                assert other._position.broken() == 0
            changed += other != game
            while not other.over:
                other.step(random.choice(other.actions))
            assert other.result is not None
            with pytest.raises(TypeError):
                pickle.dumps(other)
            with pytest.raises(TypeError):
                str(other.log)
    assert changed > 20


def test_a_ready_opponent_is_waiting():
    random, found = Random(4), 0
    for seed in range(40):
        game = played("duel64", seed, 30, ("ready",))
        if game.over or game.seat is None or not game.state["ready"][game.seat ^ 1]:
            continue
        found += 1
        seat = game.seat
        other = game.determinize(seat, random)
        hidden = other.state["counts"][seat ^ 1]
        tiles = "".join(mj2p.deck.write_tile(k, game.rules) * n for k, n in enumerate(hidden))
        melds = mj2p.game.melds_of(other.state, seat ^ 1, game.rules)
        hand = mj2p.Hand.of(tiles, melds=melds)
        if len(hand.tiles) % 3 == 1:
            assert any(mj2p.waits(hand).values())
    assert found > 3


def test_hidden_tiles_are_uniform():
    """Which tile of the wall comes next: each hidden tile as often as any other (chi square over 16 kinds)."""
    game = Game("duel64", seed=1, dealer=0)
    for _ in range(4):
        game.step(0)
    seen = [0] * 16
    for kind in (*game.state["wall"], *(k for k, n in enumerate(game.state["counts"][1]) for _ in range(n))):
        seen[kind] += 1
    random, draws, times = Random(9), 6000, [0] * 16
    for _ in range(draws):
        times[game.determinize(0, random).state["wall"][0]] += 1
    expected = [draws * n / sum(seen) for n in seen]
    assert sum((t - e) ** 2 / e for t, e in zip(times, expected, strict=True) if e) < 45
    assert all(t == 0 for t, e in zip(times, expected, strict=True) if e == 0)
