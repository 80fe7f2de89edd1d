"""Plays games for the suite and notes what each shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from random import Random
from typing import Any

from saqqara_engine.game import Options, placements
from saqqara_engine.games import AnyGame
from saqqara_engine.plies import Ply as PlayedPly
from saqqara_engine.plies import Resampling, positions
from saqqara_engine.records.record import Origin, Record, record_of
from saqqara_engine.wire import view_json
from tests.conformance.cases import Ply, shown
from tests.conformance.duel_cases import duel_end_shown, duel_shown
from tests.conformance.end_cases import end_shown
from tests.conformance.lines import Arc, Lines, forget
from tests.conformance.policies import Policy


@dataclass
class Played:
    """A game that was played, and what it shows."""

    record: Record
    cases: set[str] = field(default_factory=set)
    """Rulings and rare cases, in words."""
    arcs: set[Arc] = field(default_factory=set)
    """The lines of the rules that it runs through."""

    @property
    def length(self) -> int:
        """How many plies it has."""
        return len(self.record.plies)


def plies_of(
    game: AnyGame, state: Any, policy: Policy, choice: Random, most: int = 10_000
) -> list[PlayedPly]:
    """The plies from a state on, which is played to its end."""
    plies: list[PlayedPly] = []
    while (seat := game.to_act(state)) is not None and len(plies) < most:
        action = policy(state, game.legal_actions(state), choice)
        plies.append(PlayedPly(seat, str(action)))
        game.advance(state, action)
    return plies


def play(game: AnyGame, options: Options, policy: Policy, name: str) -> Record:
    """A whole game; its name is the seed of everything."""
    choice = Random(name)
    seed = choice.randbytes(32)
    plies = plies_of(game, game.new_game(options, seed), policy, choice)
    return recorded(game, options, seed, plies)


def play_on(game: AnyGame, options: Options, before: Record, policy: Policy, name: str) -> Record:
    """A game that begins in the middle of another, where the hidden was drawn anew for a seat."""
    choice = Random(name)
    ply = choice.randrange(1, len(before.plies))
    seat = choice.choice([*range(options.players), None])
    resampling = Resampling(ply, seat, choice.randbytes(32).hex())
    seed, first = bytes.fromhex(before.seed or ""), before.plies[:ply]
    *_, (state, _) = positions(game, options, seed, first, (resampling,))
    plies = [*first, *plies_of(game, state, policy, choice)]
    return record_of(
        game,
        options,
        seed=seed,
        match_id="fork",
        seats=names(options),
        plies=plies,
        origin=Origin("before", ply),
        resamplings=(resampling,),
    )


def recorded(
    game: AnyGame, options: Options, seed: bytes, plies: list[PlayedPly], **ending: Any
) -> Record:
    """The record of plies."""
    seats = names(options)
    return record_of(game, options, seed=seed, match_id="suite", seats=seats, plies=plies, **ending)


def names(options: Options) -> list[str]:
    """What the seats are called."""
    return [f"seat {seat}" for seat in range(options.players)]


def watched(game: AnyGame, options: Options, record: Record, *, lines: bool = True) -> Played:
    """Plays a record again and notes what it shows."""
    played = Played(record)
    tracer = Lines() if lines else None
    if tracer:
        forget()
    with tracer or nullcontext():
        before = None
        for number, state in enumerate(_states(game, options, record)):
            for seat in (*range(options.players), None):
                view_json(game.view(state, seat))
            legal = [str(action) for action in game.legal_actions(state)]
            if before is not None:
                ply = Ply(before[0], before[1], record.plies[number - 1].action, state)
                played.cases |= set(_cases(game, ply))
            before = (game.copy(state), legal)
        scores = game.scores(state)
    totals = [score.total for score in scores]
    if game.is_over(state):
        is_duel = game.name == "duel"
        placed = placements(scores)
        ends = duel_end_shown(state, totals) if is_duel else end_shown(state, totals, placed)
        played.cases |= {*ends}
    played.arcs = tracer.arcs if tracer else set()
    return played


def _states(game: AnyGame, options: Options, record: Record) -> Iterator[Any]:
    seed = bytes.fromhex(record.seed or "")
    for state, _ in positions(game, options, seed, record.plies, record.resamplings):
        yield state


def _cases(game: AnyGame, ply: Ply) -> Iterator[str]:
    """The kinds of action and of question, and what else it shows."""
    yield f"action {ply.action.split()[0]}"
    yield from (f"legal {kind}" for kind in {text.split()[0] for text in ply.legal})
    if game.name == "duel":
        yield from duel_shown(ply.before, ply.legal, ply.action, ply.after)
        return
    yield f"question {ply.asked}, {'one answer' if len(ply.legal) == 1 else 'several answers'}"
    yield from shown(ply)
