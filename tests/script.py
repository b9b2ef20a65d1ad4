"""Scripted games for tests: hands and walls in the game's notation, actions by their words."""

import mj2p
from mj2p import Game, Phase
from mj2p.play.deck import numbers_of, write_tile
from mj2p.play.state import flow_of

PASS4 = ("0 pass", "1 pass", "0 pass", "1 pass")  # open twice, doubling twice (duel64, seat 0 deals)


def game(rules="duel64", hands=("", ""), wall="", end="", dealer=0, **how):
    """A game with these hands, this beginning and this end of the wall; flowers not given stay in the wall's middle.

    The wall's end is taken from its last tile on. With a dealer of 1, `hands` are still by seat.
    """
    rules = mj2p.rules.get(rules)
    left = sorted(Game(rules, seed=1).start.deck, key=lambda tile: (tile >= 40, (tile * 7 + 3) % 37))
    deck = [None] * len(left)
    for seat, hand in enumerate(hands):
        places = (*flow_of(rules).dealt_places(seat, dealer), 26)  # a fourteenth tile is dealt to the dealer
        for at, tile in zip(places, numbers_of(hand, rules), strict=False):
            deck[at] = tile
    first, last = numbers_of(wall, rules), numbers_of(end, rules)
    deck[27 : 27 + len(first)] = first
    deck[len(deck) - len(last) :] = last
    for tile in deck:
        if tile is not None:
            left.remove(tile)
    deck = [left.pop(0) if tile is None and at < 27 else tile for at, tile in enumerate(deck)]
    left = left[::2] + left[1::2][::-1]  # flowers in the middle
    deck = [left.pop(0) if tile is None else tile for tile in deck]
    return Game(rules, dealer=dealer, wall=[write_tile(tile, rules) for tile in deck], **how)


def do(game, *words):
    """Take actions by their words: 'discard 5m', 'win', … ; the seat that acts may stand before: '1 pung'.

    Whoever is asked first passes, where that is possible.
    """
    for word in words:
        first, _, rest = word.partition(" ")
        seat, rest = (int(first), rest) if first in ("0", "1") else (None, word)
        name, _, tile = rest.partition(" ")
        action = next(a for a in mj2p.actions(game.rules) if (a.name, a.tile) == (name, tile or None))
        while "pass" in names(game) and (seat not in (None, game.seat) or action not in game.actions):
            game.step(0)
        assert seat in (None, game.seat), (word, game.seat, game.result)
        game.step(action)
    return game


def play_out(game, until=lambda game: False):
    """Pass everything and throw what is drawn until the condition holds or the game is over."""
    while not game.over and not until(game):
        if "pass" in names(game):
            do(game, "pass")
        else:
            seen = game.observation(game.seat)
            do(game, f"discard {seen.drawn or seen.hand[0]}")
    return game


def at_wall(game, left):
    """`play_out` to the turn that begins with so many tiles left in the wall."""
    play_out(game, lambda game: len(game.state["wall"]) == left and game.state["phase"] == Phase.TURN)
    assert not game.over
    return game


def names(game):
    """The names of the legal actions, each once."""
    return {action.name for action in game.actions}


def ids(result):
    """The fans of a result, each with how often it counts."""
    return {one.fan.id: one.count for one in result.score.fans}
