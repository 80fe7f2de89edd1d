"""The tokens of this user, in a file that nobody else may read: one account for each server.

The folder is the user's for configuration: `~/.config/saqqara` or what `XDG_CONFIG_HOME` says.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

if sys.platform != "win32":
    import fcntl

HOST: Final = "host"
"""The name that `--as` has for the administrator of a server."""

PRIVATE = 0o600
OTHERS = 0o077


class CredentialsFault(Exception):
    """The file cannot be used; the message says what to do about it."""


class StoredToken(BaseModel):
    """One token, and whose it is. One of a sign-in ends soon, and `refresh` gets the next."""

    model_config = ConfigDict(extra="forbid")

    id: str
    name: str
    token: str
    refresh: str | None = None
    ends_s: float | None = None


class KeptServer(BaseModel):
    """The account at one server, its bots, and the administrator's token."""

    model_config = ConfigDict(extra="forbid")

    account: StoredToken | None = None
    bots: list[StoredToken] = []
    host: StoredToken | None = None

    @property
    def each(self) -> list[StoredToken]:
        """Return all tokens."""
        return [*self.bots, *filter(None, (self.account, self.host))]

    def bot(self, name: str) -> StoredToken | None:
        """The bot that has the name or id, the last one if several do."""
        return next((one for one in reversed(self.bots) if name in {one.name, one.id}), None)


class Credentials(BaseModel):
    """All that is kept, by the server's address."""

    model_config = ConfigDict(extra="forbid")

    servers: dict[str, KeptServer] = {}

    def at(self, server: str) -> KeptServer:
        """Return the tokens stored for a server, which may be empty."""
        return self.servers.setdefault(server.split(",", maxsplit=1)[0].rstrip("/"), KeptServer())


def credentials_path() -> Path:
    """Where the file is."""
    return Path(typer.get_app_dir("saqqara")) / "credentials.json"


def kept_credentials() -> Credentials:
    """Read the stored tokens; raises `CredentialsFault`, also if other users can read the file."""
    path = credentials_path()
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Credentials()
    except (OSError, UnicodeDecodeError) as error:
        raise CredentialsFault(f"{path} cannot be read: {error}") from None
    if mode & OTHERS and sys.platform != "win32":
        raise CredentialsFault(f"Other users can read your tokens. Run: chmod 600 {path}")
    try:
        return Credentials.model_validate_json(text)
    except ValidationError:
        raise CredentialsFault(
            f"{path} is not a valid token file. Repair it, or move it away."
        ) from None


@contextmanager
def changing_credentials() -> Iterator[Credentials]:
    """Lock the stored tokens for changes; raises `CredentialsFault`."""
    path = credentials_path()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with path.with_suffix(".lock").open("w") as lock:
            if sys.platform != "win32":
                fcntl.flock(lock, fcntl.LOCK_EX)
            kept = kept_credentials()
            yield kept
            _write(path, kept)
    except OSError as error:
        raise CredentialsFault(f"{path} cannot be written: {error.strerror}.") from None


def _write(path: Path, kept: Credentials) -> None:
    """All or nothing: a reader finds the old file or the new one."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(kept.model_dump_json(indent=1, exclude_none=True) + "\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
