"""A season is read by anybody, as files or as a page."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk import Client
from saqqara_sdk.cli import app as sdk_app
from saqqara_sdk.seasons.download import fetch_records
from saqqara_service import questions
from saqqara_service.application.ladders import rulings
from saqqara_service.application.service import Service
from tests.service.ladders import a_ladder, finish

PAGED = 2


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials, whose lists have several pages."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)
    monkeypatch.setattr("saqqara_sdk.seasons.download.PAGE", PAGED)


async def typed(*words: str) -> Result:
    """What comes of a command without a token; the server answers meanwhile."""
    return await asyncio.to_thread(CliRunner().invoke, sdk_app, ["ladder", *words])


async def test_an_export_makes_the_page_of_its_ladder(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """Written twice, it is the same; the page from the server is that of the files to the byte."""
    enrolled = await a_ladder(svc, 5, 2, None, 9, format="swiss", rounds=2)
    await finish(svc, enrolled)
    match_id = f"{enrolled.id}-b1-r0"
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="played by hand", match_id=match_id),
    )
    await rulings.refold(svc, enrolled.id)
    folder = tmp_path / "season"
    written = []
    for _ in range(2):
        done = await typed("export", enrolled.id, str(folder), "--server", server)
        assert done.exit_code == 0, done.output
        assert "8 matches with a result" in done.stdout
        written.append({path: path.read_bytes() for path in folder.rglob("*.*")})
    assert written[0] == written[1]
    assert len([path for path in written[0] if path.parent.name == "records"]) == 8
    pages = []
    for season in (str(folder), enrolled.id):
        file = tmp_path / "season.html"
        done = await typed("season-report", season, str(file), "--server", server)
        assert done.exit_code == 0, done.output
        pages.append(file.read_bytes())
        file.unlink()
    assert pages[0] == pages[1]


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
