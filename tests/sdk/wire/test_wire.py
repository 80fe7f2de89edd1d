"""The generated wire layer is that of the published contract, and says what it means."""

from __future__ import annotations

import inspect
from enum import EnumMeta
from pathlib import Path

import pytest

from saqqara_sdk import Client
from saqqara_sdk.wire import enums, models
from saqqara_sdk.wire.enums import AcceptMode
from saqqara_sdk.wire.models import AcceptPolicy, Fischer, Heartbeat, UnknownTimeControl
from tests.sdk.next_year import spec
from wire_generator.calls import ANY, Calls
from wire_generator.contract import read_contract
from wire_generator.errors import class_of
from wire_generator.output import WIRE, generated

HAND_WRITTEN = {"__init__", "call", "failures", "mixins", "problems", "values"}
METHODS = [
    (group.capitalize(), call.method, call.operation.id)
    for group, calls in Calls(read_contract()).by_group.items()
    for call in calls
]


def test_the_wire_layer_is_generated_from_the_contract() -> None:
    """`make wire` would change nothing, and there is nothing that it did not write."""
    expected = generated()
    assert {path for path in WIRE.rglob("*.py") if path.stem not in HAND_WRITTEN} == set(expected)
    stale = [path.name for path, text in expected.items() if path.read_text("utf-8") != text]
    assert stale == [], "run `make wire`"


@pytest.mark.parametrize(("group", "method", "operation"), METHODS)
def test_every_call_is_documented(group: str, method: str, operation: str) -> None:
    """Each of its arguments, and the refusal that the contract shows for it."""
    client = Client("http://127.0.0.1:1")
    (calls,) = (one for one in vars(client).values() if type(one).__name__ == group)
    text = inspect.getdoc(getattr(calls, method)) or ""
    for name in inspect.signature(getattr(calls, method)).parameters:
        assert f"\n    {name}: " in text, name
    code = refusal_of(operation)
    assert code is None or f"{class_of(code)}: " in text or f"`{class_of(code)}`" in ANY


def refusal_of(operation: str) -> str | None:
    """The code of the refusal that is the operation's example."""
    operations = (one for path in spec()["paths"].values() for one in path.values())
    found = next(one for one in operations if one["operationId"] == operation)
    shown = (
        one.get("content", {}).get("application/problem+json")
        for one in found["responses"].values()
    )
    return next((one["example"]["code"] for one in shown if one and "example" in one), None)


def test_no_operation_is_forgotten() -> None:
    """Every operation of the contract has its call."""
    assert read_contract().operations.keys() == {operation for _, _, operation in METHODS}


def test_words_are_read_as_members_and_written_as_text() -> None:
    """Programs may write a word as text; what is read of it is a member, also an unknown one."""
    policy = AcceptPolicy(mode="accept", accept_from="listed", allowed=("b1",))
    assert policy.mode is AcceptMode.ACCEPT
    later = AcceptPolicy.model_validate({"mode": "sometimes"})
    assert isinstance(later.mode, AcceptMode)
    assert not later.mode.is_known
    assert policy.model_dump(mode="json", by_alias=True)["mode"] == "accept"


def test_what_an_older_service_leaves_out() -> None:
    """What may be null or a list can be missing."""
    assert Heartbeat.model_validate({"nowMs": 7}).clocks == ()


def test_times_tell_their_unit() -> None:
    """Every field of milliseconds says so."""
    text = Path(inspect.getfile(models)).read_text("utf-8").splitlines()
    times = [n for n, line in enumerate(text) if line.strip().partition(":")[0].endswith("_ms")]
    assert len(times) > 60
    for number in times:
        assert "milliseconds" in " ".join(text[number + 1 : number + 4]), text[number]


def test_every_word_is_an_open_one() -> None:
    """No enumeration is closed, and a clock of an unknown kind is read as such."""
    found = [kind for kind in vars(enums).values() if isinstance(kind, EnumMeta) and len(kind)]
    for kind in found:
        assert str(kind("next_year")) == "next_year"
    clock = models.MatchTerms.model_validate(
        {"game": "imhotep", "options": {}, "timeControl": {"kind": "sand", "sandMs": 3}}
    ).time_control
    assert isinstance(clock, UnknownTimeControl)
    assert isinstance(Fischer(base_ms=1), Fischer)
