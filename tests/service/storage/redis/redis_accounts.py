"""The accounts of Redis that hosts are given, and every command that the service issues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import redis

from saqqara_service.storage.redis import scripts

FILE: Final = Path(__file__).parents[4] / "helm" / "users.acl"
PASSWORD: Final = "YOUR_PASSWORD"  # noqa: S105
SERVICE, QUEUE, BACKUP = "saqqara", "saqqara-queue", "saqqara-backup"
OF_BACKUPS: Final = {"dumps.py", "backups.py", "restores.py"}
"""Files whose commands are those of `saqqara-server backup` and `restore`."""
OWN: Final = {"embedded.py", "binary.py"}
"""Files that only ask a server that we start ourselves, which has no accounts."""
CLIENTS: Final = {"write", "read", "pipe", "client", "target", "writing", "opening"}
"""What clients and pipelines of redis-py are called in the code."""
OTHERWISE: Final = {"delete": "DEL", "scan_iter": "SCAN"}
"""Methods of redis-py that are not named as their command."""
CONNECTING: Final = {"AUTH", "HELLO", "PING", "SELECT", "CLIENT SETINFO", "CLIENT SETNAME"}
"""What libraries send by themselves: on a new socket,"""
CLUSTERED: Final = {"CLUSTER SLOTS"}
"""… to nodes of a cluster,"""
OF_RESTORED: Final = {"HGETALL", "HSET", "TIME", "XADD"}
"""What the script runs that notes a restore in a match's log."""
LISTENING: Final = {"SUBSCRIBE", "UNSUBSCRIBE"}
"""… and for what is published."""


def rules(name: str, prefix: str = "") -> list[str]:
    """What the file gives an account, for a prefix as the page says to write it."""
    (line,) = re.findall(rf"^user {name} (on .*)$", FILE.read_text("utf-8"), re.MULTILINE)
    text = re.sub(r"([~&])\* ", rf"\g<1>{prefix}* ", line)
    return re.findall(r"\(.*?\)|\S+", text)


def grant(server: redis.Redis, name: str, prefix: str = "") -> None:
    """Make an account as the file has it, whatever it was."""
    asked(server, "ACL", "SETUSER", name, "reset", *rules(name, prefix))


def address(url: str, name: str) -> str:
    """The address of a Redis for an account."""
    return url.replace("://", f"://{name}:{PASSWORD}@")


def denied(url: str) -> list[str]:
    """What anybody was not allowed to do there."""
    with redis.Redis.from_url(url, decode_responses=True) as host:
        return [f"{one['username']}: {one['reason']} {one['object']}" for one in host.acl_log()]


def asked(server: redis.Redis, *words: str) -> Any:
    """What it answers, whose form depends on the command."""
    return server.execute_command(*words)  # type: ignore[no-untyped-call]


def issued(server: redis.Redis) -> dict[str, set[str]]:
    """Every command in the code, by the account that issues it; some have a second word."""
    known = {str(one).upper().replace("|", " ") for one in _listed(server)}
    python = [path for path in scripts.FOLDER.rglob("*.py") if path.name not in OWN]
    found: dict[str, set[str]] = {SERVICE: set(), BACKUP: set()}
    for path in python:
        words = set(_commands(ast.parse(path.read_text("utf-8")))) & known
        found[BACKUP if path.name in OF_BACKUPS else SERVICE] |= words
    for path in scripts.FOLDER.rglob("*.lua"):
        text = path.read_text("utf-8")
        called = re.findall(r"redis\.p?call\(\s*['\"](\w+)['\"]", text)
        assert len(called) == len(re.findall(r"redis\.p?call", text)), path
        found[SERVICE] |= {one.upper() for one in called}
    found[SERVICE] |= CONNECTING | CLUSTERED | LISTENING
    found[SERVICE] -= {"CONFIG"}  # only with its second word
    found[BACKUP] |= CONNECTING | OF_RESTORED
    return found


def dry_run(server: redis.Redis, name: str, command: str, key: str) -> str:
    """What Redis would answer that account: `OK`, or what it lacks."""
    ((_name, arity, *_rest),) = asked(server, "COMMAND INFO", command.replace(" ", "|"))
    given = [key] * (abs(arity) - len(command.split()))
    if command.startswith("EVAL"):
        given[1:] = ["0"]
    return str(asked(server, "ACL", "DRYRUN", name, *command.split(), *given))


def _listed(server: redis.Redis) -> Iterator[str]:
    names = asked(server, "COMMAND LIST")
    yield from names
    names = asked(server, "COMMAND LIST", "FILTERBY", "PATTERN", "*|*")
    yield from names


def _commands(tree: ast.AST) -> Iterator[str]:
    """Literals, and methods of redis-py's clients, that may be commands."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if re.fullmatch(r"[A-Z]+( [A-Z]+)?", text):
                yield text
            case ast.Call(func=ast.Attribute(value=client, attr=name)) if _is_client(client):
                if name == "pipeline" and not _is_false(node.keywords):
                    yield from ("MULTI", "EXEC")
                yield OTHERWISE.get(name, name.upper())


def _is_client(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", None)
    return name in CLIENTS


def _is_false(given: list[ast.keyword]) -> bool:
    """Whether a pipeline is no transaction."""
    return any(one.arg == "transaction" and ast.unparse(one.value) == "False" for one in given)
