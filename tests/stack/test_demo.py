"""`saqqara-server demo` when something falls short: it says what, and stops all it started."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from rich.console import Console

from saqqara_bots import demo
from saqqara_bots.demo import DemoFailed, Display
from saqqara_sdk.wire import models as wire
from saqqara_service.models import (
    Fischer,
    Ladder,
    LadderMatch,
    LadderMatchStatus,
    LadderStatus,
    Model,
    PairingKind,
    PairingReason,
    Standing,
)
from tests.stack import process_table

Outcome: TypeAlias = tuple[wire.Ladder, list[wire.LadderMatch], list[wire.Standing]]


def outcome(*numbers: int | None, counted: int = 2) -> Outcome:
    """A ladder of two matches between two bots, whose results have these numbers."""
    ladder = Ladder(
        id="l1",
        account_id="a1",
        name="Two players",
        game="imhotep",
        options={"players": 2},
        time_control=Fischer(base_ms=1000),
        players=2,
        blocks=1,
        concurrency=1,
        status=LadderStatus.FINISHED,
        created_ms=0,
        matches_planned=2,
        matches_started=2,
        matches_settled=2,
        matches_given_up=0,
        matches_dropped=0,
        matches_annulled=0,
        commitment="",
        seed=None,
    )
    matches = [
        LadderMatch(
            id=f"m{at}",
            block=0,
            rotation=at,
            reason="",
            pairing=PairingReason(kind=PairingKind.RATING, bots=[]),
            bots=["b1", "b2"],
            status=LadderMatchStatus.SETTLED,
            result_number=number,
            rated=True,
        )
        for at, number in enumerate(numbers)
    ]
    return (
        wire.Ladder.model_validate(json_of(ladder)),
        [wire.LadderMatch.model_validate(json_of(match)) for match in matches],
        [standing(name, counted) for name in ("b1", "b2")],
    )


def json_of(model: Model) -> dict[str, object]:
    """What the service says of it."""
    return model.model_dump(mode="json", by_alias=True)


def standing(bot: str, matches: int) -> wire.Standing:
    counted = {"matches": matches, "wins": 0, "mean_place": 1, "flags": 0}
    fields = dict.fromkeys(Standing.model_fields) | counted
    strength = {"elo": 1500, "low": 1400, "high": 1600}
    named = {"bot_id": bot, "bot_name": bot, "version": 1, "retired": False}
    found = Standing.model_validate(fields | strength | named)
    return wire.Standing.model_validate(json_of(found))


def test_complete_ladder_is_accepted() -> None:
    """Results 1 to n and standings that hold each match once are complete."""
    demo.demand_counted_once(*outcome(1, 2))
    demo.demand_counted_once(*outcome(2, 1))


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (outcome(1, None), "1 of 2 matches"),
        (outcome(1, 1), "2 of 2 matches"),
        (outcome(1), "1 of 2 matches"),
        (outcome(1, 2, counted=1), "count 2 seats"),
        (outcome(1, 2, counted=3), "count 6 seats"),
    ],
)
def test_missing_or_doubled_matches_are_refused(fault: Outcome, sentence: str) -> None:
    """A match without a result, counted twice or missing in the standings is a failure."""
    with pytest.raises(DemoFailed, match=sentence):
        demo.demand_counted_once(*fault)


def test_lines_where_there_is_no_terminal() -> None:
    """Off a terminal, progress is told in lines, at once when a ladder is done."""
    text = io.StringIO()
    (ladder, _, _), shown = outcome(1, 2), Display(Console(file=text))
    with shown.progress:
        shown.show(ladder.model_copy(update={"matches_settled": 0}), None)
        shown.show(ladder.model_copy(update={"matches_settled": 1}), None)
        shown.show(ladder, standing("greedy", 2))
    lines = text.getvalue().splitlines()
    assert lines == [
        "Two players: 0 of 2 matches, 2 running",
        "Two players: 2 of 2 matches, 0 running, greedy leads",
    ]


def test_bars_on_a_terminal() -> None:
    """On a terminal, each ladder has a bar that moves in place."""
    text = io.StringIO()
    shown = Display(Console(file=text, force_terminal=True, width=100))
    with shown.progress:
        shown.show(outcome(1, 2)[0], standing("greedy", 2))
    assert "2/2" in text.getvalue()
    assert "greedy leads" in text.getvalue()


def interrupt(demo_pid: int) -> None:
    os.kill(demo_pid, signal.SIGINT)


def kill_a_bot(demo_pid: int) -> None:
    bots = [
        row for row in descendants_of(demo_pid) if re.search("bot run (random|greedy)", row.command)
    ]
    os.kill(bots[0].pid, signal.SIGKILL)


def descendants_of(root: int) -> list[process_table.Row]:
    rows, known = process_table.rows(), {root}
    while more := {row.pid for row in rows if row.parent in known} - known:
        known |= more
    return [row for row in rows if row.pid in known - {root}]


@pytest.mark.parametrize(
    ("blow", "sentence"), [(interrupt, "interrupted"), (kill_a_bot, "ended with -9")]
)
def test_what_falls_short_is_said(
    blow: Callable[[int], None], sentence: str, tmp_path: Path
) -> None:
    """Interrupted, or with a bot dead, it ends with 1 and a sentence, and leaves nothing."""
    inherited = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    process = subprocess.Popen(
        [sys.executable, "-m", "saqqara_service.cli", "demo"],
        env=inherited | {"SAQQARA_DATA": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        while "matches" not in process.stdout.readline():
            assert process.poll() is None
        pids = {row.pid for row in descendants_of(process.pid)}
        blow(process.pid)
        _, err = process.communicate(timeout=90)
    assert process.returncode == 1, err
    assert sentence in err
    assert "Traceback" not in err
    assert len(pids) >= 10  # Redis, two API processes, two workers, the client, four bots
    assert not pids & {row.pid for row in process_table.rows()}


def test_commands_are_short_from_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file below the current folder is named from there, any other by its whole path."""
    monkeypatch.chdir(tmp_path)
    assert demo.short(tmp_path / "bin" / "saqqara", "up") == "bin/saqqara up"
    elsewhere = tmp_path.parent / "my data" / "m1.json"
    assert demo.short("show", elsewhere) == f"show '{elsewhere}'"
