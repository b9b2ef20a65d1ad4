"""Every argument of every public function, handed what it is not made for: one error, ours, that names the argument.

`CALLS` has a good call of each function, and says of each argument of which sort it is; `BAD` has what an argument of
that sort must refuse. The arguments are read from the signatures: one that is new and not listed here is a failure.
"""

import inspect
import io
import math
from importlib.util import find_spec

import numpy as np
import pytest

import mj2p
from mj2p.arguments import shown

HUGE = 10**5000
TEN = np.float64(10)
#: What is no text and no number, handed to what takes either.
NOTHING = (None, 2.9, object())

BAD = {
    # what counts: no float, even a whole one, no text, no bool, nothing out of range
    "count": (2.9, 1.0, math.nan, TEN, "1", None, True, np.True_, b"1", [1], -1),
    "count or None": (2.9, math.nan, TEN, "1", True, np.True_, [1], -1),
    "players": (2.9, math.nan, TEN, "1", None, True, b"1", [2.9], [-1], -1, HUGE),
    "slice": (2.9, math.nan, TEN, "1", None, True, [1]),
    "number": (2.9, math.nan, TEN, "1", None, True, [1], HUGE),
    "real": ("1", None, True, math.nan, [1], 1j),
    "seat": (2.9, math.nan, TEN, "0", None, True, [0], -1, 2, HUGE),
    "seat or None": (2.9, math.nan, TEN, "0", True, [0], -1, 2, HUGE),
    "flag": (0, 1, "no", "", None, 1.0, [], np.int8(1)),
    "word": (None, 0, "no such word", [], {}, b"gb"),
    "word or None": (0, "no such word", [], {}),
    "rules": (None, 0, "no such rules", b"duel64", ["duel64"]),
    "rules or None": (0, "no such rules", b"duel64", ["duel64"]),
    "hand": (None, 0, b"1m", ["1m"], "no hand"),
    "tile": (None, 2.9, "no tile", True, -1, 99, HUGE, ["1m"]),
    "tile or None": (2.9, "no tile", True, -1, 99, HUGE, ["1m"]),
    "tile or tiles": (None, 2.9, "no tile", True, -1, 99, HUGE, ["no tile"]),
    "beans": (None, 0, "text", [1], [1.5, 2], [True, 1], [-1, 1], [HUGE, 1]),
    "tiles": (None, 2.9, "no tiles", 7, [None], [2.9], [99]),
    "seen": (None, 2.9, "no tiles", 7, [None], {"1m": 1.5}, {"1m": math.nan}, {"1m": "1"}, {"1m": True}, {"1m": -1}),
    "wind": (None, 1.9, math.nan, "X", -1, 4, True, np.True_, HUGE, [0]),
    "flowers": (None, 2.9, math.nan, "x", -1, 1000, True, HUGE, [0]),
    "situation": (None, 2.9, "ready", True, -1, 1 << 60, [0]),
    "array": (None, 0, "text", [[1], [1, 2]], np.zeros((2, 2, 2), np.uint8), object()),
    "out": (0, "text", np.zeros(3, np.uint8), object()),
    "several": (None, 0, 2.9),
    "callback": (0, "text", object()),
    "path": (None, 2.9, "/no/such\0path"),
    "share": ("1/0", "1e100000000", "1e-100000000", None, True, math.nan, math.inf, -0.1, 1.1, HUGE, "x", "9" * 10**6),
    "balances": (None, 0, "text", [1], [1.5, 2], [True, 1], [-1, 1], [HUGE, 1], [1, 2, 3]),
    "balances or None": (0, "text", [1], [1.5, 2], [True, 1], [-1, 1], [HUGE, 1], [1, 2, 3]),
}
HAND, READY, RECORDS = "1112345678999m9m", "1112345678999m", mj2p.encode(["1112345678999m9m"])
COUNTS = np.frombuffer(bytes([3, 1, 1, 1, 1, 1, 1, 1, 4] + 7 * [0]), np.uint8)[None]


class Odd:
    """A player of one's own."""

    def choose(self, game):
        return game.actions[0]


#: Of a sort, the words by which a message may call the argument beside its own name.
CALLED = {"hand": "hand|tile", "tile": "tile", "tile or None": "tile", "tile or tiles": "tile",
          "tiles": "tile", "rules": "rule", "wind": "wind",
          "seen": "seen|tile|copies", "rules or None": "rule", "array": "counts|records|shape|dtype|u1|array",
          "path": "path|null byte", "balances": "balance", "balances or None": "balance"}  # fmt: skip
WINDS = {"round_wind": "wind", "seat_wind": "wind", "flowers": "flowers", "situation": "situation"}
SITUATIONS = {**dict.fromkeys([one.name.lower() for one in mj2p.Situation if one.name], "flag"), **WINDS}
HONORS = {"notation": "word", "honors": "word"}
GAME = mj2p.Game(seed=1)
LOG = GAME.log
SUMMARY = mj2p.simulate(4).summary()
RUN = mj2p.simulate(4)

#: function -> (how it is called, its good arguments, the sort of each).
CALLS = {
    "score": (mj2p.score, {"hand": HAND}, {"hand": "hand", "rules": "rules", **SITUATIONS}),
    "is_complete": (mj2p.is_complete, {"hand": HAND}, {"hand": "hand", "rules": "rules"}),
    "waits": (mj2p.waits, {"hand": READY}, {"hand": "hand", "rules": "rules", "seen": "seen"}),
    "distance": (mj2p.distance, {"hand": READY}, {"hand": "hand", "rules": "rules", "form": "word or None"}),
    "useful": (mj2p.useful, {"hand": READY},
               {"hand": "hand", "rules": "rules", "seen": "seen", "form": "word or None"}),
    "encode": (mj2p.encode, {"texts": [HAND]}, {"texts": "several", "rules": "rules", "errors": "word"}),
    "decode": (mj2p.decode, {"records": RECORDS}, {"records": "array", "rules": "rules"}),
    "score_batch": (mj2p.score_batch, {"records": RECORDS},
                    {"records": "array", "rules": "rules", "threads": "count", "out": "out", "counts": "flag"}),
    **{name: (getattr(mj2p, name), {"counts": COUNTS}, {"counts": "array", "rules": "rules or None"})
       for name in ("is_complete_batch", "distance_batch", "waits_batch", "useful_batch")},
    "hand_dtype": (mj2p.hand_dtype, {}, {"rules": "rules"}),
    "actions": (mj2p.actions, {}, {"rules": "rules"}),
    "example": (mj2p.example, {"fan": "清龙", "rules": "mcr"}, {"rules": "rules"}),
    "census": (mj2p.census, {"fans": False},
               {"rules": "rules", "fans": "flag", "threads": "count", "progress": "callback"}),
    "discards": (mj2p.discards, {"hand": HAND, "draws": 1},
                 {"hand": "hand", "rules": "rules", "seen": "seen", "draws": "count or None", "level": "word",
                  "aim": "word"}),
    "ready_advice": (mj2p.ready_advice, {"on": HAND}, {"on": "hand", "rules": "rules or None", "seen": "seen"}),
    "pair_odds": (mj2p.pair_odds, {"seen": 1, "concealed": 91, "players": 3},
                  {"seen": "count", "concealed": "count", "players": "players", "thrown": "share"}),
    "replay": (mj2p.replay, {"log": LOG}, {"log": "several", "rules": "rules or None"}),
    "settle": (mj2p.settle, {"items": [], "balances": (10, 10)},
               {"items": "several", "balances": "beans|balance", "base": "count", "fee": "count", "rake": "count",
                "limit": "word"}),
    "simulate": (mj2p.simulate, {"n": 2},
                 {"n": "count", "rules": "rules", "seed": "count", "players": "several", "threads": "count",
                  "executor": "callback", "duplicate": "flag", "progress": "callback", "balances": "balances or None",
                  "base": "count or None", "part": "count or None"}),
    "Hand.parse": (mj2p.Hand.parse, {"text": HAND}, {"text": "hand", "honors": "word"}),
    "Hand.of": (mj2p.Hand.of, {"concealed": READY},
                {"concealed": "tiles", "win": "tile or None", "melds": "several", **SITUATIONS}),
    "Hand.replace": (mj2p.Hand.parse(HAND).replace, {},
                     {"concealed": "tiles", "win": "tile or None", "melds": "several", **SITUATIONS}),
    "Hand.format": (mj2p.Hand.parse(HAND).format, {}, HONORS),
    "Hand.to_record": (mj2p.Hand.parse(HAND).to_record, {"nsuits": 1}, {"nsuits": "count", "flower_mask": "flag"}),
    "Hand.from_record": (mj2p.Hand.from_record, {"buffer": bytes(RECORDS), "nsuits": 1},
                         {"nsuits": "count", "flower_mask": "flag"}),
    "Meld.chow": (mj2p.Meld.chow, {"tiles": "123m"}, {"tiles": "tiles", "claimed": "count or None"}),
    "Meld.pung": (mj2p.Meld.pung, {"tiles": "E"}, {"tiles": "tile or tiles"}),
    "Meld.kong": (mj2p.Meld.kong, {"tiles": "E"}, {"tiles": "tile or tiles", "concealed": "flag", "added": "flag"}),
    "Meld.dealt": (mj2p.Meld.dealt, {"tiles": "ESWN"}, {"tiles": "tiles"}),
    "Meld.of_code": (mj2p.Meld.of_code, {"code": 1}, {"code": "count|byte"}),
    "Meld.parse": (mj2p.Meld.parse, {"text": "[123m]"}, {"honors": "word"}),
    "Meld.format": (mj2p.Meld.pung("E").format, {}, HONORS),
    "Log.since": (LOG.since, {"n": 0}, {"n": "slice"}),
    "Log.view": (LOG.view, {"seat": 0}, {"seat": "seat"}),
    "Simulation.read": (mj2p.Simulation.read, {"path": "x"}, {"path": "path"}),
    "Simulation.summary": (RUN.summary, {}, {"cap": "count or None"}),
    "Simulation.to_parquet": (RUN.to_parquet, {"path": "x"}, {"path": "path"}),
    "Census.at_least": (mj2p.census(fans=True).at_least, {"total": 1}, {"total": "real"}),
    "rules.get": (mj2p.rules.get, {}, {"name": "rules"}),
    "rules.load": (mj2p.rules.load, {"path": "x"}, {"path": "path"}),
    "notations.kind_of": (mj2p.notations.kind_of, {"tile": "1m"},
                          {"tile": "tile", "honors": "word", "flowers": "flag"}),
    "notations.kinds_of": (mj2p.notations.kinds_of, {"tiles": "1m"},
                           {"tiles": "tiles", "honors": "word", "flowers": "flag"}),
    "notations.read_flowers": (mj2p.notations.read_flowers, {"flowers": 1}, {"flowers": "flowers"}),
    "notations.wind_of": (mj2p.notations.wind_of, {"value": 1}, {"value": "wind"}),
    "notations.write_tiles": (mj2p.notations.write_tiles, {"kinds": [1]}, HONORS),
    "tiles.name": (mj2p.tiles.name, {"kind": 1}, {"kind": "count"}),
    "tiles.tile_kinds": (mj2p.tiles.tile_kinds, {"nsuits": 1}, {"nsuits": "count"}),
    "catalogue.by_index": (mj2p.catalogue.by_index, {"index": 1}, {"index": "count"}),
    "batchgame.planes": (mj2p.batchgame.planes, {}, {"seats": "count"}),
    "gamerows.game_dtype": (mj2p.gamerows.game_dtype, {}, {"seats": "count"}),
    "match.rooms": (mj2p.match.rooms, {}, {"rules": "rules"}),
    "match.title": (mj2p.match.title, {"score": 1, "rules": "three144"}, {"score": "number", "rules": "rules"}),
    "players.BuiltIn": (mj2p.players.BuiltIn, {"name": "speed"},
                        {"name": "word|player", "seed": "count", "index": "count"}),
    "players.get": (mj2p.players.get, {"player": "speed"}, {"player": "word", "seed": "count", "index": "count"}),
    "players.register": (mj2p.players.register, {"name": "odd", "player": Odd()}, {"replace": "flag"}),
    "summary.compare": (mj2p.summary.compare, {"summaries": [SUMMARY]}, {"summaries": "several", "fans": "count"}),
    "summary.Summary.at_least": (SUMMARY.at_least, {"total": 1}, {"total": "real"}),
    "summary.Summary.quantile": (SUMMARY.quantile, {"share": 0.5}, {"share": "real"}),
}  # fmt: skip

if find_spec("matplotlib"):
    CALLS["DiscardTable.plot"] = mj2p.discards(HAND, draws=1).plot, {"target": io.BytesIO()}, {"best": "count"}
    CALLS["plotting.totals"] = (
        mj2p.plotting.totals, {"summaries": [SUMMARY], "path": io.BytesIO()}, {"most": "count"},
    )  # fmt: skip

#: Arguments that are no concern of this test, and why.
ELSEWHERE = {
    "example": {"fan"}, "catalogue.find": {"name"}, "catalogue.is_name": {"name"},  # a KeyError says what comes near
    "catalogue.unknown": {"name", "where", "guess"},  # words of messages
    "catalogue.Fan": ..., "catalogue.Series": ..., "notations.Notation": ...,  # rows of our own tables
    "match.Room": ..., "summary.FanShare": ..., "summary.PlayerSummary": ..., "summary.Summary": ...,  # what is told
    "rules.FanRule": ..., "rules.RuleSet": ..., "rules.check": {"path"},  # it lists what `load` raises
    "RuleSet.derive": ...,  # tests/rules: every value of every setting
    "Hand.to_record": {"name"}, "Hand.from_record": {"buffer"}, "Meld.parse": {"text"},  # tests/hands
    "players.register": {"name", "player"},  # tests/players
    "simulate": {"path"},  # made where it is not there
    "DiscardTable.plot": {"target"}, "plotting.totals": {"summaries", "path", "labels"},  # matplotlib's
    "plotting.win_chances": ..., "notations.write_tiles": {"kinds"}, "notations.wind_of": {"name"},
    "Game": ..., "Match": ..., "BatchGame": ..., "batchgame.BatchGame": ..., "match.Match": ..., "players.Player": ...,
    "players.BatchPlayer": ..., "Player": ..., "BatchPlayer": ...,  # tests/play, tests/players
    "texttable.html": ..., "texttable.lines": ..., "texttable.pad": ..., "texttable.width": ...,
    "texttable.printable": ...,  # texts alone
}  # fmt: skip
MODULES = ("rules", "notations", "tiles", "catalogue", "batchgame", "gamerows", "match", "players", "plotting",
           "summary", "texttable")  # fmt: skip
#: Classes of which objects are made by functions; what is told of them is read only.
TOLD = ("Action", "Census", "Discard", "DiscardTable", "Estimate", "Fan", "Hand", "Log", "Meld", "Observation",
        "PairOdds", "Result", "RuleSet", "Score", "Simulation", "Summary")  # fmt: skip


def functions(space, prefix=""):
    """Each public function, and each method of each public class, by its name."""
    for name in getattr(space, "__all__", dir(space)):
        found = getattr(space, name)
        if not str(getattr(found, "__module__", "")).startswith("mj2p") or not callable(found) or name.startswith("_"):
            continue
        if not inspect.isclass(found):
            yield f"{prefix}{name}", found
        elif not issubclass(found, int | BaseException):
            if name not in TOLD and (prefix or name in ("Game", "Match", "BatchGame")):
                yield f"{prefix}{name}", found
            if ELSEWHERE.get(f"{prefix}{name}") is not ... and (not prefix or name == "Summary"):
                for method, what in vars(found).items():
                    if not method.startswith("_") and (inspect.isfunction(what) or isinstance(what, classmethod)):
                        yield f"{prefix}{name}.{method}", getattr(found, method)


def every():
    there = [module for module in MODULES if module != "plotting" or find_spec("matplotlib")]
    return dict([*functions(mj2p), *(one for m in there for one in functions(getattr(mj2p, m), f"{m}."))])


def test_no_argument_is_left_out():
    """Of each public function each argument is listed above, and what is listed is there."""
    found = {}
    for name, function in every().items():
        if ELSEWHERE.get(name) is ...:
            continue
        given = {one for one in inspect.signature(function).parameters if one != "self"}
        if given & {"situations", "changes"}:
            given = given - {"situations", "changes"} | SITUATIONS.keys()
            given |= {"concealed", "win", "melds"} if name == "Hand.replace" else set()
        if name == "DiscardTable.plot" and not find_spec("matplotlib"):
            continue
        if left := given - ELSEWHERE.get(name, set()):
            found[name] = left
    assert found == {name: set(sorts) for name, (_, _, sorts) in CALLS.items() if "Summary." not in name}


@pytest.mark.parametrize(
    ("name", "argument"), [(name, argument) for name, (_, _, sorts) in CALLS.items() for argument in sorts]
)
def test_a_bad_argument_is_named(name, argument):
    call, good, sorts = CALLS[name]
    sort, _, alias = sorts[argument].partition("|")
    for bad in BAD[sort]:
        with pytest.raises((TypeError, ValueError, OSError)) as caught:
            call(**{**good, argument: bad})
            pytest.fail(f"{name}({argument}={shown(bad)}) was taken")
        said = str(caught.value).lower()
        names = (alias, argument.removesuffix("s"), *CALLED.get(sort, "").split("|"))
        assert any(one and one in said for one in names), f"{name}({argument}={shown(bad)}): {said[:200]}"
