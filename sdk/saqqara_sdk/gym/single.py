"""Gymnasium environments for one seat; bots or policies play the others.

    import gymnasium

    import saqqara_sdk.gym.single  # registers the environments

    gymnasium.make("saqqara/Duel-v1", opponents=[GreedyBot])
    gymnasium.make_vec("saqqara/Imhotep-v1", num_envs=64, options={"players": 3})

An observation holds the features of the seat's view, and `action_mask` in `info` the legal codes. A
step ends at the seat's next decision, or when the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from saqqara_engine.game import Json, placements
from saqqara_sdk.bots.bot import AnyBot, MatchInfo
from saqqara_sdk.bots.turn import State
from saqqara_sdk.gym import vector
from saqqara_sdk.gym.infos import Info, Infos, final_info
from saqqara_sdk.gym.opponents import Codes, Match, Opponent, Policy, SeatedBot

try:
    from gymnasium import Env, register
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(
        "The environments need Gymnasium. Run pip install '.[gym]' in a checkout."
    ) from error

Rows = NDArray[np.float32]
Settings = dict[str, object]


class SingleVectorEnv(VectorEnv):
    """Games side by side, each against `opponents`, who sit clockwise from the learner.

    An opponent is the class of a bot, or a policy, which chooses in all games that wait for it at
    once. If there are more seats than opponents, opponents are used again; without opponents, the
    others choose at random. Without `seat` each game draws one. An illegal code ends the game with
    `illegal_reward`. A new game replaces a finished one in the same step.
    """

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        num_envs: int = 64,
        opponents: Sequence[Opponent] = (),
        seat: int | None = None,
        rewards: str = "places",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.games = vector.VectorEnv(game, options, count=num_envs, rewards=rewards)
        """The games, with `clone` and hidden information."""
        self._players = self.games.options.players
        if seat is not None and not 0 <= seat < self._players:
            raise ValueError(f"A seat must be a number from 0 to {self._players - 1}, not {seat}.")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"There is no render mode {render_mode!r}. Use ansi.")
        self.num_envs, self.render_mode, self._game = num_envs, render_mode, game
        limit, features = vector.LIMIT, self.games.observer.size
        self.single_observation_space = Box(-limit, limit, (features,), np.float32)
        self.single_action_space = Discrete(self.games.codes.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents = [self._chooser(one) for one in opponents] or [self._random_codes]
        self._has_bots = any(isinstance(one, type) for one in opponents)
        self._seat, self._illegal_reward = seat, illegal_reward
        self._places = np.arange(num_envs)
        self.seats = np.zeros(num_envs, np.int64)
        """The learner's seat in each game."""
        self._rewards = np.zeros(num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: Settings | None = None
    ) -> tuple[Rows, Infos]:
        """Start new games. A seed makes them and all later games reproducible."""
        super().reset(seed=seed, options=options)
        self._chance = Random(int(self.np_random.integers(1 << 62)))
        self._clear()
        self.games.reset(self._chance.getrandbits(62))
        self._started = 0
        self._matches = [self._new_match(place) for place in range(self.num_envs)]
        self._play_others()
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play a code in each game, then the opponents up to the seat's next decision."""
        self._clear()
        codes, offers = np.asarray(actions).tolist(), self.games.legal_codes
        legal = [place for place, code in enumerate(codes) if code in offers[place]]
        for place in sorted(set(range(self.num_envs)).difference(legal)):
            self._forfeit(place)
        self._play(legal, [codes[place] for place in legal])
        self._play_others()
        over = self._over.copy()
        return self._observations(), self._rewards.copy(), over, np.zeros_like(over), self._infos()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal codes of each game."""
        return self.games.batch.masks.copy()

    def set_state(self, place: int, state: State) -> None:
        """Continue one game from a state; the opponents play up to the seat's next decision.

        Raises `ValueError` if they end the game before it, and starts another one.
        """
        self._clear()
        self.games.set_state(place, state)
        self._matches[place] = Match(self._matches[place].name)
        self._play_others()
        if self._over[place]:
            raise ValueError("The opponents end this game before the learner's next decision.")

    def render(self) -> tuple[str, ...] | None:
        """Return the public views of the games as text; None without a render mode."""
        if self.render_mode is None:
            return None
        rules = self.games.rules
        return tuple(rules.draw(rules.view(state, None)) for state in self.games.states)

    def _clear(self) -> None:
        self._rewards.fill(0)
        self._over.fill(0)
        self.ended: dict[int, State] = {}
        """The last states of the games that the last step ended."""
        self._final: Infos = {}

    def _observations(self) -> Rows:
        return self.games.batch.observations.clip(-vector.LIMIT, vector.LIMIT)

    def _infos(self) -> Infos:
        masks = self.games.batch.masks.astype(np.int8)
        infos: Infos = {"action_mask": masks, "_action_mask": np.ones_like(self._over)}
        infos.update(self._final)
        return infos

    def _chooser(self, opponent: Opponent) -> Callable[[list[int]], Codes]:
        if isinstance(opponent, type):
            return partial(self._bot_codes, opponent)
        return partial(self._policy_codes, opponent)

    def _policy_codes(self, policy: Policy, places: list[int]) -> Codes:
        rows = self.games.batch.observations[places].clip(-vector.LIMIT, vector.LIMIT)
        return policy(rows, self.games.batch.masks[places])

    def _random_codes(self, places: list[int]) -> Codes:
        offers = [self.games.legal_codes[place] for place in places]
        return [legal[int(self._chance.random() * len(legal))] for legal in offers]

    def _bot_codes(self, bot: type[AnyBot], places: list[int]) -> Codes:
        games, actions = self.games, []
        for place in places:
            seat, match = int(games.batch.seats[place]), self._matches[place]
            if seat not in match.bots:
                info = MatchInfo(match.name, self._game, seat, self._players)
                chance = Random(self._chance.getrandbits(62))
                match.bots[seat] = SeatedBot(bot, games.rules, info, chance)
            actions.append(match.bots[seat].choose(games.states[place], match.events))
        return games.codes.codes(actions)

    def _play_others(self) -> None:
        """Let each opponent choose in all games that wait for it until none does."""
        seats, number = self.games.batch.seats, len(self._opponents)
        while (waiting := np.flatnonzero(seats != self.seats)).size:
            theirs = ((seats[waiting] - self.seats[waiting]) % self._players - 1) % number
            for one, choose in enumerate(self._opponents):
                if places := waiting[theirs == one].tolist():
                    self._play(places, choose(places))

    def _play(self, places: list[int], codes: Codes) -> None:
        """Play codes in some games, and add up the learner's rewards of games that go on."""
        games = self.games
        if self._has_bots:
            for place, code in zip(places, codes, strict=True):
                seat, action = int(games.batch.seats[place]), games.action(place, int(code))
                self._matches[place].record(seat, action)
        games.step(codes, places)
        self._rewards += np.where(self._over, 0, games.batch.rewards[self._places, self.seats])
        for place, state in games.ended.items():
            self._finish(place, state)

    def _finish(self, place: int, state: State) -> None:
        rules, seat, match = self.games.rules, int(self.seats[place]), self._matches[place]
        self.ended[place] = state
        for bot in match.bots.values():
            bot.end(state, match.events)
        row = np.frombuffer(self.games.observer.packed(state, seat), np.float32)
        scores = rules.scores(state)
        info: Info = {"points": scores[seat].total, "place": placements(scores)[seat]}
        self._end(place, row, info)

    def _forfeit(self, place: int) -> None:
        self._rewards[place] = self._illegal_reward
        self.ended[place] = self.games.states[place]
        self._end(place, self.games.batch.observations[place], {})
        self.games.restart(place)

    def _end(self, place: int, row: Rows, info: Info) -> None:
        """Report the end of a game as Gymnasium wants it, and seat the learner in the next."""
        self._over[place] = True
        info["action_mask"] = np.zeros(self.games.codes.size, np.int8)
        ended = {"final_obs": row.clip(-vector.LIMIT, vector.LIMIT), "final_info": info}
        self._final = self._add_info(self._final, ended, place)
        self._matches[place] = self._new_match(place)

    def _new_match(self, place: int) -> Match:
        """Seat the learner."""
        drawn = self._chance.randrange(self._players)
        self.seats[place] = drawn if self._seat is None else self._seat
        self._started += 1
        return Match(f"match {self._started}")


class SingleEnv(Env):
    """A series of single games, otherwise like `SingleVectorEnv`."""

    metadata: ClassVar[dict[str, object]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str = "imhotep",
        options: Mapping[str, Json] | None = None,
        *,
        opponents: Sequence[Opponent] = (),
        seat: int | None = None,
        rewards: str = "places",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
    ) -> None:
        self.envs = SingleVectorEnv(
            game,
            options,
            num_envs=1,
            opponents=opponents,
            seat=seat,
            rewards=rewards,
            illegal_reward=illegal_reward,
            render_mode=render_mode,
        )
        """The vector of one game."""
        self.render_mode = render_mode
        self.observation_space = self.envs.single_observation_space
        self.action_space = self.envs.single_action_space

    def reset(
        self, *, seed: int | None = None, options: Settings | None = None
    ) -> tuple[Rows, Info]:
        """Start a game and play the opponents up to the seat's first decision."""
        super().reset(seed=seed, options=options)
        seen, _ = self.envs.reset(seed=int(self.np_random.integers(1 << 62)))
        return seen[0], {"action_mask": self.action_masks().astype(np.int8)}

    def step(self, action: int) -> tuple[Rows, float, bool, bool, Info]:
        """Play a code, then the opponents up to the seat's next decision."""
        seen, rewards, over, _, infos = self.envs.step(np.array([action]))
        if over[0]:
            row: Rows = infos["final_obs"][0]
            return row, float(rewards[0]), True, False, final_info(infos, 0)
        return seen[0], float(rewards[0]), False, False, {"action_mask": infos["action_mask"][0]}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal codes; sb3-contrib calls this method."""
        mask: NDArray[np.bool_] = self.envs.action_masks()[0]
        return mask & (0 not in self.envs.ended)

    def render(self) -> str | None:
        """Return the public view of the game as text; None without a render mode."""
        rules = self.envs.games.rules
        return None if self.render_mode is None else rules.draw(rules.view(self._state, None))

    def clone(self) -> State:
        """Return a copy of the state, hidden information included."""
        state: State = self.envs.games.rules.copy(self._state)
        return state

    @property
    def _state(self) -> State:
        """The state, or the last one of a game that is over."""
        return self.envs.ended.get(0, self.envs.games.states[0])

    def set_state(self, state: State) -> None:
        """Continue from a state; the opponents play up to the seat's next decision."""
        self.envs.set_state(0, state)


for _name, _game in (("Imhotep", "imhotep"), ("Duel", "duel")):
    register(
        f"saqqara/{_name}-v1",
        entry_point=f"{__name__}:SingleEnv",
        vector_entry_point=f"{__name__}:SingleVectorEnv",
        kwargs={"game": _game},
    )
