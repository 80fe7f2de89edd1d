"""What a resolver is given: the service, the request's id, and who asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

import strawberry
from starlette.websockets import WebSocket

from saqqara_service.api.run import Reader, Request, identify
from saqqara_service.application.limits.meter import Keys
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.limits.token_buckets import Client
from saqqara_service.application.service import Service
from saqqara_service.errors import TooMany, Unauthenticated
from saqqara_service.graphql.allowance import Allowance
from saqqara_service.graphql.loaders import Loaders
from saqqara_service.graphql.pulse import Pulse
from saqqara_service.models import OPERATION_LIMITS, Caller

TRANSPORT: Final = "graphql"
SCHEME: Final = "bearer "


@dataclass
class Context:
    """One request, or one websocket with all its operations.

    A websocket's `connection_params` are what its `connection_init` carried; browsers cannot set
    its headers, so `{"authorization": "Bearer …"}` counts there too, also within `headers`.
    """

    svc: Service
    request_id: str
    client: Client
    authorization: str
    carrier: Mapping[str, str] = field(default_factory=dict)
    socket: WebSocket | None = None
    connection_params: dict[str, object] | None = None
    pulse: Pulse = field(default_factory=Pulse)
    allowance: Allowance | None = None
    followed: int = 0
    keys: Keys = ()

    @cached_property
    def loaders(self) -> Loaders:
        """What reads things for whoever asks."""
        return Loaders(self.svc, self._seeing)

    @property
    def is_socket(self) -> bool:
        """Whether the operation came over a websocket."""
        return self.socket is not None

    @cached_property
    def token(self) -> str | None:
        """The token in clear, if one was sent; nobody looks before a websocket has greeted."""
        said = self._said
        if not isinstance(said, str) or not said.lower().startswith(SCHEME):
            return None
        return said[len(SCHEME) :].strip()

    @property
    def brings_token(self) -> bool:
        """Whether the caller says who it is, be it badly."""
        return bool(self._said)

    @property
    def _said(self) -> object:
        params = self.connection_params or {}
        return self.authorization or _header(params) or _header(params.get("headers"))

    async def connect(self, caller: Caller | None) -> Callable[[], None]:
        """Count one connection of whoever it is until the answer is called; raises `TooMany`."""
        address = self.client.address
        self.keys = (address,) if caller is None else (address, caller.account_id)
        with ExitStack() as held:
            held.enter_context(self.svc.concurrency.share.held(self.keys))
            held.callback(await self.svc.connections.open(self.token))
            return held.pop_all().close

    @contextmanager
    def following(self) -> Iterator[None]:
        """Count one subscription of the socket more; raises `TooMany` and `Busy`."""
        most = OPERATION_LIMITS.socket_subscriptions
        if self.followed >= most:
            raise TooMany(
                f"The socket already has {most} subscriptions, the maximum. End one first.",
                limit=most,
            )
        places = self.svc.concurrency.subscription
        with places.held(self.keys) if self.keys else nullcontext():
            self.followed += 1
            try:
                yield
            finally:
                self.followed -= 1

    def refund(self) -> None:
        """The message that asked for this counts nothing."""
        if self.allowance is not None:
            self.allowance.refund()

    def request(self, read: Reader) -> Request:
        """A request for one operation, whose question is read so."""
        return Request(
            svc=self.svc,
            transport=TRANSPORT,
            client=self.client,
            token=self.token,
            read=read,
            carrier=self.carrier,
            rtt_ms=self.pulse.rtt_ms,  # only over a websocket is the way measured
            is_socket=self.is_socket,
        )

    async def _seeing(self) -> Caller | None:
        """As whom one looks at what others are told too; with a bad token as the public."""
        with suppress(Unauthenticated):
            token = self.token
            return None if token is None else await identify(self.svc, self.client, token)
        return None

    def demand_unspent(self) -> None:
        """Refuse who is known to be in debt before anything is done."""
        self.svc.rate_limits.demand_unspent(self.client, self.token, Charge.USUAL)


def _header(said: object) -> object:
    """The value of `authorization` among names in any case, as headers have them."""
    pairs = said.items() if isinstance(said, dict) else ()
    return next((value for name, value in pairs if name.lower() == "authorization"), None)


Info: TypeAlias = strawberry.Info[Context, None]
