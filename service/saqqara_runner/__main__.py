"""The process behind `saqqara-server runner`, which says by JSON what it is to do."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Final, Never

from saqqara_runner.processes import can_tell
from saqqara_runner.programs import BOUNDS, RunnerTerms
from saqqara_runner.runner import ProgramRunner, RunnerSetting
from saqqara_sdk.client.access import find_access
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.runner.log_lines import MOVING, LogLines
from saqqara_sdk.sandbox import NoSandbox, Sandbox, delegated, describe
from saqqara_sdk.sandbox.oom import be_ended_as_runner
from saqqara_sdk.wire.errors import SaqqaraError

WRONG: Final = 2
REFUSED: Final = 4
TOKEN: Final = "SAQQARA_RUNNER_TOKEN"  # noqa: S105 - a name
LIFELINE: Final = "SAQQARA_LIFELINE"
"""The descriptor whose end says that our parent has gone."""


def main(configuration: str) -> None:
    """Run until stopped."""
    given = json.loads(configuration)
    handler = logging.StreamHandler()
    handler.setFormatter(LogLines("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        access = find_access(given["server"], os.environ.pop(TOKEN))
        kept = _sandbox_words(is_trusting=given["is_trusting"])
    except (NoSandbox, ValueError) as error:
        _stop(str(error), WRONG)
    _end_with_parent()
    be_ended_as_runner()
    setting = RunnerSetting(
        access=access,
        name=given["name"],
        places=given["places"],
        cache=Path(given["cache"]).absolute(),
        sandbox=kept,
        terms=RunnerTerms(
            Limits(given["memory_mb"], given["start_s"], given["answer_s"]),
            is_trusting=given["is_trusting"],
            bounds=replace(BOUNDS, **given["bounds"]),
        ),
    )
    log = logging.getLogger(__name__)
    log.info("sandbox: %s", kept)
    if not can_tell():
        log.warning(
            "this kernel does not report how long processes wait: no match counts as starved"
        )
    try:
        asyncio.run(_run(setting))
    except SaqqaraError as error:
        _stop(f"The API at {given['server']} refused the runner: {error}", REFUSED)


async def _run(setting: RunnerSetting) -> None:
    runner = ProgramRunner(setting)
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, runner.stop)
    await runner.run()


def _sandbox_words(*, is_trusting: bool) -> str:
    """What keeps programs apart from this machine; raises `NoSandbox`."""
    if is_trusting:
        return "none: programs are trusted"
    try:
        return describe(Sandbox(cgroup=delegated()))
    except NoSandbox as error:
        remedy = "--trust starts programs without a sandbox. Use it only for your own bots."
        raise NoSandbox(f"{error}. {remedy}") from error


def _end_with_parent() -> None:
    """End when the supervisor that started us is gone."""
    lifeline = os.environ.pop(LIFELINE, None)
    if lifeline is None:
        return

    def watch() -> None:
        os.read(int(lifeline), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True, name="lifeline").start()


def _stop(why: str, code: int) -> Never:
    sys.stderr.write(f"{MOVING.sub('?', why)}\n")
    sys.exit(code)


if __name__ == "__main__":
    main(sys.argv[1])
