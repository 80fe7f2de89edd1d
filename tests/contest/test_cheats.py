"""The report on cheats: what was planted is found, and clean seasons are left in peace."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from saqqara_contest.cheats import exported
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import ALARM, SHARES, Cheat, Searched, Suspicion, corrected
from saqqara_contest.cheats.report import lines, report, to_json
from tests.bench.ratings.cheaters import Planted, season
from tests.bench.ratings.convictions import evidence
from tests.bench.ratings.sceptic import Case

SMALL = Case(bots=10, matches=1200)
TABLES = Case(bots=10, players=4, matches=1600)
PLANTED = {
    Cheat.SOCK_PUPPETS: (Planted(SMALL, puppets=2), {"bot-00", "bot-01", "bot-02"}),
    Cheat.COLLUSION: (Planted(TABLES, partners=True, help=400), {"bot-00", "bot-01"}),
    Cheat.SANDBAGGING: (Planted(SMALL, bags=400), {"bot-00"}),
    Cheat.DODGING: (Planted(SMALL, dodges=True), {"bot-00"}),
    Cheat.STALLING: (Planted(SMALL, stalls=4), {"bot-00"}),
    Cheat.COPIES: (Planted(SMALL, copy=0.03), {"bot-00", "bot-01"}),
    Cheat.VERSION_SPAM: (Planted(SMALL, spam=8), {"bot-00"}),
}


@pytest.mark.parametrize("cheat", Cheat, ids=str)
def test_what_was_planted_is_found(cheat: Cheat) -> None:
    """With the bots that did it, matches to see it in, and nobody else."""
    plan, guilty = PLANTED[cheat]
    found = report(evidence(season(plan, 1, answers=cheat is Cheat.COPIES)))
    assert found.alarms
    assert {one.suspicion.cheat for one in found.alarms} == {cheat}
    assert {*found.alarms[0].suspicion.bots} == guilty
    assert {*found.alarms[0].suspicion.to_annul} <= guilty
    assert all(one.p_corrected < ALARM for one in found.alarms)


@pytest.mark.parametrize("case", [SMALL, TABLES, Case(bots=6, matches=240, ties=0.5)], ids=str)
def test_a_clean_season_is_left_in_peace(case: Case) -> None:
    """Every kind was tested that the season tells of, and nothing was found."""
    found = report(evidence(season(Planted(case, careless=0.05), 2)))
    assert not found.alarms
    tested = {cheat for cheat, tests in found.tests.items() if tests}
    assert tested >= {*Cheat} - {Cheat.COLLUSION}
    assert (Cheat.COLLUSION in tested) is (case.players > 2)
    assert "Nothing was found" in "\n".join(lines(found, "l1"))


def test_puppets_are_to_be_annulled_and_not_whom_they_lost_to() -> None:
    """A ruling leaves the bot in that may not have known; its gain is gone with the matches."""
    plan, _ = PLANTED[Cheat.SOCK_PUPPETS]
    (alarm,) = report(evidence(season(plan, 1, answers=False))).alarms
    assert {*alarm.suspicion.to_annul} == {"bot-01", "bot-02"}
    text = "\n".join(lines(report(evidence(season(plan, 1, answers=False))), "l1"))
    assert 'saqqara ladder annul l1 "sock_puppets" --bot bot-01' in text
    assert "bot-00 won" in text


def test_puppets_that_throw_every_second_match_are_found() -> None:
    """Most of them: in the rest of their matches they play as well as they can."""
    plan = Planted(TABLES, puppets=3, throws=0.5)
    (alarm,) = report(evidence(season(plan, 1, answers=False))).alarms
    assert alarm.suspicion.cheat is Cheat.SOCK_PUPPETS
    assert {*alarm.suspicion.to_annul} == {"bot-01", "bot-02"}
    assert alarm.suspicion.bots[-1] == "bot-00"


def test_nobody_throws_matches_to_a_puppet() -> None:
    """It is stronger than its results, so it seems to win too often where it plays honestly."""
    four = Case(players=4)
    (alarm,) = report(evidence(season(Planted(four, puppets=3), 5, answers=False))).alarms
    assert alarm.suspicion.bots == ("bot-02", "bot-01", "bot-00")


def test_victims_of_partners_are_no_puppets() -> None:
    """They lose to both partners far more often than strengths predict, but not on purpose."""
    plan, _ = PLANTED[Cheat.COLLUSION]
    found = report(evidence(season(plan, 4, answers=False)))
    assert {one.suspicion.cheat for one in found.alarms} == {Cheat.COLLUSION}


def test_nobody_is_to_be_annulled_for_having_been_weaker_at_first() -> None:
    """An author who improves a program leaves the same results as one who held it back."""
    plan, _ = PLANTED[Cheat.SANDBAGGING]
    found = report(evidence(season(plan, 1, answers=False)))
    (alarm,) = found.alarms
    assert alarm.suspicion.to_annul == ()
    document = json.loads(json.dumps(to_json(found)))
    assert [one["annul"] for one in document["findings"] if one["isAlarm"]] == [[]]
    text = "\n".join(lines(found, "l1"))
    assert "results cannot show whether it held back or its author improved it" in text
    assert "no ruling is proposed" in text
    assert "saqqara ladder annul" not in text


def test_the_same_evidence_has_the_same_report() -> None:
    """Simulated chances come from a seed of their own."""
    of = evidence(season(PLANTED[Cheat.SOCK_PUPPETS][0], 1, answers=False))
    assert to_json(report(of)) == to_json(report(of))


def test_a_p_value_is_multiplied_by_all_that_was_tested() -> None:
    """One of a hundred tests may look like one chance in a hundred without an alarm."""
    one = Suspicion(Cheat.STALLING, ("a",), 1, 0.00005, 3.0, "a thought long")
    (few,) = corrected([Searched(Cheat.STALLING, 2, [one])])
    (many,) = corrected([Searched(Cheat.STALLING, 100, [one])])
    assert few.is_alarm
    assert not many.is_alarm
    assert sum(SHARES.values()) == pytest.approx(1.0)
    assert SHARES.keys() == {*Cheat}


def test_a_season_that_tells_nothing_has_no_findings() -> None:
    """Without a match, and with a single one."""
    assert report(Evidence(())).findings == ()
    whole = evidence(season(Planted(Case(bots=2, matches=4)), 1))
    assert not report(replace(whole, played=whole.played[:1], answers=())).alarms


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "results.jsonl cannot be read"),
        ("{", "line 1: not valid JSON"),
        ("[]", "line 1: not a JSON object"),
        ("{}", "line 1: not a result"),
        (json.dumps({"rated": True, "annulledBy": None, "seats": 3}), "line 1: not a result"),
    ],
)
def test_a_folder_that_is_no_export_is_refused(tmp_path: Path, text: str | None, says: str) -> None:
    """With the file, the line and what to do."""
    if text is not None:
        (tmp_path / "results.jsonl").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(exported.ExportError, match=says):
        exported.evidence(tmp_path)
