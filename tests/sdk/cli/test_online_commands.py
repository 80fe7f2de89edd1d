"""Commands over the typed client, against a real server."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from saqqara_sdk import AsyncClient, Fischer
from saqqara_sdk.cli import app
from saqqara_sdk.cli.online import commands
from saqqara_sdk.cli.online.credentials import (
    StoredToken,
    changing_credentials,
    credentials_path,
    kept_credentials,
)
from saqqara_sdk.cli.online.display import cell
from saqqara_sdk.cli.online.row_calls import CLASSES, arguments_of_row
from saqqara_sdk.cli.online.rows import GROUPS, NOT_TYPED
from saqqara_sdk.cli.online.words import span_ms
from saqqara_sdk.wire.models import Quota, RatingChange, TieBreakValue
from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service

NOWHERE = "http://127.0.0.1:9"


def test_quota_has_its_usage_and_limit() -> None:
    """`account show` lists quotas in one line."""
    quotas = [Quota.model_validate({"name": "bots", "used": 2, "limit": 200})]
    assert cell("quotas", quotas) == "bots 2/200"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)


async def typed(*words: str, stdin: str | None = None) -> Result:
    """What comes of a command; the server answers meanwhile."""
    return await asyncio.to_thread(CliRunner().invoke, app, words, stdin)


class Typist:
    """Somebody who types commands for one server."""

    def __init__(self, server: str) -> None:
        self.server = server

    async def types(self, *words: str, code: int = 0) -> str:
        done = await typed(*words, "--server", self.server)
        assert done.exit_code == code, f"{words}: {done.output} {done.exception}"
        return done.output

    async def asks(self, *words: str) -> Any:
        done = await typed(*words, "--json", "--server", self.server)
        assert done.exit_code == 0, f"{words}: {done.output} {done.exception}"
        return json.loads(done.stdout)


@pytest.fixture
def typist(server: str) -> Typist:
    return Typist(server)


def test_every_call_of_the_client_is_typed_or_has_a_reason() -> None:
    """A new operation gets a row, or a reason; a row names a call that there is."""
    there = {
        f"{group}.{name}"
        for group, kind in CLASSES.items()
        for name, _ in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }
    typed = {row.call for rows in GROUPS.values() for row in rows.values()}
    assert typed | set(NOT_TYPED) == there
    assert not typed & set(NOT_TYPED)


@pytest.mark.parametrize("call", [row.call for rows in GROUPS.values() for row in rows.values()])
def test_every_argument_can_be_typed_and_is_explained(call: str) -> None:
    """Names, kinds and help follow from the generated call; a kind that is unknown would raise."""
    (row,) = (row for rows in GROUPS.values() for row in rows.values() if row.call == call)
    for argument in arguments_of_row(row):
        assert argument.help, argument.name
        assert "illisecond" not in argument.help
        assert "None:" not in argument.help


async def test_from_nothing_to_a_match(typist: Typist, tmp_path: Path) -> None:
    """An account, two bots and a match that is played and resigned, without a script."""
    assert "is stored in" in await typist.types("account", "register", "Ann")
    for name in ("one", "two"):
        await typist.types("bot", "create", name)
    assert [bot["name"] for bot in await typist.asks("bot", "list")] == ["one", "two"]
    kept = kept_credentials().at(typist.server)
    assert [bot.name for bot in kept.bots] == ["one", "two"]
    made = await typist.asks(
        *("match", "create", "one", "two", "--time-control", "fischer:60+1"),
        *("--option", "sides.market=B"),
    )
    assert made["timeControl"]["incrementMs"] == 1000
    assert made["options"]["sides"]["market"] == "B"
    asked = [await typist.asks("match", "turns", "--as", name) for name in ("one", "two")]
    (turn,) = asked[0] + asked[1]
    player = ("one", "two")[turn["seat"]]
    words = (turn["actions"][0], str(turn["version"]))
    acted = await typist.asks("match", "act", made["id"], *words, "--as", player)
    assert acted["version"] > turn["version"]
    assert turn["actions"][0] in await typist.types("match", "events", made["id"])
    await typist.types("match", "resign", made["id"], "--as", "one")
    assert "finished" in await typist.types("match", "list", "--player", "one")
    watched = await typist.types("match", "watch", made["id"])
    assert "Market" in watched
    assert "seat 0: resigned" in watched
    record = await typist.asks("match", "record", made["id"])
    assert record["matchId"] == made["id"]
    (tmp_path / "record.json").write_text(json.dumps(record))
    fork = await typist.asks("match", "fork", str(tmp_path / "record.json"), "1", "one", "-")
    assert fork["status"] == "open"


async def test_a_ladder_by_name(typist: Typist) -> None:
    """A ladder is made, joined and left by the names of bots."""
    await typist.types("account", "register", "Ann")
    await typist.types("bot", "create", "one")
    made = await typist.asks(
        *("ladder", "create", "by name", "--time-control", "fischer:60+1"),
        *("--concurrency", "1", "--blocks", "1", "--start-at", "+1h"),
    )
    assert made["startAtMs"] > made["createdMs"]
    joined = await typist.types("ladder", "join", made["name"], "one")
    assert joined.startswith("one has entered ladder by name\n")
    assert "one" in await typist.types("ladder", "entries", made["id"])
    await typist.types("ladder", "leave", made["id"], "one")
    assert "withdrawn" in await typist.types("ladder", "entries", made["id"])


async def test_a_challenge_and_a_policy(typist: Typist) -> None:
    """A policy is changed setting by setting; what it accepts becomes a match."""
    await typist.types("account", "register", "Ann")
    for name in ("one", "two"):
        await typist.types("bot", "create", name)
    wrong = await typist.types("policy", "set", "two", "mod=accept", code=2)
    assert "did you mean mode?" in wrong
    assert "use one of accept, ask, refuse" in await typist.types(
        "policy", "set", "two", "mode=x", code=2
    )
    await typist.types("policy", "set", "two", "mode=accept", 'games=[{"game":"duel"}]')
    await typist.types("policy", "set", "two", "max_matches=2")
    policy = await typist.asks("policy", "show", "two")
    assert (policy["mode"], policy["maxMatches"], len(policy["games"])) == ("accept", 2, 1)
    words = ("challenge", "create", "two", "--time-control", "fischer:60", "--as", "one")
    made = await typist.asks(*words, "--game", "duel")
    assert made["matchId"]
    ids = [bot["id"] for bot in await typist.asks("bot", "list")]
    shown = await typist.types("challenge", "show", made["id"], "--as", "one")
    assert not any(one in shown for one in ids)
    assert sorted(re.findall("one|two", shown)) == ["one", "one", "two", "two"]
    declined = await typist.asks(*words)
    assert declined["status"] == "declined"
    output = await typist.types("challenge", "show", declined["id"], "--as", "one")
    assert "declined: choose another game" in " ".join(output.split())
    assert "imhotep, 2 players, fischer base=60 s" in " ".join(output.split())


async def test_a_list_goes_from_page_to_page(
    typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than one page is read where it is needed, and what is left out is told."""
    monkeypatch.setattr(commands, "PAGE", 5)
    await typist.types("account", "register", "Ann")
    token = kept_credentials().at(typist.server).account
    assert token is not None
    async with AsyncClient(typist.server, token.token) as client:
        for number in range(12):
            clock = Fischer(base_ms=60_000)
            await client.ladders.create(f"ladder {number}", {}, clock, concurrency=1, blocks=1)
    assert len(await typist.asks("ladder", "list", "--limit", "11")) == 11
    assert len(await typist.asks("ladder", "list", "--limit", "0")) >= 12
    assert "more than 2" in await typist.types("ladder", "list", "--limit", "2")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("match", "show", "none"), 4, "Refused (not_found)"),
        (("bot", "list"), 4, "`saqqara account register NAME`"),
        (("bot", "list", "--as", "nobody"), 2, "No token of a bot 'nobody'"),
        (("bot", "list", "--token", "x"), 4, "Refused (unauthenticated)"),
        (("match", "create", "a"), 2, "--time-control"),
        (("match", "create", "a", "--time-control", "blitz"), 2, "blitz"),
        (("match", "create", "a", "--time-control", "fischer:60", "--start-at", "x"), 2, "+10m"),
        (("account", "invite", "--expires-in", "3"), 2, "90s, 10m, 1.5h or 7d"),
        (("bot", "list", "--server", NOWHERE), 3, "could not be reached"),
        (("bot", "list", "--server", "ftp://x"), 2, "Write a server like"),
    ],
)
async def test_what_goes_wrong_has_a_code_and_says_what_to_do(
    typist: Typist, words: tuple[str, ...], code: int, said: str
) -> None:
    """2 is the command line, 3 the way to the server, 4 its refusal."""
    given = list(words) if "--server" in words else [*words, "--server", typist.server]
    done = await typed(*given)
    assert done.exit_code == code, done.output
    assert said in " ".join(done.output.split())


async def test_tokens_are_for_their_owner_alone(typist: Typist) -> None:
    """The file is private from its first byte on, and is not used once others may read it."""
    shown = await typist.types("account", "register", "Ann")
    kept = kept_credentials().at(typist.server).account
    assert kept is not None
    assert kept.token not in shown
    path = credentials_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert f"chmod 600 {path}" in await typist.types("bot", "list", code=2)
    path.chmod(0o600)
    path.write_text("{")
    assert "Repair it, or move it away" in await typist.types("bot", "list", code=2)


async def test_an_account_that_is_kept_is_not_lost_to_another(typist: Typist) -> None:
    """A second account of a server is refused before it is made; one that is given up is gone."""
    await typist.types("account", "register", "Ann")
    assert "`saqqara account forget`" in await typist.types("account", "register", "Bob", code=2)
    await typist.types("account", "forget")
    await typist.types("account", "register", "Bob")
    kept = kept_credentials().at(typist.server)
    assert kept.account is not None
    assert kept.account.name == "Bob"


async def test_a_token_that_cannot_be_kept_is_not_made(
    typist: Typist, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the folder cannot be written the server is not asked: the token would be lost."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    assert "cannot be" in await typist.types("account", "register", "Ann", code=2)


async def test_a_token_from_elsewhere(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token that is shown here can be kept there, by standard input."""
    await typist.types("account", "register", "Ann")
    await typist.types("bot", "create", "one")
    token = await typist.asks("token", "create", "laptop", "--bot", "one", "--expires-in", "1h")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(credentials_path().parent / "other"))
    words = ("account", "keep", "--server", typist.server)
    done = await typed(*words, stdin=token["token"] + "\n")
    assert done.exit_code == 0, done.output
    (kept,) = kept_credentials().at(typist.server).bots
    assert (kept.name, kept.token) == ("one", token["token"])


async def test_an_administrators_token_is_kept_beside_the_account(
    typist: Typist, svc: Service
) -> None:
    """`--as host` acts with it, the account acts as before, and both can be forgotten."""
    assert "account keep" in await typist.types("token", "show", "--as", "host", code=2)
    await typist.types("account", "register", "Ann")
    for _ in range(2):
        issued = await accounts.issue_admin(svc)
        words = ("account", "keep", "--server", typist.server)
        done = await typed(*words, stdin=issued.token + "\n")
        assert done.exit_code == 0, done.output
        about = await typist.asks("token", "show", "--as", "host")
        assert (about["kind"], about["accountId"]) == ("admin", issued.account.id)
    assert (await typist.asks("account", "show"))["name"] == "Ann"
    assert json.loads((await typed("account", "list", "--json")).stdout)[0]["host"]
    assert "2 tokens" in await typist.types("account", "forget")


async def test_a_token_that_is_replaced_is_replaced_here(typist: Typist) -> None:
    """Whoever rotates the token that is kept goes on with the new one at once."""
    await typist.types("account", "register", "Ann")
    await typist.types("bot", "create", "one")
    (before,) = kept_credentials().at(typist.server).bots
    about = await typist.asks("token", "show", "--as", "one")
    await typist.types("token", "rotate", about["id"], "--overlap", "0s", "--as", "one")
    (after,) = kept_credentials().at(typist.server).bots
    assert after.token != before.token
    assert (await typist.asks("token", "show", "--as", "one"))["botId"] == after.id


def test_credentials_that_many_change_at_once_lose_nothing() -> None:
    """Each writer waits for the one before it."""

    def add(number: int) -> None:
        with changing_credentials() as kept:
            kept.at("http://a").bots.append(StoredToken(id=str(number), name="b", token="t"))  # noqa: S106

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert len(kept_credentials().at("http://a").bots) == 40


def test_results_and_ratings_are_told_in_brief() -> None:
    """Who came in where, and what it made of the rating; Elo without fractions."""
    change = RatingChange.model_construct(bot_name="one", place=2, elo_before=1512.4, elo=1500.1)
    assert cell("seats", [change]) == "one 2. (-12)"
    assert (cell("elo", 1512.4), cell("low", 0.123)) == ("1512", "0.12")
    tie_break = TieBreakValue.model_validate({"name": "buchholz_cut_1", "value": 3.5})
    assert cell("tie_breaks", [tie_break]) == "buchholz_cut_1 (3.50)"


@pytest.mark.parametrize(("text", "ms"), [("250ms", 250), ("90s", 90_000), ("1.5h", 5_400_000)])
def test_lengths_of_time(text: str, ms: int) -> None:
    """Times have units."""
    assert span_ms(text) == ms
