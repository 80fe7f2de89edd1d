"""Somebody who follows a page from top to bottom and does what it says."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from graphql import build_schema, parse, validate
from typer.testing import CliRunner

from saqqara_sdk import cli as sdk
from saqqara_sdk.bots.loader import known_bots
from saqqara_service import cli as service
from tests.docs.pages import Block

PROGRAMS = {"saqqara": sdk.app, "saqqara-server": service.app}
ADDRESS = "http://127.0.0.1:8000"
ENDS_IN_TIME_S = 100
NOT_RUN = {"css", "ebnf", "html", "js", "text", "ts"}
SCHEMA = build_schema((Path(__file__).parents[2] / "openapi" / "schema.graphql").read_text())
NOT_TYPED = {
    "REDIS_URL=redis+": "tests/cluster and tests/failover run such stores",
    "RQ_REDIS_URL=": "the same",
    "saqqara account keep": "it reads a file; tests/sdk/cli/test_online_commands.py types it",
    "saqqara account delete ACCOUNT_ID": "no such id; tests/sdk/cli/test_account_commands.py",
    "saqqara account undelete ACCOUNT_ID": "the same",
    "make": "test_pages.py holds that there is such a target",
    ". .venv/bin/activate": "the tests run in the environment",
    "saqqara bot run 'node": "it never ends; tests/sdk/runner/test_run_programs.py plays so",
    "saqqara account login": "it waits for a person; tests/sdk/cli/test_sign_in.py",
    "saqqara bench-model bench.toml": "it asks models; tests/sdk/models/test_benchmark.py",
    "saqqara bot run scribe.py": "it asks a model; tests/sdk/models scripts an endpoint",
    "saqqara mcp": "it never ends; tests/sdk/mcp plays through it",
    "saqqara bot run greedy": "it waits for a match; tests/sdk/cli/test_cli_bot.py plays one",
    "saqqara bot run --config bots.toml": "it never ends; tests/sdk/runner/test_bot_file.py",
    "llama-server": "it needs the weights of a model; tests/sdk/models scripts an endpoint",
    "saqqara play scribe.py": "the same",
    "saqqara play again.py": "the same",
    "saqqara tune": "it plays for hours; tests/sdk/cli/test_tune.py runs it",
    "saqqara ladder sprt": "it plays to a verdict; tests/stack/test_sequential_command.py types it",
    "saqqara sprt learned": "it takes half an hour; tests/sdk/cli/test_arena_commands.py runs sprt",
    "saqqara-server up": "a fixture runs it for all pages",
    "apt-get install": "it changes the machine",
    "saqqara-server runner": "it plays until stopped; tests/hosted runs it",
    "python learn.py": "it learns for minutes; tests/sdk/gym/test_sb3.py types it",
    "saqqara play ppo.py": "it plays what that learned; the same",
    "pip install": "it fetches from an index; tests/supply/test_dist.py types that of a wheel",
    "rq-dashboard": "it never ends; tests/service/storage/operations asks it",
    "docker compose": "it needs docker; tests/helm/test_compose.py runs its services",
    "docker build": "it fetches an image",
    "helm install": "it needs a cluster; tests/helm/test_cluster.py installs it",
    "helm test": "the same; tests/helm/test_alerts.py runs its script",
    "kubectl create": "it needs a cluster",
    ".venv/bin/python -m pytest": "these tests would run themselves",
    ".venv/bin/python -m tests.chaos.report": "it reads what `make siege` writes",
    "npm --prefix": "tests/clients runs it where `make clients` was",
    "npm install lit": "tests/browser/test_board_package.py installs what it packed",
    ".tools/clients/bin/openapi-python-client": "tests/clients runs it where `make clients` was",
}
"""What a command begins with that is not typed here, and why."""

MEASURED = {"bots/README.md"}
"""Pages with commands that took hours: bots at random play one block instead."""


@dataclass
class Reader:
    """A reader of one page, in a folder that looks like the repository's."""

    page: str
    folder: Path
    server: str
    printed: str = ""
    missing: set[str] = field(default_factory=set)
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "snippet"})

    def follow(self, block: Block) -> None:
        """Save, run or type the block; raises if it does not work or nobody knows how."""
        match block.language:
            case "python" | "toml" if block.saved_as:
                (self.folder / block.saved_as).write_text(block.text)
            case "python":
                self._run(block)
            case "sh":
                for command in block.commands:
                    self._type(command.replace(ADDRESS, self.server))
            case "json":
                _read_json(block.text)
            case "graphql":
                assert validate(SCHEMA, parse(block.text)) == []
            case language:
                assert language in NOT_RUN, f"nobody knows how to run {language!r}"

    def _run(self, block: Block) -> None:
        code = compile("\n" * block.line + block.text, self.page, "exec")
        with contextlib.redirect_stdout(StringIO()) as output:
            exec(code, self.names)  # noqa: S102 - our own pages
        self._heed(output.getvalue())

    def _type(self, command: str) -> None:
        if prefix_not_typed(command):
            return
        words = shlex.split(command)
        words[0] = words[0].removeprefix(".venv/bin/")
        words = _shortened(words) if self.page in MEASURED else words
        needed = {"node", words[0]} if "node " in command else {words[0]}
        lacking = {program for program in needed if shutil.which(program) is None}
        if lacking:
            self.missing |= lacking
        elif words[0] in PROGRAMS and not any(" " in word for word in words):
            self._ask(*words)
        else:
            with _started(words) as process:
                output = _ended(process)
            self._heed(output)

    def _ask(self, program: str, *words: str) -> None:
        """Call a program of ours here, since a process of its own takes a second to begin."""
        done = CliRunner().invoke(PROGRAMS[program], words)
        assert done.exit_code == 0, f"{program} {words}: {done.output} {done.exception}"
        self._heed(done.output)

    def _heed(self, output: str) -> None:
        """Bots that the output tells to run play side by side; then what else it tells is typed."""
        self.printed += output
        lines = output.splitlines()
        with contextlib.ExitStack() as running:
            bots = [line for line in lines if line.startswith("SAQQARA_TOKEN=")]
            playing = [running.enter_context(_started(shlex.split(line))) for line in bots]
            for process in playing:
                self.printed += _ended(process)
        for line in lines:
            if line.startswith("saqqara-server "):
                self._type(line)


@contextlib.contextmanager
def _started(words: list[str]) -> Iterator[subprocess.Popen[str]]:
    words = ["env", *(word.removeprefix(".venv/bin/") for word in words)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=subprocess.STDOUT, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _ended(process: subprocess.Popen[str]) -> str:
    """What it printed; it must end with 0."""
    output, _ = process.communicate(timeout=ENDS_IN_TIME_S)
    assert process.returncode == 0, output
    return output


def prefix_not_typed(command: str) -> str | None:
    """The row of `NOT_TYPED` that tells why a command is not typed."""
    bare = re.sub(r"^([A-Z_]+=\S+ )+", "", command)
    return next((row for row in NOT_TYPED if f"{bare} ".startswith(_begun(row))), None)


def _begun(row: str) -> str:
    """A row is of whole words, but for a setting with a value of any kind."""
    return row if row.endswith(("=", "+")) else f"{row} "


def _shortened(words: list[str]) -> list[str]:
    if "--blocks" not in words:
        return words
    quick = [
        "random" if word.partition("[")[0] in known_bots() or "node" in word else word
        for word in words
    ]
    for option in ("--blocks", "--jobs"):
        quick[quick.index(option) + 1] = "1"
    return quick


def _read_json(text: str) -> None:
    """One value, or one on each line."""
    try:
        json.loads(text)
    except json.JSONDecodeError:
        for line in text.splitlines():
            json.loads(line)
