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

from saqqara_service.application.budgets import Asker

FIELDS: Final = ("ratelimit", "ratelimit-policy", "retry-after")
ONE_HOST: Final = 64
"""Whoever has an IPv6 address has all of its last 64 bits."""


def asker_of(scope: Scope) -> Asker:
    """Who asks, as far as the connection or a trusted proxy tells."""
    client = scope.get("client")
    try:
        address = ip_address(client[0] if client else "")
    except ValueError:
        return Asker("unknown")
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return Asker(str(ip_network((address, ONE_HOST), strict=False)))
    return Asker(str(getattr(address, "ipv4_mapped", None) or address))


def fields(asker: Asker) -> Iterator[tuple[str, str]]:
    """The header fields of an answer; none if nothing was charged."""
    level = asker.level
    if level is not None:
        budget = level.budget
        yield "RateLimit-Policy", f'"{budget.name}";q={budget.burst};w={ceil(budget.fill_s)}'
        yield "RateLimit", f'"{budget.name}";r={level.remaining};t={ceil(level.full_in_s)}'
    if asker.wait_s:
        yield "Retry-After", str(ceil(asker.wait_s))
