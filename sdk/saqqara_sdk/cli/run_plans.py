"""The plan of a run: the bots named on the command line, with their tokens and terms."""

from __future__ import annotations

import logging
import os
import shlex
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from saqqara_sdk.arena.texts import command_of
from saqqara_sdk.bots.loader import BotNotFound, load_bot
from saqqara_sdk.bots.texts import file_bot, is_command
from saqqara_sdk.cli.arena_words import run_logs
from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.online.credentials import CredentialsFault, kept_credentials
from saqqara_sdk.client.access import Access, find_access
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.logs import Logs
from saqqara_sdk.lines.missteps import Misstep
from saqqara_sdk.lines.process import Surroundings
from saqqara_sdk.runner.bot_file import BotEntry, BotFile, BotFileFault, token_of
from saqqara_sdk.runner.program import Program
from saqqara_sdk.runner.program_terms import ProgramTerms
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.runner.runs import BotRun
from saqqara_sdk.wire.models import AcceptPolicy, Challenge

SECRET_VARIABLES = frozenset({"SAQQARA_TOKEN"})
"""The environment variables that bot programs do not get."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunPlan:
    """One bot of a run; `hidden` are the variables that have tokens, of this bot and others."""

    name: str
    access: Access
    entry: BotEntry
    hidden: frozenset[str] = SECRET_VARIABLES
    logs: Logs | None = None

    @property
    def text(self) -> str:
        """The text as given."""
        bot = self.entry.bot
        return bot if isinstance(bot, str) else shlex.join(bot)

    @property
    def policy(self) -> AcceptPolicy | None:
        """The accept policy that the server is to have; None leaves it as it is."""
        return self.entry.policy

    @contextmanager
    def opened(self) -> Iterator[BotRun]:
        """The bot, ready to play; raises `BotNotFound` if it cannot be started."""
        entry, command = self.entry, self._command
        if command is None:
            kind = load_bot(self._python_text)
            runner = Runner(kind, self.access, max_matches=entry.max_matches)
            yield BotRun(self.name, runner, self.access, entry.policy)
            return
        program = Program(self._terms(command))
        try:
            program.open()
            runner = Runner(program.bot, self.access, max_matches=entry.max_matches)
            yield BotRun(self.name, runner, self.access, entry.policy)
        except Misstep as misstep:
            detail = f":\n{misstep.detail}" if misstep.detail else ""
            raise BotNotFound(f"{self.text} cannot play: {misstep.why}{detail}") from misstep
        finally:
            program.close()

    @property
    def has_processes(self) -> bool:
        """Whether the bot has processes of its own."""
        return self._command is not None

    @property
    def _command(self) -> tuple[str, ...] | None:
        """What starts its processes; None for a Python bot that plays in this one."""
        bot = self.entry.bot
        if isinstance(bot, tuple):
            return bot
        if is_command(bot, self.entry.folder):
            return tuple(shlex.split(bot))
        return command_of(self._python_text) if self.entry.isolate else None

    @property
    def _python_text(self) -> str:
        """A Python bot, its file seen from the folder."""
        found = file_bot(self.text)
        if found is None:
            return self.text
        return f"{(self.entry.folder / found.file).absolute()}{self.text.removeprefix(found.file)}"

    def _terms(self, command: tuple[str, ...]) -> ProgramTerms:
        entry, limits = self.entry, self.entry.limits
        inherited = {name: value for name, value in os.environ.items() if name not in self.hidden}

        def hear(line: str) -> None:
            _log.info("%s: says %s", self.name, line)

        return ProgramTerms(
            command,
            Limits(limits.memory_mb, limits.start_s, limits.answer_s),
            Surroundings(
                entry.folder,
                inherited | entry.environment,
                hear,
                log=None if self.logs is None else self.logs.of(self.name),
            ),
            entry.overhead_ms,
            self._accepts,
        )

    def _accepts(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:
        """The answer to a challenge: a Python bot's own, else what the file says."""
        entry = self.entry
        is_python = isinstance(entry.bot, str) and not is_command(self.text, entry.folder)
        if entry.isolate and is_python:
            return load_bot(self._python_text)().accept(challenge)
        return self.entry.accepts


def typed_plan(
    text: str, name: str, access: Access, max_matches: int | None, *, isolate: bool = False
) -> RunPlan:
    """Return the plan of a bot named on the command line."""
    entry = BotEntry.model_validate({"bot": text, "max_matches": max_matches, "isolate": isolate})
    return RunPlan(name, access, entry)


def logged(plans: Sequence[RunPlan], folder: Path | None) -> list[RunPlan]:
    """Return the plans with logs in a new folder of this run; ends the command if one cannot."""
    mixed = [plan.name for plan in plans if folder and not plan.has_processes]
    if mixed:
        stop(
            f"{mixed[0]} plays all matches in one process, so its lines mix. Add --isolate, or"
            " isolate = true in the file, to use --log."
        )
    run = run_logs(folder)
    logs = None if run is None else Logs(run)
    return [replace(plan, logs=logs) for plan in plans]


def plans_in(read: BotFile, server: str) -> list[RunPlan]:
    """The bots of a file; ends the command where one has no token."""
    named = {bot.token_env for bot in read.bots.values() if bot.token_env}
    return [
        _plan(name, entry, entry.server or read.server or server, SECRET_VARIABLES | named)
        for name, entry in read.bots.items()
    ]


def _plan(name: str, entry: BotEntry, server: str, hidden: frozenset[str]) -> RunPlan:
    try:
        token = token_of(entry) or _kept_token(server, name)
        access = find_access(server, token)
    except (BotFileFault, CredentialsFault, ValueError) as error:
        stop(f"bots.{name}: {error}")
    if not token:
        stop(
            f"bots.{name} has no token. Set token_env or token_file, or store a token with"
            f" `saqqara bot create {name}`."
        )
    return RunPlan(name, access, entry, hidden)


def _kept_token(server: str, name: str) -> str | None:
    """The token of a bot that is kept here by this name."""
    kept = kept_credentials().at(server).bot(name)
    return kept.token if kept else None
