"""State machines: whatever is done to a game, a match or a batch in whatever order, copies, records and sums agree."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from probes import broken
from rule_sets import PLAYED

import mj2p
from mj2p import BatchGame, Game, IllegalAction, Match

SEEDS = st.integers(0, 2**64 - 1)
ANY = st.integers(0, 2**16)


class GameMachine(RuleBasedStateMachine):
    """One game; beside it the copy that was taken last, with what has been done since."""

    @initialize(rules=st.sampled_from(PLAYED), seed=SEEDS)
    def begin(self, rules: str, seed: int) -> None:
        self.game = Game(rules, seed)
        self.before, self.since = self.game.copy(), list[int]()

    @precondition(lambda self: not self.game.over)
    @rule(which=ANY, times=st.integers(1, 30))
    def step(self, which: int, times: int) -> None:
        for at in range(times):
            if not self.game.over:
                legal = self.game.actions
                action = legal[(which + 7 * at) % len(legal)]
                assert self.game.verify(action) is None
                self.game.step(action)
                self.since.append(int(action))

    @rule(action=st.integers(-1, 400))
    def step_at_a_venture(self, action: int) -> None:
        """What is not legal changes nothing."""
        if action not in map(int, self.game.actions):
            was = self.game.copy()
            with pytest.raises(IllegalAction):
                self.game.step(action)
            assert self.game == was

    @rule(way=st.sampled_from([Game.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]))
    def copied(self, way: object) -> None:
        assert callable(way)
        other = way(self.game)
        assert other == self.game and other.history == self.game.history
        self.game, self.before, self.since = other, self.game, []

    @rule()
    def taken_again(self) -> None:
        """The same actions from the copy lead to the same game."""
        again = self.before.copy()
        for action in self.since:
            again.take(action)
        assert again == self.game

    @rule()
    def replayed(self) -> None:
        assert mj2p.replay(self.game.log) == self.game

    @precondition(lambda self: not self.game.over and self.game.rules.play["leaving"] == "caretaker")
    @rule(seat=st.integers(0, 1))
    def leave(self, seat: int) -> None:
        self.game.leave(seat)
        self.since.append(-1 - seat)

    @invariant()
    def sound(self) -> None:
        assert broken(self.game) == 0
        asked = {seat: self.game.observation(seat) for seat in range(len(self.game.balances))}
        assert [seat for seat, seen in asked.items() if seen.actions] == [self.game.seat] * (not self.game.over)
        if self.game.over:
            result = self.game.result
            assert result is not None and sum(result.deltas) + result.house == 0


class MatchMachine(RuleBasedStateMachine):
    """A match with a clock: time goes on, hands end, players leave; a decision never gets more time than it had."""

    @initialize(rules=st.sampled_from(PLAYED), seed=SEEDS, hands=st.integers(1, 3))
    def begin(self, rules: str, seed: int, hands: int) -> None:
        self.match = Match(mj2p.rules.get(rules).derive(seconds=20), seed=seed, hands=hands)
        self.now, self.game = 0.0, None
        self.asked: tuple[object, float] | None = None

    @precondition(lambda self: not self.match.over and (self.game is None or self.game.over))
    @rule()
    def next_hand(self) -> None:
        if self.game is not None:
            result = self.match.close()
            assert result == self.match.results[-1] and sum(result.deltas) + result.house == 0
        self.game = None if self.match.over else self.match.deal()

    @precondition(lambda self: self.game is not None and not self.game.over)
    @rule(which=ANY, times=st.integers(1, 60))
    def step(self, which: int, times: int) -> None:
        assert self.game is not None
        for at in range(times):
            if not self.game.over:
                self.game.step(self.game.actions[(which + at) % len(self.game.actions)])

    @rule(seconds=st.sampled_from([0.0, 1.0, 7.0, 19.0, 21.0]))
    def tick(self, seconds: float) -> None:
        self.now += seconds
        moment = None if self.game is None or self.game.over else self.game.moment
        left = self.match.time_left(self.now)
        if moment is None or left is None:
            self.asked = None
        else:
            if self.asked is not None and self.asked[0] == moment:
                assert left <= self.asked[1]
            self.asked = moment, left
        answered = self.match.tick(self.now)
        assert answered is None or (left is not None and left <= 0)

    @rule()
    def replayed(self) -> None:
        again = Match.replay(self.match.log, self.match.rules)
        assert again == self.match or self.game is not None  # of a hand that is over, `close` is left to the caller
        assert self.match.copy() == self.match


class BatchMachine(RuleBasedStateMachine):
    """Some games stepped together, each beside the same game alone."""

    @initialize(rules=st.sampled_from(PLAYED), seed=st.integers(0, 2**32), n=st.integers(1, 5))
    def begin(self, rules: str, seed: int, n: int) -> None:
        self.batch = BatchGame(n, rules, seed)
        self.alone = [Game(rules, seed, index=index) for index in range(n)]
        self.rng = np.random.default_rng(seed)

    @rule(times=st.integers(1, 40))
    def step(self, times: int) -> None:
        for _ in range(times):
            chosen = self.batch.sample(self.rng)
            for game, action in zip(self.alone, chosen.tolist(), strict=True):
                game.step(action)
            self.batch.step(chosen)
            for row, game in enumerate(self.alone):
                assert self.batch.done[row] == game.over
                if game.over:
                    assert game.result is not None and tuple(self.batch.rewards[row]) == game.result.deltas
                    self.alone[row] = self.batch.game(row)

    @rule()
    def illegal(self) -> None:
        """An illegal action is marked, and its game stays as it was."""
        assert self.batch.step(np.full(len(self.batch), -1)) == len(self.batch) and self.batch.illegal.all()

    @invariant()
    def same(self) -> None:
        for row, game in enumerate(self.alone):
            assert self.batch.game(row).position.raw() == game.position.raw()
            assert self.batch.seat[row] == game.seat
            assert np.array_equal(self.batch.mask[row].astype(bool), game.mask.astype(bool))


FEW = settings(max_examples=15, stateful_step_count=12)
TestGame = GameMachine.TestCase
TestGame.settings = FEW
TestMatch = MatchMachine.TestCase
TestMatch.settings = FEW
TestBatch = BatchMachine.TestCase
TestBatch.settings = FEW
