"""FIDE's Tournament Report File (TRF16, Handbook C.04 Annex 2) of an exported season.

A meeting is one game of the report: the bot with the greater share wins it, equal shares are a
draw.

Lines have fixed columns, counted in characters from 1: start number 5-8, name 15-47, rating 49-52,
points 81-84, rank 86-89, and for each round, in steps of ten, opponent 92-95, colour 97 and result
99. Lines end with CR and LF. A line that begins with `###` is a comment, as in TRF26.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from saqqara_contest.cheats.exported import ExportError
from saqqara_contest.tournaments.meetings import Meeting
from saqqara_sdk.seasons.tournament import Round, Tournament
from saqqara_sdk.wire.enums import LadderFormat
from saqqara_sdk.wire.models import LadderScore

KINDS: Final[Mapping[str, str]] = {
    LadderFormat.SWISS: "Individual: Swiss-System",
    LadderFormat.ROUND_ROBIN: "Individual: Round-Robin",
    LadderFormat.SINGLE_ELIMINATION: "Individual: Knockout",
    LadderFormat.DOUBLE_ELIMINATION: "Individual: Double Knockout",
}
_EQUAL: Final = 0.5
_NAME: Final = 33
_MOST_BOTS: Final = 9_999
_MOST_POINTS: Final = 99.9
_WORTH: Final[Mapping[str, float]] = {"1": 1.0, "U": 1.0, "=": 0.5, "D": 0.5, "+": 1.0}


def trf(season: Tournament) -> str:
    """Return the report; raises `ExportError` if the tournament is too large for its columns."""
    return "".join(
        f"{line}\r\n" for line in [*_head(season), *_players(season), *_comments(season)]
    )


def differing(season: Tournament) -> dict[str, tuple[float, float]]:
    """Return the bots whose points in the report differ from the ladder's: both, by id.

    A meeting with a tied match can have shares in quarters, but the report has only halves.
    """
    points = {one.bot_id: _points(season, one) for one in season.scores}
    return {
        one.bot_id: (points[one.bot_id], one.points)
        for one in season.scores
        if abs(points[one.bot_id] - one.points) > 1e-9  # noqa: PLR2004 - sums of shares
    }


def _head(season: Tournament) -> Iterator[str]:
    ladder = season.season.ladder
    yield f"012 {_plain(ladder.name)}"
    yield f"042 {_date(ladder.started_ms)}".rstrip()
    yield f"052 {_date(season.ended_ms)}".rstrip()
    yield f"062 {len(season.scores)}"
    yield f"072 {len(_rated(season))}"
    yield f"092 {KINDS[ladder.format]}"
    yield f"XXR {max(season.rounds, _rounds_planned(season))}"


def _rounds_planned(season: Tournament) -> int:
    is_swiss = season.season.ladder.format == LadderFormat.SWISS
    return (season.season.ladder.rounds or 0) if is_swiss else 0


def _players(season: Tournament) -> Iterator[str]:
    numbers = _numbers(season)
    rated = _rated(season)
    if len(numbers) > _MOST_BOTS:
        raise ExportError(f"The report can hold {_MOST_BOTS:,} bots, not {len(numbers):,}.")
    for score in sorted(season.scores, key=lambda one: numbers[one.bot_id]):
        points = _points(season, score)
        if points > _MOST_POINTS:
            raise ExportError(f"The report can hold {_MOST_POINTS} points, not {points:.1f}.")
        cells = (_cell(one, score.bot_id, numbers) for one in season.courses[score.bot_id])
        line = (
            f"001 {numbers[score.bot_id]:>4}      {_plain(score.bot_name)[:_NAME]:<{_NAME}}"
            f" {rated.get(score.bot_id, ''):>4}{'':27} {points:>4.1f} {score.place:>4}"
        )
        yield line + "".join(f"  {cell}" for cell in cells)


def _comments(season: Tournament) -> Iterator[str]:
    names = {one.bot_id: _plain(one.bot_name) for one in season.scores}
    for bot, (points, of_ladder) in differing(season).items():
        yield f"### {names[bot]} has {of_ladder:g} points in the ladder, and {points:g} by halves"


def _cell(one: Round, bot: str, numbers: Mapping[str, int]) -> str:
    """Return opponent, colour and result of a round, in eight columns."""
    if one.meeting is None:
        return "        " if one.is_open else f"0000 - {_result(one, bot)}"
    opponent = next(other for other in one.meeting.bots if other != bot)
    colour = "w" if one.meeting.bots[0] == bot else "b"
    return f"{numbers[opponent]:>4} {colour} {_result(one, bot)}"


def _result(one: Round, bot: str) -> str:
    """Return the code of a result: 1, 0 or = if played, + or - for a forfeit.

    D means that nothing counts, U is a bye, Z a missed round.
    """
    if one.meeting is None:
        return "U" if one.is_bye else "Z"
    return _shared(one.meeting, bot)


def _shared(meeting: Meeting, bot: str) -> str:
    share = meeting.share(bot)
    if not meeting.games:
        return "D"
    if share == _EQUAL:
        return "="
    if all(one.is_forfeit for one in meeting.games):
        return "+" if share > _EQUAL else "-"
    return "1" if share > _EQUAL else "0"


def _points(season: Tournament, score: LadderScore) -> float:
    course = season.courses[score.bot_id]
    return sum(_WORTH.get(_result(one, score.bot_id), 0.0) for one in course)


def _numbers(season: Tournament) -> dict[str, int]:
    """Return the start numbers of the bots, in the order of enrolment."""
    entered = {one.bot_id: number for number, one in enumerate(season.season.entries)}
    order = sorted(season.scores, key=lambda one: entered.get(one.bot_id, len(entered)))
    return {one.bot_id: number for number, one in enumerate(order, start=1)}


def _rated(season: Tournament) -> dict[str, int]:
    """Return the ratings that fit into four columns."""
    found = {bot: round(elo) for bot, elo in season.ratings.items()}
    here = {one.bot_id for one in season.scores}
    return {bot: elo for bot, elo in found.items() if bot in here and 0 < elo <= _MOST_BOTS}


def _plain(name: str) -> str:
    """Return a name on one line."""
    return " ".join(name.split())


def _date(at_ms: int | None) -> str:
    return "" if at_ms is None else f"{datetime.fromtimestamp(at_ms / 1000, UTC):%Y/%m/%d}"
