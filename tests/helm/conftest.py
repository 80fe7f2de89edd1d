"""The Kubernetes API server of a session."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex

import pytest

from tests.helm.cluster import TOOLS, Cluster, running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A server that knows the optional kinds."""
    with running(tmp_path_factory.mktemp("cluster")) as started:
        started.define(TOOLS / "crds")
        yield started


@pytest.fixture
def namespace(cluster: Cluster) -> str:
    """A new namespace, which admits confined pods only."""
    name = f"games-{token_hex(4)}"
    cluster.make_namespace(name, "restricted")
    return name
