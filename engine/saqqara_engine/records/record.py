"""Records: a whole game with its options, chance outcomes, plies and ending.

`engine/RECORD.md` documents the file format for other languages.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from saqqara_engine import wire
from saqqara_engine.chance import commitment
from saqqara_engine.choices import camel
from saqqara_engine.differences import demand_equal
from saqqara_engine.endings import ending_of, is_decided
from saqqara_engine.errors import (
    MalformedJson,
    OtherVersion,
    RecordError,
    UnknownOption,
    quote,
)
from saqqara_engine.game import ChanceOutcome, Json, Options, SeatScore, placements
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import Ply, Resampling, positions, seed_of
from saqqara_engine.records.formats import FORMAT, FORMATS, Notes, with_notes, without_notes

_NOT_DIGESTED = "digest"
_PROGRAM = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Origin:
    """The match from which a game branched: it gave the seed and the first `ply` plies."""

    match_id: str
    ply: int


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game. `seats` holds the players' names, `flagged` the seats that lost on time.

    `programs` has for each seat the hash of the program that played, or None. `notes` has for each
    ply the note of its program, or None; in JSON it stands in the ply.

    `house_values` lists the register numbers of the house rules in use. `digest` covers all other
    fields, because replaying cannot check names, clocks and autoplay.

    `ending` is None while the match runs; the public part then has no seed. If the game was not
    played out, `scores` are those so far, and `placements` are empty unless the ending decides.
    """

    format: int
    game: str
    rules_version: str
    options: Mapping[str, Json]
    house_values: tuple[str, ...]
    match_id: str
    origin: Origin | None
    seats: tuple[str, ...]
    programs: tuple[str | None, ...]
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
    notes: Notes = field(default=(), metadata=wire.APART)


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
    programs: Sequence[str | None] = (),
    notes: Notes = (),
) -> Record:
    """Return the record of a game after checking its plies; raises `RecordError`.

    Only a match that ended before its game needs an `ending`. Empty `programs` and `notes` stand
    for None at each seat and each ply.
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
        house_values=game.house_values(options),
        match_id=match_id,
        origin=origin,
        seats=tuple(seats),
        programs=tuple(programs) or (None,) * options.players,
        seed=seed.hex(),
        commitment=commitment(seed, _unicode("matchId", match_id)),
        resamplings=tuple(resamplings),
        chance=earlier + game.chance(state),
        plies=tuple(plies),
        notes=tuple(notes) or (None,) * len(plies),
        flagged=tuple(flagged),
        resigned=tuple(resigned),
        ending=reason and reason.value,
        scores=scores,
        placements=placements(scores, gone) if has_places else (),
        digest="",
    )
    return digested(undigested)


def renamed(record: Record, seats: Sequence[str]) -> Record:
    """Return the record with other names of players and the digest that belongs to them."""
    return digested(replace(record, seats=tuple(seats)))


def digested(record: Record) -> Record:
    """Return the record with the digest that belongs to its other fields."""
    return replace(record, digest=digest(record))


def digest(record: Record) -> str:
    """Return the SHA-256 of the canonical JSON (RFC 8785) of all fields except the digest."""
    others = {name: value for name, value in to_json(record).items() if name != _NOT_DIGESTED}
    return hashlib.sha256(_unicode("record", wire.canonical(others)).encode()).hexdigest()


def replay(record: Record) -> Iterator[object]:
    """Yield the first state and the state after each ply; raises `RecordError` for an illegal ply.

    A resampling shows in the state after the ply before it.
    """
    game, options = _rules(record)
    seed, plies = seed_of(record.seed), record.plies
    for state, _ in positions(game, options, seed, plies, record.resamplings):
        yield state


def _require_origin(
    origin: Origin | None, resamplings: Sequence[Resampling], players: int, plies: int
) -> None:
    """Refuse impossible origins, such as a resampling in the middle of a match."""
    if origin is None:
        raise RecordError("resamplings: only a forked game can have them.")
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
    """Return the record as JSON, in its own format."""
    return with_notes(wire.view_json(record), record.notes)


def from_json(data: Json) -> Record:
    """Return the record that `to_json` wrote, without verifying it."""
    notes: Notes = ()
    if isinstance(data, Mapping):
        if type(version := data.get("format")) is int:
            _require_version("format", version, FORMATS)
        data, notes = without_notes(data)
    try:
        return replace(wire.from_json(Record, data), notes=notes)
    except MalformedJson as error:
        raise RecordError(str(error)) from error


def read(text: str | bytes) -> Record:
    """Return the record in the text of a file, without verifying it."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"The record is not valid JSON: {error}.") from error
    return from_json(data)


def verify(record: Record) -> None:
    """Replay the record from its seed; raises `RecordError` at the first contradiction."""
    _require_version("format", record.format, FORMATS)
    again = _play_again(record)
    for one in fields(Record):
        if one.name != _NOT_DIGESTED:
            demand_equal(camel(one.name), getattr(record, one.name), getattr(again, one.name))
    if record.digest != again.digest:
        raise RecordError(
            "digest: it does not match this record. Everything that follows from options,"
            " seed and plies agrees, so another part was changed: an option without effect,"
            " the origin, a name in seats, a program, a clock, an auto mark or a note in plies, or"
            " the digest."
        )


def _play_again(record: Record) -> Record:
    game, options = _rules(record)
    if len(record.seats) != options.players:
        raise RecordError(f"seats: the number of seats must be {options.players}.")
    if len(record.programs) != options.players:
        raise RecordError(f"programs: there must be {options.players}, one for each seat.")
    for seat, program in enumerate(record.programs):
        if program is not None and _PROGRAM.fullmatch(program) is None:
            raise RecordError(f"programs[{seat}]: {quote(program)} is no SHA-256 in hexadecimal.")
    for place, seats in (("flagged", record.flagged), ("resigned", record.resigned)):
        for seat in seats:
            if seat not in range(options.players):
                raise RecordError(f"{place}: there is no seat {seat}.")
    again = record_of(
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
        programs=record.programs,
        notes=record.notes,
    )
    return (
        again if again.format == record.format else digested(replace(again, format=record.format))
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
            f"options: they belong to rules {options.rules_version!r}, but rulesVersion is"
            f" {record.rules_version!r}."
        )
    return game, options


def _require_version(place: str, given: int | str, known: Sequence[int | str]) -> None:
    """Refuse a record of an unknown rules version or format; the error names the known ones."""
    if given not in known:
        names = ", ".join(map(repr, known))
        raise OtherVersion(
            f"{place}: the record has {quote(given)}, but this release of Saqqara supports"
            f" {names}. Use the release that wrote the record, or upgrade if the record is"
            " newer."
        )


def _unicode(place: str, text: str) -> str:
    """Refuse text that UTF-8 cannot encode, such as half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise RecordError(f"{place}: {quote(text)} is not Unicode text.") from error
    return text
