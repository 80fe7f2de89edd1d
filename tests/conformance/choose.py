"""Chooses the games of the suites and writes their archives: `make conformance`.

Games are played at random and with a will, and looked for where they seldom go. Of all these as few
are chosen as show everything that any of them shows: lines of the rules by the line before, kinds
of action and question, rulings, rare cases, and every value of every option.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

from saqqara_engine.game import Options
from saqqara_engine.games import GAMES, find_game
from saqqara_engine.records import record
from saqqara_engine.records.record import Record
from saqqara_sdk.conformance.suite import Case, positions_of, suite_name, write
from tests.conformance.hunts import HUNTS, Hunt
from tests.conformance.playouts import play, play_on, recorded, watched
from tests.conformance.policies import DUEL_WILLS, POLICIES, WILLS
from tests.engine.covering_array import rows, settings_of

FOLDER: Final = Path(__file__).parents[2] / "engine" / "conformance"
ALL_POLICIES: Final = {**POLICIES, **WILLS, **DUEL_WILLS}
TRIES: Final = 3_000
"""How many games a hunt may take; those here take less than a third of that."""

AT_ONCE: Final = 2
PLAIN_COST: Final = 40
"""What a game costs besides its plies, when few are chosen."""

PREFIX: Final = "case "
FEATURES_SHOWN: Final = 6
"""How many cases a game is said to show."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game that may be chosen, with all that it shows."""

    text: str
    """Its record as JSON, which can be sent between processes."""
    features: frozenset[str]

    @property
    def record(self) -> Record:
        """The game."""
        return record.read(self.text)

    @property
    def cost(self) -> int:
        """What it adds to the archive, roughly."""
        return self.text.count('"action"') + PLAIN_COST


def candidate(
    game_name: str, options: Options, recording: Record, extra: Iterable[str]
) -> Candidate:
    """A game with everything that it shows."""
    game = find_game(game_name)
    played = watched(game, options, recording)
    settings = settings_of(game, options)
    features = {f"{PREFIX}{case}" for case in (*played.cases, *extra)}
    features |= {f"option {name}={value}" for name, value in settings.items()}
    features |= {
        f"{name}={value}, {options.players} players"
        for name, value in settings.items()
        if name.startswith("sides")
    }
    features |= {f"arc {arc}" for arc in played.arcs}
    return Candidate(json.dumps(record.to_json(recording)), frozenset(features))


def at_random(game_name: str, number: int, policy: str) -> list[Candidate]:
    """A game of a row of options, and what else can become of it."""
    game, options = find_game(game_name), rows(game_name)[number]
    name = f"suite/{game_name}/{number}/{policy}"
    recording = play(game, options, ALL_POLICIES[policy], name)
    found = [candidate(game_name, options, recording, [f"row {number}"])]
    if policy == "mixed":
        forked = play_on(game, options, recording, ALL_POLICIES[policy], f"{name}/fork")
        found.append(candidate(game_name, options, forked, _fork_words(forked)))
    return found


def _fork_words(recording: Record) -> Iterator[str]:
    yield f"resampled for {'the public' if recording.resamplings[0].seat is None else 'a seat'}"
    yield from (
        f"resampled: {one.what.split(' of seat')[0]}" for one in recording.chance if one.round
    )


def endings(game_name: str) -> list[Candidate]:
    """Games that ended in other ways than by their last ply."""
    game, found = find_game(game_name), []
    for number, (ending, gone) in enumerate(ENDINGS):
        options = rows(game_name)[number]
        recording = play(game, options, ALL_POLICIES["mixed"], f"suite/{game_name}/{ending}/{gone}")
        seats = range(options.players)
        others = tuple(seats[1:]) if gone.startswith("all but one") else tuple(seats[:1])
        plies = (
            recording.plies if ending == "played" else recording.plies[: len(recording.plies) // 2]
        )
        if ending == "aborted":
            plies = ()
        seed = bytes.fromhex(recording.seed or "")
        flagged = others if "flagged" in gone else ()
        resigned = others if "resigned" in gone else ()
        closed = recorded(
            game, options, seed, list(plies), flagged=flagged, resigned=resigned, ending=ending
        )
        found.append(candidate(game_name, options, closed, [f"the match ended: {ending}, {gone}"]))
    return found


ENDINGS: Final = (
    ("played", "one seat was flagged"),
    ("flag", "all but one were flagged"),
    ("resigned", "all but one had resigned"),
    ("voided", "by an operator"),
    ("aborted", "before the first action"),
)
"""How a match ended, and who was flagged or had resigned."""


def hunted(hunt: Hunt) -> Candidate | None:
    """The first game that shows what is hunted, if there is one soon enough."""
    game = find_game(hunt.game)
    options = game.parse_options(hunt.asked)
    for number in range(TRIES):
        name = f"hunt/{hunt.case}/{number}"
        recording = play(game, options, ALL_POLICIES[hunt.policy], name)
        if hunt.case in watched(game, options, recording, lines=False).cases:
            return candidate(hunt.game, options, recording, ())
    return None


def chosen(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Few games that together show everything: always the one that shows most new for its cost."""
    missing = set().union(*(one.features for one in candidates))
    left, found = list(candidates), []
    while missing:
        best = max(left, key=lambda one: len(one.features & missing) / one.cost)
        found.append(best)
        left.remove(best)
        missing -= best.features
    return _without_needless(found)


def _without_needless(found: Sequence[Candidate]) -> list[Candidate]:
    """Leaves out games all of whose features others show as well."""
    kept = list(found)
    for one in sorted(found, key=lambda each: len(each.features)):
        others = set().union(*(other.features for other in kept if other is not one))
        if one.features <= others:
            kept.remove(one)
    return kept


def shows(one: Candidate, seldom: Mapping[str, int]) -> tuple[str, ...]:
    """What a game is there for: its cases, the rarest first; kinds of action are in all of them."""
    cases = [feature.removeprefix(PREFIX) for feature in one.features if PREFIX in feature]
    telling = [case for case in cases if case.split()[0] not in {"row", "legal", "action"}]
    rare = sorted(telling or cases, key=lambda case: (seldom[PREFIX + case], case))
    return tuple(rare[:FEATURES_SHOWN])


def main() -> None:
    """Plays, chooses, writes."""
    console = Console(stderr=True)
    tasks = [
        (name, number, policy)
        for name in GAMES
        for number in range(len(rows(name)))
        for policy in (*POLICIES, *(WILLS if name == "imhotep" else ()))
    ]
    with ProcessPoolExecutor(AT_ONCE) as pool:
        hunts = [(hunt, pool.submit(hunted, hunt)) for hunt in HUNTS]
        others = [(name, pool.submit(endings, name)) for name in GAMES]
        games = [(task[0], pool.submit(at_random, *task)) for task in tasks]
        found: dict[str, list[Candidate]] = {name: [] for name in GAMES}
        for name, future in track([*others, *games], "playing", console=console):
            found[name] += future.result()
        for hunt, one in hunts:
            if (game := one.result()) is None:
                raise SystemExit(
                    f"No game shows this: {hunt.case}. Look elsewhere, or for more games."
                )
            found[hunt.game].append(game)
    FOLDER.mkdir(exist_ok=True)
    for name, candidates in found.items():
        save(name, candidates, console)


def save(name: str, candidates: Sequence[Candidate], console: Console) -> None:
    """Writes the suite of a game."""
    picked = chosen(candidates)
    seldom: dict[str, int] = {}
    for one in candidates:
        for feature in one.features:
            seldom[feature] = seldom.get(feature, 0) + 1
    picked.sort(key=lambda one: (one.cost, one.text))
    cases = []
    for number, one in enumerate(picked, start=1):
        recording = one.record
        cases.append(
            Case(f"{number:03}", shows(one, seldom), recording, tuple(positions_of(recording)))
        )
    title = suite_name(GAMES[name])
    file = FOLDER / f"{title}.tar.xz"
    write(title, cases, file)
    plies = sum(len(case.record.plies) for case in cases)
    size = file.stat().st_size
    console.print(f"{title}: {len(cases)} of {len(candidates)} games, {plies} plies, {size} bytes")


if __name__ == "__main__":
    main()
