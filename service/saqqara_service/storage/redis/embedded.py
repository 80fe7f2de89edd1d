"""A real Redis server of our own, for those who have not set `REDIS_URL`.

It lives in a data directory, listens on a private socket, and acknowledges nothing before it is
on disk. Several processes may open the same directory: the first starts the server, the last to
close stops it, and one whose opener was killed is found again. It must know no key and no use case.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self

import redis

from saqqara_service.storage.redis import binary as redis_binary
from saqqara_service.storage.redis.addresses import demand_address
from saqqara_service.storage.redis.binary import NoRedisFound

__all__ = ["EmbeddedRedis", "NoRedisFound", "RedisFailed", "redis_url"]

STOP_SECONDS = 15.0
# sun_path holds 104 bytes on macOS and 108 on Linux, with the closing zero.
LONGEST_SOCKET = 103


class RedisFailed(Exception):
    """Our server did not start; the message names its log."""


@contextlib.contextmanager
def redis_url(data: Path, configured: str | None = None, named: str | None = None) -> Iterator[str]:
    """The address of the Redis to use while the block runs: the configured one, else our own.

    Our own is the bundled server, or the program that the host has named. Raises `BadAddress` if
    what is configured is none, and `NoRedisFound` if the program is none.

    with redis_url(Path("data"), os.environ.get("REDIS_URL")) as url: ...
    """
    if configured:
        demand_address(configured)
        yield configured
        return
    with EmbeddedRedis(data, named) as server:
        yield server.url


class EmbeddedRedis:
    """The server of one data directory, shared by all who open it."""

    start_s = 60.0
    """How long it may take to load what it has on disk."""

    def __init__(self, data: Path, named: str | None = None) -> None:
        self._named = named
        self.directory = data.resolve() / "redis"
        self.socket = socket_path(self.directory)
        self.url = f"unix://{self.socket}?db=0"
        self.pid = 0
        self.program = ""
        """What runs, once it does: its name, its version and its path."""
        self._process: subprocess.Popen[bytes] | None = None
        self._share: IO[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def log(self) -> Path:
        """Where the server writes what it does."""
        return self.directory / "redis.log"

    def start(self) -> None:
        """Find the running server or start one; calling it again restarts one that died."""
        self.directory.mkdir(parents=True, exist_ok=True)
        self.directory.chmod(0o700)
        try:
            with self._turn():
                self._hold_share()
                if not self.is_running():
                    self._spawn()
                self._wait_until_loaded()
                self._note_what_runs()
        except BaseException:
            self.stop()
            raise

    def is_running(self) -> bool:
        """Whether somebody listens; a frozen server does, a killed one does not."""
        with socket.socket(socket.AF_UNIX) as caller:
            caller.settimeout(1)
            try:
                caller.connect(str(self.socket))
            except (FileNotFoundError, ConnectionRefusedError):
                return False
            except OSError:
                # Its queue of callers is full: it is there, but busy or frozen.
                return True
            return True

    def stop(self) -> None:
        """Close our share; the last one to close stops the server."""
        if self._share is None:
            return
        with self._turn():
            try:
                fcntl.flock(self._share, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            else:
                self._end()
            finally:
                self._share.close()
                self._share = None

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """One at a time starts or stops the server of this directory."""
        with (self.directory / "turn.lock").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            yield

    def _hold_share(self) -> None:
        if self._share is None:
            # The lock outlives this call: it tells the others that the server is in use.
            self._share = (self.directory / "share.lock").open("w")
            fcntl.flock(self._share, fcntl.LOCK_SH)

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, socket_timeout=5, socket_connect_timeout=5)

    def _note_what_runs(self) -> None:
        """It may be a server that another process has started, by other settings."""
        with self._client() as client:
            about = client.info("server")
        self.pid = int(about["process_id"])
        name, version = redis_binary.version_of(about)
        self.program = f"{name} {version} ({about['executable']})"

    def _spawn(self) -> None:
        marker = self.directory / "flavour"
        binary = redis_binary.choose(redis_binary.read_marker(marker), self._named)
        redis_binary.write_marker(marker, binary.flavour)
        with self.log.open("ab") as log:
            # The program is a Redis that the host names or that a locked package carries.
            self._process = subprocess.Popen(  # noqa: S603
                [binary.path, *self._settings()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.directory,
                start_new_session=True,
            )
        self.pid = self._process.pid
        # Whoever stops it, a server that ended must not stay as a zombie of this process.
        threading.Thread(target=self._process.wait, daemon=True).start()

    def _settings(self) -> list[str]:
        return [
            *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.directory), "--daemonize", "no", "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "always"),
            *("--maxmemory-policy", "noeviction"),
        ]

    def _wait_until_loaded(self) -> None:
        deadline = time.monotonic() + self.start_s
        while time.monotonic() < deadline:
            if not self.is_running() and self._has_ended():
                raise RedisFailed(f"Redis exited during its start; see {self.log}")
            try:
                with self._client() as client:
                    client.ping()
                    return
            except (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError):
                time.sleep(0.02)
        raise RedisFailed(f"Redis was not ready after {self.start_s:.0f} s; see {self.log}")

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _end(self) -> None:
        """Ask the server to finish its log and go; insist after a while."""
        if not self.pid or not self.is_running():
            return
        for sign in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sign)
            deadline = time.monotonic() + STOP_SECONDS
            while self.is_running() and time.monotonic() < deadline:
                time.sleep(0.01)
            if not self.is_running():
                break


def is_own(url: str | None, data: Path) -> bool:
    """Whether that is the address of the server of this data directory."""
    return (url or "").startswith("unix://") and url == EmbeddedRedis(data).url


def socket_path(directory: Path) -> Path:
    """Where the server listens: beside its data, or in a private place if that path is too long."""
    path = directory / "redis.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET:
        return path
    private = Path(tempfile.gettempdir()) / f"saqqara-{os.getuid()}"
    private.mkdir(mode=0o700, exist_ok=True)
    owner = private.lstat()
    if owner.st_uid != os.getuid() or owner.st_mode & 0o077:
        raise RedisFailed(f"{private} belongs to another user; set SAQQARA_DATA to a shorter path")
    digest = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    return private / f"{digest}.sock"
