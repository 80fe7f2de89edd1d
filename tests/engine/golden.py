"""Games that are kept as files, so that a change of the rules cannot go unnoticed.

`python -m tests.engine.golden` writes them anew, which a change of `RULES_VERSION` calls for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from saqqara_engine import find_game
from saqqara_engine.chance import below, words
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.record import Ply, Record, record_of, to_json

SEED = bytes(range(32))
RECORDS = {players: Path(f"tests/engine/records/imhotep-{players}p.json") for players in (2, 3, 4)}
TRANSCRIPT = Path("tests/engine/transcripts/imhotep-2p.txt")


def golden_record(players: int) -> Record:
    """A game in which every seat chooses by the engine's own chance."""
    options = Options(players)
    choice = words(SEED, "golden", players)
    state = IMHOTEP.new_game(options, SEED)
    plies = []
    while (seat := IMHOTEP.to_act(state)) is not None:
        legal = IMHOTEP.legal_actions(state)
        action = legal[below(choice, len(legal))]
        plies.append(Ply(seat, str(action)))
        IMHOTEP.advance(state, action)
    return record_of(
        find_game("imhotep"),
        options,
        seed=SEED,
        match_id=f"golden-{players}",
        seats=[f"seat {seat}" for seat in range(players)],
        plies=plies,
    )


def record_text(players: int) -> str:
    """The file of a golden record."""
    return json.dumps(to_json(golden_record(players)), indent=1) + "\n"


def transcript() -> str:
    """The golden game of two for people to read: the table at every round, every action."""
    return "\n".join(_transcript_lines()) + "\n"


def _transcript_lines() -> Iterator[str]:
    record = golden_record(2)
    state = IMHOTEP.new_game(Options(2), SEED)
    shown = 0
    for ply in record.plies:
        view = IMHOTEP.view(state, None)
        if view.round > shown:
            shown = view.round
            yield from ("", IMHOTEP.draw(view), "")
        action = IMHOTEP.parse_action(ply.action)
        count = len(IMHOTEP.legal_actions(state))
        label = IMHOTEP.label(view, action)
        yield f"{ply.seat}: {ply.action:<24} {label}  [1 of {count}]"
        IMHOTEP.advance(state, action)
    yield from ("", IMHOTEP.draw(IMHOTEP.view(state, None)), "")
    for score, place in zip(record.scores, record.placements, strict=True):
        lines = ", ".join(f"{line.source} {line.points}" for line in score.lines)
        yield f"Seat {score.seat}: place {place}, {score.total} points ({lines})"


def main() -> None:
    """Writes all golden files."""
    for players, path in RECORDS.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(record_text(players), encoding="utf-8")
    TRANSCRIPT.parent.mkdir(exist_ok=True)
    TRANSCRIPT.write_text(transcript(), encoding="utf-8")


if __name__ == "__main__":
    main()
