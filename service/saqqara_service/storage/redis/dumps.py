"""All that a Redis holds at one moment, as a file, and back.

The file is what a replica is sent first (SYNC): the server forks, so it is a picture of one moment
in which every script is whole, and play goes on meanwhile. Neither BGSAVE nor CONFIG nor the
server's own disk is needed, and it works by socket, TCP and TLS. Keys that are read one after the
other (SCAN and DUMP) would be of different moments: a match without its deadline, a result without
its rating.
"""

from __future__ import annotations

import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import redis
from redis.exceptions import AuthenticationError, RedisError, ResponseError

from saqqara_service.storage.redis import binary
from saqqara_service.storage.redis.addresses import BadAddress, blocking_client, cluster_of
from saqqara_service.storage.redis.binary import Flavour
from saqqara_service.storage.redis.embedded import EmbeddedRedis, RedisFailed

SILENCE_S: Final = 60.0
"""A server that sends a dump says something every second."""
CHUNK: Final = 1 << 20
MARK: Final = 40
"""Bytes that end a dump whose length nobody knew beforehand."""
BATCH: Final = 500
LEFT_OUT: Final = ("budget:", "payers:", "processes", "rules:played")
"""What keys begin with that are worth nothing later: budgets, and who is there."""
JOBS: Final = "rq:"
"""What the keys of the queue begin with: wake-up calls, which are made again."""
_SYNC: Final = (("REPLCONF", "capa", "eof"), ("REPLCONF", "rdb-only", "1"))


class DumpFailed(Exception):
    """There is no whole dump, or it cannot be loaded; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Source:
    """Which server wrote a dump, and in which of its databases our keys are."""

    flavour: Flavour | None
    database: int
    at_ms: int
    """All that was acknowledged before that instant by its clock is in the dump."""


def fetch(url: str, file: Path) -> Source:
    """Write what the Redis at that address holds now; raises `DumpFailed`."""
    if cluster_of(url) is not None:
        raise DumpFailed(
            "A Redis Cluster has no consistent snapshot of all nodes. Back it up with the"
            " snapshots of its provider."
        )
    try:
        with closing(blocking_client(url, protocol=2, socket_timeout=SILENCE_S)) as client:
            source = _source(client)
            with file.open("xb") as written:
                _receive(client, written)
    except AuthenticationError as error:
        raise DumpFailed(f"Redis refuses the login: {error}") from error
    except (RedisError, OSError, BadAddress) as error:
        raise DumpFailed(
            f"The connection to Redis failed: {str(error).rstrip('.')}. Check REDIS_URL."
        ) from error
    return source


class _Loader(EmbeddedRedis):
    """A server for a while, which loads a dump and writes nothing to its disk."""

    start_s = 3_600.0

    def __init__(self, folder: Path, database: int, named: str | None) -> None:
        super().__init__(folder, named)
        self._databases = max(16, database + 1)

    def _settings(self) -> list[str]:
        own = super()._settings()
        return [*own, "--appendonly", "no", "--databases", str(self._databases)]


@contextmanager
def loaded(file: Path, source: Source, named: str | None = None) -> Iterator[redis.Redis]:
    """A server of our own, or the one that is named, with what the dump holds."""
    with tempfile.TemporaryDirectory(prefix="saqqara-") as folder:
        server = _Loader(Path(folder), source.database, named)
        server.directory.mkdir()
        (server.directory / "dump.rdb").symlink_to(file.absolute())
        if source.flavour is not None:
            binary.write_marker(server.directory / "flavour", source.flavour)
        with ExitStack() as held:
            try:
                held.enter_context(server)
            except RedisFailed as error:
                # The log goes with the folder, so its end is all that an operator can read.
                last = server.log.read_text(errors="replace").strip().splitlines()[-3:]
                why = str(error).partition(";")[0]
                raise DumpFailed(
                    f"The backup cannot be loaded: {why}: {' / '.join(last)}"
                ) from error
            yield held.enter_context(
                redis.Redis(unix_socket_path=str(server.socket), db=source.database)
            )


def copy(source: redis.Redis, was: str, target: redis.Redis, prefix: str) -> int:
    """Write every key under a prefix into another Redis, under its prefix there; how many.

    Keys that expire do so at the instant at which they would have. Raises `DumpFailed`.
    """
    count, keys_left = 0, keys_of(source, was)
    while keys := list(islice(keys_left, BATCH)):
        asking: Any = source.pipeline(transaction=False)
        for key in keys:
            asking.dump(key)
            asking.pexpiretime(key)
        answers = asking.execute()
        writing = target.pipeline(transaction=False)
        for key, packed, expires_ms in zip(keys, answers[::2], answers[1::2], strict=True):
            if packed is not None:
                name = prefix.encode() + key.removeprefix(was.encode())
                writing.restore(name, max(0, expires_ms), packed, replace=True, absttl=True)
                count += 1
        try:
            writing.execute()
        except ResponseError as error:
            raise DumpFailed(
                f"The target Redis refuses the backup: {error}. It must be at least as new as"
                " the source, and its account needs +restore, as saqqara-backup of"
                " helm/users.acl has."
            ) from error
    return count


def keys_of(client: redis.Redis, prefix: str) -> Iterator[bytes]:
    """The keys under that prefix that a Redis holds, but for what is worth nothing later."""
    found: Iterator[bytes] = client.scan_iter(match=f"{prefix}*", count=BATCH)
    left_out = (JOBS, *(f"{prefix}{word}" for word in LEFT_OUT))
    return (key for key in found if not key.decode(errors="replace").startswith(left_out))


def _source(client: redis.Redis) -> Source:
    seconds, micros = client.time()
    flavour = None
    with suppress(ResponseError):
        name, version = binary.version_of(client.info("server"))
        flavour = Flavour(name, int(version.partition(".")[0]))
    database = int(client.connection_pool.connection_kwargs.get("db") or 0)
    return Source(flavour, database, int(seconds) * 1000 + int(micros) // 1000)


def _receive(client: redis.Redis, written: IO[bytes]) -> None:
    """Ask as a replica does, and write what is sent; the connection is of no use afterwards."""
    connection: Any = client.connection_pool.get_connection()
    try:
        for words in _SYNC:
            connection.send_command(*words)
            with suppress(ResponseError):  # an older server sends more, which nobody reads
                connection.read_response()
        connection.send_command("SYNC")
        sock: socket.socket = connection._sock  # noqa: SLF001 - no answer that redis-py reads
        _copy_dump(sock, written)
    finally:
        connection.disconnect()
        client.connection_pool.release(connection)


def _copy_dump(sock: socket.socket, written: IO[bytes]) -> None:
    head = _line(sock)
    if not head.startswith(b"$"):
        why = head.decode(errors="replace").lstrip("-")
        raise DumpFailed(
            f"Redis refuses replication ({why}). The account needs +sync and +replconf, as"
            " saqqara-backup of helm/users.acl has. If the provider does not allow this,"
            " use its own snapshots."
        )
    if head.startswith(b"$EOF:"):
        _copy_marked(sock, head[5 : 5 + MARK], written)
    else:
        left = int(head[1:])
        while left:
            piece = _piece(sock, min(CHUNK, left))
            written.write(piece)
            left -= len(piece)
    written.flush()


def _copy_marked(sock: socket.socket, mark: bytes, written: IO[bytes]) -> None:
    held = b""
    while not held.endswith(mark):
        held += _piece(sock, CHUNK)
        if len(held) > MARK and not held.endswith(mark):
            written.write(held[:-MARK])
            held = held[-MARK:]
    written.write(held[: -len(mark)])


def _line(sock: socket.socket) -> bytes:
    """The next line; before a dump a server sends empty ones so that nobody gives up."""
    line = b""
    while not line.endswith(b"\n") or not line.strip():
        line = line.strip(b"\r\n") + _piece(sock, 1)
    return line.strip()


def _piece(sock: socket.socket, most: int) -> bytes:
    piece = sock.recv(most)
    if not piece:
        raise DumpFailed("Redis closed the connection during the backup. Back up again.")
    return piece
