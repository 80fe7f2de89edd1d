"""Games that are kept as files, so that a change of the rules cannot go unnoticed.

`python -m tests.engine.golden` writes them anew, which a change of `RULES_VERSION` calls for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from saqqara_engine.chance import Chance
from saqqara_engine.game import Action, Options
from saqqara_engine.plies import Ply, Resampling
from saqqara_engine.records.notes import note_of
from saqqara_engine.records.record import Origin, Record, record_of, to_json
from tests.engine.covering_array import settings_of
from tests.engine.golden_games import GOLDEN, Golden

SEED = bytes(range(32))
OTHER_SEED = bytes(range(32, 64))
GAMES = {golden.name: golden for golden in GOLDEN}
RECORDED = ("imhotep-2p", "imhotep-3p", "imhotep-4p", "imhotep-preset-everything", "duel-preset-b")
CONTINUED = {"imhotep-market-b": Resampling(30, 1, OTHER_SEED.hex())}
"""Games told as if they had begun in the middle of another, where the unseen was drawn anew."""

NOTES = [
    note_of(
        {
            "evaluation": -1.5,
            "line": ["get", "sail 2 temple"],
            "words": 'Stones first.\nThe "temple" pays ½ more: \u00a0 <b>𓂀</b>',
            "numbers": {"nodes": 120000, "p": 0.0001, "depth": 4},
            "tokensIn": 900,
            "tokensOut": 12,
            "model": "golden-1",
            "prompt": SEED.hex(),
            "epoch": 1,
        }
    ),
    None,
    note_of({"evaluation": 0.25}),
]
"""The notes of the first plies of each kept game."""

RECORDS = {name: Path(f"tests/engine/records/{name}.json") for name in (*RECORDED, *CONTINUED)}
TRANSCRIPTS = {name: Path(f"tests/engine/transcripts/{name}.txt") for name in GAMES}

CHAPTER: dict[str, Callable[..., int]] = {
    "imhotep": lambda view: view.round,
    "duel": lambda view: view.unloads // 5,
}
"""When the table is drawn again: whenever this changes."""


def plies_of(golden: Golden, drawn: Resampling | None = None) -> list[Ply]:
    """Every seat chooses by the engine's own chance, every other time among kinds of action."""
    choice = Chance(SEED, f"golden {golden.name}", golden.number)
    game = golden.game
    state = game.new_game(golden.options, SEED)
    plies: list[Ply] = []
    while (seat := game.to_act(state)) is not None:
        if drawn and drawn.ply == len(plies):
            state = game.sample(game.view(state, drawn.seat), bytes.fromhex(drawn.seed))
        legal = _preferred(list(game.legal_actions(state)), golden, choice)
        action = legal[choice.below(len(legal))]
        plies.append(Ply(seat, str(action)))
        game.advance(state, action)
    return plies


def _preferred(legal: list[Action], golden: Golden, choice: Chance) -> list[Action]:
    kinds = sorted({action.kind for action in legal})
    favoured = [action for action in legal if action.kind in golden.favours]
    if favoured:
        return favoured
    if choice.below(2):
        kind = kinds[choice.below(len(kinds))]
        return [action for action in legal if action.kind == kind]
    return legal


@cache
def golden_record(name: str) -> Record:
    """The record of a kept game."""
    golden, drawn = GAMES[name], CONTINUED.get(name)
    plies = plies_of(golden, drawn)
    return record_of(
        golden.game,
        golden.options,
        seed=SEED,
        match_id=f"golden-{name}",
        seats=[f"seat {seat}" for seat in range(golden.options.players)],
        plies=plies,
        origin=Origin("golden-before", drawn.ply) if drawn else None,
        resamplings=(drawn,) if drawn else (),
        programs=[OTHER_SEED.hex(), *[None] * (golden.options.players - 1)],
        notes=[*NOTES, *[None] * (len(plies) - len(NOTES))],
    )


def record_text(name: str) -> str:
    """The file of a golden record."""
    return json.dumps(to_json(golden_record(name)), indent=1) + "\n"


def transcript(name: str) -> str:
    """A golden game for people to read: the table now and then, every action, the points."""
    golden = GAMES[name]
    settings = settings_of(golden.game, golden.options)
    chosen = [
        f"{choice.name} {settings[choice.name]}"
        for choice in golden.game.choices
        if settings[choice.name] != choice.default
    ]
    head = [
        f"{golden.game.title}, rules {golden.game.rules_version}",
        f"Options: {', '.join(chosen) or 'none'}",
        f"House rules: {', '.join(golden.game.house_values(golden.options)) or 'none'}",
    ]
    return "\n".join((*head, *transcript_lines(golden, golden.options, plies_of(golden)))) + "\n"


def transcript_lines(golden: Golden, options: Options, plies: list[Ply]) -> Iterator[str]:
    """What happens in a game with these plies; raises `IllegalAction` where one is not legal."""
    game = golden.game
    state = game.new_game(options, SEED)
    shown = None
    for ply in plies:
        view = game.view(state, ply.seat)
        if shown != (shown := CHAPTER[game.name](view)):
            yield from ("", game.draw(game.view(state, None)), "")
        action = game.parse_action(ply.action)
        count = len(game.legal_actions(state))
        yield f"{ply.seat}: {ply.action:<22} {game.label(view, action)}  [1 of {count}]"
        state = game.apply(state, action)
    yield from ("", game.draw(game.view(state, None)), "")
    for score in game.scores(state):
        lines = [f"{line.source} {line.points}" for line in score.lines if line.points]
        yield f"Seat {score.seat}: {score.total} points ({', '.join(lines)})"


def main() -> None:
    """Writes all golden files."""
    for folder in {path.parent for path in (*RECORDS.values(), *TRANSCRIPTS.values())}:
        folder.mkdir(exist_ok=True)
    for name, path in RECORDS.items():
        path.write_text(record_text(name), encoding="utf-8")
    for name, path in TRANSCRIPTS.items():
        path.write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
