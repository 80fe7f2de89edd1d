"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os

import pytest
import structlog


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> None:
    """No test asks over TLS: to read all authorities takes each client 25 ms."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = os.devnull


@pytest.fixture(scope="session", autouse=True)
def plain_faults() -> None:
    """Faults are logged as Python tells them: to draw one with all its locals takes seconds."""
    *others, _last = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[*others, plain])
