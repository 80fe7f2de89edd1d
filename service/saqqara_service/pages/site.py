"""The site: one shell for the address of each page, and the files that it loads.

The shell is the same for everybody; what a page shows it asks by the published contract.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import saqqara_pages
from saqqara_service.contract.rendered import ASKED_AGAIN, FOR_EVER, Rendered
from saqqara_service.pages import link_previews
from saqqara_service.pages.files import HTML, KINDS
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
_HERE: Final = Path(__file__).parent


def routes() -> list[Route]:
    """The pages, and what they load."""
    return [
        *(Route(path, _page) for path in PAGES),
        Route("/matches/{match_id}", _match),
        Route("/embed/matches/{match_id}", _embedded),
        Route(f"{ASSETS}/{{path:path}}", _asset),
        Route(f"/{ELEMENTS}", _elements),
    ]


async def _page(request: Request) -> Response:
    return _shell(frame_ancestors="'none'").answer(request)


def nowhere(request: Request) -> Response | None:
    """What a person's browser gets at an address where nothing is: the shell, with a way on.

    None for whoever asks for something else than a page.
    """
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method not in {"GET", "HEAD"} or not wants_page:
        return None
    headers = {"content-type": HTML, "cache-control": "no-cache", "vary": "accept", **_policies()}
    return Response(_filled(""), HTTPStatus.NOT_FOUND, headers)


async def _match(request: Request) -> Response:
    """The shell for one match: its head says who plays, for whoever shows a link to it."""
    head = await link_previews.head(request, request.path_params["match_id"])
    return _rendered(_filled(head), frame_ancestors="'none'").answer(request)


async def _embedded(request: Request) -> Response:
    """The only page that others may frame; it reads no token."""
    return _shell(frame_ancestors="*").answer(request)


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
def _shell(*, frame_ancestors: str) -> Rendered:
    return _rendered(_filled(""), frame_ancestors=frame_ancestors)


def _rendered(text: str, *, frame_ancestors: str) -> Rendered:
    return Rendered(text, HTML, _policies(frame_ancestors))


def _policies(frame_ancestors: str = "'none'") -> dict[str, str]:
    """Scripts come from this host, and with trusted types only Lit makes markup, of its own."""
    policy = page_policy(
        frame_ancestors=frame_ancestors,
        require_trusted_types_for="'script'",
        trusted_types="lit-html",
    )
    return {POLICY: policy}


def _filled(match: str) -> str:
    """The shell's text, with what its head says of a match."""
    return _template().replace("<!-- match -->", match)


@cache
def _template() -> str:
    text = (_HERE / "site.html").read_text(encoding="utf-8")
    return re.sub(r"\{([a-z.]+)\}", lambda found: saqqara_pages.hashed(found[1]), text)
