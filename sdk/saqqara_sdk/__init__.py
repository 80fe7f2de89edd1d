"""The SDK: clients for the service's API, and base classes and runners for bots.

Names are imported on first use, so offline programs never load the client.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from saqqara_sdk.bots.bot import Bot, DuelBot, Event, ImhotepBot, MatchInfo
    from saqqara_sdk.bots.loader import BotNotFound, load_bot
    from saqqara_sdk.bots.parameters import Parameter
    from saqqara_sdk.bots.turn import Clock, DuelTurn, ImhotepTurn, LegalAction, Simulator, Turn
    from saqqara_sdk.bots.worths import Worth
    from saqqara_sdk.client.client import AsyncClient, Client
    from saqqara_sdk.client.pages import each, each_async
    from saqqara_sdk.runner.player import RunReport
    from saqqara_sdk.runner.runner import run, run_async
    from saqqara_sdk.wire.models import (
        AcceptPolicy,
        Challenge,
        Correspondence,
        Delay,
        Fischer,
        GameLimit,
        OptionLimit,
        PerMove,
        TimeLimit,
        Untimed,
    )

__all__ = [
    "AcceptPolicy",
    "AsyncClient",
    "Bot",
    "BotNotFound",
    "Challenge",
    "Client",
    "Clock",
    "Correspondence",
    "Delay",
    "DuelBot",
    "DuelTurn",
    "Event",
    "Fischer",
    "GameLimit",
    "ImhotepBot",
    "ImhotepTurn",
    "LegalAction",
    "MatchInfo",
    "OptionLimit",
    "Parameter",
    "PerMove",
    "RunReport",
    "Simulator",
    "TimeLimit",
    "Turn",
    "Untimed",
    "Worth",
    "each",
    "each_async",
    "load_bot",
    "run",
    "run_async",
]

_PLACES: Final = {
    "AcceptPolicy": "saqqara_sdk.wire.models",
    "AsyncClient": "saqqara_sdk.client.client",
    "Bot": "saqqara_sdk.bots.bot",
    "BotNotFound": "saqqara_sdk.bots.loader",
    "Challenge": "saqqara_sdk.wire.models",
    "Client": "saqqara_sdk.client.client",
    "Clock": "saqqara_sdk.bots.turn",
    "Correspondence": "saqqara_sdk.wire.models",
    "Delay": "saqqara_sdk.wire.models",
    "DuelBot": "saqqara_sdk.bots.bot",
    "DuelTurn": "saqqara_sdk.bots.turn",
    "Event": "saqqara_sdk.bots.bot",
    "Fischer": "saqqara_sdk.wire.models",
    "GameLimit": "saqqara_sdk.wire.models",
    "ImhotepBot": "saqqara_sdk.bots.bot",
    "ImhotepTurn": "saqqara_sdk.bots.turn",
    "LegalAction": "saqqara_sdk.bots.turn",
    "MatchInfo": "saqqara_sdk.bots.bot",
    "OptionLimit": "saqqara_sdk.wire.models",
    "Parameter": "saqqara_sdk.bots.parameters",
    "PerMove": "saqqara_sdk.wire.models",
    "RunReport": "saqqara_sdk.runner.player",
    "Simulator": "saqqara_sdk.bots.turn",
    "TimeLimit": "saqqara_sdk.wire.models",
    "Turn": "saqqara_sdk.bots.turn",
    "Untimed": "saqqara_sdk.wire.models",
    "Worth": "saqqara_sdk.bots.worths",
    "each": "saqqara_sdk.client.pages",
    "each_async": "saqqara_sdk.client.pages",
    "load_bot": "saqqara_sdk.bots.loader",
    "run": "saqqara_sdk.runner.runner",
    "run_async": "saqqara_sdk.runner.runner",
}
"""The module of each name."""


def __getattr__(name: str) -> object:
    """Import and return a public name; raises `AttributeError` for any other."""
    if name not in _PLACES:
        raise AttributeError(f"module 'saqqara_sdk' has no attribute {name!r}")
    found: object = getattr(import_module(_PLACES[name]), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return all public names."""
    return list(__all__)
