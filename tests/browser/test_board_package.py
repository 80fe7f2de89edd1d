"""The package of the elements: packed, installed in another project, compiled, and drawn."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
from playwright.async_api import Page, expect

from saqqara_bots.random_bot import RandomBot
from saqqara_sdk.arena import Entrant
from saqqara_sdk.records.frames import carried
from saqqara_sdk.records.game_page import packed
from saqqara_service.application.service import Service
from saqqara_service.settings import Settings
from tests.browser.board_page import MODULES, PAGES
from tests.browser.test_replay import a_record
from tests.browser.watched import Watched
from tests.prerequisites import lacks
from tests.service.matches import a_match
from tests.service.transports import serving

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "elements.md"
LICENSE = Path(__file__).parents[2] / "LICENSE"
ENTRIES = ("board", "player", "match")
UNNAMED = {"still", "notice"}
"""Fields of the manifest that no page needs to know."""
PROJECT = {"name": "board-of-mine", "private": True, "type": "module"}
STRICT = {
    "compilerOptions": {
        "target": "ES2022",
        "lib": ["ES2022", "DOM", "DOM.Iterable"],
        "module": "ESNext",
        "moduleResolution": "Bundler",
        "strict": True,
        "noUncheckedIndexedAccess": True,
        "exactOptionalPropertyTypes": True,
        "types": [],
        "noEmit": True,
    },
    "files": ["main.ts"],
}
MAIN = """import { DuelBoard, ImhotepBoard, type LegalAction } from "saqqara-elements/board";
import { MatchSource, Server } from "saqqara-elements/match";
import { show } from "./board";
import { replay } from "./replay";

const board: DuelBoard | ImhotepBoard = document.createElement("duel-board");
const legal: readonly LegalAction[] | null = board.legal;

function follow(server: string, id: string): void {
  const match = document.createElement("saqqara-match");
  match.source = new MatchSource(id, new Server(server));
  document.body.append(match);
}

Object.assign(window, { show, replay, follow, legal });
"""


def run(folder: Path, *words: str | Path) -> str:
    """What a program prints; it must succeed."""
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has installed the package and the howto's file; npm may ask for Lit."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None or not (MODULES / ".installed").exists():
        lacks("run `make clients` first; it needs npm")
    run(PAGES, npm, "run", "--silent", "generate")
    run(PAGES, npm, "run", "--silent", "package")
    folder = tmp_path_factory.mktemp("project")
    packed = run(folder, npm, "pack", "--silent", PAGES / "dist").strip()
    (folder / "package.json").write_text(json.dumps(PROJECT))
    (folder / "tsconfig.json").write_text(json.dumps(STRICT))
    (folder / "main.ts").write_text(MAIN)
    board, replay = re.findall(r"```ts\n(.*?)```", HOWTO.read_text(), re.DOTALL)
    (folder / "board.ts").write_text(board)
    (folder / "replay.ts").write_text(replay)
    quietly = ("--prefer-offline", "--no-audit", "--no-fund", "--silent")
    run(folder, npm, "install", *quietly, f"./{packed}")
    run(folder, node, MODULES / "typescript" / "bin" / "tsc")
    esbuild = MODULES / ".bin" / "esbuild"
    run(folder, esbuild, "main.ts", "--bundle", "--outfile=main.js", "--log-level=error")
    return folder


async def test_a_board_of_the_package_draws_a_match(
    page: Page, project: Path, settings: Settings, svc: Service
) -> None:
    """By the howto's file, on a page of another origin, with nothing but the published contract."""
    match = await a_match(svc)
    async with serving(settings) as server:
        watched = Watched(page, server)
        await page.set_content("<!doctype html><title>Mine</title><main></main>")
        await page.add_script_tag(path=project / "main.js")
        await page.evaluate(
            "([server, id]) => show(document.querySelector('main'), server, id, null, () => {})",
            [server, match.id],
        )
        await expect(page.get_by_role("group", name="Harbour")).to_be_visible()
        await expect(page.get_by_role("group", name="Obelisks").first).to_be_visible()
        watched.demand_quiet()


async def test_a_match_of_the_package_replays_a_record(page: Page, project: Path) -> None:
    """By the howto's file, from what a rendered page carries; it asks nobody anything."""
    record = a_record("duel", Entrant("one", RandomBot), Entrant("two", RandomBot))
    watched = Watched(page)
    await page.set_content("<!doctype html><title>Mine</title><main></main>")
    await page.add_script_tag(path=project / "main.js")
    await page.evaluate(
        "(text) => replay(document.querySelector('main'), text)", packed(carried(record, {}))
    )
    moment = page.locator("saqqara-match .moment")
    await expect(moment).to_have_text(f"0 of {len(record.plies)}")
    await expect(page.locator("duel-board").get_by_role("heading").first).to_be_visible()
    await page.get_by_role("button", name="Next", exact=True).click()
    await expect(moment).to_have_text(f"1 of {len(record.plies)}")
    watched.demand_quiet()


async def test_a_match_of_the_package_follows_a_server(
    page: Page, project: Path, settings: Settings, svc: Service
) -> None:
    """On a page of another origin, with nothing but an address and an id."""
    match = await a_match(svc)
    async with serving(settings) as server:
        watched = Watched(page, server)
        await page.set_content("<!doctype html><title>Mine</title><main></main>")
        await page.add_script_tag(path=project / "main.js")
        await page.evaluate("([server, id]) => follow(server, id)", [server, match.id])
        await expect(page.locator(".phase")).to_have_text("Live")
        await expect(page.get_by_role("group", name="Harbour")).to_be_visible()
        watched.demand_quiet()


def test_the_manifest_says_what_is_public(project: Path) -> None:
    """It follows the schema, names all elements, and what pages use of them."""
    schema = json.loads((MODULES / "custom-elements-manifest" / "schema.json").read_text())
    installed = project / "node_modules" / "saqqara-elements"
    manifest = json.loads((installed / "custom-elements.json").read_text())
    jsonschema.validate(manifest, schema)
    assert json.loads((installed / "package.json").read_text())["customElements"]
    elements = {one["tagName"]: one for each in manifest["modules"] for one in each["declarations"]}
    assert elements.keys() == {"duel-board", "imhotep-board", "saqqara-match"}
    howto = HOWTO.read_text()
    for element in elements.values():
        parts = {part["name"] for part in element["cssParts"]}
        assert {"scene", "harbour", "site", "rail", "choices"} <= parts
        assert [part for part in parts if f"`{part}`" not in howto] == []
        fields = [each["name"] for each in element["members"] if each["kind"] == "field"]
        assert [name for name in fields if name not in UNNAMED and f"`{name}`" not in howto] == []
        assert {event["name"] for event in element["events"]} >= {"choose", "consider", "moving"}


def test_the_package_holds_scripts_and_types_alone(project: Path) -> None:
    """No sources, no pages of the site; Lit is the only thing that it needs."""
    installed = project / "node_modules" / "saqqara-elements"
    files = [path.relative_to(installed).as_posix() for path in installed.rglob("*.*")]
    named = [f"{entry}{end}" for entry in ENTRIES for end in (".js", "/index.d.ts")]
    assert {*named, "README.md", "LICENSES.txt"} <= set(files)
    assert (installed / "LICENSE").read_text() == LICENSE.read_text()
    assert not [name for name in files if name.endswith(".ts") and not name.endswith(".d.ts")]
    assert not [name for name in files if name.startswith("site")]
    manifest = json.loads((installed / "package.json").read_text())
    assert list(manifest["dependencies"]) == ["lit"]
