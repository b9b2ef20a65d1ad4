"""Executors that lose parts, break, or are shut: parts are played again; what cannot be mended is one clear error."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ClassVar

import pytest

import mj2p
from mj2p import Game, simulate
from mj2p.simulation.executors import TRIES

TWO = ("random", "random")


class Careless(Executor):
    """Plays what it is given, at once; `loses(times)` says what a future raises when its part is given that often."""

    def __init__(self, loses: Callable[[tuple[Any, ...], int], BaseException | None]) -> None:
        self.loses, self.given = loses, Counter[tuple[Any, ...]]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        part, future = args[-2:], Future[Any]()
        self.given[part] += 1
        lost = self.loses(part, self.given[part])
        if isinstance(lost, CancelledError):
            future.cancel()
            future.set_running_or_notify_cancel()
        elif lost is not None:
            future.set_exception(lost)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize(
    "lost",
    [ValueError("too many values to unpack (expected 3)"), OSError("gone"), CancelledError(), KeyboardInterrupt()],
    ids=lambda lost: type(lost).__name__,
)
def test_a_part_that_is_lost_is_played_again(lost: BaseException) -> None:
    one = simulate(100, players=TWO, seed=4)
    careless = Careless(lambda part, times: lost if times < TRIES and part[0] % 20 == 0 else None)
    assert simulate(100, players=TWO, seed=4, executor=careless, part=10) == one
    assert careless.given == {(at, at + 10): TRIES if at % 20 == 0 else 1 for at in range(0, 100, 10)}


def test_a_part_that_is_always_lost_ends_the_run(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    careless = Careless(lambda part, times: OSError("no route to host") if part[0] == 40 else None)
    run: dict[str, Any] = {"n": 100, "players": TWO, "seed": 4, "part": 10, "path": tmp_path}
    with pytest.raises(mj2p.ExecutorError, match=f"games 40 to 49 .* {TRIES} times.* OSError: no route to h") as error:
        simulate(**run, executor=careless)
    assert isinstance(error.value.__cause__, OSError)
    assert careless.given[40, 50] == TRIES
    assert len(list(tmp_path.iterdir())) == 9  # all but the part that was lost
    assert simulate(**run) == simulate(100, players=TWO, seed=4)


class Breaks:
    """A player whose error is an object that it was given."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, game: Game) -> object:
        raise self.error


class Odd(Exception):
    """Can be pickled, and not made again from that."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} is not {two}")


class BreaksOddly:
    def choose(self, game: Game) -> object:
        raise Odd(1, 2)


def test_what_a_player_raises_is_not_played_again() -> None:
    for error in (ZeroDivisionError("mine"), KeyError("a"), SystemExit(3), CancelledError()):
        careless = Careless(lambda part, times: None)
        with pytest.raises(type(error)) as raised:
            simulate(100, players=("random", Breaks(error)), executor=careless, part=10)
        assert raised.value is error
        assert set(careless.given.values()) == {1}


class BreaksOnce:
    """Breaks in its first game; in any other it waits until that has been heard."""

    def __init__(self) -> None:
        self.games, self.heard = list[Game](), threading.Event()

    def choose(self, game: Game) -> object:
        if game not in self.games:
            self.games.append(game)
        if len(self.games) == 1:
            raise ZeroDivisionError("mine")
        assert self.heard.wait(60)
        return game.actions[0]


def test_after_an_error_nothing_more_is_begun() -> None:
    player = BreaksOnce()
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(ZeroDivisionError):
            simulate(100, players=("random", player), executor=pool, part=1)
        player.heard.set()
    assert len(player.games) <= 2  # one may have begun before the error was heard


def test_errors_of_players_in_other_processes() -> None:
    """They keep their kind and say where they were raised; one that does not come through says its words."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(KeyError, match="mine") as error:
            simulate(20, players=("random", Breaks(KeyError("mine"))), executor=pool, part=5)
        assert "in choose\n    raise self.error" in error.value.__notes__[0]
        with pytest.raises(mj2p.IllegalAction, match=r"game 0, decision \d+ of Says: "):
            simulate(20, players=("random", Says(149)), executor=pool, part=20)
        with pytest.raises(RuntimeError, match="Odd: 1 is not 2"):
            simulate(20, players=("random", BreaksOddly()), executor=pool, part=5)
        assert len(simulate(20, players=TWO, executor=pool, part=5)) == 20  # the pool is whole


class Kills:
    """Ends the process that plays it, once there are some files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def choose(self, game: Game) -> object:
        if len(list(self.folder.iterdir())) >= 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return game.actions[0]


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_a_broken_pool_is_one_clear_error(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    run: dict[str, Any] = {"n": 500, "players": ("random", Kills(tmp_path)), "seed": 4, "part": 1, "path": tmp_path}
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(mj2p.ExecutorError, match=r"no more games: .*BrokenProcessPool: .*is kept if the run"):
            simulate(**run, executor=pool)
        kept = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        assert 3 <= len(kept) < 500
        with pytest.raises(mj2p.ExecutorError, match=r"no more games: .*BrokenProcessPool"):
            simulate(**run, executor=pool)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == kept


def test_a_pool_that_is_shut_takes_no_more() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(mj2p.ExecutorError, match="takes no more games: RuntimeError: cannot schedule new futures"):
        simulate(10, players=TWO, executor=pool)


def test_a_player_that_cannot_be_sent_is_named() -> None:
    lock = threading.Lock()
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(TypeError, match=r"player Holds cannot be sent.*cannot pickle '_thread\.lock' object"),
    ):
        simulate(10, players=("random", Holds(lock)), executor=pool)


class Says:
    """Always the same action."""

    def __init__(self, action: object) -> None:
        self.action = action

    def choose(self, game: Game) -> object:
        return self.action


class Holds(Says):
    pass


def test_after_an_error_nothing_further_is_played() -> None:
    """What waits is cancelled, also where it is the caller's own `progress` that raises."""

    class Noting(ThreadPoolExecutor):
        asked: ClassVar[list[Future[Any]]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.asked.append(super().submit(fn, *args, **kwargs))
            return self.asked[-1]

    def stop(done: int, of: int) -> None:
        raise ZeroDivisionError

    with Noting(1) as pool:
        with pytest.raises(ZeroDivisionError):
            simulate(10_000, "table72", players=("speed", "speed"), executor=pool, part=100, progress=stop)
        assert len(pool.asked) == 100
        assert all(future.cancelled() or future.running() or future.done() for future in pool.asked)
        assert sum(future.cancelled() for future in pool.asked) > 90
