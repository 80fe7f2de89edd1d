"""Where Redis is: one server by its address, the primary that Sentinels name, or a Redis Cluster.

    redis://user:password@host:6379/0
    redis+sentinel://user:password@host:26379,host:26379,host:26379/name-of-the-primary/0
    redis+cluster://user:password@host:6379,host:6379,host:6379

`rediss` in place of `redis` means TLS. What may follow a `?` are the options that redis-py reads
from an address (`ssl_ca_certs=/path`), for Sentinels also `sentinel_username` and
`sentinel_password`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

import redis
from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry as AsyncRetry
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.asyncio.sentinel import SentinelConnectionPool
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry
from redis.sentinel import Sentinel

SENTINEL_PORT: Final = 26_379
CLUSTER_PORT: Final = 6_379
SENTINEL_S: Final = 0.5
"""How long one Sentinel is waited for before the next is asked."""
_SENTINEL_SOCKETS: Final = 1_024
"""A pool of Sentinel's does not wait for a socket to be free, so it may open more of them."""
_OF_SENTINEL: Final = "sentinel_"


class BadAddress(ValueError):
    """The address names no Redis; the message says what one looks like."""


@dataclass(frozen=True, slots=True)
class Sentinels:
    """Who is asked for the primary, by what name, and how they are reached."""

    hosts: tuple[tuple[str, int], ...]
    name: str
    options: dict[str, Any] = field(repr=False)
    """Of connections to the servers."""
    own: dict[str, Any] = field(repr=False)
    """Of connections to the Sentinels."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Nodes of a Redis Cluster that are asked for all others, and how each is reached."""

    hosts: tuple[tuple[str, int], ...]
    options: dict[str, Any] = field(repr=False)


def sentinels_of(url: str) -> Sentinels | None:
    """Whom an address names, None if it names no Sentinels; raises `BadAddress`."""
    if not _is_of(url, "+sentinel"):
        return None
    hosts, path, options = _read(url, SENTINEL_PORT)
    name = path.partition("/")[0]
    if not name:
        raise BadAddress(
            "An address of Sentinels must name the Sentinels and the primary:"
            " redis+sentinel://host:26379,host:26379,host:26379/name"
        )
    own: dict[str, Any] = {"socket_timeout": SENTINEL_S, "socket_connect_timeout": SENTINEL_S}
    own |= {word: value for word, value in options.items() if word.startswith("ssl")}
    for word in [word for word in options if word.startswith(_OF_SENTINEL)]:
        own[word.removeprefix(_OF_SENTINEL)] = options.pop(word)
    return Sentinels(hosts, name, options, own)


def cluster_of(url: str) -> Cluster | None:
    """The cluster that an address names, None if it names none; raises `BadAddress`."""
    if not _is_of(url, "+cluster"):
        return None
    hosts, path, options = _read(url, CLUSTER_PORT)
    if path.strip("/0"):
        raise BadAddress(f"A Redis Cluster only has database 0. Remove {path!r} from the address.")
    options.pop("db", None)
    return Cluster(hosts, options)


def demand_address(url: str) -> None:
    """Look whether an address can be read; raises `BadAddress`."""
    if sentinels_of(url) is not None or cluster_of(url) is not None:
        return
    try:
        parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError as error:
        raise _unreadable(error) from error


def _is_of(url: str, kind: str) -> bool:
    return url.partition("://")[0].endswith(kind)


def _read(url: str, port: int) -> tuple[tuple[tuple[str, int], ...], str, dict[str, Any]]:
    """The hosts of an address, its path, and what redis-py reads of the rest."""
    scheme, _, rest = url.partition("://")
    place, mark, query = rest.partition("?")
    login, at, where = place.rpartition("@")
    hosts, _, path = where.partition("/")
    if not hosts:
        raise BadAddress(f"The address of Redis has no host. Write {scheme}://host:{port}")
    plain, database = scheme.partition("+")[0], path.partition("/")[2]
    query = query.replace("#", "%23")  # in a password; redis-py would take it for a fragment
    try:
        places = tuple(_host_of(host, port) for host in hosts.split(","))
        options: dict[str, Any] = parse_url(  # type: ignore[no-untyped-call]
            f"{plain}://{login}{at}x:1/{database}{mark}{query}"
        )
    except ValueError as error:
        raise _unreadable(error) from error
    if options.pop("connection_class", None) is not None:
        options["ssl"] = True
    del options["host"], options["port"]
    return places, path, options


def _unreadable(error: ValueError) -> BadAddress:
    return BadAddress(f"the address of Redis cannot be read: {error}")


def async_pool(url: str, **options: Any) -> ConnectionPool:  # noqa: ANN401 - redis-py's own
    """What opens sockets to the server, or to whoever is the primary when each is opened."""
    sentinels = sentinels_of(url)
    if sentinels is None:
        return ConnectionPool.from_url(url, **options)
    options["max_connections"] = _SENTINEL_SOCKETS
    asked = _async_sentinel(sentinels)
    return SentinelConnectionPool(  # type: ignore[no-untyped-call]
        sentinels.name, asked, **{**sentinels.options, **options}
    )


class Primary:
    """Whom the Sentinels name; a process may still be connected to one that is no longer it."""

    def __init__(self, sentinels: Sentinels) -> None:
        self._name = sentinels.name
        self._sentinel = _async_sentinel(sentinels)
        self._address: tuple[str, int] | None = None

    @classmethod
    def at(cls, url: str) -> Primary | None:
        """Of an address that names Sentinels; None of any other."""
        sentinels = sentinels_of(url)
        return cls(sentinels) if sentinels else None

    async def has_moved(self) -> bool:
        """Whether it is another server than when this was asked before."""
        before = self._address
        self._address = await self._sentinel.discover_master(self._name)
        return before not in {None, self._address}

    async def close(self) -> None:
        """Close the sockets to the Sentinels."""
        for client in self._sentinel.sentinels:
            await client.aclose()


def _async_sentinel(sentinels: Sentinels) -> AsyncSentinel:
    return AsyncSentinel(  # type: ignore[no-untyped-call]
        sentinels.hosts, sentinel_kwargs=sentinels.own | {"retry": AsyncRetry(NoBackoff(), 0)}
    )


def blocking_client(url: str, **options: Any) -> redis.Redis:  # noqa: ANN401 - redis-py's own
    """A client for one thread, of the server or of whoever is the primary."""
    sentinels = sentinels_of(url)
    if sentinels is None:
        return redis.Redis.from_url(url, **options)
    asked = Sentinel(  # type: ignore[no-untyped-call]
        sentinels.hosts, sentinel_kwargs=sentinels.own | {"retry": Retry(NoBackoff(), 0)}
    )
    client: redis.Redis = asked.master_for(  # type: ignore[no-untyped-call]
        sentinels.name, **{**sentinels.options, **options}
    )
    return client


def _host_of(text: str, port: int) -> tuple[str, int]:
    found = urlsplit(f"//{text}")
    if not found.hostname:
        raise ValueError(f"{text!r} is not a host")
    return found.hostname, found.port or port
