"""How soon each page of the site is there: `python -m tests.bench.bench_pages`; needs Chromium.

Each time in a window that has kept nothing, on this machine alone: when the first thing is drawn,
and when all is there that the page says at once.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import structlog
from playwright.async_api import async_playwright

from saqqara_service.application.service import open_service
from saqqara_service.settings import Settings
from tests.browser.test_every_page import everything, shown
from tests.cluster.store import one_store
from tests.service.transports import serving

ROUNDS: Final = 7
DRAWN: Final = "performance.getEntriesByName('first-contentful-paint')"


async def main() -> None:
    """Prints medians in milliseconds."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    chromium = shutil.which("chromium") or sys.exit("there is no `chromium` on PATH")
    with TemporaryDirectory() as folder, one_store() as store:
        settings = Settings(redis_url=store.url, data=Path(folder))
        async with (
            open_service(settings) as svc,
            serving(settings) as server,
            async_playwright() as driver,
        ):
            pages, _token = await everything(svc)
            browser = await driver.chromium.launch(executable_path=chromium)
            for name, path in pages.items():
                found = []
                for _ in range(ROUNDS):
                    async with await browser.new_context() as context:
                        page = await context.new_page()
                        await page.goto(f"{server}{path}")
                        await shown(page, name)
                        there_ms = await page.evaluate("performance.now()")
                        while not await page.evaluate(f"{DRAWN}.length"):
                            await asyncio.sleep(0.01)
                        found.append((await page.evaluate(f"{DRAWN}[0].startTime"), there_ms))
                drawn, there = (median(each) for each in zip(*found, strict=True))
                print(f"{name:<20} first drawn {drawn:6.0f} ms, there {there:6.0f} ms", flush=True)
            await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
