"""Caches without a bound have keys of ours alone: what callers send is not kept in them."""

from __future__ import annotations

import gc
import importlib
import pkgutil
from functools import _lru_cache_wrapper

import saqqara_service

BY_CODE = {
    "saqqara_service.models.shapes",
    "saqqara_service.models.texts",
    "saqqara_service.models.display_names",
    "saqqara_service.application.matches.games",
    "saqqara_service.graphql.arguments",
    "saqqara_service.graphql.schema",
    "saqqara_service.graphql.shapes",
    "saqqara_service.graphql.types",
    "saqqara_service.languages",
    "saqqara_service.oauth.page",
    "saqqara_service.pages.explorer",
    "saqqara_service.pages.files",
    "saqqara_service.pages.site",
    "saqqara_service.rest.avatars",
    "saqqara_service.rest.examples",
    "saqqara_service.rest.openapi",
    "saqqara_service.rest.published",
    "saqqara_service.rest.questions",
}
"""Modules with caches without a bound, whose keys are classes, games and files of ours."""


def test_caches_without_a_bound_have_keys_of_ours_alone() -> None:
    """A new one is looked at by whoever adds it here."""
    for found in pkgutil.walk_packages(saqqara_service.__path__, "saqqara_service."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    endless = {
        one.__module__
        for one in gc.get_objects()
        if type(one) is _lru_cache_wrapper  # of a proxy whose object is gone `isinstance` raises
        and str(one.__module__).startswith("saqqara_service")
        and one.cache_parameters()["maxsize"] is None
    }
    assert endless <= BY_CODE
