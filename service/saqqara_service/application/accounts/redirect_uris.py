"""Redirect URIs: where an app lets browsers be sent with a code. Everything else is refused.

The grammar is narrower than RFC 3986 on purpose: what has passed may stand in a page's
Content-Security-Policy and be shown to a person as the place they are sent to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 500
LOOPBACK: Final = frozenset({"127.0.0.1", "[::1]", "localhost"})
_PORTS: Final = 1 << 16
_GRAMMAR: Final = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[::1\]|[A-Za-z0-9.-]+)(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<rest>(?:[/?](?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?)"
)
"""No user, no fragment, no IPv6 address but this machine's, no character outside RFC 3986."""


@dataclass(frozen=True, slots=True)
class RedirectUri:
    """A redirect URI in its parts."""

    scheme: str
    host: str
    port: str | None
    rest: str
    """Path and query, as they were written."""

    @property
    def origin(self) -> str:
        """The scheme, host and port, as a policy or a person reads them."""
        return f"{self.scheme}://{self.host}" + (f":{self.port}" if self.port else "")

    @property
    def is_loopback(self) -> bool:
        """Whether it leads to the very machine that the browser runs on."""
        return self.scheme == "http" and self.host in LOOPBACK

    def matches(self, registered: RedirectUri) -> bool:
        """Whether it is the registered one; on this very machine at any port (RFC 8252)."""
        if not self.is_loopback:
            return self == registered
        return (self.scheme, self.host, self.rest) == (
            registered.scheme,
            registered.host,
            registered.rest,
        )


def parse(text: str) -> RedirectUri | None:
    """The URI in its parts; None if browsers are never sent to such a place with a code."""
    found = _GRAMMAR.fullmatch(text) if len(text) <= LONGEST else None
    if found is None or int(found["port"] or 0) >= _PORTS:
        return None
    uri = RedirectUri(**found.groupdict())
    return uri if uri.scheme == "https" or uri.is_loopback else None
