"""The explorer's page, and the script and style sheet that it loads."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.contract.rendered import Rendered
from saqqara_service.pages.files import HTML, answered
from saqqara_service.pages.security import POLICY, page_policy

FOLDER: Final = "/explorer"
NAMES: Final = ("explorer.js", "explorer.css", "LICENSES.txt")
_HERE: Final = Path(__file__).parent


@cache
def page() -> Rendered:
    """GraphiQL writes styles of its own into the page; scripts it may run from this host only."""
    text = (_HERE / "explorer.html").read_text(encoding="utf-8")
    policy = page_policy(style_src="'unsafe-inline'")
    return Rendered(text, HTML, {POLICY: policy})


def routes() -> list[Route]:
    """One for each file that the page loads."""
    return [Route(f"{FOLDER}/{name}", _served) for name in NAMES]


async def _served(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    return answered(request, _HERE / "built" / f"{name}.gz")
