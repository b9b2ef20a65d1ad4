"""The list of tests/mutations.toml fits the tree: `make mutate` makes the changes, here each is only looked for."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import mutate  # noqa: E402

LISTED = mutate.mutations()


@cache
def named_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}


@pytest.mark.parametrize("mutation", LISTED, ids=[one.id for one in LISTED])
def test_a_change_finds_its_text_and_its_test(mutation):
    assert mutation.changed(ROOT)
    for test in mutation.tests:
        path, _, name = test.partition("::")
        assert not name or name.split("[")[0] in named_in(path)


def test_a_text_that_is_gone_is_an_error():
    gone = mutate.Mutation("gone", "play/game.py", "no such text", "", "tests/play/test_play.py", "")
    with pytest.raises(ValueError, match=r"src/mj2p/play/game\.py has the text before 0 times, not once"):
        gone.changed(ROOT)
