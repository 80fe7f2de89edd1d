"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

LONG = {"chaos", "stack", "docs"}
"""The folders whose single files take longest."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the long files, so that no worker is left alone with one at the end."""
    tests = Path(__file__).parent
    items.sort(key=lambda item: item.path.relative_to(tests).parts[0] not in LONG)


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> None:
    """No test asks over TLS: to read all authorities takes each client 25 ms."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = os.devnull
