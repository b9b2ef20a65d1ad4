"""mj2p: two-player mahjong (二人麻将), scored exactly and fast.

    import mj2p
    print(mj2p.score("1112345678999m9m|EE0000||"))        # one hand, by the 54 fans of `duel64`
    mj2p.score_batch(mj2p.encode(texts), threads=2)        # many, as numpy arrays

Hands and texts: `Hand`, `Meld`, `Situation`. One hand: `score`, `is_complete`, `waits`, `distance`. Many: `encode`,
`decode`, `score_batch`, `is_complete_batch`, `waits_batch`, `distance_batch`. Rule sets: `rules`.
Sections that docstrings name (rulebook 3.5) are those of docs/rulebook.md.
A hand of play: `Game`, `Action`, `actions`; who plays it: `players`, `Player`; money: `settle`. Many games:
`simulate`, `BatchGame`. Study: `census`, `pair_odds`.
"""

from typing import TYPE_CHECKING

from . import rules
from .batch import (
    SCORE_DTYPE,
    Status,
    decode,
    distance_batch,
    encode,
    hand_dtype,
    is_complete_batch,
    score_batch,
    useful_batch,
    waits_batch,
)
from .catalogue import Fan
from .errors import IllegalAction, InvalidHand, InvalidLog, NotComplete, RuleSetError
from .hand import Hand, Meld, Situation
from .ruleset import RuleSet
from .scoring import Score, distance, is_complete, score, useful, waits

if TYPE_CHECKING:
    from . import players
    from .action import Action, actions
    from .advice import ready_advice
    from .analysis import Discard, DiscardTable, discards
    from .batchgame import BatchGame
    from .counting import Census, PairOdds, census, pair_odds
    from .game import Game, Result
    from .log import Log, replay
    from .match import Match
    from .observation import Observation
    from .players import Player
    from .playing import BatchPlayer
    from .settlement import settle
    from .simulation import Simulation, simulate

# Play and study are imported when they are first asked for: who only scores hands does not wait for them.
_LATER = {
    "Action": "action", "actions": "action", "Census": "counting", "PairOdds": "counting", "census": "counting",
    "pair_odds": "counting", "Discard": "analysis", "DiscardTable": "analysis", "discards": "analysis",
    "Game": "game", "Result": "game", "Log": "log", "replay": "log",
    "ready_advice": "advice", "Match": "match", "Observation": "observation", "settle": "settlement",
    "Simulation": "simulation", "simulate": "simulation",
    "Player": "players", "players": "players", "BatchGame": "batchgame",
    "BatchPlayer": "playing",
    # modules that the documents speak of by their names
    "batchgame": "batchgame", "gamerows": "gamerows", "match": "match", "plotting": "plotting", "summary": "summary",
}

if not TYPE_CHECKING:  # a type checker would take any name for one that is there

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'mj2p' has no attribute {name!r}")
        from importlib import import_module

        module = import_module(f".{_LATER[name]}", __name__)
        found: object = module if name == _LATER[name] else getattr(module, name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__version__ = "0.1.0"

__all__ = [
    "SCORE_DTYPE",
    "Action",
    "BatchGame",
    "BatchPlayer",
    "Census",
    "Discard",
    "DiscardTable",
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
    "Observation",
    "PairOdds",
    "Player",
    "Result",
    "RuleSet",
    "RuleSetError",
    "Score",
    "Simulation",
    "Situation",
    "Status",
    "actions",
    "census",
    "decode",
    "discards",
    "distance",
    "distance_batch",
    "encode",
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
