"""FIDE's report file column by column, of exports written by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from saqqara_contest.cheats.exported import ExportError
from saqqara_sdk.seasons.tournament import Tournament, tournament
from saqqara_sdk.seasons.trf import differing, trf

NOON_MS = 1_780_315_200_000  # 2026-06-01
LADDER = {
    "name": "Cup of\r\n001 Memphis",
    "game": "imhotep",
    "concurrency": 1,
    "format": "swiss",
    "rounds": 3,
    "options": {"players": 2},
    "timeControl": {"kind": "untimed"},
    "id": "l1",
    "accountId": "u1",
    "players": 2,
    "status": "running",
    "createdMs": NOON_MS,
    "commitment": "",
    "matchesPlanned": 0,
    "matchesStarted": 0,
    "matchesSettled": 0,
    "matchesAnnulled": 0,
    "matchesGivenUp": 0,
    "matchesDropped": 0,
    "startedMs": NOON_MS,
}
NAMES = {"b1": "Ra", "b2": "Anubis the Embalmer of the Two Lands", "b3": "Bastet 猫", "b4": "Thoth"}


def match(
    block: int, number: int, bots: str, status: str = "settled", kind: str = "swiss"
) -> list[dict[str, object]]:
    """Both matches of a block of a round."""
    return [
        {
            "id": f"l1-b{block}-r{rotation}",
            "block": block,
            "rotation": rotation,
            "reason": "",
            "pairing": {"kind": kind, "bots": [], "round": number},
            "bots": bots.split()[:: -1 if rotation else 1],
            "status": status,
            "rated": True,
        }
        for rotation in (0, 1)
    ]


def result(block: int, rotation: int, bots: str, places: tuple[int, int]) -> dict[str, object]:
    """A match that counts."""
    rating = {"expectedPlace": 1.5, "eloBefore": 1500, "elo": 1500}
    model = {"muBefore": 25, "sigmaBefore": 8, "mu": 25, "sigma": 8}
    return {
        "number": 1,
        "matchId": f"l1-b{block}-r{rotation}",
        "block": block,
        "rotation": rotation,
        "endedMs": NOON_MS + 86_400_000 + block + rotation,
        "rated": True,
        "annulledBy": None,
        "seats": [
            {"seat": seat, "botId": bot, "botName": bot, "version": 1, "total": 30}
            | {"keptTime": True, "place": place}
            | rating
            | model
            for seat, (bot, place) in enumerate(zip(bots.split(), places, strict=True))
        ],
    }


def score(place: int, bot: str, points: float, *byes: int) -> dict[str, object]:
    """A row of the ladder's table by points."""
    row = {"place": place, "botId": bot, "botName": NAMES[bot], "points": points}
    return row | {"meetings": 1, "byes": byes, "tieBreaks": []}


def an_export(
    folder: Path,
    matches: list[dict[str, object]],
    results: list[dict[str, object]],
    scores: list[dict[str, object]],
    **ladder: object,
) -> Path:
    """The folder with its files."""
    entered = {"accountId": "u1", "version": 1, "enrolledMs": 1, "status": "active"}
    files: dict[str, Sequence[object]] = {
        "ladder.json": [LADDER | ladder],
        "entries.jsonl": [{"botId": one, "botName": name} | entered for one, name in NAMES.items()],
        "rulings.jsonl": [],
        "results.jsonl": [one | {"number": at} for at, one in enumerate(results, start=1)],
        "matches.jsonl": matches,
        "scores.jsonl": scores,
    }
    for name, lines in files.items():
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (folder / name).write_text(text, "utf-8")
    return folder


def test_every_column(tmp_path: Path) -> None:
    """As in FIDE's table, counted in characters; names are cut, and no name begins a line."""
    event = tournament(
        an_export(
            tmp_path,
            [
                *match(0, 1, "b2 b1"),
                *match(1, 2, "b1 b3", "given_up"),
                *match(2, 3, "b3 b2", "started"),
            ],
            [result(0, 0, "b2 b1", (1, 2)), result(0, 1, "b1 b2", (1, 1))],
            [score(1, "b2", 1.75, 2), score(2, "b3", 1.5, 1), score(3, "b1", 0.75)],
        )
    )
    assert sorted(event.ratings) == ["b1", "b2"]
    one, two = (round(event.ratings[bot]) for bot in ("b1", "b2"))
    lines = trf(event).split("\r\n")
    assert lines[:7] == [
        "012 Cup of 001 Memphis",
        "042 2026/06/01",
        "052 2026/06/02",
        "062 3",
        "072 2",
        "092 Individual: Swiss-System",
        "XXR 3",
    ]
    #  5      10  14        24        34        44  48   53       62        72       81   86
    first = f"001    1      Ra                                {one}                           "
    second = f"001    2      Anubis the Embalmer of the Two La {two}                           "
    third = "001    3      Bastet 猫                                                         "
    assert {len(first), len(second), len(third)} == {79}
    assert lines[7:10] == [
        first + "  0.5    3     2 b 0     3 w D          ",
        second + "  2.0    1     1 w 1  0000 - U          ",
        third + "  1.5    2  0000 - U     1 b D          ",
    ]
    assert lines[10:] == [
        "### Anubis the Embalmer of the Two Lands has 1.75 points in the ladder, and 2 by halves",
        "### Ra has 0.75 points in the ladder, and 0.5 by halves",
        "",
    ]
    assert differing(event) == {"b2": (2.0, 1.75), "b1": (0.5, 0.75)}


def rounds(event: Tournament) -> list[list[str]]:
    """The cells of each line 001."""
    lines = [line for line in trf(event).split("\r\n") if line.startswith("001")]
    return [[line[at : at + 8] for at in range(91, len(line), 10)] for line in lines]


def test_a_playoff_is_no_bye(tmp_path: Path) -> None:
    """Who waits until others have played theirs again has the bye of another round."""
    event = tournament(
        an_export(
            tmp_path,
            [
                *match(0, 1, "b1 b2", "settled", "elimination"),
                *match(1, 1, "b3 b4", "settled", "elimination"),
                *match(2, 2, "b1 b2", "settled", "playoff"),
                *match(3, 3, "b4 b1", "settled", "elimination"),
            ],
            [
                result(0, 0, "b1 b2", (1, 1)),
                result(1, 0, "b3 b4", (1, 2)),
                result(2, 0, "b1 b2", (1, 2)),
                result(3, 0, "b4 b1", (2, 1)),
            ],
            [score(1, "b3", 2, 3), score(2, "b1", 2.5), score(3, "b2", 0.5), score(4, "b4", 0)],
            format="double_elimination",
            rounds=None,
        )
    )
    assert rounds(event) == [
        ["   2 w =", "   2 w 1", "   4 b 1"],
        ["   1 b =", "   1 b 0", "0000 - Z"],
        ["   4 w 1", "0000 - Z", "0000 - U"],
        ["   3 b 0", "0000 - Z", "   1 w 0"],
    ]
    assert not differing(event)


def test_a_bye_of_a_bot_that_came_late_is_in_its_own_round(tmp_path: Path) -> None:
    """What was before it came, it missed."""
    event = tournament(
        an_export(
            tmp_path,
            [*match(0, 1, "b1 b2"), *match(1, 2, "b2 b1")],
            [result(0, 0, "b1 b2", (1, 2)), result(1, 0, "b2 b1", (1, 2))],
            [score(1, "b1", 1), score(2, "b2", 1), score(3, "b3", 1, 2)],
        )
    )
    assert rounds(event)[2] == ["0000 - Z", "0000 - U"]


def test_what_was_annulled_or_dropped_is_left_out(tmp_path: Path) -> None:
    """Of a meeting the other match counts; a block that was dropped is played as another one."""
    annulled = result(0, 0, "b1 b2", (1, 2)) | {"annulledBy": 1}
    event = tournament(
        an_export(
            tmp_path,
            [
                *match(0, 1, "b1 b2"),
                *match(1, 1, "b4 b3"),
                *match(2, 1, "b1 b3", "dropped"),
            ],
            [annulled, result(0, 1, "b2 b1", (1, 2)), result(1, 0, "b4 b3", (1, 2))],
            [score(1, "b2", 1), score(1, "b4", 1), score(3, "b1", 0), score(3, "b3", 0)],
        )
    )
    assert rounds(event) == [["   2 w 0"], ["   1 b 1"], ["   4 b 0"], ["   3 w 1"]]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    """An export by an older release has no table by points."""
    an_export(tmp_path, [], [], [])
    (tmp_path / "scores.jsonl").unlink()
    with pytest.raises(ExportError, match=r"scores\.jsonl cannot be read"):
        tournament(tmp_path)
    an_export(tmp_path, [], [], [])
    with pytest.raises(ExportError, match="Omit --group"):
        tournament(tmp_path, 1)


def test_more_points_than_its_columns_hold_are_refused(tmp_path: Path) -> None:
    """Rather than moved into the next column."""
    event = tournament(
        an_export(
            tmp_path,
            [one for number in range(1, 102) for one in match(number, number, "b1 b2")],
            [result(number, 0, "b1 b2", (1, 2)) for number in range(1, 102)],
            [score(1, "b1", 101), score(2, "b2", 0)],
        )
    )
    with pytest.raises(ExportError, match=r"99\.9"):
        trf(event)
