"""Every command that is issued is one that the documented accounts may run, and no more is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.binary import OLDEST_MAJOR
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.matches import a_match
from tests.service.storage.redis.redis_accounts import (
    BACKUP,
    FILE,
    QUEUE,
    SERVICE,
    address,
    asked,
    denied,
    dry_run,
    grant,
    issued,
    rules,
)

PREFIXES = ("", "club:")


@pytest.fixture
def host(own_server: EmbeddedRedis) -> Iterator[redis.Redis]:
    """The administrator's client of a Redis of the test's own."""
    with redis.Redis.from_url(own_server.url, decode_responses=True) as client:
        yield client


@pytest.mark.parametrize("prefix", PREFIXES)
def test_each_command_that_is_issued_is_permitted(host: redis.Redis, prefix: str) -> None:
    """Those of the table, of the scripts, of backups, and what libraries send by themselves."""
    refused = []
    for name, commands in issued(host).items():
        grant(host, name, prefix)
        assert len(commands) > 15
        for command in sorted(commands):
            answer = dry_run(host, name, command, f"{prefix}k")
            refused += [] if answer == "OK" else [f"{name} {command}: {answer}"]
    assert refused == []


def test_nothing_else_is_permitted(host: redis.Redis) -> None:
    """A command that the code has no longer is taken out of the file."""
    sockets = {one.upper() for one in host.acl_cat("connection")}
    for name, commands in issued(host).items():
        needed = {one.replace(" ", "|") for one in commands} - sockets
        assert permitted(name) == needed | {"@CONNECTION"}, name


def permitted(name: str) -> set[str]:
    """What the file adds to an account, but for the queue."""
    text, _, _queue = " ".join(rules(name)).partition(" (")
    return {word[1:].upper() for word in text.split() if word.startswith("+")}


def test_the_oldest_redis_knows_each_word(host: redis.Redis) -> None:
    """It refuses a file with a command that it does not know; newer ones come by a category."""
    for name in (SERVICE, BACKUP):
        for command in permitted(name) - {"@CONNECTION"}:
            (document,) = asked(host, "COMMAND DOCS", command.lower()).values()
            major, minor, *_ = map(int, document["since"].split("."))
            assert (major, minor) <= (OLDEST_MAJOR, 0), command


def test_no_account_has_what_harms_all() -> None:
    """Each begins with nothing; the queue's part of the first is the second."""
    for name in (SERVICE, QUEUE, BACKUP):
        words = rules(name)
        assert "-@all" in words
        assert not {"+@all", "+@dangerous", "+@admin", "allcommands"} & set(words)
    (part,) = (word for word in rules(SERVICE) if word.startswith("("))
    assert part.strip("()").split() == rules(QUEUE)[2:]


def test_redis_reads_the_file(tmp_path: Path) -> None:
    """As it is; nobody comes in by another password."""

    class WithFile(EmbeddedRedis):
        def _settings(self) -> list[str]:
            return [*super()._settings(), "--aclfile", str(FILE)]

    with WithFile(tmp_path) as server:
        for name in (SERVICE, QUEUE, BACKUP):
            with redis.Redis.from_url(address(server.url, name)) as client:
                assert client.ping()
        wrong = server.url.replace("://", "://saqqara:x@")
        with redis.Redis.from_url(wrong) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()


@pytest.mark.parametrize("prefix", PREFIXES)
async def test_a_backup_and_a_restore_need_no_more(
    own_server: EmbeddedRedis, host: redis.Redis, tmp_path: Path, prefix: str
) -> None:
    """By the commands that a host types; only what is under the prefix is replaced."""
    grant(host, BACKUP, prefix)
    settings = Settings(redis_url=own_server.url, data=tmp_path, key_prefix=prefix)
    async with open_service(settings) as svc:
        await a_match(svc)
    host.set("other:key", "stays")
    folder, url = str(tmp_path / "backup"), address(own_server.url, BACKUP)
    own = {"REDIS_URL": url, "SAQQARA_DATA": str(tmp_path), "SAQQARA_KEY_PREFIX": prefix}
    for words in (["backup", folder], ["restore", folder, "--replace"]):
        done = subprocess.run(
            [sys.executable, "-m", "saqqara_service.cli", *words],
            env={**os.environ, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, denied(own_server.url)) == (0, []), done.stderr
    assert re.match(r"Restored \d+ keys ", done.stdout)
    assert host.get("other:key") == "stays"
