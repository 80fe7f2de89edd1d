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
from saqqara_service.storage.redis.binary import Binary, Flavour, NoRedisFound
from tests.stack.waiting import until


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


def test_marker_is_honoured_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that appears on PATH later does not take over data that another one writes."""
    newer, same = Binary("a", Flavour("valkey", 10)), Binary("b", Flavour("valkey", 9))
    monkeypatch.setattr(redis_binary, "candidates", lambda: [newer, same])
    assert redis_binary.choose(None) is newer
    assert redis_binary.choose(Flavour("valkey", 9)) is same


def test_unreadable_data_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """When no server reads the data, the message names who wrote it and what to do."""
    monkeypatch.setattr(redis_binary, "candidates", lambda: [Binary("a", Flavour("redis", 7))])
    with pytest.raises(NoRedisFound, match=r"written by valkey 9.*SAQQARA_DATA"):
        redis_binary.choose(Flavour("valkey", 9))


def test_old_servers_on_path_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Redis older than 7 on PATH is not used."""
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho 'Redis server v=6.2.5 sha=0'\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert str(old) not in [binary.path for binary in redis_binary.candidates()]


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
