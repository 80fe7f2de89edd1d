"""The SDK: a method becomes a request; a `Bot` becomes a player."""

from saqqara_sdk.bot import Bot, Event, MatchInfo
from saqqara_sdk.challenges import AcceptPolicy, Challenge, GameLimit, OptionLimit, TimeLimit
from saqqara_sdk.client import AsyncClient, Client
from saqqara_sdk.loading import BotNotFound, load_bot
from saqqara_sdk.pages import each, each_async
from saqqara_sdk.player import RunReport
from saqqara_sdk.runner import run, run_async
from saqqara_sdk.time_controls import Correspondence, Delay, Fischer, PerMove, Untimed
from saqqara_sdk.turn import Clock, LegalAction, Simulator, Turn

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
