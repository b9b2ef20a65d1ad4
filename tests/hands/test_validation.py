"""Which hands rule sets take and which they refuse, in the words of `validation`; of several faults the first one."""

import pytest

import mj2p
from mj2p.errors import InvalidHand
from mj2p.hands.hand import Hand
from mj2p.scoring.checking import check_for


def refusal(text, rules, sizes=(14,)):
    """The kind and the message with which a rule set refuses a hand; None, None where it takes it."""
    try:
        check_for(Hand.parse(text), mj2p.rules.get(rules), sizes)
    except InvalidHand as error:
        return error.kind, str(error)
    return None, None


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1112345678999m9m|EE0000||", "duel64"),
        ("1112345678999m9m|EE0000|12|", "duel64"),
        ("1112345678999m9m|EE0000|abc|", "duel64"),
        ("1112345678999m9m|EW0000|abcdefgh|", "duel72"),
        ("1112345678999m9m|EW0000|8|", "duel72"),
        ("[123m,1]456s789pEENN9p|EE0000|8|", "mcr"),
        ("[123m,1]456s789pEENN9p|NS0000|h|", "three144"),
        ("(ESWN)(1m1s1p)(9m9s9p)234p4p4p|EE0000||", "dongbei136"),
        ("135m24mEESSWWNNC|EE0000||", "duel64"),  # not complete, but a hand
        # nobody else has a 3m: it may be robbed
        ("[456m,1]12789mEEECC3m|EE0001||", "duel64"),
        # a kong was made: its replacement may win
        ("(EEEE)12456789mCC3m|EE1001||", "duel64"),
        ("[EEEE,2]12456789mCC3m|EE1001||", "duel64"),
        ("[EEEE,6]12456789mCC3m|EE1001||", "duel64"),
        # the last 3m, the others in a claimed chow and on the table
        ("[123m,1]45678mEEECC3m|EE0100||", "duel64"),
        ("[333m,2]45678mEEECC3m|EE1100||", "duel64"),
        # 天胡, 地胡, 人胡, also where they mean nothing
        ("12345678mEEECC9m|EE1000||dealer,heavenly_hand", "duel72"),
        ("12345678mEEECC9m|EE1000||dealer,heavenly_hand", "duel64"),
        ("12345678mEEECC9m|EW1000||earthly_hand", "duel72"),
        ("12345678mEEECC9m|EW0000||humanly_hand", "duel72"),
        ("12345678mEEECC9m|EW0000||humanly_hand,heavenly_ready", "duel72"),
        ("(EEEE)12345678mCC9m|EW0000||heavenly_ready", "duel72"),
        # the dealer's seat
        ("12345678mEEECC9m|EE0000||dealer", "duel72"),
        ("12345678mEEECC9m|SE0000||dealer", "duel72"),
        ("12345678mEEECC9m|EE0000||", "duel72"),
        ("12345678mEEECC9m|EW0000||dealer", "duel64"),
        # the discard after a kong
        ("12345678mEEECC9m|EW0000||kong_discard", "dongbei136"),
        ("12345678mEEECC9m|EW0010||kong_discard", "dongbei136"),
        # cannot come about, but is not listed as invalid
        ("12345678mEEECC9m|EE0110||flower_win", "duel64"),
        ("[EEE,2]12345678mCC9m|EE0000||ready", "duel64"),
    ],
)
def test_taken(text, rules):
    assert refusal(text, rules) == (None, None)


MELDS = [
    ("[134m,1]123456mEESSS", "duel64", "[134m,1] is no meld: its ranks are not three in a row"),
    ("[89mE,1]123456mEESSS", "duel64", "no chow passes from a suit to the honours, E (东) does not follow 9m (九万)"),
    ("[9mES,1]123456mEESSS", "duel64", "S (南) does not follow 9m (九万)"),
    ("[ESW,1]123456mEESSS", "duel64", "winds and dragons form no chow"),
    ("[8m9m1s,1]123456mEESSS", "mcr", "the tiles of a chow are of one suit"),
    ("[112m,1]123456mEESSS", "duel64", "a meld is a chow (three ranks in a row of one suit), a pung or a kong"),
    ("[11m]123456mEESSS", "duel64", "[11m] is no meld"),
    ("[11111m]123456mEESSS", "duel64", "[11111m] is no meld"),
    ("[1234m]123456mEESSS", "duel64", "[1234m] is no meld"),
    ("(EEE)123456mSSSNN", "duel64", "only a concealed kong, four of a kind, stands in round brackets"),
    ("(123m)123456mSSSNN", "duel64", "stands in round brackets"),
    ("[ESWN,2]123456mSSSNN", "dongbei136", "[ESWN,2] is no meld"),
    ("(ESWN)123456mSSSNN", "duel64", "(ESWN) is a meld of dealt tiles that duel64 does not have"),
    ("(1m1s1p)123456mSSSNN", "mcr", "(1m1s1p) is a meld of dealt tiles that mcr does not have"),
]

TILES = [
    # of another suit
    ("123456789sEEECC", "duel64", "1s (一条) is no tile of duel64, which has 1m-9m, E S W N, C F P"),
    ("123456789mEEEC5p", "duel72", "5p (五饼) is no tile of duel72"),
    ("[123s,1]123456mEEECC", "duel64", "1s (一条) is no tile of duel64"),
    # the number
    ("12345678999mEE", "duel64", "no winning tile: 13 concealed tiles, where duel64 wants 14 with the winning"),
    ("[123m,1]236777899m9m", "duel64", "no winning tile: 10 concealed tiles beside 1 meld"),
    ("[123m,1]1236777899m99m", "duel64", "12 concealed tiles beside 1 meld, where duel64 wants 14 - 3 x 1 = 11"),
    ("[EEE,2][SSS,2]11m", "mcr", "2 concealed tiles beside 2 melds, where mcr wants 14 - 3 x 2 = 8 with"),
    ("[EEE,2][SSS,2][WWW,2][NNN,2]C", "mcr", "no winning tile: 1 concealed tile beside 4 melds"),
    ("[EEE,2][SSS,2][WWW,2][NNN,2][CCC,2]", "duel64", "5 melds: a hand has four sets at most"),
    ("", "duel64", "0 concealed tiles, where duel64 wants"),
    ("1m" * 200, "duel64", "200 concealed tiles, where duel64 wants"),
    # flowers where there are none
    ("123456789mEEECC|EE0000|ab|", "dongbei136", "dongbei136 has no flowers, and the hand has ab"),
    ("123456789mEEECC|EE0000|1|", "dongbei136", "dongbei136 has no flowers, and the hand has 1"),
]

COPIES = [
    ("1234444mEEESSS4m", "duel64", "5 of 4m (四万): there are four of each tile, hand, melds and winning tile"),
    ("[1111m,2]111222mEEESS", "duel64", "7 of 1m (一万)"),
    ("[123m,1][123m,1][123m,1]33mEEE", "duel64", "5 of 3m (三万)"),
    ("(EEEE)123456789mEE", "duel64", "6 of E (东)"),
    ("(ESWN)123456mEEEEE", "dongbei136", "6 of E (东)"),
    ("(1m1s1p)1111m234pEEE5p", "dongbei136", "5 of 1m (一万)"),
    ("123456789mEEECC|EE0000|13|", "duel64", "13 flowers: duel64 has 12 at most"),
    ("123456789mEEECC|EE0000|9|", "mcr", "9 flowers: mcr has 8 at most"),
    ("123456789mEEECC|EE0000|9|", "duel72", "9 flowers: duel72 has 8 at most"),
    ("123456789mEEECC|EE0000|abb|", "duel72", "2 of flower b (夏): there is one of each"),
    ("123456789mEEECC|EE0000|aa|", "mcr", "2 of flower a (春)"),
]

SITUATIONS = [
    # robbing a kong of which another tile is in the hand or in a meld
    ("1233789mEEESSS3m|EE0001||", "duel64", "robbing the kong of 3m (三万), but the winner holds another 3m"),
    ("[345m,1]12789mEEECC3m|EE0001||", "duel64", "robbing the kong of 3m (三万), but the winner holds another 3m"),
    # a replacement without a kong; 旋风杠 is none for this
    ("12456789mEEECC3m|EE1001||", "duel64", "won on a kong's replacement tile (self-draw and kong), but the"),
    ("[CCC,2]12456789mEE3m|EE1001||", "duel64", "but the hand has no kong"),
    ("(ESWN)12456789mCC3m|EE1001||", "dongbei136", "but the hand has no kong"),
    # the last of its kind
    ("1233789mEEESSS3m|EE0100||", "duel64", "3m (三万) is said to be the last of its kind, but another 三万 is"),
    ("123789mEEESSSCC|EE1100||", "duel64", "C (中) is said to be the last of its kind"),
    # 天胡, 地胡, 人胡: the wrong player, the wrong way of winning, melds, two of them
    ("12345678mEEECC9m|EE1000||heavenly_hand", "duel64", "the winner is not said to be the dealer"),
    ("12345678mEEECC9m|EW1000||heavenly_hand", "duel72", "heavenly_hand (天胡) is the dealer's"),
    ("12345678mEEECC9m|EE1000||earthly_hand,dealer", "duel72", "earthly_hand (地胡) is the other player's"),
    ("12345678mEEECC9m|EE0000||humanly_hand,dealer", "duel72", "humanly_hand (人胡) is the other player's"),
    ("12345678mEEECC9m|EE0000||heavenly_hand,dealer", "duel72", "heavenly_hand (天胡) is won by self-draw"),
    ("12345678mEEECC9m|EW0000||earthly_hand", "duel72", "earthly_hand (地胡) is won by self-draw"),
    ("12345678mEEECC9m|EW1000||humanly_hand", "duel72", "humanly_hand (人胡) is won on a discard"),
    ("(EEEE)12345678mCC9m|EE1000||heavenly_hand,dealer", "duel72", "(天胡) with (EEEE): nothing is claimed or laid"),
    ("[EEE,2]12345678mCC9m|EW1000||earthly_hand", "duel72", "earthly_hand (地胡) with [EEE,2]"),
    ("(EEEE)12345678mCC9m|EW0000||humanly_hand", "duel72", "humanly_hand (人胡) with (EEEE)"),
    ("12345678mEEECC9m|EE1000||heavenly_hand,earthly_hand,dealer", "duel72", "(天胡) and earthly_hand (地胡) together"),
    ("12345678mEEECC9m|EW1000||earthly_hand,humanly_hand", "duel64", "together: a hand is one of them at most"),
    # the dealer's wind
    ("12345678mEEECC9m|EW1000||dealer", "duel72", "said to be the dealer, whose seat wind is E (东), but has W"),
    # the discard after a kong
    ("12345678mEEECC9m|EW1000||kong_discard", "dongbei136", "kong_discard is a win on a discard, but this one is by s"),
    ("12345678mEEECC9m|EW0001||kong_discard", "duel64", "but this one is by robbing a kong"),
]

SEVERAL = [
    ("[134m,1]1111111sEEE|EE1001||", "duel64", "meld", "[134m,1]"),
    ("11111sEEECCC|EE1001||", "duel64", "tiles", "1s (一条)"),
    ("[123m,1]11111sEEECC5m|EE0000|aa|", "dongbei136", "tiles", "has no flowers"),
    ("111112222333333m|EE1001||", "duel64", "tiles", "15 concealed tiles"),
    ("1111122223333m4m|EE1001||", "duel64", "copies", "5 of 1m"),
    ("1112345678999m9m|EE1001|13|", "duel64", "copies", "13 flowers"),
]

REFUSED = [
    *((text, rules, "meld", message) for text, rules, message in MELDS),
    *((text, rules, "tiles", message) for text, rules, message in TILES),
    *((text, rules, "copies", message) for text, rules, message in COPIES),
    *((text, rules, "situation", message) for text, rules, message in SITUATIONS),
    *SEVERAL,
]


@pytest.mark.parametrize(("text", "rules", "kind", "message"), REFUSED)
def test_refused(text, rules, kind, message):
    found, words = refusal(text, rules)
    assert found == kind, words
    assert message in words


@pytest.mark.parametrize(
    ("text", "sizes", "message"),
    [
        ("1112345678999m", (13,), None),
        ("1112345678999m", (13, 14), None),
        ("1112345678999m9m", (13, 14), None),
        ("[EEE,2]1234567m9m9m9m", (13,), None),
        ("[EEE,2]12345678m9m9m9m", (13,), "11 concealed tiles beside 1 meld, where duel64 wants 13 - 3 x 1 = 10"),
        ("111m", (13, 14), "wants 13 before the winning tile or 14 with the winning tile"),
        # without a winning tile there is nothing to rob or to be the last of
        ("1112345678999m|EE0101||", (13,), None),
    ],
)
def test_hands_before_the_winning_tile(text, sizes, message):
    kind, words = refusal(text, "duel64", sizes=sizes)
    if message is None:
        assert kind is None, words
    else:
        assert kind == "tiles"
        assert message in words
