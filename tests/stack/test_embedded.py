"""The Redis of our own: found, started, shared, found again, and its data kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from saqqara_service.storage.redis import binary as redis_binary
from saqqara_service.storage.redis import embedded
from saqqara_service.storage.redis.binary import Flavour, NoRedisFound
from tests.stack.conditions import until


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True)


def test_configured_address_wins(tmp_path: Path) -> None:
    """A configured address is used as it is, and nothing is started."""
    with embedded.redis_url(tmp_path, "redis://example.invalid:6379/3") as url:
        assert url == "redis://example.invalid:6379/3"
    assert list(tmp_path.iterdir()) == []


def test_acknowledged_means_on_disk(tmp_path: Path) -> None:
    """Our server writes its log before it answers and never evicts."""
    with embedded.redis_url(tmp_path) as url, client(url) as redis_client:
        settings = redis_client.config_get("append*") | redis_client.config_get("maxmemory-policy")
        assert settings["appendonly"] == "yes"
        assert settings["appendfsync"] == "always"
        assert settings["maxmemory-policy"] == "noeviction"


def test_data_survives_a_restart(tmp_path: Path) -> None:
    """What was written before the server stopped is there when it starts again."""
    with embedded.redis_url(tmp_path) as url, client(url) as redis_client:
        redis_client.set("pharaoh", "Djoser")
    with embedded.redis_url(tmp_path) as url, client(url) as redis_client:
        assert redis_client.get("pharaoh") == "Djoser"


def test_data_survives_signal_9(tmp_path: Path) -> None:
    """A killed server is started again by the same opener, with all it had acknowledged."""
    with embedded.EmbeddedRedis(tmp_path) as server:
        with client(server.url) as redis_client:
            redis_client.set("pharaoh", "Djoser")
        os.kill(server.pid, signal.SIGKILL)
        until(lambda: not server.is_running())
        server.start()
        with client(server.url) as redis_client:
            assert redis_client.get("pharaoh") == "Djoser"


def test_last_one_out_stops_the_server(tmp_path: Path) -> None:
    """Two openers share one server; it stops with the second."""
    first = embedded.EmbeddedRedis(tmp_path)
    first.start()
    with embedded.EmbeddedRedis(tmp_path) as second:
        assert second.pid == first.pid
        first.stop()
        assert second.is_running()
        with client(second.url) as redis_client:
            assert redis_client.ping()
    assert not second.is_running()


def test_orphan_is_found_again(tmp_path: Path) -> None:
    """The server of a killed opener is attached to, and stopped in the end."""
    opener = (
        "import sys, time; from pathlib import Path\n"
        "from saqqara_service.storage.redis import embedded\n"
        "server = embedded.EmbeddedRedis(Path(sys.argv[1])); server.start()\n"
        "print(server.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", opener, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        orphan = int(process.stdout.readline())
        process.kill()
    with embedded.EmbeddedRedis(tmp_path) as server:
        assert server.pid == orphan
    until(lambda: not server.is_running())


def test_socket_of_a_deep_directory(tmp_path: Path) -> None:
    """A data directory too deep for a socket still works, its socket in a private place."""
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with embedded.EmbeddedRedis(deep) as server:
        assert len(os.fsencode(server.socket)) <= embedded.LONGEST_SOCKET
        assert server.socket.parent.stat().st_mode & 0o077 == 0
        with client(server.url) as redis_client:
            assert redis_client.ping()


def test_failure_names_the_log(tmp_path: Path) -> None:
    """A server that cannot start is reported with the place of its log."""
    (tmp_path / "redis" / "appendonlydir").mkdir(parents=True)
    manifest = tmp_path / "redis" / "appendonlydir" / "appendonly.aof.manifest"
    manifest.write_text("not a manifest\n")
    with pytest.raises(embedded.RedisFailed, match=r"redis\.log"), embedded.redis_url(tmp_path):
        pass


@pytest.mark.parametrize(
    ("server", "written", "reads"),
    [
        (Flavour("valkey", 9), Flavour("valkey", 8), True),
        (Flavour("valkey", 8), Flavour("valkey", 9), False),
        (Flavour("valkey", 9), Flavour("redis", 7), True),
        (Flavour("valkey", 9), Flavour("redis", 8), False),
        (Flavour("redis", 8), Flavour("valkey", 9), False),
        (Flavour("redis", 8), Flavour("redis", 7), True),
    ],
)
def test_who_reads_whose_data(server: Flavour, written: Flavour, *, reads: bool) -> None:
    """A server reads what its own kind or its ancestor wrote, never what is newer."""
    assert server.reads(written) is reads


def a_server(folder: Path, version: str) -> Path:
    """A program that says of itself that it is such a server."""
    path = folder / "redis-server"
    path.write_text(f"#!/bin/sh\necho '{version}'\n")
    path.chmod(0o755)
    return path


def test_a_server_on_path_is_not_taken_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bundled one runs, whatever else is installed; by name the other one does."""
    other = a_server(tmp_path, "Redis server v=8.2.1 sha=0")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert redis_binary.choose(None).path == redis_binary.bundled()
    named = redis_binary.choose(None, "redis-server")
    assert (named.path, str(named)) == (str(other), f"redis 8.2.1 ({other})")
    assert redis_binary.choose(None, str(other)) == named


@pytest.mark.parametrize("name", ["no-such-server", "true"])
def test_a_named_server_that_is_none_is_refused(name: str) -> None:
    """Nothing else is run in its place."""
    with pytest.raises(NoRedisFound, match=f"SAQQARA_REDIS_SERVER={name}"):
        redis_binary.choose(None, name)


def test_a_named_server_that_is_too_old_is_refused(tmp_path: Path) -> None:
    """A Redis older than 7 lacks commands that the service needs."""
    old = a_server(tmp_path, "Redis server v=6.2.5 sha=0")
    with pytest.raises(NoRedisFound, match=r"redis 6\.2\.5 .*7 or newer"):
        redis_binary.choose(None, str(old))


def test_unreadable_data_is_said(tmp_path: Path) -> None:
    """When the server does not read the data, the message names who wrote it and what to do."""
    server = a_server(tmp_path, "Redis server v=7.0.15 sha=0")
    with pytest.raises(NoRedisFound, match=r"written by valkey 9.*SAQQARA_REDIS_SERVER"):
        redis_binary.choose(Flavour("valkey", 9), str(server))


def test_without_a_bundled_server_one_has_to_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """On platforms for which there is none."""
    monkeypatch.setattr(redis_binary, "bundled", lambda: None)
    with pytest.raises(NoRedisFound, match=r"REDIS_URL.*SAQQARA_REDIS_SERVER"):
        redis_binary.choose(None)


def test_what_runs_is_told(tmp_path: Path) -> None:
    """The path and the version of the server that answers."""
    with embedded.EmbeddedRedis(tmp_path) as server:
        assert server.program == str(redis_binary.choose(None))


def test_a_marker_that_a_full_disk_emptied_keeps_nothing_from_starting(tmp_path: Path) -> None:
    """Older releases wrote over it in place; it is written anew, beside the old one."""
    with embedded.redis_url(tmp_path) as url, client(url) as redis_client:
        redis_client.set("pharaoh", "Djoser")
    marker = tmp_path / "redis" / "flavour"
    before = marker.read_text()
    marker.write_text("")
    with embedded.redis_url(tmp_path) as url, client(url) as redis_client:
        assert redis_client.get("pharaoh") == "Djoser"
    assert marker.read_text() == before
