"""An account that leaves traces wherever it can, for tests of its deletion and its export."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Final

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, apps, authentication, profiles, versions
from saqqara_service.application.challenges import challenges
from saqqara_service.application.challenges.offers import Offered
from saqqara_service.application.ladders import ladders, seasons
from saqqara_service.application.operations import archival
from saqqara_service.application.service import Service
from saqqara_service.models import (
    AcceptMode,
    Caller,
    DeclineReason,
    Issued,
    MatchTerms,
    TokenKind,
)
from tests.service.challengers import offer, say
from tests.service.fake_runners import a_hosted_bot
from tests.service.ladders import AN_HOUR_MS, Enrolled, enrol, finish, some_terms
from tests.service.matches import (
    UNHURRIED,
    a_match_of,
    act_at_random,
    an_open_match,
    an_owner,
    play_out,
    some_bots,
)

NAME: Final = "Zanakht Old"
TRACE: Final = b"zanakht"
"""What all that the account ever called itself has in it."""
TERMS: Final = MatchTerms(game="imhotep", options={"players": 2}, time_control=UNHURRIED)


@dataclass(slots=True)
class Departed:
    """The account, its bots, somebody else's, and where it left traces."""

    issued: Issued
    owner: Caller
    bots: list[Issued]
    callers: list[Caller]
    rival_owner: Caller
    rivals: list[Caller]
    matches: dict[str, str] = field(default_factory=dict)
    challenges: dict[str, str] = field(default_factory=dict)
    ladder_id: str = ""
    submission_id: str = ""

    @property
    def account_id(self) -> str:
        """The account's id."""
        return self.issued.account.id

    @property
    def bot_ids(self) -> list[str]:
        """The ids of its bots."""
        return [bot.bot.id for bot in self.bots if bot.bot is not None]

    @property
    def tokens(self) -> list[str]:
        """All its tokens."""
        return [self.issued.token, *(bot.token for bot in self.bots)]

    @property
    def operator(self) -> Caller:
        """Who seats bots of different accounts."""
        return Caller(kind=TokenKind.ADMIN, account_id=self.rival_owner.account_id)


async def a_departed(svc: Service) -> Departed:
    """The account with all that it can leave behind; of its matches some are archived."""
    issued = await accounts.register(svc, None, questions.Register(name=NAME))
    owner = await authentication.authenticate(svc, issued.token)
    about = questions.SetProfile(
        display_name="Zanakht Shown", handle="zanakht", about="zanakht of Memphis"
    )
    await profiles.put(svc, owner, about)
    bots = [
        await accounts.create_bot(
            svc,
            owner,
            questions.CreateBot(name=f"zanakht-{n}", note=f"zanakht notes {n}", commit="0a1b2c3"),
        )
        for n in range(2)
    ]
    callers = [await authentication.authenticate(svc, bot.token) for bot in bots]
    rival_owner = await an_owner(svc, "Rival")
    rivals = await some_bots(svc, rival_owner, 2)
    one = Departed(issued, owner, bots, callers, rival_owner, rivals)
    await versions.create(
        svc,
        owner,
        questions.CreateBotVersion(bot_id=one.bot_ids[0], name="zanakht two", note="zanakht"),
    )
    await apps.register(svc, owner, "zanakht app", ["https://example.org/back"])
    for player in (*callers, *rivals):
        await say(svc, player, mode=AcceptMode.ASK)
    await _contend(svc, one)
    await _finish_one(svc, one, "archived")
    await asyncio.sleep(0.01)
    while await archival.sweep(svc):
        pass
    await _finish_one(svc, one, "finished")
    await _go_on(svc, one)
    await _challenge(svc, one)
    one.submission_id = (await a_hosted_bot(svc, callers[1], b"# zanakht's program")).id
    return one


async def _contend(svc: Service, one: Departed) -> None:
    """A ladder that is over, of others, and one that goes on."""
    for blocks in (1, 50):
        terms = some_terms(name=f"Cup {blocks}", blocks=blocks)
        ladder = await ladders.create(svc, one.rival_owner, terms)
        by_id = {}
        for caller in (one.callers[0], one.rivals[0]):
            assert caller.bot_id is not None
            by_id[caller.bot_id] = caller
            await svc.engagements.be_present(caller.bot_id, AN_HOUR_MS)
            await enrol(svc, caller, ladder.id, caller.bot_id)
        ladder = await seasons.start(
            svc, one.rival_owner, questions.StartLadder(ladder_id=ladder.id)
        )
        if blocks == 1:
            await finish(svc, Enrolled(ladder, one.rival_owner, by_id))
            one.ladder_id = ladder.id
            found = await svc.ladders.results(ladder.id, 0, 1)
            one.matches["rated"] = found[0].match_id


async def _finish_one(svc: Service, one: Departed, name: str) -> None:
    seated = await a_match_of(svc, one.operator, [one.callers[0], one.rivals[0]])
    await play_out(svc, seated, random.Random(name))
    one.matches[name] = seated.id


async def _go_on(svc: Service, one: Departed) -> None:
    """A match that is played, and two that have not begun."""
    seated = await a_match_of(svc, one.operator, [one.rivals[0], one.callers[0]])
    await act_at_random(svc, seated, random.Random(1))
    one.matches["running"] = seated.id
    waits = [one.account_id, one.bot_ids[0]], [None, None]
    for name, seats in zip(("seated", "made"), waits, strict=True):
        one.matches[name] = (await an_open_match(svc, one.owner, seats=seats)).id


async def _challenge(svc: Service, one: Departed) -> None:
    """One that waits, from each side, and one that is over."""
    theirs, mine = one.rivals[0], one.callers[0]
    offered, ids = Offered(terms=TERMS), {"mine": one.bot_ids[0], "theirs": theirs.bot_id or ""}
    made = await offer(svc, mine, None, [ids["theirs"]], offered)
    one.challenges["made"] = made.id
    for name in ("received", "declined"):
        got = await offer(svc, theirs, None, [ids["mine"]], offered)
        one.challenges[name] = got.id
    last = one.challenges["declined"]
    await challenges.decline(
        svc, mine, questions.DeclineChallenge(challenge_id=last, reason=DeclineReason.LATER)
    )
