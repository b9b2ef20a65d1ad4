"""What a player sees does not depend on what is hidden: the opponent's tiles and the wall change places.

The same game is played again from a deck in which hidden tiles are swapped, everybody doing what was done before. Each
observation, each mask and each question on the way must be the same bit for bit, and so must the view of the record.
"""

from random import Random

import pytest
from script import PASS4, do, game, names
from walk_play import BENT, EVERY, shuffled

from mj2p import Game
from mj2p.play.deck import write_tile


def moment(game):
    """When something was done, as everybody saw it."""
    state = game.state
    public = ("phase", "river", "open", "doubled", "declined", "ready", "indicators", "flowers")
    return (*(state[name] for name in public), len(state["wall"]), *map(len, state["melds"]))


def first_play(rules, deck, seat, random, steps):
    """A game up to a decision of the seat: it, what both did, and the tiles that the other always held."""
    game, bent = Game(rules, wall=deck), random.choice(BENT)
    mine, others, kept = [], {}, [4] * 34
    while not game.over:
        if any(game.state["draws"]):  # dealt
            kept = list(map(min, kept, game.state["counts"][1 - seat]))
        if game.seat == seat:
            mine.append([game.observation(seat), bytes(game.mask), None])
            if len(mine) == steps:
                break
        chosen = [action for action in game.actions if action.name in bent]
        action = random.choice(chosen or game.actions)
        if game.seat == seat:
            mine[-1][2] = action
        else:
            others[moment(game)] = action
        game.step(action)
    return game, mine, others, kept


def play_again(rules, deck, seat, mine, others):
    """The seat's part of the same game from another deck: the game, or None where the other would not wait."""
    game = Game(rules, wall=deck)
    for seen, mask, action in mine:
        while game.seat == 1 - seat:
            legal = {one.name: one for one in game.actions}
            # what was not asked before is passed up; a ready player throws what it draws
            done = others.get(moment(game), legal.get("pass", legal.get("discard")))
            if done not in game.actions and done.name == "ready":
                return None
            game.step(done)
        assert game.seat == seat
        assert game.observation(seat) == seen
        assert bytes(game.mask) == mask
        if action is not None:
            game.step(action)
    return game


def swapped(game, deck, seat, kept, random):
    """The deck with tiles swapped that the seat has not seen, in the wall or held by the other from the deal on."""
    state, rules, other = game.state, game.rules, 1 - seat
    head = 27 + sum(state["draws"]) - 1 if any(state["draws"]) else 27
    wall = list(range(head, head + len(state["wall"])))
    assert [write_tile(tile, rules) for tile in state["wall"]] == [deck[at] for at in wall]
    hand = []
    seen = state["open"][other] or (rules.play["ready_sees"] and state["ready"][seat])
    told = state["ready"][other] == 2 or state["declined"][other]  # with another hand it would not have been asked
    if any(state["draws"]) and not seen and not told:
        melded = set("".join(game.observation(other).melds[other]))
        left = [write_tile(kind, rules) for kind, count in enumerate(kept) for _ in range(count)]
        for at in game.position.flow.dealt_places(other, game.dealer):
            if deck[at] in left and not melded & set(deck[at]):
                left.remove(deck[at])
                hand.append(at)
    deck = list(deck)
    plain = [at for at in wall if deck[at] not in "abcdefgh"]
    for _ in range(random.choice((1, 2, 8))):
        places = (random.choice(hand), random.choice(plain)) if hand and plain else tuple(random.choices(wall, k=2))
        one, two = places
        deck[one], deck[two] = deck[two], deck[one]
    return deck


@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_hidden_tiles_change_nothing_that_is_seen_asked_or_recorded(rules):
    random = Random(rules.name)
    changed = 0
    for _ in range(24):
        deck, seat = shuffled(rules, random), random.randrange(2)
        game, mine, others, kept = first_play(rules, deck, seat, random, random.randrange(1, 20 * rules.nsuits + 10))
        if game.over or not game.state["wall"]:
            continue
        for _ in range(2):
            other_deck = swapped(game, deck, seat, kept, random)
            again = play_again(rules, other_deck, seat, mine, others)
            if again is None or other_deck == deck:
                continue
            changed += 1
            assert again.log.view(seat) == game.log.view(seat)
    assert changed > 10


def test_the_dealer_does_not_see_whether_the_other_is_asked_for_heavenly_ready():
    """The other waits, or does not: before the dealer's first discard it has drawn its fourteenth tile either way."""
    seen = []
    for other in ("123456789mSSSC", "13579mSSSWWWFP"):
        g = game("duel72", ("EEEE24m68mNNCFPC", other), wall="1m")
        assert (g.seat == 1) == (other[-4:] == "SSSC")
        seen.append(g.observation(0)._replace(actions=(), tile=None))
    assert seen[0] == seen[1] and seen[0].drawn == "C"


def test_a_ready_player_who_passes_up_a_win_does_not_show_it():
    """Waiting for C or for N, seat 0 draws C and throws it: it was asked or it was not, and nobody else knows."""
    seen = []
    for lone in "CN":
        g = game("duel64", (f"123456789mEEE{lone}P", "1m4m7m9mSSWWNNFFP"), wall="WCF", end="C")
        do(g, *PASS4, "0 ready P", "1 discard W")
        if lone == "C":
            assert "win" in names(g)
            do(g, "0 discard C")
        assert g.observation(1).drawn == "F"
        seen.append((g.observation(1), g.log.view(1).lines[2:]))
    assert seen[0] == seen[1]


def test_the_table_says_what_has_been_declared():
    game = Game("duel64", dealer=0, hands=("123456789mEEECC", "13579mWWWNNFFP"))
    for name in ("open", "pass", "double", "pass", "ready"):
        game.step(next(one for one in game.actions if one.name == name))
    for seat in (0, 1):
        lines = str(game.observation(seat)).splitlines()
        assert lines[2:5] == ["open       0", "doubled    0", "ready      0"]


def test_of_what_a_concealed_kong_is_stays_hidden():
    """(EEEE) or (SSSS): the other sees a kong of four unknown tiles, in its observation and in the record."""
    seen = []
    for kong in "ES":
        g = game("duel72", (f"{kong * 4}15m9mWNCFP28m", "123456789m1mCCF"), wall="P", end="W")
        do(g, *(["1 pass"] if g.seat else []), f"0 concealed_kong {kong}", "0 discard P")
        while g.seat == 1 and g.observation(1).tile:
            do(g, "1 pass")
        assert g.observation(1).melds[0] == ("(????)",)
        seen.append((g.observation(1), bytes(g.mask), g.log.view(1).lines[2:]))
    assert seen[0] == seen[1]


def test_who_adds_to_a_pung_does_not_see_whether_the_other_could_have_won():
    """12m or 19m with a chow and honours: only 12m could rob 3m, and passes."""
    seen = []
    for other in ("12m", "19m"):
        g = game(hands=("33m9mEEESSSWWWNN", other + "3m456mCCCFFFP"), wall="PN3mE", end="5m1m")
        do(g, *PASS4, "0 discard 9m", "1 discard 3m", "0 pung", "0 discard N", "1 discard N", "0 added_kong 3m")
        asked = g.seat == 1
        assert asked == (other == "12m")
        if asked:
            assert (names(g), g.observation(0).actions, g.observation(0).tile) == ({"pass", "win"}, (), None)
            before = g.observation(1)
            assert (before.melds[0], before.tile, before.hand_sizes) == (("[333m,2]",), "3m", (11, 13))
            assert (before.drawn, g.observation(0).drawn) == (None, "3m")
            do(g, "1 pass")
        seen.append((g.observation(0), bytes(g.mask), g.log.view(0).lines[2:]))
    assert seen[0] == seen[1]


def test_of_four_nobody_sees_what_another_holds():
    """Not even once another is ready: what is hidden is dealt anew, and every seat sees the same as before."""
    ready = pushed = 0
    for seed in range(120):
        random, game = Random(seed), Game("suihua112", seed=seed)
        for _ in range(random.randrange(120)):
            if game.over or sum(map(bool, game.state["ready"])) > 1:
                break
            chosen = [action for action in game.actions if "ready" in action.name or action.name == "push_out"]
            game.step(random.choice(chosen or [one for one in game.actions if one.name != "win"] or game.actions))
        if game.over or sum(map(bool, game.state["ready"])) > 1:
            continue
        for seat in range(4):
            seen, other = game.observation(seat), game.determinize(seat, random)
            assert other.observation(seat)._replace(actions=()) == seen._replace(actions=())
            assert other.state["counts"] != game.state["counts"] and seen.opponent is None
            ready += any(seen.ready[:seat] + seen.ready[seat + 1 :])
            pushed += any(tile not in (None, "?") for who, tile in enumerate(seen.pushed) if who != seat)
    assert ready > 20 and not pushed
