"""Suites of games, and the archives in which they are published.

An archive is an xz-compressed tar file with one folder, named like the suite. `games.json` lists
the
games and the purpose of each, `NAME.record.json` is a game's record, and `NAME.positions.jsonl` has
a line for each position, starting with the one before the first action.
"""

from __future__ import annotations

import io
import json
import lzma
import re
import tarfile
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import IO, Any, Final

from saqqara_engine.errors import EngineError, quote
from saqqara_engine.game import Json
from saqqara_engine.games import GAMES, AnyGame, find_game
from saqqara_engine.records import record
from saqqara_engine.records.record import Record
from saqqara_engine.wire import view_json

FORMAT: Final = 1
ENDING: Final = ".tar.xz"
_CONTENTS: Final = "games.json"
RECORD: Final = ".record.json"
POSITIONS: Final = ".positions.jsonl"
LARGEST: Final = 1 << 28
"""The maximum size of a file in bytes, thirty times that of the longest game."""

_NAMED: Final = re.compile(
    r"([a-z0-9-]+)/(games\.json|[a-z0-9-]+\.record\.json|[a-z0-9-]+\.positions\.jsonl)"
)
"""The names of files in an archive; they cannot lead out of its folder."""

Position = Mapping[str, Json]
"""The expected answer: `seat`, `question`, `legal`, and `views` with the public view last."""


class NoSuite(Exception):
    """A suite is missing or invalid; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Case:
    """A game of a suite."""

    name: str
    """Its name within the suite, such as `017`."""
    shows: tuple[str, ...]
    """The reasons for its selection, as texts."""
    record: Record
    """The whole game."""
    positions: tuple[Position, ...]
    """The expected answers before each action, and after the last one."""


def suite_name(game: AnyGame) -> str:
    """Return the name of the suite of a game's rules, such as `imhotep-2`."""
    return f"{game.name}-{game.rules_version}"


def published() -> dict[str, Traversable]:
    """Return the archives of this release, by the names of their suites."""
    inside = files("saqqara_sdk.conformance") / "archives"
    folder = inside if inside.is_dir() else Path(__file__).parents[3] / "engine" / "conformance"
    return {name: folder / f"{name}{ENDING}" for name in map(suite_name, GAMES.values())}


def positions_of(played: Record) -> Iterator[Position]:
    """Yield the engine's answer at each position of a game; raises `RecordError`."""
    game = find_game(played.game)
    players = len(played.seats)
    for state in record.replay(played):
        yield position_of(game, state, players)


def position_of(game: AnyGame, state: Any, players: int) -> Position:  # noqa: ANN401 - any game's
    """Return the engine's answer for a state."""
    views = [view_json(game.view(state, seat)) for seat in (*range(players), None)]
    return {
        "seat": game.to_act(state),
        "question": views[-1].get("question"),
        "legal": sorted(map(str, game.legal_actions(state))),
        "views": views,
    }


def write(name: str, cases: Sequence[Case], file: Path) -> None:
    """Write an archive, with equal bytes for equal games; replaces an existing file atomically."""
    beside = file.with_name(f"{file.name}.part")
    with (
        lzma.open(beside, "wb", preset=9 | lzma.PRESET_EXTREME) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for title, text in _texts(name, cases):
            data = text.encode()
            entry = tarfile.TarInfo(f"{name}/{title}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    beside.replace(file)


def _texts(name: str, cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    games = [{"name": case.name, "shows": list(case.shows)} for case in cases]
    contents: dict[str, Json] = {"format": FORMAT, "suite": name, "games": games}
    yield _CONTENTS, json.dumps(contents, indent=1) + "\n"
    for case in cases:
        yield case.name + RECORD, json.dumps(record.to_json(case.record)) + "\n"
        yield case.name + POSITIONS, _lines(case.positions)


def _lines(positions: Iterable[Position]) -> str:
    return "".join(json.dumps(one, separators=(",", ":")) + "\n" for one in positions)


def title(file: IO[bytes]) -> str:
    """Return the name of an archive's suite; raises `NoSuite`."""
    return _contents(entries(file)).name


def contents(file: IO[bytes]) -> dict[str, tuple[str, ...]]:
    """Return the games of an archive by name, with their purposes; raises `NoSuite`."""
    return _contents(entries(file)).games


def read(file: IO[bytes], only: Container[str] | None = None) -> Iterator[Case]:
    """Yield the games of an archive, all or only the named ones, in order; raises `NoSuite`."""
    for name, shows, text, lines in _games(file):
        if only is None or name in only:
            game = _record(name, text)
            yield Case(name, shows, game, _positions(name, game, lines))


def outlines(file: IO[bytes]) -> Iterator[Case]:
    """Yield the games of an archive without positions, which is faster; raises `NoSuite`."""
    for name, shows, text, _ in _games(file):
        yield Case(name, shows, _record(name, text), ())


def entries(file: IO[bytes]) -> Iterator[tuple[tarfile.TarInfo, bytes]]:
    """Yield the files of an archive, which must be in one folder; raises `NoSuite`."""
    folder = None
    try:
        with tarfile.open(fileobj=file, mode="r|xz") as archive:
            for entry in archive:
                named = _NAMED.fullmatch(entry.name)
                if not entry.isreg() or named is None or folder not in (None, named[1]):
                    raise NoSuite(
                        f"The archive has {quote(entry.name)}, which does not belong to a suite."
                    )
                if entry.size > LARGEST or (data := archive.extractfile(entry)) is None:
                    raise NoSuite(f"{entry.name} in the archive is too large.")
                folder = named[1]
                yield entry, data.read()
    except (tarfile.TarError, lzma.LZMAError, EOFError, OSError) as error:
        raise NoSuite(f"The file is not the archive of a suite, or is damaged: {error}.") from error


@dataclass(frozen=True, slots=True)
class _Contents:
    name: str
    games: dict[str, tuple[str, ...]]


def _contents(found: Iterator[tuple[tarfile.TarInfo, bytes]]) -> _Contents:
    folder, data = _next(found, _CONTENTS)
    try:
        contents = json.loads(data)
        if contents["format"] != FORMAT:
            raise NoSuite(
                f"The archive has format {quote(contents['format'])}, but this release supports 1."
            )
        if contents["suite"] != folder:
            raise NoSuite(f"The archive of {quote(contents['suite'])} has the folder {folder}.")
        games = {str(one["name"]): tuple(map(str, one["shows"])) for one in contents["games"]}
        return _Contents(folder, games)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NoSuite(f"{_CONTENTS} in the archive cannot be read: {error!r}.") from error


def _games(file: IO[bytes]) -> Iterator[tuple[str, tuple[str, ...], bytes, bytes]]:
    """Yield the name of each game, its purposes, and its two files."""
    found = entries(file)
    for name, shows in _contents(found).games.items():
        (_, text), (_, lines) = _next(found, name + RECORD), _next(found, name + POSITIONS)
        yield name, shows, text, lines


def _next(found: Iterator[tuple[tarfile.TarInfo, bytes]], title: str) -> tuple[str, bytes]:
    """Return the folder and the bytes of the next file, which must have that title."""
    entry, data = next(found, (None, b""))
    folder, _, named = entry.name.partition("/") if entry else ("", "", "")
    if named != title:
        raise NoSuite(f"The archive lacks {quote(title)} at its place.")
    return folder, data


def _record(name: str, text: bytes) -> Record:
    try:
        game = record.read(text)
        find_game(game.game)
    except EngineError as error:
        raise NoSuite(f"{name}{RECORD} in the archive cannot be read: {error}") from error
    return game


def _positions(name: str, game: Record, lines: bytes) -> tuple[Position, ...]:
    try:
        positions = tuple(map(json.loads, lines.splitlines()))
    except (ValueError, RecursionError) as error:
        raise NoSuite(f"{name}{POSITIONS} in the archive cannot be read: {error}.") from error
    views = len(game.seats) + 1
    if len(positions) != len(game.plies) + 1 or not all(
        _is_position(one, views) for one in positions
    ):
        raise NoSuite(f"{name}{POSITIONS} in the archive does not match its record.")
    return positions


def _is_position(value: object, views: int) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == {"seat", "question", "legal", "views"}
        and isinstance(value["legal"], list)
        and isinstance(value["views"], list)
        and len(value["views"]) == views
    )
