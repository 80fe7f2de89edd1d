"""Many games at once in shared arrays, to train a network::

    games = VectorEnv("imhotep", {"players": 2}, count=64)
    batch = games.reset(seed=1)
    while training:
        batch = games.step(codes_for(batch.observations, batch.masks))

In game `i`, seat `seats[i]` acts next and `observations[i]` holds the features of its view. When a
game is over, a new one replaces it in the same step: `over[i]`, `rewards[i]` and `points[i]` belong
to the old game, everything else to the new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.learning import action_codes, observer
from saqqara_sdk.bots.turn import Action, State
from saqqara_sdk.gym.rewards import DENSE, reward_of

SEED_BYTES: Final = 32
LIMIT: Final = 4.0
"""The largest absolute value that spaces of observations allow; few features are larger."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The state of all games. The next step overwrites the arrays: copy what you keep."""

    observations: NDArray[np.float32]
    """The features of each game for the seat to act: games x features."""
    masks: NDArray[np.bool_]
    """The legal codes: games x codes."""
    seats: NDArray[np.int64]
    """The seat to act in each game."""
    rewards: NDArray[np.float32]
    """The rewards of the last step: games x seats."""
    over: NDArray[np.bool_]
    """Whether the last step ended the game, so that the other arrays show a new one."""
    points: NDArray[np.int64]
    """The final points of games that the last step ended, else zeros: games x seats."""

    @classmethod
    def empty(cls, count: int, features: int, codes: int, seats: int) -> Batch:
        """Return a batch of zeros."""
        return cls(
            observations=np.zeros((count, features), np.float32),
            masks=np.zeros((count, codes), np.bool_),
            seats=np.zeros(count, np.int64),
            rewards=np.zeros((count, seats), np.float32),
            over=np.zeros(count, np.bool_),
            points=np.zeros((count, seats), np.int64),
        )


class VectorEnv:
    """`count` games of one kind, stepped together."""

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        count: int = 64,
        rewards: str = "places",
        batch: Batch | None = None,
    ) -> None:
        if count < 1:
            raise ValueError(f"The number of games must be at least 1, not {count}.")
        self.rules: AnyGame = find_game(game)
        self.options = self.rules.parse_options(options or {})
        self.codes = action_codes(game, self.options)
        self.observer = observer(game, self.options)
        self.count = count
        self._reward = reward_of(rewards)
        self._is_dense = rewards == DENSE
        self._chance = Random()
        sizes = count, self.observer.size, self.codes.size, self.options.players
        self.batch = batch or Batch.empty(*sizes)
        """The state of all games, in the given arrays if there were any."""
        self._rows = [row.data.cast("B") for row in self.batch.observations]
        self._flat_masks = self.batch.masks.reshape(-1)
        self.reset()

    def reset(self, seed: int | str | None = None) -> Batch:
        """Start new games. A seed makes them and all later games reproducible."""
        if seed is not None:
            self._chance = Random(seed)
        self.states: list[State] = [self._new_game() for _ in range(self.count)]
        """The states of the games; see `clone` and `set_state`."""
        self._legal: list[Sequence[Action]] = [()] * self.count
        self.legal_codes: list[list[int]] = [[]] * self.count
        """The legal codes of each game."""
        self._nothing_happened()
        self._before = [self._worth(state) for state in self.states]
        self._look(range(self.count))
        return self.batch

    def step(
        self,
        codes: Sequence[int] | NDArray[np.integer],
        places: Sequence[int] | None = None,
    ) -> Batch:
        """Play one action in each game, or only in those at `places`.

        Raises `ValueError` for an illegal code, before any action is played.
        """
        places = range(self.count) if places is None else places
        chosen = self._actions(codes, places)
        self._nothing_happened()
        advance, to_act = self.rules.advance, self.rules.to_act
        for place, action in zip(places, chosen, strict=True):
            state = self.states[place]
            advance(state, action)
            if to_act(state) is None:
                self._end(place)
            elif self._is_dense:
                self._report_change(place)
        self._look(places)
        return self.batch

    def restart(self, place: int) -> None:
        """Replace one game by a new one."""
        self._start(place)
        self._look([place])

    def random_codes(self, chance: Random) -> list[int]:
        """Return a legal code for each game, chosen uniformly."""
        draw = chance.random
        return [legal[int(draw() * len(legal))] for legal in self.legal_codes]

    def clone(self, place: int) -> State:
        """Return an independent copy of one game's state."""
        state: State = self.rules.copy(self.states[place])
        return state

    def set_state(self, place: int, state: State) -> None:
        """Continue one game from a copy of a state with the same options."""
        if self.rules.to_act(state) is None:
            raise ValueError("The game is over. Set a state in which a seat has to act.")
        self.states[place] = self.rules.copy(state)
        self._before[place] = self._worth(state)
        self._look([place])

    def action(self, place: int, code: int) -> Action:
        """Return the action of a code in one game; raises `ValueError` if it is not legal."""
        if code not in self.legal_codes[place]:
            raise ValueError(f"Code {code} is not legal in game {place}. See its mask.")
        return self._legal[place][self.legal_codes[place].index(code)]

    def _actions(
        self, codes: Sequence[int] | NDArray[np.integer], places: Sequence[int]
    ) -> list[Action]:
        numbers = codes.tolist() if isinstance(codes, np.ndarray) else list(codes)
        if len(numbers) != len(places):
            raise ValueError(f"{len(places)} games need {len(places)} codes, not {len(numbers)}.")
        return [self.action(place, code) for place, code in zip(places, numbers, strict=True)]

    def _new_game(self) -> State:
        state: State = self.rules.new_game(self.options, self._chance.randbytes(SEED_BYTES))
        return state

    def _nothing_happened(self) -> None:
        self.batch.rewards.fill(0)
        self.batch.over[:] = False
        self.batch.points.fill(0)
        self.ended: dict[int, State] = {}
        """The final states of games that the last step ended."""

    def _start(self, place: int) -> None:
        self.states[place] = self._new_game()
        self._before[place] = self._worth(self.states[place])

    def _worth(self, state: State) -> list[float]:
        return self._reward(self.rules.scores(state)) if self._is_dense else []

    def _report_change(self, place: int) -> None:
        now = self._worth(self.states[place])
        self.batch.rewards[place] = np.subtract(now, self._before[place])
        self._before[place] = now

    def _end(self, place: int) -> None:
        scores = self.rules.scores(self.states[place])
        rewards = self._reward(scores)
        if self._is_dense:
            rewards = [now - was for now, was in zip(rewards, self._before[place], strict=True)]
        self.batch.rewards[place] = rewards
        self.batch.points[place] = [score.total for score in scores]
        self.batch.over[place] = True
        self.ended[place] = self.states[place]
        self._start(place)

    def _look(self, places: Sequence[int]) -> None:
        """Write seats, masks and observations of the games."""
        rules, codes_of, packed = self.rules, self.codes.codes, self.observer.packed
        rows, size = self._rows, self.codes.size
        seats, legal_places = [], []
        for place in places:
            state = self.states[place]
            seat = cast("int", rules.to_act(state))  # no game here is over
            legal = self._legal[place] = rules.legal_actions(state)
            codes = self.legal_codes[place] = codes_of(legal)
            rows[place][:] = packed(state, seat)
            seats.append(seat)
            first = place * size
            legal_places += [first + code for code in codes]
        self.batch.seats[places] = seats
        self.batch.masks[places] = False
        self._flat_masks[legal_places] = True
