"""Where a request comes from, and what its answer says of the budget that paid for it.

The fields are those of the IETF's draft `ratelimit-headers`: a policy holds `q` calls and fills in
`w` seconds; of those `r` are left, and in `t` seconds all will be.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

from saqqara_service.application.limits.token_buckets import UNKNOWN, Client

FIELDS: Final = ("ratelimit", "ratelimit-policy", "retry-after")
ONE_HOST: Final = 64
"""Whoever has an IPv6 address has all of its last 64 bits."""
REMEMBERED: Final = 4_096


@lru_cache(REMEMBERED)
def origin(peer: str) -> str:
    """An address as it is counted: of IPv6 its network."""
    try:
        address = ip_address(peer)
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(ip_network((address, ONE_HOST), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def fields(client: Client) -> dict[bytes, bytes]:
    """The header fields of an answer; none if nothing was charged."""
    headers, level = dict[bytes, bytes](), client.level
    if level is not None:
        name, burst, fill_s = level.budget.name, level.budget.burst, ceil(level.budget.fill_s)
        headers[b"ratelimit-policy"] = f'"{name}";q={burst};w={fill_s}'.encode()
        headers[b"ratelimit"] = f'"{name}";r={level.remaining};t={ceil(level.full_in_s)}'.encode()
    if client.wait_s:
        headers[b"retry-after"] = b"%d" % ceil(client.wait_s)
    return headers
