"""A small reader and writer of hand texts for the plain scorer's own checks; it knows well-formed texts only.

`[123m,1](EEEE)99m|EE1000|ab|ready`: melds, concealed tiles with the winning one last, winds and four bits, flowers,
words. Anything that is not so is a ValueError.
"""

from __future__ import annotations

import re
import unicodedata

import numpy as np

import mj2p

from . import SUITS, record

WORDS = {
    "ready": 16,
    "flower_win": 32,
    "heavenly_hand": 64,
    "earthly_hand": 128,
    "humanly_hand": 256,
    "heavenly_ready": 512,
    "dealer": 1024,
    "kong_discard": 2048,
    "pushed_out": 4096,
    "treasure": 8192,
    "big_wind": 16384,
}
BITS = (1, 2, 4, 8)  # self-draw, last of its kind, last tile of the wall, kong
HONORS = "ESWNCFP"
NUMBERED = "ESWNPFC"  # 1z-7z, 5z 白 6z 發 7z 中
CHINESE = str.maketrans("一二三四五六七八九万萬条條饼餅筒东東南西北中發发白", "123456789mmsspppEESWNCFFP")
GIFTS = {"ESWN": 35, "1m1s1p": 36, "9m9s9p": 37}
PICTURED = "ESWNCFP"  # U+1F000 onwards


def plain(text: str) -> str:
    """Characters and pictures of tiles as letters."""
    out = []
    for char in text:
        tile = ord(char) - 0x1F000
        if 0 <= tile < 34:
            suits = ("m", "s", "p")
            out.append(PICTURED[tile] if tile < 7 else f"{(tile - 7) % 9 + 1}{suits[(tile - 7) // 9]}")
        elif unicodedata.category(char) != "Mn":
            out.append(char)
    return "".join(out).translate(CHINESE).replace(" ", "")


def kinds(text: str, suits: int) -> list[int]:
    """The tiles of `123mEE`, in their order."""
    first_honor = 9 * suits
    out: list[int] = []
    for ranks, suit, honor in re.findall(r"([1-9]+)([mspz])|([ESWNCFP])", text):
        if honor:
            out.append(first_honor + HONORS.index(honor))
        elif suit == "z":
            out += [first_honor + HONORS.index(NUMBERED[int(rank) - 1]) for rank in ranks]
        else:
            out += [9 * "msp".index(suit) + int(rank) - 1 for rank in ranks]
    written = re.sub(r"([1-9]+)([mspz])|([ESWNCFP])", "", text)
    if written or any(kind >= first_honor + 7 for kind in out):
        raise ValueError(f"text: {written or text}")
    return out


def meld(text: str, bracket: str, claim: str, suits: int) -> int:
    """The byte of a meld, or 255 for what is none."""
    if text in GIFTS and bracket == "(":
        return 3 << 6 | GIFTS[text] + 1
    tiles = sorted(kinds(text, suits))
    same = len(set(tiles)) == 1
    if len(tiles) == 4 and same:
        return (3 if bracket == "(" or not claim else 2) << 6 | tiles[0] + 1
    if len(tiles) == 3 and same:
        return 1 << 6 | tiles[0] + 1
    in_row = len(tiles) == 3 and tiles[1] == tiles[0] + 1 and tiles[2] == tiles[0] + 2
    return tiles[0] + 1 if in_row else 255


def parse(text: str, rules: str) -> np.ndarray:
    """One record; ValueError where the text is not well-formed."""
    suits = SUITS[rules]
    hand, *tail = text.split("|")
    winds, flowers, words = (*tail, *["EE0000", "", ""][len(tail) :])[:3]
    match = re.fullmatch(r"((?:[\[(][^\])]*[\])])*)([^\[\]()|,]+)", plain(hand))
    if not match or len(tail) > 3 or not re.fullmatch("[ESWN]{2}[01]{4}", winds):
        raise ValueError(f"text: {text}")
    row = np.zeros(1, record(suits))
    melds = re.findall(r"([\[(])([^\])]*?),?([1-7]?)[\])]", match[1])
    for i, (bracket, tiles, claim) in enumerate(melds):
        row["melds"][0, i] = meld(tiles, bracket, claim, suits)
    concealed = kinds(match[2], suits)
    for kind in concealed:
        row["counts"][0, kind] += 1
    row["win"] = concealed[-1]
    row["round_wind"], row["seat_wind"] = ("ESWN".index(wind) for wind in winds[:2])
    row["situation"] = sum(bit for bit, said in zip(BITS, winds[2:], strict=True) if said == "1")
    row["situation"] += sum(WORDS[word] if word in WORDS else unknown(word) for word in words.split(",") if word)
    row["flowers"] = number_or_mask(flowers, rules)
    return row


def unknown(word: str) -> int:
    raise ValueError(f"text: {word}")


def number_or_mask(flowers: str, rules: str) -> int:
    """Flowers where the rule set counts them; elsewhere there is a bit for each."""
    counted = mj2p.rules.get(rules).flowers == "count"
    if not re.fullmatch("[a-h]*|[0-9]+", flowers):
        unknown(flowers)
    if flowers.isdigit():
        return int(flowers) if counted else (1 << int(flowers)) - 1
    return len(flowers) if counted else sum(1 << "abcdefgh".index(flower) for flower in flowers)


def spelt(tiles: list[int], suits: int) -> str:
    """Kinds as `123mEE`, in the order given."""
    names = [HONORS[kind - 9 * suits] if kind >= 9 * suits else f"{kind % 9 + 1}{'msp'[kind // 9]}" for kind in tiles]
    return re.sub(r"([msp])(?=[1-9]\1)", "", "".join(names))


def spelt_meld(byte: int, suits: int) -> str:
    kind, sort = (byte & 63) - 1, byte >> 6
    if sort == 3 and 35 <= kind <= 37:
        return f"({list(GIFTS)[kind - 35]})"
    if not 0 <= kind < 9 * suits + 7 - (2 if sort == 0 else 0):
        return f"[?{byte}]"
    tiles = spelt([kind, kind + 1, kind + 2] if sort == 0 else [kind] * (3 if sort == 1 else 4), suits)
    return f"({tiles})" if sort == 3 else f"[{tiles},2]"


def show(row: np.void, rules: str) -> str:
    """A record as a text to paste, as far as it has one; what has none stands behind a question mark."""
    suits, said, flowers = SUITS[rules], int(row["situation"]), int(row["flowers"])
    concealed = np.repeat(np.arange(len(row["counts"])), row["counts"]).tolist()
    if int(row["win"]) in concealed:
        concealed.remove(int(row["win"]))
        hand = spelt([*concealed, int(row["win"])], suits)
    else:
        hand = f"{spelt(concealed, suits)}?{row['win']}"
    melds = "".join(spelt_meld(byte, suits) for byte in row["melds"].tolist() if byte)
    winds = "".join("ESWN?"[min(int(row[field]), 4)] for field in ("round_wind", "seat_wind"))
    bits = "".join("1" if said & bit else "0" for bit in BITS)
    counted = mj2p.rules.get(rules).flowers == "count"
    letters = "".join(letter for i, letter in enumerate("abcdefgh") if flowers >> i & 1)
    words = [word for word, bit in WORDS.items() if said & bit] + ([f"?{said >> 15}"] if said >> 15 else [])
    shown = (str(flowers) if flowers else "") if counted else letters
    return f"{melds}{hand}|{winds}{bits}|{shown}|{','.join(words)}"
