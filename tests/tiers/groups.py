"""The two tiers: what `make test` runs, and the groups of `make test-long`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Group:
    """Tests that are run together; each path is a folder or a file under `tests`."""

    what: str
    needs: str
    paths: tuple[str, ...]
    makes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Targets of the Makefile that install what the tests need, by the program that they need."""
    packages: Mapping[str, str] = field(default_factory=dict)
    """Debian packages, by the program in each."""
    repeats: tuple[str, ...] = ()
    """Folders whose tests of `make test` run again."""


BUBBLEWRAP: Final = {"bwrap": "bubblewrap"}
BROWSER_FILES: Final = tuple(
    f"{folder}/node_modules/.installed" for folder in ("service/explorer", "service/pages")
)
LONG: Final[dict[str, Group]] = {
    "stacks": Group(
        "whole stacks, and tests that start their own processes",
        "Go, which builds Caddy",
        (
            "golden/test_golden_restores.py",
            "sdk/cli/test_arena_commands.py",
            "sdk/cli/test_arena_comparisons.py",
            "sdk/cli/test_bot_commands.py",
            "sdk/cli/test_cli_bot.py",
            "sdk/cli/test_fault_homes.py",
            "sdk/cli/test_local_ladder.py",
            "sdk/cli/test_tune.py",
            "sdk/mcp/test_whole_matches.py",
            "sdk/models/test_benchmark.py",
            "sdk/models/test_fifty_model_matches.py",
            "sdk/models/test_model_command.py",
            "sdk/runner/test_frozen_process.py",
            "sdk/runner/test_maintenance.py",
            "service/application/ladders/test_ladder_workers.py",
            "service/application/live/test_rolling_upgrade.py",
            "service/application/live/test_shared_connections.py",
            "service/application/operations/doctor/test_doctor_machine.py",
            "service/application/operations/test_archive_processes.py",
            "service/application/operations/test_deletion.py",
            "service/application/operations/test_maintenance.py",
            "service/application/operations/test_retention_processes.py",
            "service/cli/test_submit_command.py",
            "service/clustered",
            "service/edge/test_uploads.py",
            "service/prefixed",
            "service/storage/operations/test_backups.py",
            "service/storage/operations/test_schema_of_the_store.py",
            "service/storage/redis/test_capabilities.py",
            "service/storage/redis/test_redis_accounts.py",
            "service/storage/redis/test_shared_redis.py",
            "stack",
        ),
        {"go": ("caddy",)},
    ),
    "chaos": Group(
        "killed machines, lost Redis, failovers, clusters, cut connections",
        "nothing",
        ("chaos", "cluster", "failover"),
    ),
    "attacks": Group(
        "floods, malformed input, slow readers, hidden information",
        "Go, which builds Caddy",
        (
            "attacks",
            "service/api/test_indistinguishable.py",
            "service/edge/test_flood.py",
            "service/edge/test_slow_consumers.py",
        ),
        {"go": ("caddy",)},
    ),
    "programs": Group(
        "submitted, hanging and crashing programs, their sandbox; the referee in JavaScript",
        "bubblewrap; Go, Node, Rust, a JDK, gcc and g++ for bots in these languages",
        (
            "hosted",
            "referee/test_javascript.py",
            "runner/test_starvation.py",
            "sandbox",
            "sdk/cli/test_watchdog.py",
            "sdk/lines/test_line_protocol.py",
            "sdk/lines/test_skeletons.py",
            "sdk/runner/test_program_faults.py",
        ),
        packages=BUBBLEWRAP,
    ),
    "pages": Group(
        "pages in a browser",
        "Chromium, npm",
        ("browser",),
        {"npm": (*BROWSER_FILES, "tests/browser/front_end/node_modules/.installed")},
        {"chromium": "chromium"},
    ),
    "clients": Group(
        "generated clients and published checks of the contract",
        "npm; Go for one of the clients",
        ("clients", "published"),
        {"npm": ("clients",)},
    ),
    "learning": Group(
        "the games in OpenSpiel and stable-baselines3; the Duel learned with PPO",
        "OpenSpiel; stable-baselines3 with torch, 5 GB",
        ("sdk/gym/test_sb3.py", "sdk/gym/test_spiel.py"),
        {"make": ("spiel", "learn")},
    ),
    "chart": Group(
        "the chart and the compose file, checked with the tools that use them; archives in S3",
        "Go, which builds these tools; bubblewrap",
        (
            "helm/test_alerts.py",
            "helm/test_chart.py",
            "helm/test_cluster.py",
            "helm/test_compose.py",
            "helm/test_options.py",
            "helm/test_rated_match.py",
            "helm/test_values_table.py",
            "service/storage/blobs/test_s3.py",
        ),
        {"go": ("chart-tools",)},
        BUBBLEWRAP,
    ),
    "mutants": Group(
        "mistakes in the rules, each found by a test; whole trees and suites",
        "nothing",
        (
            "conformance/test_whole_suites.py",
            "engine/test_mutations.py",
            "engine/test_whole_trees.py",
        ),
    ),
    "statistics": Group(
        "how often estimates, drift checks and schedules err, over many simulated events",
        "nothing",
        ("statistics",),
    ),
    "compiled": Group(
        "the compiled rules: both builds play alike; then the rules, ladders and the referee again",
        "a C compiler",
        ("engine/test_builds.py",),
        {"make": ("compiled",)},
        repeats=("engine", "contest", "referee"),
    ),
    "docs": Group(
        "commands and snippets of all pages; the installed package",
        "npm, for the files of browsers",
        (
            "docs/test_bots_page.py",
            "docs/test_site.py",
            "docs/test_snippets.py",
            "docs/test_typed_bots.py",
            "supply/test_built.py",
            "supply/test_dist.py",
            "supply/test_vulnerabilities.py",
        ),
        {"npm": BROWSER_FILES, "make": (".tools/audit/.installed",)},
    ),
    "audit": Group(
        "licences, known vulnerabilities, an SBOM", "OSV's database", (), {"make": ("audit",)}
    ),
}
"""What needs more than one Redis and servers in its own process, or takes long."""


def group_of(path: Path) -> str | None:
    """The group of a file of tests; None if it is one of those that `make test` runs."""
    own = path.relative_to(TESTS)
    within = {str(one) for one in (own, *own.parents)}
    found = [name for name, group in LONG.items() if not within.isdisjoint(group.paths)]
    return found[0] if found else None
