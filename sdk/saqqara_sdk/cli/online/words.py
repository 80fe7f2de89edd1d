"""How the arguments of a call are typed: one row for each type that the client's calls have."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from saqqara_contest.time_controls import parse_time_control
from saqqara_contest.tournaments.words import STAGE, TEAM, parse_stage, parse_team
from saqqara_engine.errors import RecordError
from saqqara_sdk.cli.options import asked_options
from saqqara_sdk.records.files import bounded
from saqqara_sdk.wire import models
from saqqara_sdk.wire.enums import LadderFormat

FREE: Final = "-"
"""How a seat is typed that any bot may take."""

SEATS: Final = f"For each seat a bot's id, your account's id, or `{FREE}` for a free seat"
UNITS: Final = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
_SPAN = re.compile(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)")


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of arguments: what typer reads, what is made of it, and how it is asked for.

    `help` replaces that of the call, where values are written in another way here.
    """

    type: object
    read: Callable[..., object]
    metavar: str | None = None
    is_option: bool = False
    help: str | None = None


def span_ms(text: str) -> int:
    """A length of time such as `90s`, `1.5h` or `7d`, in milliseconds."""
    found = _SPAN.fullmatch(text)
    if found is None:
        raise ValueError(f"Write a duration like 90s, 10m, 1.5h or 7d, not {text!r}.")
    return round(float(found[1]) * UNITS[found[2]])


def instant_ms(text: str) -> int:
    """An instant such as `2030-01-31T18:00` (of this machine's zone) or `+10m` (from now on)."""
    if text.startswith("+"):
        then = datetime.now(UTC) + timedelta(milliseconds=span_ms(text[1:]))
    else:
        try:
            then = datetime.fromisoformat(text)
        except ValueError:
            raise ValueError(
                f"Write an instant like 2030-01-31T18:00 or +10m, not {text!r}."
            ) from None
    return round(then.timestamp() * 1000)


def time_control(text: str) -> models.TimeControl:
    """A time control by its words, as the wire has it."""
    said = parse_time_control(text)
    kind: type[models.TimeControl] = getattr(models, type(said).__name__)
    return kind(**asdict(said))


def sequential_test(text: str) -> models.SequentialTest:
    """A sequential test by its two hypotheses in Elo, such as `0:20`; 5 % of either error."""
    elo0, colon, elo1 = text.partition(":")
    try:
        return models.SequentialTest(elo0=float(elo0), elo1=float(elo1 if colon else "-"))
    except ValueError:
        raise ValueError(f"Write a sequential test as ELO0:ELO1, not {text!r}.") from None


def stages(texts: Sequence[str]) -> list[models.LadderStage]:
    """The later stages of an event, in their order."""
    found = []
    for said in map(parse_stage, texts):
        is_continuous = said.format == LadderFormat.CONTINUOUS.value
        found.append(
            models.LadderStage(
                format=LadderFormat(said.format),
                take=said.take,
                rounds=None if is_continuous else said.rounds,
                blocks=said.rounds if is_continuous else None,
                groups=said.groups,
                start_at_ms=said.start_ms,
                playoff=said.playoff,
            )
        )
    return found


def teams(texts: Sequence[str]) -> list[models.LadderTeam]:
    """The teams of a ladder with their members."""
    return [
        models.LadderTeam(name=one.name, members=tuple(one.members))
        for one in map(parse_team, texts)
    ]


def seats(texts: Sequence[str]) -> list[str | None]:
    """The bots by seat; `-` is a free one."""
    return [None if text == FREE else text for text in texts]


def pairs(texts: Sequence[str]) -> dict[str, list[str]]:
    """Bots by seat under keys: each `KEY=BOT,BOT`."""
    found: dict[str, list[str]] = {}
    for text in texts:
        key, equals, bots = text.partition("=")
        if not (key and equals and bots):
            raise ValueError(f"Write a pair as KEY=BOT,BOT, not {text!r}.")
        found[key] = bots.split(",")
    return found


def match_or_record(text: str) -> object:
    """A match by its id, or a whole record from a file."""
    path = Path(text)
    if not path.is_file():
        return text
    try:
        record: object = json.loads(bounded(path))
    except RecordError as error:
        raise ValueError(f"{path} is not a record: {error}") from None
    except ValueError:
        raise ValueError(f"{path} is not a record: it is not valid JSON.") from None
    return record


def as_it_is(value: object) -> object:
    """The value that typer has parsed."""
    return value


KINDS: Final[Mapping[str, Kind]] = {
    "str": Kind(str, as_it_is),
    "int": Kind(int, as_it_is),
    "bool": Kind(bool, as_it_is, is_option=True),
    "span": Kind(str, span_ms, "TIME"),
    "instant": Kind(str, instant_ms, "WHEN"),
    "Sequence[str]": Kind(list[str], list),
    "Sequence[float]": Kind(list[float], list),
    "Sequence[str | None]": Kind(list[str], seats, f"BOT|{FREE}", help=SEATS),
    "TimeControl": Kind(str, time_control, "KIND:SECONDS", is_option=True),
    "Sequence[LadderStage]": Kind(list[str], stages, STAGE),
    "Sequence[LadderTeam]": Kind(list[str], teams, TEAM),
    "SequentialTest": Kind(str, sequential_test, "ELO0:ELO1"),
    "Mapping[str, JsonValue]": Kind(list[str], asked_options, "NAME=VALUE", is_option=True),
    "Mapping[str, Sequence[str]]": Kind(list[str], pairs, "KEY=BOT,BOT"),
    "str | int": Kind(str, as_it_is),
    "str | Mapping[str, JsonValue]": Kind(str, match_or_record, "MATCH|FILE"),
}
"""By the annotation of the argument, without `| None`; words of an enumeration are texts."""
