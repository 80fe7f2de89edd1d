"""A match on a server, drawn while it is played."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from saqqara_engine.errors import EngineError
from saqqara_engine.games import find_game
from saqqara_engine.wire import view_from_json
from saqqara_sdk.cli.boards import board
from saqqara_sdk.cli.console import output, stop
from saqqara_sdk.cli.links import match_link
from saqqara_sdk.client.client import Client
from saqqara_sdk.wire.models import EventNews, Match, MatchNews, ResyncNews, SeatView


def watch(client: Client, match: Match) -> None:
    """Draw every table of a match; without a terminal only the last one."""
    console = output()
    tables = _tables(match, client.matches.events(match.id, views=True), client.server, console)
    try:
        if console.is_terminal:
            with Live(console=console) as live:
                for table in tables:
                    live.update(table, refresh=True)
        else:
            for last in deque(tables, maxlen=1):
                console.print(last, soft_wrap=True)
    except EngineError as error:
        stop(
            f"Match {match.id} cannot be drawn. The service may be newer than this release: {error}"
        )


def _tables(
    match: Match, news: Iterator[MatchNews], server: str, console: Console
) -> Iterator[RenderableType]:
    """The table after each event, with what happened last."""
    rules = find_game(match.game)
    names = [seat.player_name or "free" for seat in match.seats]
    title = Text.assemble(f"{rules.title}, match ", match_link(match.id, server))
    for item in news:
        seen = _seen(item)
        if seen is None:
            continue
        view = view_from_json(rules, seen.view)
        yield Group(title, board(rules, view, names, console), Text(_line(item)))


def _seen(item: MatchNews) -> SeatView | None:
    match item:
        case EventNews():
            return item.view
        case ResyncNews():
            return item.snapshot.view
        case _:
            return None


def _line(item: MatchNews) -> str:
    if not isinstance(item, EventNews):
        return ""
    event = item.event
    who = "" if event.seat is None else f"seat {event.seat}: "
    return f"{who}{event.action or event.kind.value}"
