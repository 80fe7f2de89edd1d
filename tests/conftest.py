"""What would cost every test time and tests nothing."""

from __future__ import annotations

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def no_certificates() -> None:
    """No test asks over TLS: to read all authorities takes each client 25 ms."""
    os.environ.pop("SSL_CERT_FILE", None)
    os.environ["SSL_CERT_DIR"] = os.devnull
