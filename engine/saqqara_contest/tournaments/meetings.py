"""Meetings: bots that sat down together for the games of a block, and what these gave each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

_NOTHING_COUNTS = 0.5


@dataclass(frozen=True, slots=True)
class Game:
    """One game that counts, by seat: places (1 is first, ties share) and points of the game."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    is_forfeit: bool = False
    """Whether it was not played, since some of its bots had left."""


def forfeit(bots: tuple[str, ...], by: Collection[str]) -> list[Game]:
    """A game that was not played since these bots had left, who have lost it; none if all had."""
    gone = [bot in by for bot in bots]
    if all(gone) or not any(gone):
        return []
    places = tuple(1 + gone.count(False) if one else 1 for one in gone)
    return [Game(bots, places, (0,) * len(bots), is_forfeit=True)]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Bots that met, and those games of it that count; without any, all share alike."""

    bots: tuple[str, ...]
    games: tuple[Game, ...] = ()
    round: int | None = None
    """The round that it belongs to, from 1; None in a format without rounds."""

    def beaten(self, one: str, other: str) -> float:
        """The share of its games in which one was ahead of the other, ties half."""
        if not self.games:
            return _NOTHING_COUNTS
        return sum(_won(game, one, other) for game in self.games) / len(self.games)

    def share(self, bot: str) -> float:
        """What the meeting gives a bot, from 0 to 1."""
        if not self.games:
            return _NOTHING_COUNTS
        others = [other for other in self.bots if other != bot]
        won = sum(_won(game, bot, other) for game in self.games for other in others)
        return won / (len(self.games) * len(others))

    def margin(self, bot: str) -> float:
        """By how many points of the game a bot was ahead of the others on average."""
        if not self.games:
            return 0.0
        return sum(_ahead(game, bot) for game in self.games) / len(self.games)

    @property
    def winners(self) -> list[str]:
        """Who has the greatest share; more than one where they are equal."""
        shares = {bot: self.share(bot) for bot in self.bots}
        best = max(shares.values())
        return [bot for bot, share in shares.items() if share == best]


def _won(game: Game, one: str, other: str) -> float:
    mine, theirs = (game.places[game.bots.index(bot)] for bot in (one, other))
    return 0.5 if mine == theirs else float(mine < theirs)


def _ahead(game: Game, bot: str) -> float:
    mine = game.totals[game.bots.index(bot)]
    return mine - (sum(game.totals) - mine) / (len(game.totals) - 1)
