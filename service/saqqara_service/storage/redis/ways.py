"""All ways to one Redis, by its address: who sends what over which sockets.

redis-py by default re-sends a script that already ran when its answer is late; a write must not be.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

from redis import DriverInfo
from redis.asyncio import BlockingConnectionPool, ConnectionPool, SSLConnection
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.addresses import Cluster, Primary, async_pool, cluster_of
from saqqara_service.storage.redis.calls import Calls
from saqqara_service.storage.redis.cluster.routed import RoutedCalls
from saqqara_service.storage.redis.cluster.topology import Topology
from saqqara_service.storage.redis.durability import PUBLISHED, Replicated
from saqqara_service.storage.redis.measured import MeasuredRedis
from saqqara_service.storage.redis.over import CommandsOver
from saqqara_service.storage.redis.plain import PlainCalls
from saqqara_service.storage.redis.prefixed import PrefixedCalls

TIMEOUT_S: Final = 2.0
CONNECT_S: Final = 1.0
_SOCKETS: Final = 64
_OLDER: Final = 2
"""The older protocol: its answers come in the order of the calls, with nothing in between."""
_DRIVER: Final = DriverInfo()  # once, since it reads a file


class _Pool(Protocol):
    """What opens sockets to one server; the options are redis-py's."""

    def __call__(self, **options: Any) -> ConnectionPool: ...  # noqa: ANN401


@dataclass(frozen=True, slots=True)
class Ways:
    """`write` and `read` are redis-py's clients; `calls` is for what each action needs, and never
    sends anything twice; what goes by `kept` is a promise, and waits for a replica if it has to.
    """

    calls: Calls
    kept: Calls
    write: MeasuredRedis
    read: MeasuredRedis
    asked: Primary | Topology | None
    """Who tells which server is to be written to, if that is not the address itself."""

    async def reopen(self) -> None:
        """Drop every socket."""
        for calls in self._both:
            await calls.reopen()
        for client in (self.write, self.read):
            await client.connection_pool.disconnect()

    async def close(self) -> None:
        """Wait for what is under way, then close every socket."""
        for calls in self._both:
            await calls.close()
        for client in (self.write, self.read):
            await client.aclose()
        if self.asked is not None:
            await self.asked.close()

    @property
    def _both(self) -> list[Calls]:
        return [self.calls] if self.kept is self.calls else [self.calls, self.kept]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a host set: only what redis-py documents, promises that wait for a replica, a prefix."""

    is_plain: bool = False
    is_replicated: bool = False
    prefix: str = ""


def ways_to(url: str, metrics: Metrics, wishes: Wishes) -> Ways:
    """The ways to what an address names; raises `BadAddress`."""
    cluster = cluster_of(url)
    if cluster is not None:
        topology = Topology(cluster)
        calls, kept = _to_nodes(cluster, topology, metrics, wishes)
        return _over(calls, kept, metrics, wishes.prefix, topology)
    pool: _Pool = partial(async_pool, url)
    calls = _line(pool, metrics, wishes)
    kept = calls
    if wishes.is_replicated:
        name, channel, *rest = PUBLISHED
        published = (name, f"{wishes.prefix}{channel}", *rest)
        kept = Replicated(_line(pool, metrics, wishes), lambda: published)
    if wishes.prefix:
        return _over(calls, kept, metrics, wishes.prefix, Primary.at(url))
    write, read = _client(pool, _once(), metrics), _client(pool, _again(), metrics)
    write.is_replicated = wishes.is_replicated
    return Ways(calls, kept, write, read, Primary.at(url))


def _over(
    calls: Calls,
    kept: Calls,
    metrics: Metrics,
    prefix: str,
    asked: Primary | Topology | None,
) -> Ways:
    """Everything over the same calls, under the prefix."""
    if prefix:
        is_one = kept is calls
        calls = PrefixedCalls(calls, prefix)
        kept = calls if is_one else PrefixedCalls(kept, prefix)
    write = CommandsOver.sending(kept.answers, metrics)
    read = CommandsOver.sending(calls.read, metrics)
    return Ways(calls, kept, write, read, asked)


def _to_nodes(
    cluster: Cluster, topology: Topology, metrics: Metrics, wishes: Wishes
) -> tuple[Calls, Calls]:
    """The calls to all nodes of a cluster, and those that are promises."""

    def opened(node: str) -> Calls:
        return _line(partial(_pool_of_node, cluster, node), metrics, wishes)

    def replicated(node: str) -> Calls:
        return Replicated(opened(node), lambda: ("SET", topology.key_at(node, wishes.prefix), ""))

    calls = RoutedCalls(topology, opened)
    return calls, RoutedCalls(topology, replicated) if wishes.is_replicated else calls


def _pool_of_node(cluster: Cluster, node: str, **options: Any) -> ConnectionPool:  # noqa: ANN401
    """Sockets to one node: `host:port`."""
    host, _, port = node.rpartition(":")
    kind = BlockingConnectionPool if "timeout" in options else ConnectionPool
    asked = {**cluster.options, **options, "host": host, "port": int(port)}
    if asked.pop("ssl", False):
        asked["connection_class"] = SSLConnection
    return kind(**asked)


def _line(pool: _Pool, metrics: Metrics, wishes: Wishes) -> Calls:
    """The way to one server, by our own socket or by redis-py's documents."""
    if wishes.is_plain:
        once, again = (
            _client(pool, retry, metrics, protocol=_OLDER) for retry in (_once(), _again())
        )
        return PlainCalls(once, again)
    # Imported only where it is used: it leans on what a redis-py to come may not have.
    from saqqara_service.storage.redis.pipelining.pipelined import Pipelined  # noqa: PLC0415

    return Pipelined(pool(retry=_once(), protocol=_OLDER), CONNECT_S, TIMEOUT_S)


def _client(pool: _Pool, retry: Retry, metrics: Metrics, **protocol: int) -> MeasuredRedis:
    sockets = pool(
        max_connections=_SOCKETS,
        timeout=TIMEOUT_S,
        decode_responses=True,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=CONNECT_S,
        retry=retry,
        health_check_interval=15,
        driver_info=_DRIVER,
        **protocol,
    )
    return MeasuredRedis.over(sockets, metrics)


def _once() -> Retry:
    return Retry(NoBackoff(), 0)


def _again() -> Retry:
    return Retry(ExponentialWithJitterBackoff(base=0.01, cap=0.2), 3)
