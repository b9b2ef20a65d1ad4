"""A hand of play once more, slowly and in plain Python from the rulebook (6-9, 11), to be walked beside the engine.

`Table(name, deck, dealer)` always stands at a decision, or at the end. It gives what the engine must agree with: `seat`
and `legal`, a set of (name, tile) as in the action table; `seen(seat)`, what that player may see; at the end `winner`,
`by`, `text` (the winner's hand) and `paid(...)`. Nothing of the engine is used: tiles are letters, a hand is complete
if trying says so, and the flow is told from the first decision to the last by generators that yield where somebody has
a choice.
"""

from slow_hand import ORDER, PLACE, Meld, is_complete

FLOWERS = "abcdefgh"
PASS, WIN, DOUBLE = ("pass", None), ("win", None), ("double", None)
DEALT = {"dealt_winds": "E S W N", "dealt_ones": "1m 1s 1p", "dealt_nines": "9m 9s 9p"}
DEAR = ("1s", "1p", "C", "F", "P")  # 一条, 一饼, 中, 發, 白: their kongs pay double (section 11)

#: What each rule set has of: playing open, doubling before play, indicators, declaring ready, seeing the opponent's
#: hand then, 天听, flowers, declining a win to double, one more claim at the end, the wins by flowers, the end at
#: twelve tiles, melds of dealt tiles, three suits, seven pairs, claims and wins on discards.
USUAL = {"pairs", "claims", "discard_wins"}
FLOWS = {
    "duel64": USUAL | {"open", "doubling", "indicators", "ready"},
    "duel72": USUAL | {"ready", "sees", "heavenly", "flowers", "declining"},
    "table72": USUAL | {"ready", "sees", "heavenly", "flowers", "last_claim", "eight"},
    "three144": USUAL | {"suits", "flowers"},
    "dongbei136": USUAL - {"pairs"} | {"suits", "twelve", "dealt"},
}
FLOWS |= {
    "duel72f": FLOWS["duel72"] | {"seven_eight"},
    "three144f": FLOWS["three144"] | {"seven_eight"},
    "table72m": FLOWS["table72"],
    "duel64n": FLOWS["duel64"] - {"claims", "discard_wins"},
}


class Over(Exception):
    """The end of the hand: who won, and how."""

    def __init__(self, winner=None, by="draw", tile=None):
        super().__init__(winner, by, tile)


class Table:
    """`enough(text)`: whether the hand of a text reaches the rule set's minimum; None where there is none."""

    def __init__(self, name, deck, dealer, enough=None):
        self.flow, self.deck, self.dealer, self.enough = FLOWS[name], list(deck), dealer, enough
        self.kinds = [tile for tile in ORDER if "suits" in self.flow or tile[-1] not in "sp"]
        self.wall = self.deck[27:]
        self.dealt, self.hands, self.melds, self.flowers = ([[], []] for _ in range(4))
        self.indicators, self.river, self.kongs = [], [], []  # river: [seat, tile, taken]
        self.open, self.left = [False, False], [False, False]
        self.doubled, self.declined, self.ready, self.draws = ([0, 0] for _ in range(4))
        self.drawn = self.tile = self.text = self.winner = self.by = self.win_tile = self.phase = None
        self.kong_draw = self.kong_discard = self.eighth = self.barred = self.last_claimed = False
        self.seat, self.legal = None, set()
        self.playing = self.play()
        self.go(None)

    # ---- Decisions ---------------------------------------------------------------------------------------------------

    def act(self, name, tile):
        self.go((name, tile))

    def leave(self, seat):
        self.left[seat] = True
        if self.seat == seat:
            self.go(self.caretaker(seat, self.legal))

    def go(self, choice):
        try:
            self.playing.send(choice)
        except Over as over:
            self.winner, self.by, self.win_tile = over.args
            self.seat, self.legal, self.phase, self.tile = None, set(), "over", None

    def ask(self, phase, seat, legal, tile=None):
        """A seat is asked only when it has a choice."""
        self.phase = phase
        if self.left[seat]:
            return self.caretaker(seat, legal)
        if len(legal) == 1:
            return min(legal)
        self.seat, self.legal, self.tile = seat, legal, tile
        choice = yield
        self.seat, self.legal, self.tile = None, set(), None
        return choice

    def caretaker(self, seat, legal):
        """Throws what it draws and passes everything, but a ready hand wins."""
        if self.ready[seat] and WIN in legal:
            return WIN
        if PASS in legal:
            return PASS
        lowest = min(self.hands[seat], key=PLACE)  # after a claim
        return ("discard", self.drawn or lowest)

    # ---- The flow ----------------------------------------------------------------------------------------------------

    def play(self):
        """Open, deal, flowers, 天听, doubling; then turn and answer until somebody has won or the wall is empty."""
        dealer, other = seats = (self.dealer, 1 - self.dealer)
        if "open" in self.flow:
            for seat in seats:
                self.open[seat] = (yield from self.ask("open", seat, {PASS, ("open", None)})) != PASS
        yield from self.deal()
        eighth = "eight" in self.flow and len(self.flowers[other]) == 8
        if eighth and (yield from self.ask("flower", other, {PASS, WIN})) == WIN:
            raise Over(other, "flowers")
        if "heavenly" in self.flow and self.waiting(self.hands[other], other):
            self.ready[other] = 2 * ((yield from self.ask("heavenly", other, {PASS, ("heavenly_ready", None)})) != PASS)
        if "doubling" in self.flow:
            for seat in seats:
                self.doubled[seat] = int((yield from self.ask("double", seat, {PASS, DOUBLE})) != PASS)
        self.eighth = len(self.flowers[dealer]) == 8
        seat = dealer
        while True:
            tile = yield from self.turn(seat)
            seat = yield from self.answer(1 - seat, tile)

    def deal(self):
        """Three rounds of four, one each, the dealer's fourteenth; the indicator; flowers, the dealer's first."""
        dealer, other = self.dealer, 1 - self.dealer
        for at in (0, 8, 16):
            self.dealt[dealer] += self.deck[at : at + 4]
            self.dealt[other] += self.deck[at + 4 : at + 8]
        self.dealt[dealer] += [self.deck[24], self.deck[26]]
        self.dealt[other].append(self.deck[25])
        for seat in (0, 1):
            self.hands[seat] = [tile for tile in self.dealt[seat] if tile not in FLOWERS]
        self.draws[dealer] = 1
        self.turn_indicator()
        last = yield from self.replace(dealer, [tile for tile in self.dealt[dealer] if tile in FLOWERS])
        self.drawn = last if self.deck[26] in FLOWERS else self.deck[26]
        yield from self.replace(other, [tile for tile in self.dealt[other] if tile in FLOWERS])

    def turn_indicator(self):
        if "indicators" in self.flow and self.wall and len(self.indicators) < 4:
            self.indicators.append(self.wall.pop())

    def replace(self, seat, flowers):
        """Lay the flowers down, each replaced from the end, also those that come as a replacement; the last tile."""
        last, other = None, 1 - seat
        while flowers:
            flower = min(flowers)
            flowers.remove(flower)
            self.flowers[seat].append(flower)
            self.eighth = len(self.flowers[seat]) == 8
            if "seven_eight" in self.flow:
                self.barred = False
                if self.eighth:
                    yield from self.flower_win(seat, None)
                elif self.flowers[seat] == [flower] and len(self.flowers[other]) == 7:
                    yield from self.flower_win(other, flower)
            if not self.wall:
                raise Over
            tile = self.wall.pop()
            if tile in FLOWERS:
                flowers.append(tile)
            else:
                self.hands[seat].append(tile)
                last = tile
        return last

    def flower_win(self, seat, flower):
        while (choice := (yield from self.ask("flower", seat, {PASS} | self.words(), flower))) != PASS:
            if choice == WIN:
                raise Over(seat, "flowers", flower)
            self.decline(seat)

    def draw(self, seat, kong=False, end=False):
        """From the head of the wall; for a kong (or 旋风杠) from its end, then an indicator is turned for the kong."""
        tile = self.wall.pop() if kong or end else self.wall.pop(0)
        self.draws[seat] += not kong and not end
        self.kong_draw, self.kong_discard, self.eighth, self.barred = kong, False, False, False
        if tile in FLOWERS:
            self.kong_draw = False
            tile = yield from self.replace(seat, [tile])
        else:
            self.hands[seat].append(tile)
        self.drawn = tile
        if kong:
            self.turn_indicator()

    def turn(self, seat):
        """Until something is discarded: that tile."""
        hand, melds = self.hands[seat], self.melds[seat]
        while True:
            name, tile = yield from self.ask("turn", seat, self.own_turn(seat))
            if name == "win":
                by = "self_draw" if self.complete(hand, seat) else "flowers"
                self.win(seat, self.drawn, by)
            elif name == "double":
                self.decline(seat)
            elif name in ("discard", "ready"):
                return self.discard(seat, tile, name == "ready")
            elif name == "concealed_kong":
                for _ in range(4):
                    hand.remove(tile)
                melds.append(Meld("concealed", [tile] * 4))
                self.kongs.append((seat, 2 * (1 + (tile in DEAR))))
                yield from self.draw(seat, kong=True)
            elif name == "added_kong":
                yield from self.added_kong(seat, tile)
            else:
                melds.append(Meld("dealt", DEALT[name].split()))
                self.kongs.append((seat, 1))
                for one in melds[-1].tiles:
                    hand.remove(one)
                if name == "dealt_winds":
                    yield from self.draw(seat, end=True)
                elif self.drawn not in hand:  # the fourteenth tile is in the meld: the highest stands for it
                    self.drawn = max(hand, key=PLACE)

    def added_kong(self, seat, tile):
        """The opponent may win on the tile; if not, the pung becomes a kong."""
        other = 1 - seat
        self.barred = False
        while True:
            legal = {PASS} | (self.wins(other, tile, "robbed_kong") if "discard_wins" in self.flow else set())
            choice = yield from self.ask("rob", other, legal, tile)
            if choice == WIN:
                self.win(other, tile, "robbed_kong")
            if choice == PASS:
                break
            self.decline(other)
        self.hands[seat].remove(tile)
        for meld in self.melds[seat]:
            if meld.sort == "pung" and meld.tiles[0] == tile:
                meld.sort, meld.tiles, meld.digit = "kong", [tile] * 4, 6
        self.kongs.append((seat, 1 + (tile in DEAR)))
        yield from self.draw(seat, kong=True)

    def decline(self, seat):
        """Double in place of a win, which is passed up."""
        self.declined[seat] += 1
        self.barred = True

    def discard(self, seat, tile, ready):
        if ready:
            first = seat == self.dealer and not self.river and not self.melds[seat]
            self.ready[seat] = 2 if first and "heavenly" in self.flow else 1
        self.hands[seat].remove(tile)
        self.river.append([seat, tile, False])
        self.kong_draw, self.kong_discard, self.eighth, self.barred = False, self.kong_draw, False, False
        self.drawn = None
        return tile

    def answer(self, seat, tile):
        """To the opponent's discard; the seat has drawn or claimed afterwards, and its turn comes."""
        hand = self.hands[seat]
        while True:
            name, _ = yield from self.ask("answer", seat, self.answers(seat, tile), tile)
            if name == "win":
                self.win(seat, tile, "discard")
            elif name == "double":
                self.decline(seat)
            else:
                break
        self.kong_discard = False
        if name == "pass":
            yield from self.next_draw(seat)
            return seat
        self.river[-1][2], self.barred = True, False
        if name in ("pung", "kong"):
            own = 2 + (name == "kong")
            for _ in range(own):
                hand.remove(tile)
            self.melds[seat].append(Meld(name, [tile] * (own + 1), 2))
        else:
            place = ("chow_low", "chow_middle", "chow_high").index(name)
            low = int(tile[0]) - place
            tiles = [f"{rank}{tile[1]}" for rank in range(low, low + 3)]
            for one in tiles:
                if one != tile:
                    hand.remove(one)
            self.melds[seat].append(Meld("chow", tiles, place + 1))
        if name == "kong":
            self.kongs.append((seat, 1 + (tile in DEAR)))
            yield from self.draw(seat, kong=True)
        elif not self.wall:
            self.last_claimed = True
        return seat

    def next_draw(self, seat):
        if not self.wall:
            raise Over
        if "twelve" not in self.flow or len(self.wall) > 12:
            yield from self.draw(seat)
            return
        for last in (seat, 1 - seat):
            yield from self.draw(last)
            if (yield from self.ask("last", last, {PASS} | self.wins(last, self.drawn))) == WIN:
                self.win(last, self.drawn, "self_draw")
        raise Over

    # ---- What is legal -----------------------------------------------------------------------------------------------

    def complete(self, tiles, seat):
        return is_complete(tiles, self.melds[seat], "pairs" in self.flow)

    def waiting(self, tiles, seat):
        """For at least one kind not wholly in one's own hand and melds."""
        own = list(tiles) + [tile for meld in self.melds[seat] for tile in meld.tiles]
        return any(own.count(kind) < 4 and self.complete([*tiles, kind], seat) for kind in self.kinds)

    def words(self):
        """What a hand that wins may do; nothing where this win has been declined."""
        if self.barred:
            return set()
        return {WIN, DOUBLE} if "declining" in self.flow else {WIN}

    def wins(self, seat, tile, by="self_draw"):
        """`tile`: drawn and in the hand, or the opponent's."""
        if not self.complete(self.hands[seat] + [tile] * (by != "self_draw"), seat):
            return set()
        return self.words() if self.enough is None or self.enough(self.written(seat, tile, by)) else set()

    def may_kong(self):
        return len(self.wall) > (12 if "twelve" in self.flow else 0)

    def own_turn(self, seat):
        hand, melds, claimed = self.hands[seat], self.melds[seat], self.drawn is None
        legal = set()
        if not claimed:
            legal |= self.wins(seat, self.drawn)
            if "eight" in self.flow and self.eighth and len(self.flowers[seat]) == 8:
                legal |= self.words()
            if self.ready[seat]:
                return legal | {("discard", self.drawn)}
        legal |= {("discard", tile) for tile in hand}
        if "ready" in self.flow and not self.last_claimed:
            for tile in set(hand):
                rest = list(hand)
                rest.remove(tile)
                if self.waiting(rest, seat):
                    legal.add(("ready", tile))
        if claimed:
            return legal
        if self.may_kong():
            legal |= {("concealed_kong", tile) for tile in hand if hand.count(tile) == 4}
            pungs = [meld.tiles[0] for meld in melds if meld.sort == "pung"]
            legal |= {("added_kong", tile) for tile in hand if tile in pungs}
        if "dealt" in self.flow and seat not in [who for who, *_ in self.river]:
            legal |= self.dealt_melds(seat)
        return legal

    def dealt_melds(self, seat):
        """旋风杠 and 喜杠 of tiles that were dealt and are still there."""
        left = list(self.dealt[seat])
        for meld in self.melds[seat]:
            if meld.sort == "dealt":
                for tile in meld.tiles:
                    left.remove(tile)
        there = {tile for tile in left if tile in self.hands[seat]}
        return {
            (name, None)
            for name, tiles in DEALT.items()
            if set(tiles.split()) <= there and (name != "dealt_winds" or self.may_kong())
        }

    def answers(self, seat, tile):
        """Win, kong, pung, chow, pass; when the wall is empty only a win (table72: one more claim)."""
        hand, legal = self.hands[seat], {PASS}
        if "discard_wins" in self.flow:
            legal |= self.wins(seat, tile, "discard")
        over = not self.wall and ("last_claim" not in self.flow or self.last_claimed)
        if self.ready[seat] or over or "claims" not in self.flow:
            return legal
        if hand.count(tile) >= 2:
            legal.add(("pung", None))
        if hand.count(tile) == 3 and self.may_kong():
            legal.add(("kong", None))
        if len(tile) == 2:
            rank, suit = int(tile[0]), tile[1]
            for word, low in (("chow_low", rank), ("chow_middle", rank - 1), ("chow_high", rank - 2)):
                others = [f"{r}{suit}" for r in range(low, low + 3) if r != rank]
                if 1 <= low <= 7 and all(other in hand for other in others):
                    legal.add((word, None))
        return legal

    # ---- The end, and what is seen -----------------------------------------------------------------------------------

    def face_up(self, tile):
        """Copies that lie face up: discards, melded sets, indicators; no concealed kong, no hand that is seen."""
        melded = [one for melds in self.melds for meld in melds if meld.sort != "concealed" for one in meld.tiles]
        return [one for _, one, taken in self.river if not taken].count(tile) + (melded + self.indicators).count(tile)

    def written(self, seat, tile, by):
        """The text of the hand that a win would be."""
        hand, drawn = list(self.hands[seat]), by in ("self_draw", "flowers")
        if drawn:
            hand.remove(tile)
        melded, thrown = any(self.melds[0] + self.melds[1]), seat in [who for who, *_ in self.river]
        words = {
            "ready": self.ready[seat],
            "flower_win": "eight" in self.flow and self.eighth and len(self.flowers[seat]) == 8 and drawn,
            "heavenly_hand": drawn and seat == self.dealer and not self.river and not self.melds[seat],
            "earthly_hand": drawn and seat != self.dealer and self.draws[seat] == 1 and not melded and not thrown,
            "humanly_hand": by == "discard" and seat != self.dealer and len(self.river) == 1 and not melded,
            "heavenly_ready": self.ready[seat] == 2,
            "dealer": seat == self.dealer,
            "kong_discard": by == "discard" and self.kong_discard,
        }
        bits = (
            drawn,
            self.face_up(tile) == (4 if by == "discard" else 3),  # a discard lies face up itself
            not self.wall and by != "robbed_kong",
            by == "robbed_kong" or (drawn and self.kong_draw),
        )
        flowers = "".join(self.flowers[seat])
        if "indicators" in self.flow:
            tiles = [*hand, tile, *(one for meld in self.melds[seat] for one in meld.tiles)]
            flowers = sum(tiles.count(indicator) for indicator in self.indicators) or ""
        return (
            "".join(map(str, self.melds[seat])) + "".join(hand) + tile
            + f"|E{'E' if seat == self.dealer else 'W'}" + "".join(str(int(bit)) for bit in bits)
            + f"|{flowers}|" + ",".join(word for word, holds in words.items() if holds)
        )  # fmt: skip

    def win(self, seat, tile, by):
        self.text = self.written(seat, tile, by)
        if by in ("discard", "robbed_kong"):
            self.hands[seat].append(tile)
        if by == "discard":
            self.river[-1][2] = True
        if by == "robbed_kong":
            self.hands[1 - seat].remove(tile)
        raise Over(seat, by, tile)

    def seen(self, seat):
        """What the player may see, as an `Observation` names it."""
        other, asked = 1 - seat, self.seat == seat
        sees = self.open[other] or ("sees" in self.flow and self.ready[seat] > 0)

        def melds(whose):
            hidden = whose == other and not sees and self.phase != "over"
            return tuple("(????)" if hidden and meld.sort == "concealed" else str(meld) for meld in self.melds[whose])

        def hand(whose):
            return tuple(sorted(self.hands[whose], key=PLACE))

        turn = self.phase in (("turn", "last") if asked else ("rob",))
        turn |= self.phase == "heavenly" and seat == self.dealer
        return {
            "seat": seat,
            "dealer": self.dealer,
            "hand": hand(seat),
            "drawn": self.drawn if turn else None,
            "opponent": hand(other) if sees else None,
            "hand_sizes": (len(self.hands[0]), len(self.hands[1])),
            "melds": (melds(0), melds(1)),
            "discards": tuple((who, tile, taken) for who, tile, taken in self.river),
            "wall": len(self.wall),
            "indicators": tuple(self.indicators),
            "flowers": tuple("".join(sorted(flowers)) for flowers in self.flowers),
            "open": tuple(self.open),
            "doubled": tuple(map(bool, self.doubled)),
            "declined": tuple(self.declined),
            "ready": tuple(self.ready),
            "tile": self.tile if asked else None,
        }

    def paid(self, name, total, balances, base):
        """What each player and the house gain, for the winner's total (points after the cap, steps)."""
        money, house, winner = list(balances), 0, self.winner

        def pay(payer, payee, amount, most=None):
            amount = min(amount, money[payer], amount if most is None else most)
            money[payer] -= amount
            money[payee] += amount
            return amount

        if winner is not None:
            won = total * base
            stakes = None
            if name.startswith("duel64"):
                won *= 4 ** sum(self.open) * 2 ** sum(self.doubled) * (2 if self.ready[winner] else 1)
                stakes = min(balances)
            elif name.startswith("duel72"):
                won *= 2 ** self.declined[winner]
            elif name.startswith("table72"):
                stakes = min(balances)
            elif name.startswith("three144"):
                won *= 3 if self.by in ("self_draw", "flowers") and self.win_tile not in tuple(FLOWERS) else 1
            elif name.startswith("dongbei136"):
                won = base * 2**total
            won = pay(1 - winner, winner, won, stakes)
            if name.startswith("table72"):  # 5 % of what is gained, whole chips
                house = won * 5 // 100
                money[winner] -= house
        if name.startswith("dongbei136"):
            for seat, units in self.kongs:
                pay(1 - seat, seat, units * base)
        return tuple(now - before for now, before in zip(money, balances, strict=True)), house
