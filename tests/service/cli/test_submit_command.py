"""A bot is handed in by one command, and the operator looks after it by others."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path

import httpx

from saqqara_service.application.accounts import accounts
from saqqara_service.application.service import Service
from tests.service.transports import Rest, a_party

BOT = """
from saqqara_sdk import Bot

class Mine(Bot):
    def choose(self, turn):
        return turn.legal_actions[0]
"""


async def run(program: str, *words: str, **environ: str) -> tuple[int, str, str]:
    """The code, output and errors of a command."""
    made = await asyncio.create_subprocess_exec(
        *(str(Path(sys.executable).parent / program), *words),
        env=os.environ | {"COLUMNS": "200", "NO_COLOR": "1"} | environ,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await made.communicate()
    return made.returncode or 0, out.decode(), err.decode()


async def test_a_bot_is_handed_in_and_looked_after(
    client: httpx.AsyncClient, server: str, svc: Service, tmp_path: Path
) -> None:
    """The commands pack, send, list, tell the log; the operator's take it out and write it down."""
    party = await a_party(Rest(client))
    own = {"SAQQARA_SERVER": server, "SAQQARA_TOKEN": party.owner, "XDG_CONFIG_HOME": str(tmp_path)}
    host = own | {"SAQQARA_TOKEN": (await accounts.issue_admin(svc)).token}
    folder = tmp_path / "mine"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "mine.py").write_text(BOT)
    (folder / "__pycache__" / "x.pyc").write_bytes(b"x")
    submit = ("bot", "submit", str(folder), "--bot", party.ids[0])
    code, out, err = await run("saqqara", *submit, "--name", "first", "--json", **own)
    assert code == 0, err
    submission = json.loads(out)
    assert (submission["name"], submission["state"], submission["files"]) == ("first", "pending", 2)
    assert "Excluded: __pycache__" in err
    code, out, err = await run("saqqara", "bot", "log", submission["id"], "--json", **own)
    assert (code, json.loads(out)["report"]) == (0, None), err
    manage = ("saqqara", "submission")
    code, out, err = await run(*manage, "quarantine", submission["id"], "a try", **host)
    assert code == 0, err
    code, out, err = await run(*manage, "list", "--json", **host)
    assert [(one["id"], one["state"]) for one in json.loads(out)] == [
        (submission["id"], "quarantined")
    ]
    code, out, err = await run(*manage, "audit", "--json", **host)
    assert [(act["kind"], act["reason"]) for act in json.loads(out)] == [("quarantined", "a try")]
    code, out, err = await run(*manage, "release", "sNone", **host)
    assert (code != 0, "no submission" in err) == (True, True), err
    (folder / "bot.toml").write_text('bot = "mine.py:Mine"\nmemory = 3\n')
    code, out, err = await run("saqqara", *submit, **own)
    assert code != 0
    assert "line 2" in err
