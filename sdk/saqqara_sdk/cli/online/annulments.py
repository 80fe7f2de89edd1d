"""`saqqara ladder annul`: one ruling, or those that a report on cheats proposes, one by one."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer
from pydantic import BaseModel, Field, ValidationError

from saqqara_contest.cheats.findings import ALARM, Cheat
from saqqara_sdk.cli.console import errors, output, stop
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.commands import help_of, parameters_of, run
from saqqara_sdk.cli.online.names import ladder_id
from saqqara_sdk.cli.online.row_calls import arguments_of_row
from saqqara_sdk.cli.online.rows import GROUPS
from saqqara_sdk.cli.typed import Given, command
from saqqara_sdk.client.client import Client
from saqqara_sdk.client.pages import each
from saqqara_sdk.wire.models import LadderRuling

_ROW: Final = GROUPS["ladder"]["annul"]
_PAGE: Final = 100
_TARGETS: Final = {
    "reason": "REASON",
    "match_id": "--match",
    "bot_id": "--bot",
    "version": "--version",
}
FromReport = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The output of `saqqara ladder report FOLDER --json`, whose findings are"
        " proposed one by one",
        show_default=False,
    ),
]
Yes = Annotated[
    bool, typer.Option("--yes", help="Annul all findings of the report without confirmation")
]


class Outcome(StrEnum):
    """The outcome of a proposal."""

    ANNULLED = "annulled"
    STANDS = "stands"
    """A ruling from before holds."""
    REVOKED = "revoked"
    """It was ruled before and revoked, so it is not proposed again."""
    DECLINED = "declined"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A bot that a finding would have annulled, and what became of that."""

    cheat: str
    bot: str
    p: float
    outcome: Outcome
    ruling: int | None


class _Told(BaseModel):
    """A finding, as the report tells it."""

    cheat: Cheat
    is_alarm: Annotated[bool, Field(alias="isAlarm")]
    p_corrected: Annotated[float, Field(alias="pCorrected")]
    annul: tuple[str, ...]
    text: str


class _Report(BaseModel):
    alarm: float
    findings: tuple[_Told, ...]

    @property
    def convictions(self) -> list[_Told]:
        """The findings below the report's bound that name somebody to annul."""
        bound = min(self.alarm, ALARM)
        return [one for one in self.findings if one.is_alarm and one.p_corrected < bound]


def annul_command() -> type:
    """The command of the client's call, with what takes rulings from a report."""
    text = (
        f"{help_of(_ROW)}\n\nWith --from-report, each finding of a cheating report is"
        " shown with its p-value and the matches to annul. It is annulled if you"
        " confirm. Earlier rulings are kept."
    )
    more = inspect.signature(_more, eval_str=True).parameters.values()
    return command("annul", text, (*_with_optional_reason(), *more), _annul)


def _more(*, from_report: FromReport = None, yes: Yes = False) -> None:
    """The additional options."""
    _ = from_report, yes


def _annul(given: Given) -> None:
    if given["from_report"] is not None:
        _from_report(given["from_report"], given, is_sure=given["yes"])
    elif given["yes"]:
        stop("--yes needs --from-report. A single ruling needs no confirmation.")
    elif given["reason"] is None:
        stop("Give a reason, which is public: annul LADDER REASON --bot BOT")
    else:
        run(_ROW, given)


def _with_optional_reason() -> list[inspect.Parameter]:
    """What the single ruling takes; a report has reasons of its own."""
    optional = {
        parameter.name: parameter
        for argument in arguments_of_row(_ROW)
        for parameter in replace(argument, default=None).parameters()
        if argument.name == "reason"
    }
    return [optional.get(one.name, one) for one in parameters_of(_ROW)]


def _from_report(file: Path, given: Given, *, is_sure: bool) -> None:
    if clash := [word for name, word in _TARGETS.items() if given[name] is not None]:
        stop(f"A report contains the bots and the reasons. Omit {clash[0]}.")
    report = _read(file)
    access = access_of(given["server"], given["token"], given["speaker"])
    with asking(access, as_json=given["as_json"]) as client:
        found = list(_ruled(client, ladder_id(given["ladder_id"], client), report, is_sure=is_sure))
    if given["as_json"]:
        typer.echo(json.dumps([asdict(one) for one in found], indent=1))
    elif not found:
        output().print("The report proposes no ruling.")
    is_left = any(one.outcome is Outcome.DECLINED for one in found)
    if is_left and not is_sure and not sys.stdin.isatty():
        stop("Nothing was changed. Add --yes to annul all of this without confirmation.")


def _read(file: Path) -> _Report:
    try:
        return _Report.model_validate_json(file.read_bytes())
    except OSError as error:
        stop(f"{file} cannot be read: {error.strerror}.")
    except ValidationError as error:
        stop(
            f"{file} is not a cheating report ({error.error_count()} errors, first"
            f" {error.errors()[0]['msg']}). `saqqara ladder report FOLDER --json` writes"
            " one."
        )


def _ruled(client: Client, ladder: str, report: _Report, *, is_sure: bool) -> Iterator[Proposed]:
    """Each proposal in turn, with what became of it."""
    names = {one.bot_id: one.bot_name for one in client.ladders.entries(ladder).items}
    proposals = [(one, bot) for one in report.convictions for bot in one.annul]
    if strange := sorted({bot for _, bot in proposals} - names.keys()):
        stop(
            f"{', '.join(strange)}: in no match of ladder {ladder}. Check that the report"
            " belongs to this ladder."
        )
    rulings = list(each(client.ladders.rulings, ladder, first=_PAGE))
    for found, bot in proposals:
        _say(f"{found.cheat} (p = {found.p_corrected:.1g}, corrected): {found.text}")
        outcome, ruling = _before(rulings, bot)
        if outcome is Outcome.DECLINED:
            matches = sum(
                one.annulled_by is None
                for one in each(client.ladders.results, ladder, bot_id=bot, first=_PAGE)
            )
            _say(f"  annuls all matches of {names[bot]} ({bot}), {matches} so far")
            if is_sure or (sys.stdin.isatty() and typer.confirm("  annul?", err=True)):
                reason = f"cheating report: {found.cheat}, p = {found.p_corrected:.1g} (corrected)"
                made = client.ladders.annul(ladder, reason, bot_id=bot)
                rulings.append(made)
                outcome, ruling = Outcome.ANNULLED, made.number
                _say(f"  ruling {ruling}: {reason}")
        else:
            _say(f"  {names[bot]} ({bot}): {_LEFT_ALONE[outcome].format(ruling)}")
        yield Proposed(found.cheat, bot, found.p_corrected, outcome, ruling)


_LEFT_ALONE: Final = {
    Outcome.STANDS: "ruling {} already annulled its matches",
    Outcome.REVOKED: "ruling {} annulled its matches and was revoked; annul them by hand to do it"
    " again",
}


def _before(rulings: Sequence[LadderRuling], bot: str) -> tuple[Outcome, int | None]:
    """What was ruled of all matches of the bot; the latest such ruling counts."""
    own = [one for one in rulings if one.bot_id == bot and one.version is None]
    if not own:
        return Outcome.DECLINED, None
    last = own[-1]
    return (Outcome.STANDS if last.restored_by is None else Outcome.REVOKED), last.number


def _say(line: str) -> None:
    errors().print(line, markup=False, soft_wrap=True)
