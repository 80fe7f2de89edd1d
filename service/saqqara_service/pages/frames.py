"""The first frame of each page: what it says before its scripts run, and to who runs none.

It tells what the public may see, in English, and costs as much as any question. Where an address
has spent its budget, what is asked for does not exist, or the answer takes long, the page comes
without.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from starlette.requests import Request

from saqqara_engine.games import find_game
from saqqara_service import questions
from saqqara_service.api.operation import PREFIX
from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import ladders
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import lists, matches, views
from saqqara_service.application.operations.observation import observed
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Malformed, WrongState
from saqqara_service.models import Ladder, Match, MatchStatus
from saqqara_service.pages import link_previews
from saqqara_service.pages.miniatures.canvas import HEIGHT, WIDTH, Sitter, writable
from saqqara_service.pages.miniatures.miniature import sitters

PATIENCE_S: Final = 1.0
"""A page waits no longer for its first frame: its scripts can show it without."""
_DASH: Final = " \N{EN DASH} "
_LISTED: Final = 6
_STANDINGS: Final = 50
LEAD: Final = (
    "Saqqara lets bots and people play Imhotep and The Duel against each other: timed, rated, and"
    " open to look at, move by move."
)


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page says of itself: in its head, and as its first content."""

    title: str
    description: str
    body: str = ""
    """Markup; empty: the title as a heading, and the description."""
    head: str = ""
    """More lines of the head."""
    kind: str = ""
    """Other classes of its content: whether a table fills the window, or nothing stands around."""


Maker: TypeAlias = Callable[[Request, Service], Awaitable[Frame]]

STILL: Final[Mapping[str, Frame]] = {
    "/lobby": Frame("Lobby", "Whom one can play, who waits for a player, what is being played."),
    "/play": Frame("Play", "Play Imhotep or The Duel in the browser, as a guest or by account."),
    "/learn": Frame(
        "Learn to play", "Ten positions of each game to act in, and its rules in short."
    ),
    "/tv": Frame("TV", "The best match that is being played, then the next one.", kind="bare"),
    "/replay": Frame("Replay a record", "A record of a match is played once more, move by move."),
    "/author": Frame("Your bots", "Programs, versions and logs of the bots of an account."),
    "/tokens": Frame("Tokens", "What an account's tokens may do, and which of them are in use."),
    "/host": Frame("For hosts", "How this host does, and how ladders are made and kept."),
}
"""Pages that show nothing before somebody is known or something is chosen."""


async def frame(request: Request, path: str) -> Frame | None:
    """The frame of the page at this route; None if there is nothing to say, or no budget for it."""
    if path not in _MADE:
        return STILL.get(path)
    svc: Service = request.app.state.service
    try:
        async with asyncio.timeout(PATIENCE_S):
            await svc.rate_limits.charge(request.state.client, None, Charge.USUAL)
            with observed(svc, "pages", "frame", request.headers):
                await svc.cost_queue.enter(("pages", "frame"))
                return await _MADE[path](request, svc)
    except (ApplicationError, TimeoutError):
        return None


async def _home(_request: Request, svc: Service) -> Frame:
    asked = questions.MatchFilter(status=MatchStatus.RUNNING, first=_LISTED)
    running = (await lists.public(svc, None, asked)).items
    found = (await ladders.page(svc, None, questions.LadderFilter(first=_LISTED))).items
    return Frame(
        "Saqqara",
        LEAD,
        "<h1>Two board games, played by programs and people</h1>"
        f"<p>{LEAD}</p>"
        '<p><a class="button" href="/play?game=imhotep&amp;bot=housegreedy">Play Imhotep</a>'
        ' <a class="button" href="/play?game=duel&amp;bot=housegreedy">Play The Duel</a></p>'
        f"<h2>Live now</h2>{_listed([_match_link(one) for one in running], 'boards')}"
        f"<h2>Ladders</h2>{_listed([_ladder_link(one) for one in found])}",
    )


async def _ladders(_request: Request, svc: Service) -> Frame:
    found = (await ladders.page(svc, None, questions.LadderFilter())).items
    links = _listed([_ladder_link(one) for one in found])
    return Frame("Ladders", "Rated ladders of bots.", f"<h1>Ladders</h1>{links}")


async def _ladder(request: Request, svc: Service) -> Frame:
    asked = questions.LadderQuestion(ladder_id=request.path_params["ladder_id"])
    one = await ladders.get(svc, None, asked)
    rows = [row for row in await ladders.standings(svc, None, asked) if not row.retired]
    cells = [
        [
            str(row.place or ""),
            _bot_link(row.bot_id, row.bot_name),
            f"{row.elo:.0f}",
            str(row.matches),
        ]
        for row in rows[:_STANDINGS]
    ]
    said = f"{find_game(one.game).title}, {one.matches_settled} of {one.matches_planned} matches."
    guide = f'<a href="{PREFIX}/ladders/{one.id}/guide">Guide for programs</a>'
    body = f"<h1>{_bdi(one.name)}</h1><p>{escape(said)} {guide}</p>"
    table = _table(("Place", "Bot", "Elo", "Matches"), cells) if cells else ""
    return Frame(one.name, f"A ladder of {said}", body + table)


async def _bot(request: Request, svc: Service) -> Frame:
    asked = questions.BotQuestion(bot_id=request.path_params["bot_id"])
    bot = await accounts.bot(svc, None, asked)
    said = "A bot: how it does, where it plays, and its matches."
    return Frame(bot.name, said, f"<h1>{_bdi(bot.name)}</h1><p>{said}</p>")


async def _match(request: Request, svc: Service) -> Frame:
    match_id: str = request.path_params["match_id"]
    match = await matches.get(svc, None, questions.MatchQuestion(match_id=match_id))
    title = find_game(match.game).title
    names = [seat.player_name or "?" for seat in match.seats]
    asked = link_previews.shown_ply(request, match)
    try:
        seen = await views.public(svc, match_id, None if asked is None else asked + 1)
        seated = sitters(seen, find_game(match.game).layout(seen.view.options))
    except (WrongState, Malformed):
        seated = []
    said = _said(match, seated)
    points = ", ".join(f"{one.name} {one.points}" for one in seated)
    heading = _DASH.join(map(_bdi, names))
    about = f"<div><h1>{heading}</h1><p>{escape(title)}. {escape(said)}</p>{_seats(match, seated)}"
    picture = _picture(match_id, asked, 'fetchpriority="high"') if seated else ""
    return Frame(
        f"{_DASH.join(names)} · {title}",
        f"{points}. {said}" if points else said,
        f"{picture}{about}</div>",
        link_previews.head(request, match),
        "first-match is-table" if seated else "",
    )


_MADE: Final[Mapping[str, Maker]] = {
    "/": _home,
    "/ladders": _ladders,
    "/ladders/{ladder_id}": _ladder,
    "/bots/{bot_id}": _bot,
    "/matches/{match_id}": _match,
}
"""Frames that tell of what there is now, by their routes."""


_UNSEEN: Final[Mapping[MatchStatus, str]] = {
    MatchStatus.OPEN: "It has not started.",
    MatchStatus.VOID: "It came to nothing.",
}
"""What is said of a match without a table that can be drawn."""


def _said(match: Match, seated: Sequence[Sitter]) -> str:
    """How far the match is."""
    asked = [writable(one.name) for one in seated if one.is_asked]
    if not seated:
        return _UNSEEN.get(match.status, "Its rules are no longer played here.")
    if match.status is MatchStatus.RUNNING and asked:
        return f"{asked[0]} is to choose."
    return "It is over." if match.status is MatchStatus.FINISHED else "It is void."


def _seats(match: Match, seated: Sequence[Sitter]) -> str:
    places = {one.seat: one.place for one in match.result.seats} if match.result else {}
    heads = ("Player", "Points", "Place") if places else ("Player", "Points")
    cells = [
        [_bdi(one.name), str(one.points), str(places.get(seat, ""))][: len(heads)]
        for seat, one in enumerate(seated)
    ]
    return _table(heads, cells) if cells else ""


def _picture(match_id: str, ply: int | None, how: str) -> str:
    """The small board, in the colours of the system as the page will be."""
    source = f"/matches/{match_id}/board.svg?theme="
    moment = "" if ply is None else f"&amp;ply={ply}"
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{source}dark{moment}">'
        f'<img src="{source}light{moment}" alt="The table" width="{WIDTH}" height="{HEIGHT}"'
        f" {how}></picture>"
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of markup."""
    head = "".join(f'<th scope="col">{one}</th>' for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{one}</td>' for one in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _listed(links: Sequence[str], kind: str = "") -> str:
    if not links:
        return "<p>None at the moment.</p>"
    return f'<ul class="{kind}">{"".join(f"<li>{link}</li>" for link in links)}</ul>'


def _match_link(match: Match) -> str:
    """The match by its small board."""
    names = _DASH.join(_bdi(seat.player_name or "?") for seat in match.seats)
    picture = _picture(match.id, None, 'loading="lazy"')
    return f'<a href="/matches/{match.id}">{picture}{names}</a>'


def _ladder_link(ladder: Ladder) -> str:
    return f'<a href="/ladders/{ladder.id}">{_bdi(ladder.name)}</a>, {ladder.status.value}'


def _bot_link(bot_id: str, name: str) -> str:
    return f'<a href="/bots/{bot_id}">{_bdi(name)}</a>'


def _bdi(name: str) -> str:
    return f"<bdi>{escape(writable(name))}</bdi>"
