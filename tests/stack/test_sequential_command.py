"""`saqqara ladder sprt`: workers play two bots that are online until one is known to be better."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from saqqara_bots.greedy import GreedyBot
from saqqara_bots.random_bot import RandomBot
from saqqara_sdk import AsyncClient
from saqqara_sdk.cli import app, console
from saqqara_sdk.client.access import Access
from saqqara_sdk.runner.runner import Runner
from tests.stack.test_up import ONE_EACH, up


async def typed(*words: str) -> Result:
    """What comes of a command; bots play meanwhile."""
    return await asyncio.to_thread(CliRunner().invoke, app, ("ladder", "sprt", *words))


async def test_a_better_bot_is_known_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command enters both, shows how it stands, and ends with the verdict as its code."""
    with up(tmp_path / "data", *ONE_EACH) as running:
        async with AsyncClient(running.server) as nobody:
            account = await nobody.accounts.register("Hemiunu")
        monkeypatch.setenv("SAQQARA_SERVER", running.server)
        monkeypatch.setenv("SAQQARA_TOKEN", account.token)
        async with AsyncClient(running.server, account.token) as owner:
            made = [await owner.bots.create(name) for name in ("new", "old")]
        runners = [
            Runner(bot, Access(running.server, one.token))
            for bot, one in zip((GreedyBot, RandomBot), made, strict=True)
        ]
        playing = [asyncio.create_task(runner.run()) for runner in runners]
        new, old = (one.bot.id for one in made if one.bot)
        terms = ("--game", "duel", "--elo1", "300", "--concurrency", "8")
        done = await typed(new, old, *terms, "--json")
        assert done.exit_code == 0, f"{done.output} {done.exception}"
        document: Any = json.loads(done.stdout)
        now = document["testStanding"]
        assert (now["verdict"], now["over"]) == ("above_elo0", True)
        assert now["low"] > 0

        monkeypatch.setattr(console, "PULSE_S", 0.0)
        worse = await typed(old, new, *terms)
        assert worse.exit_code == 5, f"{worse.output} {worse.exception}"
        assert f"{old} is less than 300 Elo stronger than {new}, if at all" in worse.stdout
        assert re.search(r": \d+ matches, \d+ of about \d+ blocks.*  LLR ", worse.stderr)

        for runner in runners:
            runner.stop()
        await asyncio.gather(*playing)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--elo0", "20"), "elo0 must be at least"),
        (("--time-control", "soon"), "time control"),
        (("--option", "players=3"), "for more"),
    ],
)
async def test_what_cannot_be_asked_is_said_at_once(words: tuple[str, ...], said: str) -> None:
    """Before any server is asked."""
    done = await typed("new", "old", *words, "--server", "http://127.0.0.1:9")
    assert done.exit_code == 2, done.output
    assert said in done.output
