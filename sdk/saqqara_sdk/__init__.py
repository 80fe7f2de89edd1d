"""The SDK: a method becomes a request; a `Bot` becomes a player."""

from saqqara_sdk.bots.bot import Bot, Event, MatchInfo
from saqqara_sdk.bots.loading import BotNotFound, load_bot
from saqqara_sdk.bots.turn import Clock, LegalAction, Simulator, Turn
from saqqara_sdk.client.client import AsyncClient, Client
from saqqara_sdk.client.pages import each, each_async
from saqqara_sdk.run.player import RunReport
from saqqara_sdk.run.runner import run, run_async
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
    "Event",
    "Fischer",
    "GameLimit",
    "LegalAction",
    "MatchInfo",
    "OptionLimit",
    "PerMove",
    "RunReport",
    "Simulator",
    "TimeLimit",
    "Turn",
    "Untimed",
    "each",
    "each_async",
    "load_bot",
    "run",
    "run_async",
]
