"""A tournament as FIDE's report file: another program computes of it what the service does."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typer.testing import CliRunner

from saqqara_sdk.cli import app as sdk_app
from saqqara_service import questions
from saqqara_service.application.ladders import entries, rulings, scores
from saqqara_service.application.service import Service
from saqqara_service.models import LadderFormat, LadderScore
from tests.contest.tournaments import fide
from tests.service import jobs
from tests.service.application.ladders.formats.test_ladder_formats import (
    a_tournament,
    play_round,
    resigned,
)
from tests.service.exports import export
from tests.service.ladders import Enrolled, a_ladder

GAINED = {"1": 1.0, "=": 0.5, "D": 0.5, "0": 0.0, "U": 1.0, "Z": 0.0, "+": 1.0, "-": 0.0}
TIE_BREAKS = {
    "buchholz_cut_1": "BH/C1/V2026",
    "buchholz": "BH/V2026",
    "sonneborn_berger": "SB/V2026",
    "progressive": "PS",
}
"""The names of gacrux, by FIDE's regulations of 2026 also before they were in force."""


@dataclass
class Player:
    """A line 001, read by its columns."""

    name: str
    rating: str
    points: float
    rank: int
    rounds: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass
class Report:
    """A TRF16, read by its columns (FIDE Handbook C.04, Annex 2)."""

    head: dict[str, str]
    players: dict[str, Player]
    comments: list[str]
    text: str


def read_trf(text: str) -> Report:
    head: dict[str, str] = {}
    players: dict[str, Player] = {}
    comments: list[str] = []
    assert text.endswith("\r\n")
    for line in text.removesuffix("\r\n").split("\r\n"):
        assert line.isprintable()
        if line.startswith("###"):
            comments.append(line)
        elif line.startswith("001"):
            assert {line[one] for one in (3, 8, 13, 47, 52, 56, 68, 79, 84)} == {" "}
            assert not (line[8:14] + line[52:80]).strip(), "sex, title, federation, id, birth"
            player = Player(
                line[14:47].rstrip(), line[48:52].strip(), float(line[80:84]), int(line[85:89])
            )
            for at in range(89, len(line), 10):
                cell = line[at : at + 10]
                assert (len(cell), cell[:2], cell[6], cell[8]) == (10, "  ", " ", " ")
                player.rounds.append((cell[2:6].strip(), cell[7], cell[9]))
            players[line[4:8].strip()] = player
        else:
            assert line[3] == " "
            head[line[:3]] = line[4:]
    return Report(head, players, comments, text)


async def exported_report(server: str, enrolled: Enrolled, folder: Path, *words: str) -> Report:
    """The report of a ladder's export."""
    await export(server, enrolled.id, folder / "season")
    runner = CliRunner()
    file = folder / "cup.trf"
    done = runner.invoke(sdk_app, ["ladder", "trf", str(folder / "season"), str(file), *words])
    assert done.exit_code == 0, done.output
    printed = runner.invoke(sdk_app, ["ladder", "trf", str(folder / "season"), *words])
    assert printed.stdout_bytes == file.read_bytes()
    report = read_trf(file.read_bytes().decode())
    check_pairings(report)
    return report


def check_pairings(report: Report) -> None:
    """Who met whom is told by both alike, one white and one black; points are those of rounds."""
    numbers = list(report.players)
    assert numbers == [str(one) for one in range(1, len(numbers) + 1)]
    assert report.head["062"] == str(len(numbers))
    rounds = {len(one.rounds) for one in report.players.values()}
    assert len(rounds) == 1
    for number, player in report.players.items():
        assert player.points == sum(GAINED[result] for _, _, result in player.rounds)
        for at, (opponent, colour, result) in enumerate(player.rounds):
            if opponent == "0000":
                assert (colour, result) in {("-", "U"), ("-", "Z")}
                continue
            back, other, theirs = report.players[opponent].rounds[at]
            assert (back, {colour, other}) == (number, {"w", "b"})
            assert GAINED[result] + GAINED[theirs] == 1


def check_table(report: Report, table: list[LadderScore]) -> dict[str, Player]:
    """Names, ranks and points are those of the ladder."""
    by_name = {one.name: one for one in report.players.values()}
    assert {one.bot_name: (one.place, one.points) for one in table} == {
        name: (one.rank, one.points) for name, one in by_name.items()
    }
    assert not report.comments
    for row in table:
        results = [result for _, _, result in by_name[row.bot_name].rounds]
        assert (results.count("U"), len(results) - results.count("U") - results.count("Z")) == (
            len(row.byes),
            row.meetings,
        )
    return by_name


async def test_a_swiss_with_a_bye_and_a_withdrawal(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """gacrux computes the tie-breaks of the file alone; rounds after leaving are Z."""
    enrolled = await a_tournament(svc, 7, LadderFormat.SWISS, 5)
    for _ in range(2):
        await jobs.pair(svc, enrolled.id)
        await play_round(svc, enrolled)
    gone = list(enrolled.callers)[2]
    await jobs.pair(svc, enrolled.id)
    await entries.withdraw(
        svc, enrolled.callers[gone], questions.Withdraw(ladder_id=enrolled.id, bot_id=gone)
    )
    await resigned(svc, enrolled)
    report = await exported_report(server, enrolled, tmp_path)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    by_name = check_table(report, table)
    assert report.head["XXR"] == "5"
    assert report.head["092"] == "Individual: Swiss-System"
    assert report.head["012"] == "Memphis"
    assert len(report.head["042"]) == len("2026/01/31") == len(report.head["052"])
    assert sum(len(row.byes) for row in table) == 3
    left = next(row for row in table if row.bot_id == gone)
    assert [result for _, _, result in by_name[left.bot_name].rounds[2:]] == ["-", "Z", "Z"]
    found = fide.read_by_gacrux(report.text, [*TIE_BREAKS.values()], 5)
    by_bot = {report.players[str(number)].name: row for number, row in found.items()}
    for row in table:
        values = {str(one.name): one.value for one in row.tie_breaks}
        computed = [float(one) for one in by_bot[row.bot_name]["tiebreakScore"]]
        assert computed == pytest.approx([values[name] for name in TIE_BREAKS]), row
    assert sum(bool(one.rating) for one in by_name.values()) == int(report.head["072"]) == 7


@pytest.mark.parametrize(
    ("how", "bots"), [(LadderFormat.DOUBLE_ELIMINATION, 5), (LadderFormat.SINGLE_ELIMINATION, 6)]
)
async def test_an_elimination(
    svc: Service, server: str, tmp_path: Path, how: LadderFormat, bots: int
) -> None:
    """Each has one meeting a round until it is out; ranks are by who went out last."""
    enrolled = await a_ladder(svc, bots, 2, None, 9, format=how)
    await resigned(svc, enrolled)
    report = await exported_report(server, enrolled, tmp_path)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    by_name = check_table(report, table)
    assert sum(len(row.byes) for row in table) > 0
    for row in table:
        results = [result for _, _, result in by_name[row.bot_name].rounds]
        assert results.count("0") == row.losses


async def test_a_round_robin_has_rounds_in_which_each_meets_one(
    svc: Service, server: str, tmp_path: Path
) -> None:
    """As few as there can be; what was annulled is as if it had not been played."""
    enrolled = await a_tournament(svc, 5, LadderFormat.ROUND_ROBIN, 2)
    await resigned(svc, enrolled)
    report = await exported_report(server, enrolled, tmp_path)
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    by_name = check_table(report, table)
    assert report.head["XXR"] == "10"
    for row in table:
        player = by_name[row.bot_name]
        values = {str(one.name): one.value for one in row.tie_breaks}
        beaten = [
            report.players[opponent].points * GAINED[result]
            for opponent, _, result in player.rounds
            if opponent != "0000"
        ]
        assert values["sonneborn_berger"] == pytest.approx(sum(beaten))
        assert values["wins"] == sum(result == "1" for _, _, result in player.rounds)
    last = table[-1]
    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=enrolled.id, reason="a copy", bot_id=last.bot_id),
    )
    annulled = await exported_report(server, enrolled, tmp_path)
    by_name = check_table(
        annulled, await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    )
    assert {result for _, _, result in by_name[last.bot_name].rounds} == {"Z"}
    assert {one.name: len(one.rounds) for one in report.players.values()} == {
        one.name: len(one.rounds) for one in annulled.players.values()
    }


async def test_groups_are_a_report_each(svc: Service, server: str, tmp_path: Path) -> None:
    """Who asks for all of them hears how to ask for one."""
    enrolled = await a_ladder(svc, 6, 2, None, 9, format="round_robin", rounds=1, groups=2)
    await resigned(svc, enrolled)
    one = await exported_report(server, enrolled, tmp_path, "--group", "1")
    two = await exported_report(server, enrolled, tmp_path, "--group", "2")
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    check_table(one, [row for row in table if row.group == 1])
    check_table(two, [row for row in table if row.group == 2])
    refused = CliRunner().invoke(sdk_app, ["ladder", "trf", str(tmp_path / "season")])
    assert refused.exit_code == 2
    assert "--group" in refused.stderr


async def test_a_swiss_that_goes_on(svc: Service, server: str, tmp_path: Path) -> None:
    """What is not over is left blank, and the points are those of the ladder by now."""
    enrolled = await a_tournament(svc, 5, LadderFormat.SWISS, 3)
    await jobs.pair(svc, enrolled.id)
    await play_round(svc, enrolled)
    await jobs.pair(svc, enrolled.id)
    await play_round(svc, enrolled, matches=2)
    await export(server, enrolled.id, tmp_path)
    done = CliRunner().invoke(sdk_app, ["ladder", "trf", str(tmp_path)])
    assert done.exit_code == 0, done.output
    report = read_trf(done.stdout_bytes.decode())
    table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
    points = {one.name: one.points for one in report.players.values()}
    assert points == {one.bot_name: one.points for one in table}
    blank = [one for one in report.players.values() if one.rounds[1:] == [("", " ", " ")]]
    assert 1 <= len(blank) <= 3


@pytest.mark.parametrize(
    ("players", "terms", "sentence"),
    [
        (3, {"format": "swiss", "rounds": 1, "blocks": None}, "has 3 seats"),
        (2, {}, "is a continuous ladder"),
        (2, {"format": "arena", "blocks": None, "end_at_ms": 4_000_000_000_000}, "arena ladder"),
    ],
)
async def test_what_has_no_place_in_it_is_refused(
    svc: Service,
    server: str,
    tmp_path: Path,
    *,
    players: int,
    terms: dict[str, object],
    sentence: str,
) -> None:
    """With what to use instead."""
    enrolled = await a_ladder(svc, 4, players, start=False, **terms)  # type: ignore[arg-type]
    await export(server, enrolled.id, tmp_path)
    done = CliRunner().invoke(sdk_app, ["ladder", "trf", str(tmp_path)])
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert "results.csv" in done.stderr
