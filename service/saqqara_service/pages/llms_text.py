"""`/llms.txt`: the way through this server for language models, and the guides of its ladders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from saqqara_service import questions
from saqqara_service.api.operation import PREFIX
from saqqara_service.api.remedies import BY_NAME
from saqqara_service.application.ladders import ladders
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.operations.observation import observed
from saqqara_service.application.service import Service
from saqqara_service.models import Ladder
from saqqara_service.pages.frames import LEAD, STILL

PATH: Final = "/llms.txt"
BEGIN: Final = (
    "ladders_guide",
    "accounts_register",
    "bots_create",
    "submissions_submit",
    "ladders_enrol",
)
"""The operations that lead to a rated bot, in their order."""
DOCUMENTS: Final = {
    "/openapi.yaml": "OpenAPI document",
    "/schema.graphql": "GraphQL schema",
    "/ladders": "Ladders and their standings",
}
LISTED: Final = 20


async def served(request: Request) -> Response:
    """The text with the newest ladders; it costs as much as a list of them."""
    svc: Service = request.app.state.service
    await svc.rate_limits.charge(request.state.client, None, Charge.USUAL)
    with observed(svc, "pages", "llms_text", request.headers):
        await svc.cost_queue.enter(("pages", "llms_text"))
        found = await ladders.page(svc, None, questions.LadderFilter(first=LISTED))
    text = "\n".join(_lines([one for one in found.items if not one.status.is_over]))
    return PlainTextResponse(f"{text}\n")


def _lines(found: Sequence[Ladder]) -> Iterator[str]:
    yield from ("# Saqqara", "", f"> {LEAD}", "", "## Begin", "")
    for number, name in enumerate(BEGIN, 1):
        row = BY_NAME[name]
        summary = row.once.text.partition("\n")[0]
        yield f"{number}. `{name}`, `{row.method} {PREFIX}{row.published_path}`: {summary}"
    yield from ("", "Each refusal has `next`: the operation that helps, with its arguments.")
    yield from ("", "## Documents", "")
    yield from (f"- [{title}]({path})" for path, title in DOCUMENTS.items())
    yield from ("", "## Pages", "")
    yield from (f"- [{one.title}]({path}): {one.description}" for path, one in STILL.items())
    yield from ("", "## Ladders", "")
    guide = BY_NAME["ladders_guide"].published_path
    for one in found:
        address = PREFIX + guide.replace("{ladderId}", one.id)
        yield f"- [Guide to {one.name}]({address}): {one.game}, {one.status.value}"
    if not found:
        yield "None is open or running."
