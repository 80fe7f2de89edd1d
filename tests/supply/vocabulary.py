"""Refuse phrases that make a text hard to read, for `make lint`.

The check reads what users read: pages, the descriptions of the published contract, docstrings in
the reference, and messages. A file joins once it is rewritten.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "bots/README.md"),
    *("docs/*.md", "docs/howto/*.md", "docs/reference/*.md", "openapi/README.md"),
    *("helm/README.md", "helm/saqqara/README.md", "openapi/schema.graphql", "sdk/*.md"),
    *("docs/explanation/cheats.md", "docs/explanation/guarantees.md", "docs/explanation/upkeep.md"),
    *("docs/explanation/hosted.md", "docs/explanation/ladders.md", "docs/explanation/operation.md"),
    *("docs/explanation/ratings.md", "docs/explanation/sandbox.md", "docs/explanation/clocks.md"),
    *("docs/explanation/transports.md", "docs/explanation/subscriptions.md"),
    *("docs/explanation/fences.md", "docs/explanation/failovers.md", "docs/explanation/speed.md"),
    *("docs/explanation/accounts.md", "docs/explanation/archive.md", "docs/explanation/arena.md"),
    *("docs/explanation/matches.md", "docs/explanation/hidden-information.md"),
    *("docs/explanation/rules-engine.md", "docs/explanation/rulings.md"),
    *("docs/explanation/limits.md", "docs/explanation/retention.md"),
)
FOLDERS: Final = (
    *("arena", "bots", "checks", "client", "conformance", "gym", "lines", "models", "records"),
    *("runner", "sandbox", "seasons", "wire"),
)
"""All folders of the SDK except its commands, whose docstrings are help texts."""
DOCSTRINGS: Final = (
    *("sdk/saqqara_sdk/*.py", "sdk/saqqara_sdk/cli/__init__.py", "bots/saqqara_bots/**/*.py"),
    *(f"sdk/saqqara_sdk/{folder}/**/*.py" for folder in FOLDERS),
    *("engine/saqqara_engine/**/*.py", "engine/saqqara_contest/**/*.py"),
    "engine/saqqara_bundle/**/*.py",
)
"""Modules of the reference that are rewritten."""
MESSAGES: Final = (
    *("sdk/saqqara_sdk/**/*.py", "bots/saqqara_bots/**/*.py", "engine/saqqara_*/**/*.py"),
    *("service/saqqara_service/cli/**/*.py", "service/saqqara_service/errors.py"),
)
"""Modules whose string constants of four words or more are read."""

START: Final = r"(?:^\s*(?:(?:#+|[-*>]|\d+\.) )?(?:\*\*)?|(?<=[.:;!?]\s)|(?<=\|\s))"
"""The start of a paragraph, a heading, a list item, a sentence or a table cell."""
NO_QUESTION: Final = r"\b(?![^.?!|]*\?)"


class Rule(NamedTuple):
    """A phrase, what to write instead, and a sentence that shows the fault."""

    pattern: re.Pattern[str]
    instead: str
    example: str


def _rule(pattern: str, instead: str, example: str) -> Rule:
    return Rule(re.compile(pattern, re.MULTILINE), instead, example)


RULES: Final = (
    # A clause without a noun hides who acts.
    _rule(
        rf"{START}(Who|Whom|Whose|Whatever){NO_QUESTION}|\b([Ww]hom?ever|(for|to|by) who)\b",
        "name the actor: the bot, the host, the client",
        "Whoever goes on asking is answered late.",
    ),
    _rule(
        rf"{START}What(?!'s){NO_QUESTION}",
        "start with the noun or the verb",
        "What a ladder keeps is stored for a year.",
    ),
    # These verbs stood for every kind of output and of duty.
    _rule(
        r"\b([Tt]old|[Tt]ells|[Tt]elling)\b",
        "return, report, describe, notify or publish",
        "A follower that has lost nothing is told none of it.",
    ),
    _rule(
        r"\b([Hh]eed|[Oo]we|[Bb]efall)(s|ed|ing)?\b",
        "follow, have to, happen",
        "The runner heeds the limit.",
    ),
    # Idioms that are out of use, which a reader has to translate.
    _rule(
        r"\b(anew|in vain|whence|thereof|by lot|as one may|of whatever|so many)\b",
        "again, without success, at random, any, up to a limit",
        "It answers with so many actions at most.",
    ),
    # The field has a word for each of these: users search for that one.
    _rule(
        r"\b([Aa]skers?|[Pp]ayers?|[Bb]ills?|[Cc]ost lanes?)\b",
        "client or caller, request cost, cost queue",
        "The payer has no budget left.",
    ),
)


def main() -> int:
    """Print a line for each refused phrase; return 1 if there is one."""
    found = sorted({fault for place, text in texts() for fault in faults(place, text)})
    sys.stderr.writelines(f"{line}\n" for line in found)
    return bool(found)


def faults(place: str, text: str) -> Iterator[str]:
    """Yield a line for each phrase in a text that a rule refuses."""
    for rule in RULES:
        for match in rule.pattern.finditer(text):
            around = " ".join(text[max(0, match.start() - 30) : match.end() + 40].split())
            yield f"{place}: {around!r}: instead of {match[0].strip()!r}: {rule.instead}"


def texts() -> Iterator[tuple[str, str]]:
    """Yield each text that users read, with its place."""
    for path in _files(PAGES):
        page = path.read_text(encoding="utf-8")
        if path.suffix == ".md":
            yield _name(path), prose(page)
        for description in re.findall(r'"""(.*?)"""', page, re.DOTALL):
            yield _name(path), prose(inspect.cleandoc(description))
    documented = set(_files(DOCSTRINGS))
    for path in sorted(documented | set(_files(MESSAGES))):
        yield from _strings(path, docstrings=path in documented)


def prose(text: str) -> str:
    """Return Markdown without blocks of code, quoted code and the targets of links."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"(?<=\n\n)((    |\t)(?!\s*([-*]|\d+\.) ).*\n?)+", "", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"``?[^`]+``?", "`x`", text)
    return re.sub(r"(?<!\n)\n(?!\s*(?:[\n|#>*-]|\d+\. ))", " ", text)


def _strings(path: Path, *, docstrings: bool) -> Iterator[tuple[str, str]]:
    """Yield the strings of a module with four words or more, its docstrings only on request."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[int] = set()
    # Breadth first: a statement or an f-string comes before the constants in it.
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as constant) if not docstrings:
                skipped.add(id(constant))
                continue
            case ast.JoinedStr(values=parts):
                skipped.update(map(id, parts))
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "`x`" for part in parts
                )
            case ast.Constant(value=str() as text):
                pass
            case _:
                continue
        if id(node) not in skipped and len(text.split()) > 3:
            yield f"{_name(path)}:{node.lineno}", prose(inspect.cleandoc(text))


def _files(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        found = sorted(ROOT.glob(pattern))
        if not found:
            raise FileNotFoundError(f"{pattern} names no file; correct it in {__file__}")
        yield from found


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
