"""What a host may set, by environment: `SAQQARA_*`, `REDIS_URL` and `RQ_REDIS_URL`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from saqqara_service.models.server import Registration

Days: TypeAlias = Annotated[int, Field(ge=0, le=36_500)]
Burst: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
PerSecond: TypeAlias = Annotated[float, Field(gt=0, le=100_000)]


class Durability(StrEnum):
    """When a change counts as made, and is acknowledged."""

    LOCAL = "local"
    """When the Redis that took it has it on disk; a failover may lose it, and says so."""
    REPLICA = "replica"
    """When a replica has it on disk, too."""


class Settings(BaseSettings):
    """The settings of one process; every field has a default that suits one machine."""

    model_config = SettingsConfigDict(
        env_prefix="SAQQARA_", extra="ignore", frozen=True, populate_by_name=True
    )

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data: Path = Path("data")
    blobs: str | None = None
    archive_after_ms: Annotated[int, Field(ge=0, le=315_360_000_000)] = 3_600_000
    keep_guest_matches_days: Days = 30
    keep_casual_matches_days: Days = 0
    keep_rated_matches_days: Days = 0
    allow_volatile: bool = False
    durability: Durability = Durability.LOCAL
    key_prefix: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9._:-]*$")] = ""
    registration: Registration = Registration.OPEN
    max_accounts: Annotated[int, Field(ge=0, le=100_000_000)] = 10_000
    guests: Annotated[int, Field(ge=0, le=1_000_000)] = 100
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = ("*",)
    drain_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    outage_void_ms: Annotated[int, Field(ge=0)] = 3_600_000
    address_connections: Annotated[int, Field(ge=1, le=100_000)] = 512
    max_connections: Annotated[int, Field(ge=1, le=1_000_000)] = 12_000
    socket_messages_per_s: Annotated[int, Field(ge=1, le=100_000)] = 60
    token_burst: Burst = 200
    token_per_s: PerSecond = 50.0
    address_burst: Burst = 500
    address_per_s: PerSecond = 100.0
    address_accounts_per_day: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    account_processor_s_per_day: Annotated[int, Field(ge=0, le=100_000_000)] = 0
    ladder_idle_hours: Annotated[int, Field(ge=0, le=87_600)] = 168
    max_operations: Annotated[int, Field(ge=1)] = 512
    max_streams: Annotated[int, Field(ge=1)] = 10_000
    security_contact: Annotated[str | None, Field(pattern=r"^(mailto:|https://|tel:)\S+$")] = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_file_mb: Annotated[int, Field(ge=1, le=10_000)] = 32
    free_disk_mb: Annotated[int, Field(ge=0, le=100_000_000)] = 512
    metrics: bool = False
    metrics_port: Annotated[int | None, Field(ge=0, le=65535)] = None
    redis_server: str | None = None
    redis_url: str | None = Field(default=None, validation_alias="REDIS_URL")
    rq_redis_url: str | None = Field(default=None, validation_alias="RQ_REDIS_URL")

    @field_validator("allowed_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        """Several come as one text separated by commas."""
        if isinstance(value, str):
            return tuple(origin.strip() for origin in value.split(",") if origin.strip())
        return value

    @model_validator(mode="after")
    def _has_a_plain_queue(self) -> Self:
        """RQ's workers do not run on a Redis Cluster."""
        if (self.queue_url or "").partition("://")[0].endswith("+cluster"):
            raise ValueError(
                "A Redis Cluster cannot hold the job queue. Set RQ_REDIS_URL to a Redis without"
                " cluster mode"
            )
        return self

    @property
    def is_measured(self) -> bool:
        """Whether anybody can read what the process counts."""
        return self.metrics or self.metrics_port is not None

    @property
    def blob_store(self) -> str:
        """Where archives are kept: a folder, or `s3://bucket/prefix`.

        Matches are archived only where it was set: the folder may be of one process alone.
        """
        return self.blobs or str(self.data / "blobs")

    @property
    def queue_url(self) -> str | None:
        """The address of the job queue: its own, or the service's Redis."""
        return self.rq_redis_url or self.redis_url
