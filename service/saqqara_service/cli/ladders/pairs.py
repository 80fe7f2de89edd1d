"""`saqqara-server ladder pairs`: who beats whom, and how surely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import TypeAlias

from pydantic import TypeAdapter

from saqqara_contest.intervals import share_interval
from saqqara_service.application.ladders import results
from saqqara_service.application.service import Service
from saqqara_service.cli.host import done
from saqqara_service.cli.ladders.ladders import AsJson, LadderId, print_json, print_rows
from saqqara_service.cli.ladders.names import bot_names, called
from saqqara_service.cli.tables import folding
from saqqara_service.models import LadderResult, PairScore
from saqqara_service.models.pages import each
from saqqara_service.questions import LadderQuestion, LadderResultFilter
from saqqara_service.questions.values import MOST_ON_PAGE

Pair: TypeAlias = tuple[str, int, str, int]
"""A bot, its version, another one and that one's version."""
Won: TypeAlias = Mapping[Pair, Collection[Sequence[float]]]
"""What the one of a pair won of each match with the other, a list for each block."""


def pairs(ladder_id: LadderId, *, json: AsJson = False) -> None:
    """Show the results of each bot version against every other version that it met"""
    if json:
        found = done(lambda svc: results.pairs(svc, None, LadderQuestion(ladder_id=ladder_id)))
        print_json(TypeAdapter(list[PairScore]), found)
        return
    found, won, names = done(lambda svc: _met(svc, ladder_id))
    table = folding("Bot", "Against", "Matches", "Wins", "Share", "95 %")
    for column in table.columns[2:]:
        column.justify = "right"
    for row in found:
        table.add_row(
            called(names[row.bot_id], row.version),
            called(names[row.other_id], row.other_version),
            str(row.matches),
            f"{row.wins:g}",
            f"{row.wins / row.matches:.0%}",
            surely(won.get((row.bot_id, row.version, row.other_id, row.other_version), ())),
        )
    print_rows(table, "No bots have met in a rated match yet")


def surely(blocks: Collection[Sequence[float]]) -> str:
    """Where a share lies with 95 % confidence, from what was won in each block's matches."""
    shares = [fmean(block) for block in blocks]
    sure = share_interval(shares, round(fmean(map(len, blocks))) if blocks else 1)
    return "" if sure is None else f"{sure.low:.0%} to {sure.high:.0%}"


async def _met(svc: Service, ladder_id: str) -> tuple[list[PairScore], Won, dict[str, str]]:
    """The pairs, what was won in each block, and what the bots are called."""
    found = await results.pairs(svc, None, LadderQuestion(ladder_id=ladder_id))
    won: defaultdict[Pair, defaultdict[int, list[float]]]
    won = defaultdict(lambda: defaultdict(list))
    every = LadderResultFilter(ladder_id=ladder_id, first=MOST_ON_PAGE)
    async for result in each(partial(results.page, svc, None), every):
        if result.rated and result.annulled_by is None:
            for pair, share in _shares(result).items():
                won[pair][result.block].append(share)
    by_block = {pair: blocks.values() for pair, blocks in won.items()}
    return found, by_block, await bot_names(svc, ladder_id)


def _shares(result: LadderResult) -> dict[Pair, float]:
    """What each bot of a match won against each other one: a tie is a half."""
    return {
        (one.bot_id, one.version, other.bot_id, other.version): (
            ((one.place < other.place) + (one.place <= other.place)) / 2
        )
        for one in result.seats
        for other in result.seats
        if one is not other
    }
