"""What may be put together in one event: formats with groups, stages and teams."""

from __future__ import annotations

from collections import Counter

from saqqara_service.application.ladders.formats import FORMATS
from saqqara_service.application.ladders.sequential import most_rounds
from saqqara_service.errors import Malformed
from saqqara_service.models import LadderFormat, LadderTerms, SameOwner
from saqqara_service.models.ladder_formats import (
    MOST_BLOCKS,
    MOST_NAMED,
    MOST_ROUNDS,
    LadderLength,
    LadderRules,
    LadderStage,
)


def demand_event(asked: LadderTerms, players: int) -> None:
    """Refuse terms that do not belong to the format, or that do not go together."""
    rules = asked.format.rules
    _demand_length(rules, asked.blocks, asked.rounds, most_rounds(asked))
    _demand_owners(rules, asked)
    _demand_groups(rules, asked.groups, "/groups")
    if rules.needs_challenger != (asked.challenger is not None):
        fix = "needs a challenger. Set" if rules.needs_challenger else "has no challenger. Omit"
        raise Malformed(f"The format {rules.format} {fix} `challenger`.", pointer="/challenger")
    if asked.late_entry and not rules.late_entry:
        raise Malformed(
            f"The format {rules.format} does not allow late entry. Omit `lateEntry`.",
            pointer="/lateEntry",
        )
    if rules.needs_end and asked.end_at_ms is None:
        raise Malformed(
            f"The format {rules.format} needs an end. Set `endAtMs`.", pointer="/endAtMs"
        )
    if asked.stages:
        _demand_stages(asked, players)
    _demand_teams(asked, players)


def _demand_length(
    rules: LadderRules, blocks: int | None, rounds: int | None, most: int, stage: str = ""
) -> None:
    """Refuse blocks or rounds that do not belong to a format, and ask for those that do.

    `stage` points to the stage that they are of; empty: to the first one.
    """
    numbers = {LadderLength.BLOCKS: (blocks, MOST_BLOCKS), LadderLength.ROUNDS: (rounds, most)}
    for length, (number, highest) in numbers.items():
        if rules.length is length:
            _demand_range(length.value, number, highest, stage)
        elif number is not None:
            instead = f" and set `{rules.length}`" if rules.length else ""
            raise Malformed(
                f"The format {rules.format} has no number of {length} to set. Omit"
                f" `{length}`{instead}.",
                pointer=f"{stage}/{length}",
            )


def _demand_groups(rules: LadderRules, groups: int | None, pointer: str) -> None:
    """Refuse groups where not everybody meets everybody in them."""
    if groups is not None and not rules.groups:
        raise Malformed(
            f"The format {rules.format} cannot have groups. Omit `groups`.", pointer=pointer
        )


def _demand_range(what: str, number: int | None, most: int, stage: str) -> None:
    if number is None or not 1 <= number <= most:
        raise Malformed(
            f"`{what}` must be a number from 1 to {most}, not {number}.", pointer=f"{stage}/{what}"
        )


def _demand_owners(rules: LadderRules, asked: LadderTerms) -> None:
    """Refuse to keep an account's bots apart where any two may have to meet."""
    is_apart = asked.same_owner is SameOwner.FORBIDDEN and asked.bots_per_account != 1
    if is_apart and not rules.keeps_apart:
        raise Malformed(
            f"In the format {rules.format} any two bots may have to meet. Set `botsPerAccount` to"
            " 1, or `sameOwner` to `unrated` or `allowed`.",
            pointer="/sameOwner",
        )


def _demand_stages(asked: LadderTerms, players: int) -> None:
    if asked.every is not None:
        raise Malformed("A ladder with stages cannot repeat. Omit `every`.", pointer="/every")
    if asked.sequential_test is not None:
        raise Malformed(
            "A ladder with a sequential test cannot have stages. Omit `stages`.", pointer="/stages"
        )
    latest_ms = asked.start_at_ms
    before: LadderTerms | LadderStage = asked
    for number, stage in enumerate(asked.stages):
        pointer = f"/stages/{number}"
        if stage.playoff:
            _demand_playoff(stage, before, pointer)
        before, rules = stage, stage.format.rules
        _demand_after(stage, latest_ms, pointer)
        latest_ms = stage.start_at_ms or latest_ms
        if not rules.later_stage:
            raise Malformed(
                f"A later stage cannot have the format {stage.format}.",
                pointer=f"{pointer}/format",
            )
        _demand_length(rules, stage.blocks, stage.rounds, MOST_ROUNDS, pointer)
        _demand_groups(rules, stage.groups, f"{pointer}/groups")
        _demand_owners(rules, asked)
        if not stage.playoff and stage.take // (stage.groups or 1) < players:
            raise Malformed(
                f"A match needs {players} bots, in each group too. Take more than {stage.take}.",
                pointer=f"{pointer}/take",
            )
        most = FORMATS[stage.format].most_bots(players)
        if most is not None and not stage.playoff and stage.take > most:
            raise Malformed(
                f"The format {stage.format} with {players} seats can have at most {most} bots.",
                pointer=f"{pointer}/take",
            )


def _demand_playoff(stage: LadderStage, before: LadderTerms | LadderStage, pointer: str) -> None:
    """Refuse a playoff of what has no points, or that is more than to meet each other."""
    if not before.format.rules.before_playoff or before.groups is not None:
        raise Malformed(
            "A playoff must follow one of these formats without groups: "
            + ", ".join(one for one in LadderFormat if one.rules.before_playoff)
            + ".",
            pointer=f"{pointer}/playoff",
        )
    if not stage.format.rules.playoff or stage.groups is not None:
        raise Malformed(
            "A playoff must have one of these formats without groups: "
            + ", ".join(one for one in LadderFormat if one.rules.playoff)
            + ".",
            pointer=f"{pointer}/format",
        )


def _demand_after(stage: LadderStage, latest_ms: int | None, pointer: str) -> None:
    """Refuse a stage that is to start no later than what comes before it."""
    if stage.start_at_ms is not None and stage.start_at_ms <= (latest_ms or 0):
        raise Malformed(
            f"The stage starts at {stage.start_at_ms}, before the previous one at"
            f" {latest_ms}. Set a later `startAtMs`.",
            pointer=f"{pointer}/startAtMs",
        )


def _demand_teams(asked: LadderTerms, players: int) -> None:
    if not asked.teams:
        if asked.team_bots is not None:
            raise Malformed("This ladder has no teams. Omit `teamBots`.", pointer="/teamBots")
        return
    for of in (asked.format, *(stage.format for stage in asked.stages)):
        if not of.rules.keeps_apart:
            raise Malformed(
                f"The format {of} cannot have teams, since bots of a team never meet. Omit"
                " `teams`.",
                pointer="/teams",
            )
    named = sum(len(team.members) for team in asked.teams)
    if named > MOST_NAMED:
        raise Malformed(
            f"Teams can have at most {MOST_NAMED} members in total, not {named}. Name"
            " accounts to include all their bots.",
            pointer="/teams",
        )
    if len(asked.teams) < players:
        raise Malformed(f"A match needs bots of {players} teams. Add more teams.", pointer="/teams")
    for what, words in (
        ("team", [team.name for team in asked.teams]),
        ("member", [one for team in asked.teams for one in team.members]),
    ):
        again = [word for word, count in Counter(words).items() if count > 1]
        if again:
            raise Malformed(f"The {what} {again[0]!r} is listed more than once.", pointer="/teams")
