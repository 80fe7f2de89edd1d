"""Whole matches of bots whose decisions a model takes, behind an endpoint that makes mischief."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from saqqara_contest.time_controls import Fischer, PerMove
from saqqara_engine.game import EPOCH
from saqqara_engine.games import find_game
from saqqara_sdk.arena import Played
from saqqara_sdk.bots.bot import take_note
from saqqara_sdk.bots.notes import NoteReader
from saqqara_sdk.models import Outcome, Replay, Usage
from saqqara_sdk.models.prompts import PROMPT, Prompt
from saqqara_sdk.models.replies import Reply
from tests.sdk.models.model_matches import bot_of, moves, no_ghosts, played
from tests.sdk.models.scripted_endpoint import (
    COMPLETION_TOKENS,
    EVERY,
    PROMPT_TOKENS,
    serving,
)

GAMES = ("imhotep", "duel")
MISCHIEF = tuple(EVERY)
CLOCK = Fischer(600_000, 1_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_sound_endpoint(game: str) -> None:
    """The model decides everything, and its prompt has all that a decision needs."""
    with serving() as scripted:
        bot = bot_of(scripted.endpoint(prompt_price=3.0, completion_price=15.0))
        match = played(bot, game)
    (usage,) = bot.usages
    no_ghosts(match, scripted, usage)
    assert scripted.outcomes().keys() == {Outcome.LEGAL}
    price = (PROMPT_TOKENS * 3 + COMPLETION_TOKENS * 15) / 1_000_000
    assert usage.cost == pytest.approx(usage.decisions * price)
    assert 0 < usage.seconds < 60
    prompt = scripted.prompts[-1]
    assert f"the board game {find_game(game).title}. You have seat 0" in prompt
    assert f"seat 0: {scripted.named[-2]}" in prompt
    assert "there is no clock" in prompt


def test_each_action_has_a_note(tmp_path: Path) -> None:
    """The model, its tokens, the prompt, the epoch and its words; a replay notes the same."""
    with serving() as scripted:
        match = played(bot_of(scripted.endpoint(), tmp_path))
        model = scripted.endpoint().model
    notes = [note for note in match.record.notes if note]
    assert len(notes) == len(scripted.named)
    for note, action in zip(notes, scripted.named, strict=True):
        assert (note.model, note.epoch) == (model, EPOCH)
        assert (note.tokens_in, note.tokens_out) == (PROMPT_TOKENS, COMPLETION_TOKENS)
        assert note.prompt == Prompt.read(PROMPT).version
        assert note.words is not None
        assert action in note.words
    assert played(bot_of(Replay(tmp_path))).record.notes == match.record.notes


@pytest.mark.parametrize("answer", ["\x1b[2J\u202e\r\t", "𓂀" * 9_000, '"\n' * 9_000, "x" * 100_000])
def test_any_reply_fits_into_a_note(answer: str) -> None:
    """The end of it, without what a note cannot have."""
    bot = bot_of(Replay(Path()))()
    bot._prompt, bot.decision = Prompt.read(PROMPT), Usage()
    bot._note(Reply(answer=answer + "\nACTION: get"))
    note = NoteReader().take("m", take_note(bot))
    assert note is not None
    assert (note.words or "").endswith("\nACTION: get")


@pytest.mark.parametrize("game", GAMES)
def test_every_mischief(game: str) -> None:
    """A match goes on through all of it; what the model did not decide is the policy's."""
    with serving(lambda number: MISCHIEF[number * 5 % len(MISCHIEF)]) as scripted:
        bot = bot_of(scripted.endpoint())
        match = played(bot, game)
    (usage,) = bot.usages
    no_ghosts(match, scripted, usage)
    assert all(usage.outcomes.values())
    assert usage.decisions > 20
    assert all("NoLegalAnswer" in fault.why for fault in match.faults)


def test_no_usable_answer() -> None:
    """After the rethinks the policy decides, in every decision."""
    with serving(lambda _number: "near") as scripted:
        bot = bot_of(scripted.endpoint(), rethinks=1)
        match = played(bot)
    (usage,) = bot.usages
    no_ghosts(match, scripted, usage)
    assert usage.undecided == usage.decisions
    assert usage.outcomes[Outcome.ILLEGAL] == 2 * usage.decisions
    assert "None of 2 answers names a legal action: '" in match.faults[0].why
    first, second = scripted.prompts[:2]
    assert second.startswith(first)
    assert " now' is not valid notation." in second.removeprefix(first)


def test_a_clock() -> None:
    """A dead endpoint loses no match on time: the policy decides before the clock is empty."""
    with serving(lambda _number: "down") as scripted:
        bot = bot_of(scripted.endpoint(), decision_s=0.02)
        match = played(bot, control=Fischer(10_000, 0))
    (usage,) = bot.usages
    assert moves(match) == scripted.named == []
    assert usage.undecided == usage.decisions == len(moves(match, auto=True))
    assert usage.outcomes[Outcome.TRANSPORT] == sum(usage.outcomes.values()) >= usage.decisions
    assert match.seats[0].kept_time
    assert all("ClockShort" in fault.why for fault in match.faults)
    assert "seat 0 has 10 s left, seat 1 has 10 s left" in scripted.prompts[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_replay(game: str, tmp_path: Path) -> None:
    """The log plays the same match again, undecided decisions too, with nobody to ask."""
    with serving(lambda number: MISCHIEF[number * 5 % len(MISCHIEF)]) as scripted:
        bot = bot_of(scripted.endpoint(), tmp_path)
        first = played(bot, game, control=CLOCK)
    again = bot_of(Replay(tmp_path))
    second = played(again, game, control=CLOCK)
    assert rows(second) == rows(first)
    assert moves(second, auto=True)
    (was,), (now,) = bot.usages, again.usages
    assert (now.outcomes, now.undecided) == (was.outcomes, was.undecided)
    assert now.prompt_tokens == was.prompt_tokens
    assert rows(played(bot_of(Replay(tmp_path / "m1-0.jsonl")), game)) == rows(first)


def rows(match: Played) -> list[tuple[int, str, bool]]:
    assert match.transcript is not None
    return [(row.seat, str(row.action), row.auto) for row in match.transcript.rows]


def test_each_move_has_its_time() -> None:
    """With a clock for each move the model is asked for every decision."""
    with serving() as scripted:
        match = played(bot_of(scripted.endpoint()), control=PerMove(60_000))
    assert moves(match) == scripted.named
    assert not moves(match, auto=True)


def test_a_replay_of_the_last_run(tmp_path: Path) -> None:
    """An interrupted run of the same match stands before it in the log."""
    with serving(lambda number: "legal" if number else "unparsable") as scripted:
        played(bot_of(scripted.endpoint(), tmp_path))
    (log,) = tmp_path.iterdir()
    begun = log.read_text().splitlines()[:6]
    log.unlink()
    with serving() as scripted:
        last = played(bot_of(scripted.endpoint(), tmp_path))
    log.write_text("\n".join([*begun, log.read_text()]))
    assert rows(played(bot_of(Replay(log)))) == rows(last)


def test_a_replay_of_another_match(tmp_path: Path) -> None:
    """A log that does not fit names itself, and no action is made up."""
    with serving() as scripted:
        played(bot_of(scripted.endpoint(), tmp_path))
    (log,) = tmp_path.iterdir()
    other = played(bot_of(Replay(log)), match_id="m2")
    assert "ReplayMismatch: " in other.faults[0].why
    assert f"{log} has no reply for this position at version" in other.faults[0].why
    assert moves(other) == []
    absent = played(bot_of(Replay(tmp_path)), match_id="m3")
    assert "m3-0.jsonl is no log of m3" in absent.faults[0].why
    log.write_text("no JSON\n")
    assert "is no log of m1" in played(bot_of(Replay(log))).faults[0].why


def test_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a bounded line for each request and the totals, and never the key."""
    key = "sk-0123456789abcdef"
    monkeypatch.setenv("KEY", key)
    monkeypatch.setenv("SAQQARA_MODEL_LOG", str(tmp_path))
    script = ["long", "forbidden", "truncated"]
    with serving(lambda number: script[number] if number < 3 else "control") as scripted:
        bot = bot_of(scripted.endpoint(key_variable="KEY", parameters={"temperature": 0}))
        match = played(bot, match_id="../m 1")
    assert scripted.headers[0]["Authorization"] == f"Bearer {key}"
    assert scripted.requests[0]["temperature"] == 0
    text = (tmp_path / ".._m_1-0.jsonl").read_text()
    assert key not in text
    assert "Authorization" not in text
    assert not any(key in fault.why + fault.detail for fault in match.faults)
    lines = text.splitlines()
    assert max(map(len, lines)) < 60_000
    start, *entries, last = map(json.loads, lines)
    assert start == {"start": "../m 1"}
    outcomes = Counter(entry["outcome"] for entry in entries if entry["outcome"])
    assert Counter(last["total"]["outcomes"]) == outcomes
    refused, undecided = entries[1:3]
    assert (refused["outcome"], undecided["outcome"]) == ("transport", None)
    assert "EndpointRefusal" in match.faults[0].why
    assert refused["why"].endswith("It answered 401: wrong key: Bearer ***")
    assert len({entry["prompt"] for entry in entries}) == 1
    assert entries[0]["request"] != entries[3]["request"]
    assert entries[0]["promptTokens"] == PROMPT_TOKENS
