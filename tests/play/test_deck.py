"""Tiles that a game is given: read in every notation, as everywhere, with flowers among them."""

import pytest

import mj2p
from mj2p import Game
from mj2p.hands.notations import NOTATIONS, kinds_of, write_tiles

HANDS = ("123456789mEEECC", "13579mWWWNNFFP"[:13])


@pytest.mark.parametrize("notation", NOTATIONS)
def test_hands_and_walls_are_read_in_any_notation(notation):
    def written(tiles):
        return write_tiles(kinds_of(tiles), notation)

    given = Game("duel72", seed=1, dealer=0, hands=HANDS, wall="P9mC")
    assert Game("duel72", seed=1, dealer=0, hands=[*map(written, HANDS)], wall=written("P9mC")) == given
    one_by_one = [[written([kind]) for kind in kinds_of(hand)] for hand in HANDS]
    assert Game("duel72", seed=1, dealer=0, hands=one_by_one, wall=[*kinds_of("P9mC")]) == given


def test_flowers_lie_among_other_tiles():
    walls = ("aPh", "春白菊", "🀦5z🀥", ["a", 33, "h"])
    first, *others = [Game("duel72", seed=1, dealer=0, hands=HANDS, wall=wall) for wall in walls]
    assert others == [first] * 3
    assert first.state["wall"][:3] == bytes((40, 15, 47))
    with pytest.raises(mj2p.InvalidHand, match="duel64 has no tile a"):
        Game("duel64", wall="a")


@pytest.mark.parametrize(
    ("wall", "error", "said"),
    [
        ("9P", mj2p.InvalidHand, "'9' lacks its suit letter"),
        (["12m"], mj2p.InvalidHand, "'12m' is not one tile but 2"),
        ([34], mj2p.InvalidHand, "34 is no kind of tile"),
        ([None], TypeError, "a tile is a text or a kind from 0 to 33, not NoneType"),
        ([True], TypeError, "a tile is a text or a kind from 0 to 33, not bool"),
        ("1m" * 300, mj2p.InvalidHand, "a text of 600 characters is too long for tiles"),
    ],
)
def test_what_is_no_tile_of_a_wall(wall, error, said):
    with pytest.raises(error, match=said):
        Game("duel64", wall=wall)
