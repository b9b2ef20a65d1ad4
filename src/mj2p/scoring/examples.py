"""A hand for each fan: the first text that a rule set takes and in which the fan counts is its example there.

全双刻 needs two suits: 222 444 666 888 of one leave no pair, so `duel64` has the fan and no hand of it.
"""

from __future__ import annotations

from typing import Any

import mj2p

EXAMPLES = {
    "big_four_winds": "EEESSSWWWNNN1m1m",
    "big_three_dragons": "CCCFFFPPP12399m",
    "all_green": "223344666888sFF",
    "nine_gates": "1112345678999m5m",
    "four_kongs": "(1111m)(EEEE)[CCCC,2][9999m,6]5m5m",
    "seven_shifted_pairs": "1122334455667m7m",
    "thirteen_orphans": "19m19s19pESWNCFPP",
    "all_terminals": "[111m,2][999m,2]111s999s9p9p",
    "little_four_winds": "EEESSSWWWNN12m3m",
    "little_three_dragons": "CCCFFFPP12378m9m",
    "all_honors": "EESSWWNNCCFFPP [EEE,2][SSS,2][WWW,2]CCCFF",
    "four_concealed_pungs": "111333555mEEE7m7m",
    "pure_terminal_chows": "1122335577889m9m",
    "quadruple_chow": "1122233334444m2m",
    "four_pure_shifted_pungs": "[111m,2][222m,2]333444mEE",
    "four_pure_shifted_chows": "[123m,1][234m,1]345456mEE",
    "three_kongs": "(1111m)[EEEE,2][CCCC,6]45699m",
    "all_terminals_and_honors": "[111m,2][999m,2]EEECCCPP",
    "seven_pairs": "1133557799mEECC",
    "greater_honors_and_knitted": "147m25s36pESWNCFP",
    "all_even_pungs": "[222m,2][444m,2][666s,2]888p22s",
    "full_flush": "[123m,1][555m,2]3457799m9m",
    "pure_triple_chow": "[234m,1][234m,1]234mEEECC",
    "pure_shifted_pungs": "[222m,2][333m,2]444mEEECC",
    "upper_tiles": "[789m,1][789s,1]777p88899s",
    "middle_tiles": "[456m,1][456s,1]444p55566s",
    "lower_tiles": "[123m,1][123s,1]111p22233s",
    "pure_straight": "[123m,1]456789mEEECC",
    "three_suited_terminal_chows": "[123p,1]12379s55m789p8s",
    "pure_shifted_chows": "[123m,1][234m,1]345mEEECC",
    "all_fives": "[345m,1][456s,1]555p567s55m",
    "triple_pung": "[222m,2][222s,2]222p789mEE",
    "three_concealed_pungs": "[123m,1]555777mEEECC",
    "lesser_honors_and_knitted": "147m258s36pESWNCF",
    "knitted_straight": "147m258s369p345mEE",
    "upper_four": "[678m,1][789m,1]66688999m",
    "lower_four": "[123m,1][234m,1]11122444m",
    "big_three_winds": "[EEE,2][SSS,2]WWW12399m",
    "mixed_straight": "[123m,1][456s,1]789pEEECC",
    "reversible_tiles": "[123p,1][456s,1]888pPPP99s",
    "mixed_triple_chow": "[234m,1][234s,1]234pEEECC",
    "mixed_shifted_pungs": "[222m,2][333s,2]444p789mEE",
    "chicken_hand": "[345m,1][678s,1][123p,1]22mNN2m|EW0000||",
    "last_tile_draw": "[123m,1]456789mEEECC|EE1010||",
    "last_tile_claim": "[123m,1]456789mEEECC|EE0010||",
    "out_with_replacement": "(1111m)45678mEEECC9m|EE1001||",
    "robbing_the_kong": "12345678mEEECC9m|EE0001||",
    "all_pungs": "[111m,2][333m,2]777mEEECC",
    "half_flush": "[123m,1][555m,2]78mEEECC9m",
    "mixed_shifted_chows": "[123m,1][234s,1]345pEEECC",
    "all_types": "[123m,1][567s,1]999pEEECC",
    "melded_hand": "[123m,1][555m,2][EEE,2][789m,3]CC",
    "two_concealed_kongs": "(1111m)(EEEE)45678mCC9m",
    "two_dragon_pungs": "[CCC,2][FFF,2]12378mEE9m",
    "outside_hand": "[123m,1][789m,1]123mEEECC",
    "fully_concealed_hand": "12345678mEEECC9m|EE1000||",
    "two_melded_kongs": "[1111m,2][EEEE,6]45678mCC9m",
    "last_of_its_kind": "[123m,1]45678mEEECC9m|EE0100||",
    "dragon_pung": "[CCC,2]12345678mEE9m",
    "prevalent_wind": "[EEE,2]123m567s78pCC9p|EW0000||",
    "seat_wind": "[WWW,2]123m567s78pCC9p|EW0000||",
    "concealed_hand": "12345678mEEECC9m|EW0000||",
    "all_chows": "[123m,1][345m,1]45678922m",
    "tile_hog": "[111m,2]123678mEEECC",
    "double_pung": "[222m,2][222s,2]567p78mEE9m",
    "two_concealed_pungs": "[123m,1]55578mEEECC9m",
    "concealed_kong": "(1111m)45678mEEECC9m",
    "all_simples": "[234m,1][345m,1]66677788m",
    "pure_double_chow": "[123m,1]123678mEEECC",
    "mixed_double_chow": "[123m,1]123s678pEEECC",
    "short_straight": "[123m,1]456888mEEECC",
    "two_terminal_chows": "[123m,1]555789mEEECC",
    "pung_of_terminals_or_honors": "[NNN,2]12345678mCC9m",
    "melded_kong": "[1111m,2]45678mEEECC9m",
    "one_voided_suit": "[123m,1]56778sEEECC9s",
    "no_honors": "[234m,1]567s78p11199m9p",
    "edge_wait": "[EEE,2]12456789mCC3m 456m456s12p222s55m3p|EE0000||ready",
    "closed_wait": "[EEE,2]13456789mCC2m 123m456s79p222s55m8p|EE0000||ready",
    "single_wait": "[EEE,2]123456789mCC 123m456s789p222s5m5m|EE0000||ready",
    "self_drawn": "[EEE,2]12345678mCC9m|EE1000|| 123m456s79p222s55m8p|EE1000||ready",
    "flower_tile": "[EEE,2]12345678mCC9m|EW0000|2|",
    "heavenly_hand": "12345678mEEECC9m|EE1000||dealer,heavenly_hand 123m456s789p222s5m5m|EE1000||dealer,heavenly_hand",
    "earthly_hand": "12345678mEEECC9m|EW1000||earthly_hand",
    "humanly_hand": "12345678mEEECC9m|EW0000||humanly_hand",
    "heavenly_ready": "12345678mEEECC9m|EE1000||dealer,heavenly_ready",
    "eight_immortals": "[EEE,2]12345678mCC9m|EE1000|abcdefgh|dealer",
    "ready": "12345678mEEECC9m|EW0000||ready",
    "two_five_eight_pair": "[EEE,2]1234567822m9m|EW0000||",
    "terminal_pair": "[EEE,2]1234567811m9m|EW0000||",
    "season_flower": "[EEE,2]12345678mCC9m|EW0000|cg|",
    "four_plants": "[EEE,2]12345678mCC9m|EW0000|efgh|",
    "dealer_won": "[EEE,2]12345678mCC9m|EE1000||dealer",
    "dealer_lost": "[EEE,2]12345678mCC9m|EW0000||",
    "discarder_lost": "[EEE,2]12345678mCC9m|EW0000||",
    "kong_discard": "[EEE,2]12345678mCC9m|EW0000||kong_discard",
    "concealed_ready": "123m456s79p222s55m8p|EE0000||ready",
    "pushed_out": "123m456s789p22s55m2s|EE0000||ready,pushed_out",
    "treasure_draw": "123m456s79p222s55m7s|EE1000||ready,treasure",
    "double_treasure": "123m456s79p222s55m8p|EE1000||ready,treasure",
    "big_wind": "123m456s79p222s55m2s|EE1000||ready,big_wind",
    "big_wind_chow": "11s45556s123m789p5s|EE1000||ready,big_wind",
}


def example(fan: str, rules: Any) -> Any:
    """The scored example of a fan (its id) in a rule set; None where there is none."""
    for text in EXAMPLES.get(fan, "").split():
        try:
            score = mj2p.score(text, rules=rules)
        except (mj2p.InvalidHand, mj2p.NotComplete):
            continue
        if any(counted.fan.id == fan for counted in score.fans):
            return score
    return None
