"""Events of two seats in FIDE's terms, and their tie-breaks by this project and two strangers.

A row has a cell for each round: the opponent's number and a letter. `w`, `d` and `l` were played
(won, drawn, lost), `v` is a meeting of which nothing counts, and `+` and `-` were forfeited.
Without an opponent, `U` is a bye that the pairing gave, and `H` and `Z` are missed rounds with and
without half a point.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json
from tiebreak_core import GameRecord, PlayerTiebreakData, fide2026

from saqqara_contest.tournaments.meetings import CountedGame, Meeting, forfeit
from saqqara_contest.tournaments.scores import EveryRound, scores
from saqqara_contest.tournaments.tie_breaks import Course, Opponent, TieBreak, values

Table = Mapping[int, str]
Values = dict[TieBreak, dict[int, float]]

POINTS = {
    "w": 1.0,
    "d": 0.5,
    "l": 0.0,
    "v": 0.5,
    "U": 1.0,
    "H": 0.5,
    "Z": 0.0,
    "+": 1.0,
    "-": 0.0,
}
SWISS = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.PROGRESSIVE,
)
ROUND_ROBIN = (TieBreak.SONNEBORN_BERGER, TieBreak.WINS)
SWISS_TYPE, ROUND_ROBIN_TYPE = "Individual: Swiss-System", "Individual: Round-Robin"
_CORE = {
    TieBreak.BUCHHOLZ_CUT_1: "buchholz_cut1",
    TieBreak.BUCHHOLZ: "buchholz",
    TieBreak.SONNEBORN_BERGER: "sonneborn_berger",
    TieBreak.PROGRESSIVE: "progressive",
    TieBreak.WINS: "won",
}
_GACRUX = {
    TieBreak.BUCHHOLZ_CUT_1: "BH/C1",
    TieBreak.BUCHHOLZ: "BH",
    TieBreak.SONNEBORN_BERGER: "SB",
    TieBreak.PROGRESSIVE: "PS",
    # Its WON leaves out forfeits of a round robin, which article 15.2 counts as regular games.
    TieBreak.WINS: "WIN",
}
_KINDS = {"U": "pairing_bye", "H": "requested_bye", "Z": "requested_bye"} | {
    "+": "forfeit_win",
    "-": "forfeit_loss",
}
_CODES = {"w": "1", "d": "=", "l": "0", "v": "D"}


def by_courses(table: Table, tie_breaks: Sequence[TieBreak] = SWISS) -> Values:
    """Return the values of this project, of any table of a Swiss."""
    found = courses(table)
    return {one: _numbered(values(found, one)) for one in tie_breaks}


def courses(table: Table) -> dict[str, Course]:
    """Return the courses of a Swiss."""
    return {str(number): _course(row.split()) for number, row in table.items()}


def _course(cells: Sequence[str]) -> Course:
    letters = "".join(cell[-1] for cell in cells)
    gained = [POINTS[letter] for letter in letters]
    last = max((letters.rfind(letter) for letter in "wdlvU+"), default=-1)
    return Course(
        points=sum(gained),
        opponents=[
            Opponent(
                cell[:-1] or None,
                POINTS[cell[-1]],
                is_played=cell[-1] in "wdlv",
                is_missed=cell[-1] in "HZ-",
            )
            for cell in cells
        ],
        by_round=gained,
        # Rounds at the end count as draws for opponents; an H is one already.
        missed_last=sum(letter == "Z" for letter in letters[last + 1 :]),
        wins=letters.count("w"),
    )


def by_scores(
    table: Table, tie_breaks: Sequence[TieBreak] = SWISS, *, every_round: EveryRound | None = None
) -> Values:
    """Return the values of this project from its meetings, of a table without `H`."""
    rounds = max(len(row.split()) for row in table.values())
    found = scores(
        [str(number) for number in table],
        _meetings(table),
        {
            str(number): [at for at, cell in enumerate(row.split(), 1) if cell == "U"]
            for number, row in table.items()
        },
        tie_breaks,
        every_round=every_round,
        rounds=rounds,
    )
    return {one: {int(row.bot): row.tie_breaks[one] for row in found} for one in tie_breaks}


def places(table: Table) -> dict[int, int]:
    """Return the places in a round robin by points and direct encounter."""
    bots = [str(number) for number in table]
    tie_breaks = (TieBreak.DIRECT_ENCOUNTER,)
    found = scores(bots, _meetings(table), {}, tie_breaks, every_round=EveryRound(1))
    return {int(row.bot): row.place for row in found}


def _meetings(table: Table) -> list[Meeting]:
    found = []
    for number, row in table.items():
        for at, cell in enumerate(row.split(), 1):
            if not cell[:-1] or number > int(cell[:-1]):
                continue
            bots = (str(number), cell[:-1])
            places = {"w": (1, 2), "d": (1, 1), "l": (2, 1)}.get(cell[-1])
            games = [] if places is None else [CountedGame(bots, places, (0, 0))]
            if cell[-1] in "+-":
                games = forfeit(bots, {bots[cell[-1] == "+"]})
            found.append(Meeting(bots, tuple(games), round=at))
    return found


def by_core(table: Table, tie_breaks: Sequence[TieBreak] = SWISS, *, mode: str = "swiss") -> Values:
    """Return the values of `tiebreak-core`."""
    players = {number: _player(number, row.split()) for number, row in table.items()}
    rounds = max(len(row.split()) for row in table.values())
    return {
        one: {
            number: fide2026.calculate(player, players, _CORE[one], rounds, mode)
            for number, player in players.items()
        }
        for one in tie_breaks
    }


def order_by_core(table: Table) -> list[int]:
    """Return the bots of a round robin by points and direct encounter by `tiebreak-core`."""
    players = {number: _player(number, row.split()) for number, row in table.items()}
    rounds = max(len(row.split()) for row in table.values())
    found = fide2026.rank_standings(players, ["direct_encounter"], rounds, mode="round_robin")
    return [row.player_id for row in found.players]


def _player(number: int, cells: Sequence[str]) -> PlayerTiebreakData:
    games = [
        GameRecord(
            opponent_id=int(cell[:-1] or -1),
            opponent_rating=0,
            score=POINTS[cell[-1]],
            color="white",
            round_number=at,
            kind=_KINDS.get(cell[-1], "played"),
        )
        for at, cell in enumerate(cells, 1)
    ]
    return PlayerTiebreakData(number, 0, sum(one.score for one in games), games)


def by_gacrux(
    table: Table, tie_breaks: Sequence[TieBreak] = SWISS, *, kind: str = SWISS_TYPE
) -> Values:
    """Return the values of gacrux, which reads FIDE's report file."""
    found = _gacrux(table, [_GACRUX[one] for one in tie_breaks], kind)
    return {
        one: {number: float(row["tiebreakScore"][at]) for number, row in found.items()}
        for at, one in enumerate(tie_breaks)
    }


def places_by_gacrux(table: Table) -> dict[int, int]:
    """Return the places in a round robin by points and direct encounter."""
    found = _gacrux(table, ["PTS", "DE"], ROUND_ROBIN_TYPE)
    return {number: row["rank"] for number, row in found.items()}


def _gacrux(table: Table, names: Sequence[str], kind: str) -> dict[int, Any]:
    rounds = max(len(row.split()) for row in table.values())
    return read_by_gacrux(_report(table, kind, rounds), names, rounds)


def read_by_gacrux(report: str, names: Sequence[str], rounds: int) -> dict[int, Any]:
    """Return the rows of a report file by start number, with these tie-breaks."""
    file = trf2json()
    file.parse_file(report, verbose=True)
    tournament = file.get_tournament(1)
    params = {"tiebreak": [*names], "check": False, "unrated": None}
    found = tiebreak(tournament, rounds, params).compute_tiebreaks(tournament, params)
    return {row["cid"]: row for row in found["competitors"]}


def _report(table: Table, kind: str, rounds: int) -> str:
    lines = ["012 Cup", "042 2026/04/01", f"092 {kind}", f"142 {rounds}", f"XXR {rounds}"]
    for number, row in table.items():
        points = sum(POINTS[cell[-1]] for cell in row.split())
        cells = "".join(f"  {_cell(number, cell)}" for cell in row.split())
        lines.append(
            f"001 {number:>4}      {f'b{number}':<33}{'':5}{'':27} {points:>4.1f} {1:>4}{cells}"
        )
    return "\n".join(lines) + "\n"


def _cell(number: int, cell: str) -> str:
    code = _CODES.get(cell[-1], cell[-1])
    if not cell[:-1]:
        return f"0000 - {code}"
    return f"{cell[:-1]:>4} {'w' if number < int(cell[:-1]) else 'b'} {code}"


def _numbered(found: Mapping[str, float]) -> dict[int, float]:
    return {int(bot): value for bot, value in found.items()}


def random_swiss(seed: int, *, half_byes: bool) -> dict[int, str]:
    """Return an event with late entrants, bots that leave, forfeits, byes and missed rounds."""
    chance = random.Random(seed)
    bots, rounds = chance.randint(4, 12), chance.randint(3, 9)
    first = {bot: chance.choice([1, 1, 1, chance.randint(1, rounds)]) for bot in range(1, bots + 1)}
    last = {bot: chance.choice([rounds] * 3 + [chance.randint(1, rounds)]) for bot in first}
    rows: dict[int, list[str]] = {bot: [] for bot in first}
    for number in range(1, rounds + 1):
        missed = "H" if half_byes else "Z"
        there = [bot for bot in first if first[bot] <= number <= last[bot]]
        there = [bot for bot in there if chance.random() > 0.06]
        for bot in first.keys() - there:
            is_here = first[bot] <= number <= last[bot]
            rows[bot].append(missed if is_here and chance.random() < 0.5 else "Z")
        chance.shuffle(there)
        if len(there) % 2:
            rows[there.pop()].append("U")
        for one, other in zip(there[::2], there[1::2], strict=True):
            leaves = number < rounds and number in {last[one], last[other]}
            letters = "+-" if leaves or chance.random() < 0.08 else chance.choice(_RESULTS)
            if leaves and last[one] == number:
                letters = "-+"
            rows[one].append(f"{other}{letters[0]}")
            rows[other].append(f"{one}{letters[1]}")
    return {bot: " ".join(row) for bot, row in rows.items()}


_RESULTS = ("wl", "wl", "wl", "lw", "lw", "lw", "dd", "dd", "vv")


def random_round_robin(seed: int) -> dict[int, str]:
    """Return a round robin of an even number of bots, some of which leave."""
    chance = random.Random(seed)
    bots = 2 * chance.randint(2, 5)
    ring = list(range(1, bots + 1))
    last = {bot: chance.choice([bots] * 4 + [chance.randrange(1, bots)]) for bot in ring}
    rows: dict[int, list[str]] = {bot: [] for bot in ring}
    for number in range(1, bots):
        for one, other in zip(ring[: bots // 2], ring[: bots // 2 - 1 : -1], strict=True):
            gone = last[one] < number, last[other] < number
            letters = chance.choice(_RESULTS) if gone == (False, False) else "vv"
            letters = "-+" if gone == (True, False) else "+-" if gone == (False, True) else letters
            rows[one].append(f"{other}{letters[0]}")
            rows[other].append(f"{one}{letters[1]}")
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return {bot: " ".join(row) for bot, row in rows.items()}


def agreement(events: int) -> dict[str, tuple[int, int]]:
    """Return, by stranger and tie-break, how many values of random events agree, of how many."""
    agreed, of = Counter[str](), Counter[str]()
    for name, ours, theirs in _compared(events):
        of[name] += len(ours)
        agreed[name] += sum(abs(ours[bot] - theirs[bot]) < 1e-9 for bot in ours)
    return {name: (agreed[name], of[name]) for name in sorted(of)}


def _compared(events: int) -> Iterator[tuple[str, Mapping[int, float], Mapping[int, float]]]:
    for seed in range(events):
        swiss = random_swiss(seed, half_byes=bool(seed % 2))
        ours = by_courses(swiss) if seed % 2 else by_scores(swiss)
        core, gacrux = by_core(swiss), by_gacrux(swiss)
        for one in SWISS:
            yield f"tiebreak-core, Swiss: {one}", ours[one], core[one]
            yield f"gacrux, Swiss: {one}", ours[one], gacrux[one]
        everyone = random_round_robin(seed)
        ours = by_scores(everyone, ROUND_ROBIN, every_round=EveryRound(1))
        core = by_core(everyone, ROUND_ROBIN, mode="round_robin")
        gacrux = by_gacrux(everyone, ROUND_ROBIN, kind=ROUND_ROBIN_TYPE)
        for one in ROUND_ROBIN:
            yield f"tiebreak-core, round robin: {one}", ours[one], core[one]
            yield f"gacrux, round robin: {one}", ours[one], gacrux[one]
        placed = places(everyone)
        order = sorted(placed.values())
        by_order = dict(zip(order_by_core(everyone), order, strict=True))
        yield "tiebreak-core, round robin: direct_encounter", placed, by_order
        yield "gacrux, round robin: direct_encounter", placed, places_by_gacrux(everyone)


if __name__ == "__main__":
    for row, (agreed_in, of_all) in agreement(
        int(sys.argv[1]) if len(sys.argv) > 1 else 500
    ).items():
        print(f"{row:55} {agreed_in:6} of {of_all}")
