"""The report on cheats follows from a ladder's export alone."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from saqqara_contest.cheats import exported
from saqqara_contest.cheats.findings import Cheat
from saqqara_sdk.cli import app as sdk_app
from saqqara_service import questions
from saqqara_service.application.ladders import rulings
from saqqara_service.application.service import Service
from saqqara_service.models import LadderEntry, LadderMatch
from tests.service.exports import export
from tests.service.ladders import a_ladder, finish


async def test_an_export_is_evidence(svc: Service, server: str, tmp_path: Path) -> None:
    """An export has all that the report needs: answers, thinking times, who was away."""
    enrolled = await a_ladder(svc, bots=4, players=2, blocks=12)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="played by hand", match_id=match_id),
    )
    await rulings.refold(svc, enrolled.id)
    folder = tmp_path / "season"
    await export(server, enrolled.id, folder)
    entered = (folder / "entries.jsonl").read_text("utf-8").splitlines()
    assert {LadderEntry.model_validate_json(one).bot_id for one in entered} == {*enrolled.callers}
    planned = (folder / "matches.jsonl").read_text("utf-8").splitlines()
    assert len([LadderMatch.model_validate_json(one) for one in planned]) == 24
    evidence = exported.evidence(folder)
    assert len(evidence.played) == 23, "what is annulled is no evidence"
    assert match_id not in {one.match for one in evidence.played}
    assert all(len(one.questions) > 10 for one in evidence.answers)
    assert len(evidence.answers) == 2 * 23
    done = CliRunner().invoke(sdk_app, ["ladder", "report", str(folder), "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["matches"] == 23
    assert document["tests"].keys() == {*Cheat}
    assert document["tests"]["version_spam"] == 4
    shown = CliRunner().invoke(sdk_app, ["ladder", "report", str(folder)])
    assert "23 matches; tests made: 4 of sock_puppets" in shown.output


def test_a_folder_that_is_no_export_ends_the_command(tmp_path: Path) -> None:
    """With what to do instead."""
    done = CliRunner().invoke(sdk_app, ["ladder", "report", str(tmp_path)])
    assert done.exit_code == 2
    assert "saqqara ladder export" in done.stderr
