"""The vocabulary check refuses each phrase it lists, in prose only."""

from __future__ import annotations

import pytest

from tests.supply.vocabulary import RULES, Rule, faults, prose, texts

GOOD = (
    "Override `observe` to receive every event of the match.",
    "Who reads this page? Hosts do.",
    "Clients that keep sending requests over their limit get slower responses.",
    "Match is at version 12, not 10. Fetch the latest events and answer again.",
    "| Symptom | Action |\n|---|---|\n| What next? | Nothing |",
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.example)
def test_example_is_refused(rule: Rule) -> None:
    """Each rule names the phrase in its own example, and what to write instead."""
    assert any(rule.instead in line for line in faults("page", prose(rule.example)))


@pytest.mark.parametrize("text", GOOD)
def test_plain_english_passes(text: str) -> None:
    """Questions, quoted code and ordinary sentences are left alone."""
    assert list(faults("page", prose(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "## What a ladder keeps",
        "Hosts:\n\n- one\n- What is kept\n",
        "Hosts:\n\n- one\n  - What is kept\n",
        "Hosts:\n\n1. one\n2. What is kept\n",
        "1. **What is kept** is old.",
        "Args:\n    most: What is kept.\n",
    ],
)
def test_headings_items_and_arguments_are_prose(text: str) -> None:
    """A phrase is refused wherever a reader meets it."""
    assert len(list(faults("page", prose(text)))) == 1


@pytest.mark.parametrize("text", ["```text\ntold\n```", "    told", "`told`", "[a](told.md)"])
def test_code_is_not_prose(text: str) -> None:
    """Code, output and links keep their spelling."""
    assert list(faults("page", prose(f"Run this:\n\n{text}\n"))) == []


def test_sentence_across_lines_is_one() -> None:
    """A line that begins with What continues the sentence above it."""
    assert list(faults("page", prose("The page shows\nWhat's New."))) == []


def test_all_kinds_of_text_are_read() -> None:
    """The check reads pages, the contract, help texts and messages."""
    places = {place.split(":")[0] for place, _ in texts()}
    assert places >= {
        *("docs/tutorial.md", "openapi/schema.graphql", "sdk/saqqara_sdk/cli/play.py"),
        *("service/saqqara_service/errors.py", "engine/saqqara_contest/luck.py"),
    }
