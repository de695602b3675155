"""How generated tests run, in which order files are handed out, and what a flaky editor session tells.

On a build machine generated tests take the same examples every time, so that a red run can be repeated;
elsewhere fresh ones. `HELIX_EXAMPLES=N` sets the number of examples of every generated test that names none
itself (100 without it).
"""

from __future__ import annotations

import gc
import os
from collections import defaultdict

import pytest
from hypothesis import settings

from tests.support.order import kept_seconds, longest_first, write_measured

# Answers are ordered by words here: a model of meaning rounds differently on another processor (ADR 0010).
# Its own tests switch it on.
os.environ.setdefault("HELIX_ASK_SEARCH_MEANING", "off")

settings.register_profile("build", derandomize=True, deadline=None, print_blob=True)
settings.register_profile(
    "fresh", deadline=None, print_blob=True, max_examples=int(os.environ.get("HELIX_EXAMPLES", "100"))
)
settings.load_profile("build" if os.environ.get("CI") == "true" else "fresh")

_PROBES = "tests/lsp/probes/"
_seconds: dict[str, float] = defaultdict(float)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """An editor session that failed is run once more: editors have races of their own. No other test is
    repeated. Side by side (`tests/support/side_by_side.py`, or xdist), the longest files come first.
    """
    for item in items:
        if item.get_closest_marker("editor") is not None:
            item.add_marker(pytest.mark.flaky(reruns=1))
    if "PYTEST_XDIST_WORKER" in os.environ or config.getoption("forks", 0):
        files = longest_first((_file(item.nodeid) for item in items), kept_seconds())
        place = {file: at for at, file in enumerate(files)}
        items.sort(key=lambda item: place[_file(item.nodeid)])


def pytest_collection_finish() -> None:
    """What was collected stays until the end: to look through it for circles again and again took a fifth of the
    processor time of all tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Seconds of each file, whichever worker ran it."""
    _seconds[_file(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run of whole folders side by side leaves its seconds for the order of the next."""
    option = session.config.option
    whole = all(os.path.isdir(path) for path in session.config.args) and option.markexpr.startswith("not ")
    forks = getattr(option, "forks", 0) or getattr(option, "numprocesses", 0)
    if whole and forks and "PYTEST_XDIST_WORKER" not in os.environ:
        write_measured(_seconds)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Flaky editor sessions, with the log of the run that failed and of the one that passed; how many
    protocol probes held.
    """
    passed = {
        report.nodeid: report for report in terminalreporter.stats.get("passed", ()) if report.when == "call"
    }
    for report in terminalreporter.stats.get("rerun", ()):
        if report.nodeid in passed:
            terminalreporter.write_line(f"flaky: {report.nodeid}")
            terminalreporter.write_line(f"---- it failed\n{report.longreprtext}\n{report.capstdout}")
            terminalreporter.write_line(f"---- then it passed\n{passed[report.nodeid].capstdout}\n----")
    held, failed = (_probes(terminalreporter.stats.get(name, [])) for name in ("passed", "failed"))
    if held + failed:
        terminalreporter.write_line(f"protocol probes: {held} of {held + failed} hold")


def _file(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def _probes(reports: list[pytest.TestReport]) -> int:
    return sum(report.when == "call" and report.nodeid.startswith(_PROBES) for report in reports)
