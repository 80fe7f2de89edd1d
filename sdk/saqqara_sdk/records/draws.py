"""Verification of a ladder's draws against the seed that it committed to at the start."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from saqqara_contest.pairing import in_order, is_by_lot
from saqqara_contest.tournaments import eliminations
from saqqara_contest.tournaments.draws import by_lot, groups, of_one, side_of
from saqqara_contest.tournaments.swiss import swiss_round
from saqqara_contest.tournaments.tables import Pair, Table
from saqqara_engine.chance import commitment
from saqqara_sdk.wire.enums import LadderFormat, PairingKind, SameOwner
from saqqara_sdk.wire.models import Ladder, LadderEntry, LadderMatch, LadderScore

DRAWN = {PairingKind.LOT: True, PairingKind.RATING: False}
"""The kinds of pairing of a continuous ladder, and whether they are random."""


class DrawContradiction(Exception):
    """The ladder contradicts its seed; the message says where."""


class StillSecret(Exception):
    """The seed is not published before the ladder is over."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The extent of a verification."""

    blocks: int
    """The number of blocks of a continuous ladder."""
    by_lot: int
    """The number of these blocks that were paired at random."""
    tables: int
    """The number of tables of a first round, or of groups."""


def verify_draws(
    ladder: Ladder,
    matches: Sequence[LadderMatch],
    entries: Sequence[LadderEntry],
    scores: Sequence[LadderScore],
) -> Drawn:
    """Compare the ladder's commitment and its draws with its seed.

    In a continuous ladder the seed determines the blocks with random pairings, and the seats of
    each block. In others it determines the order of the field, which is the basis of the first
    round of a Swiss and of eliminations, and of groups. Raises `StillSecret` or
    `DrawContradiction`.
    """
    if ladder.seed is None:
        raise StillSecret(f"Ladder {ladder.id} is {ladder.status}. Try again when it is over.")
    seed = bytes.fromhex(ladder.seed)
    if commitment(seed, ladder.id) != ladder.commitment:
        raise DrawContradiction("The seed does not match the commitment.")
    kinds = [_checked(seed, one) for one in _first_of_blocks(matches)]
    tables = [*_tables(matches)]
    if ladder.draw is not None:
        is_first = (ladder.stage or 1) == 1
        if is_first and tuple(ladder.draw) != by_lot(ladder.seed, 0, ladder.draw):
            raise DrawContradiction("The order of the field differs from the seed's draw.")
    if ladder.draw is not None and ladder.groups is not None:
        _check_groups(ladder, tables)
    elif ladder.draw is not None or ladder.format == LadderFormat.SWISS:
        tables = _checked_round(ladder, matches, entries, scores)
    else:  # nothing was drawn, or an older server does not publish it
        tables = []
    return Drawn(len(kinds), sum(kinds), len(tables))


def _tables(matches: Sequence[LadderMatch], number: int | None = None) -> Iterator[Table]:
    """Yield the table of each block that has begun, in order; of one round or of all."""
    seen: set[int] = set()
    for one in matches:
        is_of_round = number is None or (one.pairing is not None and one.pairing.round == number)
        if one.rotation == 0 and one.bots and is_of_round and one.block not in seen:
            seen.add(one.block)
            yield tuple(one.bots)


def _check_groups(ladder: Ladder, tables: Sequence[Table]) -> None:
    """Raise `DrawContradiction` if bots of different groups met."""
    dealt = [{*group} for group in groups(ladder.draw or (), ladder.groups or 1)]
    for table in tables:
        if not any(group.issuperset(table) for group in dealt):
            raise DrawContradiction(f"{', '.join(table)} met, but belong to different groups.")


def _checked_round(
    ladder: Ladder,
    matches: Sequence[LadderMatch],
    entries: Sequence[LadderEntry],
    scores: Sequence[LadderScore],
) -> list[Table]:
    """Return the tables of the first round; raises `DrawContradiction` if they differ."""
    tables = [*_tables(matches, 1)]
    if not tables:
        return []
    if ladder.draw is not None:
        bracket = eliminations.drawn(ladder.draw)
        meant = eliminations.next_round(bracket, (), {}, ladder.players).tables
    else:
        there = [bot for table in tables for bot in table]
        there += [one.bot_id for one in scores if 1 in one.byes]
        if len(set(there)) < len(there):
            raise DrawContradiction("The first round seats a bot twice, or seats a bot with a bye.")
        drawn = by_lot(ladder.seed or "", 1, there)
        even = dict.fromkeys(drawn, 0.0)
        apart = kept_apart(ladder, entries)
        meant = swiss_round(drawn, even, (), {}, ladder.players, apart=apart).tables
    if {frozenset(table) for table in tables} != {frozenset(table) for table in meant}:
        raise DrawContradiction("The first round differs from the seed's draw.")
    return tables


def kept_apart(ladder: Ladder, entries: Sequence[LadderEntry]) -> Collection[Pair]:
    """Return the pairs of bots that never meet: of one owner, or of one team."""
    owners = {one.bot_id: one.account_id for one in entries}
    members = {team.name: team.members for team in ladder.teams}
    teams = {bot: side_of(members, {bot, owner}) for bot, owner in owners.items()}
    of_teams = of_one({bot: team for bot, team in teams.items() if team is not None})
    is_forbidden = ladder.same_owner == SameOwner.FORBIDDEN
    return of_teams | (of_one(owners) if is_forbidden else set())


def _first_of_blocks(matches: Sequence[LadderMatch]) -> Iterator[LadderMatch]:
    """Yield the first match of each drawn block, whose seats are the drawn ones."""
    seen: set[int] = set()
    for one in matches:
        is_drawn = one.pairing is not None and one.pairing.kind in DRAWN
        if is_drawn and one.rotation == 0 and one.block not in seen:
            seen.add(one.block)
            yield one


def _checked(seed: bytes, match: LadderMatch) -> bool:
    """Return whether the block of the match is random; raises `DrawContradiction`."""
    by_lot = is_by_lot(seed, match.block)
    if match.pairing is None or DRAWN[match.pairing.kind] is not by_lot:
        method = "at random" if by_lot else "by rating"
        raise DrawContradiction(f"Block {match.block} should have been paired {method}.")
    if tuple(match.bots) != in_order(seed, match.block, match.bots):
        raise DrawContradiction(f"The seats of block {match.block} differ from the seed's draw.")
    return by_lot
