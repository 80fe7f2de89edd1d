"""The layout and the scoring tables of each side of each site."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from saqqara_engine.imhotep import figures as f
from saqqara_engine.layout import ScoringTable, Space
from saqqara_engine.messages import Message, say

Tables: TypeAlias = tuple[ScoringTable, ...]

TEXTS: Final[Mapping[tuple[str, str], Message]] = {
    ("market", "A"): say("Each stone takes a card that lies face up."),
    ("market", "B"): say("Each stone takes a card that lies face up, or one of two face down."),
    ("market", "C"): say("Cards that nobody takes stay, and get a coin each round."),
    ("market", "D"): say("Each stone takes a card that lies face up, or the next of the pile."),
    ("pyramids", "A"): say("Each stone gives the points of its space at once."),
    ("pyramids", "B"): say("Each stone goes to a pyramid of its owner's choice."),
    ("pyramids", "C"): say("A stone on a framed space gives {points} points more.", points=2),
    ("pyramids", "D"): say("At the end most stones on a level give points."),
    ("temple", "A"): say("Each round every stone that is seen from above gives 1 point."),
    ("temple", "B"): say("Each round every stone that is seen from above gives its space's bonus."),
    ("temple", "C"): say("Each round every stone that is seen from above moves a chariot."),
    ("temple", "D"): say("As side A; the stone where Imhotep stands gives more."),
    ("burial", "A"): say("At the end each group of stones side by side gives points."),
    ("burial", "B"): say("At the end most stones in a row give points."),
    ("burial", "C"): say("A stone takes the tile of its space; at the end tiles count."),
    ("burial", "D"): say("At the end each full column gives points by its colours."),
    ("obelisks", "A"): say("At the end the highest obelisks give points."),
    ("obelisks", "B"): say("Every third stone of a seat builds a tower, which gives points."),
    ("obelisks", "C"): say("At the end an obelisk gives points by its own height."),
    ("obelisks", "D"): say("Every second stone of a seat takes the highest tile that is left."),
}
"""The scoring rule, by site and side."""

PLACES: Final = say("By place, from first")
_BONUSES: Final[Mapping[str, Message]] = {
    "card": say("The top card of the draw pile"),
    "stones": say("Up to 3 stones from the quarry"),
    "place": say("A stone from the sled onto a ship"),
    "choice": say("1 point, or up to 2 stones from the quarry"),
    "points": say("2 points"),
}
_SMALL_PYRAMID: Final = ((1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2), (2, 1, 1))
"""Level, column and row of each space, in the order in which they are filled."""


def _pyramid(*, gives: bool, framed: frozenset[int] = frozenset()) -> tuple[Space, ...]:
    """Return levels of three by three, two by two and one, filled column by column."""
    spaces = []
    for level, (first, end) in enumerate(f.PYRAMID_LEVELS, start=1):
        height = 4 - level
        for number in range(first, end):
            column, row = divmod(number - first, height)
            more = f.FRAME_POINTS if number + 1 in framed else 0
            points = f.PYRAMID_POINTS[number] + more if gives else None
            spaces.append(Space(number + 1, "", level, column + 1, row + 1, points, None))
    return tuple(spaces)


def _three_pyramids() -> tuple[Space, ...]:
    return tuple(
        Space(
            number,
            name,
            *place,
            points=points,
            bonus=_BONUSES[bonus] if number == 1 else None,
        )
        for name, bonus in zip(f.PYRAMIDS_B, f.PYRAMIDS_B_BONUSES, strict=True)
        for number, (place, points) in enumerate(
            zip(_SMALL_PYRAMID, f.PYRAMIDS_B_POINTS, strict=True), start=1
        )
    )


def _temple(players: int, bonuses: tuple[str, ...] = ()) -> tuple[Space, ...]:
    points = None if bonuses else f.TEMPLE_POINTS
    return tuple(
        Space(place + 1, "", 1, place + 1, 1, points, _BONUSES[bonuses[place]] if bonuses else None)
        for place in range(f.TEMPLE_WIDTH[players])
    )


SPACES: Final[Mapping[tuple[str, str], Callable[[int], tuple[Space, ...]]]] = {
    ("pyramids", "A"): lambda _: _pyramid(gives=True),
    ("pyramids", "B"): lambda _: _three_pyramids(),
    ("pyramids", "C"): lambda _: _pyramid(gives=True, framed=f.FRAMED_SPACES),
    ("pyramids", "D"): lambda _: _pyramid(gives=False),
    ("temple", "A"): _temple,
    ("temple", "B"): lambda players: _temple(players, f.TEMPLE_B),
    ("temple", "C"): _temple,
    ("temple", "D"): _temple,
}
"""The spaces for a number of players, by site and side."""


def _table(title: Message, points: tuple[int, ...], first: int = 1, beyond: int = 0) -> Tables:
    return (ScoringTable(title, first, points, beyond),)


GROUPS: Final = _table(
    say("By the size of a group"), f.SET_POINTS, first=0, beyond=f.SET_POINTS_BEYOND
)
_LEVELS: Final = (
    say("By place on the first level"),
    say("By place on the second level"),
    say("By place on the third level"),
)
_BY_COLOURS: Final = (
    say("By place in a column of one colour"),
    say("By place in a column of two colours"),
    say("By place in a column of three colours"),
)
_STANDING: Final[Mapping[tuple[str, str], Tables]] = {
    ("pyramids", "D"): tuple(
        ScoringTable(title, 1, points, 0)
        for title, points in zip(_LEVELS, f.PYRAMID_LEVEL_POINTS, strict=True)
    ),
    ("burial", "A"): GROUPS,
    ("burial", "D"): tuple(
        ScoringTable(title, 1, f.BURIAL_D_POINTS[colours], 0)
        for colours, title in enumerate(_BY_COLOURS, start=1)
    ),
    ("obelisks", "B"): _table(say("By the order in which towers are built"), f.TOWER_POINTS),
    ("obelisks", "C"): _table(
        say("By the height of an obelisk"),
        f.OBELISK_HEIGHT_POINTS,
        first=0,
        beyond=f.OBELISK_HEIGHT_BEYOND,
    ),
    ("obelisks", "D"): _table(say("The tiles, as they are taken"), f.OBELISK_TILES),
}
_BY_PLAYERS: Final[Mapping[tuple[str, str], Mapping[int, tuple[int, ...]]]] = {
    ("temple", "C"): f.CHARIOT_POINTS,
    ("burial", "B"): f.BURIAL_ROW_POINTS,
    ("obelisks", "A"): f.OBELISK_POINTS,
}


def tables_of(site: str, side: str, players: int) -> Tables:
    """Return the scoring tables of a side."""
    if (site, side) in _BY_PLAYERS:
        return _table(PLACES, _BY_PLAYERS[site, side][players])
    return _STANDING.get((site, side), ())
