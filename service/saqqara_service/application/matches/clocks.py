"""Which time control a seat plays by, and under which terms it is asked."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Final

from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from saqqara_contest import time_controls
from saqqara_contest.time_controls import KINDS, Asking, ClockTerms
from saqqara_engine.games import AnyGame
from saqqara_service.errors import Malformed
from saqqara_service.models import FlagRule, Match, TimeControl, Untimed

_CONTROL: TypeAdapter[TimeControl] = TypeAdapter(TimeControl)
FORFEIT_SEATS: Final = 2
KEPT: Final = 1024
"""Time controls, and terms by them, that are kept ready."""


def seat_control(
    control: TimeControl, odds: list[float] | None, seat: int
) -> time_controls.TimeControl:
    """The time control of a seat, with its handicap."""
    return _scaled(control, None if odds is None else odds[seat])


@lru_cache(KEPT)
def _scaled(control: TimeControl, factor: float | None) -> time_controls.TimeControl:
    common = KINDS[control.kind](**control.model_dump(exclude={"kind"}))
    return common if factor is None else common.with_odds(factor)


def control_of(typed: time_controls.TimeControl) -> TimeControl:
    """The same time control as a model; raises `ValueError` beyond the limits."""
    (kind,) = (name for name, each in KINDS.items() if type(typed) is each)
    values = {to_camel(name): value for name, value in asdict(typed).items()}
    try:
        return _CONTROL.validate_python({"kind": kind, **values})
    except ValidationError as error:
        fault = error.errors()[0]
        raise ValueError(f"{fault['loc'][-1]}: {fault['msg']}") from None


def terms_of(
    match: Match, game: AnyGame, state: object, seat: int, *, is_first: bool
) -> ClockTerms | None:
    """The terms of what the state asks the seat; None without a clock."""
    factor = None if match.time_odds is None else match.time_odds[seat]
    return _terms(match.time_control, factor, is_first, game.turn_seat(state) != seat)


@lru_cache(KEPT)
def _terms(
    control: TimeControl,
    factor: float | None,
    is_first: bool,  # noqa: FBT001 - keys of the cache
    is_response: bool,  # noqa: FBT001
) -> ClockTerms | None:
    asking = Asking(is_first=is_first, is_response=is_response)
    return _scaled(control, factor).terms(asking)


def demand_wall(control: TimeControl, *, is_hosted: bool = False) -> None:
    """Refuse clocks of processor time where not all bots are played for by the host's runners."""
    if not isinstance(control, Untimed) and control.wall_factor is not None and not is_hosted:
        raise Malformed(
            "Only the host's runners measure processor time. Omit `wallFactor`, or create a"
            " ladder with `entrants` set to `hosted`.",
            pointer="/timeControl/wallFactor",
        )


def demand_fair(
    control: TimeControl, on_flag: FlagRule, odds: list[float] | None, players: int
) -> None:
    """Refuse what cannot be played by: odds that do not fit, a forfeit that ends others' game."""
    if on_flag is FlagRule.FORFEIT and players != FORFEIT_SEATS:
        raise Malformed(
            f"`forfeit` needs a match of {FORFEIT_SEATS} seats, not {players}. Use `autoplay`.",
            pointer="/onFlag",
        )
    if odds is None:
        return
    if isinstance(control, Untimed):
        raise Malformed(
            "An untimed match cannot have time odds. Omit `timeOdds`.", pointer="/timeOdds"
        )
    if len(odds) != players:
        raise Malformed(
            f"`timeOdds` must have {players} factors, not {len(odds)}.", pointer="/timeOdds"
        )
