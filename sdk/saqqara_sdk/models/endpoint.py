"""OpenAI-compatible endpoints: `POST {url}/chat/completions`, with retries.

Transport faults are cut connections, timeouts, the statuses of `RETRIED`, and replies that are too
long or not of the API's form. They are retried with growing pauses, or as `Retry-After` says,
until the time of the decision is over.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from time import monotonic
from types import MappingProxyType
from typing import Final

import httpx
from pydantic import BaseModel, Field, JsonValue, ValidationError

from saqqara_sdk.bots.bot import MatchInfo
from saqqara_sdk.models.errors import ClockShort, EndpointRefusal, UnusableSetting
from saqqara_sdk.models.replies import Outcome, Reply, Request, Source
from saqqara_sdk.sandbox.sandbox import is_inside

RETRIED: Final = frozenset({408, 409, 425, 429, *range(500, 600)})
"""The statuses after which the same request may succeed."""
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 10.0
SHORTEST_S: Final = 0.1
"""The seconds that must be left after a pause for another request."""
LONGEST_ANSWER: Final = 8_000
"""The characters of an answer that are read and logged, the last ones."""
MOST_BYTES: Final = 2 << 20
"""The maximum size of a reply."""
SHORTEST_SECRET: Final = 16
"""The length from which a key is a secret; local endpoints accept keys such as `none`."""
NO_NETWORK: Final = (
    "A sandbox has no network, so the model's endpoint cannot be reached. Add --no-sandbox to the"
    " command."
)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model behind an OpenAI-compatible endpoint.

    >>> Endpoint("http://127.0.0.1:8080/v1", "llama-3", parameters={"temperature": 0})
    """

    url: str
    """The address before `/chat/completions`."""
    model: str
    """The model's name for the endpoint."""
    key_variable: str | None = None
    """The environment variable with the API key; None for an endpoint without keys."""
    parameters: Mapping[str, JsonValue] = field(default_factory=lambda: MappingProxyType({}))
    """Further fields of each request, such as `temperature` or `max_tokens`."""
    prompt_price: float | None = None
    """The price of a million tokens of prompts, in any currency."""
    completion_price: float | None = None
    """The price of a million tokens of replies, in the same currency."""
    timeout_s: float = 120.0
    """The maximum seconds of one request, pauses excluded."""

    def open(self, match: MatchInfo) -> Source:  # noqa: ARG002 - a log is one match's
        """Check address, key and network; raises `UnusableSetting`."""
        try:
            url = httpx.URL(self.url)
        except httpx.InvalidURL as error:
            raise UnusableSetting(f"The endpoint's address is invalid: {error}") from None
        if url.scheme not in {"http", "https"} or not url.host:
            raise UnusableSetting("The endpoint's address must begin with http:// or https://.")
        key = self._key()
        if self.key_variable is not None and not (key and key.isascii() and key.isprintable()):
            raise UnusableSetting(f"The environment variable {self.key_variable} has no API key.")
        if is_inside():
            raise UnusableSetting(NO_NETWORK)
        return self

    def body(self, text: str) -> bytes:
        """Return the body of the request with this prompt."""
        prompt = {"model": self.model, "messages": [{"role": "user", "content": text}]}
        return json.dumps({**self.parameters, **prompt}).encode()

    def cost(self, reply: Reply) -> float | None:
        """Return the price of a reply and its prompt; None without prices."""
        if self.prompt_price is None and self.completion_price is None:
            return None
        millionths = reply.prompt_tokens * (self.prompt_price or 0.0)
        millionths += reply.completion_tokens * (self.completion_price or 0.0)
        return millionths / 1_000_000

    async def reply(self, request: Request, until: float, failed: Callable[[Reply], None]) -> Reply:
        """Return the model's reply; raises `ClockShort` or `EndpointRefusal`."""
        body, longest_s = self.body(request.text), FIRST_PAUSE_S
        async with httpx.AsyncClient(verify=_tls(), timeout=None) as client:  # noqa: S113
            while True:
                began = monotonic()
                try:
                    reply = await self._within(client, body, until)
                    return reply.model_copy(update={"seconds": monotonic() - began})
                except (_Fault, EndpointRefusal) as fault:
                    why, seconds = str(fault), monotonic() - began
                    failed(Reply(outcome=Outcome.TRANSPORT, why=why, seconds=seconds))
                    if isinstance(fault, EndpointRefusal):
                        raise
                    pause_s = max(fault.pause_s, longest_s * random.uniform(0.5, 1.0))
                left_s = until - monotonic()
                if pause_s + SHORTEST_S > left_s:
                    raise ClockShort(f"No time is left for another request. {why}")
                _log.warning("%s: %s Retrying in %.1f s", self.model, why, pause_s)
                await asyncio.sleep(pause_s)
                longest_s = min(2 * longest_s, LONGEST_PAUSE_S)

    def _key(self) -> str:
        return "" if self.key_variable is None else os.environ.get(self.key_variable, "").strip()

    async def _within(self, client: httpx.AsyncClient, body: bytes, until: float) -> Reply:
        limit_s = max(0.0, min(self.timeout_s, until - monotonic()))
        try:
            async with asyncio.timeout(limit_s):
                return await self._post(client, body)
        except TimeoutError:
            raise _Fault(f"The endpoint did not answer within {limit_s:.1f} s.") from None
        except httpx.RequestError as error:
            raise _Fault(f"The connection failed: {type(error).__name__} {error}.") from error

    async def _post(self, client: httpx.AsyncClient, body: bytes) -> Reply:
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        key = self._key()
        if key:
            headers["Authorization"] = f"Bearer {key}"
        url = f"{self.url.rstrip('/')}/chat/completions"
        async with client.stream("POST", url, content=body, headers=headers) as answer:
            received = bytearray()
            async for part in answer.aiter_bytes():
                received += part
                if len(received) > MOST_BYTES:
                    raise _Fault(f"The reply is longer than {MOST_BYTES} bytes.")
        content = bytes(received)
        if len(key) >= SHORTEST_SECRET:  # some endpoints repeat it in their errors
            content = content.replace(key.encode(), b"***")
        if answer.is_success:
            return _read(content)
        why = f"It answered {answer.status_code}: {content[:300].decode(errors='replace')}"
        if answer.status_code in RETRIED:
            raise _Fault(why, _pause_s(answer.headers.get("Retry-After", "")))
        raise EndpointRefusal(f"The endpoint refuses the request. {why}")


class _Fault(Exception):
    """A transport fault, and the seconds that the endpoint asks to wait."""

    def __init__(self, why: str, pause_s: float = 0.0) -> None:
        super().__init__(why)
        self.pause_s = pause_s


class _Message(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _Choice(BaseModel):
    message: _Message
    finish_reason: str | None = None


class _Tokens(BaseModel):
    prompt_tokens: int | None = Field(None, ge=0)
    completion_tokens: int | None = Field(None, ge=0)


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


def _read(content: bytes) -> Reply:
    try:
        completion = _Completion.model_validate_json(content)
    except ValidationError:
        raise _Fault("The reply is not a chat completion in JSON.") from None
    choice, tokens, outcome = completion.choices[0], completion.usage, None
    if choice.finish_reason == "length":
        outcome = Outcome.TRUNCATED
    elif choice.finish_reason == "content_filter" or choice.message.refusal:
        outcome = Outcome.REFUSED
    return Reply(
        answer=(choice.message.content or choice.message.refusal or "")[-LONGEST_ANSWER:],
        outcome=outcome,
        prompt_tokens=(tokens and tokens.prompt_tokens) or 0,
        completion_tokens=(tokens and tokens.completion_tokens) or 0,
    )


def _pause_s(text: str) -> float:
    """Return the seconds of a `Retry-After`; 0 for one that cannot be read."""
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        date = parsedate_to_datetime(text)
        return (date.replace(tzinfo=date.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError):
        return 0.0


@cache
def _tls() -> ssl.SSLContext:
    """Return the context of all connections, since reading the authorities takes 25 ms."""
    return httpx.create_ssl_context()
