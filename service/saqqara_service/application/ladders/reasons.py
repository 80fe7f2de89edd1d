"""The reason of a pairing as a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from saqqara_contest.pairing import Reason
from saqqara_service.models import PairedBot, PairingKind, PairingReason


def by_rating(reason: Reason) -> PairingReason:
    """What the pairing by ratings tells of a block."""
    anchor = PairedBot(bot_id=reason.anchor, games=reason.games)
    joined = [
        PairedBot(bot_id=one.bot, games=one.games, distance=one.distance, met=one.met)
        for one in reason.company
    ]
    kind = PairingKind.LOT if reason.by_lot else PairingKind.RATING
    return PairingReason(kind=kind, bots=[anchor, *joined])


def sentence(reason: PairingReason) -> str:
    """The same for people."""
    return _SENTENCES[reason.kind](reason)


def _rating(reason: PairingReason) -> str:
    anchor, *company = reason.bots
    joined = [
        f"{one.bot_id} was {one.distance:.1f} away in sampled strength"
        + (f" and had met the table {one.met} times just before" if one.met else "")
        for one in company
    ]
    return "; ".join([f"{anchor.bot_id} had the fewest matches ({anchor.games})", *joined])


def _lot(reason: PairingReason) -> str:
    anchor, *company = reason.bots
    names = " and ".join(one.bot_id for one in company)
    return f"{anchor.bot_id} had the fewest matches ({anchor.games}); {names} at random"


def _round_robin(reason: PairingReason) -> str:
    return f"everybody meets everybody: table {reason.table} of {reason.tables}"


def _gauntlet(reason: PairingReason) -> str:
    return f"everybody meets {reason.challenger}: table {reason.table} of {reason.tables}"


def _swiss(reason: PairingReason) -> str:
    points = " and ".join(f"{one.points:g}" for one in reason.bots)
    again = f"; {reason.repeats} pairs of the round met before" if reason.repeats else ""
    return f"round {reason.round}: {points} points{again}"


def _elimination(reason: PairingReason) -> str:
    losses = " and ".join(str(one.losses) for one in reason.bots)
    return f"round {reason.round}: bots with {losses} lost meetings"


def _playoff(reason: PairingReason) -> str:
    return f"round {reason.round}: these bots tied and play again"


def _arena(reason: PairingReason) -> str:
    points = " and ".join(f"{one.points:g}" for one in reason.bots)
    return f"free bots with {points} points"


_SENTENCES: Final[Mapping[PairingKind, Callable[[PairingReason], str]]] = {
    PairingKind.RATING: _rating,
    PairingKind.LOT: _lot,
    PairingKind.ROUND_ROBIN: _round_robin,
    PairingKind.GAUNTLET: _gauntlet,
    PairingKind.SWISS: _swiss,
    PairingKind.ELIMINATION: _elimination,
    PairingKind.PLAYOFF: _playoff,
    PairingKind.ARENA: _arena,
}
