"""The evidence in a season's export, the folder that `saqqara ladder export` writes.

Questions are equal if the legal actions are equal. Records that are missing, or that this version
cannot read, are skipped.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from saqqara_contest.cheats.evidence import Answers, CountedMatch, Evidence, Missed
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_engine.records.record import Record, read, replay

_FEWEST_ACTIONS = 2


class ExportError(ValueError):
    """The folder is not a ladder's export; the message names the missing or broken part."""


def evidence(folder: Path) -> Evidence:
    """Return the evidence in the export; raises `ExportError`."""
    played: list[CountedMatch] = []
    answers: list[Answers] = []
    numbers = _Numbers()
    places: list[int] = []
    for number, line in enumerate(_lines(folder / "results.jsonl"), start=1):
        try:
            places.append(int(str(line["number"])))
            found = _played(line)
        except (KeyError, TypeError, ValueError) as error:
            raise ExportError(f"results.jsonl, line {number}: not a result ({error!r}).") from error
        if found is not None:
            record = _record(folder / "records" / f"{found.match}.json")
            played.append(found if record is None else _timed(found, record))
            answers += [] if record is None else _answers(found, record, numbers)
    demand_whole(_settled(folder / "ladder.json"), places)
    return Evidence(tuple(played), tuple(_missed(folder / "matches.jsonl")), tuple(answers))


def demand_whole(settled: int, numbers: Sequence[int]) -> None:
    """Raise `ExportError` if results are missing.

    `settled` is the number of matches with a result when the export began. A running ladder may
    have had more when its results were read.
    """
    missing = next((at for at, one in enumerate(numbers, start=1) if at != one), None)
    if missing is None and len(numbers) < settled:
        missing = len(numbers) + 1
    if missing is not None:
        raise ExportError(
            f"results.jsonl lacks result {missing} of {max(settled, len(numbers))}: the"
            " export is incomplete, or its files belong to different exports. Export the"
            " ladder again."
        )


def _settled(path: Path) -> int:
    found = [line.get("matchesSettled") for line in _lines(path)]
    if len(found) != 1 or not isinstance(found[0], int):
        raise ExportError(f"{path.name} is not a ladder: `matchesSettled` is missing.")
    return found[0]


def content(path: Path) -> bytes:
    """Return the content of a file of the export; raises `ExportError`."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ExportError(
            f"{path.name} cannot be read ({error.strerror}). Name a folder written by"
            " `saqqara ladder export`."
        ) from error


def _lines(path: Path) -> Iterator[Mapping[str, Json]]:
    for number, line in enumerate(content(path).splitlines(), start=1):
        try:
            row = json.loads(line)
        except ValueError as error:
            raise ExportError(f"{path.name}, line {number}: not valid JSON ({error}).") from error
        if not isinstance(row, dict):
            raise ExportError(f"{path.name}, line {number}: not a JSON object.")
        yield row


def _played(line: Mapping[str, Json]) -> CountedMatch | None:
    """Return the match of a line; None if it is unrated or annulled."""
    if not line["rated"] or line["annulledBy"] is not None:
        return None
    seats = line["seats"]
    if not isinstance(seats, list):
        raise TypeError
    return CountedMatch(
        match=str(line["matchId"]),
        bots=tuple(str(seat["botId"]) for seat in seats),
        versions=tuple(int(seat["version"]) for seat in seats),
        places=tuple(int(seat["place"]) for seat in seats),
        block=int(str(line["block"])),
    )


def _missed(path: Path) -> Iterator[Missed]:
    """Yield each dropped block once, by its first match."""
    for number, line in enumerate(_lines(path), start=1):
        away, bots = line.get("missedBy"), line.get("bots")
        if not isinstance(away, list) or not isinstance(bots, list):
            raise ExportError(f"{path.name}, line {number}: not a match of a ladder.")
        if away and line.get("rotation") == 0:
            yield Missed(str(line.get("id")), tuple(map(str, bots)), tuple(map(str, away)))


def _record(path: Path) -> Record | None:
    try:
        return read(path.read_bytes())
    except (OSError, EngineError):
        return None


def _timed(played: CountedMatch, record: Record) -> CountedMatch:
    spent = defaultdict[int, list[int]](list)
    for ply in record.plies:
        if ply.clock is not None and not ply.auto:
            spent[ply.seat].append(ply.clock.charged_ms)
    seats = range(len(played.bots))
    means = tuple(fmean(spent[seat]) if spent[seat] else None for seat in seats)
    return CountedMatch(
        played.match, played.bots, played.versions, played.places, played.block, means
    )


@dataclass(slots=True)
class _Numbers:
    """The numbers of questions and choices."""

    of: dict[Sequence[str] | str, int] = field(default_factory=dict)

    def __getitem__(self, value: Sequence[str] | str) -> int:
        return self.of.setdefault(value, len(self.of))


def _answers(played: CountedMatch, record: Record, numbers: _Numbers) -> Iterator[Answers]:
    """Yield the choices of each bot; nothing if the record cannot be replayed."""
    asked = defaultdict[int, list[int]](list)
    chosen = defaultdict[int, list[int]](list)
    try:
        game = find_game(record.game)
        for state, ply in zip(replay(record), record.plies, strict=False):
            offered = tuple(map(str, game.legal_actions(state)))
            if len(offered) >= _FEWEST_ACTIONS and not ply.auto:
                asked[ply.seat].append(numbers[offered])
                chosen[ply.seat].append(numbers[ply.action])
    except EngineError:
        return
    for seat, bot in enumerate(played.bots):
        yield Answers(played.match, bot, tuple(asked[seat]), tuple(chosen[seat]))
