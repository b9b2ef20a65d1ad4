"""Legal actions once more, slowly and in plain Python from the rulebook (6-9, 11), to be compared with the engine's.

`legal(game)` gives a set of (name, tile) as in the action table. Tiles are letters, completeness is found by trying.
"""

from functools import cache

FLOWERLESS = tuple(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)) + tuple("ESWNCFP")


def kinds_of(rules):
    """The letters of a rule set in its own order."""
    return [letter for letter in FLOWERLESS if rules.nsuits == 3 or letter[-1] not in "sp" or len(letter) == 1]


def copies(tiles):
    return {tile: tiles.count(tile) for tile in tiles}


@cache
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


def complete(tiles, melds, rules):
    """Four sets and a pair, or seven pairs where the rule set has them; dongbei136: with four melds only 飘胡."""
    if rules.name == "dongbei136" and len(melds) == 4 and any(meld.type == 0 for meld in melds):
        return False
    order = sorted(tiles, key=FLOWERLESS.index)
    if sets_and_pair(tuple(order), True):
        return True
    pairs = rules.name != "dongbei136" and len(tiles) == 14 and all(n in (2, 4) for n in copies(tiles).values())
    return pairs and not melds


def waiting(tiles, melds, rules):
    """For at least one kind not wholly in one's own hand and melds."""
    own = list(tiles) + [tile for meld in melds for tile in map(FLOWERLESS.__getitem__, meld.kinds)]
    return any(own.count(kind) < 4 and complete([*tiles, kind], melds, rules) for kind in kinds_of(rules))


class Table:
    """The state of a game in letters."""

    def __init__(self, game):
        from mj2p.game import melds_of

        state, rules = game.state, game.rules
        kinds = kinds_of(rules)
        self.rules, self.state = rules, state
        self.seat, self.phase = state["seat"], state["phase"]
        self.hands = [[kinds[k] for k, n in enumerate(counts) for _ in range(n)] for counts in state["counts"]]
        self.melds = [list(melds_of(state, seat, rules)) for seat in (0, 1)]
        self.river = [(t >> 6 & 1, kinds[t & 63]) for t in state["river"]]
        self.wall = len(state["wall"])
        self.tile = kinds[state["tile"]] if state["tile"] is not None and state["tile"] < 40 else None
        self.drawn = kinds[state["drawn"]] if state["drawn"] is not None else None
        self.dealt = dealt_hands(game, kinds)


def dealt_hands(game, kinds):
    """The tiles dealt to each seat, flowers aside: rounds of four, one each, and the dealer's fourteenth."""
    deck, dealer, _ = game._start
    hands = [[], []]
    at = 0
    for number in (4, 4, 4, 1):
        for seat in (dealer, 1 - dealer):
            hands[seat] += deck[at : at + number]
            at += number
    hands[dealer].append(deck[at])
    return [[kinds[tile] for tile in hand if tile < 40] for hand in hands]


def wins(table, tiles):
    """Win, and where the rule set has it declining; nothing where the win has just been declined."""
    if table.state["barred"] or not complete(tiles, table.melds[table.seat], table.rules):
        return set()
    return win_words(table)


def win_words(table):
    words = {("win", None)}
    if table.rules.name.startswith("duel72"):
        words.add(("double", None))
    return words


def own_turn(table):
    name, seat, state = table.rules.name, table.seat, table.state
    hand, melds = table.hands[seat], table.melds[seat]
    after_claim = table.drawn is None
    legal = set()
    if not after_claim:
        legal |= wins(table, hand)
        if name == "table72" and state["new_flowers"] and state["flowers"][seat] == 255:
            legal |= win_words(table)
        if state["ready"][seat]:
            return legal | {("discard", table.drawn)}
    legal |= {("discard", tile) for tile in hand}
    if name in ("duel64", "duel72", "table72") and not state["last_claimed"]:
        for tile in set(hand):
            rest = list(hand)
            rest.remove(tile)
            if waiting(rest, melds, table.rules):
                legal.add(("ready", tile))
    if after_claim:
        return legal
    if table.wall > (12 if name == "dongbei136" else 0):
        legal |= {("concealed_kong", tile) for tile in hand if hand.count(tile) == 4}
        pungs = [FLOWERLESS[meld.kinds[0]] for meld in melds if meld.type == 1]
        legal |= {("added_kong", tile) for tile in hand if tile in pungs}
    if name == "dongbei136" and not [1 for who, _ in table.river if who == seat]:
        legal |= dealt_melds(table, seat)
    return legal


def dealt_melds(table, seat):
    """旋风杠 and 喜杠 of tiles that were dealt and are still there."""
    left = list(table.dealt[seat])
    for meld in table.melds[seat]:
        if meld.special:
            for kind in meld.kinds:
                left.remove(FLOWERLESS[kind])
    there = [tile for tile in left if tile in table.hands[seat]]
    legal = set()
    if {"E", "S", "W", "N"} <= set(there) and table.wall > 12:
        legal.add(("dealt_winds", None))
    if {"1m", "1s", "1p"} <= set(there):
        legal.add(("dealt_ones", None))
    if {"9m", "9s", "9p"} <= set(there):
        legal.add(("dealt_nines", None))
    return legal


def response(table):
    """To a discard: win, kong, pung, chow, pass; when the wall is empty only a win (table72: one more claim)."""
    seat, tile, hand = table.seat, table.tile, table.hands[table.seat]
    legal = {("pass", None)} | wins(table, [*hand, tile])
    last = table.wall == 0
    if table.state["ready"][seat] or (last and (table.rules.name != "table72" or table.state["last_claimed"])):
        return legal
    if hand.count(tile) >= 2:
        legal.add(("pung", None))
    if hand.count(tile) == 3 and table.wall > (12 if table.rules.name == "dongbei136" else 0):
        legal.add(("kong", None))
    if len(tile) == 2:
        rank, suit = int(tile[0]), tile[1]
        for word, low in (("chow_low", rank), ("chow_middle", rank - 1), ("chow_high", rank - 2)):
            others = [f"{r}{suit}" for r in range(low, low + 3) if r != rank]
            if 1 <= low <= 7 and all(other in hand for other in others):
                legal.add((word, None))
    return legal


def legal(game):
    """The legal actions of a game at a decision."""
    table = Table(game)
    phase, pass_ = table.phase, ("pass", None)
    if phase == 0:
        return {pass_, ("open", None)}
    if phase == 1:
        return {pass_, ("heavenly_ready", None)}
    if phase == 2:
        return {pass_, ("double", None)}
    if phase == 3:
        return own_turn(table)
    if phase == 4:
        return response(table)
    if phase == 5:
        return {pass_} | wins(table, [*table.hands[table.seat], table.tile])
    if phase == 8:
        return {pass_} | wins(table, table.hands[table.seat])
    return {pass_} | (set() if table.state["barred"] else win_words(table))
