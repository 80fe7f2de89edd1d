"""How secrets are told: by the hash of the whole, so no time says how much of one is right."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

import saqqara_service
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication, tokens
from saqqara_service.application.service import Service
from saqqara_service.errors import Unauthenticated
from saqqara_service.models import TokenKind
from saqqara_service.oauth.server import S256, S256Only, is_answer
from saqqara_service.storage.accounts.tokens import ID_LENGTH, digest, id_of

SOURCE = Path(saqqara_service.__file__).parent
SECRET = re.compile(r"(^|_)(token|secret|verifier|challenge|password|invitation|digest)$")
PUBLIC = {
    "storage/blobs/blobs.py",
    "storage/matches/archival.py",
    "storage/operations/backups.py",
}
"""Where a digest is that of an archive, which anybody may know."""


def nearly(token: str) -> str:
    """A token of good form that differs from this one in the last letter of its secret."""
    body = token[: -tokens.CHECK_LENGTH]
    last = next(letter for letter in tokens.ALPHABET if letter != body[-1])
    changed = body[:-1] + last
    found = changed + tokens._check(changed)
    assert tokens.is_well_formed(found)
    return found


class Heard:
    """What Redis is asked, as it hears it."""

    def __init__(self, store: redis.Redis) -> None:
        self._store = store
        self._marks = 0
        self._commands = store.monitor()  # type: ignore[no-untyped-call]  # redis-py has none here

    def __enter__(self) -> Heard:
        self._commands.__enter__()
        return self

    def __exit__(self, *why: object) -> None:
        self._commands.__exit__(*why)

    def so_far(self) -> list[str]:
        """What was asked since the last time."""
        self._marks += 1
        mark = f"mark {self._marks}"
        self._store.echo(mark)
        found = []
        while mark not in (said := self._commands.next_command()["command"]):
            found.append(said)
        return found


@pytest.fixture
def heard(redis_url: str) -> Iterator[Heard]:
    """The ear at the store."""
    with redis.Redis.from_url(redis_url) as store, Heard(store) as ear:
        yield ear


async def test_a_wrong_token_reaches_only_its_hash(svc: Service, heard: Heard) -> None:
    """One that is right but for a letter asks for another key, as every other wrong one does."""
    right = (await accounts.register(svc, None, questions.Register(name="Djoser"))).token
    assert not any(right in one for one in heard.so_far()), "not even when it is made"
    near, far = nearly(right), tokens.make(TokenKind.USER)
    asked = {}
    for token in (near, far):
        with pytest.raises(Unauthenticated):
            await authentication.verify(svc, token)
        asked[token] = [one for one in heard.so_far() if "token:" in one]
        assert asked[token] == [f"HGETALL token:{digest(token)[:ID_LENGTH]}"]
    await authentication.verify(svc, right)
    assert f"HGETALL token:{id_of(right)}" in heard.so_far()
    with pytest.raises(Unauthenticated):
        await authentication.verify(svc, near)
    assert f"HGETALL token:{id_of(near)}" in heard.so_far(), "also beside one that is known"


def test_hashes_of_like_tokens_are_not_alike() -> None:
    """What is looked for tells nothing of how much of the token is right."""
    right = tokens.make(TokenKind.USER)
    one, other = digest(right), digest(nearly(right))
    alike = sum(ours == theirs for ours, theirs in zip(one, other, strict=True))
    assert alike < len(one) / 2


def test_no_secret_is_compared_letter_by_letter() -> None:
    """Where one has to be, `hmac.compare_digest` does it; else it is looked up by its hash."""
    found = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in sorted(SOURCE.rglob("*.py"))
        if str(path.relative_to(SOURCE)) not in PUBLIC
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare) and _compares_a_secret(node)
    ]
    assert found == []
    assert {S256: is_answer} == S256Only.CODE_CHALLENGE_METHODS, "Authlib's own compares by `==`"


def _compares_a_secret(node: ast.Compare) -> bool:
    if not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return False
    names = [_name(side) for side in (node.left, *node.comparators)]
    return any(SECRET.search(name) for name in names)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=called):
            return _name(called)
        case _:
            return ""
