"""Redis as a place to keep things, before anything in it is read; the doctor writes nothing."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

from saqqara_service.application.operations.doctor.findings import (
    Check,
    Finding,
    cause,
    failed,
    good,
    skipped,
    warning,
    worst,
)
from saqqara_service.application.operations.doctor.memory import of_memory
from saqqara_service.application.operations.queue_health import FIX, STANDS_STILL
from saqqara_service.errors import Busy
from saqqara_service.observability.metrics import Metrics
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.operations.installation import InstallationStore
from saqqara_service.storage.operations.queue import open_queue
from saqqara_service.storage.redis import capabilities
from saqqara_service.storage.redis.connection import RedisConnection, open_connection
from saqqara_service.storage.redis.memory import Memory

Told: TypeAlias = Mapping[str, str]
"""What a server says of itself."""
CLOSE_S: Final = 2.0
FAR_S: Final = 300.0
"""Stores of archives refuse whom they find so far from their own time."""
NODES_S: Final = 1.0
LAG_S: Final = 10
_REPLICA: Final = re.compile(r"slave\d+")
_STATE: Final = re.compile(r"'state': '(\w+)'")
_LAG: Final = re.compile(r"'lag': (\d+)")
_ASK: Final = "give its account the rights +info +config|get"
_WANTED: Final = {"appendonly": "yes", "appendfsync": "always"}


@dataclass(frozen=True, slots=True)
class Store:
    """Redis, reached with these settings, and what each of its servers says."""

    settings: Settings
    connection: RedisConnection
    states: list[Told]
    durabilities: list[Told]
    """How each keeps what is written; none where that may not be asked."""
    is_own: bool
    """Whether it is the embedded one."""


@asynccontextmanager
async def opened(settings: Settings, *, is_own: bool) -> AsyncIterator[Store | Finding]:
    """The store that the settings name; why it cannot be asked if that is so."""
    assert settings.redis_url is not None  # noqa: S101 - who calls has looked
    async with open_connection(
        settings.redis_url,
        Metrics(),
        prefix=settings.key_prefix,
    ) as connection:
        try:
            await connection.now_ms()
            states, kept = await connection.states(), await connection.durabilities()
        except Busy:
            fault = await connection.fault()
            yield failed(fault, "start it, or set REDIS_URL to its address")
            return
        yield Store(settings, connection, [*states], [*kept], is_own)


async def reachable(store: Store) -> Finding:
    """It answered."""
    count = len(store.states)
    return good(
        f"{count} nodes of a cluster answer" if store.connection.is_cluster else "it answers"
    )


async def version(store: Store) -> Finding:
    """Old servers lack commands that the service needs."""
    lack = await capabilities.lack(store.connection, store.settings.durability)
    if lack is not None:
        text, _, fix = lack.partition("; ")
        return failed(text, fix)
    found = [good(capabilities.server_of(one)) for one in store.states]
    return worst(found or [_unasked()])


async def persistence(store: Store) -> Finding:
    """What is acknowledged is on disk by then."""
    written = [_writing(state) for state in store.states]
    if not store.durabilities:
        text = "Redis does not report its persistence settings"
        written.append(warning(text, f"{_ASK}, or check appendonly and appendfsync yourself"))
    for found in store.durabilities:
        for name, wanted in _WANTED.items():
            if found.get(name) == wanted:
                continue
            text = f"{name} is {found.get(name)!r}, so acknowledged writes may be lost"
            volatile = store.settings.allow_volatile
            written.append((warning if volatile else failed)(text, f"set {name} to {wanted!r}"))
    return worst([*written, good("acknowledged writes are on disk")])


def _writing(state: Told) -> Finding:
    if state.get("aof_last_write_status") == "err":
        return failed("Redis cannot write its log", "check its disk and its log")
    if "err" in {state.get("aof_last_bgrewrite_status"), state.get("rdb_last_bgsave_status")}:
        found = "Redis could not rewrite its log, which keeps growing"
        return warning(found, "give it memory and disk (vm.overcommit_memory=1), then BGREWRITEAOF")
    return good("its log can be written")


async def memory(store: Store) -> Finding:
    """Redis evicts nothing, and has room."""
    found = [of_memory(Memory.of(state), is_own=store.is_own) for state in store.states]
    findings = found or [_unasked()]
    policies = {state.get("maxmemory_policy") for state in store.states}
    for policy in sorted(str(one) for one in policies - {"noeviction", None}):
        text = f"maxmemory-policy is {policy!r}: matches would be deleted when memory is short"
        findings.append(failed(text, "set maxmemory-policy to noeviction"))
    return worst(findings)


async def role(store: Store) -> Finding:
    """It takes writes, and replicas follow where something waits for them."""
    findings = [_role(store, state) for state in store.states] or [_unasked()]
    modes = {state.get("redis_mode") for state in store.states}
    if "cluster" in modes and not store.connection.is_cluster:
        fix = "write REDIS_URL as redis+cluster://host:6379,host:6379, and set RQ_REDIS_URL"
        findings.append(failed("this is one node of a cluster", fix))
    return worst(findings)


def _role(store: Store, state: Told) -> Finding:
    if state.get("role") == "slave":
        return failed("this is a replica, which takes no writes", "set REDIS_URL to the primary")
    replicas = [found for name, found in state.items() if _REPLICA.fullmatch(name)]
    behind = [found for found in replicas if not _follows(found)]
    if store.settings.durability is Durability.REPLICA and len(behind) == len(replicas):
        found = "SAQQARA_DURABILITY=replica acknowledges nothing: no replica follows"
        return failed(found, "connect a replica, or set SAQQARA_DURABILITY=local")
    if behind:
        found = f"{len(behind)} of {len(replicas)} replicas lag behind"
        return warning(found, "check their network and disks")
    return good(f"it is a primary with {len(replicas)} replicas")


def _follows(replica: str) -> bool:
    """Whether a replica, as the primary tells of it, is up to date."""
    state, lag = _STATE.search(replica), _LAG.search(replica)
    return (not state or state[1] == "online") and (not lag or int(lag[1]) <= LAG_S)


async def clock(store: Store) -> Finding:
    """Redis' clock rules; who compares it with others should find them close."""
    before_s = time.time()
    times = await store.connection.times_s()
    after_s = time.time()
    off_s = max(max(before_s - one, one - after_s, 0.0) for one in times)
    apart_s = max(times) - min(times)
    fix = "synchronise the clocks of all machines with NTP"
    if apart_s > NODES_S + after_s - before_s:
        found = f"the nodes' clocks differ by {apart_s:.1f} s, which shifts deadlines"
        return failed(found, fix)
    found = f"the clocks of Redis and of this machine differ by {off_s:.1f} s"
    if off_s > FAR_S:
        return failed(found, fix)
    return warning(found, fix) if off_s > CLOSE_S else good(found)


async def queue(store: Store) -> Finding:
    """The Redis of the jobs, which may be another one."""
    url = store.settings.queue_url
    assert url is not None  # noqa: S101 - else there is no store either
    async with open_queue(url, store.settings.key_prefix) as jobs:
        try:
            return good(f"{await jobs.depth()} jobs wait")
        except Busy as error:
            found = (
                f"the Redis of the job queue cannot be reached ({cause(error)}), so {STANDS_STILL}"
            )
            return failed(found, FIX)


async def schema(store: Store) -> Finding:
    """This release fits what is there."""
    found = await InstallationStore(store.connection).found()
    if found is None:
        return skipped("the database is empty; the first API process writes its schema")
    if (fault := found.fault()) is not None:
        text, _, fix = fault.partition(". ")
        return failed(text, fix)
    return good(f"the database has schema {found.schema}")


async def maintenance(store: Store) -> Finding:
    """Nobody has forgotten to end it."""
    found = await InstallationStore(store.connection).found()
    notice = found.maintenance if found else None
    if notice is None:
        return good("there is no maintenance")
    what = "play is frozen" if notice.is_frozen else "nothing new begins"
    since = time.strftime("%Y-%m-%d %H:%M", time.gmtime(notice.since_ms / 1000))
    text = f"{what} since {since} UTC: {notice.reason}"
    return warning(text, "`saqqara-server maintenance off` ends it")


def _unasked() -> Finding:
    return warning("Redis does not report it", _ASK)


STORE: Final[tuple[Check[Store], ...]] = (
    Check("redis.reachable", reachable),
    Check("redis.version", version),
    Check("redis.persistence", persistence),
    Check("redis.memory", memory),
    Check("redis.role", role),
    Check("redis.clock", clock),
    Check("redis.queue", queue),
    Check("store.schema", schema),
    Check("store.maintenance", maintenance),
)
