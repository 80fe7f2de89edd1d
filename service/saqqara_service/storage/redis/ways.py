"""All ways to one Redis, by its address: who sends what over which sockets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from redis.asyncio import ConnectionPool, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from saqqara_service.storage.redis.addresses import Cluster, Primary, async_pool, cluster_of
from saqqara_service.storage.redis.calls import Calls
from saqqara_service.storage.redis.cluster.routed import RoutedCalls
from saqqara_service.storage.redis.cluster.topology import Topology
from saqqara_service.storage.redis.durability import PUBLISHED, Replicated
from saqqara_service.storage.redis.pipelining.pipelined import Pipelined
from saqqara_service.storage.redis.prefixed import PrefixedCalls

TIMEOUT_S: Final = 2.0
CONNECT_S: Final = 1.0
_OLDER: Final = 2
"""The older protocol: its answers come in the order of the calls, with nothing in between."""


class _Pool(Protocol):
    """What opens sockets to one server; the options are redis-py's."""

    def __call__(self, **options: Any) -> ConnectionPool: ...  # noqa: ANN401


@dataclass(frozen=True, slots=True)
class Ways:
    """What goes by `kept` is a promise, and waits for a replica if it has to."""

    calls: Calls
    kept: Calls
    asked: Primary | Topology | None
    """Who tells which server is to be written to, if that is not the address itself."""

    async def reopen(self) -> None:
        """Drop every socket."""
        for calls in {self.calls, self.kept}:
            await calls.reopen()

    async def close(self) -> None:
        """Wait for what is under way, then close every socket."""
        for calls in {self.calls, self.kept}:
            await calls.close()
        if self.asked is not None:
            await self.asked.close()


def ways_to(url: str, *, is_replicated: bool, prefix: str) -> Ways:
    """The ways to what an address names; raises `BadAddress`."""
    asked: Primary | Topology | None
    if (cluster := cluster_of(url)) is not None:
        asked = topology = Topology(cluster)
        calls, kept = _to_nodes(cluster, topology, prefix, is_replicated=is_replicated)
    else:
        asked, pool = Primary.at(url), partial(async_pool, url)
        calls = kept = _line(pool)
        if is_replicated:
            name, channel, *rest = PUBLISHED
            published = (name, f"{prefix}{channel}", *rest)
            kept = Replicated(_line(pool), lambda: published)
    if not prefix:
        return Ways(calls, kept, asked)
    named = PrefixedCalls(calls, prefix)
    return Ways(named, named if kept is calls else PrefixedCalls(kept, prefix), asked)


def _to_nodes(
    cluster: Cluster, topology: Topology, prefix: str, *, is_replicated: bool
) -> tuple[Calls, Calls]:
    """The calls to all nodes of a cluster, and those that are promises."""

    def opened(node: str) -> Calls:
        return _line(partial(_pool_of_node, cluster, node))

    def replicated(node: str) -> Calls:
        return Replicated(opened(node), lambda: ("SET", topology.key_at(node, prefix), ""))

    calls = RoutedCalls(topology, opened)
    return calls, RoutedCalls(topology, replicated) if is_replicated else calls


def _pool_of_node(cluster: Cluster, node: str, **options: Any) -> ConnectionPool:  # noqa: ANN401
    """Sockets to one node: `host:port`."""
    host, _, port = node.rpartition(":")
    asked = {**cluster.options, **options, "host": host, "port": int(port)}
    if asked.pop("ssl", False):
        asked["connection_class"] = SSLConnection
    return ConnectionPool(**asked)


def _line(pool: _Pool) -> Calls:
    """The way to one server."""
    return Pipelined(pool(retry=Retry(NoBackoff(), 0), protocol=_OLDER), CONNECT_S, TIMEOUT_S)
