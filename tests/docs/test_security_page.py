"""SECURITY.md tells a contact that is true, and a pattern that finds tokens."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from saqqara_service.application.accounts import tokens
from saqqara_service.models import TokenKind

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text()


def test_the_contact_is_the_packages() -> None:
    """The page's address is that of the package's maintainers; while there is none, it says so."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    mails = {one["email"] for one in project.get("maintainers", []) if "email" in one}
    (contact,) = re.findall(r"security contact: (\S[^|]*?) *\|", PAGE)
    assert {contact} == (mails or {"not set yet"})


def test_the_pattern_finds_every_token() -> None:
    """Tokens of every kind are found as words, and nothing shorter is."""
    (pattern,) = re.findall(r"^`(\\b.*\\b)`$", PAGE, re.MULTILINE)
    for kind in TokenKind:
        token = tokens.make(kind)
        assert re.findall(pattern, f"TOKEN={token}\n") != []
        assert re.fullmatch(pattern, token)
        assert not re.search(pattern, token[:-1])
