"""The settings of a rule set that say how a hand is played and paid (rulebook 6-9, 11): tables [play] and [settlement].

None of them changes what a hand scores. `play_fingerprint` of a `RuleSet` covers them, `fingerprint` does not.
"""

from __future__ import annotations

from typing import Any, Final

__all__ = ["MEANINGS", "MOST_BALANCE", "MOST_BASE", "PLAY_SETTINGS"]

#: Balances up to here are whole numbers in every format that records are written to.
MOST_BALANCE: Final = 2**53
MOST_BASE: Final = 2**31

#: table -> setting -> what it may be: a tuple of words, bool, or the largest number (as SETTINGS of `ruleset`).
PLAY_SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "play": {
        "players": 4,
        "first_dealer": ("drawn", "east"),
        "open_hands": bool,
        "doubling": bool,
        "indicators": 4,
        "ready": bool,
        "ready_sees": bool,
        "heavenly_ready": bool,
        "declining": bool,
        "claims": ("all", "none"),
        "discard_wins": bool,
        "last_claim": bool,
        "flower_wins": ("none", "eight", "seven_eight"),
        "last_draws": 64,
        "treasures": bool,
        "win_needs_ready": bool,
        "push_out": bool,
        "chow_to_ready": bool,
        "leaving": ("caretaker", "forfeit"),
        "time_out": ("caretaker", "win"),
        "seconds": 86_400,
        "next_dealer": ("winner", "alternate"),
    },
    "settlement": {
        "open_factor": 1000,
        "doubling_factor": 1000,
        "ready_factor": 1000,
        "declining_factor": 1000,
        "self_draw_factor": 1000,
        "dealer_factor": 1000,
        "discarder_factor": 1000,
        "room": MOST_BASE,
        "limit": ("payer", "both"),
        "fee": MOST_BALANCE,
        "rake": 100,
        "kong_payments": bool,
        "forfeit": 2**31 - 1,
    },
}

MEANINGS: Final = {
    "players": "seats at the table, 2 to 4; 0: the rule set only scores",
    "first_dealer": "who deals first: \"drawn\" at random, or \"east\", seat 0",
    "open_hands": "each player may play open (明牌) before the deal",
    "doubling": "each player may double (加倍) before the dealer's first action",
    "indicators": "indicators turned at most: one after the deal, one after each kong",
    "ready": "ready (听牌) may be declared",
    "ready_sees": "a ready player sees the opponent's hand",
    "heavenly_ready": "ready at the dealer's first discard, or right after the deal by the other, is 天听",
    "declining": "who may win may double instead (加倍), and a later win counts more",
    "claims": "\"none\": nobody claims a discard for a set",
    "discard_wins": "false: only self-draws win",
    "last_claim": "a discard after the last tile may be claimed for a chow or pung, once in the hand",
    "flower_wins": "\"eight\": all eight flowers, replaced, may win; \"seven_eight\": so may seven that see the eighth",
    "last_draws": "tiles left when each player draws a last tile; no kong then or later. 0: play to the last tile",
    "treasures": "treasures (宝), an indicator in the wall, six stacks not drawn in play, four last tiles, 大风",
    "win_needs_ready": "only a ready hand wins, 天胡 excepted",
    "push_out": "who declares ready may push out one of two pairs waited on (推出)",
    "chow_to_ready": "a chow that makes the hand ready may be made of anybody's discard, and goes before other claims",
    "leaving": "a player who leaves is played on (\"caretaker\") or pays `forfeit`",
    "time_out": "who runs out of time is answered for by the caretaker, or wins first where that is possible",
    "seconds": "the time for each decision; 0: no limit",
    "next_dealer": "\"winner\": the dealer stays after a win of his own or a draw; \"alternate\": never",
    "open_factor": "units for each open hand",
    "doubling_factor": "units for each double before play",
    "ready_factor": "units where the winner was ready",
    "declining_factor": "units for each win that the winner has declined",
    "self_draw_factor": "units on a self-draw",
    "dealer_factor": "units between a player and the dealer, either way; 天胡 knows no other factor",
    "discarder_factor": "units of a discarder who is not ready; not of 天胡",
    "room": "beans a unit where a game gives no base; 0: the smallest balance divided by 400, at least 1",
    "limit": "a win is paid up to what the payer has, or to the smaller of both balances before the hand",
    "fee": "table fee (台费) of each player a hand, a draw too",
    "rake": "hundredths of a win that go to the house, rounded down",
    "kong_payments": "kongs are paid at the end of the hand",
    "forfeit": "points that a player pays who leaves",
}
