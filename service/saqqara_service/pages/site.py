"""The site: one shell for the address of each page, and the files that it loads.

The shell holds the page's first frame; all that a page shows later it asks by the published
contract.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import cache, partial
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import saqqara_pages
from saqqara_service.contract.rendered import ASKED_AGAIN, FOR_EVER, Rendered
from saqqara_service.pages import frames
from saqqara_service.pages.files import HTML, KINDS
from saqqara_service.pages.frames import Frame
from saqqara_service.pages.security import POLICY, page_policy

ASSETS: Final = "/assets"
PAGES: Final = (
    "/",
    "/lobby",
    "/play",
    "/learn",
    "/tv",
    "/replay",
    "/ladders",
    "/ladders/{ladder_id}",
    "/bots/{bot_id}",
    "/author",
    "/tokens",
    "/host",
)
"""The addresses of pages besides those of matches; `site/main.ts` knows the same ones."""
ELEMENTS: Final = "elements.js"
"""The script that draws matches in pages of others; the only one that other origins load."""
FOR_OTHERS: Final = {
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
}
"""For pages that name the script's hash, or let in only what says that it may be loaded."""
MATCH: Final = "/matches/{match_id}"
NAME: Final = "Saqqara"
_HERE: Final = Path(__file__).parent


def routes() -> list[Route]:
    """The pages, and what they load."""
    return [
        *(Route(path, partial(_page, path)) for path in (*PAGES, MATCH)),
        Route("/embed/matches/{match_id}", _embedded),
        Route(f"{ASSETS}/{{path:path}}", _asset),
        Route(f"/{ELEMENTS}", _elements),
    ]


async def _page(path: str, request: Request) -> Response:
    """The shell with what the page at this route says of itself at first."""
    shown = await frames.frame(request, path)
    if shown is None or path in frames.STILL:
        return _shell(shown).answer(request)
    return _rendered(_filled(shown), {"cache-control": ASKED_AGAIN}).answer(request)


def nowhere(request: Request) -> Response | None:
    """What a person's browser gets at an address where nothing is: the shell, with a way on.

    None for whoever asks for something else than a page.
    """
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method not in {"GET", "HEAD"} or not wants_page:
        return None
    headers = {"content-type": HTML, "cache-control": "no-cache", "vary": "accept", **_policies()}
    return Response(_filled(None), HTTPStatus.NOT_FOUND, headers)


async def _embedded(request: Request) -> Response:
    """The only page that others may frame; it reads no token."""
    return _embeddable().answer(request)


async def _asset(request: Request) -> Response:
    try:
        return _file(request.path_params["path"]).answer(request)
    except KeyError as error:
        raise HTTPException(404) from error


async def _elements(request: Request) -> Response:
    """The elements at an address that stays; whoever has them asks whether they still hold."""
    return _file(saqqara_pages.hashed(ELEMENTS), ASKED_AGAIN).answer(request)


@cache
def _file(path: str, cache_control: str = FOR_EVER) -> Rendered:
    packed, kind = saqqara_pages.packed(path), KINDS[Path(path).suffix]
    shared = FOR_OTHERS if Path(path).name == ELEMENTS else {}
    return Rendered(
        gzip.decompress(packed), kind, {"cache-control": cache_control, **shared}, packed
    )


@cache
def _shell(frame: Frame | None) -> Rendered:
    return _rendered(_filled(frame))


@cache
def _embeddable() -> Rendered:
    return _rendered(_filled(None), frame_ancestors="*")


def _rendered(
    text: str, headers: Mapping[str, str] | None = None, *, frame_ancestors: str = "'none'"
) -> Rendered:
    return Rendered(text, HTML, {**_policies(frame_ancestors), **(headers or {})})


def _policies(frame_ancestors: str = "'none'") -> dict[str, str]:
    """Scripts come from this host, and with trusted types only Lit makes markup, of its own."""
    policy = page_policy(
        frame_ancestors=frame_ancestors,
        require_trusted_types_for="'script'",
        trusted_types="lit-html",
    )
    return {POLICY: policy}


def _filled(frame: Frame | None) -> str:
    """The shell's text, with what a page says in its head and at first."""
    if frame is None:
        return _text("site").replace("<!-- head -->", f"<title>{NAME}</title>")
    title = frame.title if frame.title == NAME else f"{frame.title} · {NAME}"
    said = escape(frame.description)
    head = (f"<title>{escape(title)}</title>", f'<meta name="description" content="{said}">')
    body = frame.body or f"<h1>{escape(frame.title)}</h1><p>{said}</p>"
    first = _text("first").replace("<!-- kind -->", frame.kind).replace("<!-- body -->", body)
    lines = "\n    ".join((*head, frame.head)).rstrip()
    return _text("site").replace("<!-- head -->", lines).replace("<!-- first -->", first)


@cache
def _text(name: str) -> str:
    text = (_HERE / f"{name}.html").read_text(encoding="utf-8").rstrip()
    return re.sub(r"\{([a-z.]+)\}", lambda found: saqqara_pages.hashed(found[1]), text)
