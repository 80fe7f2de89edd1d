"""The public record of a running match. It does not depend on the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame
from saqqara_engine.plies import Ply
from saqqara_engine.record import FORMAT, Origin, Record, digest


def public_record_of(
    game: AnyGame,
    options: Options,
    *,
    commitment: str,
    match_id: str,
    seats: Sequence[str],
    plies: Sequence[Ply],
    flagged: Sequence[int] = (),
    resigned: Sequence[int] = (),
    origin: Origin | None = None,
) -> Record:
    """Return the public part of a record, which cannot be replayed; plies are not checked."""
    undigested = Record(
        format=FORMAT,
        game=game.name,
        rules_version=options.rules_version,
        options=options.to_json(),
        house_values=game.house_values(options),
        match_id=match_id,
        origin=origin,
        seats=tuple(seats),
        seed=None,
        commitment=commitment,
        resamplings=(),
        chance=(),
        plies=tuple(plies),
        flagged=tuple(flagged),
        resigned=tuple(resigned),
        ending=None,
        scores=(),
        placements=(),
        digest="",
    )
    return replace(undigested, digest=digest(undigested))
