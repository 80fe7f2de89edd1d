"""`saqqara account export` and `delete`, against a real server."""

from __future__ import annotations

import json
import tarfile
from pathlib import Path
from unittest.mock import patch

import pytest

from saqqara_sdk.wire.calls.accounts import Accounts
from tests.sdk.cli.test_online_commands import Typist

REFUSED, PATIENCE_S = 4, 30.0


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without credentials."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("SAQQARA_TOKEN", raising=False)


@pytest.fixture
def typist(server: str) -> Typist:
    """Somebody at that server."""
    return Typist(server)


async def test_an_account_is_exported_and_kept_after_all(typist: Typist, tmp_path: Path) -> None:
    """Its file has its bots; it is deleted by its name, in a week in which that is taken back."""
    await typist.types("account", "register", "Ann")
    await typist.types("bot", "create", "one")
    file = tmp_path / "ann.tar.gz"
    assert "1 bots" in await typist.types("account", "export", str(file))
    with tarfile.open(file) as tar:
        bots = tar.extractfile("bots/00001.jsonl")
        assert bots is not None
        assert json.load(bots)["name"] == "one"
    account_id = (await typist.asks("account", "show"))["id"]
    assert "confirm" in await typist.types("account", "delete", account_id, code=REFUSED)
    deletion = await typist.asks("account", "delete", account_id, "--name", "Ann")
    assert (await typist.asks("account", "show"))["deletesMs"] == deletion["deletedMs"]
    await typist.types("account", "undelete", account_id)
    assert (await typist.asks("account", "show"))["deletesMs"] is None


async def test_a_file_that_was_cut_is_not_kept(typist: Typist, tmp_path: Path) -> None:
    """Its last part is missing: the command says so, and writes nothing."""
    await typist.types("account", "register", "Ann")
    file, whole = tmp_path / "ann.tar.gz", Accounts.export

    def cut(self: Accounts, account_id: str) -> bytes:
        return whole(self, account_id)[:-40]

    with patch.object(Accounts, "export", cut):
        assert "incomplete" in await typist.types("account", "export", str(file), code=2)
    assert list(tmp_path.glob("ann*")) == []
