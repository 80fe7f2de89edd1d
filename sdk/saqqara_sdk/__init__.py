"""The SDK: a method becomes a request; a `Bot` becomes a player."""

from saqqara_sdk.bot import Bot, MatchInfo
from saqqara_sdk.loading import BotNotFound, load_bot
from saqqara_sdk.turn import Clock, LegalAction, Turn

__all__ = ["Bot", "BotNotFound", "Clock", "LegalAction", "MatchInfo", "Turn", "load_bot"]
