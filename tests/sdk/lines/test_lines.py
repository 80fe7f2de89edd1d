"""Lines of the line protocol."""

from __future__ import annotations

import json

import pytest

from saqqara_sdk.lines.protocol import line


@pytest.mark.parametrize(
    "message",
    [
        {"type": "turn", "actions": ["get", "sail 2 temple"], "leftMs": (None, 3), "view": {}},
        {"type": "match_started", "options": {"players": 2}, "matchId": "é☥\n"},
        {"type": "error", "message": "half a pair: \udc80"},
        {"type": "error", "message": "both halves: \U00013000"},
    ],
)
def test_a_message_is_one_line(message: dict[str, object]) -> None:
    """It is JSON in UTF-8 without other line ends, also if only an escape can write it."""
    text = line(message)
    assert (text.count(b"\n"), text[-1:]) == (1, b"\n")
    assert json.loads(text.decode()) == json.loads(json.dumps(message, default=dict))
