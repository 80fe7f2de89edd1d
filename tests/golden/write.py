"""What `make golden` runs: writes the golden store of this schema.

Its form is promised: a new one needs a new schema, a migration, and this once more. Those of before
stay as they were written, by the releases of their time.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import shutil
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from saqqara_service.observability import logs
from saqqara_service.storage.operations.installation import SCHEMA
from tests.golden.dump import text_of
from tests.golden.scenes import played

FOLDER: Final = Path(__file__).parent
STORE: Final = "store.jsonl.gz"
CAST: Final = "cast.json"
BLOBS: Final = "blobs"


def golden(schema: int = SCHEMA) -> Path:
    """The folder of that schema's store."""
    return FOLDER / f"schema-{schema}"


async def _write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    with TemporaryDirectory() as own:
        async with played(Path(own)) as (lines, cast):
            packed = gzip.compress(text_of(lines).encode(), mtime=0)
            (folder / STORE).write_bytes(packed)
            text = json.dumps(asdict(cast), indent=1)
            (folder / CAST).write_text(f"{text}\n", encoding="utf-8")
            shutil.copytree(Path(own) / BLOBS, folder / BLOBS)


if __name__ == "__main__":
    logs.configure("error")
    asyncio.run(_write(golden()))
    print(golden())
