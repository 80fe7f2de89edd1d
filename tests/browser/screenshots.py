"""`make screenshots`: pictures of the site for README and docs, from a service of its own."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Browser, ViewportSize, async_playwright, expect

from saqqara_service.application.accounts.house import LEVELS, open_house
from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.browser.conftest import CHROMIUM
from tests.service.ladders import AN_HOUR_MS, a_ladder, finish
from tests.service.matches import a_match, act_at_random
from tests.service.transports import serving

TARGET = Path(__file__).parents[2] / "docs/images"
WIDE: ViewportSize = {"width": 1280, "height": 800}
PATIENCE_MS = 60_000
MOST_BYTES = 150_000
PLIES = 24


async def scene(svc: Service) -> dict[str, str]:
    """House bots, a ladder that is over, and a match in its middle; the address of each picture."""
    for level in LEVELS:
        await open_house(svc, level)
        await svc.engagements.be_present(level.bot_id, AN_HOUR_MS)
    enrolled = await a_ladder(svc, bots=5, blocks=20, name="Memphis")
    await finish(svc, enrolled)
    match = await a_match(svc, players=3)
    rng = random.Random(3)
    for _ in range(PLIES):
        await act_at_random(svc, match, rng)
    return {"home": "/", "match": f"/matches/{match.id}", "ladder": f"/ladders/{enrolled.id}"}


async def picture(browser: Browser, address: str, name: str) -> None:
    """One page in the middle of a wide window, once all of it has come."""
    page = await browser.new_page(viewport=WIDE, color_scheme="light", locale="en-GB")
    await page.goto(address)
    await expect(page.get_by_role("heading").first).to_be_visible(timeout=PATIENCE_MS)
    await expect(page.get_by_text("One moment")).to_have_count(0, timeout=PATIENCE_MS)
    await page.wait_for_load_state("networkidle")
    kept = TARGET / f"{name}.png"
    await page.screenshot(path=kept)
    await page.close()
    size = kept.stat().st_size
    print(f"{kept.relative_to(TARGET.parents[1])}: {size} bytes")
    assert size <= MOST_BYTES, f"{kept} is larger than {MOST_BYTES} bytes"


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
        )
        async with (
            open_service(settings) as svc,
            serving(settings) as server,
            async_playwright() as driver,
        ):
            browser = await driver.chromium.launch(executable_path=CHROMIUM)
            for name, path in (await scene(svc)).items():
                await picture(browser, f"{server}{path}", name)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
