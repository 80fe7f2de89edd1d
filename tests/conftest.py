"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.tiers.groups import group_of


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
