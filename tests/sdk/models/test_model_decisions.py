"""Single decisions of a model: prompts, answers, retries within the clock, and errors."""

from __future__ import annotations

import socket
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from saqqara_engine.games import find_game
from saqqara_sdk import Clock, Event, MatchInfo, Turn
from saqqara_sdk.models import (
    ClockShort,
    Endpoint,
    EndpointRefusal,
    ModelBot,
    ModelFault,
    NoLegalAnswer,
    Outcome,
    UnusableSetting,
    endpoint,
)
from saqqara_sdk.models.replies import Reply, judged, named_action
from tests.sdk.models.scripted_endpoint import ScriptedEndpoint, serving
from tests.sdk.turns import SEED, offline, turn_of

URL = "http://127.0.0.1:1"
MATCH = MatchInfo("m1", "imhotep", 0, 3)
RULES = find_game("imhotep")


def started(source: Endpoint, **fields: Any) -> ModelBot:
    bot: ModelBot = type("Scribe", (ModelBot,), {"endpoint": source, **fields})()
    bot.match_started(MATCH)
    return bot


def with_clock(left_ms: int) -> Turn:
    state = RULES.new_game(RULES.parse_options({"players": 3}), SEED)
    return turn_of(RULES, state, 0, Clock((left_ms, 9_000, 9_000), left_ms))


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("ACTION: sail 2 temple", "sail 2 temple"),
        ("**ACTION:** `Sail 2  Temple`.", "sail 2 temple"),
        ("action : get\n\nDone.", "get"),
        ("ACTION: get\nACTION: sail 1 temple", "sail 1 temple"),
        ("- Action: “get”", "“get”"),
        ("ACTION: <get>", "get"),
        ("ACTION:", ""),
        ("My action: get", None),
        ("ACTION get", None),
        ("", None),
    ],
)
def test_the_named_action(answer: str, named: str | None) -> None:
    """The last line that begins with `ACTION:` counts, without Markdown and capitals."""
    assert named_action(answer) == named


def test_near_misses_are_explained() -> None:
    """A wrong word is answered with those that may stand in its place."""
    turn = offline(0)
    verdict = judged(Reply(answer="ACTION: place 4.4"), turn)
    assert verdict.outcome is Outcome.ILLEGAL
    assert verdict.why.startswith("`4.4` is not allowed after `place` now. Allowed: 1.1, ")
    other = judged(Reply(answer="ACTION: sail 1 temple"), turn)
    assert other.why.startswith("No action `sail` is legal now. Legal: ")
    huge = judged(Reply(answer=f"ACTION: {'a' * 5_000}"), turn)
    assert len(huge.why) < 500


async def test_retry_after() -> None:
    """The bot waits as long as it is asked to, and then asks again."""
    script = ["patience", "legal"]
    with serving(lambda number: script[number]) as scripted:
        bot = started(scripted.endpoint())
        began = monotonic()
        action = await bot.choose(offline(0))
    assert monotonic() - began >= 1
    assert str(action) == scripted.named[0]
    assert bot.decision.outcomes[Outcome.TRANSPORT] == 1


def test_retry_after_as_a_date() -> None:
    """Both forms of the header are read, and nonsense is ignored."""
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    assert 85 < endpoint._pause_s(later) <= 90
    assert [endpoint._pause_s(text) for text in ("7", "", "soon", "-3", "nan")] == [7, 0, 0, 0, 0]
    assert endpoint._pause_s(f"Mon, 01 Jan 2024 00:00:00 +{'9' * 20}") == 0


@pytest.mark.parametrize("usage", ["{}", "null", '{"prompt_tokens": null, "completion_tokens": 3}'])
def test_a_reply_without_counts(usage: str) -> None:
    """It is an answer all the same; tokens that are not counted are none."""
    text = f'{{"choices": [{{"message": {{"content": "ACTION: get"}}}}], "usage": {usage}}}'
    reply = endpoint._read(text.encode())
    assert (reply.answer, reply.prompt_tokens) == ("ACTION: get", 0)


async def test_a_source_that_breaks() -> None:
    """Whatever goes wrong is no decision: any other error would have an action made up."""
    bot = started(Endpoint(URL, "m"))
    bot._source = None  # type: ignore[assignment]
    with pytest.raises(ModelFault, match="It cannot be asked: AttributeError"):
        await bot.choose(offline(0))


@pytest.mark.parametrize("mischief", ["for an hour", "slow", "dripping", "down"])
async def test_the_clock_is_kept(mischief: str) -> None:
    """Slow answers, dripping headers and long pauses end in time, with an error that says so."""
    with serving(lambda _number: mischief) as scripted:
        scripted.pause_s = 20
        bot = started(scripted.endpoint())
        began = monotonic()
        with pytest.raises(ClockShort, match="No time is left for another request"):
            await bot.choose(with_clock(1_000))
        assert monotonic() - began < 1
    assert bot.total.undecided == 1
    assert bot.total.outcomes[Outcome.TRANSPORT] >= 1


async def test_a_slow_answer_is_asked_for_again() -> None:
    """A request has its own limit within that of the decision."""
    with serving(lambda number: "slow" if number == 0 else "legal") as scripted:
        scripted.pause_s = 20
        bot = started(scripted.endpoint(timeout_s=0.2))
        assert str(await bot.choose(with_clock(60_000))) == scripted.named[-1]


async def test_nobody_listens(caplog: pytest.LogCaptureFixture) -> None:
    """A refused connection is a transport fault, and each retry is logged."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bot = started(ScriptedEndpoint(port=port).endpoint(), decision_s=0.5)
    with pytest.raises(ClockShort):
        await bot.choose(offline(0))
    assert "The connection failed: ConnectError" in caplog.text
    assert "Retrying in" in caplog.text


async def test_a_wrong_key_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error shows the endpoint's words without the key."""
    monkeypatch.setenv("KEY", "sk-0123456789abcdef\n")
    with serving(lambda _number: "forbidden") as scripted:
        bot = started(scripted.endpoint(key_variable="KEY"))
        with pytest.raises(EndpointRefusal) as refusal:
            await bot.choose(offline(0))
    assert str(refusal.value).endswith("It answered 401: wrong key: Bearer ***")
    assert len(scripted.requests) == 1


async def test_rethinking() -> None:
    """The next prompt quotes the answer as data and says what was wrong."""
    script = ["unparsable", "truncated", "filtered"]
    with serving(lambda number: script[number]) as scripted:
        bot = started(scripted.endpoint())
        with pytest.raises(NoLegalAnswer, match="None of 3 answers names a legal action"):
            await bot.choose(offline(0))
    first, second, third = scripted.prompts
    assert second.removeprefix(first).startswith('\nYour previous answer ended with "I choose ')
    assert "Your answer has no `ACTION:` line. End your answer with a line" in second
    assert "Your answer was cut off at its maximum length. Answer more briefly." in third


@pytest.mark.parametrize(
    ("source", "key", "said"),
    [
        (Endpoint("127.0.0.1:8080", "m"), "", "must begin with http:// or https://"),
        (Endpoint("http://[::1", "m"), "", "address"),
        (Endpoint(URL, "m", "NO_KEY"), "", "The environment variable NO_KEY has no API key"),
        (Endpoint(URL, "m", "KEY"), "sk-\x07", "The environment variable KEY has no API key"),
    ],
)
def test_an_unusable_endpoint(
    source: Endpoint, key: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start of a match names the fault, never the key."""
    monkeypatch.setenv("KEY", key)
    with pytest.raises(UnusableSetting, match=said) as fault:
        started(source)
    assert not key or key not in str(fault.value)


def test_a_bot_without_an_endpoint() -> None:
    """The class attribute is named."""
    with pytest.raises(UnusableSetting, match=r"ModelBot has no model\. Set its class attribute"):
        ModelBot().match_started(MATCH)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$game $seat $position $hand", r"has no text for \$hand\. Its gaps: \$game, \$seat"),
        ("$game $seat", r"lacks the gap \$position\."),
        ("$game $seat $position for $5", "has a `\\$` without a name. Write `\\$\\$`"),
        (None, "cannot be read"),
    ],
)
def test_an_unusable_prompt(text: str | None, said: str, tmp_path: Path) -> None:
    """The start of a match names the gap."""
    path = tmp_path / "prompt.txt"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UnusableSetting, match=said):
        started(Endpoint("http://127.0.0.1:1", "m"), prompt=path)


async def test_an_own_prompt(tmp_path: Path) -> None:
    """Its gaps are filled once: a text with the name of a gap stays as it is."""
    path = tmp_path / "prompt.txt"
    path.write_text("$$5 on $game, seat $seat: $position\n$events\nwith its meaning:\n$actions\n\n")
    with serving() as scripted:
        bot = started(scripted.endpoint(), prompt=path)
        bot.observe(Event("m1", 2, "aborted $position"))
        turn = offline(0)
        await bot.choose(turn)
    (prompt,) = scripted.prompts
    assert prompt.startswith(f"$5 on {turn.rules.title}, seat 0: {turn.rules.draw(turn.view)}\n")
    assert "aborted $position" in prompt


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    """The start of a match names the file."""
    (tmp_path / "log").write_text("")
    with pytest.raises(UnusableSetting, match=r"The log .*m1-0\.jsonl cannot be written"):
        started(Endpoint("http://127.0.0.1:1", "m"), log=tmp_path / "log")
