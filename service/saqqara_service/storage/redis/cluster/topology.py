"""Which node serves which slot, as redis-py's client for clusters reads it from the nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count, islice
from typing import Any, Final

from redis.asyncio import RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import MovedError, RedisClusterException, RedisError

from saqqara_service.storage.redis.addresses import Cluster
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.places import slot_of_key

NODE_S: Final = 1.0
"""How long one node is waited for before the next is asked."""
_REST_S: Final = 0.2
"""What changed is not asked for more often."""
_OWN_KEYS: Final = 3
"""One of them may have been passed on to another node just now."""


class Topology:
    """Nodes and slots; what is known is used until a node answers otherwise, or not at all."""

    def __init__(self, cluster: Cluster) -> None:
        self._hosts = cluster.hosts
        options: dict[str, Any] = {
            "decode_responses": True,
            "socket_timeout": NODE_S,
            "socket_connect_timeout": NODE_S,
            **cluster.options,
            "retry": Retry(NoBackoff(), 0),
            "protocol": 2,
            "require_full_coverage": False,
        }
        nodes = [ClusterNode(host, port) for host, port in cluster.hosts]
        self._redis = RedisCluster(startup_nodes=nodes, **options)
        self._nodes = self._redis.nodes_manager
        self._reading: asyncio.Task[None] | None = None
        self._failed: str | None = None
        self._is_known = False
        self._is_stale = False
        self._keys: dict[tuple[str, str], list[str]] = {}
        self._asked_keys = 0
        self._primaries: list[str] = []
        self._changed: list[Callable[[set[str]], None]] = []

    def on_change(self, heard: Callable[[set[str]], None]) -> None:
        """Pass on the names of all primaries whenever they were read."""
        self._changed.append(heard)

    async def known(self) -> None:
        """Wait until nodes and slots were read once; raises when no node tells."""
        if not self._is_known:
            await self.refresh()

    @property
    def primaries(self) -> list[str]:
        """The names of the nodes that take writes: `host:port`."""
        return self._primaries

    def any_primary(self) -> str:
        """One that is not known to be away: always the same, so that time does not go back."""
        there = [name for name in self._primaries if name != self._failed]
        return (there or self._primaries)[0]

    def primary_of(self, slot: int) -> str:
        """The name of the node that serves a slot."""
        nodes = self._nodes.slots_cache.get(slot)
        if not nodes:
            self.doubt()
            raise RedisConnectionError(f"no node of the cluster serves slot {slot}")
        return nodes[0].name

    def key_at(self, node: str, prefix: str) -> str:
        """A key of this node's own, one of a few in turn; raises if it serves no slot."""
        self._asked_keys += 1
        found = self._keys.get((node, prefix))
        if found is None or any(self.primary_of(slot_of_key(one)) != node for one in found):
            found = self._keys[node, prefix] = [*islice(self._keys_at(node, prefix), _OWN_KEYS)]
        return found[self._asked_keys % _OWN_KEYS]

    def _keys_at(self, node: str, prefix: str) -> Iterator[str]:
        if node not in self._primaries:
            raise RedisConnectionError(f"{node} is no primary of the cluster")
        names = (f"{prefix}{key('written', str(number))}" for number in count())
        return (one for one in names if self.primary_of(slot_of_key(one)) == node)

    async def moved(self, error: MovedError) -> str:
        """Note that a slot is served by another node; its name."""
        await self._nodes.move_slot(error)
        self._note_primaries()
        self.doubt()
        return self.primary_of(error.slot_id)

    def doubt(self, node: str | None = None) -> None:
        """What is known may be old, since this node does not answer or a slot has moved."""
        self._is_stale = True
        self._failed = node or self._failed
        if self._is_known and (self._reading is None or self._reading.done()):
            self._reading = asyncio.create_task(self._read_later())

    async def refresh(self) -> None:
        """Read nodes and slots now; raises redis-py's error when no node tells."""
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())
        await asyncio.shield(self._reading)

    async def close(self) -> None:
        """Close the sockets to the nodes."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self._nodes.aclose()
        await self._nodes.aclose("startup_nodes")

    async def _read_later(self) -> None:
        while self._is_stale:
            with suppress(RedisError):
                await self._read()
            await asyncio.sleep(_REST_S)

    async def _read(self) -> None:
        self._is_stale, failed = False, self._failed
        try:
            await self._nodes.initialize(
                additional_startup_nodes_info=list(self._hosts), last_failed_node_name=failed
            )
        except RedisClusterException as error:
            self._is_stale = self._is_known
            raise RedisConnectionError(str(error)) from error
        self._is_known = True
        self._note_primaries()
        if self._failed not in self._primaries:
            self._failed = None
        for heard in self._changed:
            heard(set(self._primaries))

    def _note_primaries(self) -> None:
        self._primaries = sorted({nodes[0].name for nodes in self._nodes.slots_cache.values()})
