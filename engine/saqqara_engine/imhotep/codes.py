"""Every action that options allow, in an order that never changes: its number is its code.

Spaces and orders that no ship of the round has are numbered too, so that a code depends on nothing
but the options. A kind of action is numbered only where the options bring it into play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations, product

from saqqara_engine.imhotep.expansions.stonemasons_wager import BET_SITES, COLUMNS
from saqqara_engine.imhotep.figures import (
    FAVOR_FIVE_STONES,
    FAVOR_FOUR_STONES,
    GODS,
    MARKET_SLOTS,
    MAX_SPACES,
    PYRAMIDS_B,
    SHIPS,
    SITES,
)
from saqqara_engine.imhotep.options import Options

_SHIPS = [str(ship + 1) for ship in range(SHIPS)]
_SPACES = [str(space + 1) for space in range(MAX_SPACES)]
_BERTHS = [f"{ship}.{space}" for ship in _SHIPS for space in _SPACES]
_SLOTS = [str(slot + 1) for slot in range(MARKET_SLOTS)]


def every_action(options: Options) -> Iterator[str]:
    """The notation of every action, in the order of the codes."""
    for kind, (is_in_play, words) in KINDS.items():
        if is_in_play(options):
            yield from (f"{kind} {each}".rstrip() for each in words(options))


def _always(options: Options) -> bool:  # noqa: ARG001 - one form for every row
    return True


def _alone(options: Options) -> Iterable[str]:  # noqa: ARG001
    return ("",)


def _of(*domains: Iterable[str]) -> Callable[[Options], Iterable[str]]:
    """Every combination of one word of each domain."""
    words = [" ".join(each) for each in product(*domains)]
    return lambda options: words  # noqa: ARG005


def _sorted(domain: Iterable[str], sizes: Iterable[int]) -> list[str]:
    """Words of a domain in ascending order, as many as each size."""
    items = list(domain)
    return [" ".join(each) for size in sizes for each in combinations(items, size)]


def _stones(options: Options, *others: str) -> list[str]:
    """The owners of one to four stones, with other marks that may stand between them."""
    marks = [*map(str, range(options.players)), *others]
    return [
        "".join(row) for size in range(1, MAX_SPACES + 1) for row in product(marks, repeat=size)
    ]


def _voyages(options: Options) -> Iterator[str]:
    for ship, site, stones in product(_SHIPS, SITES, _stones(options)):
        yield f"{ship} {site} {stones}"


def _orders(options: Options) -> Iterator[str]:
    yield from _voyages(options)
    if not options.favors_must_sail:
        for ship, stones in product(_SHIPS, _stones(options, ".")):
            yield f"{ship} stay {stones}"


def _loads(options: Options) -> Iterator[str]:
    sites = SITES if options.favors_must_sail else (*SITES, "stay")
    spaces = ["", *_sorted(_SPACES, range(1, FAVOR_FOUR_STONES + 1))]
    for ship, site, each in product(_SHIPS, sites, spaces):
        yield f"{ship} {site} {each}".rstrip()


def _chisels(options: Options) -> Iterator[str]:
    yield from _sorted(_BERTHS, (2,))
    if not options.chisel_needs_two:
        yield from _BERTHS


def _card_pairs(options: Options) -> Iterator[str]:  # noqa: ARG001
    yield from _SLOTS
    for first, second in permutations(_SLOTS, 2):
        yield f"{first} {second}"


def _draws(options: Options) -> bool:
    return options.sides.pyramids == "B" or options.sides.market == "D"


def _takes_stones(options: Options) -> bool:
    return options.sides.pyramids == "B" or options.sides.temple == "B"


KINDS: dict[str, tuple[Callable[[Options], bool], Callable[[Options], Iterable[str]]]] = {
    "pass": (_always, _alone),
    "get": (_always, _alone),
    "place": (_always, _of(_BERTHS)),
    "sail": (_always, _of(_SHIPS, SITES)),
    "lever": (_always, _voyages),
    "hammer": (_always, _of(_BERTHS)),
    "sailcard": (_always, _of(_BERTHS, SITES)),
    "chisel": (_always, _chisels),
    "take": (_always, _of(_SLOTS)),
    "keep": (lambda options: options.sides.market == "B", _of(["1", "2"])),
    "draw": (_draws, _alone),
    "build": (lambda options: options.sides.pyramids == "B", _of(PYRAMIDS_B)),
    "point": (lambda options: options.sides.temple == "B", _alone),
    "stones": (_takes_stones, _alone),
    "decline": (
        lambda options: options.sides.pyramids == "B" or not options.market_take_forced,
        _alone,
    ),
    "private": (lambda options: options.private_ships, _of(SITES)),
    "bet": (lambda options: options.wager, _of([SITES[site] for site in BET_SITES], COLUMNS)),
    "favor1": (lambda options: options.favors, _card_pairs),
    "favor2": (lambda options: options.favors, _of(["", *_BERTHS])),
    "favor3": (lambda options: options.favors, _orders),
    "favor4": (lambda options: options.favors, _loads),
    "favor5": (
        lambda options: options.favors,
        _of(_sorted(_BERTHS, range(1, FAVOR_FIVE_STONES + 1))),
    ),
    "raft": (lambda options: options.new_dynasty_cards, _of(SITES)),
    "plank": (lambda options: options.new_dynasty_cards, _of(_SHIPS, SITES)),
    "prophecy": (lambda options: options.prophecies, _of(GODS)),
}
"""Each kind of action: when it can occur, and the words that can follow its name."""
