"""Apps and the codes that people give them, as Redis keeps them; each code is good once."""

from __future__ import annotations

from saqqara_service.models.apps import App, Consent, DeviceRequest
from saqqara_service.storage.accounts.scripts import RESERVE, Reserve
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key
from saqqara_service.storage.redis.scripts import UnlessFull


class AppStore:
    """Apps by id, consents by the digest of their code, and what was used already."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    async def reserve(self, app: App, most: int) -> bool:
        """List an app with its account, which may have so many; False if there is no room."""
        keys, arguments = [key("account_apps", app.account_id)], Reserve(one=app.id, most=most)
        reply = await self._connection.run_on(RESERVE, keys, arguments)
        return reply is UnlessFull.DONE

    @answered
    async def add(self, app: App) -> None:
        """Write a new app."""
        await self._connection.write.set(key("app", app.id), app.model_dump_json(by_alias=False))

    @answered
    async def find(self, app_id: str) -> App | None:
        """The app, if there is one of that id."""
        text = await self._connection.read.get(key("app", app_id))
        return None if text is None else App.model_validate_json(text)

    @answered
    async def add_consent(self, code_digest: str, consent: Consent, for_ms: int) -> None:
        """Keep what a code stands for, for so long."""
        text = consent.model_dump_json(by_alias=False)
        await self._connection.write.set(key("app_code", code_digest), text, px=for_ms)

    @answered
    async def consent(self, code_digest: str) -> Consent | None:
        """What the code stands for, if it is still good or was used a moment ago."""
        text = await self._connection.read.get(key("app_code", code_digest))
        return None if text is None else Consent.model_validate_json(text)

    @answered
    async def add_device(self, device_digest: str, asked: DeviceRequest, for_ms: int) -> bool:
        """Keep what a device asks for; False if its short code is another's."""
        write, text = self._connection.write, asked.model_dump_json(by_alias=False)
        await write.set(key("app_device", device_digest), text, px=for_ms)
        short = key("app_user_code", asked.user_code)
        return await write.set(short, device_digest, nx=True, px=for_ms) is not None

    @answered
    async def device(self, device_digest: str) -> DeviceRequest | None:
        """What a device asks for, if it may still be let in."""
        text = await self._connection.read.get(key("app_device", device_digest))
        return None if text is None else DeviceRequest.model_validate_json(text)

    @answered
    async def device_of(self, user_code: str) -> str | None:
        """The digest of the code of the device that shows a short one."""
        text = await self._connection.read.get(key("app_user_code", user_code))
        return None if text is None else str(text)

    @answered
    async def decide_device(self, device_digest: str, asked: DeviceRequest) -> bool:
        """Write what a person has decided of a device; False if it was decided before, or late."""
        write = self._connection.write
        if not await write.delete(key("app_user_code", asked.user_code)):
            return False
        text = asked.model_dump_json(by_alias=False)
        done = await write.set(key("app_device", device_digest), text, xx=True, keepttl=True)
        return done is not None

    @answered
    async def poll_device(self, device_digest: str, for_ms: int) -> bool:
        """Note that a device asks whether it is let in; False if it did so a moment ago."""
        place = key("app_polled", device_digest)
        return await self._connection.write.set(place, 1, nx=True, px=for_ms) is not None

    @answered
    async def end_codes(self, account_id: str, app_id: str, now_ms: int, for_ms: int) -> None:
        """Let no code be good that the app was given for the account until now."""
        await self._connection.write.set(_ended(account_id, app_id), now_ms, px=for_ms)

    @answered
    async def codes_ended_ms(self, account_id: str, app_id: str) -> int | None:
        """The instant until which the app's codes for the account are worth nothing, if any."""
        text = await self._connection.read.get(_ended(account_id, app_id))
        return None if text is None else int(text)

    @answered
    async def use(self, digest: str, account_id: str, app_id: str, for_ms: int) -> bool:
        """Use a code or a refresh token; False if somebody has used it before."""
        took = await self._connection.write.set(
            key("app_used", digest), f"{account_id} {app_id}", nx=True, px=for_ms
        )
        return took is not None

    @answered
    async def used(self, digest: str) -> tuple[str, str] | None:
        """Whose account and which app a used code or refresh token was about."""
        text = await self._connection.read.get(key("app_used", digest))
        if text is None:
            return None
        account_id, app_id = str(text).split()
        return account_id, app_id


def _ended(account_id: str, app_id: str) -> str:
    return key("app_ended", f"{account_id}:{app_id}")
