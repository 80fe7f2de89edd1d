"""The plies of a game, and the states between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.errors import EngineError, RecordError, quote
from saqqara_engine.game import ChanceOutcome, Options
from saqqara_engine.games import AnyGame


@dataclass(frozen=True, slots=True)
class PlyClock:
    """The time that a ply took and the time that its seat had left after it."""

    charged_ms: int
    left_ms: int


@dataclass(frozen=True, slots=True)
class Ply:
    """One action: its seat, notation and time, and whether autoplay chose it."""

    seat: int
    action: str
    clock: PlyClock | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Resampling:
    """A new draw, after `ply` plies, of everything that `seat` (None: the public) cannot see."""

    ply: int
    seat: int | None
    seed: str


@dataclass(frozen=True, slots=True)
class Beginning:
    """The start of a game that branches from the middle of another one."""

    seed: str
    plies: tuple[Ply, ...]
    resamplings: tuple[Resampling, ...]


Position: TypeAlias = tuple[object, tuple[ChanceOutcome, ...]]
"""A state, and the chance outcomes before the last resampling."""


def state_after(
    game: AnyGame,
    options: Options,
    seed: bytes,
    plies: Sequence[Ply],
    resamplings: Sequence[Resampling] = (),
) -> object:
    """Return the state after the plies, each of which is checked; raises `RecordError`."""
    *_, (state, _) = positions(game, options, seed, plies, resamplings)
    return state


def positions(
    game: AnyGame,
    options: Options,
    seed: bytes,
    plies: Sequence[Ply],
    resamplings: Sequence[Resampling],
) -> Iterator[Position]:
    """Yield the first position and the position after each ply, which is checked."""
    state: object = game.new_game(options, seed)
    earlier: tuple[ChanceOutcome, ...] = ()
    for number in range(len(plies) + 1):
        if number:
            state = _replay_ply(game, state, number - 1, plies[number - 1])
        for resampling in resamplings:
            if resampling.ply == number:
                earlier += game.chance(state)
                drawn = seed_of(resampling.seed, "resamplings.seed")
                state = game.sample(game.view(state, resampling.seat), drawn)
        yield state, earlier


def _replay_ply(game: AnyGame, state: object, number: int, ply: Ply) -> object:
    """Return the next state; raises `RecordError` for the wrong seat or an illegal action."""
    asked = game.to_act(state)
    if asked != ply.seat:
        fault = "the game is over" if asked is None else f"it is the turn of seat {asked}"
        raise RecordError(f"plies[{number}]: seat {ply.seat} acts, but {fault}.")
    try:
        action = game.parse_action(ply.action)
        return game.apply(state, action)
    except EngineError as error:
        raise RecordError(f"plies[{number}]: {error}") from error


def seed_of(text: str | None, place: str = "seed") -> bytes:
    """Return the bytes of a seed given in hex; raises `RecordError`."""
    if text is None:
        raise RecordError(
            f"{place}: the record is the public part of a running match. Fetch it again when"
            " the match is over."
        )
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", text):
        raise RecordError(
            f"{place}: must be {2 * SEED_BYTES} lower-case hexadecimal digits, not {quote(text)}."
        )
    return bytes.fromhex(text)
