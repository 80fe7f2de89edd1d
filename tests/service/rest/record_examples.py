"""What `make examples` runs: plays the scenes, and writes down what was asked and told."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from saqqara_service.application.service import open_service
from saqqara_service.observability import logs
from saqqara_service.rest import examples
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from tests.service.rest.example_scenes import play
from tests.service.rest.recorder import Recorder, certain
from tests.service.transports import PATIENCE_S, serving

FOLDER = Path(examples.__file__).parent


async def recorded(settings: Settings) -> dict[str, str]:
    """The files of examples, recorded from a server of their own on an empty store."""
    with certain():
        async with (
            serving(settings) as address,
            open_service(settings) as svc,
            httpx.AsyncClient(base_url=address, timeout=PATIENCE_S) as client,
        ):
            recorder = Recorder(client)
            await play(recorder, svc)
    return recorder.files()


def main() -> None:
    """Write the files anew."""
    logs.configure("error")
    with TemporaryDirectory() as folder, EmbeddedRedis(Path(folder)) as redis:
        settings = Settings(redis_url=redis.url, data=Path(folder))
        files = asyncio.run(recorded(settings))
    for name, text in files.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)


if __name__ == "__main__":
    main()
