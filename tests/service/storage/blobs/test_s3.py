"""Archives in a store that speaks S3: what tests of a folder hold, and what only buckets know."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from saqqara_service.application.operations.doctor import archives
from saqqara_service.application.operations.doctor.findings import Health
from saqqara_service.settings import Settings
from tests.prerequisites import lacks
from tests.service.storage.blobs.test_blobs import BUCKET, KEY
from tests.service.storage.blobs.test_blobs import test_a_blob_is_what_its_hash_says as test_a_blob
from tests.service.storage.blobs.test_blobs import (
    test_all_old_blobs_are_listed as test_all_old_blobs,
)
from tests.service.storage.blobs.test_blobs import test_some_blobs_are_listed as test_some_blobs

__all__ = ["test_a_blob", "test_all_old_blobs", "test_some_blobs"]

GATEWAY: Final = Path(".tools/bin/versitygw")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where blobs are kept: a bucket of a server that the test starts."""
    found = shutil.which("versitygw") or (str(GATEWAY.absolute()) if GATEWAY.exists() else None)
    if found is None:
        lacks("there is no versitygw here: `make s3` builds it, with go")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "s3" / BUCKET).mkdir(parents=True)
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)  # no client of S3 opens without any
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    for name, value in {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": KEY,
        "AWS_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    words = [found, "--port", f"127.0.0.1:{port}", "--access", KEY, "--secret", KEY, "posix"]
    words += ["--sidecar", str(tmp_path / "s3meta")] if not _has_attributes(tmp_path) else []
    (tmp_path / "s3meta").mkdir()
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([*words, str(tmp_path / "s3")], stdout=log, stderr=log)
    try:
        _wait_for(port, server)
        yield f"s3://{BUCKET}/archives"
    finally:
        server.kill()
        server.wait()


def _has_attributes(folder: Path) -> bool:
    """Whether the disk keeps extended attributes, in which the server keeps what it notes."""
    try:
        os.setxattr(folder, "user.saqqara", b"1")
    except OSError:
        return False
    return True


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until and server.poll() is None:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    pytest.fail("the server that speaks S3 did not come up")


async def test_the_doctor_writes_and_reads_a_bucket(place: str) -> None:
    """And tells what the store says where there is no such bucket."""
    assert (await archives.blobs(Settings(blobs=place))).verdict is Health.GOOD
    found = await archives.blobs(Settings(blobs="s3://no-such-bucket"))
    assert found.verdict is Health.FAILED
    assert "NoSuchBucket" in found.found
