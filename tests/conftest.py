"""How generated tests run: on a build machine the same examples every time, so that a red run can be
repeated; elsewhere fresh ones.

`HELIX_EXAMPLES=N` sets the number of examples of every generated test that names none itself (100 without
it).
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from hypothesis import settings

# Answers are ordered by words here: a model of meaning rounds differently on another processor (ADR 0010).
# Its own tests switch it on.
os.environ.setdefault("HELIX_ASK_SEARCH_MEANING", "off")

settings.register_profile("build", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "fresh", deadline=None, print_blob=True, max_examples=int(os.environ.get("HELIX_EXAMPLES", "100"))
)
settings.load_profile("build" if os.environ.get("CI") == "true" else "fresh")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """For processes side by side (`--dist loadfile --no-loadscope-reorder`): the longest files are handed out
    first, so that none ends long after the others. A test that drives an editor takes as long as hundreds of
    others; among the rest the number of tests says it well enough.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    tests = Counter(item.path for item in items)
    driving = {item.path for item in items if item.get_closest_marker("editor")}
    items.sort(key=lambda item: (item.path not in driving, -tests[item.path]))


_PROBES = "tests/lsp/probes/"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many protocol probes held, whichever workers ran them."""
    held, failed = (_probes(terminalreporter.stats.get(name, [])) for name in ("passed", "failed"))
    if held + failed:
        terminalreporter.write_line(f"protocol probes: {held} of {held + failed} hold")


def _probes(reports: list[pytest.TestReport]) -> int:
    return sum(report.when == "call" and report.nodeid.startswith(_PROBES) for report in reports)
