"""A bot that hangs twice forfeits the rest of a run, whoever plays its blocks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from saqqara_sdk.arena.blocks import BlockTerms, one_field
from saqqara_sdk.arena.entrants import Home
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.match_setting import OnFault
from saqqara_sdk.cli.block_runs import BlockRun, play_through
from saqqara_sdk.lines.limits import Limits
from tests.sdk.lines import faulty_bot

BLOCKS = 3
ANSWER_S = 2.0
"""Long for its rival on a busy machine, which answers at once."""


def ran(*, jobs: int, resume: Path | None = None, blocks: int = BLOCKS, hangs: int = 2) -> BlockRun:
    """A run of a bot that hangs at its second turn against one that never does."""
    plan = JobPlan(
        game="duel",
        options={"players": 2},
        time_control="untimed",
        on_fault=OnFault.AUTOPLAY,
        bots=(f"{sys.executable} {faulty_bot.__file__} hang turn", "random"),
        programs=("", ""),
        labels=("faulty", "random"),
        terms=BlockTerms(5, one_field(2)),
        home=Home.PROCESS,
        limits=Limits(answer_s=ANSWER_S, hangs=hangs),
    )
    return play_through(plan, blocks, jobs, resume, watch=lambda _blocks: "")


def reasons(run: BlockRun) -> list[tuple[str, str, int, tuple[int, ...]]]:
    """The fault of each match, and how the match came out."""
    assert run.failure is None
    return [
        (played.match_id, fault.why, fault.ply, tuple(seat.place for seat in played.seats))
        for block in run.blocks
        for played in block
        for fault in played.faults
    ]


def test_the_rest_of_a_run_is_forfeited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It waits twice; the others are lost from the first ply, whatever jobs or resuming."""
    alone = ran(jobs=1)
    found = reasons(alone)
    assert [why.startswith("it did not answer within 2 s") for _, why, _, _ in found] == [
        True,
        True,
        *[False] * 4,
    ]
    assert "it hung before" in found[-1][1]
    assert "--hangs 0" in found[-1][1]
    assert {ply for _, _, ply, _ in found[2:]} == {1}
    assert all(
        seat.place == (2 if seat.bot == "faulty" else 1)
        for block in alone.blocks
        for one in block
        for seat in one.seats
    )
    assert capsys.readouterr().err.count("faulty hung and forfeits the rest") == 1
    assert reasons(ran(jobs=2)) == found
    begun = ran(jobs=1, resume=tmp_path / "run.jsonl", blocks=1)
    assert reasons(begun) == found[:2]
    assert reasons(ran(jobs=1, resume=tmp_path / "run.jsonl")) == found


def test_it_may_be_let_play_on() -> None:
    """With no bound it is waited for each time."""
    found = reasons(ran(jobs=2, blocks=2, hangs=0))
    assert [why for _, why, _, _ in found] == ["it did not answer within 2 s"] * 4
