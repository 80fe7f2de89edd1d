"""Two small bots that the demonstration hands in, so that they play while nobody runs them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Final

from saqqara_bundle import MANIFEST, Bundle, Entry, Manifest
from saqqara_service.cli.visitor import Visitor, VisitRefused
from saqqara_service.models import SameOwner, Submission, SubmissionState, TimeControlKind
from saqqara_service.questions import CreateLadder, TimeControlTerms

FILE: Final = "bot.py"
STARTED: Final = Manifest(bot=f"{FILE}:Handed", language="Python")
BOT: Final = '''from saqqara_sdk import Bot


class Handed(Bot):
    """{habit}"""

    name = "{name}"
    games = ("duel",)

    def choose(self, turn):
        return {choice}
'''
BOTS: Final = {
    "submit-any": ("Takes any action.", "turn.random.choice(turn.legal_actions)"),
    "submit-last": ("Takes the last action.", "turn.legal_actions[-1]"),
}
"""Their names, what they do, and how."""

LADDER: Final = CreateLadder(
    name="Submitted",
    game="duel",
    time_control=TimeControlTerms(kind=TimeControlKind.FISCHER, base_ms=60_000, increment_ms=1_000),
    blocks=2,
    concurrency=2,
    same_owner=SameOwner.ALLOWED,
)
PATIENCE_S: Final = 300.0
LOOK_S: Final = 0.3


async def hand_in(visitor: Visitor, names: Sequence[str]) -> list[Submission]:
    """Make a bot of each name and hand its program in; a runner checks them meanwhile."""
    handed = []
    for name in names:
        issued = await visitor.create_bot(name)
        if issued.bot is not None:
            path = f"/bots/{issued.bot.id}/submissions"
            handed.append(await visitor.upload(path, archive(name), Submission))
    return handed


async def until_passed(visitor: Visitor, handed: Sequence[Submission]) -> list[str]:
    """Wait for the checks; the bots that may play. Raises `VisitRefused` if one may not."""
    until = time.monotonic() + PATIENCE_S
    for one in handed:
        while (now := await visitor.get(f"/submissions/{one.id}", Submission)).state is not (
            SubmissionState.PASSED
        ):
            if now.state is not SubmissionState.PENDING or time.monotonic() > until:
                raise VisitRefused(f"the submission for {one.name} is {now.state}")
            await asyncio.sleep(LOOK_S)
    return [one.bot_id for one in handed]


def archive(name: str) -> bytes:
    """The program of a bot, packed."""
    habit, choice = BOTS[name]
    program = BOT.format(name=name, habit=habit, choice=choice)
    files = Entry(MANIFEST, STARTED.text().encode()), Entry(FILE, program.encode())
    return Bundle.build(files).pack()
