"""Programs of several languages are handed in, unpacked, and checked in the sandbox for real."""

from __future__ import annotations

import asyncio
import io
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from saqqara_runner.cache import Archives
from saqqara_runner.program_check import Checking, Checks
from saqqara_runner.programs import RunnerTerms
from saqqara_runner.reports import Reports
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.submissions import pack
from saqqara_sdk.wire.enums import Work
from saqqara_sdk.wire.models import Assignment, Manifest
from saqqara_service.application.hosting import archives
from tests.docs.pages import ROOT
from tests.prerequisites import lacks

PYTHON = """from saqqara_sdk import Bot
{imports}
class Mine(Bot):
    name = "mine"
    games = ("duel",)
    def choose(self, turn):
        return {choice}
"""
C = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int is(const char *line, const char *type) {
  char word[64];
  snprintf(word, sizeof word, "\"type\":\"%s\"", type);
  if (strstr(line, word)) return 1;
  snprintf(word, sizeof word, "\"type\": \"%s\"", type);
  return strstr(line, word) != NULL;
}
int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (is(line, "hello")) {
      puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"stone\","
           "\"games\":[\"duel\"],\"views\":\"ask\"}");
    } else if (is(line, "turn")) {
      long version = strtol(strchr(strstr(line, "\"version\""), ':') + 1, NULL, 10);
      char *first = strchr(strchr(strstr(line, "\"actions\""), '['), '"');
      *strchr(first + 1, '"') = 0;
      printf("{\"type\":\"answer\",\"version\":%ld,\"action\":%s\"}\n", version, first);
    } else {
      puts("{\"type\":\"ready\"}");
    }
    fflush(stdout);
  }
}
"""
GO = """package main

import (
	"bufio"
	"encoding/json"
	"os"
)

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for {
		line, err := in.ReadBytes('\\n')
		if err != nil {
			return
		}
		var message struct {
			Type    string
			Version int
			Actions []string
		}
		json.Unmarshal(line, &message)
		switch message.Type {
		case "hello":
			out.Encode(map[string]any{
				"type": "hello", "protocol": 1, "name": "scribe",
				"games": []string{"duel"}, "views": "ask",
			})
		case "turn":
			out.Encode(map[string]any{
				"type": "answer", "version": message.Version, "action": message.Actions[0],
			})
		default:
			out.Encode(map[string]string{"type": "ready"})
		}
	}
}
"""


def wheel(folder: Path) -> None:
    """A bot that imports a package out of a wheel beside it, and one out of `wheels`."""
    for place, name in ((folder, "papyrus"), (folder / "wheels", "obelisk")):
        place.mkdir(exist_ok=True)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as whole:
            whole.writestr(f"{name}/__init__.py", "def best(options):\n    return options[0]\n")
            whole.writestr(f"{name}-1.0.dist-info/METADATA", f"Name: {name}\nVersion: 1.0\n")
        (place / f"{name}-1.0-py3-none-any.whl").write_bytes(made.getvalue())
    imports = "import obelisk, papyrus"
    choice = "papyrus.best([obelisk.best(turn.legal_actions)])"
    (folder / "mine.py").write_text(PYTHON.format(imports=imports, choice=choice))
    (folder / "bot.toml").write_text('bot = "mine.py:Mine"\n')


def with_numpy(folder: Path) -> None:
    """A bot that computes with numpy, also with what takes threads."""
    if find_spec("numpy") is None:
        lacks("there is no numpy here")
    imports = "import numpy as np\nA = np.ones((200, 200)) / 200"
    choice = (
        "turn.legal_actions[int((A @ A).sum() + np.argmax(np.arange(3))) % len(turn.legal_actions)]"
    )
    (folder / "mine.py").write_text(PYTHON.format(imports=imports, choice=choice))
    (folder / "bot.toml").write_text('bot = "mine.py:Mine"\n')


def static_c(folder: Path) -> None:
    """A binary that needs nothing of the system."""
    compiler = shutil.which("cc")
    if compiler is None:
        lacks("there is no C compiler here")
    source = folder.parent / "stone.c"
    source.write_text(C)
    words = [compiler, "-O1", "-static", "-o", str(folder / "stone"), str(source)]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    if made.returncode:
        lacks(f"no static binary can be made here: {made.stderr[:200]}")
    (folder / "bot.toml").write_text('command = ["./stone"]\nlanguage = "C"\n')


def go(folder: Path) -> None:
    """A binary with a runtime of many threads."""
    compiler = shutil.which("go")
    if compiler is None:
        lacks("there is no Go here")
    source = folder.parent / "scribe.go"
    source.write_text(GO)
    words = [compiler, "build", "-o", str(folder / "scribe"), str(source)]
    subprocess.run(words, check=True, cwd=folder.parent)
    (folder / "bot.toml").write_text('command = ["./scribe"]\nlanguage = "Go"\n')


def node(folder: Path) -> None:
    """The sample bot in JavaScript."""
    if shutil.which("node") is None:
        lacks("there is no Node here")
    sailor = (ROOT / "bots" / "node" / "sailor.mjs").read_text()
    source = sailor.replace('name: "sailor"', 'name: "sailor", games: ["duel"]')
    (folder / "sailor.mjs").write_text(source)
    (folder / "bot.toml").write_text('command = ["node", "sailor.mjs"]\nlanguage = "JavaScript"\n')


async def checked(folder: Path) -> tuple[bool, str]:
    """What a runner tells of an archive that the service has read."""
    bundle = pack(folder / "bot").bundle
    read = archives.read(bundle.pack())
    results: list[tuple[bool, str]] = []

    async def fetch(_archive_hash: str) -> bytes:
        return read.packed

    async def report(_name: str, has_passed: bool, said: str) -> None:  # noqa: FBT001
        results.append((has_passed, said))

    manifest = bundle.manifest
    assigned = Assignment(
        bot_id="b1",
        submission_id="s1",
        archive_hash=read.hash,
        manifest=Manifest(
            command=manifest.command,
            bot=manifest.bot,
            language=manifest.language,
            stateless=False,
        ),
        work=Work.CHECK,
        token=None,
        token_id=None,
        token_expires_ms=None,
    )
    cached = Archives(folder / "cache", fetch)
    async with asyncio.timeout(500):
        checks = Checks(cached, RunnerTerms(Limits()), report, Reports(), asyncio.Semaphore(1))
        await Checking(assigned, checks).run()
    (found,) = results
    return found


@pytest.mark.timeout(600)
@pytest.mark.parametrize("made", [wheel, with_numpy, static_c, go, node])
async def test_a_program_of_any_kind_passes(made: Callable[[Path], None], tmp_path: Path) -> None:
    """It plays the Duel in every preset, is killed and goes on, within the usual limits."""
    folder = tmp_path / "bot"
    folder.mkdir()
    made(folder)
    has_passed, said = await checked(tmp_path)
    assert has_passed, said
    assert "plays duel, 2 players" in said
