"""An address of a Redis Cluster, and what a host has to set besides."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from saqqara_service.cli import main
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.addresses import BadAddress, cluster_of

URL = "redis+cluster://one:1,two"
QUEUE = "redis://three:6379/0"


def test_an_address_of_a_cluster_is_read() -> None:
    """Login, several nodes and options; a node without a port has 6379."""
    found = cluster_of("rediss+cluster://me:p%40ss@one:1,two,[::1]:3?ssl_ca_certs=/ca")
    assert found is not None
    assert found.hosts == (("one", 1), ("two", 6_379), ("::1", 3))
    assert (found.options["username"], found.options["password"]) == ("me", "p@ss")
    assert (found.options["ssl"], found.options["ssl_ca_certs"]) == (True, "/ca")
    assert cluster_of("redis://one:6379/0") is None
    assert cluster_of(f"{URL}/0") is not None


@pytest.mark.parametrize(
    "url", ["redis+cluster://", "redis+cluster://one:x", "redis+cluster://one:1/2"]
)
def test_an_address_of_no_cluster_is_refused(url: str) -> None:
    """A cluster has no database but 0."""
    with pytest.raises(BadAddress, match="address"):
        cluster_of(url)


@pytest.mark.parametrize("queue", [None, URL])
def test_a_cluster_holds_no_queue(queue: str | None) -> None:
    """RQ needs a Redis that is none, and the refusal says so."""
    with pytest.raises(ValidationError, match="Set RQ_REDIS_URL to a Redis without cluster mode"):
        Settings(redis_url=URL, rq_redis_url=queue)
    assert Settings(redis_url=URL, rq_redis_url=QUEUE).queue_url == QUEUE


@pytest.mark.parametrize(
    ("url", "queue", "words"),
    [
        (URL, "", "A Redis Cluster cannot hold the job queue"),
        ("redis+cluster://one:1/2", QUEUE, "A Redis Cluster only has database 0"),
        ("http://one:1", "", "the address of Redis cannot be read"),
        ("redis://one:1", "http://two:1", "the address of Redis cannot be read"),
    ],
)
@pytest.mark.parametrize("command", ["api", "worker", "doctor", "up"])
def test_a_process_says_so_at_its_start(  # noqa: PLR0917 - two tables and two fixtures
    url: str,
    queue: str,
    words: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one sentence, and ends with 2."""
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setenv("RQ_REDIS_URL", queue)
    monkeypatch.setenv("SAQQARA_PORT", "0")
    monkeypatch.setattr("sys.argv", ["saqqara-server", command])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("words", ["token admin", "backup folder", "maintenance show"])
def test_a_command_of_the_hosts_says_so(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the processes do."""
    monkeypatch.setenv("REDIS_URL", "http://one:1")
    monkeypatch.setattr("sys.argv", ["saqqara-server", *words.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "the address of Redis cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["token admin", "store show"])
def test_a_command_whose_redis_is_away_names_the_setting(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not what a client of the API could do."""
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setattr("sys.argv", ["saqqara-server", *words.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "Redis does not answer: check REDIS_URL\n"
