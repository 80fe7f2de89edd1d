"""What an app makes of an account is the app's: it ends with it, and reaches no further."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.hosting import oversight, runners
from saqqara_service.application.service import Service
from saqqara_service.cli.host import HOST
from tests.bundle.archives import BOT, packed
from tests.service.archives import handed_in
from tests.service.fake_runners import RUNNER, FakeRunner
from tests.service.oauth.test_oauth import Scene, an_account, registered
from tests.service.transports import PATIENCE_S, Json, bearer

EVERYTHING = "account_manage ladder_join match_play match_read"


@dataclass(frozen=True, slots=True)
class LetIn:
    """An app that a person has let do everything that an app may do."""

    scene: Scene
    access: str

    async def post(self, path: str, body: Json, token: str | None = None) -> httpx.Response:
        """Call an operation, as the app if no other token is named."""
        headers = bearer(token or self.access)
        return await self.scene.client.post(f"/api/v1{path}", json=body, headers=headers)

    async def ended(self, *tokens: str) -> None:
        """Wait until none of the tokens works: another process may trust one for a moment."""
        async with asyncio.timeout(PATIENCE_S):
            for token in tokens:
                while await self.scene.status(token) != 401:
                    await asyncio.sleep(0.05)

    async def token_id(self, token: str) -> str:
        """The id of a token."""
        answer = await self.scene.client.get("/api/v1/token", headers=bearer(token))
        return str(answer.json()["id"])


@pytest.fixture
async def let_in(client: httpx.AsyncClient) -> LetIn:
    """The app and its token."""
    person = await an_account(client, "person")
    app = await registered(client, person["token"])
    scene = Scene(client, person["token"], person["account"]["id"], app.json()["client_id"])
    given = await scene.tokens(await scene.code(scope=EVERYTHING))
    return LetIn(scene, given.json()["access_token"])


async def _made(answer: httpx.Response) -> Json:
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    return made


async def test_what_an_app_made_ends_with_it(let_in: LetIn) -> None:
    """Its further tokens, its bots' tokens, and those that these made."""
    bot = await _made(await let_in.post("/bots", {"name": "ibis"}))
    token = await _made(await let_in.post("/tokens", {"name": "further"}))
    further = await _made(await let_in.post("/tokens", {"name": "third"}, token["token"]))
    bots = await _made(
        await let_in.post("/tokens", {"name": "second", "botId": bot["bot"]["id"]}, token["token"])
    )
    made = [one["token"] for one in (bot, token, further, bots)]
    assert [await let_in.scene.status(one) for one in made] == [200] * 4
    app_id = (await let_in.post(f"/tokens/{bots['info']['id']}/revoke", {})).json()["appId"]
    assert app_id == let_in.scene.app_id
    revoke = f"/tokens/{await let_in.token_id(let_in.access)}/revoke"
    assert (await let_in.post(revoke, {}, let_in.scene.person)).is_success
    await let_in.ended(let_in.access, *made)


async def test_an_app_that_revokes_what_it_made_goes_on(let_in: LetIn) -> None:
    """Only the person's revocation ends all that it has."""
    token = await _made(await let_in.post("/tokens", {"name": "further"}))
    child = await _made(await let_in.post("/tokens", {"name": "child"}, token["token"]))
    assert (await let_in.post(f"/tokens/{token['info']['id']}/revoke", {})).is_success
    await let_in.ended(token["token"], child["token"])
    assert await let_in.scene.status(let_in.access) == 200


async def test_the_owner_adopts_what_an_app_made(let_in: LetIn) -> None:
    """A bot's token that the owner rotates is the owner's, and outlives the app."""
    bot = await _made(await let_in.post("/bots", {"name": "ibis"}))
    rotate = f"/tokens/{bot['info']['id']}/rotate"
    adopted = await _made(await let_in.post(rotate, {}, let_in.scene.person))
    assert adopted["info"]["appId"] is None
    revoke = f"/tokens/{await let_in.token_id(let_in.access)}/revoke"
    assert (await let_in.post(revoke, {}, let_in.scene.person)).is_success
    assert await let_in.scene.status(adopted["token"]) == 200
    await let_in.ended(bot["token"])


async def test_programs_of_an_app_end_with_it(let_in: LetIn, svc: Service) -> None:
    """They are withdrawn when runners are given work next, one that the host had taken out when it
    is released; what the owner has activated, or handed in as well, is the owner's.
    """
    bot = (await _made(await let_in.post("/bots", {"name": "ibis"})))["bot"]["id"]
    client, person, runner = let_in.scene.client, let_in.scene.person, FakeRunner(svc, "cellar")
    archives = [packed({**BOT, "data": str(number).encode()}) for number in range(4)]
    ids = []
    for archive in archives:
        ids.append((await _made(await handed_in(client, let_in.access, bot, archive)))["id"])
        while ids[-1] not in runner.works:
            await runner.tend()
        await runners.report_check(
            svc,
            RUNNER,
            questions.ReportCheck(
                submission_id=ids[-1], runner_id="cellar", report="well", passed=True
            ),
        )
    activated, _again, odd, _lost = ids
    assert (await let_in.post(f"/submissions/{activated}/activate", {}, person)).is_success
    assert (await handed_in(client, person, bot, archives[1])).is_success
    await oversight.quarantine(
        svc, HOST, questions.QuarantineSubmission(submission_id=odd, reason="odd")
    )
    revoke = f"/tokens/{await let_in.token_id(let_in.access)}/revoke"
    assert (await let_in.post(revoke, {}, person)).is_success
    await runner.tend()
    assert await states(svc, ids) == ["passed", "passed", "quarantined", "withdrawn"]
    await oversight.release(svc, HOST, questions.ReleaseSubmission(submission_id=odd))
    await runner.tend()
    assert await states(svc, ids) == ["passed", "passed", "withdrawn", "withdrawn"]
    assert await svc.submissions.of_ended_apps() == {}


async def test_an_app_that_is_let_in_again_hands_in_again(let_in: LetIn, svc: Service) -> None:
    """What it hands in from then on stays."""
    bot = (await _made(await let_in.post("/bots", {"name": "ibis"})))["bot"]["id"]
    revoke = f"/tokens/{await let_in.token_id(let_in.access)}/revoke"
    assert (await let_in.post(revoke, {}, let_in.scene.person)).is_success
    code = await let_in.scene.code(scope=EVERYTHING)
    access = (await let_in.scene.tokens(code)).json()["access_token"]
    handed = await _made(await handed_in(let_in.scene.client, access, bot, packed()))
    await FakeRunner(svc, "cellar").tend()
    assert await states(svc, [handed["id"]]) == ["pending"]


async def states(svc: Service, ids: list[str]) -> list[str]:
    """How the submissions stand."""
    return [one.state.value for one in await svc.submissions.found(ids)]


async def test_an_app_does_not_touch_the_owners_tokens(let_in: LetIn) -> None:
    """It neither revokes nor rotates a token that it was not given and has not made."""
    bot = await _made(await let_in.post("/bots", {"name": "owned"}, let_in.scene.person))
    for token_id in (await let_in.token_id(let_in.scene.person), bot["info"]["id"]):
        for verb in ("revoke", "rotate"):
            refused = await let_in.post(f"/tokens/{token_id}/{verb}", {})
            assert refused.json()["code"] == "not_found"
    assert await let_in.scene.status(let_in.scene.person) == 200


async def test_an_app_lets_no_app_in(let_in: LetIn) -> None:
    """Its token is no person at the page of consent, and registers no app."""
    answer = await let_in.scene.decide(account_token=let_in.access)
    assert (answer.status_code, 'role="alert"' in answer.text) == (400, True)
    made = await _made(await let_in.post("/tokens", {"name": "further"}))
    answer = await let_in.scene.decide(account_token=made["token"])
    assert answer.status_code == 400
    assert (await registered(let_in.scene.client, let_in.access)).status_code == 400


async def test_an_app_deletes_no_account(let_in: LetIn) -> None:
    """Nor does a token of fewer scopes, whatever name it repeats."""
    path = f"/accounts/{let_in.scene.account_id}/delete"
    made = await _made(await let_in.post("/tokens", {"name": "further"}))
    form = {"name": "narrow", "scopes": ["account_manage"]}
    narrow = await _made(await let_in.post("/tokens", form, let_in.scene.person))
    for token in (let_in.access, made["token"], narrow["token"]):
        refused = await let_in.post(path, {"name": "person"}, token)
        assert refused.json()["code"] == "forbidden", refused.text


async def test_a_revoked_token_takes_along_what_it_made(let_in: LetIn) -> None:
    """Tokens, bots' tokens and consents alike; what another token made stays."""
    person = let_in.scene.person
    leaked = await _made(await let_in.post("/tokens", {"name": "leaked"}, person))
    kept = await _made(await let_in.post("/tokens", {"name": "kept"}, person))
    bot = await _made(await let_in.post("/bots", {"name": "ibis"}, leaked["token"]))
    code = await let_in.scene.code(account_token=leaked["token"])
    app = (await let_in.scene.tokens(code)).json()
    pending = await let_in.scene.code(account_token=leaked["token"])
    assert (await let_in.post(f"/tokens/{leaked['info']['id']}/revoke", {}, person)).is_success
    await let_in.ended(leaked["token"], bot["token"], app["access_token"])
    assert (await let_in.scene.refreshed(app["refresh_token"])).json()["error"] == "invalid_grant"
    assert (await let_in.scene.tokens(pending)).json()["error"] == "invalid_grant"
    assert await let_in.scene.status(kept["token"]) == 200


async def test_an_account_registers_and_lets_in_twenty_apps(let_in: LetIn) -> None:
    """A 21st is refused on the page, until one of them is revoked; one that is in stays welcome."""
    client, person = let_in.scene.client, let_in.scene.person
    author = await an_account(client, "author")
    made = [await registered(client, author["token"]) for _ in range(20)]
    assert (await registered(client, author["token"])).status_code == 400
    for app in made[:19]:
        own = replace(let_in.scene, app_id=app.json()["client_id"])
        assert (await own.tokens(await own.code(scope="match_read"))).is_success
    full = replace(let_in.scene, app_id=made[19].json()["client_id"])
    refused = await full.decide()
    assert (refused.status_code, "20 apps" in refused.text) == (400, True)
    assert (await let_in.scene.tokens(await let_in.scene.code())).is_success
    revoke = f"/tokens/{await let_in.token_id(let_in.access)}/revoke"
    assert (await let_in.post(revoke, {}, person)).is_success
    assert (await full.tokens(await full.code())).is_success
