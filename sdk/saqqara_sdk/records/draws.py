"""Whether a ladder drew its pairings by the seed that it was bound to from the beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from saqqara_contest.pairing import in_order, is_by_lot
from saqqara_engine.chance import commitment
from saqqara_sdk.wire.enums import PairingKind
from saqqara_sdk.wire.models import Ladder, LadderMatch

DRAWN = {PairingKind.LOT: True, PairingKind.RATING: False}
"""The kinds of pairing of a continuous ladder, and whether they are by lot."""


class DrawContradiction(Exception):
    """The ladder tells something that its seed does not lead to; the message says what."""


class StillSecret(Exception):
    """The ladder is not over, so its seed is not published yet."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was compared with the seed: so many blocks, so many of them paired by lot."""

    blocks: int
    by_lot: int


def verify_draws(ladder: Ladder, matches: Iterable[LadderMatch]) -> Drawn:
    """Compare the ladder's commitment and the draws of its blocks with its seed.

    In a continuous ladder the seed says which blocks are paired by lot, and how the bots of each
    sit down. Raises `StillSecret` or `DrawContradiction`.
    """
    if ladder.seed is None:
        raise StillSecret(f"ladder {ladder.id} is {ladder.status}: ask again when it is over")
    seed = bytes.fromhex(ladder.seed)
    if commitment(seed, ladder.id) != ladder.commitment:
        raise DrawContradiction("the seed is not the one of the commitment")
    kinds = [_checked(seed, one) for one in _first_of_blocks(matches)]
    return Drawn(len(kinds), sum(kinds))


def _first_of_blocks(matches: Iterable[LadderMatch]) -> Iterator[LadderMatch]:
    """The match of each drawn block in which its bots sit as they were drawn."""
    seen: set[int] = set()
    for one in matches:
        is_drawn = one.pairing is not None and one.pairing.kind in DRAWN
        if is_drawn and one.rotation == 0 and one.block not in seen:
            seen.add(one.block)
            yield one


def _checked(seed: bytes, match: LadderMatch) -> bool:
    """Whether the block of the match is by lot, as the seed has it."""
    by_lot = is_by_lot(seed, match.block)
    if match.pairing is None or DRAWN[match.pairing.kind] is not by_lot:
        told = "by lot" if by_lot else "by rating"
        raise DrawContradiction(f"block {match.block} should have been paired {told}")
    if tuple(match.bots) != in_order(seed, match.block, match.bots):
        raise DrawContradiction(f"the bots of block {match.block} do not sit as they were drawn")
    return by_lot
