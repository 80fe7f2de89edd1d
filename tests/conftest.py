"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

LONG = {
    *("attacks", "browser", "chaos", "clients", "cluster", "docs", "failover", "hosted"),
    *("published", "stack", "supply"),
    *("engine/test_builds.py", "engine/test_mutations.py", "helm/test_alerts.py"),
    *("sdk/test_arena_commands.py", "sdk/test_arena_comparisons.py", "sdk/test_bot_commands.py"),
    *("sdk/test_frozen_process.py", "sdk/test_local_ladder.py", "sdk/test_watchdog.py"),
    *("service/clustered", "service/plain"),
    *("service/test_archive_processes.py", "service/test_backups.py", "service/test_deletion.py"),
    *("service/test_flood.py", "service/test_indistinguishable.py", "service/test_maintenance.py"),
    *("service/test_ladder_workers.py", "service/test_rolling_upgrade.py"),
    *("service/test_schema_of_the_store.py", "service/test_shared_redis.py"),
    *("service/test_submit_command.py", "service/test_uploads.py"),
}
"""What `make test` leaves to `make test-long`: whole stacks, browsers, faults, attacks."""


def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: a test waits for other processes about as long as it computes."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what is not asked for."""
    if not collection_path.name.startswith("test_"):
        return None
    unwanted = {"long": False, "not long": True}.get(config.option.markexpr)
    return True if is_long(collection_path) is unwanted else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long."""
    for item in items:
        if is_long(item.path):
            item.add_marker(pytest.mark.long)


def is_long(path: Path) -> bool:
    """Whether a file is one that takes long, by the table."""
    own = path.relative_to(Path(__file__).parent)
    return not LONG.isdisjoint(str(one) for one in (own, *own.parents))


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> None:
    """No test asks over TLS: to read all authorities takes each client 25 ms."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = os.devnull
