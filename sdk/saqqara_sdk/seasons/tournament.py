"""An exported season as a tournament with two seats, in rounds of one meeting per bot.

The plan has the rounds of a Swiss and of eliminations. In a round robin, each meeting, in order,
belongs to the first round in which both bots have no other one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from saqqara_contest.cheats.exported import ExportError, content
from saqqara_contest.tournaments.meetings import CountedGame, Meeting, forfeit
from saqqara_sdk.seasons.season import Season, lines, read
from saqqara_sdk.wire.enums import LadderFormat, LadderMatchStatus
from saqqara_sdk.wire.models import Ladder, LadderMatch, LadderScore

IN_ROUNDS: Final = frozenset(
    {
        LadderFormat.SWISS,
        LadderFormat.ROUND_ROBIN,
        LadderFormat.SINGLE_ELIMINATION,
        LadderFormat.DOUBLE_ELIMINATION,
    }
)
"""The formats in which a bot has at most one meeting in a round."""
_A_PAIR: Final = 2
_REPLACED: Final = frozenset({LadderMatchStatus.VOID, LadderMatchStatus.DROPPED})
_TO_COME: Final = frozenset({LadderMatchStatus.PLANNED, LadderMatchStatus.STARTED})


@dataclass(frozen=True, slots=True)
class Round:
    """A bot's meeting in a round, or the reason why it has none."""

    meeting: Meeting | None = None
    is_bye: bool = False
    is_open: bool = False
    """Whether the round is running, and the bot has no result in it yet."""


@dataclass(frozen=True)
class Tournament:
    """A season in rounds, or one group of it."""

    season: Season
    scores: tuple[LadderScore, ...]
    """The bots by points, in the service's order."""
    matches: tuple[LadderMatch, ...]

    @property
    def ended_ms(self) -> int | None:
        """The end of the latest match with a result, in Unix milliseconds; None without results."""
        return max((one.ended_ms for one in self.season.results), default=None)

    @cached_property
    def ratings(self) -> Mapping[str, float]:
        """The strength of each bot's latest version by the season's table, by its id."""
        found: dict[str, tuple[int, float]] = {}
        for row in self.season.table.rows:
            bot, version = row.bot.split()
            found[bot] = max(found.get(bot, (0, 0.0)), (int(version), row.elo))
        return {bot: elo for bot, (_, elo) in found.items()}

    @cached_property
    def round_of(self) -> Mapping[int, int]:
        """The round of each block, from 1."""
        rounds: dict[int, int] = {}
        last: defaultdict[str, set[int]] = defaultdict(set)
        for block, matches in self._blocks.items():
            bots, pairing = matches[0].bots, matches[0].pairing
            number = pairing.round if pairing is not None else None
            if number is None:
                taken = last[bots[0]] | last[bots[1]]
                number = next(one for one in range(1, len(taken) + 2) if one not in taken)
            rounds[block] = number
            for bot in bots:
                last[bot].add(number)
        return rounds

    @cached_property
    def rounds(self) -> int:
        """The number of rounds that have begun."""
        return max(self.round_of.values(), default=0)

    @cached_property
    def courses(self) -> Mapping[str, Sequence[Round]]:
        """Each bot's rounds, by its id."""
        numbers = range(1, self.rounds + 1)
        met = {(bot, one.round): one for one in self._meetings for bot in one.bots}
        return {
            score.bot_id: list(
                self._course([met.get((score.bot_id, one)) for one in numbers], score)
            )
            for score in self.scores
        }

    def _course(self, meetings: Sequence[Meeting | None], score: LadderScore) -> Iterator[Round]:
        for number, meeting in enumerate(meetings, start=1):
            is_bye = meeting is None and number in score.byes
            is_open = meeting is None and not is_bye and number in self._open
            yield Round(meeting, is_bye=is_bye, is_open=is_open)

    @cached_property
    def _blocks(self) -> Mapping[int, Sequence[LadderMatch]]:
        """The planned matches of each block that has begun, in the order of rotations."""
        found: defaultdict[int, list[LadderMatch]] = defaultdict(list)
        bots = {one.bot_id for one in self.scores}
        for match in sorted(self.matches, key=lambda one: (one.block, one.rotation)):
            if match.status not in _REPLACED and bots.issuperset(match.bots) and match.bots:
                found[match.block].append(match)
        return found

    @cached_property
    def _meetings(self) -> Sequence[Meeting]:
        """The meetings of finished blocks, without annulled matches."""
        games: defaultdict[int, list[CountedGame]] = defaultdict(list)
        for result in self.season.results:
            if result.annulled_by is None:
                games[result.block].append(
                    CountedGame(
                        tuple(seat.bot_id for seat in result.seats),
                        tuple(seat.place for seat in result.seats),
                        tuple(seat.total for seat in result.seats),
                    )
                )
        for block, matches in self._blocks.items():
            for one in matches:
                if one.annulled_by is None:
                    games[block] += forfeit(one.bots, one.forfeited_by)
        return [
            Meeting(matches[0].bots, tuple(games[block]), self.round_of[block])
            for block, matches in self._blocks.items()
            if not any(one.status in _TO_COME for one in matches)
            and not all(one.annulled_by is not None for one in matches)
        ]

    @cached_property
    def _open(self) -> set[int]:
        """The last round, if it is running."""
        going = any(one.status in _TO_COME for one in self.matches)
        return {self.rounds} if going else set()


def tournament(folder: Path, group: int | None = None) -> Tournament:
    """Read the tournament of an export; raises `ExportError`, also for formats without rounds.

    A round robin in groups needs `group`.
    """
    season = read(folder)
    _demand_rounds(season.ladder)
    files = {name: content(folder / name) for name in ("scores.jsonl", "matches.jsonl")}
    scores = tuple(lines(files, "scores.jsonl", LadderScore))
    groups = Counter(one.group for one in scores if one.group is not None)
    if groups and group not in groups:
        raise ExportError(
            f"{season.ladder.name} has {len(groups)} groups, each a separate tournament."
            " Choose one with --group, from 1."
        )
    if group is not None and not groups:
        raise ExportError(f"{season.ladder.name} has no groups. Omit --group.")
    return Tournament(
        season=season,
        scores=tuple(one for one in scores if one.group == group),
        matches=tuple(lines(files, "matches.jsonl", LadderMatch)),
    )


def _demand_rounds(ladder: Ladder) -> None:
    instead = "use results.csv and standings.csv of the export instead"
    if ladder.players != _A_PAIR:
        raise ExportError(
            f"{ladder.name} has {ladder.players} seats, but a round of the report has one"
            f" opponent: {instead}"
        )
    if ladder.format not in IN_ROUNDS:
        raise ExportError(
            f"{ladder.name} is a {ladder.format} ladder, which has no rounds with one"
            f" meeting per bot, as the report needs: {instead}"
        )
