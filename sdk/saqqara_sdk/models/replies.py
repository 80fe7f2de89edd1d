"""Replies of a model, and the legal action that each names.

The last line of a reply that begins with `ACTION:` names the action, in notation. Capitals,
additional spaces and Markdown around it do not matter.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from saqqara_engine.explain import explain
from saqqara_sdk.bots.turn import Turn

LONGEST_ACTION: Final = 80
"""The characters of a named action that are explained."""
MARKDOWN: Final = " \t*_`<>#-"
FORM: Final = "End your answer with a line of the form `ACTION: <action>`."


class Outcome(StrEnum):
    """The outcome of one request to a model."""

    LEGAL = "legal"
    """The reply names a legal action."""
    ILLEGAL = "illegal"
    """The `ACTION:` line names no legal action."""
    UNPARSABLE = "unparsable"
    """The reply has no `ACTION:` line."""
    TRUNCATED = "truncated"
    """The reply ended at the maximum length (`finish_reason` `length`), whatever it says."""
    REFUSED = "refused"
    """The model or a content filter refused to answer."""
    TRANSPORT = "transport"
    """There is no reply: a cut connection, a timeout, an HTTP error, or invalid JSON."""


class Reply(BaseModel):
    """The reply to one request; `outcome` is None until its text is judged."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True)

    answer: str = ""
    outcome: Outcome | None = None
    action: str | None = None
    why: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Request:
    """The request for a decision; `position` is the hash of its prompt without the clock."""

    version: int
    position: str
    text: str


class Source(Protocol):
    """The origin of a match's replies: an endpoint, or a log."""

    async def reply(self, request: Request, until: float, failed: Callable[[Reply], None]) -> Reply:
        """Return the model's reply before `until` on the monotonic clock, or raise `ModelFault`.

        `failed` receives each transport fault on the way.
        """
        ...


def judged(reply: Reply, turn: Turn) -> Reply:
    """Return a reply with its outcome, and with its action or the reason why it has none."""
    if reply.outcome is Outcome.TRUNCATED:
        why = f"Your answer was cut off at its maximum length. Answer more briefly. {FORM}"
    elif reply.outcome is not None:
        why = f"You did not answer. {FORM}"
    elif (named := named_action(reply.answer)) is None:
        why = f"Your answer has no `ACTION:` line. {FORM}"
        return reply.model_copy(update={"outcome": Outcome.UNPARSABLE, "why": why})
    elif named in map(str, turn.legal_actions.actions):
        return reply.model_copy(update={"outcome": Outcome.LEGAL, "action": named})
    else:
        found = explain(turn.rules, turn.legal_actions.actions, named[:LONGEST_ACTION])
        return reply.model_copy(update={"outcome": Outcome.ILLEGAL, "why": found.reason})
    return reply.model_copy(update={"why": why})


def named_action(answer: str) -> str | None:
    """Return the action that an answer names, or None.

    >>> named_action("Temple pays.\\n**Action:** `Sail 2  temple`")
    'sail 2 temple'
    """
    for line in reversed(answer.splitlines()):
        word, colon, rest = line.strip(MARKDOWN).partition(":")
        if colon and word.strip(MARKDOWN).lower() == "action":
            return " ".join(rest.strip(f"{MARKDOWN}.'\"").lower().split())
    return None
