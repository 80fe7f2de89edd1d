"""The doctor on the machine it runs on, and as the command that a host types."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from signal import SIGKILL
from types import SimpleNamespace

import pytest
import redis

from saqqara_service.application.operations.doctor import machine
from saqqara_service.application.operations.doctor.findings import Finding, Health
from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.application.ladders.test_ladder_workers import Workers
from tests.service.application.operations.doctor.inspection import (
    FAILED,
    GOOD,
    SKIPPED,
    WARNING,
    examined,
    verdicts,
)
from tests.service.matches import a_match
from tests.service.replicas import apis

GIB = 1 << 30


class Other(BaseHTTPRequestHandler):
    """Another service, which answers whatever it is asked."""

    protocol_version = "HTTP/1.1"
    answers = {"/livez": (200, '{"status": "well"}')}  # noqa: RUF012 - never changed

    def do_GET(self) -> None:
        """Its name is http.server's."""
        status, text = self.answers.get(self.path, (404, ""))
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


class Unready(Other):
    """As one of our processes that is not ready."""

    answers = {  # noqa: RUF012 - never changed
        "/livez": (200, '{"status": "alive"}'),
        "/readyz": (503, '{"status": "not ready", "reasons": ["Redis does not answer"]}'),
    }


@pytest.fixture
def listening(request: pytest.FixtureRequest) -> Iterator[int]:
    """The port at which that service answers."""
    server = HTTPServer(("127.0.0.1", 0), request.param)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    server.server_close()
    thread.join()


async def test_a_whole_installation_is_well(own_server: EmbeddedRedis, tmp_path: Path) -> None:
    """With API process and worker nothing is worth a word, but that memory has no bound."""
    url, blobs = own_server.url, str(tmp_path / "blobs")
    own = Settings(redis_url=url, rq_redis_url=url, data=tmp_path, blobs=blobs, port=0)
    workers = Workers(url)
    workers.hire()
    try:
        with (
            apis(url, tmp_path / "api.log", 1, SAQQARA_BLOBS=blobs) as (api,),
            redis.Redis.from_url(url) as host,
        ):
            host.config_set("maxmemory", GIB)
            async with open_service(own) as svc:
                await a_match(svc)
                while not await svc.queue.workers():
                    assert workers.alive[0].poll() is None, "the worker is gone"
                    await asyncio.sleep(0.1)
            found = await examined(own, port=api.port)
    finally:
        workers.dismiss(SIGKILL)
    assert verdicts(found) == {}
    assert found["machine.port"].verdict is GOOD
    assert "a Saqqara process answers" in found["machine.port"].found


async def test_a_free_port_is_well() -> None:
    """So is none at all, which is chosen then."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    for number in (port, 0):
        assert (await machine.port(Settings(port=number))).verdict is GOOD
    assert (await machine.metrics_port(Settings())).verdict is SKIPPED
    assert (await machine.metrics_port(Settings(metrics_port=port))).verdict is GOOD


@pytest.mark.parametrize("listening", [Other], indirect=True)
async def test_another_service_at_the_port_is_named(listening: int) -> None:
    """What to stop, or which setting to change."""
    found = await machine.port(Settings(port=listening))
    assert (found.verdict, "SAQQARA_PORT" in found.fix) == (FAILED, True)
    found = await machine.metrics_port(Settings(metrics_port=listening))
    assert (found.verdict, "SAQQARA_METRICS_PORT" in found.fix) == (FAILED, True)


async def test_what_says_nothing_is_another_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes the connection and is silent; nobody waits for it for long."""
    monkeypatch.setattr(machine, "ASK_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        found = await machine.port(Settings(port=listener.getsockname()[1]))
    assert found.verdict is FAILED


@pytest.mark.parametrize("listening", [Unready], indirect=True)
async def test_a_process_that_is_not_ready_says_why(listening: int) -> None:
    """Its settings may be others than those of who looks."""
    found = await machine.port(Settings(port=listening))
    assert found.verdict is FAILED
    assert "Redis does not answer" in found.found


@pytest.mark.parametrize("host", ["203.0.113.1", "no host"])
async def test_an_address_of_another_machine_is_named(host: str) -> None:
    """Nobody can listen there."""
    found = await machine.port(Settings(host=host, port=8000))
    assert (found.verdict, "SAQQARA_HOST" in found.fix) == (FAILED, True)


@pytest.mark.parametrize(
    ("free", "verdict"),
    [(1 << 20, FAILED), (GIB // 2, WARNING), (2 * GIB, WARNING), (20 * GIB, GOOD)],
)
async def test_a_disk_that_fills_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, verdict: Health
) -> None:
    """Before nothing can be written; of a large one a tenth is kept."""
    usage = SimpleNamespace(total=100 * GIB, free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    found = await machine.disk(Settings(data=tmp_path / "not" / "there"))
    assert found.verdict is verdict


@pytest.mark.parametrize(("most", "verdict"), [(1_000, WARNING), (100_000, GOOD)])
async def test_few_files_are_few_connections(
    monkeypatch: pytest.MonkeyPatch, most: int, verdict: Health
) -> None:
    """A process raises its limit as far as it may, and no farther."""
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, most))
    assert (await machine.files(Settings())).verdict is verdict


def typed(**environ: str) -> tuple[int, list[tuple[str, Finding]], str]:
    """What `saqqara-server doctor --json` ends with and says, and what it writes elsewhere."""
    done = subprocess.run(
        [sys.executable, "-m", "saqqara_service.cli", "doctor", "--json"],
        env={**os.environ, "SAQQARA_PORT": "0", **environ},
        capture_output=True,
        text=True,
        check=False,
    )
    rows = json.loads(done.stdout or "[]")
    found = [(one.pop("check"), Finding(**one)) for one in rows]
    return done.returncode, found, done.stderr


def test_a_new_folder_is_well(tmp_path: Path) -> None:
    """The command starts the embedded Redis and stops it again; nothing fails."""
    code, found, _ = typed(SAQQARA_DATA=str(tmp_path))
    assert (code, [name for name, one in found if one.verdict == FAILED]) == (0, [])
    assert len(found) == len({name for name, _ in found}) > 15


def test_what_has_failed_ends_with_1(tmp_path: Path) -> None:
    """And machines read what, and what to do."""
    code, found, _ = typed(SAQQARA_DATA=str(tmp_path), REDIS_URL="redis://127.0.0.1:1/0")
    assert code == 1
    assert {name: one.fix for name, one in found if one.verdict == FAILED} == {
        "redis.reachable": "start it, or set REDIS_URL to its address"
    }


def test_without_any_redis_the_rest_is_looked_at(tmp_path: Path) -> None:
    """A machine on which nothing was installed yet."""
    (tmp_path / "redis").mkdir()
    (tmp_path / "redis" / "flavour").write_text("redis 99")
    code, found, _ = typed(SAQQARA_DATA=str(tmp_path))
    assert code == 1
    assert [name for name, one in found if one.verdict == FAILED] == ["redis.reachable"]


def test_people_read_a_table(tmp_path: Path) -> None:
    """With what to do below what was found."""
    done = subprocess.run(
        [sys.executable, "-m", "saqqara_service.cli", "doctor"],
        env={
            **os.environ,
            "COLUMNS": "100",
            "SAQQARA_DATA": str(tmp_path),
            "REDIS_URL": "redis://127.0.0.1:1/0",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "→ start it, or set REDIS_URL to its address" in done.stdout
    assert "1 failed" in done.stdout
