"""Tiles in letters, melds, and whether a hand is complete, found by trying: what `slow_play` needs."""

from collections import Counter
from functools import lru_cache

ORDER = tuple(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)) + tuple("ESWNCFP")
PLACE = {tile: at for at, tile in enumerate(ORDER)}.__getitem__


@lru_cache(1 << 18)
def sets_and_pair(tiles, pair):
    """Whether sorted tiles are sets and (where still wanted) one pair."""
    if not tiles:
        return not pair
    first = tiles[0]
    if pair and tiles[:2] == (first, first) and sets_and_pair(tiles[2:], False):
        return True
    if tiles[:3] == (first,) * 3 and sets_and_pair(tiles[3:], pair):
        return True
    if len(first) == 2:
        rest = list(tiles[1:])
        for step in (1, 2):
            wanted = f"{int(first[0]) + step}{first[1]}"
            if wanted not in rest:
                return False
            rest.remove(wanted)
        return sets_and_pair(tuple(rest), pair)
    return False


def written(tiles):
    """Tiles of one meld: 567m, EEE, ESWN, 1m1s1p."""
    if len(tiles[0]) == 2 and len({tile[1] for tile in tiles}) == 1:
        return "".join(tile[0] for tile in tiles) + tiles[0][1]
    return "".join(tiles)


class Meld:
    """A set laid down. `sort`: chow, pung, kong, concealed (kong), dealt; `digit`: as in a text."""

    def __init__(self, sort, tiles, digit=None):
        self.sort, self.tiles, self.digit = sort, list(tiles), digit

    def __str__(self):
        inside = written(self.tiles)
        return f"[{inside},{self.digit}]" if self.digit else f"({inside})"


def is_complete(tiles, melds, pairs):
    """Four sets and a pair, or seven pairs; where there are none (dongbei136), with four melds only 飘胡."""
    if not pairs and len(melds) == 4 and any(meld.sort == "chow" for meld in melds):
        return False
    copies = Counter(tiles)
    if pairs and len(tiles) == 14 and all(number in (2, 4) for number in copies.values()):
        return True
    if any(number == 1 and len(tile) == 1 for tile, number in copies.items()):  # an honour alone is in no set
        return False
    return sets_and_pair(tuple(sorted(tiles, key=PLACE)), True)
