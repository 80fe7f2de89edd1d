"""`saqqara ladder annul --from-report`: the host rules what a report convicts, and no more."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_contest.cheats import report as reports
from saqqara_contest.cheats.findings import ALARM, Cheat, CheatFinding, Suspicion
from saqqara_sdk.cli import app
from saqqara_service import questions
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import rulings
from saqqara_service.application.service import Service
from saqqara_service.models import LadderRuling
from tests.service.ladders import Enrolled, a_ladder, finish

SAQQARA = Path(sys.executable).parent / "saqqara"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


class Host:
    """Somebody who may rule, with a ladder and a report on it."""

    def __init__(self, svc: Service, server: str, token: str, enrolled: Enrolled) -> None:
        self.svc, self.enrolled = svc, enrolled
        self.words = ["--server", server, "--token", token]

    @property
    def bots(self) -> list[str]:
        """The ladder's bots, by id."""
        return list(self.enrolled.callers)

    async def types(self, *words: str) -> Result:
        """What comes of the command; the server answers meanwhile."""
        typed = ["ladder", "annul", self.enrolled.id, *words, *self.words]
        return await asyncio.to_thread(CliRunner().invoke, app, typed)

    async def rulings(self) -> Sequence[LadderRuling]:
        """All rulings of the ladder."""
        return (
            await rulings.page(
                self.svc, None, questions.LadderRulingFilter(ladder_id=self.enrolled.id, first=100)
            )
        ).items


@pytest.fixture
async def host(svc: Service, server: str) -> Host:
    issued = await accounts.issue_admin(svc)
    enrolled = await a_ladder(svc, bots=4, blocks=2)
    await finish(svc, enrolled)
    return Host(svc, server, issued.token, enrolled)


def found(cheat: Cheat, bots: Sequence[str], p_corrected: float) -> CheatFinding:
    """A finding against the first of the bots."""
    return CheatFinding(
        Suspicion(cheat, tuple(bots), 1, p_corrected, 1.0, f"{bots[0]} did"), p_corrected
    )


def written(folder: Path, *findings: CheatFinding) -> str:
    """The report with these findings, as a file."""
    document = reports.to_json(reports.CheatReport(4, dict.fromkeys(Cheat, 1), findings))
    (folder / "report.json").write_text(json.dumps(document))
    return str(folder / "report.json")


async def test_what_is_convicted_is_annulled_once(host: Host, tmp_path: Path) -> None:
    """The reason names the finding; what is not hardly chance is never proposed."""
    puppet, copy, honest, _ = host.bots
    file = written(
        tmp_path,
        found(Cheat.SOCK_PUPPETS, [puppet, honest], 3e-7),
        found(Cheat.COPIES, [copy], 0.001),
        found(Cheat.STALLING, [puppet], 0.004),
        found(Cheat.STALLING, [honest], ALARM),
        found(Cheat.DODGING, [honest], 0.2),
    )
    forged = Path(file).read_text().replace('"isAlarm": false', '"isAlarm": true')
    Path(file).write_text(forged.replace('"alarm": 0.005', '"alarm": 1'))
    done = await host.types("--from-report", file, "--yes", "--json")
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert [(one["bot"], one["outcome"], one["ruling"]) for one in document] == [
        (puppet, "annulled", 1),
        (copy, "annulled", 2),
        (puppet, "stands", 1),
    ]
    assert [(one.bot_id, one.reason) for one in await host.rulings()] == [
        (puppet, "cheating report: sock_puppets, p = 3e-07 (corrected)"),
        (copy, "cheating report: copies, p = 0.001 (corrected)"),
    ]
    assert f"sock_puppets (p = 3e-07, corrected): {puppet} did" in done.stderr
    assert honest not in done.stderr
    again = await host.types("--from-report", file, "--yes")
    assert again.exit_code == 0
    assert "ruling 2 already annulled its matches" in again.stderr
    assert len(await host.rulings()) == 2


async def test_what_was_revoked_is_not_ruled_again(host: Host, tmp_path: Path) -> None:
    """Somebody looked at it and decided otherwise; a hand may still rule."""
    bot = host.bots[0]
    file = written(tmp_path, found(Cheat.COPIES, [bot], 1e-9))
    await host.types("--from-report", file, "--yes")
    await rulings.restore(
        host.svc,
        host.enrolled.owner,
        questions.Restore(ladder_id=host.enrolled.id, number=1, reason="it was ours"),
    )
    done = await host.types("--from-report", file, "--yes")
    assert (done.exit_code, len(await host.rulings())) == (0, 2)
    assert "was revoked" in done.stderr
    done = await host.types("looked again", "--bot", bot)
    assert (done.exit_code, len(await host.rulings())) == (0, 3)


async def test_without_a_terminal_nothing_is_changed(host: Host, tmp_path: Path) -> None:
    """It shows what it would do, and says what to add; nothing to do is no failure."""
    file = written(tmp_path, found(Cheat.COPIES, [host.bots[0]], 1e-9))
    done = await host.types("--from-report", file)
    assert done.exit_code == 2
    assert "annuls all matches of" in done.stderr
    assert "Add --yes" in done.stderr
    assert not await host.rulings()
    done = await host.types("--from-report", written(tmp_path))
    assert (done.exit_code, "proposes no ruling" in done.stdout) == (0, True)


async def test_at_a_terminal_each_is_asked(host: Host, tmp_path: Path) -> None:
    """Only what is answered with yes is ruled."""
    first, second, *_ = host.bots
    file = written(
        tmp_path, found(Cheat.COPIES, [first], 1e-9), found(Cheat.DODGING, [second], 1e-4)
    )
    command = [
        str(SAQQARA),
        "ladder",
        "annul",
        host.enrolled.id,
        "--from-report",
        file,
        *host.words,
    ]
    done = await asyncio.to_thread(_at_a_terminal, command, b"n\ny\n")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("annul?") == 2
    assert [one.bot_id for one in await host.rulings()] == [second]


def _at_a_terminal(command: list[str], answers: bytes) -> subprocess.CompletedProcess[str]:
    ours, theirs = pty.openpty()
    try:
        os.write(ours, answers)
        return subprocess.run(
            command, stdin=theirs, capture_output=True, text=True, timeout=120, check=False
        )
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--from-report", "FILE", "--yes"], "the report belongs to this ladder"),
        (["--from-report", "FILE", "--bot", "b1"], "Omit --bot"),
        (["--from-report", "nowhere.json"], "cannot be read"),
        (["--from-report", "BROKEN"], "is not a cheating report"),
        (["--yes", "a copy"], "--yes needs --from-report"),
        (["--bot", "b1"], "Give a reason"),
    ],
)
async def test_what_cannot_be_ruled_ends_the_command(
    host: Host, tmp_path: Path, words: list[str], sentence: str
) -> None:
    """With what to do instead, and no ruling."""
    file = written(tmp_path, found(Cheat.COPIES, ["bElsewhere"], 1e-9))
    (tmp_path / "broken.json").write_text('{"findings": [{"cheat": "haste"}]}')
    given = {"FILE": file, "BROKEN": str(tmp_path / "broken.json")}
    done = await host.types(*(given.get(word, word) for word in words))
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert not await host.rulings()
