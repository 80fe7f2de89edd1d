"""What a bot may answer a turn with."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from saqqara_sdk.bots.offers import A, Action, LegalAction, Offers

Answer = LegalAction[Action] | Action

T = TypeVar("T")


class IllegalChoice(Exception):
    """A bot answered with something that it was not offered."""


def chosen_action(answer: object, offers: Offers[A]) -> A:
    """The legal action that a bot's answer means: one of those offered, or its `.action`."""
    action = answer.action if isinstance(answer, LegalAction) else answer
    if action in offers.actions:
        return offers.actions[offers.actions.index(action)]
    raise IllegalChoice(
        f"it chose {answer!r:.200}, which is none of the {len(offers)} offered actions:"
        " choose() must return one of turn.legal_actions, or its .action"
    )


async def awaited(answer: Awaitable[T]) -> T:
    """What a bot's answer becomes; a coroutine, as `asyncio.Runner` wants one."""
    return await answer
