"""What a small installation has lived through: every operation once, and much that goes on.

After the scenes of the examples there are matches of both games under way, a ladder of each format
in mid-season, an app that somebody lets in, programs that were handed in, and archives.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.hosting import runners, submissions
from saqqara_service.application.ladders import fits, ladders, seasons
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import archival
from saqqara_service.application.play import endings
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import (
    AcceptPolicy,
    Caller,
    FailureKind,
    LadderFormat,
    LadderMatchStatus,
    MatchTerms,
    Untimed,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.bundle.archives import BOT, packed
from tests.golden.dump import dumped
from tests.service import jobs
from tests.service.fake_runners import RUNNER, FakeRunner, a_hosted_bot
from tests.service.forks import fork_of
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import Enrolled, enrol, play_out, settle_all, some_terms
from tests.service.matches import UNHURRIED, Seated, act_at_random
from tests.service.oauth.test_oauth import Scene, registered
from tests.service.rest import example_scenes
from tests.service.rest.recorder import Recorder, certain
from tests.service.transports import PATIENCE_S, Json, bearer, serving

WEEK_MS: Final = 7 * 86_400_000
IN_A_CENTURY_MS: Final = 4_102_444_800_000
FORMATS: Final[dict[str, dict[str, Any]]] = {
    "continuous": {"blocks": 6},
    "round_robin": {"rounds": 1, "blocks": None},
    "gauntlet": {"rounds": 1, "blocks": None},
    "swiss": {"rounds": 2, "blocks": None},
    "single_elimination": {"blocks": None},
    "double_elimination": {"blocks": None},
    "arena": {"blocks": None, "end_at_ms": IN_A_CENTURY_MS, "late_entry": True},
}
"""What the terms of a ladder of each format say besides."""


@dataclass(slots=True)
class Cast:
    """Who owns the bots, the secrets by which they come back, and what they left under way."""

    owner: str = ""
    app: Json = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    matches: dict[str, str] = field(default_factory=dict)
    ladders: dict[str, str] = field(default_factory=dict)
    archived: str = ""


async def play(svc: Service, client: httpx.AsyncClient) -> Cast:
    """All of it, on an empty store."""
    await example_scenes.play(Recorder(client), svc, is_kept=True)
    issued = await accounts.register(svc, None, questions.Register(name="Amenemhat"))
    owner = await authentication.authenticate(svc, issued.token)
    cast, bots = Cast(owner=issued.token), list[Caller]()
    for number in range(9):
        made = await accounts.create_bot(svc, owner, questions.CreateBot(name=f"stone {number}"))
        bots.append(await authentication.authenticate(svc, made.token))
        cast.bots[str(bots[-1].bot_id)] = made.token
        await svc.engagements.be_present(str(bots[-1].bot_id), WEEK_MS)
        await svc.policies.put(str(bots[-1].bot_id), AcceptPolicy(max_matches=64))
    await _finish_one(svc, cast, owner, bots)
    await _begin_some(svc, cast, owner, bots)
    for number, how in enumerate(LadderFormat):
        cast.ladders[how] = await _compete(svc, owner, bots[3:8], how, number)
    await _let_in(client, cast)
    await _hand_in(svc, cast, owner, bots[8])
    await _wait(client, cast, bots)
    return cast


async def _finish_one(svc: Service, cast: Cast, owner: Caller, bots: list[Caller]) -> None:
    """A whole match, which is archived with all that is over so far."""
    over = await _a_match(svc, owner, bots[:3], game="imhotep", options={"players": 3})
    callers = {str(bot.bot_id): bot for bot in bots}
    await play_out(svc, callers, over.id)
    await settle_all(svc)
    at_once = svc.settings.model_copy(update={"archive_after_ms": 0})
    async with open_service(at_once) as other:
        while not (stored := await svc.matches.load(over.id)) or stored.archive is None:
            await archival.sweep(other)
    cast.archived = over.id


async def _begin_some(svc: Service, cast: Cast, owner: Caller, bots: list[Caller]) -> None:
    """Matches of both games under way, with clocks and without."""
    wanted: dict[str, tuple[int, Json]] = {
        "two": (2, {"game": "imhotep", "options": {"players": 2, "sides": {"market": "B"}}}),
        "four": (4, {"game": "imhotep", "options": {"players": 4, "newDynastyCards": True}}),
        "duel": (2, {"game": "duel", "options": {}}),
        "untimed": (2, {"game": "duel", "options": {}, "time_control": Untimed()}),
        "resigned": (3, {"game": "imhotep", "options": {"players": 3}}),
    }
    for name, (count, terms) in wanted.items():
        seated = await _a_match(svc, owner, bots[:count], **terms)
        rng = random.Random(name)
        for _ in range(7):
            await act_at_random(svc, seated, rng)
        cast.matches[name] = seated.id
    await endings.resign(svc, bots[0], questions.ResignMatch(match_id=cast.matches["resigned"]))
    duel = MatchTerms(game="duel", options={}, time_control=UNHURRIED)
    await matches.create(svc, owner, duel, seats=[bots[0].bot_id, None], start=False)
    place = (cast.archived, 9)
    seats = [bot.bot_id for bot in bots[:3]]
    forked = await fork_of(svc, owner, place, UNHURRIED, seats=seats, start=True)
    cast.matches["fork"] = forked.id


async def _a_match(svc: Service, owner: Caller, bots: list[Caller], **terms: Any) -> Seated:
    asked = MatchTerms(**{"time_control": UNHURRIED, **terms})
    seats = [bot.bot_id for bot in bots]
    made = await matches.create(svc, owner, asked, seats=seats, start=True)
    return Seated(made, owner, bots)


async def _compete(
    svc: Service, owner: Caller, bots: list[Caller], how: LadderFormat, number: int
) -> str:
    """A ladder of that format with two results and a table, whose other matches are under way."""
    said = FORMATS[how] | {"name": f"Cup {number}", "format": how, "concurrency": 2}
    if how is LadderFormat.GAUNTLET:
        said["challenger"] = bots[0].bot_id
    made = await ladders.create(svc, owner, some_terms(**said))
    for bot in bots:
        await enrol(svc, owner, made.id, str(bot.bot_id))
    ladder = await seasons.start(svc, owner, questions.StartLadder(ladder_id=made.id))
    enrolled = Enrolled(ladder, owner, {str(bot.bot_id): bot for bot in bots})
    for _ in range(2):
        await jobs.pair(svc, made.id)
        await jobs.start(svc, made.id)
        lines = await whole_schedule(svc, made.id)
        begun = [one.id for one in lines if one.status is LadderMatchStatus.STARTED]
        await play_out(svc, enrolled.callers, begun[0])
        await settle_all(svc)
    await jobs.pair(svc, made.id)
    await jobs.start(svc, made.id)
    await fits.fit(svc, made.id)
    return made.id


async def _hand_in(svc: Service, cast: Cast, owner: Caller, bot: Caller) -> None:
    """A program that plays by a runner, and one of an app that waits for its check."""
    one = await a_hosted_bot(svc, bot)
    await submissions.activate(svc, owner, questions.ActivateSubmission(submission_id=one.id))
    await svc.hosting.want({one.id: 0})
    await FakeRunner(svc, "cellar-2").tend()
    await runners.report_failure(
        svc,
        RUNNER,
        questions.ReportFailure(
            submission_id=one.id,
            runner_id="cellar-2",
            match_id=cast.matches["duel"],
            version=3,
            kind=FailureKind.EXIT,
            detail="KeyError: 3",
        ),
    )
    app = owner.model_copy(update={"app_id": cast.app["id"]})
    await submissions.submit(
        svc,
        app,
        questions.SubmitBot(bot_id=str(bot.bot_id), archive=packed({**BOT, "data": b"later"})),
    )


async def _let_in(client: httpx.AsyncClient, cast: Cast) -> None:
    """An app of the same person, with a consent, and the token by which it goes on."""
    app = (await registered(client, cast.owner)).json()
    me = (await client.get("/api/v1/me", headers=bearer(cast.owner))).json()
    scene = Scene(client, cast.owner, me["id"], app["client_id"])
    tokens = (await scene.tokens(await scene.code())).json()
    cast.app = {"id": app["client_id"], "refresh": tokens["refresh_token"]}


async def _wait(client: httpx.AsyncClient, cast: Cast, bots: list[Caller]) -> None:
    """A challenge that nobody has answered, and an account that is deleted in a week."""
    ask = {"game": "duel", "timeControl": example_scenes.DELAYED, "expiresInMs": 86_400_000}
    ask["challenged"] = [bots[2].bot_id]
    headers = bearer(cast.bots[str(bots[3].bot_id)])
    answer = await client.post("/api/v1/challenges", json=ask, headers=headers)
    assert answer.is_success, answer.text


@asynccontextmanager
async def played(folder: Path) -> AsyncIterator[tuple[list[Json], Cast]]:
    """The store in which all of that was done, as lines; its blobs lie in `folder / "blobs"`."""
    with certain(), EmbeddedRedis(folder) as server:
        settings = Settings(redis_url=server.url, data=folder, blobs=str(folder / "blobs"))
        async with (
            serving(settings) as address,
            open_service(settings) as svc,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            cast = await play(svc, client)
            yield dumped(server.url), cast
