"""Every error of the package goes through pickle and copy with all it says, as a pool of processes needs it."""

import copy
import pickle

import pytest

import mj2p
from mj2p import errors


def _raise(error: Exception) -> None:
    raise error


RAISED = {
    "ExecutorError": lambda: _raise(errors.ExecutorError("games 0 to 9 were not played")),
    "NotFound": lambda: _raise(errors.NotFound("no hand that waits")),
    "InvalidHand": lambda: mj2p.score("[123m"),
    "NotComplete": lambda: mj2p.score("1234m5678mEESSWN"),
    "IllegalAction": lambda: mj2p.Game(seed=1).step(10**6),
    "InvalidLog": lambda: mj2p.replay("{}"),
    "RuleSetError": lambda: mj2p.rules.get("duel64").derive(values={"清龙": -1}),
}


@pytest.mark.parametrize("name", errors.__all__)
def test_errors_pickle_and_copy(name: str) -> None:
    with pytest.raises(getattr(errors, name)) as caught:
        RAISED[name]()
    error = caught.value
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error) and vars(again) == vars(error)
