"""Random numbers, written a second time: a stream of (seed, game), and which of its numbers the deck, the dice, the
dealer and the random player take. No number is taken twice, so nobody's choices say anything of the tiles."""

from __future__ import annotations

import pytest
from rule_sets import PLAYED, SEATS

import mj2p
from mj2p import Game
from mj2p.play.compiled import PLAYERS
from mj2p.play.state import flow_of

GOLDEN, MASK = 0x9E3779B97F4A7C15, 2**64 - 1
DICE, DEALER, CHOICES = (200, 201), 202, 256


def mix(z: int) -> int:
    """The finaliser of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


class Stream:
    """Number `at` of a game's stream, below a bound; `taken`: those that were asked for."""

    def __init__(self, seed: int, index: int) -> None:
        self.key = mix(mix(seed + GOLDEN & MASK) ^ (index * 0xD1342543DE82EF95 + 1 & MASK))
        self.taken: list[int] = []

    def number(self, at: int, below: int) -> int:
        self.taken.append(at)
        return (mix(self.key + at * GOLDEN & MASK) >> 32) * below >> 32


def sorted_deck(rules: mj2p.RuleSet) -> list[int]:
    flowers = range(40, 48) if rules.flowers == "each" else ()
    return [kind for kind in rules.kinds for _ in range(4)] + list(flowers)


@pytest.mark.parametrize("rules", PLAYED)
def test_deck_dice_dealer_and_choices_take_numbers_of_their_own(rules: str) -> None:
    known, dealers, unlike = mj2p.rules.get(rules), set(), 0
    for seed, index in ((0, 0), (5, 1), (5, 2), (2**64 - 1, 3), (7, 2**64 - 1), (8, 8), (9, 9), (10, 10)):
        stream, deck = Stream(seed, index), sorted_deck(known)
        for last in range(len(deck) - 1, 0, -1):
            other = stream.number(last, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        dice = (1 + stream.number(DICE[0], 6), 1 + stream.number(DICE[1], 6))
        dealer = stream.number(DEALER, SEATS[rules]) if known.play["first_dealer"] != "east" else 0
        assert flow_of(known).shuffled(seed, index) == (bytes(deck), dealer, dice)
        game = Game(known, seed, index=index)
        assert game.start is not None and bytes(game.start.deck) == bytes(deck)
        while not game.over:
            legal = [int(action) for action in game.actions]
            action = legal[stream.number(CHOICES + len(game.history), len(legal))]
            assert game.position.choose(PLAYERS["random"], seed, index) == action
            game.step(action)
        assert len(stream.taken) == len(set(stream.taken)) > len(deck) + 20  # none is taken twice
        dealers.add(dealer)
        unlike += dice[0] != dice[1]
    assert unlike and (dealers == {0}) == (known.play["first_dealer"] == "east")
