"""The pages that users read, and the blocks of code in them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
FOLDERS = ("bots", "docs", "engine", "helm", "openapi", "sdk")
_SAVED = re.compile(r"\b[Ss]ave (?:this|it) as `([^`]+)`")


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code, its line on the page, and the file as which the reader saves it."""

    line: int
    language: str
    text: str
    saved_as: str | None

    @property
    def commands(self) -> list[str]:
        """A shell's commands, line by line; an escaped end of a line goes on."""
        lines = self.text.replace("\\\n", " ").splitlines()
        return [line.strip() for line in lines if line.strip()]


def found_pages() -> list[Path]:
    """Every tracked page; outside of git what lies in the folders of pages."""
    result = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if result.returncode == 0:
        return sorted(ROOT / line for line in result.stdout.splitlines() if (ROOT / line).exists())
    nested = (page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))
    return sorted([*ROOT.glob("*.md"), *nested])


PAGES = found_pages()


def name_of(page: Path) -> str:
    """A page by its path in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """The blocks of a page in order; an indented one is a shell's, a directive is none."""
    blocks = []
    saved_as = None
    for token in MarkdownIt().parse(page.read_text()):
        if token.type == "inline":
            found = _SAVED.search(token.content)
            saved_as = found[1] if found else None
        if token.type in {"fence", "code_block"} and not token.info.startswith("{"):
            line = (token.map or [0])[0] + 1
            language = token.info.strip() if token.type == "fence" else "sh"
            blocks.append(Block(line, language, token.content, saved_as))
            saved_as = None
    return blocks
