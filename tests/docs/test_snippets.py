"""Every block of code on every page works, followed from top to bottom as a reader would.

Python that is to be saved is saved, all other Python of a page runs in one go, and each command of
a shell is typed; `reader.py` lists what is not.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, ROOT, blocks_of, name_of
from tests.docs.reader import NOT_TYPED, Reader, prefix_not_typed
from tests.prerequisites import lacks

SCRIPTS = Path(sys.executable).parent
PRINTED = {
    "README.md": ("100 games",),
    "docs/howto/learning.md": ("'place':",),
    "docs/tutorial.md": ("100 games", "6 matches", "digger2"),
}
"""What a reader of some pages must have seen in the end."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """`saqqara-server up` on a free port, and what a reader's environment says of it."""
    data = {"SAQQARA_DATA": str(tmp_path_factory.mktemp("host") / "data")}
    given = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    process = subprocess.Popen(
        [SCRIPTS / "saqqara-server", "up", "--apis", "1", "--workers", "1"],
        env={
            **given,
            **data,
            "SAQQARA_PORT": "0",
            "SAQQARA_METRICS": "true",
            "XDG_CONFIG_HOME": f"{data['SAQQARA_DATA']}/config",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield {**data, "SAQQARA_SERVER": _address(process)}
        finally:
            process.send_signal(signal.SIGTERM)


def _address(process: subprocess.Popen[str]) -> str:
    """Where the API is, as soon as it is up."""
    address = ""
    assert process.stdout is not None
    for line in process.stdout:
        address += line
        if "Ctrl-C" in line:
            break
    found = re.search(r"http://\S+:\d+", address)
    assert found is not None, address
    return found[0]


@pytest.mark.timeout(300)  # seconds, on a machine that has much else to do
@pytest.mark.parametrize("page", [page for page in PAGES if blocks_of(page)], ids=name_of)
def test_a_page_does_what_it_says(
    page: Path, server: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All blocks work, in their order and in one folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delenv("REDIS_URL", raising=False)
    shutil.copytree(Path(server["SAQQARA_DATA"], "config"), tmp_path / "config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}")
    for name, value in server.items():
        monkeypatch.setenv(name, value)
    for folder in ("bots", "openapi"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    reader = Reader(name_of(page), tmp_path, server["SAQQARA_SERVER"])
    for block in blocks_of(page):
        reader.follow(block)
    if reader.missing:
        lacks(f"not all was tried: {', '.join(sorted(reader.missing))} is not here")
    assert not [words for words in PRINTED.get(reader.page, ()) if words not in reader.printed]


def test_what_is_not_typed_stands_on_a_page() -> None:
    """No row of the table is there for nothing."""
    shell = [block for page in PAGES for block in blocks_of(page) if block.language == "sh"]
    used = {prefix_not_typed(command) for block in shell for command in block.commands}
    assert used >= set(NOT_TYPED)
