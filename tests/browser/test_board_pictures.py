"""The boards look as they did: compared so small that fonts do not matter."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import pytest

from saqqara_engine.games import GAMES
from saqqara_service.models import JsonObject
from tests.browser.board_page import Board
from tests.browser.boards import all_sides, moments

Scheme: TypeAlias = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)
PICTURES = Path(__file__).parent / "board"
REDRAW = "SAQQARA_REDRAW"
"""Set in the environment, it keeps what is drawn now as what is right."""
TOLERANCE = 3.5
"""The mean difference of a channel, of 255: other fonts gave up to 2.5, other positions 6 to 8."""
SCALED = """async (png) => {
  const answer = await fetch(`data:image/png;base64,${png}`);
  const picture = await createImageBitmap(await answer.blob());
  const canvas = document.createElement("canvas");
  canvas.width = 64;
  canvas.height = Math.round((picture.height * 64) / picture.width);
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
}"""
DIFFERENCE = """async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (png) => {
    const answer = await fetch(`data:image/png;base64,${png}`);
    const picture = await createImageBitmap(await answer.blob());
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [64, 64];
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0, 64, 64);
    return pen.getImageData(0, 0, 64, 64).data;
  }));
  return one.reduce((sum, value, place) => sum + Math.abs(value - other[place]), 0) / one.length;
}"""


SHOWN: dict[str, tuple[str, JsonObject]] = {
    "base": ("imhotep", {"preset": "base", "players": 4}),
    "b-sides": ("imhotep", {"preset": "b-sides", "players": 3}),
    "c-sides": ("imhotep", all_sides("C")),
    "d-sides": ("imhotep", all_sides("D")),
    "minis": ("imhotep", {"preset": "minis", "players": 3}),
    "new-dynasty": ("imhotep", {"preset": "new-dynasty", "players": 3}),
    "everything": ("imhotep", {"preset": "everything", "players": 4}),
    "duel": ("duel", {"preset": "a"}),
    "duel-b": ("duel", {"preset": "b"}),
}
"""What there is a picture of, by the picture's name."""


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_has_its_pictures(game: str) -> None:
    """One that is added is drawn here too; no picture is kept that nothing is compared with."""
    shown = {asked.get("preset") for name, asked in SHOWN.values() if name == game}
    assert not {*GAMES[game].presets} - shown
    kept = {each.name for each in PICTURES.iterdir()}
    assert kept == {f"{name}-{scheme}.png" for name in SHOWN for scheme in SCHEMES}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", SHOWN)
async def test_a_board_looks_as_it_did(board: Board, name: str, scheme: Scheme) -> None:
    """The middle of a game on a wide screen, in both themes."""
    game, asked = SHOWN[name]
    await board.page.emulate_media(color_scheme=scheme)
    await board.page.set_viewport_size({"width": 1280, "height": 1000})
    await board.show(moments(game, asked)[1], legal=None)
    taken = await board.page.locator(f"{game}-board").screenshot(animations="disabled")
    now = await board.page.evaluate(SCALED, base64.b64encode(taken).decode())
    kept = PICTURES / f"{name}-{scheme}.png"
    if os.environ.get(REDRAW):
        kept.write_bytes(base64.b64decode(now))
    before = base64.b64encode(kept.read_bytes()).decode()
    assert await board.page.evaluate(DIFFERENCE, [before, now]) < TOLERANCE
