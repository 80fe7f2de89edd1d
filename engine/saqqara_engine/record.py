"""A whole game as one value: what was agreed, what chance did, who did what, how it ended.

`engine/RECORD.md` documents the file, so that any language can check a game without our chance.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from saqqara_engine import wire
from saqqara_engine.chance import SEED_BYTES, commitment
from saqqara_engine.choices import camel
from saqqara_engine.differences import demand_equal
from saqqara_engine.endings import ending_of, is_decided
from saqqara_engine.errors import EngineError, MalformedJson, RecordError, UnknownOption, quote
from saqqara_engine.game import ChanceOutcome, Json, Options, SeatScore, placements
from saqqara_engine.games import AnyGame, find_game

FORMAT = 1
"""Changes whenever a reader of the documented file could misread it."""

_NOT_DIGESTED = "digest"


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
class Origin:
    """The match in whose middle a game began, which gave it the seed and the first `ply` plies.

    With a `resampling_seed` what `seat` (None: the public) did not see then was drawn anew.
    """

    match_id: str
    ply: int
    seat: int | None = None
    resampling_seed: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A game; `seats` are the names of who played, `flagged` those whose time ran out.

    `house_values` are the register numbers of the house rules that were in play. `digest` is over
    all other fields, for what replaying cannot tell: names, clocks, who was played by autoplay.

    `ending` is None while the match is not over; its public part has no seed. Where the game was
    not played out, `scores` are those so far; `placements` are empty unless the ending decides.
    """

    format: int
    game: str
    rules_version: str
    options: Mapping[str, Json]
    house_values: tuple[str, ...]
    match_id: str
    origin: Origin | None
    seats: tuple[str, ...]
    seed: str | None
    commitment: str
    chance: tuple[ChanceOutcome, ...]
    plies: tuple[Ply, ...]
    flagged: tuple[int, ...]
    resigned: tuple[int, ...]
    ending: str | None
    scores: tuple[SeatScore, ...]
    placements: tuple[int, ...]
    digest: str


def record_of(
    game: AnyGame,
    options: Options,
    *,
    seed: bytes,
    match_id: str,
    seats: Sequence[str],
    plies: Sequence[Ply],
    flagged: Sequence[int] = (),
    resigned: Sequence[int] = (),
    ending: str | None = None,
    origin: Origin | None = None,
) -> Record:
    """The record of a game, whose plies are checked on the way; raises `RecordError`.

    An `ending` is only needed for a match that ended before its game did.
    """
    *_, (state, earlier) = _positions(game, options, seed, plies, origin)
    scores, gone = game.scores(state), {*flagged, *resigned}
    reason = ending_of(ending, is_over=game.is_over(state))
    has_places = is_decided(reason, flagged, resigned, options.players)
    undigested = Record(
        format=FORMAT,
        game=game.name,
        rules_version=game.rules_version,
        options=options.to_json(),
        house_values=options.house_values,
        match_id=match_id,
        origin=origin,
        seats=tuple(seats),
        seed=seed.hex(),
        commitment=commitment(seed, _unicode("matchId", match_id)),
        chance=earlier + game.chance(state),
        plies=tuple(plies),
        flagged=tuple(flagged),
        resigned=tuple(resigned),
        ending=reason and reason.value,
        scores=scores,
        placements=placements(scores, gone) if has_places else (),
        digest="",
    )
    return replace(undigested, digest=digest(undigested))


def digest(record: Record) -> str:
    """SHA-256 over the canonical JSON (RFC 8785) of all fields but the digest itself."""
    told = {name: value for name, value in to_json(record).items() if name != _NOT_DIGESTED}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(_unicode("record", text).encode()).hexdigest()


Position: TypeAlias = tuple[object, tuple[ChanceOutcome, ...]]
"""A state, and the chance outcomes from before its game was resampled."""


def replay(record: Record) -> Iterator[object]:
    """The first state, then that after each ply; raises `RecordError` where one cannot be played.

    Where the game began in the middle of another, what was resampled shows in the state after the
    last ply of that other game.
    """
    game, options = _rules(record)
    for state, _ in _positions(game, options, _seed(record.seed), record.plies, record.origin):
        yield state


def _positions(
    game: AnyGame, options: Options, seed: bytes, plies: Sequence[Ply], origin: Origin | None
) -> Iterator[Position]:
    if origin:
        _require_origin(origin, options.players, len(plies))
    state: object = game.new_game(options, seed)
    earlier: tuple[ChanceOutcome, ...] = ()
    for number in range(len(plies) + 1):
        if number:
            state = _replay_ply(game, state, number - 1, plies[number - 1])
        if origin and number == origin.ply and origin.resampling_seed is not None:
            earlier = game.chance(state)
            resampling_seed = _seed(origin.resampling_seed, "origin.resamplingSeed")
            state = game.sample(game.view(state, origin.seat), resampling_seed)
        yield state, earlier


def _require_origin(origin: Origin, players: int, plies: int) -> None:
    _unicode("origin.matchId", origin.match_id)
    if origin.ply not in range(plies + 1):
        raise RecordError(f"origin.ply: the game has {plies} plies, not {origin.ply}.")
    if origin.seat is not None and origin.seat not in range(players):
        raise RecordError(f"origin.seat: there is no seat {origin.seat}.")


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
    if isinstance(data, Mapping) and type(told := data.get("format")) is int:
        _require_version("format", told, FORMAT)
    try:
        return wire.from_json(Record, data)
    except MalformedJson as error:
        raise RecordError(str(error)) from error


def read(text: str | bytes) -> Record:
    """The record in the text of a file; it is not verified yet."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"This is not JSON: {error}.") from error
    return from_json(data)


def verify(record: Record) -> None:
    """Plays the record again from its seed; raises `RecordError` naming the first contradiction."""
    _require_version("format", record.format, FORMAT)
    again = _play_again(record)
    for field in fields(Record):
        if field.name != _NOT_DIGESTED:
            demand_equal(camel(field.name), getattr(record, field.name), getattr(again, field.name))
    if record.digest != again.digest:
        raise RecordError(
            "digest: it does not belong to this record. What follows from options, seed and plies "
            "agrees, so something else was changed: an option without effect, the origin, a name "
            "in seats, a clock or an auto mark in plies, or the digest."
        )


def _play_again(record: Record) -> Record:
    game, options = _rules(record)
    if len(record.seats) != options.players:
        raise RecordError(f"seats: the number of seats is {options.players}.")
    for place, seats in (("flagged", record.flagged), ("resigned", record.resigned)):
        for seat in seats:
            if seat not in range(options.players):
                raise RecordError(f"{place}: there is no seat {seat}.")
    return record_of(
        game,
        options,
        seed=_seed(record.seed),
        match_id=record.match_id,
        seats=[_unicode(f"seats[{seat}]", name) for seat, name in enumerate(record.seats)],
        plies=record.plies,
        flagged=record.flagged,
        resigned=record.resigned,
        ending=record.ending,
        origin=record.origin,
    )


def _rules(record: Record) -> tuple[AnyGame, Options]:
    try:
        game = find_game(record.game)
    except UnknownOption as error:
        raise RecordError(f"game: {error}") from error
    _require_version("rulesVersion", record.rules_version, game.rules_version)
    try:
        return game, game.parse_options(record.options)
    except UnknownOption as error:
        raise RecordError(f"options: {error}") from error


def _require_version(place: str, told: int | str, known: int | str) -> None:
    """Refuses a record of other rules or of another format, saying where it can be read."""
    if told != known:
        raise RecordError(
            f"{place}: the record has {quote(told)}, and this release of Saqqara knows {known!r}. "
            "Use the release that wrote the record, or for a record newer than this one, upgrade."
        )


def _unicode(place: str, text: str) -> str:
    """Refuses text that no file can hold: half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"{place}: {quote(text)} is not Unicode text.") from error
    return text


def _seed(text: str | None, place: str = "seed") -> bytes:
    if text is None:
        raise RecordError(
            f"{place}: this is the public part of a match that is being played. "
            "Take its record again when the match is over."
        )
    if not re.fullmatch(f"[0-9a-f]{{{2 * SEED_BYTES}}}", text):
        raise RecordError(f"{place}: {2 * SEED_BYTES} digits in small hex, not {quote(text)}.")
    return bytes.fromhex(text)
