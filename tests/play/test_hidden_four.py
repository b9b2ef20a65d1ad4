"""What one of four sees (suihua112) does not depend on what is hidden from it: `test_play_hidden` for more than two.

The same game is played again from a deck in which hidden tiles have changed places, each seat doing what it did before.
"""

from random import Random

import numpy as np
from test_suihua import do, ready, until

import mj2p
from mj2p import Game, Phase
from mj2p.play.batchgame import BatchGame, planes
from mj2p.play.deck import write_tile

RULES = mj2p.rules.get("suihua112")
LIKED = ((), ("ready",), ("ready", "chow_ready", "pung"), ("chow", "pung", "kong"), ("ready", "push_out", "win"))


def moment(game):
    """When something was done, and by whom, as everybody saw it."""
    state = game.state
    public = ("seat", "phase", "river", "ready", "indicators", "undrawn")
    return (*(state[name] for name in public), *map(len, state["melds"]))


def first_play(deck, seat, random, steps):
    """A game up to a decision of the seat: it, what the seat saw and did, what the others did, what each always held.
    """
    game, liked = Game(RULES, wall=deck), random.choice(LIKED)
    mine, others, kept = [], {}, None
    while not game.over:
        counts = game.state["counts"]
        kept = [list(map(min, a, b)) for a, b in zip(kept or counts, counts, strict=True)]
        chosen = [one for one in game.actions if any(word in one.name for word in liked)]
        action = random.choice(chosen or game.actions)
        if game.seat == seat:
            mine.append([game.observation(seat), bytes(game.mask), action])
            if len(mine) == steps:
                break
        else:
            others[moment(game)] = action
        game.step(action)
    return game, mine, others, kept


def play_again(deck, seat, mine, others):
    """The seat's part of the same game from another deck; None where another could not do what it did."""
    game = Game(RULES, wall=deck)
    for at, (seen, mask, action) in enumerate(mine):
        while game.seat != seat:
            legal = {one.name: one for one in game.actions}
            done = others.get(moment(game), legal.get("pass", legal.get("discard")))
            if done not in game.actions:
                assert "ready" in done.name or done.name in ("win", "push_out")
                return None
            game.step(done)
        assert game.observation(seat) == seen
        assert bytes(game.mask) == mask
        if at + 1 < len(mine):
            game.step(action)
    return game


def swapped(game, deck, seat, kept, random):
    """The deck with a hidden tile of another hand, dealt and held ever since, in the place of one of the wall."""
    state, deck = game.state, list(deck)
    head = 53 + sum(state["draws"]) - 1
    wall = list(range(head, head + len(state["wall"])))
    assert [write_tile(tile, RULES) for tile in state["wall"]] == [deck[at] for at in wall]
    other = random.choice([at for at in range(4) if at != seat])
    hand, left = [], [write_tile(kind, RULES) for kind, n in enumerate(kept[other]) for _ in range(n)]
    if not state["ready"][other]:  # with another hand it could not be
        for at in game.position.flow.dealt_places(other, game.dealer):
            if deck[at] in left:
                left.remove(deck[at])
                hand.append(at)
    one, two = (random.choice(hand), random.choice(wall)) if hand else random.sample(wall, 2)
    deck[one], deck[two] = deck[two], deck[one]
    return deck


def test_hidden_tiles_change_nothing_that_is_seen_asked_or_recorded():
    random, changed, with_ready = Random(12), 0, 0
    for _ in range(420):
        deck = [write_tile(tile, RULES) for tile in Game(RULES, seed=random.getrandbits(40)).start.deck]
        seat = random.randrange(4)
        game, mine, others, kept = first_play(deck, seat, random, random.randrange(1, 60))
        if game.over or len(game.state["wall"]) < 2:
            continue
        for _ in range(2):
            other_deck = swapped(game, deck, seat, kept, random)
            again = play_again(other_deck, seat, mine, others)
            if again is None or other_deck == deck:
                continue
            changed += 1
            with_ready += any(game.state["ready"])
            assert again.log.view(seat) == game.log.view(seat)
    assert changed > 60 and with_ready > 10


def test_drawn_games_look_the_same_to_each_seat():
    random, seen_ready = Random(5), 0
    for index in range(12):
        game = Game(RULES, seed=31, index=index)
        while not game.over:
            eager = [one for one in game.actions if "ready" in one.name or one.name == "push_out"]
            if random.random() < 0.03:
                for seat in range(4):
                    other = game.determinize(seat, random)
                    assert other.observation(seat)._replace(actions=()) == game.observation(seat)._replace(actions=())
                    seen_ready += any(game.state["ready"])
            game.step(random.choice(eager or [one for one in game.actions if one.name != "win"]))
    assert seen_ready > 10


def test_a_view_has_no_claims_passes_or_pairs_of_others():
    """A claim waits until all have answered, and nobody learns of it but by the meld."""
    told = set()
    for index in range(30):
        game, random = Game(RULES, seed=17, index=index), Random(index)
        while not game.over:
            eager = [one for one in game.actions if one.name[:4] in ("chow", "pung", "kong", "push", "read")]
            game.step(random.choice(eager or game.actions))
        for seat in range(4):
            for event in game.log.view(seat).events:
                told.add(event["type"])
                if event.get("actor", seat) != seat:
                    assert event["type"] not in ("claim", "none")
                    assert "action" not in event
                    if event["type"] in ("push", "tsumo", "ankan"):
                        assert event["pai"] == "?"
            whole = game.log.events
            kinds = [event["kongs"] for event in game.log.view(seat).events if event["type"] == "end_kyoku"]
            assert kinds == [event["kongs"] for event in whole if event["type"] == "end_kyoku"]
    assert {"claim", "push", "ankan", "chi", "pon"} <= told


def test_planes_of_kinds_that_are_not_there_and_of_a_push():
    names, batch, pushes = list(planes(4)), BatchGame(64, RULES, seed=2), 0
    lacking = [kind for kind in range(34) if kind not in RULES.kinds]
    rng = np.random.default_rng(1)
    for _ in range(150):
        seen = batch.observe()
        assert not seen[:, names.index("live")][:, lacking].any()
        for row in np.flatnonzero(seen[:, names.index("phase"), 0] == Phase.PUSH_OUT):
            game = batch.game(int(row))
            assert game.observation(game.seat).tile is None and not seen[row, names.index("tile")].any()
            pushes += 1
        taken = batch.sample(rng)
        for row in range(64):  # whoever can declares ready
            legal = [one for one in batch.game(row).actions if "ready" in one.name] if row % 4 == 0 else []
            if legal:
                taken[row] = int(legal[0])
        batch.step(taken)
    assert pushes


def test_the_others_see_a_pair_face_down():
    game = ready(("123m456s789p22s55m9m",), "", "1p")
    do(game, "push_out", "5m")
    until(game, 1, Phase.TURN)
    for seat, says in ((0, "5m"), (1, "?"), (2, "?"), (3, "?")):
        assert game.observation(seat).pushed[0] == says
        assert [event["pai"] for event in game.log.view(seat).events if event["type"] == "push"] == [says]
