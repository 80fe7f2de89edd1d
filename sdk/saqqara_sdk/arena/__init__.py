"""The arena: bots play each other on this machine, by the service's rules, without a server."""

from saqqara_sdk.arena.blocks import Arena, Terms, play_blocks, play_match
from saqqara_sdk.arena.entrants import Entrant, Home
from saqqara_sdk.arena.played import Block, Fault, FaultKind, Played, SeatPlayed
from saqqara_sdk.arena.setting import Limits, OnFault, Setting
from saqqara_sdk.arena.tally import BotTally, Tally, tally

__all__ = [
    "Arena",
    "Block",
    "BotTally",
    "Entrant",
    "Fault",
    "FaultKind",
    "Home",
    "Limits",
    "OnFault",
    "Played",
    "SeatPlayed",
    "Setting",
    "Tally",
    "Terms",
    "play_blocks",
    "play_match",
    "tally",
]
