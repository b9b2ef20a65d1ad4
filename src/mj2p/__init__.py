"""mj2p: two-player mahjong (二人麻将), scored exactly and fast.

    import mj2p
    print(mj2p.score("1112345678999m9m|EE0000||"))        # one hand, by the 54 fans of `duel64`
    mj2p.score_batch(mj2p.encode(texts), threads=2)        # many, as numpy arrays

Hands and texts: `Hand`, `Meld`, `Situation`. One hand: `score`, `is_complete`, `waits`, `distance`. Many: `encode`,
`decode`, `score_batch`, `is_complete_batch`, `waits_batch`, `distance_batch`. Rule sets: `rules`.
Sections that docstrings name (rulebook 3.5) are those of docs/rulebook.md.
A hand of play: `Game`, `Action`, `actions`; who plays it: `players`, `Player`; money: `settle`. Many games:
`simulate`, `BatchGame`. Study: `census`, `pair_odds`. Tiles and how they are written: `tiles`, `notations`; columns of
text: `texttable`.
"""

import sys
from typing import TYPE_CHECKING

from . import rules
from . import texttable as texttable
from ._version import __version__ as __version__
from .codes import CANNOT_WIN, Situation, Status, Wait
from .errors import ExecutorError, IllegalAction, InvalidHand, InvalidLog, NotComplete, NotFound, RuleSetError
from .hands import notations as notations
from .hands import tiles as tiles
from .hands.hand import Hand, Meld
from .rules import catalogue as catalogue
from .rules.catalogue import Fan
from .rules.ruleset import RuleSet
from .scoring.asking import distance, is_complete, score, useful, waits
from .scoring.batch import (
    SCORE_DTYPE,
    decode,
    distance_batch,
    encode,
    hand_dtype,
    is_complete_batch,
    score_batch,
    useful_batch,
    waits_batch,
)
from .scoring.result import Score

if TYPE_CHECKING:
    from . import players
    from .play import batchgame as batchgame
    from .play import gamerows as gamerows
    from .play import match as match
    from .play.action import Action, actions
    from .play.batchgame import BatchGame
    from .play.codes import Act, EndedBy, Phase
    from .play.game import Game
    from .play.log import Log
    from .play.match import Match
    from .play.observation import Observation
    from .play.replay import replay
    from .play.result import Result
    from .play.settlement import settle
    from .players import BatchPlayer, Player
    from .scoring.examples import example
    from .simulation import summary as summary
    from .simulation.estimate import Estimate
    from .simulation.run import Simulation, simulate
    from .study import plotting as plotting
    from .study.advice import ready_advice
    from .study.discarding import Discard, DiscardTable, discards
    from .study.handcensus import Census, census
    from .study.pairodds import PairOdds, pair_odds

# The documents name it, and it is loaded anyway.
sys.modules[f"{__name__}.catalogue"] = catalogue

# Play and study are imported when they are first asked for: who only scores hands does not wait for them.
_LATER = {
    name: module
    for module, names in {
        "play.action": "Action actions",
        "play.batchgame": "BatchGame",
        "play.codes": "Act EndedBy Phase",
        "play.game": "Game",
        "play.log": "Log",
        "play.match": "Match",
        "play.observation": "Observation",
        "play.replay": "replay",
        "play.result": "Result",
        "play.settlement": "settle",
        "players": "Player BatchPlayer",
        "scoring.examples": "example",
        "simulation.estimate": "Estimate",
        "simulation.run": "Simulation simulate",
        "study.advice": "ready_advice",
        "study.discarding": "Discard DiscardTable discards",
        "study.handcensus": "Census census",
        "study.pairodds": "PairOdds pair_odds",
    }.items()
    for name in names.split()
}
#: Modules that the documents speak of by their names.
_MODULES = {
    "batchgame": "play.batchgame", "gamerows": "play.gamerows", "match": "play.match", "players": "players",
    "plotting": "study.plotting", "summary": "simulation.summary",
}  # fmt: skip

if not TYPE_CHECKING:  # a type checker would take any name for one that is there

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name in _LATER:
            found: object = getattr(import_module(f".{_LATER[name]}", __name__), name)
        elif name in _MODULES:
            found = import_module(f".{_MODULES[name]}", __name__)
        else:
            raise AttributeError(f"module 'mj2p' has no attribute {name!r}")
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_MODULES})


__all__ = [
    "CANNOT_WIN",
    "SCORE_DTYPE",
    "Act",
    "Action",
    "BatchGame",
    "BatchPlayer",
    "Census",
    "Discard",
    "DiscardTable",
    "EndedBy",
    "Estimate",
    "ExecutorError",
    "Fan",
    "Game",
    "Hand",
    "IllegalAction",
    "InvalidHand",
    "InvalidLog",
    "Log",
    "Match",
    "Meld",
    "NotComplete",
    "NotFound",
    "Observation",
    "PairOdds",
    "Phase",
    "Player",
    "Result",
    "RuleSet",
    "RuleSetError",
    "Score",
    "Simulation",
    "Situation",
    "Status",
    "Wait",
    "actions",
    "census",
    "decode",
    "discards",
    "distance",
    "distance_batch",
    "encode",
    "example",
    "hand_dtype",
    "is_complete",
    "is_complete_batch",
    "pair_odds",
    "players",
    "ready_advice",
    "replay",
    "rules",
    "score",
    "score_batch",
    "settle",
    "simulate",
    "useful",
    "useful_batch",
    "waits",
    "waits_batch",
]
