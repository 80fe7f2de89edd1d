"""Profiles: what strangers may not call themselves, who holds a name, and what others see."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import accounts, credentials, guests, profiles
from saqqara_service.application.matches import matches
from saqqara_service.application.operations import deletion
from saqqara_service.application.service import Service
from saqqara_service.errors import Forbidden, NameTaken, TooMany
from saqqara_service.models import (
    Account,
    Caller,
    MatchTerms,
    Profile,
    Registration,
    TokenKind,
)
from saqqara_service.models.avatars import NUMBERS, SHAPES, drawn
from saqqara_service.models.display_names import looks
from tests.service.lookups import match_of
from tests.service.matches import UNHURRIED, an_owner, some_bots
from tests.service.transports import Json, Transport

OPERATOR = Caller(kind=TokenKind.ADMIN, account_id="aAdmin")
BAD_NAMES = {
    "nothing": "",
    "only spaces": "   ",
    "too long": "x" * 41,
    "10,000 characters": "x" * 10_000,
    "one sign that becomes eighteen, three times": "\ufdfa" * 3,
    "a line's end": "Ada\nadmin",
    "a control character": "Ada\x1b[31m",
    "right to left override": "Ada \u202eatoor",
    "isolated direction": "\u2066Ada\u2069",
    "a space of no width": "A\u200bda",
    "a soft hyphen": "A\u00adda",
    "unassigned": "Ada\u0378",
    "for private use": "Ada\ue000",
    "no character at all": "Ada\ufffe",
    "marks alone": "\u0301\u0301",
    "piled up marks": "A" + "\u0301\u0316" * 3,
    "signs alone": "...",
    "Latin with a Cyrillic letter": "p\u0430ypal",
    "Latin with a Greek letter": "Ad\u03b1",
    "one word of two is mixed": "Ada L\u043evelace",
    "Greek with a Cyrillic letter": "\u0391\u043d\u03bd\u03b1",
}
GOOD_NAMES = {
    "Ada Lovelace": "Ada Lovelace",
    "  José \u3000 Ruiz ": "José Ruiz",
    "Jose\u0301": "José",
    "\uff21da": "Ada",
    "Имхотеп": "Имхотеп",
    "Ιμχοτέπ II": "Ιμχοτέπ II",
    "إمحوتب": "إمحوتب",
    "אימחותפ": "אימחותפ",
    "イムホテプ": "イムホテプ",
    "山田ゆうA子": "山田ゆうA子",
    "임호텝": "임호텝",
    "อิมโฮเทป": "อิมโฮเทป",
    "Имхотеп Smith": "Имхотеп Smith",
    "O'Neill 3": "O'Neill 3",
    "Ada \U0001f600": "Ada \U0001f600",
}
BAD_FIELDS: dict[str, Json] = {
    "a script as a link": {"links": ["javascript:alert(1)"]},
    "plain http": {"links": ["http://example.org/"]},
    "a link with a password": {"links": ["https://user:secret@example.org/"]},
    "a link that leaves its attribute": {"links": ['https://example.org/"onclick="x']},
    "a link with a line's end": {"links": ["https://example.org/\n"]},
    "a link without a host": {"links": ["https:///x"]},
    "a long link": {"links": ["https://example.org/" + "x" * 190]},
    "four links": {"links": ["https://example.org/"] * 4},
    "a shape that does not exist": {"avatar": "cat-1"},
    "a number that does not exist": {"avatar": "star-13"},
    "a path as an avatar": {"avatar": "../../me"},
    "a short handle": {"handle": "ab"},
    "a long handle": {"handle": "a" * 25},
    "a handle in Cyrillic": {"handle": "\u0430\u0434\u0430"},
    "a handle with a line's end": {"handle": "ada\n"},
    "a long text": {"about": "x" * 281},
    "a text that turns its direction": {"about": "x \u202e y"},
    "an unknown field": {"name": "Ada"},
}
LOOKALIKES = {
    "the same": "Paul",
    "other case": "pAUL",
    "all Cyrillic or so": "\u0420\u0430ul",
    "a capital I for an l": "PauI",
    "a digit for an l": "Pau1",
    "wide letters": "\uff30\uff41\uff55\uff4c",
}


async def a_user(svc: Service, name: str = "somebody") -> Caller:
    """The owner of a new account."""
    return await an_owner(svc, name)


async def test_bad_profiles_are_refused_and_change_nothing(transport: Transport) -> None:
    """Each by both transports as malformed, with the field that is wrong."""
    token = (await transport.do("register", None, {"name": "Hemiunu"})).data["token"]
    bad = {what: {"displayName": name} for what, name in BAD_NAMES.items()} | BAD_FIELDS
    for what, body in bad.items():
        answer = await transport.do("setProfile", token, body)
        assert answer.code == "malformed", (what, answer)
        assert len(answer.message) < 500, what
    assert (await transport.me(token)).data.get("profile") is None


async def test_names_in_any_script_are_kept_in_one_form(transport: Transport) -> None:
    """Composed, with single spaces and without wide letters."""
    token = (await transport.do("register", None, {"name": "Hemiunu"})).data["token"]
    for given, kept in GOOD_NAMES.items():
        answer = await transport.do("setProfile", token, {"displayName": given})
        assert answer.code is None, (given, answer)
        assert answer.data["profile"]["displayName"] == kept


@pytest.mark.parametrize("kind", LOOKALIKES)
async def test_what_looks_like_a_name_of_another_account_is_taken(svc: Service, kind: str) -> None:
    """Be it a handle or a display name; one's own may look like the other."""
    first, second = await a_user(svc), await a_user(svc)
    own = questions.SetProfile(handle="PAUL", display_name="Paul")
    alike = questions.SetProfile.model_construct(
        display_name=LOOKALIKES[kind]
    )  # of mixed scripts too
    assert (await profiles.put(svc, first, own)).profile == Profile(**own.model_dump())
    with pytest.raises(NameTaken):
        await profiles.put(svc, second, alike)
    assert (await accounts.me(svc, second)).profile is None
    await profiles.put(svc, first, questions.SetProfile(display_name="Other"))
    await profiles.put(svc, second, alike)


@pytest.mark.parametrize("name", ["house", "Admin", "ADMIN", "\u0430dmin"])
async def test_the_hosts_names_are_nobodys(svc: Service, name: str) -> None:
    """Also what only looks like them."""
    wanted = questions.SetProfile.model_construct(display_name=name)  # of mixed scripts too
    with pytest.raises(NameTaken):
        await profiles.put(svc, await a_user(svc), wanted)
    if name.isascii():
        with pytest.raises(NameTaken):
            await profiles.put(svc, await a_user(svc), questions.SetProfile(handle=name))


async def test_of_many_who_claim_a_handle_at_once_one_has_it(svc: Service) -> None:
    """Whatever the case of its letters; the others have no profile afterwards."""
    callers = [await a_user(svc) for _ in range(8)]
    words = ["nefertiti" if number % 2 else "NEFERTITI" for number in range(8)]
    asked = [
        profiles.put(
            svc, caller, questions.SetProfile(handle=word, display_name=f"Person {place} x")
        )
        for place, (caller, word) in enumerate(zip(callers, words, strict=True))
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, Account) for one in answers) == 1
    assert sum(isinstance(one, NameTaken) for one in answers) == 7
    found = [(await accounts.me(svc, caller)).profile for caller in callers]
    assert sum(one is not None for one in found) == 1


async def test_a_person_who_changes_often_holds_only_the_last_names(svc: Service) -> None:
    """Also when the changes come at once: what is held is what is shown."""
    caller, other = await a_user(svc), await a_user(svc)
    words = [f"pharaoh{letter}" for letter in "abcdefgh"]
    await asyncio.gather(
        *(profiles.put(svc, caller, questions.SetProfile(handle=word)) for word in words)
    )
    shown = (await accounts.me(svc, caller)).profile
    assert shown is not None
    for word in words:
        if word == shown.handle:
            with pytest.raises(NameTaken):
                await profiles.put(svc, other, questions.SetProfile(handle=word))
        else:
            await profiles.put(svc, other, questions.SetProfile(handle=word))


async def test_a_guest_sets_a_name_and_a_picture_and_holds_neither(svc: Service) -> None:
    """A guest cannot take a person's name, and a person may take a guest's."""
    issued = await guests.register(svc, None, questions.RegisterGuest())
    guest = Caller(kind=TokenKind.GUEST, account_id=issued.account.id)
    for more in ({"handle": "visitor"}, {"about": "x"}, {"links": ["https://a.b/"]}):
        with pytest.raises(Forbidden):
            await profiles.put(svc, guest, questions.read(questions.SetProfile, more))
    profile = questions.SetProfile(display_name="Гость", avatar="star-3")
    await profiles.put(svc, guest, profile)
    assert (await accounts.me(svc, guest)).profile == Profile(**profile.model_dump())
    person = await a_user(svc)
    await profiles.put(svc, person, questions.SetProfile(display_name="Гость"))
    with pytest.raises(NameTaken):
        await profiles.put(svc, guest, profile)
    left_ms = await svc.accounts.forgotten_in_ms(issued.account.id)
    assert left_ms is not None


async def test_bots_and_narrow_tokens_set_no_profile(svc: Service) -> None:
    """A bot's token speaks for a bot, and a token without the scope manages nothing."""
    owner = await a_user(svc)
    (bot,) = await some_bots(svc, owner, 1)
    narrow = owner.model_copy(update={"scopes": frozenset()})
    for caller in (bot, narrow):
        with pytest.raises(Forbidden):
            await profiles.put(svc, caller, questions.SetProfile(display_name="Ada"))


async def test_a_match_shows_the_display_name_it_found_when_it_was_made(svc: Service) -> None:
    """A later change leaves the match, and its record, as they were."""
    person = await a_user(svc, "plain name")
    await profiles.put(svc, person, questions.SetProfile(display_name="Имхотеп"))
    terms = MatchTerms(game="duel", options={}, time_control=UNHURRIED)
    made = await matches.create(svc, person, terms, seats=[person.account_id, None])
    await profiles.put(svc, person, questions.SetProfile())
    assert (await match_of(svc, made.id)).seats[0].player_name == "Имхотеп"
    assert (await accounts.me(svc, person)).name == "plain name"


async def test_every_picture_is_drawn_and_no_other(client: httpx.AsyncClient) -> None:
    """As SVG that runs nothing, to be kept for long; an unknown name is not found."""
    for shape in SHAPES:
        assert f'aria-label="{shape}-{NUMBERS}"' in (drawn(f"{shape}-{NUMBERS}") or "")
    answer = await client.get("/api/v1/avatars/pyramid-7.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.text == drawn("pyramid-7")
    for name in ("cat-1", "star-0", "star-13", "star-01", "%3Cscript%3E", "star-1%0A", "x" * 5_000):
        answer = await client.get(f"/api/v1/avatars/{name}.svg")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert len(answer.content) < 1_000


def test_looks_are_stable() -> None:
    """They are kept in the store, so an update of the table must not change them unnoticed."""
    text = json.dumps(sorted(looks("Paul I 10m")))
    assert text == '["paul i lorn", "paul l lorn"]'


async def test_no_account_is_opened_under_a_display_name(svc: Service) -> None:
    """Nor does a guest come by one, or by a name of the host's; an invitation is not used up."""
    owner = await an_owner(svc, "Judit")
    await profiles.put(svc, owner, questions.SetProfile(display_name="Kasparova"))
    for name in ("Kasparova", "kasparova", "KASPAROVA", "admin", "Admin", "0perator"):
        with pytest.raises(NameTaken):
            await accounts.register(svc, None, questions.Register(name=name))
        with pytest.raises(NameTaken):
            await guests.register(svc, None, questions.RegisterGuest(name=name))
    invited = svc.settings.model_copy(update={"registration": Registration.INVITATION})
    other = replace(svc, settings=invited)
    code = (await credentials.invite(svc, OPERATOR, questions.Invite(expires_in_ms=60_000))).code
    with pytest.raises(NameTaken):
        await accounts.register(other, None, questions.Register(name="Kasparova", invitation=code))
    assert (
        await accounts.register(other, None, questions.Register(name="Kasparov", invitation=code))
    ).account.name == "Kasparov"


async def test_a_display_name_is_no_other_accounts_name(svc: Service) -> None:
    """Of several accounts of one name the first may show it; a deleted one leaves it free."""
    first, second = await an_owner(svc, "Kasparova"), await an_owner(svc, "Kasparova")
    other = await an_owner(svc, "Judit")
    for caller in (second, other):
        for name in ("Kasparova", "KASPAROVA"):
            with pytest.raises(NameTaken):
                await profiles.put(svc, caller, questions.SetProfile(display_name=name))
    await profiles.put(svc, first, questions.SetProfile(display_name="Kasparova"))
    await profiles.put(svc, first, questions.SetProfile())
    await deletion.delete(
        svc, OPERATOR, questions.DeleteAccount(account_id=first.account_id, reason="asked by mail")
    )
    await profiles.put(svc, other, questions.SetProfile(display_name="Kasparova"))


async def test_a_name_of_an_account_that_was_not_opened_is_free(svc: Service) -> None:
    """Whatever stood in the way."""
    full = replace(svc, settings=svc.settings.model_copy(update={"max_accounts": 0}))
    with pytest.raises(TooMany):
        await accounts.register(full, None, questions.Register(name="Kasparova"))
    owner = await an_owner(svc, "Judit")
    await profiles.put(svc, owner, questions.SetProfile(display_name="Kasparova"))
