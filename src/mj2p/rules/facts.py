"""What fans ask of a rule set beside their pattern, and how often those that repeat can occur in one hand."""

from typing import Final

#: How often a repeating fan can occur in one hand.
MOST_TIMES: Final = {"flower_tile": 15, "season_flower": 2, "pung_of_terminals_or_honors": 4}
#: ... and of two chows, where each pair of the four counts (principle "none").
MOST_PAIRS: Final = 6
#: Fans that cannot occur with one suit.
NEEDS_SUITS: Final = frozenset(
    (
        "all_green", "thirteen_orphans", "greater_honors_and_knitted", "lesser_honors_and_knitted",
        "knitted_straight", "three_suited_terminal_chows", "triple_pung", "double_pung", "mixed_straight",
        "mixed_triple_chow", "mixed_shifted_pungs", "mixed_shifted_chows", "mixed_double_chow", "all_types",
        "one_voided_suit", "reversible_tiles",
    )
)
#: Fans that need a form, and fans that need the eight flowers one by one.
NEEDS_FORM: Final = {
    "seven_pairs": "seven_pairs",
    "seven_shifted_pairs": "seven_pairs",
    "thirteen_orphans": "thirteen_orphans",
    "greater_honors_and_knitted": "knitted",
    "lesser_honors_and_knitted": "knitted",
}
NEEDS_FLOWERS: Final = ("season_flower", "four_plants", "eight_immortals")
#: `its`: the sets of these fans may be told apart from others of the excluded one.
ITS: Final = {
    "pung_of_terminals_or_honors": ("little_four_winds", "big_three_winds", "prevalent_wind", "seat_wind"),
    "pure_double_chow": ("pure_triple_chow",),
    "short_straight": ("pure_straight",),
    "two_terminal_chows": ("pure_straight",),
    "mixed_double_chow": ("mixed_triple_chow",),
}
