"""Accept policies: which challenges a bot takes without being asked, or does not take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from saqqara_contest.time_controls import TimeControl
from saqqara_service import questions
from saqqara_service.application.accounts.accounts import demand_own, find_bots
from saqqara_service.application.matches.clocks import seat_control
from saqqara_service.application.matches.terms import find_game, parse_options
from saqqara_service.application.service import Service
from saqqara_service.errors import UnknownOption
from saqqara_service.models import (
    AcceptFrom,
    AcceptPolicy,
    Caller,
    DeclineReason,
    GameLimit,
    JsonObject,
    MatchTerms,
    Player,
    TimeLimit,
)

MOST_MATCHES: Final = 128
"""Matches that a bot has accepted or plays at once, whatever its policy says."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a bot is offered: by whom, at which terms, beside whom, and in which of the seats."""

    account_id: str
    player_id: str | None
    terms: MatchTerms
    table: tuple[Player, ...]
    seats: tuple[int, ...]


async def of_bot(svc: Service, caller: Caller, question: questions.BotQuestion) -> AcceptPolicy:
    """The accept policy of one of the caller's bots."""
    (bot,) = await find_bots(svc, [question.bot_id])
    demand_own(caller, bot)
    (policy,) = await svc.policies.of([question.bot_id])
    return policy


async def put(svc: Service, caller: Caller, bot_id: str, policy: AcceptPolicy) -> AcceptPolicy:
    """Keep a policy for the caller's bot, in place of the one before."""
    (bot,) = await find_bots(svc, [bot_id])
    demand_own(caller, bot)
    for limit in policy.games or ():
        _demand_known(limit)
    await svc.policies.put(bot_id, policy)
    return policy


def most_matches(policy: AcceptPolicy) -> int:
    """How many matches the bot takes at once."""
    return min(policy.max_matches, MOST_MATCHES)


def objection(policy: AcceptPolicy, player: Player, offer: Offer) -> DeclineReason | None:
    """The first limit of the player's policy that the offer does not keep, whatever its mode."""
    if not _welcomes(policy, player, offer):
        return DeclineReason.NOT_ALLOWED
    return objection_to_terms(policy, offer)


def objection_to_terms(policy: AcceptPolicy, offer: Offer) -> DeclineReason | None:
    """The same whoever offers it, and whoever else plays."""
    terms, players = offer.terms, len(offer.table)
    is_odd = terms.time_odds is not None and not policy.handicaps
    found = (
        _game_objection(policy, terms),
        DeclineReason.PLAYERS if _lacks(policy.players, players) else None,
        DeclineReason.FLAG_RULE if _lacks(policy.flag_rules, terms.on_flag) else None,
        DeclineReason.HANDICAP if is_odd else None,
        _time_objection(policy, offer),
    )
    return next((reason for reason in found if reason is not None), None)


def _lacks(wanted: Sequence[object] | None, value: object) -> bool:
    return wanted is not None and value not in wanted


def _welcomes(policy: AcceptPolicy, player: Player, offer: Offer) -> bool:
    others = {offer.account_id, *(other.id for other in offer.table if other.id != player.id)}
    others |= {other.account_id for other in offer.table if other.id != player.id}
    if others & set(policy.blocked):
        return False
    match policy.accept_from:
        case AcceptFrom.ANYONE:
            return True
        case AcceptFrom.ACCOUNT:
            return offer.account_id == player.account_id
        case AcceptFrom.LISTED:
            return not {offer.account_id, offer.player_id}.isdisjoint(policy.allowed)


def _game_objection(policy: AcceptPolicy, terms: MatchTerms) -> DeclineReason | None:
    if policy.games is None:
        return None
    limits = [limit for limit in policy.games if limit.game == terms.game]
    if not limits:
        return DeclineReason.GAME
    fits = any(_fits(limit, terms) for limit in limits)
    return None if fits else DeclineReason.OPTIONS


def _fits(limit: GameLimit, terms: MatchTerms) -> bool:
    """Whether the options are those of a preset, if any are named, and each within its limit."""
    is_preset = limit.presets is None or any(_is(terms, preset) for preset in limit.presets)
    chosen = _flat(terms.options)
    return is_preset and all(_has(one.values, chosen[one.name]) for one in limit.options)


def _is(terms: MatchTerms, preset: str) -> bool:
    """Whether the options are those of the preset, for so many players."""
    same: JsonObject = {name: terms.options[name] for name in ("players", "rulesVersion")}
    asked: JsonObject = {"preset": preset, **same}
    try:
        return parse_options(find_game(terms.game), asked).to_json() == terms.options
    except UnknownOption:  # it is not for so many
        return False


def _flat(options: JsonObject) -> JsonObject:
    """The options by the names of their table."""
    sides = options.get("sides")
    named = (
        {f"sides.{site}": side for site, side in sides.items()} if isinstance(sides, dict) else {}
    )
    return {**options, **named}


def _has(values: Sequence[object], value: object) -> bool:
    """Whether the value is among them; true is not 1."""
    return any(type(one) is type(value) and one == value for one in values)


def _time_objection(policy: AcceptPolicy, offer: Offer) -> DeclineReason | None:
    """The objection to the time control of any seat that the bot may get."""
    if policy.time_controls is None:
        return None
    control, odds = offer.terms.time_control, offer.terms.time_odds
    limits = [limit for limit in policy.time_controls if limit.kind == control.kind]
    if not limits:
        return DeclineReason.TIME_CONTROL
    for seat in offer.seats:
        own = seat_control(control, odds, seat)
        found = [_beyond(limit, own) for limit in limits]
        if None not in found:
            return found[0]
    return None


def _beyond(limit: TimeLimit, control: TimeControl) -> DeclineReason | None:
    for name, (least, most) in limit.bounds.items():
        time = getattr(control, name)
        if least is not None and time < least:
            return DeclineReason.TOO_FAST
        if most is not None and time > most:
            return DeclineReason.TOO_SLOW
    return None


def _demand_known(limit: GameLimit) -> None:
    """Refuse a limit that no match could keep: an unknown game, preset, option or value."""
    game = find_game(limit.game)
    for preset in limit.presets or ():
        if preset not in game.presets:
            known = ", ".join(game.presets)
            raise UnknownOption(f"{game.title} has no preset {preset[:40]!r}. Use one of {known}.")
    choices = {choice.name: choice for choice in game.choices}
    for one in limit.options:
        if one.name not in choices:
            known = ", ".join(choices)
            raise UnknownOption(
                f"{game.title} has no option {one.name[:40]!r}. Use one of {known}."
            )
        for value in one.values:
            if not _has(choices[one.name].values, value):
                raise UnknownOption(
                    f"The option {one.name} cannot have the value {str(value)[:40]!r}."
                )
