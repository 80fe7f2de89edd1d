"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os
import random
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from saqqara_engine.chance import SEED_BYTES
from saqqara_service.storage.redis.binary import choose
from tests.leftovers import SHARED, adopt_orphans, describe, left_since, running
from tests.tiers.groups import group_of


def pytest_configure(config: pytest.Config) -> None:
    """Hooks of a conftest do not hear of fixtures of the session; those of a plugin do."""
    config.pluginmanager.register(SHARED)
    adopt_orphans()


def pytest_report_header() -> str:
    """Tests run the bundled server, whatever else is on the path."""
    return f"redis: {choose(None)}"


def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: a test waits for other processes about as long as it computes."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what is not asked for."""
    if not collection_path.name.startswith("test_"):
        return None
    unwanted = {"long": False, "not long": True}.get(config.option.markexpr)
    return True if (group_of(collection_path) is not None) is unwanted else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long."""
    for item in items:
        if group_of(item.path) is not None:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> None:
    """No test asks over TLS: to read all authorities takes each client 25 ms."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = os.devnull


@pytest.fixture(scope="session", autouse=True)
def no_terminal() -> None:
    """Commands write as into a pipe; xdist says that lines have 80 columns."""
    for name in ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR"):
        os.environ.pop(name, None)


@pytest.fixture(autouse=True)
def seeded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches and ladders in this process have seeds of the test's own, the same in every run."""
    seed, chance = random.Random(request.node.nodeid).randbytes, secrets.token_bytes

    def drawn(count: int | None = None) -> bytes:
        return seed(count) if count == SEED_BYTES else chance(count)

    monkeypatch.setattr(secrets, "token_bytes", drawn)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """A thread, a process or a listening socket that outlives its test fails it."""
    before = running()
    yield
    if left := left_since(before | SHARED.names):
        pytest.fail(f"left behind: {', '.join(map(describe, sorted(left)))}", pytrace=False)
