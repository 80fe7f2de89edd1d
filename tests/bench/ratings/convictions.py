"""Power and false alarms of the cheating report: `python -m tests.bench.ratings convictions`.

`[RUNS] [CASE…]`, the cases by their first words. A row says in how many seasons the cheat was
found, which findings named somebody innocent, in how many seasons a ruling on somebody innocent was
proposed, and how much a bot with puppets gained in the table before and after the rulings.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from saqqara_contest.cheats.evidence import Answers, CountedMatch, Evidence, Missed
from saqqara_contest.cheats.report import CheatReport, report
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.cheaters import Planted, Season, season
from tests.bench.ratings.sceptic import Case

FOUR = Case(players=4)
LONG = Case(matches=3200)
CASES: Mapping[str, tuple[Planted, str]] = {
    "three puppets, 2 seats": (Planted(puppets=3), "sock_puppets"),
    "three puppets, 2 seats, 3,200 matches": (Planted(LONG, puppets=3), "sock_puppets"),
    "three puppets, 2 seats, 4,000 matches": (
        Planted(Case(matches=4000), puppets=3),
        "sock_puppets",
    ),
    "one puppet, 2 seats, 6,400 matches": (Planted(Case(matches=6400), puppets=1), "sock_puppets"),
    "one puppet, 4 seats": (Planted(FOUR, puppets=1), "sock_puppets"),
    "one puppet, 4 seats, 3,200 matches": (
        Planted(Case(players=4, matches=3200), puppets=1),
        "sock_puppets",
    ),
    "three puppets, 4 seats": (Planted(FOUR, puppets=3), "sock_puppets"),
    "three puppets, 10 bots": (Planted(Case(bots=10, matches=1600), puppets=3), "sock_puppets"),
    **{
        f"throws of {throws:.0%}, {players} seats, {matches:,} matches": (
            Planted(Case(players=players, matches=matches), puppets=3, throws=throws),
            "sock_puppets",
        )
        for players in (2, 4)
        for matches in (1600, 3200)
        for throws in (0.75, 0.5, 0.25)
    },
    "partners worth 150 Elo, 4 seats": (Planted(FOUR, partners=True), "collusion"),
    "partners worth 300 Elo, 4 seats": (Planted(FOUR, partners=True, help=300), "collusion"),
    "partners worth 300 Elo, 3 seats": (
        Planted(Case(players=3, matches=3200), partners=True, help=300),
        "collusion",
    ),
    "sandbagging by 300 Elo, 2 seats": (Planted(bags=300), "sandbagging"),
    "sandbagging by 300 Elo, 4 seats": (Planted(FOUR, bags=300), "sandbagging"),
    "sandbagging by 600 Elo, 2 seats": (Planted(bags=600), "sandbagging"),
    "sandbagging by 200 Elo, 2 seats": (Planted(bags=200), "sandbagging"),
    "sandbagging by 200 Elo, 4 seats": (Planted(FOUR, bags=200), "sandbagging"),
    "dodging the strong, 2 seats, 6,400 matches": (
        Planted(Case(matches=6400), dodges=True),
        "dodging",
    ),
    "dodging the strong, 2 seats": (Planted(dodges=True), "dodging"),
    "dodging the strong, 4 seats": (Planted(FOUR, dodges=True), "dodging"),
    "stalling, 4 times": (Planted(stalls=4), "stalling"),
    "a copy, 3 % by lot": (Planted(copy=0.03), "copies"),
    "a copy, 10 % by lot, libraries": (Planted(copy=0.1, style=0.7), "copies"),
    "a version every 10 matches": (Planted(spam=10), "version_spam"),
    "clean, 2 seats": (Planted(), ""),
    "clean, 3 seats": (Planted(Case(players=3)), ""),
    "clean, 4 seats": (Planted(FOUR), ""),
    "clean, libraries": (Planted(style=0.7), ""),
    "clean, spread 300": (Planted(Case(spread=300)), ""),
    "clean, 4 seats, spread 300": (Planted(Case(players=4, spread=300)), ""),
    "clean, ties 56 %": (Planted(Case(ties=0.7)), ""),
    "clean, 4 seats, ties": (Planted(Case(players=4, ties=0.5)), ""),
    "clean, 6 bots": (Planted(Case(bots=6, matches=480)), ""),
    "clean, 6 bots, 4 seats": (Planted(Case(bots=6, players=4, matches=480)), ""),
    "clean, rivals 100 Elo": (Planted(Case(rings=100)), ""),
    "clean, 4 seats, rivals 100 Elo": (Planted(Case(players=4, rings=100)), ""),
    "progress of 200 Elo by every third bot, 2 seats": (Planted(progress=200), ""),
    "progress of 200 Elo by every third bot, 4 seats": (Planted(FOUR, progress=200), ""),
    "clean, deals 120 Elo": (Planted(Case(block=120)), ""),
    "clean, 4 seats, deals 120 Elo": (Planted(Case(players=4, block=120)), ""),
    "clean, a seat 200 Elo": (Planted(Case(seat=200)), ""),
    "clean, bad networks": (Planted(careless=0.03), ""),
}


def main(runs: int, words: Sequence[str]) -> None:
    """Print a row for each case as it is known."""
    console = Console(width=150)
    for name in (name for name in CASES if not words or name.startswith(tuple(words))):
        plan, wanted = CASES[name]
        guilty = {name_of(bot) for bot in range(_cheats(plan, wanted))}
        found, rulings, false = 0, 0, Counter[str]()
        gains = []
        for run in range(runs):
            played = season(plan, run, answers=plan.copy < 1 or plan.style > 0 or run % 10 == 0)
            verdict = report(evidence(played))
            alarms = [one.suspicion for one in verdict.alarms]
            found += wanted in {str(one.cheat) for one in alarms if {*one.bots} & guilty}
            false.update({str(one.cheat) for one in alarms if not {*one.bots} <= guilty})
            rulings += any(not {*one.to_annul} <= guilty for one in alarms)
            if plan.puppets:
                gains.append(_gains(played, verdict))
        table = Table(
            "case", f"found % of {runs}", "findings of innocents %", "rulings", "gain, Elo"
        )
        table.add_row(
            name,
            share(found, runs) if wanted else "",
            ", ".join(f"{one} {share(many, runs)}" for one, many in false.items()) or "0",
            share(rulings, runs),
            " -> ".join(f"{one:+.0f}" for one in np.mean(gains, axis=0)) if gains else "",
        )
        console.print(table)


def share(count: int, of: int) -> str:
    """Return a share in percent with its standard error."""
    mean = count / of
    return f"{100 * mean:.1f} ± {100 * (mean * (1 - mean) / of) ** 0.5:.1f}"


def _cheats(plan: Planted, wanted: str) -> int:
    """Return the number of bots that cheat, from bot 0 on."""
    return plan.puppets + (plan.partners or plan.copy < 1) + bool(wanted)


def evidence(of: Season) -> Evidence:
    """The season as the report reads it."""
    games = tuple(
        CountedMatch(
            str(number),
            tuple(map(name_of, game.bots)),
            game.versions,
            game.places,
            game.block,
            game.spent,
        )
        for number, game in enumerate(of.played)
    )
    missed = tuple(
        Missed(f"m{number}", tuple(map(name_of, bots)), tuple(map(name_of, away)))
        for number, (bots, away) in enumerate(of.missed)
    )
    answers = tuple(
        Answers(str(number), name_of(bot), tuple(asked.tolist()), tuple(chosen.tolist()))
        for number, game in enumerate(of.played)
        for bot, (asked, chosen) in zip(game.bots, game.answers, strict=False)
    )
    return Evidence(games, missed, answers)


def name_of(bot: int) -> str:
    """What a bot of the simulation is called."""
    return f"bot-{bot:02}"


def _gains(of: Season, verdict: CheatReport) -> tuple[float, float]:
    """How far bot 0 is told above its strength, before and after the ruling on puppets."""
    out = {
        bot
        for one in verdict.alarms
        for bot in one.suspicion.bots[: one.suspicion.convicts]
        if one.suspicion.cheat == "sock_puppets"
    }
    games = evidence(of).played
    left = [one.result for one in games if not out.intersection(one.bots)]
    return _above([one.result for one in games], of), _above(left, of)


def _above(results: Sequence[object], of: Season) -> float:
    """How far bot 0 is told above its strength, beside the honest ones."""
    rows = {row.bot: row.elo for row in season_fit(results).rows}  # type: ignore[arg-type]
    honest = [bot for bot in range(4, len(of.truth)) if f"{name_of(bot)} 1" in rows]
    gain = rows[f"{name_of(0)} 1"] - np.mean([rows[f"{name_of(bot)} 1"] for bot in honest])
    return float(gain - (of.truth[0] - of.truth[honest].mean()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:])
