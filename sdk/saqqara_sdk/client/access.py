"""The address of a service and a token for it, from arguments or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

DEFAULT_SERVER = "http://127.0.0.1:8000"


@dataclass(frozen=True, slots=True)
class Access:
    """A server's address and a token, which `repr` does not show.

    `others` are further addresses of the same service, tried when the first one fails.
    """

    server: str
    token: str | None = field(repr=False)
    others: tuple[str, ...] = ()

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a request: the token, if there is one."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    @property
    def each(self) -> tuple[Access, ...]:
        """Return the access for each address."""
        return tuple(Access(server, self.token) for server in (self.server, *self.others))

    @property
    def is_local(self) -> bool:
        """Whether the server is on this machine, so that no proxy is to hear the token."""
        host = urlsplit(self.server).hostname or ""
        try:
            address = ip_address(host)
        except ValueError:
            return host == "localhost" or host.endswith(".localhost")
        return address.is_loopback or address.is_unspecified

    @property
    def websocket(self) -> str:
        """The address of the GraphQL websocket."""
        return f"ws{self.server.removeprefix('http')}/graphql"


def find_access(server: str | None, token: str | None) -> Access:
    """Return the access given by the arguments, or by SAQQARA_SERVER and SAQQARA_TOKEN.

    Separate several addresses of one service by commas.
    """
    named = server or os.environ.get("SAQQARA_SERVER") or DEFAULT_SERVER
    first, *others = (_address(part.strip()) for part in named.split(","))
    secret = (token or os.environ.get("SAQQARA_TOKEN") or "").strip()
    if not (secret.isascii() and secret.isprintable()):
        raise ValueError("The token contains invalid characters. Copy it again.")
    return Access(first, secret or None, tuple(others))


def _address(text: str) -> str:
    address = text.rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"Write a server like {DEFAULT_SERVER}, not {address!r}.")
    return address
