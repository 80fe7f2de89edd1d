"""The wired service: what every use case receives first."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import uuid4

from saqqara_service.application.caches.event_buffer import EventBuffers
from saqqara_service.application.caches.histories import Histories
from saqqara_service.application.caches.known_tokens import KnownTokens
from saqqara_service.application.caches.single_flight import SingleFlight
from saqqara_service.application.caches.tables import Tables
from saqqara_service.application.limits.concurrency import ConcurrencyLimits
from saqqara_service.application.limits.lane import Lane
from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.live.connections import Connections
from saqqara_service.application.live.revocation import Revocation
from saqqara_service.observability.metrics import Metrics
from saqqara_service.observability.tracing import Tracing
from saqqara_service.settings import Library, Settings
from saqqara_service.storage.accounts.accounts import AccountStore
from saqqara_service.storage.accounts.idempotency import OnceStore
from saqqara_service.storage.accounts.quotas import QuotaStore
from saqqara_service.storage.accounts.tokens import TokenStore
from saqqara_service.storage.challenges.challenges import ChallengeStore
from saqqara_service.storage.challenges.engagements import Engagements
from saqqara_service.storage.challenges.policies import PolicyStore
from saqqara_service.storage.ladders.entries import EntryStore
from saqqara_service.storage.ladders.ladders import LadderStore
from saqqara_service.storage.ladders.leases import Leases
from saqqara_service.storage.ladders.seasons import SeasonStore
from saqqara_service.storage.limits.token_buckets import TokenBuckets
from saqqara_service.storage.live.connections import TokenConnections
from saqqara_service.storage.matches.indexes import Indexes
from saqqara_service.storage.matches.matches import MatchStore
from saqqara_service.storage.operations.queue import JobQueue, open_queue
from saqqara_service.storage.operations.timers import Timers
from saqqara_service.storage.redis.connection import RedisConnection, open_connection
from saqqara_service.storage.redis.pubsub import Hub


@dataclass(frozen=True, slots=True)
class Service:
    """One process's stores, its reader of notifications, folded matches and buffers of events."""

    settings: Settings
    metrics: Metrics
    tracing: Tracing | None
    concurrency: ConcurrencyLimits
    lane: Lane
    rate_limits: RateLimits
    token_buckets: TokenBuckets
    connection: RedisConnection
    accounts: AccountStore
    policies: PolicyStore
    challenges: ChallengeStore
    engagements: Engagements
    once: OnceStore
    timers: Timers
    quotas: QuotaStore
    tokens: TokenStore
    known_tokens: KnownTokens
    revocation: Revocation
    matches: MatchStore
    indexes: Indexes
    seasons: SeasonStore
    entries: EntryStore
    ladders: LadderStore
    leases: Leases
    queue: JobQueue
    hub: Hub
    tables: Tables
    single_flight: SingleFlight
    event_buffers: EventBuffers
    connections: Connections
    histories: Histories


@asynccontextmanager
async def open_service(
    settings: Settings, metrics: Metrics | None = None, tracing: Tracing | None = None
) -> AsyncIterator[Service]:
    """The service for the time of the block; needs `settings.redis_url`."""
    queue_url = settings.queue_url
    if settings.redis_url is None or queue_url is None:
        raise ValueError("there is no Redis to keep matches in: set REDIS_URL")
    metrics = metrics or Metrics()
    async with (
        open_connection(
            settings.redis_url, metrics, is_plain=Library.REDIS in settings.plain
        ) as connection,
        open_queue(queue_url) as queue,
        Hub.running(connection) as hub,
    ):
        matches, buckets = MatchStore(connection), TokenBuckets(connection)
        tables = Tables(matches)
        tokens, known_tokens = TokenStore(connection), KnownTokens()
        yield Service(
            settings=settings,
            metrics=metrics,
            tracing=tracing,
            concurrency=ConcurrencyLimits(settings.max_operations, settings.max_streams, metrics),
            lane=Lane(settings.costly_share, metrics),
            rate_limits=RateLimits(settings, buckets, metrics),
            token_buckets=buckets,
            connection=connection,
            accounts=AccountStore(connection),
            policies=PolicyStore(connection),
            challenges=ChallengeStore(connection),
            engagements=Engagements(connection),
            once=OnceStore(connection),
            timers=Timers(connection),
            quotas=QuotaStore(connection),
            tokens=tokens,
            known_tokens=known_tokens,
            revocation=Revocation(tokens, known_tokens),
            matches=matches,
            indexes=Indexes(connection),
            seasons=SeasonStore(connection),
            entries=EntryStore(connection),
            ladders=LadderStore(connection),
            leases=Leases(connection),
            queue=queue,
            hub=hub,
            tables=tables,
            single_flight=SingleFlight(tables),
            event_buffers=EventBuffers(matches),
            connections=Connections(
                settings.token_connections, TokenConnections(connection, uuid4().hex)
            ),
            histories=Histories(),
        )
