"""How other pages learn of a match from its link: oEmbed, and what the head of its page says.

Both tell only what the public may see of the match. https://oembed.com says what is answered.
"""

from __future__ import annotations

import html
import json
import re
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_engine.games import find_game
from saqqara_service import questions
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.contract.rendered import cacheable
from saqqara_service.errors import ApplicationError
from saqqara_service.models import Match, MatchStatus
from saqqara_service.pages import picture
from saqqara_service.pages.preview import PLY

OEMBED: Final = "/oembed"
PATH: Final = re.compile(r"/(?:embed/)?matches/([A-Za-z0-9_.-]{1,80})")
SHOWN: Final = frozenset(
    {"ply", "autoplay", "speed", "controls", "theme", "seat", "lang"},
)
"""What the address of an embedded match may say."""
WIDTH, HEIGHT, LEAST = 960, 720, 280


def routes() -> list[Route]:
    """The one address that consumers of oEmbed ask."""
    return [Route(OEMBED, _oembed)]


def head(request: Request, match: Match) -> str:
    """What the head of a match's page says to who shows a link to it."""
    here = _here(request)
    query = f"?{request.url.query}" if request.url.query else ""
    address = f"{here}/matches/{match.id}{query}"
    asked = f"{here}{OEMBED}?{urlencode({'url': address, 'format': 'json'})}"
    properties = {"og:site_name": "Saqqara", "og:type": "website", "og:title": _title(match)}
    if match.status is not MatchStatus.OPEN:
        properties |= _picture(here, match, shown_ply(request, match))
    properties["og:url"] = address
    lines = [
        *(
            f'<meta property="{name}" content="{html.escape(text)}">'
            for name, text in properties.items()
        ),
        f'<link rel="alternate" type="application/json+oembed" href="{html.escape(asked)}">',
    ]
    return "\n    ".join(lines)


def shown_ply(request: Request, match: Match) -> int | None:
    """The moment that the address of a page names; None if there is no such moment."""
    ply = request.query_params.get("ply", "")
    is_shown = PLY.fullmatch(ply) is not None and int(ply) < match.version
    return int(ply) if is_shown else None


def _picture(here: str, match: Match, ply: int | None) -> dict[str, str]:
    """What says where the picture of the moment is; that of now if there is no such moment."""
    moment = "" if ply is None else f"?ply={ply}"
    return {
        "og:image": f"{here}/matches/{match.id}/preview.png{moment}",
        "og:image:type": "image/png",
        "og:image:width": str(picture.WIDTH),
        "og:image:height": str(picture.HEIGHT),
        "og:image:alt": _title(match),
        "twitter:card": "summary_large_image",
    }


async def _oembed(request: Request) -> Response:
    """A frame with the match that a link leads to; 404 for what is no match of this host."""
    asked = request.query_params
    if asked.get("format", "json") != "json":
        raise HTTPException(501)
    match_id, query = _place(request, asked.get("url", ""))
    svc: Service = request.app.state.service
    try:
        match = await matches.get(svc, None, questions.MatchQuestion(match_id=match_id))
    except ApplicationError as error:
        raise HTTPException(404) from error
    width, height = _size(asked.get("maxwidth"), WIDTH), _size(asked.get("maxheight"), HEIGHT)
    title, here = _title(match), _here(request)
    source = f"{here}/embed/matches/{match_id}{query}"
    body = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Saqqara",
        "provider_url": here,
        "title": title,
        "width": width,
        "height": height,
        "html": f'<iframe src="{html.escape(source)}" title="{html.escape(title)}" width="{width}"'
        f' height="{height}" style="border:0" loading="lazy"></iframe>',
    }
    answer = Response(json.dumps(body), media_type="application/json")
    return cacheable(request, answer)


def _place(request: Request, address: str) -> tuple[str, str]:
    """The match's id in the address of a page of this host, and what else the address says."""
    try:
        url = urlsplit(address)
    except ValueError as error:
        raise HTTPException(404) from error
    found = PATH.fullmatch(url.path)
    if url.scheme not in {"http", "https"} or url.netloc != request.url.netloc or not found:
        raise HTTPException(404)
    kept = [(name, value) for name, value in parse_qsl(url.query) if name in SHOWN]
    return found[1], f"?{urlencode(kept)}" if kept else ""


def _size(asked: str | None, usual: int) -> int:
    """At most what is asked; what cannot be read counts as not asked."""
    if asked is None or not re.fullmatch(r"[0-9]{1,6}", asked):
        return usual
    return max(LEAST, min(usual, int(asked)))


def _title(match: Match) -> str:
    names = " - ".join(seat.player_name or "?" for seat in match.seats)
    return f"{names}: {find_game(match.game).title}"


def _here(request: Request) -> str:
    return str(request.base_url).rstrip("/")
