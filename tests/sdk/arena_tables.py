"""Tables of the arena for tests: what is played, by whom, and single matches."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_contest.time_controls import Fischer, TimeControl
from saqqara_engine.games import find_game
from saqqara_sdk.arena import (
    Entrant,
    Home,
    Limits,
    MatchSetting,
    OnFault,
    Played,
    play_blocks,
)
from saqqara_sdk.arena.entrants import find_bot, labels_of
from saqqara_sdk.bots.bot import AnyBot

MINUTE = Fischer(60_000, 1_000)


def setting(
    players: int, control: TimeControl = MINUTE, on_fault: OnFault = OnFault.AUTOPLAY
) -> MatchSetting:
    rules = find_game("imhotep")
    options = rules.parse_options({"players": players})
    return MatchSetting(rules, options, control, on_fault=on_fault)


def enter(texts: Sequence[str], home: Home, limits: Limits) -> list[Entrant]:
    return list(map(Entrant, labels_of(texts, limits), [find_bot(text, home) for text in texts]))


def entrants(*bots: type[AnyBot]) -> list[Entrant]:
    return [Entrant(f"{bot.name}-{number}", bot) for number, bot in enumerate(bots)]


def matches_of(how: MatchSetting, bots: list[Entrant], blocks: int, seed: int) -> list[Played]:
    return [match for block in play_blocks(how, bots, blocks, seed) for match in block]


def outcome(match: Played) -> list[tuple[str, int, int]]:
    return [(seat.bot, seat.place, seat.total) for seat in match.seats]
