"""Nobody knows whom it will meet in a ladder before the match begins; later all can check it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest
from typer.testing import CliRunner

from saqqara_engine.chance import commitment
from saqqara_sdk import AsyncClient
from saqqara_sdk.cli import app
from saqqara_sdk.records import draws
from saqqara_sdk.records.draws import DrawContradiction, Drawn, StillSecret, verify_draws
from saqqara_sdk.wire.enums import PairingKind
from saqqara_sdk.wire.models import Ladder, LadderEntry, LadderMatch, LadderScore
from saqqara_service import questions
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.ladders.opponents import kept_apart
from saqqara_service.application.service import Service
from saqqara_service.models import LadderMatchStatus, LadderTerms
from saqqara_service.models.pages import Page
from tests.service import jobs
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import a_ladder, enrol, finish, some_terms
from tests.service.lookups import ladder_of


async def test_who_meets_whom_is_told_when_the_match_begins(svc: Service) -> None:
    """Neither the plan nor a question for the matches of one bot tells it before."""
    enrolled = await a_ladder(svc, bots=4, blocks=6, concurrency=4)
    await jobs.pair(svc, enrolled.id)
    for one in await whole_schedule(svc, enrolled.id):
        assert (one.status, one.bots, one.pairing) == (LadderMatchStatus.PLANNED, [], None)
        assert one.reason == ladders.NOT_YET
    for bot_id in enrolled.callers:
        of_bot = questions.LadderMatchFilter(ladder_id=enrolled.id, bot_id=bot_id)
        assert await ladders.schedule(svc, None, of_bot) == Page(items=[])
    await jobs.start(svc, enrolled.id)
    schedule = await whole_schedule(svc, enrolled.id)
    assert {one.status for one in schedule if one.bots} == {LadderMatchStatus.STARTED}
    assert all(one.pairing for one in schedule if one.bots)


async def test_the_seed_is_bound_from_the_beginning_and_told_at_the_end(svc: Service) -> None:
    """It is another one for each ladder, and nothing that is told before leads to it."""
    enrolled = await a_ladder(svc, bots=3, blocks=2)
    other = await a_ladder(svc, bots=3, blocks=2)
    assert other.ladder.commitment != enrolled.ladder.commitment
    kept = (await ladders.progress(svc, enrolled.id)).seed
    assert kept not in (await ladder_of(svc, enrolled.id)).model_dump_json()
    assert kept not in repr(await ladders.progress(svc, enrolled.id))
    ladder = await finish(svc, enrolled)
    assert ladder.seed == kept
    assert ladder.commitment == enrolled.ladder.commitment
    assert commitment(bytes.fromhex(kept), ladder.id) == ladder.commitment


@dataclass(frozen=True)
class Published:
    """A ladder as a client hears of it."""

    ladder: Ladder
    matches: list[LadderMatch]
    entries: list[LadderEntry]
    scores: list[LadderScore]

    def drawn(self, matches: list[LadderMatch] | None = None, **changed: object) -> Drawn:
        """What its draws are, if it told other matches, or something else of itself."""
        ladder = self.ladder.model_copy(update=changed)
        lines = self.matches if matches is None else matches
        return verify_draws(ladder, lines, self.entries, self.scores)


async def read_published(server: str, ladder_id: str) -> Published:
    """All that is asked for to verify it."""
    async with AsyncClient(server) as client:
        page = await client.ladders.matches(ladder_id, first=100)
        assert page.cursor is None
        entries = await client.ladders.entries(ladder_id)
        scores = await client.ladders.scores(ladder_id)
        ladder = await client.ladders.get(ladder_id)
        return Published(ladder, [*page.items], [*entries.items], [*scores.items])


async def test_pairings_are_verified_by_the_seed(svc: Service, server: str) -> None:
    """Another seed, another order of seats or another kind of pairing contradicts it."""
    enrolled = await a_ladder(svc, bots=5, blocks=20, concurrency=8)
    early = await read_published(server, enrolled.id)
    with pytest.raises(StillSecret):
        early.drawn()
    await finish(svc, enrolled)
    published = await read_published(server, enrolled.id)
    drawn = published.drawn()
    assert (drawn.blocks, drawn.tables) == (20, 0)
    assert 0 < drawn.by_lot < 20
    with pytest.raises(DrawContradiction, match="commitment"):
        published.drawn(seed="00" * 32)
    first = published.matches[0]
    turned = first.model_copy(update={"bots": first.bots[::-1]})
    with pytest.raises(DrawContradiction, match="seats of block"):
        published.drawn([turned])
    assert first.pairing is not None
    is_lot = first.pairing.kind is PairingKind.LOT
    kind = PairingKind.RATING if is_lot else PairingKind.LOT
    other = first.model_copy(update={"pairing": first.pairing.model_copy(update={"kind": kind})})
    with pytest.raises(DrawContradiction, match="Block 0"):
        published.drawn([other])
    words = ["ladder", "verify", enrolled.id, "--server", server]
    shown = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert shown.exit_code == 0, shown.output
    assert "20 blocks" in " ".join(shown.output.split())


@pytest.mark.parametrize(
    ("bots", "terms", "tables"),
    [
        (7, {"format": "swiss", "rounds": 2}, 3),
        (7, {"format": "swiss", "rounds": 1, "players": 3}, 2),
        (6, {"format": "single_elimination"}, 2),
        (5, {"format": "double_elimination", "players": 3}, 1),
        (7, {"format": "round_robin", "rounds": 1, "groups": 2}, 9),
    ],
)
async def test_first_rounds_and_groups_are_verified_by_the_seed(
    svc: Service, server: str, bots: int, terms: dict[str, Any], tables: int
) -> None:
    """A host who would choose them is found out; the draw is told when the ladder is over."""
    players = terms.pop("players", 2)
    enrolled = await a_ladder(svc, bots, players, None, 9, **terms)
    assert enrolled.ladder.draw is None
    await finish(svc, enrolled)
    published = await read_published(server, enrolled.id)
    assert published.drawn().tables == tables
    first = [
        one for one in published.matches if one.pairing is None or one.pairing.round in {None, 1}
    ]
    bot = first[0].bots[0]
    of_its_tables = {other for match in first if bot in match.bots for other in match.bots}
    for other in enrolled.callers.keys() - of_its_tables:
        swapped = {bot: other, other: bot}
        forged = [
            match.model_copy(update={"bots": tuple(swapped.get(one, one) for one in match.bots)})
            for match in first
        ]
        with pytest.raises(DrawContradiction, match=r"seed's draw|different groups|with a bye"):
            published.drawn(forged)
    if published.ladder.draw is not None:
        with pytest.raises(DrawContradiction, match="order of the field"):
            published.drawn(draw=published.ladder.draw[::-1])
        assert published.drawn(draw=None).tables == 0, "a server of before does not tell it"
    words = ["ladder", "verify", enrolled.id, "--server", server]
    shown = await asyncio.to_thread(CliRunner().invoke, app, words)
    assert shown.exit_code == 0, shown.output
    assert f"{tables} tables" in " ".join(shown.output.split())


async def test_a_ladder_that_was_cancelled_is_verified_as_well(svc: Service, server: str) -> None:
    """Also where some tables of its first round never began, or none was ever planned."""
    for format_ in ("swiss", "single_elimination"):
        rounds = 2 if format_ == "swiss" else None
        enrolled = await a_ladder(svc, 8, 2, None, 2, format=format_, rounds=rounds)
        await jobs.pair(svc, enrolled.id)
        await jobs.start(svc, enrolled.id)
        await seasons.cancel(svc, enrolled.owner, questions.CancelLadder(ladder_id=enrolled.id))
        published = await read_published(server, enrolled.id)
        assert published.drawn().tables == 4
    never = await a_ladder(svc, 4, 2, None, 2, start=False, format="single_elimination")
    await seasons.cancel(svc, never.owner, questions.CancelLadder(ladder_id=never.id))
    assert (await read_published(server, never.id)).drawn() == Drawn(0, 0, 0)


async def test_teams_are_those_of_the_service(svc: Service, server: str) -> None:
    """A team that names an account, and one that names a bot of it: the first one counts."""
    enrolled = await a_ladder(svc, 4, 2, None, 9, start=False, format="swiss", rounds=1)
    first, *others = enrolled.callers
    teams = [
        {"name": "all of it", "members": [enrolled.owner.account_id]},
        {"name": "one", "members": [first]},
        *({"name": f"team {bot}", "members": [bot]} for bot in others),
    ]
    asked = enrolled.ladder.model_dump(include={*LadderTerms.model_fields}) | {"teams": teams}
    made = await ladders.create(svc, enrolled.owner, some_terms(**asked))
    for bot, caller in enrolled.callers.items():
        await enrol(svc, caller, made.id, bot)
    terms = (await ladders.progress(svc, made.id)).terms
    kept = kept_apart(terms, await svc.entries.listed(made.id))
    published = await read_published(server, made.id)
    assert draws.kept_apart(published.ladder, published.entries) == kept
    assert len(kept) == 6
