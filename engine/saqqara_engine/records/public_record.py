"""The public record of a running match. It does not depend on the seed."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame
from saqqara_engine.plies import Ply
from saqqara_engine.records.formats import FORMAT
from saqqara_engine.records.record import Origin, Record, digested


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
    """Return the public part of a record, which cannot be replayed; plies are not checked.

    It has no notes and no programs: until the end of the match they belong to their seats.
    """
    undigested = Record(
        format=FORMAT,
        game=game.name,
        rules_version=options.rules_version,
        options=options.to_json(),
        house_values=game.house_values(options),
        match_id=match_id,
        origin=origin,
        seats=tuple(seats),
        programs=(None,) * len(seats),
        seed=None,
        commitment=commitment,
        resamplings=(),
        chance=(),
        plies=tuple(plies),
        notes=(None,) * len(plies),
        flagged=tuple(flagged),
        resigned=tuple(resigned),
        ending=None,
        scores=(),
        placements=(),
        digest="",
    )
    return digested(undigested)
