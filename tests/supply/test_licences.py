"""Every locked package has a licence under which it may be passed on with ours."""

from __future__ import annotations

import pytest

from tests.supply.licences import HERE, found, listed, refused
from tests.supply.locks import LOCKS, locked_for, pins_in


def test_the_list_has_every_locked_package_and_no_other() -> None:
    """Whoever locks another package tells its licence."""
    assert list(listed()) == list(locked_for()), "run `make licences`"


def test_nothing_is_locked_whose_licence_is_unknown_or_does_not_fit() -> None:
    """Only licences that stand in the table, each of which goes together with MIT."""
    wrong = {name: refused(licence) for name, licence in listed().items() if refused(licence)}
    assert wrong == {}


def test_the_list_says_what_packages_say_of_themselves() -> None:
    """A package that has changed its licence is noticed.

    Only what the lock of the tests installs is asked; what else is here was put there by hand.
    """
    rows, pins = listed(), pins_in(LOCKS["dev"])
    here = {one.name: one.licence for one in found([HERE]) if pins.get(one.name) == one.version}
    assert here.keys() >= {"starlette", "redis", "pydantic"}
    assert {name: rows[name] for name in here} == here, "run `make licences`"


@pytest.mark.parametrize(
    ("licence", "wrong"),
    [
        ("MIT", set()),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", set()),
        ("unknown", {"unknown"}),
        ("AGPL-3.0-only", {"AGPL-3.0-only"}),
        ("MIT AND (SSPL-1.0 OR BSD)", {"SSPL-1.0"}),
    ],
)
def test_a_licence_that_does_not_stand_in_the_table_is_refused(
    licence: str, wrong: set[str]
) -> None:
    """Of an expression every name is looked at."""
    assert refused(licence) == wrong
