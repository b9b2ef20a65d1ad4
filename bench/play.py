"""Random games: the instructions of a decision in each rule set, and the speed beside riichienv.

riichienv 0.4 is the engine that somebody who wants fast mahjong from Python would take: four-player riichi, written in
Rust, called from Python decision by decision. Its players here choose at random among what is legal, as ours do; one
game of it is one hand. Rates are decisions a second, so that the length of a game does not matter.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable

import numpy as np
from riichienv import RiichiEnv  # type: ignore[import-untyped]

import mj2p
from mj2p.play import _probe  # type: ignore[attr-defined]  # a source tree alone has it
from mj2p.play.gamerows import GAME_DTYPE
from mj2p.play.state import flow_of

#: Every rule set that is played.
RULES = tuple(name for name in mj2p.rules.names() if mj2p.rules.get(name).play["players"])
FEW, MANY = 100, 600  # games under callgrind


def row(rules: str) -> str:
    """The name of a rule set's row among the figures."""
    return f"play_{rules}"


def engine(rules: str, n: int, seed: int = 0) -> int:
    """Play so many games in the engine; the decisions taken."""
    return int(flow_of(mj2p.rules.get(rules), _probe.Probe).play_many(seed, 0, n, 0, 0)[2])


def from_python(rules: str, n: int, seed: int = 0) -> int:
    """The same through `Game`, a call a decision."""
    rng, decisions = random.Random(seed), 0
    for index in range(n):
        game = mj2p.Game(rules, seed, index=index)
        while not game.over:
            game.step(rng.choice(game.actions))
            decisions += 1
    return decisions


def simulated(player: str, n: int, seed: int = 0) -> int:
    """Whole games of `duel64` between a player and itself, with everything that is noted of them."""
    return int(mj2p.simulate(n, players=(player, player), seed=seed).decisions.sum())


_BATCHES: dict[str, tuple[mj2p.BatchGame, np.random.Generator]] = {}


def stepped(what: str, n: int, seed: int = 0) -> int:
    """So many steps of 4,096 games of `duel64` by actions from `sample`, with what "observed" says looked at first."""
    if what not in _BATCHES:
        _BATCHES[what] = mj2p.BatchGame(4096, seed=seed), np.random.default_rng(seed)
    batch, rng = _BATCHES[what]
    for _ in range(n):
        if what == "observed":
            batch.observe()
        batch.step(batch.sample(rng))
    return n * len(batch)


def riichienv(n: int, seed: int = 0) -> int:
    """Hands of riichienv, without its log."""
    rng, decisions = random.Random(seed), 0
    for index in range(n):
        env = RiichiEnv(game_mode="4p-red-single", seed=seed + index, skip_mjai_logging=True)
        asked = env.reset()
        while not env.done():
            decisions += len(asked)
            asked = env.step({seat: rng.choice(seen.legal_actions()) for seat, seen in asked.items()})
    return decisions


def rows(player: str, n: int) -> int:
    """`simulated` in one call of the core."""
    code, out = mj2p.players.BuiltIn(player).code, np.zeros(n, GAME_DTYPE)
    flow_of(mj2p.rules.get("duel64")).simulate((code, code), 0, 0, n, out.view(np.uint8).reshape(n, -1))
    return int(out["decisions"].sum())


#: What is counted: row of the figures -> function counted (instructions.py has its place), what calls it, with what.
COUNTED: dict[str, tuple[str, Callable[[str, int], int], str]] = {
    **{row(name): ("play_many", engine, name) for name in RULES},
    "simulate_random": ("simulate", rows, "random"),
    "simulate_speed": ("simulate", rows, "speed"),
}


if __name__ == "__main__":  # under callgrind
    for name in sys.argv[1:]:
        for games in (FEW, MANY):
            COUNTED[name][1](COUNTED[name][2], games)
