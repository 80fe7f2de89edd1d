"""The command to type next, after a refusal and after a step."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app
from saqqara_sdk.cli.online.next_commands import command_of
from saqqara_sdk.cli.online.rows import NOT_TYPED
from saqqara_sdk.client.access import Access
from saqqara_sdk.wire.models import NextCall
from saqqara_service.api.operation import refusals_of
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.ladders import ladders
from saqqara_service.application.service import Service
from saqqara_service.errors import AGAIN
from tests.sdk.cli.test_online_commands import Typist, typed
from tests.service.ladders import some_terms
from tests.service.matches import an_owner

HERE = Access("http://127.0.0.1:8000", None)
REMEDIES = sorted(
    {
        name
        for kind in refusals_of(OPERATIONS)
        for name in (
            [kind.remedy] if isinstance(kind.remedy, str) else (kind.remedy or {}).values()
        )
        if name != AGAIN
    }
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in ("SAQQARA_TOKEN", "SAQQARA_SERVER"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def typist(server: str) -> Typist:
    return Typist(server)


def said(operation: str, **arguments: str) -> str:
    """The command of a call; there is one."""
    call = NextCall(operation=operation, arguments=dict(arguments))
    found = command_of(call, HERE, as_json=False)
    assert found is not None
    return found


@pytest.mark.parametrize("operation", [*REMEDIES, *(one.replace(".", "_", 1) for one in NOT_TYPED)])
def test_each_remedy_is_a_command(operation: str) -> None:
    """What people can call has a command that exists; only calls of runners have none."""
    call = NextCall(operation=operation, arguments={})
    found = command_of(call, HERE, as_json=False)
    if operation.startswith("runners_"):
        assert found is None
        return
    assert found is not None
    words = [word for word in shlex.split(found)[1:] if word.islower() and word[0] != "-"]
    assert CliRunner().invoke(app, [*words[:2], "--help"]).exit_code == 0


def test_arguments_are_typed_as_the_command_takes_them() -> None:
    """Known ones are quoted for a shell; required ones that are open stand in capitals."""
    assert said("matches_get", matchId="m1") == "saqqara match show m1"
    assert said("accounts_register") == "saqqara account register NAME"
    assert said("ladders_enrol", ladderId="l 1") == "saqqara ladder join 'l 1' BOT"
    assert said("submissions_submit", botId="b1") == "saqqara bot submit PATH --bot b1"
    assert command_of(NextCall(operation="of_next_year", arguments={}), HERE, as_json=False) is None
    away = Access("https://far.example", None)
    call = NextCall(operation="bots_page", arguments={})
    line = "saqqara bot list --json --server https://far.example"
    assert command_of(call, away, as_json=True) == line


async def test_a_refusal_names_the_next_command(typist: Typist) -> None:
    """In words as a line of its own, as JSON beside the code and the facts."""
    there = f"--server {typist.server}"
    text = await typist.types("match", "show", "none", code=4)
    assert f"\nNext: saqqara match list {there}\n" in text
    done = await typed("bot", "list", "--json", "--server", typist.server)
    assert (done.exit_code, done.stdout) == (4, "")
    refusal = json.loads(done.stderr)
    assert refusal["code"] == "unauthenticated"
    assert refusal["next"] == f"saqqara account register NAME --json {there}"


async def test_a_guide_is_shown_as_it_is_written(typist: Typist, svc: Service) -> None:
    """Its text, and the first step of a program; as JSON also the calls that enter a bot."""
    made = await ladders.create(svc, await an_owner(svc), some_terms(name="Memphis"))
    text = await typist.types("ladder", "guide", "Memphis")
    assert text.startswith("# Memphis\n\n- Contest: Imhotep")
    assert "Next: saqqara bot new NAME" in text
    guide = await typist.asks("ladder", "guide", made.id)
    assert guide["calls"][-1] == {"operation": "ladders_enrol", "arguments": {"ladderId": made.id}}


async def test_a_step_names_the_next_command(typist: Typist) -> None:
    """An account is followed by a bot, a bot by its program."""
    made = await typist.asks("account", "register", "Imhotep")
    assert made["next"] == f"saqqara bot create NAME --json --server {typist.server}"
    text = await typist.types("bot", "create", "digger")
    assert "Next: saqqara bot submit PATH --bot b" in text
