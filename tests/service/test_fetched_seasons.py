"""A season read by anybody from the server is that which its host exports."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk import Client
from saqqara_sdk.cli import app as sdk_app
from saqqara_sdk.seasons.fetching import fetch_records
from saqqara_service import questions
from saqqara_service.application.ladders import rulings
from saqqara_service.application.service import Service
from saqqara_service.cli import app
from tests.service.enrolled import Enrolled, a_ladder, finish

PAGED = 2


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials, whose lists have several pages."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
    monkeypatch.setattr("saqqara_sdk.seasons.fetching.PAGE", PAGED)


async def typed(*words: str) -> Result:
    """What comes of a command without a token; the server answers meanwhile."""
    return await asyncio.to_thread(CliRunner().invoke, sdk_app, ["ladder", *words])


async def exported(svc: Service, enrolled: Enrolled, folder: Path) -> None:
    """The host's export."""
    runner = CliRunner(env={"REDIS_URL": svc.settings.redis_url or ""})
    words = ["ladder", "export", enrolled.id, str(folder)]
    done = await asyncio.to_thread(runner.invoke, app, words)
    assert done.exit_code == 0, done.output


def lines(path: Path) -> list[object]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


async def test_a_client_exports_what_the_host_does(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """File by file but for CSV; the season's page and the report file are the same to the byte."""
    enrolled = await a_ladder(svc, 5, 2, None, 9, format="swiss", rounds=2)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="played by hand", match_id=match_id),
    )
    await rulings.refold(svc, enrolled.id)
    host, guest = tmp_path / "host", tmp_path / "guest"
    await exported(svc, enrolled, host)
    for _ in range(2):
        done = await typed("export", enrolled.id, str(guest), "--server", server)
        assert done.exit_code == 0, done.output
        assert "8 matches with a result" in done.stdout
    names = {str(path.relative_to(host)) for path in host.rglob("*.json*")}
    assert names == {str(path.relative_to(guest)) for path in guest.rglob("*.json*")}
    assert len([name for name in names if name.startswith("records/")]) == 8
    for name in names:
        assert lines(guest / name) == lines(host / name), name
    assert (guest / "results.jsonl").read_bytes() == (host / "results.jsonl").read_bytes()
    pages = []
    for season in (str(host), str(guest), enrolled.id):
        file = tmp_path / "season.html"
        done = await typed("season-report", season, str(file), "--server", server)
        assert done.exit_code == 0, done.output
        pages.append(file.read_bytes())
        file.unlink()
    assert pages[0] == pages[1] == pages[2]
    assert (await typed("report", str(guest), "--json")).stdout == (
        await typed("report", str(host), "--json")
    ).stdout
    assert (await typed("trf", str(guest))).stdout == (await typed("trf", str(host))).stdout


async def test_what_is_no_season_ends_the_command(server: str, tmp_path: Path) -> None:
    """Neither a folder nor a ladder; a ladder that there is not; a server that is not there."""
    file, nobody = str(tmp_path / "out.html"), "l" + "0" * 16
    for words, code, sentence in (
        (("season-report", "seson", file), 2, "neither a ladder export"),
        (("season-report", nobody, file, "--server", server), 4, "not_found"),
        (
            ("season-report", nobody, file, "--server", "http://127.0.0.1:9"),
            3,
            "could not be reached",
        ),
        (("export", nobody, str(tmp_path / "new"), "--server", server), 4, "not_found"),
    ):
        done = await typed(*words)
        assert done.exit_code == code, done.output
        assert sentence in done.stderr
    assert not Path(file).exists()
    (tmp_path / "taken").write_text("")
    done = await typed("export", nobody, str(tmp_path / "taken"), "--server", server)
    assert (done.exit_code, "Choose another folder" in done.stderr) == (2, True)


def test_a_server_names_no_file_elsewhere(tmp_path: Path) -> None:
    """An id becomes a name of a file, and it may come from anybody."""
    with (
        Client("http://127.0.0.1:9") as client,
        pytest.raises(ExportError, match="Do not trust"),
    ):
        fetch_records(client, ["../../.bashrc"], tmp_path, lambda *_: None)
