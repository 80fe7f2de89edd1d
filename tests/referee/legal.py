"""Every legal action of Imhotep as the text that `engine/NOTATION.md` gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from tests.referee.figures import MONUMENTS, PYRAMID_B, PYRAMIDS, RAFT_STONES, RED, SITES
from tests.referee.table import Table, Task


def legal(table: Table, task: Task) -> list[str]:
    """What the seat that a task asks may do."""
    kind, seat, *words = task
    match kind:
        case "turn":
            return _turn(table, seat)
        case "pick":
            refusal = [] if table.options["marketTakeForced"] else ["decline"]
            return [*offers(table, seat), *refusal]
        case "keep-one":
            return ["keep 1", "keep 2"]
        case "build":
            built = table.pyramids
            return [f"build {name}" for name in PYRAMIDS if len(built[name]) < len(PYRAMID_B)]
        case "bonus":
            return [*bonus(table, seat, words[0]), "decline"]
        case _:
            return ["point", "stones"]


def offers(table: Table, seat: int) -> list[str]:
    """What the owner of a stone at the Market can take."""
    texts = [f"take {slot + 1}" for slot in takeable(table, table.quarry[seat])]
    if table.pair:
        texts.append("take 4")
    if table.sides["market"] == "D" and table.can_draw():
        texts.append("draw")
    return texts


def takeable(table: Table, quarry: int) -> list[int]:
    """The slots whose cards can be taken by a seat with such a quarry."""
    fizzles = table.options["redWithEmptyQuarryFizzles"]
    return [
        slot
        for slot, card in enumerate(table.market)
        if card and (quarry or fizzles or not RED.get(card))
    ]


def bonus(table: Table, seat: int, pyramid: str) -> list[str]:
    """What the first space of a pyramid lets its builder do now."""
    if pyramid == "left":
        return ["draw"] if table.can_draw() else []
    if pyramid == "middle":
        return ["get"] if table.room(seat) and table.quarry[seat] else []
    return [f"place {berth}" for berth in free(table)] if table.sled[seat] else []


def free(table: Table) -> list[str]:
    """The empty spaces of ships that have not sailed."""
    return [
        f"{number + 1}.{space + 1}"
        for number, ship in enumerate(table.ships)
        for space, owner in enumerate(ship.spaces)
        if ship.site is None and owner is None
    ]


def _turn(table: Table, seat: int) -> list[str]:
    texts = [*_plain(table, seat), *_blue(table, seat)]
    if table.options["privateShips"]:
        texts += _private(table, seat)
    if table.options["wager"]:
        texts += _bets(table, seat)
    if table.options["favors"] and table.quarry[seat] and seat not in table.favors:
        for number, favor in enumerate((_favor1, _favor2, _favor3, _favor4, _favor5)):
            if table.favors[number] is None:
                texts += favor(table, seat)
    texts = texts or ["pass"]
    if table.options["prophecies"]:
        texts += _scarabs(table, seat)
    return texts


def _plain(table: Table, seat: int) -> Iterator[str]:
    if table.room(seat) and table.quarry[seat]:
        yield "get"
    if table.sled[seat]:
        yield from (f"place {berth}" for berth in free(table))
    for ship in ready(table):
        yield from (f"sail {ship + 1} {site}" for site in table.open_sites)


def ready(table: Table) -> list[int]:
    """The ships that may sail."""
    waiting = enumerate(table.ships)
    return [n for n, ship in waiting if ship.site is None and len(ship.stones) >= ship.minimum]


def has_card(table: Table) -> bool:
    """Whether there is anything to take at the Market."""
    piles = table.sides["market"] == "D" and table.can_draw()
    return any(table.market) or bool(table.pair) or piles


def _blue(table: Table, seat: int) -> Iterator[str]:
    for card in ("lever", "hammer", "sail", "chisel", "raft", "loading-plank"):
        if card in table.hands[seat]:
            yield from PLAYS[card](table, seat)


def _levers(table: Table, seat: int) -> Iterator[str]:
    for ship in ready(table):
        for order in sorted(set(permutations(table.ships[ship].stones))):
            seats = "".join(map(str, order))
            yield from (f"lever {ship + 1} {site} {seats}" for site in table.open_sites)


def _hammers(table: Table, seat: int) -> Iterator[str]:
    can_get = bool(table.room(seat) and table.quarry[seat])
    if can_get or (table.sled[seat] and not table.options["hammerNeedsQuarryAndSpace"]):
        yield from (f"hammer {berth}" for berth in free(table))


def _sail_cards(table: Table, seat: int) -> Iterator[str]:
    for berth in free(table) if table.sled[seat] else ():
        ship = table.ships[int(berth[0]) - 1]
        if len(ship.stones) + 1 >= ship.minimum:
            yield from (f"sailcard {berth} {site}" for site in table.open_sites)


def _chisels(table: Table, seat: int) -> Iterator[str]:
    berths = free(table)
    if table.sled[seat] > 1 and len(berths) > 1:
        yield from (f"chisel {one} {other}" for one, other in combinations(berths, 2))
    elif table.sled[seat] and not table.options["chiselNeedsTwo"]:
        yield from (f"chisel {berth}" for berth in berths)


def _rafts(table: Table, seat: int) -> Iterator[str]:
    if table.sled[seat] >= RAFT_STONES:
        yield from (f"raft {site}" for site in SITES if site != "market" or has_card(table))


def _planks(table: Table, seat: int) -> Iterator[str]:
    docked = [ship.site for ship in table.ships]
    for ship in ready(table) if table.sled[seat] else ():
        for site in SITES:
            takes_it = docked.count(site) == 1 and (site != "market" or has_card(table))
            if seat in table.ships[ship].stones and takes_it:
                yield f"plank {ship + 1} {site}"


PLAYS: dict[str, Callable[[Table, int], Iterator[str]]] = {
    "lever": _levers,
    "hammer": _hammers,
    "sail": _sail_cards,
    "chisel": _chisels,
    "raft": _rafts,
    "loading-plank": _planks,
}
"""What each blue card lets its holder do."""


def _private(table: Table, seat: int) -> Iterator[str]:
    if table.sled[seat] and not table.private_sailed[seat]:
        for site in SITES:
            if site not in table.private_sites and (site != "market" or offers(table, seat)):
                yield f"private {site}"


def _bets(table: Table, seat: int) -> Iterator[str]:
    if table.quarry[seat] and seat not in table.bets.values():
        for column in ("left", "right")[: 2 if table.players == 4 else 1]:
            for site in MONUMENTS:
                if (site, column) not in table.bets:
                    yield f"bet {site} {column}"


def _scarabs(table: Table, seat: int) -> Iterator[str]:
    own = [(god, window) for owner, god, window in table.scarabs if owner == seat]
    if len(own) < 2 and all(window != table.window for _, window in own):
        taken = {god for god, _ in own}
        yield from (f"prophecy {god}" for god in table.gods if god not in taken)


def _favor1(table: Table, seat: int) -> Iterator[str]:
    slots = takeable(table, table.quarry[seat] - 1)
    if len(slots) == 1 or not table.options["favorOneExactlyTwo"]:
        yield from (f"favor1 {slot + 1}" for slot in slots)
    for one, other in combinations(slots, 2):
        yield f"favor1 {one + 1} {other + 1}"
        cards = table.market[one], table.market[other]
        if cards[0] != cards[1] and all(card in RED for card in cards):
            yield f"favor1 {other + 1} {one + 1}"


def _favor2(table: Table, seat: int) -> Iterator[str]:
    yield "favor2"
    if table.sled[seat]:
        yield from (f"favor2 {berth}" for berth in free(table))


def _favor3(table: Table, seat: int) -> Iterator[str]:
    for number, ship in enumerate(table.ships):
        if ship.site is not None:
            continue
        loads = [ship.stones]
        if table.sled[seat] and None in ship.spaces:
            loads.append([*ship.stones, seat])
        for load in loads:
            marks = list(map(str, load))
            if len(load) < ship.minimum:
                marks += ["."] * (len(ship.spaces) - len(load))
            for order in sorted(set(permutations(marks))):
                for place in _places(table, len(load) >= ship.minimum):
                    yield f"favor3 {number + 1} {place} {''.join(order)}"


def _favor4(table: Table, seat: int) -> Iterator[str]:
    for number, ship in enumerate(table.ships):
        empty = [str(space + 1) for space, owner in enumerate(ship.spaces) if owner is None]
        for stones in range(min(2, table.sled[seat]) + 1) if ship.site is None else ():
            for spaces in combinations(empty, stones):
                for place in _places(table, len(ship.stones) + stones >= ship.minimum):
                    yield " ".join(("favor4", str(number + 1), place, *spaces))


def _places(table: Table, can_sail: bool) -> list[str]:  # noqa: FBT001 - two kinds of ship
    if can_sail:
        return table.open_sites
    return [] if table.options["favorsMustSail"] else ["stay"]


def _favor5(table: Table, seat: int) -> Iterator[str]:
    for stones in range(1, min(3, table.sled[seat]) + 1):
        for berths in combinations(free(table), stones):
            yield " ".join(("favor5", *berths))
