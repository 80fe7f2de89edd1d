"""Mutations: one line of the code changed, and the tests nearest to it, which must turn red."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

STORAGE: Final = "service/saqqara_service/storage"
MATCHES: Final = f"{STORAGE}/matches"
SEASON: Final = f"{STORAGE}/ladders/season"
LEASE: Final = f"{STORAGE}/ladders/lease"
SCHEDULE: Final = f"{STORAGE}/ladders/schedule"
CONTEST: Final = "engine/saqqara_contest"
LADDERS: Final = (
    "tests/service/storage/ladders/test_ladder_scripts.py",
    "tests/service/application/ladders/test_ladder_jobs.py",
)
COMMIT: Final = (
    "tests/service/storage/matches/test_commit_script.py",
    "tests/service/application/play/test_outages.py",
)
PAIRING: Final = ("tests/contest/test_pairing.py",)


@dataclass(frozen=True, slots=True)
class Mutant:
    """In a file the first `old` becomes `new`; one of the tests has to notice."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def changed(self, text: str) -> str:
        """The file's text with the mutation."""
        assert self.old in text, self
        return text.replace(self.old, self.new, 1)


MUTANTS: Final = (
    Mutant(
        f"{MATCHES}/heartbeat.lua",
        "GAP_MS, NOTED_MS = 1000",
        "GAP_MS, NOTED_MS = 5000",
        ("tests/service/storage/matches/test_heartbeat_script.py",),
    ),
    Mutant(
        f"{MATCHES}/commit.lua",
        "own = math.max(0, own - credit_outage(match))",
        "credit_outage(match)",
        COMMIT,
    ),
    Mutant(f"{MATCHES}/commit.lua", "if outcome then", "if false then", COMMIT),
    Mutant(f"{MATCHES}/commit.lua", "head(match) ~= expected or ", "", COMMIT),
    Mutant(f"{MATCHES}/commit.lua", "or match.to_act ~= seat then", "then", COMMIT),
    Mutant(f"{MATCHES}/commit.lua", "and ruling ~= 'in_time'", "and false", COMMIT),
    Mutant(f"{MATCHES}/resign.lua", "ask(match, seat, now, match.terms)", "now = now", COMMIT),
    Mutant(
        f"{MATCHES}/flag.lua",
        "math.max(patience, (left + terms.free) * terms.wall)",
        "patience",
        COMMIT,
    ),
    Mutant(f"{MATCHES}/flag.lua", "late <= grace", "late < grace", COMMIT),
    Mutant(f"{MATCHES}/flag.lua", "and not is_spent", "", COMMIT),
    Mutant(f"{MATCHES}/clock.lua", "math.ceil(passed / terms.wall)", "0", COMMIT),
    Mutant(f"{MATCHES}/prelude.lua", "* clock.wall", "", COMMIT),
    Mutant(f"{MATCHES}/clock.lua", "charged > left", "charged >= left", COMMIT),
    Mutant(f"{MATCHES}/clock.lua", "used > terms.bound", "used >= terms.bound", COMMIT),
    Mutant(f"{LEASE}/fence.lua", "~= token", "== ''", LADDERS),
    Mutant(
        f"{SCHEDULE}/drop.lua",
        "not redis.call('ZSCORE', LADDER_QUEUE, match)",
        "false",
        LADDERS,
    ),
    Mutant(
        f"{SEASON}/close.lua",
        "redis.call('HGET', LADDER, 'revision') ~= revision",
        "false",
        LADDERS,
    ),
    Mutant(
        f"{SEASON}/close.lua",
        "redis.call('HGET', LADDER, 'blocks_planned') ~= blocks",
        "false",
        LADDERS,
    ),
    Mutant(f"{SCHEDULE}/settle.lua", "'given_up', -1)", "'given_up', 0)", LADDERS),
    Mutant(
        f"{SCHEDULE}/settle.lua", "redis.call('LLEN', LADDER_RESULTS) ~= version", "false", LADDERS
    ),
    Mutant(f"{SCHEDULE}/settle.lua", "if known and", "if false and", LADDERS),
    Mutant(f"{SCHEDULE}/plan.lua", "~= before", "== ''", LADDERS),
    Mutant(f"{CONTEST}/pairing.py", "met.update(", "Counter().update(", PAIRING),
    Mutant(f"{CONTEST}/pairing.py", "BETA * one.met", "0 * one.met", PAIRING),
    Mutant(f"{CONTEST}/pairing.py", "played.update(", "Counter().update(", PAIRING),
    Mutant(f"{CONTEST}/pairing.py", "one)) in now.apart", "one)) in ()", PAIRING),
)
