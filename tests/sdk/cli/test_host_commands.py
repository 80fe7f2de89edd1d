"""`saqqara --as host`: ladders, matches and programs of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import rulings
from saqqara_service.application.service import Service
from saqqara_service.models import EndReason, Fault, LadderStatus, MatchStatus
from tests.sdk.cli.test_online_commands import Typist, typed
from tests.service.fake_runners import a_hosted_bot
from tests.service.ladders import a_ladder, finish
from tests.service.lookups import ladder_of, match_of
from tests.service.matches import a_match, an_owner, some_bots

MARKUP = "copied [red]my bot[/red], says [/nobody] :smile:"
"""A reason that is no markup, and would be a wrong one."""
NEEDED = ("--time-control", "fischer:60+1", "--concurrency", "1", "--blocks", "1")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)


@pytest.fixture
async def host(svc: Service, server: str) -> Typist:
    """Somebody at that server whose `--as host` works."""
    words = ("account", "keep", "--server", server)
    done = await typed(*words, stdin=(await accounts.issue_admin(svc)).token)
    assert done.exit_code == 0, done.output
    return Typist(server)


async def test_a_ladder_is_made_with_any_options(host: Typist) -> None:
    """A preset, options by name and sides of sites."""
    words = ("--preset", "minis", "--option", "players=4", "--option", "sides.market=B")
    more = ("--max-replays", "1", "--as", "host")
    made = await host.asks("ladder", "create", "Thebes", *NEEDED, *words, *more)
    assert made["options"] == {"preset": "minis", "players": 4, "sides": {"market": "B"}}
    assert (made["players"], made["maxReplays"]) == (4, 1)
    words = ("--game", "duel", "--option", "duelPyramidBFour=15", "--as", "host")
    assert (await host.asks("ladder", "create", "Abydos", *NEEDED, *words))["players"] == 2


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--option", "wrath"), 2, "NAME=VALUE"),
        (("--option", "wraths=true"), 4, "no option"),
        (("--option", "sides.market=Z"), 4, "The site market must be one of"),
        (("--preset", "nothing"), 4, "has no preset"),
        (("--option", "players=7"), 4, "players must be one of 2, 3, 4"),
        (("--time-control", "sundial"), 2, "There is no time control 'sundial'"),
    ],
)
async def test_terms_that_cannot_be_are_refused(
    host: Typist, words: tuple[str, ...], code: int, said: str
) -> None:
    """With the words that there are; nothing is made."""
    command = ("ladder", "create", "Thebes", *NEEDED, *words, "--as", "host")
    assert said in " ".join((await host.types(*command, code=code)).split())
    assert await host.asks("ladder", "list") == []


async def test_lists_show_ids_in_full(
    host: Typist, svc: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other commands need them: 80 columns show each in one line."""
    monkeypatch.setenv("COLUMNS", "80")
    made = await a_ladder(svc, start=False, name="A ladder with a long one")
    assert made.id in await host.types("ladder", "list")


async def test_the_host_runs_a_ladder_of_others(host: Typist, svc: Service) -> None:
    """What its owner may do, and what the owners of its bots may."""
    enrolled = await a_ladder(svc, bots=2)
    gone = next(iter(enrolled.callers))
    for command, *more in (
        ("pause",),
        ("resume",),
        ("extend", "--blocks", "9", "--end-at", "2099-01-01"),
        ("readmit", gone),
        ("leave", gone),
        ("cancel",),
    ):
        await host.types("ladder", command, enrolled.id, *more, "--as", "host")
    assert "withdrawn" in await host.types("ladder", "entries", enrolled.id)
    ladder = await ladder_of(svc, enrolled.id)
    assert (ladder.status, ladder.blocks) == (LadderStatus.CANCELLED, 9)
    assert ladder.end_at_ms is not None


async def test_the_host_annuls_and_restores(host: Typist, svc: Service) -> None:
    """A ruling has a number, an author and a reason, which is shown as it was written."""
    enrolled = await a_ladder(svc, bots=2, blocks=1)
    await finish(svc, enrolled)
    bot = next(iter(enrolled.callers))

    async def ruled(command: str, *words: str) -> int:
        made = await host.asks("ladder", command, enrolled.id, *words, "--as", "host")
        assert made["accountId"] == admin
        number: int = made["number"]
        return number

    admin = (await host.asks("account", "show", "--as", "host"))["id"]
    match = ("--match", f"{enrolled.id}-b0-r1")
    assert await ruled("annul", MARKUP, *match) == await ruled("annul", MARKUP, *match) == 1
    assert await ruled("annul", "twice one", "--bot", bot, "--version", "1") == 2
    assert await ruled("restore", "2", "it was another one") == 3
    assert MARKUP in " ".join((await host.types("ladder", "rulings", enrolled.id)).split())
    rows = await host.asks("ladder", "rulings", enrolled.id)
    assert [(row["reason"], row["restoredBy"]) for row in rows] == [
        (MARKUP, None),
        ("twice one", 3),
        ("it was another one", None),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("annul", "why"), "Give exactly one of `matchId` and `botId`"),
        (("annul", "why", "--bot", "b" + "0" * 16), "is not in this ladder"),
        (("annul", "\x1b[31mred", "--match", "any"), "pattern"),
        (("restore", "1", "why"), "has no ruling 1"),
        (("restore", "1", "\x1b[31mred"), "pattern"),
    ],
)
async def test_a_ruling_that_cannot_be_is_refused(
    host: Typist, svc: Service, words: tuple[str, ...], said: str
) -> None:
    """By the server: a reason that works on terminals is none."""
    enrolled = await a_ladder(svc, bots=2, start=False)
    command, *others = words
    refused = await host.types("ladder", command, enrolled.id, *others, "--as", "host", code=4)
    assert said in " ".join(refused.split())
    query = questions.LadderRulingFilter(ladder_id=enrolled.id, first=1)
    assert (await rulings.page(svc, None, query)).items == []


@pytest.mark.parametrize(
    ("words", "reason", "fault"),
    [
        ([], EndReason.VOIDED, Fault.OPERATOR),
        (["--reason", "outage"], EndReason.OUTAGE, Fault.SERVICE),
    ],
)
async def test_a_host_voids_a_match(
    host: Typist, svc: Service, words: list[str], *, reason: EndReason, fault: Fault
) -> None:
    """With a note for everybody."""
    seated = await a_match(svc)
    await host.types("match", "void", seated.id, "a flood", *words, "--as", "host")
    match = await match_of(svc, seated.id)
    assert match.result is not None
    assert (match.status, match.result.reason) == (MatchStatus.VOID, reason)
    assert (match.result.fault, match.result.note) == (fault, "a flood")


async def test_a_host_looks_after_programs(host: Typist, svc: Service) -> None:
    """Each is listed, quarantined, released and deleted; the audit log has it all."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    one = await a_hosted_bot(svc, bot)
    for command, *more in (("quarantine", "it asks strangers"), ("release",), ("delete",)):
        assert one.id in await host.types("submission", "list", "--as", "host")
        await host.types("submission", command, one.id, *more, "--as", "host")
    assert await host.asks("submission", "list", "--as", "host") == []
    acts = await host.asks("submission", "audit", "--as", "host")
    assert [act["kind"] for act in acts] == ["deleted", "released", "quarantined"]
    assert (await host.asks("server", "workload", "--as", "host"))["runners"] == []
