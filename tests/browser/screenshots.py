"""`make screenshots`: pictures of the site for README and docs, from a service of its own."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from dataclasses import dataclass
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PIL import Image
from playwright.async_api import Page, ViewportSize, async_playwright, expect
from rich.console import Console
from rich.progress import track

from saqqara_service.application.accounts.grants import whole
from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import Service, open_service
from saqqara_service.models import TokenKind
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.browser.conftest import CHROMIUM
from tests.service.ladders import AN_HOUR_MS, a_ladder, finish
from tests.service.matches import a_match, act_at_random, legal_now, play_out
from tests.service.transports import serving

Scheme: TypeAlias = Literal["light", "dark"]

TARGET: Final = Path(__file__).parents[2] / "docs/images"
SIZES: Final = ((1440, 900), (1024, 768), (390, 844))
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")
PATIENCE_MS: Final = 60_000
COLOURS: Final = 128
"""So many are told apart by nobody from all, and a picture is a third as large."""
MOST_BYTES: Final = 120_000
PLIES: Final = 24
MANY_PLIES: Final = 60


@dataclass(frozen=True, slots=True)
class Shot:
    """A page to take a picture of: its address, who looks, and the word of an action to press."""

    path: str
    token: str | None = None
    pressed: str | None = None


async def scene(svc: Service) -> dict[str, Shot]:
    """House bots, a ladder that is over, matches in their middle and at their end, by name."""
    for level in LEVELS:
        await open_house(svc, level)
        await svc.engagements.be_present(level.bot_id, AN_HOUR_MS)
    enrolled = await a_ladder(svc, bots=5, blocks=20, name="Memphis")
    await finish(svc, enrolled)
    over = await a_match(svc, players=2)
    two = await a_match(svc, players=2)
    four = await a_match(svc, players=4, options={"preset": "everything"})
    rng = random.Random(3)
    await play_out(svc, over, rng)
    for match, plies in ((two, PLIES), (four, MANY_PLIES)):
        for _ in range(plies):
            await act_at_random(svc, match, rng)
    asked, legal = await legal_now(svc, two.id)
    while not {"place", "sail"} <= {action.split(" ")[0] for action in legal}:
        await act_at_random(svc, two, rng)
        asked, legal = await legal_now(svc, two.id)
    token, _info = await issue(svc, two.callers[asked.to_act or 0], "seat", whole(TokenKind.BOT))
    return {
        "home": Shot("/"),
        "ladder": Shot(f"/ladders/{enrolled.id}"),
        "match": Shot(f"/matches/{two.id}"),
        "everything": Shot(f"/matches/{four.id}"),
        "end": Shot(f"/matches/{over.id}"),
        "play": Shot(f"/play?match={two.id}", token, "sail"),
        "learn": Shot("/learn"),
        "tv": Shot("/tv"),
    }


async def picture(page: Page, server: str, shot: Shot, kept: Path) -> None:
    """One page in a window, once all of it has come."""
    if shot.token:
        keep = "(token) => sessionStorage.setItem('saqqara.token', token)"
        await page.add_init_script(f"({keep})({json.dumps(shot.token)})")
    await page.goto(f"{server}{shot.path}")
    await expect(page.get_by_role("heading").first).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_text("One moment")).to_have_count(0, timeout=PATIENCE_MS)
    await page.wait_for_load_state("networkidle")
    if shot.pressed:
        await page.locator(f'[data-step="{shot.pressed}"]').click()
    taken = Image.open(BytesIO(await page.screenshot(animations="disabled")))
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(kept, optimize=True)
    await page.close()
    assert kept.stat().st_size <= MOST_BYTES, f"{kept} is larger than {MOST_BYTES} bytes"


async def main() -> None:
    """Every picture."""
    if CHROMIUM is None:
        sys.exit("there is no `chromium` on PATH")
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, EmbeddedRedis(Path(folder) / "redis") as redis:
        settings = Settings(
            redis_url=redis.url,
            data=Path(folder),
            address_accounts_per_day=2_000,
            log_level="warning",
        )
        async with (
            open_service(settings) as svc,
            serving(settings) as server,
            async_playwright() as driver,
        ):
            browser = await driver.chromium.launch(executable_path=CHROMIUM)
            shots = [*product((await scene(svc)).items(), SIZES, SCHEMES)]
            for each in track(shots, "Pictures", console=Console(stderr=True)):
                (name, shot), size, scheme = each
                window = ViewportSize(width=size[0], height=size[1])
                page = await browser.new_page(viewport=window, color_scheme=scheme, locale="en-GB")
                await picture(page, server, shot, TARGET / f"{name}-{size[0]}-{scheme}.png")
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
