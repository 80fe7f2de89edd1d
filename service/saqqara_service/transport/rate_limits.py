"""Where a request comes from, and what its answer says of the budget that paid for it.

The fields are those of the IETF's draft `ratelimit-headers`: a policy holds `q` calls and fills in
`w` seconds; of those `r` are left, and in `t` seconds all will be.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from starlette.types import Scope

from saqqara_service.application.limits.token_buckets import UNKNOWN, Asker

FIELDS: Final = ("ratelimit", "ratelimit-policy", "retry-after")
ONE_HOST: Final = 64
"""Whoever has an IPv6 address has all of its last 64 bits."""


def asker_of(scope: Scope) -> Asker:
    """Who asks, as far as the connection or a trusted proxy tells."""
    client = scope.get("client")
    return Asker(origin(client[0] if client else ""))


def origin(peer: str) -> str:
    """An address as it is counted: of IPv6 its network."""
    try:
        address = ip_address(peer)
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, ONE_HOST), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def fields(asker: Asker) -> Iterator[tuple[str, str]]:
    """The header fields of an answer; none if nothing was charged."""
    level = asker.level
    if level is not None:
        budget = level.budget
        yield "RateLimit-Policy", f'"{budget.name}";q={budget.burst};w={ceil(budget.fill_s)}'
        yield "RateLimit", f'"{budget.name}";r={level.remaining};t={ceil(level.full_in_s)}'
    if asker.wait_s:
        yield "Retry-After", str(ceil(asker.wait_s))
