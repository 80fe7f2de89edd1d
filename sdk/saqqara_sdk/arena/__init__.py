"""The arena: offline matches between bots on this machine, by the service's rules."""

from saqqara_sdk.arena.blocks import Arena, BlockTerms, play_blocks, play_match
from saqqara_sdk.arena.entrants import Entrant, Home
from saqqara_sdk.arena.match_setting import MatchSetting, OnFault
from saqqara_sdk.arena.played import Block, BotFault, Played, SeatPlayed
from saqqara_sdk.arena.tally import BotTally, Tally, tally
from saqqara_sdk.lines.limits import Limits
from saqqara_sdk.lines.missteps import FaultKind

__all__ = [
    "Arena",
    "Block",
    "BlockTerms",
    "BotFault",
    "BotTally",
    "Entrant",
    "FaultKind",
    "Home",
    "Limits",
    "MatchSetting",
    "OnFault",
    "Played",
    "SeatPlayed",
    "Tally",
    "play_blocks",
    "play_match",
    "tally",
]
