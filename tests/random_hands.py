"""Hands at random for the properties: complete ones, with melds, kongs and situations that fit together.

They are of the rule sets in which the form alone decides; second/suihua_sample.c makes those of suihua112.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import mj2p
from mj2p import Hand, Meld
from mj2p.hands.tiles import ONE_SUIT

KNITTED = [(a, b, c) for a in range(3) for b in range(3) for c in range(3) if len({a, b, c}) == 3]


def complete_hand(rng: Random, rules: str | mj2p.RuleSet) -> Hand:
    """A winning hand of a rule set, in any form that it has."""
    here = mj2p.rules.get(rules)
    forms = ["four_sets"] * 6 + list(here.scoring["forms"])
    while True:
        hand = {"four_sets": _sets, "seven_pairs": _pairs}.get(form := rng.choice(forms), _special)(rng, here, form)
        if hand is not None:
            return _situated(rng, hand, here)


def _kinds(here: mj2p.RuleSet) -> list[int]:
    return list(ONE_SUIT) if here.nsuits == 1 else list(range(34))


def _sets(rng: Random, here: mj2p.RuleSet, form: str) -> Hand | None:
    """Four sets and a pair, some in a row and the rest near them, so that they have to do with one another."""
    suits = rng.sample(range(here.nsuits), rng.randint(1, here.nsuits))
    ranks = rng.choice((range(9), (0, 8), range(rng.randrange(4), 9), range(rng.randint(4, 9))))
    near = [9 * suit + rank for suit in suits for rank in ranks]
    honors = list(range(27, 34))
    chows, honored = rng.random(), rng.choice((0, 0.2, 0.5, 1))
    triples = _in_a_row(rng, here.nsuits) if rng.random() < 0.4 else []
    while len(triples) < 4:
        starts = [kind for kind in near if kind % 9 < 7]
        if starts and rng.random() < chows:
            triples.append([(start := rng.choice(starts)), start + 1, start + 2])
        else:
            triples.append([rng.choice(honors if rng.random() < honored else near)] * rng.choice((3, 3, 4)))
    pair = [rng.choice(honors if rng.random() < honored else near)] * 2
    used = Counter(kind for kinds in (*triples, pair) for kind in kinds)
    melds, concealed = [], pair
    for kinds in triples:
        if len(kinds) == 4:
            melds.append(Meld.kong(kinds, concealed=rng.random() < 0.5))
        elif rng.random() < 0.35:
            melds.append(Meld.chow(kinds) if kinds[0] != kinds[1] else Meld.pung(kinds))
        else:
            concealed = concealed + kinds
    chow_melds = sum(meld.type == 0 for meld in melds)
    if max(used.values()) > 4 or (here.scoring["four_melds"] == "all_pungs" and len(melds) == 4 and chow_melds):
        return None
    return Hand.of(melds=melds).replace(**_win(rng, concealed))


def _in_a_row(rng: Random, nsuits: int) -> list[list[int]]:
    """Two to four chows or pungs of one suit or of several, each some ranks above the last: 123m 456s 789p."""
    step, size = rng.randrange(4), rng.randint(2, 4)
    suits = rng.sample(range(3), 3) * 2 if nsuits == 3 and rng.random() < 0.5 else [rng.randrange(nsuits)] * 4
    first, chow = rng.randrange(7), rng.random() < 0.7
    firsts = [9 * suit + (first + step * at) % (7 if chow else 9) for at, suit in enumerate(suits[:size])]
    return [[kind, kind + 1, kind + 2] if chow else [kind] * 3 for kind in firsts]


def _win(rng: Random, concealed: list[int]) -> dict[str, object]:
    rng.shuffle(concealed)
    return {"concealed": bytes(concealed[1:]), "win": concealed[0]}


def _pairs(rng: Random, here: mj2p.RuleSet, form: str) -> Hand | None:
    kinds = _kinds(here)
    if rng.random() < 0.5:
        suit = 9 * rng.randrange(here.nsuits)
        kinds = [kind for kind in kinds if suit <= kind < suit + 9]
    pairs = rng.choices(kinds, k=7)
    if max(Counter(pairs).values()) > 2:
        return None
    return Hand.of().replace(**_win(rng, pairs * 2))


def _special(rng: Random, here: mj2p.RuleSet, form: str) -> Hand | None:
    knitted = [9 * suit + 3 * n + start for suit, start in enumerate(rng.choice(KNITTED)) for n in range(3)]
    if form == "thirteen_orphans":
        orphans = [0, 8, 9, 17, 18, 26, *range(27, 34)]
        tiles = [*orphans, rng.choice(orphans)]
    elif form == "knitted":
        tiles = rng.sample([*knitted, *range(27, 34)], 14)
    else:
        start = 9 * rng.randrange(3) + rng.randrange(7)
        fourth = rng.choice(([start, start + 1, start + 2], [rng.randrange(34)] * 3))
        tiles = [*knitted, *fourth, *[rng.randrange(34)] * 2]
        if max(Counter(tiles).values()) > 4:
            return None
    return Hand.of().replace(**_win(rng, tiles))


def _situated(rng: Random, hand: Hand, here: mj2p.RuleSet) -> Hand:
    """The hand, won in some way that is not refused."""
    drawn = rng.random() < 0.5
    flowers: str | int = 0
    if here.flowers == "each":
        flowers = "".join(letter for letter in "abcdefgh" if rng.random() < rng.choice((0, 0.5, 1)))
    elif here.flowers == "count":
        flowers = rng.choice((0, 0, 1, here.tiles["flowers_max"]))
    hand = hand.replace(
        self_draw=drawn,
        last_tile=rng.random() < 0.2,
        round_wind=rng.randrange(4),
        seat_wind=rng.randrange(4),
        flowers=flowers,
        ready=rng.random() < 0.2,
    )
    held = hand.concealed.count(hand.win) + sum(meld.kinds.count(hand.win) for meld in hand.melds)
    if rng.random() < 0.3 and (any(meld.is_kong for meld in hand.melds) if drawn else held == 0):
        hand = hand.replace(kong=True)
    if rng.random() < 0.2 and hand.win not in hand.concealed:
        hand = hand.replace(last_of_kind=True)
    if rng.random() < 0.2 and (hand.seat_wind == 0 or not here.tiles["dealer_is_east"]):
        hand = hand.replace(dealer=True)
    if rng.random() < 0.1 and not drawn and not hand.situation & mj2p.Situation.KONG:
        hand = hand.replace(kong_discard=True)
    if rng.random() < 0.1 and not hand.melds:
        dealer = bool(hand.situation & mj2p.Situation.DEALER)
        declared = "humanly_hand" if not drawn else "heavenly_hand" if dealer else "earthly_hand"
        if drawn or not dealer:
            hand = hand.replace(**{declared: True})
    if rng.random() < 0.1:
        hand = hand.replace(heavenly_ready=True)
    return hand
