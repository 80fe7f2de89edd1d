"""`make screenshots`: pictures of the site for README and docs, from a service of its own."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Final, Literal, TypeAlias

from PIL import Image
from playwright.async_api import Browser, ViewportSize, async_playwright, expect
from rich.console import Console
from rich.progress import track

from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.browser.conftest import CHROMIUM
from tests.service.ladders import AN_HOUR_MS, a_ladder, finish
from tests.service.matches import a_match, act_at_random
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


async def scene(svc: Service) -> dict[str, str]:
    """House bots, a ladder that is over, and matches in their middle; each picture's address."""
    for level in LEVELS:
        await open_house(svc, level)
        await svc.engagements.be_present(level.bot_id, AN_HOUR_MS)
    enrolled = await a_ladder(svc, bots=5, blocks=20, name="Memphis")
    await finish(svc, enrolled)
    two = await a_match(svc, players=2)
    four = await a_match(svc, players=4, options={"preset": "everything"})
    rng = random.Random(3)
    for match, plies in ((two, PLIES), (four, MANY_PLIES)):
        for _ in range(plies):
            await act_at_random(svc, match, rng)
    return {
        "home": "/",
        "ladder": f"/ladders/{enrolled.id}",
        "match": f"/matches/{two.id}",
        "everything": f"/matches/{four.id}",
        "tv": "/tv",
    }


async def picture(
    browser: Browser, address: str, name: str, size: tuple[int, int], scheme: Scheme
) -> None:
    """One page in a window, once all of it has come."""
    window = ViewportSize(width=size[0], height=size[1])
    page = await browser.new_page(viewport=window, color_scheme=scheme, locale="en-GB")
    await page.goto(address)
    await expect(page.get_by_role("heading").first).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_text("One moment")).to_have_count(0, timeout=PATIENCE_MS)
    await page.wait_for_load_state("networkidle")
    taken = Image.open(BytesIO(await page.screenshot(animations="disabled")))
    kept = TARGET / f"{name}-{size[0]}-{scheme}.png"
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
            addresses = await scene(svc)
            shots = [*product(addresses.items(), SIZES, SCHEMES)]
            for shot in track(shots, "Pictures", console=Console(stderr=True)):
                (name, path), size, scheme = shot
                await picture(browser, f"{server}{path}", name, size, scheme)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
