"""Kept games read as they did; every option has one in which it makes a difference."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from saqqara_engine.duel.actions import Action as DuelAction
from saqqara_engine.errors import IllegalAction
from saqqara_engine.games import GAMES
from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.records.record import read, verify
from tests.engine import golden
from tests.engine.covering_array import Setting, settings_of, spelled_out
from tests.engine.golden_games import GOLDEN, Golden

KIB = 1024
KINDS = {
    "imhotep": set(CATALOGUE.actions),
    "duel": {action.kind for action in get_args(DuelAction)},
}
STARVED = {"pass"}
"""Nobody can do nothing in an ordinary game; `test_turns.py` lays such tables out."""


@pytest.mark.parametrize("name", golden.RECORDS)
def test_the_golden_records_still_verify(name: str) -> None:
    """Games recorded earlier under the same rules version replay to the same end."""
    text = golden.RECORDS[name].read_text(encoding="utf-8")
    verify(read(text))
    assert text == golden.record_text(name)


@pytest.mark.parametrize("name", golden.TRANSCRIPTS)
def test_the_golden_transcripts_read_the_same(name: str) -> None:
    """A game told in words stays as it was read and approved."""
    text = golden.TRANSCRIPTS[name].read_text(encoding="utf-8")
    assert text == golden.transcript(name)
    assert len(text) < 40 * KIB


def test_no_file_is_left_over() -> None:
    """Every kept file belongs to a game of the table."""
    for paths in (golden.RECORDS, golden.TRANSCRIPTS):
        one = next(iter(paths.values()))
        assert set(one.parent.glob(f"*{one.suffix}")) == set(map(Path, paths.values()))


def settings(kept: Golden) -> set[Setting]:
    """The values of all options of a kept game."""
    return set(settings_of(kept.game, kept.options).items())


def others(kept: Golden) -> list[str]:
    """The options of a kept game that do not have their default, but for the number of seats."""
    values = settings_of(kept.game, kept.options)
    return [
        choice.name
        for choice in kept.game.choices
        if values[choice.name] != choice.default and choice.name != "players"
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_has_a_transcript(name: str) -> None:
    """Each number of players, side, module and flag value occurs in some kept game."""
    kept = {one for each in GOLDEN if each.game.name == name for one in settings(each)}
    wanted = {(choice.name, value) for choice in GAMES[name].choices for value in choice.values}
    assert wanted - kept == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_preset_has_a_transcript(name: str) -> None:
    """What can be asked for by a name is kept as it is; the first game has no options at all."""
    kept = [each.options.to_json() for each in GOLDEN if each.game.name == name]
    for preset in GAMES[name].presets:
        wanted = [
            GAMES[name].parse_options({"preset": preset, "players": players}).to_json()
            for players in GAMES[name].players
        ]
        assert any(one in kept for one in wanted), preset


@pytest.mark.parametrize("kept", GOLDEN, ids=lambda kept: kept.name)
def test_every_option_of_a_transcript_makes_a_difference(kept: Golden) -> None:
    """With any option at its default the same plies would read otherwise, or not be legal."""
    plies = golden.plies_of(kept)
    lines = list(golden.transcript_lines(kept, kept.options, plies))
    for name in others(kept):
        default = next(choice.default for choice in kept.game.choices if choice.name == name)
        asked = settings_of(kept.game, kept.options) | {name: default}
        plain = kept.game.parse_options(spelled_out(asked))
        try:
            without = list(golden.transcript_lines(kept, plain, plies))
        except IllegalAction:
            continue
        assert without != lines, name


def test_every_kind_of_action_is_kept() -> None:
    """No kind of action of either game is missing from the transcripts."""
    for name, kinds in KINDS.items():
        text = "\n".join(
            path.read_text(encoding="utf-8")
            for kept, path in golden.TRANSCRIPTS.items()
            if kept.startswith(name)
        )
        used = set(re.findall(r"^\d: (\S+)", text, flags=re.MULTILINE))
        assert used == kinds - STARVED
