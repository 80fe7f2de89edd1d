"""The pages of the line protocol show what the contract and real matches contain."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from saqqara_sdk.lines.limits import USUAL
from saqqara_sdk.lines.process import LEAVING_S
from tests.docs.protocol_blocks import PROTOCOL, WIDTH, blocks, folded, messages, with_blocks
from wire_generator.contract import CONTRACT

VIEWS = {"imhotep": "ImhotepView", "duel": "DuelView"}
PAGE = PROTOCOL.read_text()


def test_the_pages_are_written_from_contract_and_matches() -> None:
    """A change of a view, a description or a message appears on the pages."""
    for page, texts in blocks().items():
        assert page.read_text() == with_blocks(page, texts), "run `make protocol`"


@pytest.fixture(scope="module")
def contract() -> Any:
    """The published contract as plain JSON."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(CONTRACT.read_text(), loader)  # noqa: S506


@pytest.mark.parametrize("game", VIEWS)
def test_views_and_results_have_the_form_of_the_contract(game: str, contract: Any) -> None:
    """The tables describe what a bot receives, in every message of a match."""
    for message in messages(game):
        for field, name in (("view", VIEWS[game]), ("result", "Result")):
            if field in message:
                schema = {**contract, "$ref": f"#/components/schemas/{name}"}
                Draft202012Validator(schema).validate(message[field])
                assert (
                    message[field].keys()
                    == contract["components"]["schemas"][name]["properties"].keys()
                )


def test_the_table_of_messages_lists_every_field() -> None:
    """A bot reads nothing that the page does not name."""
    rows = re.findall(r"^\| `(\w+)` with (.+?) \|", PAGE, re.MULTILINE)
    named = {kind: {"type", *re.findall(r"`(\w+)`", fields)} for kind, fields in rows}
    received = {message["type"]: message.keys() for message in messages("duel")}
    assert received == named


def test_the_times_are_those_of_the_arena() -> None:
    """The default limits, and the time to end."""
    assert f"| `hello` | {USUAL.start_s:.0f} s " in PAGE
    assert f"`--answer-limit`, by default {USUAL.answer_s:.0f} s" in PAGE
    assert LEAVING_S == 1
    assert "After one second it is killed" in PAGE


@pytest.mark.parametrize("game", VIEWS)
def test_a_wrapped_message_is_the_same(game: str) -> None:
    """Only white space is added, and no line is longer than the page."""
    for message in messages(game):
        text = folded(message)
        assert json.loads(text) == message
        assert max(map(len, text.splitlines())) <= WIDTH + 1
