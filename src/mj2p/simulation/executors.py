"""Parts of a run, played by an executor: what goes wrong outside a part costs time, not the run.

A part sends back its rows or, as a value, the error that it raised. So whatever comes out of a future as an exception
is the executor's own (a worker died, its result was lost, it was cancelled), and the part is played again.
"""

from __future__ import annotations

import pickle
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import suppress
from typing import Any

from ..errors import ExecutorError
from ..play.gamerows import Rows

__all__ = ["EVERY", "TRIES", "Part", "Played", "ask"]

Part = tuple[int, int]
Played = Generator[tuple[Part, Rows], None, None]
Play = Callable[[int, int], Rows]

#: Seconds between two looks at what threads and executors have done.
EVERY = 0.1
#: How often a part is given to an executor before the run is given up.
TRIES = 5
#: The end of every message of an `ExecutorError`.
KEPT = "What was finished is kept if the run has a path: the same call goes on from there, with any executor."


def ask(executor: Executor, play: Play, parts: Iterable[Part], tell: Callable[[], None], at_once: int) -> Played:
    """Have parts played, so many at a time, and hand on what comes back, in any order.

    What a part raises is raised here. What the executor itself does wrong is mended by asking again, `TRIES` times for
    a part; an `ExecutorError` says that this did not help, or that the executor takes nothing more.
    """
    executor = _Dask.over(executor)
    asked: dict[Future[Any], Part] = {}
    lost: Counter[Part] = Counter()
    left, again = iter(parts), list[Part]()
    try:
        while True:
            while len(asked) < at_once and (part := again.pop() if again else next(left, None)) is not None:
                asked[_submit(executor, play, part)] = part
            if not asked:
                return
            done, _ = wait(asked, timeout=EVERY, return_when=FIRST_COMPLETED)
            tell()
            if not done and isinstance(executor, _Dask):
                executor.check()
            for future in done:
                part = asked.pop(future)
                wrong = CancelledError("it was cancelled") if future.cancelled() else future.exception()
                if wrong is None:
                    came = future.result()
                    if isinstance(came, _Raised):
                        raise came.error
                    yield part, came
                    continue
                if isinstance(wrong, BrokenExecutor):
                    raise _no_more(wrong) from wrong
                lost[part] += 1
                if lost[part] == TRIES:
                    raise ExecutorError(
                        f"games {part[0]} to {part[1] - 1} were given to the executor {TRIES} times, and it did not "
                        f"have them played; the last time it said {_said(wrong)}. {KEPT}"
                    ) from wrong
                again.append(part)
    finally:
        for future in asked:
            future.cancel()


def _submit(executor: Executor, play: Play, part: Part) -> Future[Any]:
    try:
        return executor.submit(_outcome, play, *part)
    except ExecutorError:
        raise
    except Exception as error:
        raise _no_more(error) from error


def _no_more(error: BaseException) -> ExecutorError:
    return ExecutorError(f"the executor takes no more games: {_said(error)}. {KEPT}")


def _said(error: BaseException) -> str:
    return "".join(traceback.format_exception_only(error)).strip()


def _outcome(play: Play, start: int, stop: int) -> Rows | _Raised:
    """What comes of a part where it is played."""
    try:
        return play(start, stop)
    except BaseException as error:  # SystemExit too: it is the player's
        return _Raised(error)


class _Raised:
    """What a part raised, as a value. To another process it brings its traceback along, as a note.

    An error that cannot be pickled, or cannot be made again from what was pickled, becomes a RuntimeError of its words:
    it must not break a pool, or look like a fault of the executor.
    """

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __reduce__(self) -> tuple[Callable[..., _Raised], tuple[bytes, str, str]]:
        # cloudpickle is there where Dask is, and knows the classes of a notebook too
        dumps = getattr(sys.modules.get("cloudpickle"), "dumps", pickle.dumps)
        try:
            sent = dumps(self.error)
        except Exception:
            sent = b""
        return _arrived, (sent, _said(self.error), "".join(traceback.format_exception(self.error)))


def _arrived(sent: bytes, said: str, where: str) -> _Raised:
    try:
        error = pickle.loads(sent)
    except Exception:
        error = RuntimeError(said)
    error.add_note(f"where it was played:\n{where}")
    return _Raised(error)


class _Dask(Executor):
    """Dask's executor without its bridge from Dask's futures to those of the standard library.

    That bridge (distributed 2026.8, `cfexecutor._cascade_future`) reads a result and then its status. The status says
    "lost" if the worker has died in between, and the result is taken for an exception; and if the scheduler goes away
    in between, the future never ends at all.
    """

    def __init__(self, client: Any, options: dict[str, Any]) -> None:
        self.client, self.options = client, {**options, "pure": False}  # pure: asked again, a lost key is still lost
        self.patience = 2 * float(getattr(client, "_timeout", 30))

    @classmethod
    def over(cls, executor: Executor) -> Executor:
        """The executor, or this in front of its client where it is Dask's."""
        client = getattr(executor, "_client", None)  # there is no public way from the executor to its client
        if not type(executor).__module__.startswith("distributed.") or client is None:
            return executor
        return cls(client, getattr(executor, "_kwargs", {}))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.check()
        try:
            theirs = self.client.submit(fn, *args, **kwargs, **self.options)
        except Exception:
            self.check()
            raise
        ours: Future[Any] = Future()

        async def hand_on() -> None:
            try:
                came, wrong = await theirs, None
            except BaseException as error:
                came, wrong = None, error
            if ours.set_running_or_notify_cancel():
                if wrong is None:
                    ours.set_result(came)
                else:
                    ours.set_exception(wrong)

        def drop(ours: Future[Any]) -> None:
            if ours.cancelled():
                with suppress(Exception):  # the client may be gone, and its futures with it
                    theirs.cancel()

        ours.add_done_callback(drop)
        self.client.loop.add_callback(hand_on)
        return ours

    def check(self) -> None:
        """Return when the client has its scheduler; ExecutorError if that has gone away and does not come back.

        The client looks for it for its `timeout`, and closes then. It may also break at it and never close (distributed
        2026.8: something was submitted while it cancelled what had been), so it is given that time twice and no more.
        """
        began = time.monotonic()
        while (status := self.client.status) != "running":
            if status in ("closing", "closed") or time.monotonic() - began > self.patience:
                raise ExecutorError(
                    f"the Dask client is {status}: its scheduler went away and did not come back, "
                    f"or somebody closed it. {KEPT}"
                )
            time.sleep(EVERY)
