"""Answers of bots: the types that `choose` may return, and how they are read."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from saqqara_sdk.bots.offers import A, Action, LegalAction, Offers

Answer = LegalAction[Action] | Action

T = TypeVar("T")


class IllegalChoice(Exception):
    """A bot's answer is not one of the legal actions."""


class Undecided(Exception):
    """A bot takes no decision and wants none made up: the match's policy takes it.

    In the arena autoplay decides at once. On a server the bot does not answer, so the time of the
    decision runs out.
    """


def chosen_action(answer: object, offers: Offers[A]) -> A:
    """Return the legal action that an answer names; raises `IllegalChoice`."""
    action = answer.action if isinstance(answer, LegalAction) else answer
    for one in offers.actions:
        if one is action:  # as nearly always, and equality compares notations
            return one
    if action in offers.actions:
        return offers.actions[offers.actions.index(action)]
    if isinstance(answer, str):
        why = f"it chose the text {answer!r:.200}, not an action"
    else:
        why = f"it chose {answer!r:.200}, which is not one of the {len(offers)} legal actions"
    raise IllegalChoice(f"{why}; choose() must return one of turn.legal_actions, or its .action")


async def awaited(answer: Awaitable[T]) -> T:
    """Await an answer; `asyncio.Runner` takes coroutines only."""
    return await answer
