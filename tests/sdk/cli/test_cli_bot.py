"""`saqqara bot run` as a process of its own."""

from __future__ import annotations

import asyncio
import os
import pty
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.sdk.fake_service import TOKEN, FakeMatch, FakeService

ENVIRONMENT = {"PATH": os.environ["PATH"], "SAQQARA_TOKEN": TOKEN}

FAULTY = """
from saqqara_sdk import Bot

class Faulty(Bot):
    def choose(self, turn):
        raise ValueError("no idea")
"""


async def bot_run(*arguments: str, stderr: int = PIPE, **environment: str) -> Process:
    program = [sys.executable, "-c", "from saqqara_sdk.cli import app; app()", "bot", "run"]
    given = ENVIRONMENT | environment
    return await asyncio.create_subprocess_exec(
        *program, *arguments, stdout=PIPE, stderr=stderr, env=given
    )


async def ended(process: Process) -> tuple[int | None, str]:
    """The exit code and what was written to standard error."""
    async with asyncio.timeout(60):
        _out, err = await process.communicate()
    return process.returncode, (err or b"").decode()


async def test_a_run_without_a_terminal() -> None:
    """Log lines tell of each match, the last line sums up, and the exit code is 0."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    async with service.running():
        process = await bot_run("random", "--server", service.url, "--max-matches", "1")
        code, err = await ended(process)
    assert code == 0, err
    assert "INFO random: match m1: seat 0" in err
    assert "HTTP Request" not in err
    assert err.splitlines()[-1].endswith(": 1 matches, 2 decisions, 0 errors, 0 reconnects")
    assert TOKEN not in err


async def test_a_run_on_a_terminal() -> None:
    """On a terminal a table shows the matches."""
    service = FakeService([FakeMatch("m1", decisions=2)])
    ours, theirs = pty.openpty()
    async with service.running():
        arguments = ("random", "--server", service.url, "--max-matches", "1")
        process = await bot_run(*arguments, stderr=theirs, TERM="xterm", COLUMNS="100")
        os.close(theirs)
        shown = b""
        async with asyncio.timeout(60):
            while chunk := await asyncio.to_thread(read_terminal, ours):
                shown += chunk
        assert await process.wait() == 0
    os.close(ours)
    assert b"version" in shown
    assert b"1 matches, 2 decisions" in shown


def read_terminal(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other side was closed
        return b""


async def test_a_bot_that_fails(tmp_path: Path) -> None:
    """Faults are logged with their traceback, the match goes on, and the exit code is 1."""
    (tmp_path / "bot.py").write_text(FAULTY)
    service = FakeService([FakeMatch("m1", decisions=2)])
    async with service.running():
        text = f"{tmp_path / 'bot.py'}:Faulty"
        code, err = await ended(await bot_run(text, "--server", service.url, "--max-matches", "1"))
    assert code == 1
    assert 'raise ValueError("no idea")' in err
    assert f"ERROR {text}: match m1, version 1: no idea" in err
    assert len(service.matches["m1"].applied) == 2


async def test_what_is_typed_wrong() -> None:
    """A bot, a token or a server that cannot be meant is exit code 2 and one sentence."""
    for arguments, token, sentence in (
        (["nobody"], TOKEN, "There is no installed bot 'nobody'"),
        (["random"], "", "with --token or SAQQARA_TOKEN"),
        (["random", "--server", "example.org"], TOKEN, "Write a server like"),
    ):
        code, err = await ended(await bot_run(*arguments, SAQQARA_TOKEN=token))
        assert code == 2
        assert sentence in err
        assert "Traceback" not in err


async def test_a_bot_that_hangs_in_a_process_of_its_own(tmp_path: Path) -> None:
    """With --isolate it loses no turn: the first legal action is played in time, and told once."""
    (tmp_path / "bot.py").write_text(FAULTY.replace('raise ValueError("no idea")', "while 1: pass"))
    service = FakeService([FakeMatch("m1", decisions=2, time_ms=4000)])
    async with service.running():
        arguments = (f"{tmp_path}/bot.py:Faulty", "--isolate", "--server", service.url)
        code, err = await ended(await bot_run(*arguments, "--max-matches", "1"))
    assert code == 1
    assert err.count("bot.py:Faulty: match m1, version 1: it did not answer within the ") == 1
    assert "bot.py:Faulty: 1 matches, 2 decisions, 2 errors" in err.splitlines()[-1]


async def test_a_refused_token() -> None:
    """A token that the service refuses is exit code 4 and one sentence."""
    service = FakeService([])
    async with service.running():
        arguments = ("random", "--server", service.url)
        code, err = await ended(await bot_run(*arguments, SAQQARA_TOKEN="imh_bot_other"))  # noqa: S106
    assert code == 4
    assert "the token is unknown" in err
    assert "Traceback" not in err


async def test_stopping_by_signal() -> None:
    """SIGTERM ends a run with what it came to and exit code 0."""
    service = FakeService([FakeMatch("m1", decisions=1)])
    async with service.running(), asyncio.timeout(60):
        process = await bot_run("random", "--server", service.url)
        assert process.stderr is not None
        while b"ended, place" not in await process.stderr.readline():
            pass
        process.send_signal(signal.SIGTERM)
        code, err = await ended(process)
    assert code == 0, err
    assert "1 matches, 1 decisions" in err
    assert service.closes == [1000]
