"""A page with nothing in it but a board, and both elements in one script."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.browser.boards import Scene
from tests.browser.watched import Watched
from tests.prerequisites import lacks

PAGES = Path(__file__).parents[2] / "service" / "pages"
MODULES = PAGES / "node_modules"
SHOW = """({element, view, layout, legal, language, perspective}) => {
  window.said = [];
  document.querySelector(element)?.remove();
  const board = document.createElement(element);
  Object.assign(board, {view, layout, legal, language, perspective});
  document.body.replaceChildren(board);
  return board.updateComplete.then(() => true);
}"""
LISTEN = """() => ["choose", "consider"].forEach((kind) => document.body.addEventListener(kind,
  (event) => window.said.push([kind, event.detail?.notation ?? null])))"""
# What can be chosen in the scene can be chosen by a button of full size as well.
SMALL = """() => {
  const board = document.querySelector("imhotep-board, duel-board");
  const things = [...board.shadowRoot.querySelectorAll(".offered, .steps button")];
  const least = (each) => each.closest(".scene") ? (innerWidth < 700 ? 0 : 23.5) : 43.5;
  return things.map((each) => [each.getBoundingClientRect(), each])
    .filter(([box, each]) => Math.min(box.width, box.height) < least(each))
    .map(([box, each]) => `${each.outerHTML.slice(0, 120)} ${box.width}x${box.height}`);
}"""


@dataclass(frozen=True, slots=True)
class Board:
    """A page with a board in it, and nothing else."""

    page: Page
    watched: Watched

    async def show(self, each: Scene, language: str = "en", **other: object) -> None:
        """Draw a scene."""
        properties = {
            "element": each.element,
            "view": each.view,
            "layout": each.layout,
            "legal": each.legal,
            "language": language,
            "perspective": None,
        }
        await self.page.evaluate(SHOW, {**properties, **other})

    async def set(self, **properties: object) -> None:
        """Change properties of the board that is there."""
        script = """(properties) => {
          const board = document.querySelector("imhotep-board, duel-board");
          Object.assign(board, properties);
          return board.updateComplete.then(() => true);
        }"""
        await self.page.evaluate(script, properties)

    async def said(self, kind: str) -> list[str | None]:
        """What was told by events of a kind, in the notation."""
        said = await self.page.evaluate("window.said")
        return [notation for each, notation in said if each == kind]

    async def step(self, word: str) -> None:
        """Press the button of a word."""
        await self.page.locator(f'[data-step="{word}"]').click()

    async def demand_whole(self) -> None:
        """Every part is drawn, and no error or warning was said."""
        await expect(self.page.locator(".unknown")).to_have_count(0)
        small = await self.page.evaluate(SMALL)
        assert small == [], small
        self.watched.demand_quiet()


@pytest.fixture(scope="session")
def elements(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both elements in one script."""
    esbuild = MODULES / ".bin" / "esbuild"
    if shutil.which("node") is None or not esbuild.exists():
        lacks("run `make pages` first")
    made = tmp_path_factory.mktemp("elements") / "board.js"
    words = [str(esbuild), "board/index.ts", "--bundle", "--format=iife", "--target=es2022"]
    subprocess.run([*words, f"--outfile={made}", "--log-level=error"], cwd=PAGES, check=True)
    return made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def easel(browser: Browser) -> AsyncIterator[Page]:
    """One page for all boards: to open a window for each would take longer than to draw it."""
    async with await browser.new_context() as context:
        yield await context.new_page()


@pytest_asyncio.fixture(loop_scope="session")
async def board(easel: Page, elements: Path) -> AsyncIterator[Board]:
    """An empty page in the look of the site, with nothing left of what was there before."""
    page = easel
    await page.goto("about:blank")
    await page.emulate_media(color_scheme="light")
    await page.set_viewport_size({"width": 1280, "height": 720})
    watched = Watched(page)
    style = (PAGES / "site" / "style.css").read_text()
    page.set_default_timeout(8_000)
    await page.set_content(
        f'<!doctype html><html lang="en"><title>Board</title><style>{style}</style><body></body>'
    )
    await page.add_script_tag(path=elements)
    await page.evaluate(LISTEN)
    yield Board(page, watched)
    watched.leave()
