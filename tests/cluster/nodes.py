"""A real Redis Cluster on this machine: three primaries, with replicas where these are needed.

The nodes are the same server as that of all other tests. A test may kill or freeze one, or pass a
slot on to another.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import redis
from redis.cluster import RedisCluster

from saqqara_service.storage.redis.binary import choose
from tests.failover.sentinels import free_ports

SLOTS = 16_384
DOWN_AFTER_MS = 1_000
WAIT_S = 120.0
MEET_AGAIN_S = 0.3


@dataclass(slots=True, eq=False)
class Node:
    """One server of the cluster."""

    port: int
    bus: int
    """The port on which nodes speak to each other."""
    home: Path
    _program: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Start it, for the first time or again with what it has on disk."""
        self.home.mkdir(exist_ok=True)
        with (self.home / "log").open("ab") as log:
            self._program = subprocess.Popen(
                [choose(None).path, *self._settings()], stdout=log, stderr=log
            )

    def kill(self) -> None:
        """End it as a lost machine does."""
        if self._program is not None:
            self._program.kill()
            self._program.wait()
            self._program = None

    @property
    def is_there(self) -> bool:
        """Whether it runs."""
        return self._program is not None

    def _settings(self) -> list[str]:
        return [
            *("--port", str(self.port), "--dir", str(self.home), "--loglevel", "warning"),
            *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
            *("--maxmemory-policy", "noeviction", "--repl-diskless-sync-delay", "0"),
            *("--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf"),
            *("--cluster-port", str(self.bus), "--cluster-announce-ip", "127.0.0.1"),
            *("--cluster-node-timeout", str(DOWN_AFTER_MS)),
            *("--cluster-replica-validity-factor", "0"),
        ]

    def client(self) -> redis.Redis:
        """A client of this node alone."""
        return redis.Redis(port=self.port, socket_timeout=5, decode_responses=True)

    def ask(self, *words: str | int) -> object:
        """What this node answers."""
        with self.client() as client:
            return client.execute_command(*words)

    @property
    def id(self) -> str:
        """How the cluster calls it."""
        return str(self.ask("CLUSTER MYID"))


@dataclass(frozen=True, slots=True)
class RunningCluster:
    """All nodes; the first three were made primaries."""

    nodes: list[Node]

    @property
    def url(self) -> str:
        """The address for the service."""
        return "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)

    def client(self) -> RedisCluster:
        """redis-py's client of the whole."""
        for node in self.nodes:
            if node.is_there:
                return RedisCluster(host="127.0.0.1", port=node.port, decode_responses=True)
        raise AssertionError("no node runs")

    def primaries(self) -> list[Node]:
        """The nodes that take writes."""
        return [node for node in self.nodes if _is_primary(node)]

    def node_of(self, key: str) -> Node:
        """The node that serves a key."""
        with self.client() as client:
            served = client.get_node_from_key(key)
        assert served is not None
        return next(node for node in self.nodes if node.port == served.port)

    def flush(self) -> None:
        """Leave nothing in it."""
        for node in self.primaries():
            node.ask("FLUSHALL")

    def restart(self) -> None:
        """Kill every node, and start it again on what it kept."""
        for node in self.nodes:
            node.kill()
        for node in self.nodes:
            node.begin()
        _until(lambda: all(_is_ok(node) for node in self.nodes))

    def taken_over(self, lost: Node) -> bool:
        """Whether others serve every slot of a node that is gone."""
        living = [node for node in self.nodes if node is not lost]
        with living[0].client() as client:
            slots = client.execute_command("CLUSTER SLOTS")
        ports = {primary[1] for _first, _last, primary, *_replicas in slots}
        return lost.port not in ports and all(_is_ok(node) for node in living)

    def pass_on(self, key: str, to: Node) -> Iterator[None]:
        """Pass the slot of a key on as operators do; yields when its keys are about to go."""
        slot = int(str(self.nodes[0].ask("CLUSTER KEYSLOT", key)))
        source = self.node_of(key)
        to.ask("CLUSTER SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER SETSLOT", slot, "MIGRATING", to.id)
        yield
        with source.client() as client:
            while keys := client.execute_command("CLUSTER GETKEYSINSLOT", slot, 100):
                client.execute_command(
                    *("MIGRATE", "127.0.0.1", to.port, "", 0, 5000, "KEYS", *keys)
                )
        for node in (to, source, *self.primaries()):
            node.ask("CLUSTER SETSLOT", slot, "NODE", to.id)


@contextmanager
def running_cluster(replicas: int = 0, folder: Path | None = None) -> Iterator[RunningCluster]:
    """Three primaries with so many replicas each, for the time of the block."""
    with ExitStack() as cleanup:
        home = folder or Path(cleanup.enter_context(_folder()))
        count = 3 * (1 + replicas)
        ports = free_ports(2 * count)
        nodes = [
            Node(port, bus, home / str(port))
            for port, bus in zip(ports[:count], ports[count:], strict=True)
        ]
        for node in nodes:
            cleanup.callback(node.kill)
            node.begin()
        _until(lambda: all(node.ask("PING") for node in nodes))
        primaries, others = nodes[:3], nodes[3:]
        for number, node in enumerate(primaries):
            first, last = SLOTS * number // 3, SLOTS * (number + 1) // 3 - 1
            node.ask("CLUSTER ADDSLOTSRANGE", first, last)
            node.ask("CLUSTER SET-CONFIG-EPOCH", number + 1)
        _until(lambda: _have_met(nodes), MEET_AGAIN_S)
        for number, node in enumerate(others):
            node.ask("CLUSTER REPLICATE", primaries[number % 3].id)
        _until(lambda: all(_is_ok(node) for node in nodes))
        _until(lambda: all(_replicas(node) == replicas for node in primaries))
        yield RunningCluster(nodes)


@contextmanager
def _folder() -> Iterator[str]:
    folder = tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)  # noqa: S108
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _have_met(nodes: list[Node]) -> bool:
    """Whether all know each other; who does not is told again: a slow handshake is given up."""
    strangers = [node for node in nodes if _known(node) < len(nodes)]
    for node in strangers:
        if node is not nodes[0]:
            node.ask("CLUSTER MEET", "127.0.0.1", nodes[0].port, nodes[0].bus)
    return not strangers


def _known(node: Node) -> int:
    with node.client() as client:
        nodes = client.execute_command("CLUSTER NODES")
    return sum("handshake" not in one["flags"] for one in nodes.values())


def _is_ok(node: Node) -> bool:
    with node.client() as client:
        info = client.execute_command("CLUSTER INFO")
    return bool(info["cluster_state"] == "ok")


def _is_primary(node: Node) -> bool:
    with suppress(redis.RedisError), node.client() as client:
        return bool(client.info("replication")["role"] == "master")
    return False


def _replicas(node: Node) -> int:
    with node.client() as client:
        info = client.info("replication")
    return sum(
        info[f"slave{number}"]["state"] == "online" for number in range(info["connected_slaves"])
    )


def _until(is_so: object, rest_s: float = 0.05) -> None:
    assert callable(is_so)
    until = time.monotonic() + WAIT_S
    while True:
        with suppress(redis.RedisError, KeyError):
            if is_so():
                return
        assert time.monotonic() < until, "the cluster did not come up"
        time.sleep(rest_s)
