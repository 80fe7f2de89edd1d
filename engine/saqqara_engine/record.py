"""A whole game as one value: what was agreed, what chance did, who did what, how it ended.

`engine/RECORD.md` documents the file, so that any language can check a game without our chance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from saqqara_engine import wire
from saqqara_engine.chance import SEED_BYTES, commitment
from saqqara_engine.choices import camel
from saqqara_engine.errors import EngineError, MalformedJson, RecordError, UnknownOption, quote
from saqqara_engine.game import ChanceOutcome, Json, Options, SeatScore, placements
from saqqara_engine.games import AnyGame, find_game

FORMAT = 1


@dataclass(frozen=True, slots=True)
class PlyClock:
    """What a ply cost its seat, and what the seat had left then."""

    charged_ms: int
    left_ms: int


@dataclass(frozen=True, slots=True)
class Ply:
    """One action: whose, its notation, its time, and whether autoplay chose it."""

    seat: int
    action: str
    clock: PlyClock | None = None
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A game; `seats` are the names of who played, `flagged` the seats whose time ran out.

    `house_values` are the register numbers of the house rules that were in play.

    While the game is unfinished, `scores` are those so far and `placements` is empty.
    """

    format: int
    game: str
    rules_version: str
    options: Mapping[str, Json]
    house_values: tuple[str, ...]
    match_id: str
    seats: tuple[str, ...]
    seed: str
    commitment: str
    chance: tuple[ChanceOutcome, ...]
    plies: tuple[Ply, ...]
    flagged: tuple[int, ...]
    scores: tuple[SeatScore, ...]
    placements: tuple[int, ...]


def record_of(
    game: AnyGame,
    options: Options,
    *,
    seed: bytes,
    match_id: str,
    seats: Sequence[str],
    plies: Sequence[Ply],
    flagged: Sequence[int] = (),
) -> Record:
    """The record of a game, whose plies are checked on the way; raises `RecordError`."""
    state = game.new_game(options, seed)
    for number, ply in enumerate(plies):
        state = _replay_ply(game, state, number, ply)
    scores = game.scores(state)
    return Record(
        format=FORMAT,
        game=game.name,
        rules_version=game.rules_version,
        options=options.to_json(),
        house_values=options.house_values,
        match_id=match_id,
        seats=tuple(seats),
        seed=seed.hex(),
        commitment=commitment(seed, match_id),
        chance=game.chance(state),
        plies=tuple(plies),
        flagged=tuple(flagged),
        scores=scores,
        placements=placements(scores, flagged) if game.is_over(state) else (),
    )


def _replay_ply(game: AnyGame, state: object, number: int, ply: Ply) -> object:
    """The next state, if the seat is asked and the action legal."""
    asked = game.to_act(state)
    if asked != ply.seat:
        raise RecordError(f"plies[{number}]: seat {ply.seat} acts, but seat {asked} is asked.")
    try:
        action = game.parse_action(ply.action)
        return game.apply(state, action)
    except EngineError as error:
        raise RecordError(f"plies[{number}]: {error}") from error


def to_json(record: Record) -> dict[str, Json]:
    """The record as JSON."""
    return wire.view_json(record)


def from_json(data: Json) -> Record:
    """The record that `to_json` wrote; it is not verified yet."""
    try:
        return wire.from_json(Record, data)
    except MalformedJson as error:
        raise RecordError(str(error)) from error


def verify(record: Record) -> None:
    """Plays the record again from its seed; raises `RecordError` naming the first contradiction."""
    _require("format", record.format, FORMAT)
    again = _play_again(record)
    for field in fields(Record):
        _compare(camel(field.name), getattr(record, field.name), getattr(again, field.name))


def _play_again(record: Record) -> Record:
    try:
        game = find_game(record.game)
        _require("rulesVersion", record.rules_version, game.rules_version)
        options: Options = game.parse_options(record.options)
    except UnknownOption as error:
        raise RecordError(f"game or options: {error}") from error
    _require("number of seats", len(record.seats), options.players)
    for seat in record.flagged:
        if seat not in range(options.players):
            raise RecordError(f"flagged: there is no seat {seat}.")
    return record_of(
        game,
        options,
        seed=_seed(record.seed),
        match_id=record.match_id,
        seats=record.seats,
        plies=record.plies,
        flagged=record.flagged,
    )


def _seed(text: str) -> bytes:
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", text):
        raise RecordError(f"seed: {2 * SEED_BYTES} digits in small hex, not {quote(text)}.")
    return bytes.fromhex(text)


def _require(place: str, told: object, wanted: object) -> None:
    if told != wanted:
        raise RecordError(f"{place}: this checks {wanted!r}, not {quote(told)}.")


def _compare(place: str, told: object, true: object) -> None:
    if told == true:
        return
    if isinstance(told, tuple) and isinstance(true, tuple) and len(told) == len(true):
        for number, (one, other) in enumerate(zip(told, true, strict=True)):
            _compare(f"{place}[{number}]", one, other)
    raise RecordError(f"{place}: the record says {quote(told)}, but replaying gives {quote(true)}.")
