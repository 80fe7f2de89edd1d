"""One round of Imhotep."""

from __future__ import annotations

from collections.abc import Sequence

from rules_drawings.pens import (
    BERTH,
    DECK,
    IMHOTEP,
    MARGIN,
    PANEL,
    SAND,
    WATER,
    WAVE,
    WOOD,
    Parts,
    arrow,
    dashed,
    lines,
    polygon,
    rect,
    step,
    stone,
    text,
)
from saqqara_engine.imhotep import figures as f


def ship(x: float, y: float, stones: Sequence[int | None]) -> Parts:
    """A ship from above, the bow at the right; stones by space from the bow, None for none."""
    fore = x + 8 + len(stones) * BERTH
    hull = ((x, y + 3), (fore, y), (fore + 20, y + 17), (fore, y + 34), (x, y + 31))
    yield polygon(hull, WOOD)
    for space, seat in enumerate(stones, 1):
        left = fore - space * BERTH
        yield rect(left + 1, y + 4, BERTH - 4, 26, DECK)
        yield text(left + BERTH / 2 - 1, y - 8, space, "small soft")
        if seat is not None:
            yield stone(seat, left + BERTH / 2 - 1, y + 17)


def home(seat: int, y: float, in_quarry: int, on_sled: int) -> Parts:
    """The quarry and the sled of a seat."""
    yield rect(MARGIN, y, 160, 148, PANEL)
    yield text(MARGIN + 8, y + 14, f"Seat {seat}: {IMHOTEP.seats[seat].title}", "start bold")
    yield rect(MARGIN + 8, y + 26, 82, 50, SAND)
    for count in range(in_quarry):
        yield stone(seat, MARGIN + 22 + count % 3 * 27, y + 39 + count // 3 * 24)
    yield text(MARGIN + 122, y + 51, "quarry", "soft")
    yield arrow(MARGIN + 49, y + 78, MARGIN + 49, y + 100)
    yield rect(MARGIN + 8, y + 102, 144, 26, DECK)
    for count in range(on_sled):
        yield stone(seat, MARGIN + 23 + count * 28, y + 115)
    yield text(MARGIN + 80, y + 138, f"sled: carries {f.SLED_CAPACITY} stones", "small soft")


def one_round() -> Parts:
    """Quarries and sleds, the ships of a round card, and the sites."""
    capacities = max(f.ROUND_CARDS[2], key=lambda each: len(set(each)))
    loads = [(0, 1, None, None), (0, 1, 0), (None, 1), (None,)]
    yield text(MARGIN, 22, "One round of Imhotep", "large start bold")
    holds = [str(capacity) for capacity in capacities]
    caption = f"round card {''.join(holds)}: ships for {', '.join(holds)} stones"
    yield text(240, 22, caption, "start soft")
    yield text(579, 22, "sites", "soft")
    yield from home(0, 44, 6, 4)
    yield from home(1, 204, 5, 2)
    yield rect(184, 44, 344, 308, WATER, stroke=WAVE)
    for row, (capacity, load) in enumerate(zip(capacities, loads, strict=True)):
        yield from _moored(row, capacity, load)
    for row, title in enumerate(f.SITE_TITLES):
        yield rect(530, 44 + row * 62, 98, 58, SAND)
        yield from lines(579, 57 + row * 62, title, 94, "bold")
    for count, seat in enumerate((0, 1, 0)):
        yield stone(seat, 551 + count * 28, 138)
        yield text(551 + count * 28, 156, count + 1, "small soft")
    yield arrow(166, 158, 230, 102) + step(70 + MARGIN, 44 + 88, 1) + step(193, 134, 2)
    yield arrow(338, 160, 382, 146) + step(358, 136, 3)
    yield arrow(506, 142, 536, 142) + step(516, 120, 4)
    yield text(355, 108, "bow", "small soft")
    yield from _steps(370)


def _moored(row: int, capacity: int, load: Sequence[int | None]) -> Parts:
    y, least = 66 + row * 76, f.MINIMUM_LOAD[capacity]
    length = 8 + capacity * BERTH + 20
    caption = f"sails with {least}" + (" or more" if least < capacity else "")
    yield text(200, y + 17, row + 1, "large bold")
    if None in load:
        yield from ship(216, y, load)
        yield text(224 + length, y + 10, f"holds {capacity}", "small start soft")
        yield text(224 + length, y + 26, caption, "small start soft")
    else:
        yield dashed(216, y, length, 34) + text(216 + length / 2, y + 17, "has sailed", "soft")
        yield text(216, y + 45, f"holds {capacity}, {caption}", "small start soft")
        yield from ship(386, 125, load)


def _steps(y: float) -> Parts:
    captions = (
        f"Get stones: up to {f.STONES_PER_TAKE} from your quarry to your sled.",
        "Place a stone: from your sled on an empty space of a ship.",
        "Sail a ship that has its load to a site that no ship has reached in this round.",
        "Its stones are unloaded from the bow: space 1, 2, 3. They count for their owners.",
    )
    for row, words in enumerate(captions):
        yield step(MARGIN + 10, y + row * 24, row + 1)
        yield text(MARGIN + 28, y + row * 24, words, "start")
    last = f"A turn is 1, 2, 3 or a blue card. The round ends when all {f.SHIPS} ships have sailed."
    yield text(MARGIN, y + 98, last, "start bold")
