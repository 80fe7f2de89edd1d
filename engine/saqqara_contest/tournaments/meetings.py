"""Meetings: bots that play the games of a block together, and the result for each bot."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

_NOTHING_COUNTS = 0.5


@dataclass(frozen=True, slots=True)
class CountedGame:
    """One game that counts, by seat: places (1 is first, ties share) and points of the game."""

    bots: tuple[str, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    is_forfeit: bool = False
    """Whether it was not played because some of its bots had left."""


def forfeit(bots: tuple[str, ...], by: Collection[str]) -> list[CountedGame]:
    """Return a game that the bots in `by` lose because they left; no game if all had left."""
    gone = [bot in by for bot in bots]
    if all(gone) or not any(gone):
        return []
    places = tuple(1 + gone.count(False) if one else 1 for one in gone)
    return [CountedGame(bots, places, (0,) * len(bots), is_forfeit=True)]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Bots that met, and their games that count; without games, all have equal shares."""

    bots: tuple[str, ...]
    games: tuple[CountedGame, ...] = ()
    round: int | None = None
    """The round that it belongs to, from 1; None in a format without rounds."""

    def beaten(self, one: str, other: str) -> float:
        """Return the share of games in which one was ahead of the other; ties count half."""
        if not self.games:
            return _NOTHING_COUNTS
        return sum(_won(game, one, other) for game in self.games) / len(self.games)

    def share(self, bot: str) -> float:
        """Return the mean share of the other bots that a bot beat, from 0 to 1."""
        if not self.games:
            return _NOTHING_COUNTS
        others = [other for other in self.bots if other != bot]
        won = sum(_won(game, bot, other) for game in self.games for other in others)
        return won / (len(self.games) * len(others))

    def margin(self, bot: str) -> float:
        """Return a bot's mean lead over the others, in points of the game."""
        if not self.games:
            return 0.0
        return sum(_ahead(game, bot) for game in self.games) / len(self.games)

    @property
    def is_played(self) -> bool:
        """Whether not all of its games are forfeits; without games it counts as a draw."""
        return not self.games or any(not game.is_forfeit for game in self.games)

    def is_missed_by(self, bot: str) -> bool:
        """Return whether it was not played because the bot had left."""
        return not self.is_played and any(_lost(game, bot) for game in self.games)

    @property
    def winners(self) -> list[str]:
        """The bots with the greatest share."""
        shares = {bot: self.share(bot) for bot in self.bots}
        best = max(shares.values())
        return [bot for bot, share in shares.items() if share == best]


def _won(game: CountedGame, one: str, other: str) -> float:
    mine, theirs = (game.places[game.bots.index(bot)] for bot in (one, other))
    return 0.5 if mine == theirs else float(mine < theirs)


def _lost(game: CountedGame, bot: str) -> bool:
    return game.places[game.bots.index(bot)] > 1


def _ahead(game: CountedGame, bot: str) -> float:
    mine = game.totals[game.bots.index(bot)]
    return mine - (sum(game.totals) - mine) / (len(game.totals) - 1)
