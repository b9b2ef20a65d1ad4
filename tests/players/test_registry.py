"""Players of one's own by name: registered, or imported as module:object; wherever a name is taken."""

from __future__ import annotations

import os
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest

import mj2p
from mj2p import Game, players
from mj2p.play.batchgame import BatchGame
from mj2p.players import registry


class Careful:
    """Passes, or throws the first tile there is."""

    def choose(self, game: Game) -> object:
        return game.actions[0]


class Many:
    def choose_batch(self, batch: BatchGame) -> object:
        return np.argmax(batch.mask, axis=1)


MINE = """
    made = []

    class Careful:
        def __init__(self):
            made.append(self)
        def choose(self, game):
            return game.actions[0]

    class Tuned:
        best = Careful()

    class Many:
        def choose_batch(self, batch):
            return batch.mask.argmax(axis=1)

    careful, nobody = Careful(), 5
"""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    monkeypatch.setattr(registry, "_REGISTERED", {})


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with modules of players, not yet among those that Python looks into."""
    (tmp_path / "mine.py").write_text(textwrap.dedent(MINE), encoding="utf-8")
    (tmp_path / "lacking.py").write_text("import surely_not_there\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in ("mine", "lacking"):
        sys.modules.pop(name, None)


# ---- Names -----------------------------------------------------------------------------------------------------------


def test_registered_names_come_behind_the_built_in_ones() -> None:
    built_in = players.names()
    players.register("many", Many())
    players.register("careful", Careful())
    assert players.names() == (*built_in, "many", "careful")


def test_a_registered_player_is_the_object_and_of_a_class_each_gets_one() -> None:
    careful = Careful()
    players.register("careful", careful)
    assert players.get("careful") is careful is players.get(careful)
    players.register("new", Careful)
    assert isinstance(players.get("new"), Careful) and players.get("new") is not players.get("new")


def test_a_name_is_given_once_unless_it_is_said_to_be_replaced() -> None:
    first, second = Careful(), Careful()
    players.register("careful", first)
    with pytest.raises(ValueError, match=r"there is a player 'careful' already \(random, .*careful\)"):
        players.register("careful", second)
    assert players.get("careful") is first
    players.register("careful", second, replace=True)
    assert players.get("careful") is second and players.names().count("careful") == 1
    for name in ("speed", "random"):
        with pytest.raises(ValueError, match=f"there is a player '{name}' already"):
            players.register(name, first, replace=True)


@pytest.mark.parametrize("name", ["", " ", "a:b", "a,b", " a", "a\n"])
def test_what_no_player_can_be_called(name: str) -> None:
    with pytest.raises(ValueError, match="no player can be called"):
        players.register(name, Careful())


def test_what_cannot_be_registered() -> None:
    for wrong in (5, "speed", None, object, dict):
        with pytest.raises(TypeError, match="is no player: one has a method"):
            players.register("wrong", wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a text"):
        players.register(5, Careful())  # type: ignore[arg-type]


# ---- What a name stands for ------------------------------------------------------------------------------------------


def test_an_imported_player(mine: Path) -> None:
    sys.path.insert(0, str(mine))
    import mine as module  # type: ignore[import-not-found]

    assert players.get("mine:careful") is module.careful
    assert players.get("mine:Tuned.best") is module.Tuned.best
    made = len(module.made)
    assert isinstance(players.get("mine:Careful"), module.Careful) and len(module.made) == made + 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sped", "no player 'sped': did you mean 'speed'"),
        ("carefull", "did you mean 'careful'.*careful, or your own as module:object"),
        ("mine:carful", "mine has no 'carful': did you mean 'careful'"),
        ("mine:Tuned.worst", r"mine\.Tuned has no 'worst'"),
        ("mine:nobody", "5 is no player: one has a method"),
        ("mine:Tuned", "is no player: one has a method"),
        ("mine:Many", "chooses for many games at once"),
        ("theirs:careful", "there is no module 'theirs'"),
        ("mine.deeper:careful", "there is no module 'mine.deeper'"),
        ("mine:", "a player of your own is module:object"),
        (":careful", "a player of your own is module:object"),
        ("mine:a:b", "a player of your own is module:object"),
        (".mine:careful", "a player of your own is module:object"),
    ],
)
def test_names_that_nobody_has(mine: Path, name: str, said: str) -> None:
    sys.path.insert(0, str(mine))
    players.register("careful", Careful())
    with pytest.raises(ValueError, match=said):
        players.get(name)


def test_what_a_module_lacks_is_its_own_error(mine: Path) -> None:
    sys.path.insert(0, str(mine))
    with pytest.raises(ModuleNotFoundError, match="surely_not_there"):
        players.get("lacking:careful")


def test_batches_take_the_built_in_ones_alone() -> None:
    """`BatchGame` is below the players: only what is compiled can choose in it."""
    players.register("careful", Careful())
    batch = BatchGame(2)
    with pytest.raises(ValueError, match=r"no built-in player is called 'careful' \(random, "):
        batch.choose("careful")


# ---- Where a name is taken -------------------------------------------------------------------------------------------


def test_simulate_takes_names_and_calls_players_by_them(mine: Path) -> None:
    sys.path.insert(0, str(mine))
    players.register("kept", Careful())
    players.register("many", Many)
    plain = mj2p.simulate(20, players=(Careful(), "random"), seed=3)
    for name in ("kept", "many", "mine:careful", "mine:Many"):
        named = mj2p.simulate(20, players=(name, "random"), seed=3, threads=2, part=7)
        assert named.rows.tobytes() == plain.rows.tobytes()
        assert named.players == (name, "random") == tuple(one.name for one in named.summary().players)


def test_other_processes_are_sent_the_player_itself() -> None:
    """They know nothing of its name: they import the class, as of any object that is pickled."""
    players.register("kept", Careful())
    here = mj2p.simulate(8, players=("kept", "random"), seed=3)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert mj2p.simulate(8, players=("kept", "random"), seed=3, executor=pool, part=4) == here


def test_the_command_line_takes_them(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module may lie where one stands."""
    pytest.importorskip("click")
    from click.testing import CliRunner

    from mj2p.cli.app import cli

    monkeypatch.chdir(mine)
    assert str(mine) not in sys.path

    def run(*arguments: str, code: int = 0, **more: object) -> str:
        done = CliRunner().invoke(cli, [*arguments], **more)  # type: ignore[arg-type]
        assert done.exit_code == code, done.output
        return str(done.output)

    assert "no module 'theirs'" in run("sim", "10", "--players", "theirs:careful,random", code=1)
    said = run("sim", "10", "--players", "mine:careful, random")
    assert said.startswith("duel64: mine:careful v random, 10 games") and os.getcwd() in sys.path
    players.register("kept", Careful())
    assert "duel64: kept v mine:Careful, 5 walls" in run("duel", "kept", "mine:Careful", "--pairs", "5")
    assert "you leave" in run("play", "--seed", "7", "--against", "mine:careful", input="q\n")
    assert "no player 'sped': did you mean 'speed'" in run("play", "--against", "sped", code=1)
    assert "chooses for many games at once" in run("play", "--against", "mine:Many", code=1)
