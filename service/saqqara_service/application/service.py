"""The wired service: what every use case receives first."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from saqqara_service.application.caches.event_buffer import EventBuffers
from saqqara_service.application.caches.histories import Histories
from saqqara_service.application.caches.known_tokens import KnownTokens
from saqqara_service.application.caches.single_flight import SingleFlight
from saqqara_service.application.caches.tables import Tables
from saqqara_service.application.limits.concurrency import ConcurrencyLimits
from saqqara_service.application.limits.cost_queue import SHARE, CostQueue
from saqqara_service.application.limits.fair_slots import FairSlots
from saqqara_service.application.limits.rate_limits import RateLimits
from saqqara_service.application.live.admission import Admission
from saqqara_service.application.live.agreed_rules import AgreedRules
from saqqara_service.application.live.connections import Connections
from saqqara_service.application.live.disk import Disk
from saqqara_service.application.live.revocation import Revocation
from saqqara_service.application.live.standstill import Standstill
from saqqara_service.models import OPERATION_LIMITS
from saqqara_service.observability.metrics import Metrics
from saqqara_service.observability.tracing import Tracing
from saqqara_service.settings import Durability, Settings
from saqqara_service.storage.accounts.accounts import AccountStore
from saqqara_service.storage.accounts.apps import AppStore
from saqqara_service.storage.accounts.deletions import DeletionStore
from saqqara_service.storage.accounts.idempotency import OnceStore
from saqqara_service.storage.accounts.names import NameStore
from saqqara_service.storage.accounts.quotas import QuotaStore
from saqqara_service.storage.accounts.tokens import TokenStore
from saqqara_service.storage.blobs.blobs import BlobStore
from saqqara_service.storage.challenges.challenges import ChallengeStore
from saqqara_service.storage.challenges.engagements import Engagements
from saqqara_service.storage.challenges.policies import PolicyStore
from saqqara_service.storage.hosting.leases import HostingLeases
from saqqara_service.storage.hosting.submissions import SubmissionStore
from saqqara_service.storage.ladders.entries import EntryStore
from saqqara_service.storage.ladders.fits import FitStore
from saqqara_service.storage.ladders.ladders import LadderStore
from saqqara_service.storage.ladders.leases import Leases
from saqqara_service.storage.ladders.rulings import RulingStore
from saqqara_service.storage.ladders.seasons import SeasonStore
from saqqara_service.storage.limits.token_buckets import TokenBuckets
from saqqara_service.storage.live.connections import TokenConnections
from saqqara_service.storage.live.processes import Serving
from saqqara_service.storage.live.rules import RulesPlayed
from saqqara_service.storage.matches.archival import Archiving
from saqqara_service.storage.matches.archive import AT_ONCE, WAITING, Archive
from saqqara_service.storage.matches.indexes import Indexes
from saqqara_service.storage.matches.matches import MatchStore
from saqqara_service.storage.matches.over.old import OldMatches
from saqqara_service.storage.matches.over.orphans import Orphans
from saqqara_service.storage.matches.over.renames import Renaming
from saqqara_service.storage.matches.over.stale import StaleBlobs
from saqqara_service.storage.matches.payers import PayerStore
from saqqara_service.storage.operations.installation import InstallationStore
from saqqara_service.storage.operations.queue import JobQueue, open_queue
from saqqara_service.storage.operations.timers import Timers
from saqqara_service.storage.redis.connection import RedisConnection, open_connection
from saqqara_service.storage.redis.keys import CHANNEL
from saqqara_service.storage.redis.pubsub import Hub

DAY_MS: Final = 86_400_000
ARCHIVES_READ_AT_ONCE: Final = 1
"""An archive that is handed in takes up to 120 MiB while it is read; others wait."""
ARCHIVES_OF_ONE: Final = 16
"""Of one address, and of one account, so many wait to be read."""


@dataclass(frozen=True, slots=True)
class Service:
    """One process's stores, its reader of notifications, folded matches and buffers of events.

    `followed_bots` counts the feeds that are followed here, by bot.
    """

    settings: Settings
    metrics: Metrics
    tracing: Tracing | None
    concurrency: ConcurrencyLimits
    cost_queue: CostQueue
    rate_limits: RateLimits
    token_buckets: TokenBuckets
    connection: RedisConnection
    admission: Admission
    accounts: AccountStore
    apps: AppStore
    names: NameStore
    policies: PolicyStore
    challenges: ChallengeStore
    engagements: Engagements
    once: OnceStore
    timers: Timers
    quotas: QuotaStore
    deletions: DeletionStore
    renaming: Renaming
    stale_blobs: StaleBlobs
    old_matches: OldMatches
    orphans: Orphans
    tokens: TokenStore
    known_tokens: KnownTokens
    revocation: Revocation
    matches: MatchStore
    payers: PayerStore
    archiving: Archiving
    indexes: Indexes
    seasons: SeasonStore
    entries: EntryStore
    ladders: LadderStore
    fits: FitStore
    rulings: RulingStore
    leases: Leases
    queue: JobQueue
    hub: Hub
    tables: Tables
    single_flight: SingleFlight
    event_buffers: EventBuffers
    connections: Connections
    serving: Serving
    followed_bots: Counter[str]
    standstill: Standstill
    rules: AgreedRules
    histories: Histories
    blobs: BlobStore
    submissions: SubmissionStore
    hosting: HostingLeases
    archive_slots: FairSlots


@asynccontextmanager
async def open_service(
    settings: Settings,
    metrics: Metrics | None = None,
    tracing: Tracing | None = None,
    channel: str = CHANNEL,
) -> AsyncIterator[Service]:
    """The service for the time of the block; needs `settings.redis_url`.

    It reads of what is not published on the `channel` within a second.
    """
    queue_url = settings.queue_url
    if settings.redis_url is None or queue_url is None:
        raise ValueError("No Redis is configured. Set REDIS_URL.")
    metrics = metrics or Metrics()
    disk, process_id = Disk(settings.data, settings.free_disk_mb), uuid4().hex
    metrics.free_disk.set_function(lambda: disk.free_bytes)
    async with (
        open_connection(
            settings.redis_url,
            metrics,
            is_replicated=settings.durability is Durability.REPLICA,
            prefix=settings.key_prefix,
        ) as connection,
        open_queue(queue_url, settings.key_prefix) as queue,
        Hub.running(connection, channel) as hub,
        Admission(InstallationStore(connection), disk).looking() as admission,
    ):
        archive = Archive(settings.blob_store, FairSlots(AT_ONCE, WAITING // 4).run)
        buckets = TokenBuckets(connection)
        matches = MatchStore(connection, archive)
        tables = Tables(matches)
        tokens, known_tokens = TokenStore(connection), KnownTokens()
        yield Service(
            settings=settings,
            metrics=metrics,
            tracing=tracing,
            concurrency=ConcurrencyLimits(settings.max_operations, settings.max_streams, metrics),
            cost_queue=CostQueue(SHARE, metrics),
            rate_limits=RateLimits(settings, buckets, metrics),
            token_buckets=buckets,
            connection=connection,
            admission=admission,
            accounts=AccountStore(connection),
            apps=AppStore(connection),
            names=NameStore(connection),
            policies=PolicyStore(connection),
            challenges=ChallengeStore(connection),
            engagements=Engagements(connection),
            once=OnceStore(connection),
            timers=Timers(connection),
            quotas=QuotaStore(connection),
            deletions=DeletionStore(connection),
            renaming=Renaming(connection, archive),
            stale_blobs=StaleBlobs(connection, archive),
            old_matches=OldMatches(connection),
            orphans=Orphans(connection, archive),
            tokens=tokens,
            known_tokens=known_tokens,
            revocation=Revocation(tokens, known_tokens),
            matches=matches,
            payers=PayerStore(connection),
            archiving=Archiving(connection, archive),
            indexes=Indexes(connection),
            seasons=SeasonStore(connection),
            entries=EntryStore(connection),
            ladders=LadderStore(connection),
            fits=FitStore(connection),
            rulings=RulingStore(connection),
            leases=Leases(connection),
            queue=queue,
            hub=hub,
            tables=tables,
            single_flight=SingleFlight(tables),
            event_buffers=EventBuffers(matches),
            connections=Connections(
                OPERATION_LIMITS.token_connections,
                TokenConnections(connection, process_id),
                admission,
            ),
            serving=Serving(connection, process_id),
            followed_bots=Counter(),
            standstill=Standstill(),
            rules=AgreedRules(RulesPlayed(connection)),
            histories=Histories(),
            blobs=BlobStore(settings.blob_store),
            submissions=SubmissionStore(connection),
            hosting=HostingLeases(connection),
            archive_slots=FairSlots(ARCHIVES_READ_AT_ONCE, ARCHIVES_OF_ONE),
        )
