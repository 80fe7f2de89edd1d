"""A whole game as one value: what was agreed, what chance did, who did what, how it ended.

`engine/RECORD.md` documents the file, so that any language can check a game without our chance.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from saqqara_engine import wire
from saqqara_engine.chance import commitment
from saqqara_engine.choices import camel
from saqqara_engine.differences import demand_equal
from saqqara_engine.endings import ending_of, is_decided
from saqqara_engine.errors import MalformedJson, OtherVersion, RecordError, UnknownOption, quote
from saqqara_engine.game import ChanceOutcome, Json, Options, SeatScore, placements
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import Ply, Resampling, positions, seed_of

FORMAT = 1
"""Changes whenever a reader of the documented file could misread it."""

_NOT_DIGESTED = "digest"


@dataclass(frozen=True, slots=True)
class Origin:
    """The match in whose middle a game began, which gave it the seed and the first `ply` plies."""

    match_id: str
    ply: int


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
    resamplings: tuple[Resampling, ...]
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
    resamplings: Sequence[Resampling] = (),
) -> Record:
    """The record of a game, whose plies are checked on the way; raises `RecordError`.

    An `ending` is only needed for a match that ended before its game did.
    """
    if origin or resamplings:
        _require_origin(origin, resamplings, options.players, len(plies))
    *_, (state, earlier) = positions(game, options, seed, plies, resamplings)
    scores, gone = game.scores(state), {*flagged, *resigned}
    reason = ending_of(ending, is_over=game.is_over(state))
    has_places = is_decided(reason, flagged, resigned, options.players)
    undigested = Record(
        format=FORMAT,
        game=game.name,
        rules_version=options.rules_version,
        options=options.to_json(),
        house_values=options.house_values,
        match_id=match_id,
        origin=origin,
        seats=tuple(seats),
        seed=seed.hex(),
        commitment=commitment(seed, _unicode("matchId", match_id)),
        resamplings=tuple(resamplings),
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


def renamed(record: Record, seats: Sequence[str]) -> Record:
    """The same game with other names of who played, and the digest that belongs to them."""
    undigested = replace(record, seats=tuple(seats), digest="")
    return replace(undigested, digest=digest(undigested))


def digest(record: Record) -> str:
    """SHA-256 over the canonical JSON (RFC 8785) of all fields but the digest itself."""
    told = {name: value for name, value in to_json(record).items() if name != _NOT_DIGESTED}
    return hashlib.sha256(_unicode("record", wire.canonical(told)).encode()).hexdigest()


def replay(record: Record) -> Iterator[object]:
    """The first state, then that after each ply; raises `RecordError` where one cannot be played.

    What was resampled shows in the state after the last ply before that.
    """
    game, options = _rules(record)
    seed, plies = seed_of(record.seed), record.plies
    for state, _ in positions(game, options, seed, plies, record.resamplings):
        yield state


def _require_origin(
    origin: Origin | None, resamplings: Sequence[Resampling], players: int, plies: int
) -> None:
    """Refuses what cannot have been: above all, resampling in the middle of a match."""
    if origin is None:
        raise RecordError("resamplings: only a game that began in another's middle has any.")
    _unicode("origin.matchId", origin.match_id)
    if origin.ply not in range(plies + 1):
        raise RecordError(f"origin.ply: the game has {plies} plies, not {origin.ply}.")
    earliest = 0
    for number, one in enumerate(resamplings):
        if one.ply not in range(earliest, origin.ply + 1):
            bounds = f"from {earliest} to {origin.ply}"
            raise RecordError(f"resamplings[{number}].ply: {one.ply} is not {bounds}.")
        earliest = one.ply
        if one.seat is not None and one.seat not in range(players):
            raise RecordError(f"resamplings[{number}].seat: there is no seat {one.seat}.")


def to_json(record: Record) -> dict[str, Json]:
    """The record as JSON."""
    return wire.view_json(record)


def from_json(data: Json) -> Record:
    """The record that `to_json` wrote; it is not verified yet."""
    if isinstance(data, Mapping) and type(told := data.get("format")) is int:
        _require_version("format", told, (FORMAT,))
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
    _require_version("format", record.format, (FORMAT,))
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
        seed=seed_of(record.seed),
        match_id=record.match_id,
        seats=[_unicode(f"seats[{seat}]", name) for seat, name in enumerate(record.seats)],
        plies=record.plies,
        flagged=record.flagged,
        resigned=record.resigned,
        ending=record.ending,
        origin=record.origin,
        resamplings=record.resamplings,
    )


def _rules(record: Record) -> tuple[AnyGame, Options]:
    try:
        game = find_game(record.game)
    except UnknownOption as error:
        raise RecordError(f"game: {error}") from error
    _require_version("rulesVersion", record.rules_version, game.rules_versions)
    try:
        options = game.parse_options({"rulesVersion": record.rules_version, **record.options})
    except UnknownOption as error:
        raise RecordError(f"options: {error}") from error
    if options.rules_version != record.rules_version:
        raise RecordError(
            f"options: they belong to rules {options.rules_version!r}, and rulesVersion says"
            f" {record.rules_version!r}."
        )
    return game, options


def _require_version(place: str, told: int | str, known: Sequence[int | str]) -> None:
    """Refuses a record of other rules or of another format, saying where it can be read."""
    if told not in known:
        names = ", ".join(map(repr, known))
        raise OtherVersion(
            f"{place}: the record has {quote(told)}, and this release of Saqqara knows {names}. "
            "Use the release that wrote the record, or for a record newer than this one, upgrade."
        )


def _unicode(place: str, text: str) -> str:
    """Refuses text that no file can hold: half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"{place}: {quote(text)} is not Unicode text.") from error
    return text
