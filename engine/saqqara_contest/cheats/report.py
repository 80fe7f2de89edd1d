"""The cheating report: every test on a season's evidence, and the significant findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from saqqara_contest.cheats import collusion, conduct, copies, puppets, season
from saqqara_contest.cheats.evidence import Evidence
from saqqara_contest.cheats.findings import ALARM, Cheat, CheatFinding, Searched, corrected
from saqqara_contest.cheats.season import VersionFit
from saqqara_engine.game import Json

_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class CheatReport:
    """The tests made, and the findings, the most significant first."""

    matches: int
    tests: dict[Cheat, int]
    """The number of tests of each kind; 0 if the season has too little data."""
    findings: tuple[CheatFinding, ...]

    @property
    def alarms(self) -> list[CheatFinding]:
        """The significant findings."""
        return [one for one in self.findings if one.is_alarm]


def report(evidence: Evidence) -> CheatReport:
    """Run all tests; equal evidence gives equal reports."""
    fit = season.fitted(evidence.played)
    if fit is None:
        return CheatReport(0, dict.fromkeys(Cheat, 0), ())
    partners = collusion.tested(evidence, fit)
    tested = [
        _puppets(evidence, fit, partners),
        partners,
        conduct.sandbagging(fit),
        conduct.dodging(evidence, fit),
        conduct.stalling(evidence),
        copies.tested(evidence),
        conduct.version_spam(evidence),
    ]
    tests = {one.cheat: one.tests for one in tested}
    return CheatReport(len(evidence.played), tests, tuple(corrected(tested)))


def _puppets(evidence: Evidence, fit: VersionFit, partners: Searched) -> Searched:
    """Test for puppets, without the matches that partners in collusion played together.

    Partners worth 400 Elo to each other beat some of ten bots so often that honest ones looked like
    puppets in three of six seasons.
    """
    pairs = [{*one.suspicion.bots} for one in corrected([partners]) if one.is_alarm]
    if not pairs:
        return puppets.tested(evidence, fit)
    left = [one for one in evidence.played if not any(pair <= {*one.bots} for pair in pairs)]
    fit_of_left = season.fitted(left)
    if fit_of_left is None:
        return Searched(Cheat.SOCK_PUPPETS, 0, [])
    return puppets.tested(replace(evidence, played=tuple(left)), fit_of_left)


def to_json(found: CheatReport) -> dict[str, Json]:
    """Return the report as JSON, with the tests made and every finding."""
    return {
        "matches": found.matches,
        "alarm": ALARM,
        "tests": {str(cheat): count for cheat, count in found.tests.items()},
        "findings": [
            {
                "cheat": str(one.suspicion.cheat),
                "isAlarm": one.is_alarm,
                "bots": list(one.suspicion.bots),
                "annul": list(one.suspicion.to_annul),
                "p": one.suspicion.p,
                "pCorrected": one.p_corrected,
                "size": one.suspicion.size,
                "text": one.suspicion.text,
                "matches": list(one.suspicion.matches),
            }
            for one in found.findings
        ],
    }


def lines(found: CheatReport, ladder: str) -> Iterator[str]:
    """Yield the report as text: the alarms, with the commands that annul bots."""
    tests = ", ".join(f"{count} of {cheat}" for cheat, count in found.tests.items())
    yield f"{found.matches} matches; tests made: {tests}"
    if not found.alarms:
        yield "Nothing was found that chance would not do"
    for one in found.alarms:
        suspicion = one.suspicion
        yield f"{suspicion.cheat} (p = {one.p_corrected:.1g}, corrected): {suspicion.text}"
        if suspicion.matches:
            more = len(suspicion.matches) - _SHOWN
            shown = ", ".join(suspicion.matches[:_SHOWN]) + (
                f" and {more} more" if more > 0 else ""
            )
            yield f"  matches: {shown}"
        if not suspicion.to_annul:
            yield "  no ruling is proposed: ask the author"
        for bot in suspicion.to_annul:
            yield f'  to rule: saqqara ladder annul {ladder} "{suspicion.cheat}" --bot {bot}'
