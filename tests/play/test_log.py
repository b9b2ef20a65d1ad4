"""Records: replay rebuilds every state, a damaged line is named, a view shows what was seen."""

import json
from collections import Counter
from random import Random

import pytest
from rule_sets import FOR_TWO, PLAYED
from script import do, game, play_out

import mj2p
from mj2p import Game

THREE_SEATS = mj2p.rules.get("duel72").derive("duel72 of three", players=3)
FLOWER_WINS = mj2p.rules.get("three144").derive("three144f", flower_wins="seven_eight")


def played(rules, seed, steps=10**6, often=()):
    random = Random(seed)
    game = Game(rules, seed=seed)
    while not game.over and steps:
        chosen = [action for action in game.actions if action.name in often]
        game.step(random.choice(chosen or game.actions))
        steps -= 1
    return game


@pytest.mark.parametrize("rules", FOR_TWO)
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
    for rules in FOR_TWO:
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


def dumps(event):
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def damages(lines):
    """Every line dropped, doubled, swapped with the next, cut; each of its fields changed, dropped; fields added."""
    for at, line in enumerate(lines):
        before, after = lines[:at], lines[at + 1 :]
        yield at, [*before, *after]
        yield at, [*before, line, line, *after]
        yield at, [*before, *after[:1], line, *after[1:]]
        for text in (line[:-2], line[:-1] + ',"type":"none"}', "", "7", "[]", "{}", '{"type":3}', "[" * 5000, "null"):
            yield at, [*before, text, *after]
        event = json.loads(line)
        for changed in ({**event, "more": 1}, *({k: v for k, v in event.items() if k != key} for key in event)):
            yield at, [*before, dumps(changed), *after]
        for key, value in event.items():
            for other in (value + 1, float(value), -value) if type(value) is int else ("?", 1, True, None, [], {}):
                yield at, [*before, dumps({**event, key: other}), *after]


@pytest.mark.parametrize("rules", ["duel64", "duel72", "dongbei136"])
def test_every_damage_is_named_by_its_first_wrong_line(rules):
    game = played(rules, 5, 7, ("ready", "concealed_kong", "pung"))
    lines = list(game.log)
    refused = 0
    for at, changed in damages(lines):
        same = [a == b for a, b in zip(lines, changed, strict=False)]
        differs = (same.index(False) if False in same else len(same)) + 1
        try:
            again = mj2p.replay(changed)
        except mj2p.InvalidLog as error:
            refused += 1
            assert str(error).startswith(f"line {error.line}: ")
            if at > 1:  # what was dealt otherwise may show only later
                assert error.line == differs, (error, at, changed[at : at + 1])
        else:  # a record that ends earlier, or of another deal or base, is a record too: of what it says
            assert list(map(json.loads, changed)) == list(again.log.events)
            assert changed == lines[: len(changed)] or at < 2
    assert refused > 300


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (1, {"version": 2}, "line 1: not a record of mj2p-log version 1"),
        (1, {"rules": "nosuch"}, "line 1: .*nosuch"),
        (1, {"fingerprint": "0" * 32}, "line 1: .*other rules"),
        (1, {"balances": [1]}, "line 1: .*balances"),
        (1, {"base": None}, "line 1: base must be a whole number"),
        (1, {"type": "start_match"}, "line 1: the record of a match"),
        (2, {"dealer": 5}, "line 2: dealer"),
        *((2, {"dice": dice}, "line 2: two dice") for dice in ([0, 1], [1, 0], [7, 1], [1, 7], [1], [1] * 3, [1, 1.5])),
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


def test_a_hand_is_seen_when_it_is_dealt():
    """明牌 is chosen before: neither the own hand nor an open one is in a view until both have chosen."""
    game = Game("duel64", seed=3, dealer=0)
    game.step(mj2p.actions()[8])
    for seat in (0, 1):
        assert game.observation(seat).hand == ()
        assert {"?"} == {tile for hand in game.log.view(seat).events[1]["hands"] for tile in hand}
    game.step(0)
    hands = game.log.events[1]["hands"]
    assert game.log.view(0).events[1]["hands"] == [hands[0], ["?"] * 13]
    assert game.log.view(1).events[1]["hands"] == hands
    assert [event["type"] for event in game.log.events][2:5] == ["open", "none", "deal"]


def seen_of_the_other(log, seat):
    """The opponent's concealed tiles and kongs as the events of a view tell them; None before they are shown."""
    hand, kongs, other = None, [], 1 - seat
    for event in log.events:
        kind, tile = event["type"], event.get("pai")
        if event.get("actor") != other:
            continue
        if kind == "show":
            hand, kongs = list(event["hand"]), list(event["kongs"])
        elif hand is None or kind in ("none", "show", "hora", "leave", "double", "flower"):
            continue
        elif kind == "tsumo":
            hand.append(tile)
        elif kind == "chi":
            low = int(tile[0]) - event["place"] + 1
            [hand.remove(f"{rank}m") for rank in range(low, low + 3) if f"{rank}m" != tile]
        else:
            [hand.remove(tile) for _ in range({"dahai": 1, "kakan": 1, "pon": 2, "daiminkan": 3, "ankan": 4}[kind])]
            kongs += [tile] * (kind == "ankan")
    return hand if hand is None else sorted(hand), kongs


@pytest.mark.parametrize("rules", ["duel72", "table72"])
def test_who_is_ready_sees_the_other_hand_in_view_and_observation_alike(rules):
    found = kong_seen = 0
    for seed in range(9):
        random = Random(seed)
        game = Game(rules, seed=seed)
        while not game.over:
            chosen = [one for one in game.actions if one.name in ("ready", "heavenly_ready", "concealed_kong")]
            game.step(random.choice(chosen or [one for one in game.actions if one.name != "win"] or game.actions))
            last = game.log.events[-1]
            for seat in (0, 1):
                seen, kongs = seen_of_the_other(game.log.view(seat), seat)
                shown = game.observation(seat)
                if seen is None:
                    assert shown.opponent is None
                elif last["type"] != "kakan" and not game.over:  # it may be robbed: the tile is not laid down yet
                    found += 1
                    kong_seen += bool(kongs)
                    assert seen == sorted(shown.opponent)
                    assert [meld[1:-1] for meld in shown.melds[1 - seat] if meld[0] == "("] == [
                        (tile[0] * 4 + "m" if tile[-1] == "m" else tile * 4) for tile in kongs
                    ]
    assert found > 50 and kong_seen


def test_a_view_does_not_replay():
    game = mj2p.Game("duel64", seed=3)
    with pytest.raises(mj2p.InvalidLog, match=r"line 2: hidden tiles \(\?\): the view of a seat is no whole record"):
        mj2p.replay(game.log.view(0))


@pytest.mark.parametrize("rules", [*PLAYED, THREE_SEATS], ids=lambda rules: getattr(rules, "name", rules))
def test_a_view_hides_what_was_hidden(rules):
    hidden, happened = Counter(), Counter()
    for seed in range(20):
        game = played(rules, seed, often=("ready", "concealed_kong", "push_out"))
        happened.update(event["type"] for event in game.log.events)
        state, sees = game.state, game.rules.play["ready_sees"]
        for seat in range(len(game.balances)):
            whole = [event["type"] for event in game.log.events if event.get("actor", seat) == seat]
            view = game.log.view(seat).events
            assert [event["type"] for event in view if event.get("actor", seat) == seat] == whole
            for event in view:
                kind, actor = event["type"], event.get("actor", seat)
                if kind == "start_kyoku":
                    assert set(event["wall"]) == {"?"}
                    for at, hand in enumerate(event["hands"]):
                        assert ("?" in hand) == (set(hand) == {"?"}) == (at != seat and not state["open"][at])
                elif kind == "show":
                    assert actor == seat or (event["to"] == seat and state["ready"][seat])
                elif actor == seat:
                    assert "?" not in event.get("pai", ())
                else:
                    assert kind not in ("none", "claim") and "action" not in event
                    assert kind != "push" or event["pai"] == "?"
                    seen = state["open"][actor] or (sees and state["ready"][seat])
                    if kind in ("tsumo", "ankan", "replace") and not seen:
                        assert set(event["pai"]) == {"?"}
                        hidden[kind] += 1
    for kind in ("tsumo", "ankan", "replace"):
        assert bool(hidden[kind]) == bool(happened[kind])
    of_the_rules = {"duel72": {"ankan"}, "three144": {"replace"}, "suihua112": {"claim", "push"}}
    of_the_rules["duel72 of three"] = {"claim", "show", "ankan"}
    assert happened.keys() >= of_the_rules.get(mj2p.rules.get(rules).name, set())


def test_the_end_says_of_what_concealed_kongs_were():
    g = game("duel72", ("EEEE15m9mWNCFP28m", "123456789m1mCCF"), wall="P", end="W")
    do(g, *(["1 pass"] if g.seat else []), "0 concealed_kong E", "0 discard P")
    assert play_out(g).over
    end = next(event for event in g.log.view(1).events if event["type"] == "end_kyoku")
    assert end["kongs"] == [["E"], []]


@pytest.mark.parametrize("rules", ["duel64", "duel72", "suihua112"])
def test_a_record_grows_by_what_happens(rules):
    """Each event is made once: what `since` gives piece by piece is the whole, and its views are those of the whole."""
    for seed in range(8):
        random, game = Random(seed), Game(rules, seed=seed)
        told, whole, seen = 0, [], [[] for _ in game.balances]
        while True:
            log = game.log
            part = log.since(told)
            assert log.events[:told] == tuple(whole)
            whole += part.events
            for seat, events in enumerate(seen):
                events += part.view(seat).events
            told = len(log)
            if game.over:
                break
            other = game.copy()
            game.step(random.choice(game.actions))
            assert other.log == log  # the copy's record is its own
            if random.random() < 0.02:
                game.leave(random.randrange(len(seen))) if not game.over else None
        assert mj2p.replay(whole_lines(whole)) == game
        for seat, events in enumerate(seen):
            at = {event["type"]: event for event in game.log.view(seat).events[:2]}
            events[:2] = at.values()  # of open hands a view of the whole shows more of the deal
            assert tuple(events) == game.log.view(seat).events
    assert game.log.since(len(game.log)).events == () and game.log.since(-1).events[0]["type"] == "end_game"


def whole_lines(events):
    return [json.dumps(event, ensure_ascii=False) for event in events]


BEGUN = mj2p.Game(seed=1).log.events


@pytest.mark.parametrize(
    ("events", "says"),
    [
        ([{}], "line 1: not an event"),
        ([{"type": 1}], "line 1: not an event"),
        ([None], "line 1: not an event"),
        ([{"type": "start_kyoku"}], "line 1: no event of a record: 'start_game' is missing"),
        ([{"type": "start_game"}], "line 1: no event of a record: 'open_hands' is missing"),
        ([{"type": "start_game", "balances": 1}], "no event of a record"),
        ([*BEGUN[:1], {"type": "start_kyoku"}], "line 2: no event of a record: 'hands' is missing"),
        ([*BEGUN[:2], {"type": "show", "actor": 1}], "line 3: no event of a record: 'to' is missing"),
        ([*BEGUN[:2], {"type": "tsumo", "actor": []}], "line 3: no event of a record"),
    ],
)
def test_a_view_of_what_is_no_record(events, says):
    with pytest.raises(mj2p.InvalidLog, match=says):
        mj2p.Log(events).view(0)
