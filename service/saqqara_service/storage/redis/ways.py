"""All ways to one Redis, by its address: who sends what over which sockets."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from redis.asyncio import ConnectionPool, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from saqqara_service.storage.redis.addresses import Cluster, Primary, async_pool, cluster_of
from saqqara_service.storage.redis.calls import Calls
from saqqara_service.storage.redis.cluster.routed import RoutedCalls
from saqqara_service.storage.redis.cluster.topology import Topology
from saqqara_service.storage.redis.durability import Replicated
from saqqara_service.storage.redis.pipelining.pipelined import Pipelined
from saqqara_service.storage.redis.prefixed import PrefixedCalls

TIMEOUT_S: Final = 2.0
CONNECT_S: Final = 1.0
Guide: TypeAlias = Primary | Topology | None
"""Who tells which server is to be written to, if that is not the address itself."""


def ways_to(url: str, *, is_replicated: bool, prefix: str) -> tuple[Calls, Calls, Guide]:
    """The calls to what an address names, and those that are promises; raises `BadAddress`.

    What goes by the latter waits for a replica if it has to.
    """
    guide: Guide
    if (cluster := cluster_of(url)) is not None:
        guide = topology = Topology(cluster)
        calls, kept = _to_nodes(cluster, topology, prefix, is_replicated=is_replicated)
    else:
        guide = Primary.at(url)
        calls = kept = _line(async_pool(url, **_plain()))
        if is_replicated:
            written = ("PUBLISH", f"{prefix}saqqara:written", "")
            kept = Replicated(_line(async_pool(url, **_plain())), lambda: written)
    if not prefix:
        return calls, kept, guide
    named = PrefixedCalls(calls, prefix)
    return named, named if kept is calls else PrefixedCalls(kept, prefix), guide


def _to_nodes(
    cluster: Cluster, topology: Topology, prefix: str, *, is_replicated: bool
) -> tuple[Calls, Calls]:
    """The calls to all nodes of a cluster, and those that are promises."""

    def opened(node: str) -> Calls:
        return _line(_pool_of_node(cluster, node))

    def replicated(node: str) -> Calls:
        return Replicated(opened(node), lambda: ("SET", topology.key_at(node, prefix), ""))

    calls = RoutedCalls(topology, opened)
    return calls, RoutedCalls(topology, replicated) if is_replicated else calls


def _pool_of_node(cluster: Cluster, node: str) -> ConnectionPool:
    """Sockets to one node: `host:port`."""
    host, _, port = node.rpartition(":")
    options = {**cluster.options, **_plain(), "host": host, "port": int(port)}
    if options.pop("ssl", False):
        options["connection_class"] = SSLConnection
    return ConnectionPool(**options)


def _plain() -> dict[str, Any]:
    """Options of redis-py: nothing is tried again, and by the older protocol answers come in the
    order of the calls, with nothing in between.
    """
    return {"retry": Retry(NoBackoff(), 0), "protocol": 2}


def _line(pool: ConnectionPool) -> Calls:
    """The way to one server."""
    return Pipelined(pool, CONNECT_S, TIMEOUT_S)
