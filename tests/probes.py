"""What only a source tree builds (`MJ2P_PROBES` elsewhere): the engine's invariants, games by simple policies, walls.

`probe_of(rules)` plays many games with every invariant checked; `broken(game)` is 0, or the number of the invariant
that fails; `Lone` counts the chances of a lone hand by playing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import mj2p
from mj2p.play.state import flow_of

ENGINE: Any = import_module("mj2p.play._probe")
Lone: Any = import_module("mj2p.study._probe").Probe


def probe_of(rules: mj2p.RuleSet) -> Any:
    return flow_of(rules, ENGINE.Probe)


def broken(game: mj2p.Game) -> int:
    number: int = probe_of(game.rules).broken(game.position.raw())
    return number
