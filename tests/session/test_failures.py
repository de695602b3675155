"""Failed requests are counted for a week, in a file that stays small; a disk that refuses loses none of them
at once.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from unittest.mock import patch

from helix_lsp.session.kept.telemetry import NAME_FAILURES as NAME
from helix_lsp.session.kept.telemetry import Failures

NOON = dt.datetime(2026, 11, 22, 12, 0, 0)  # noqa: DTZ001  (local time, as it is written)


def test_they_are_counted_and_the_last_is_shown(tmp_path: Path) -> None:
    failures = Failures(str(tmp_path), now=lambda: NOON)
    assert failures.report().words() == ""
    failures.note("textDocument/hover: one")
    failures.note("textDocument/hover:\ntwo")
    report = Failures(str(tmp_path), now=lambda: NOON + dt.timedelta(days=6)).report()
    assert (
        report.words()
        == "2 requests failed within a week; the last at 2026-11-22T12:00:00 textDocument/hover: two"
    )
    assert Failures(str(tmp_path), now=lambda: NOON + dt.timedelta(days=8)).report().count == 0


def test_what_cannot_be_written_now_is_written_later(tmp_path: Path) -> None:
    failures = Failures(str(tmp_path), now=lambda: NOON)
    with patch("os.open", side_effect=OSError(24, "Too many open files")):
        failures.note("one")
        assert failures.report().count == 1
    assert not (tmp_path / NAME).exists()
    assert failures.report().count == 1
    assert Failures(str(tmp_path), now=lambda: NOON).report().count == 1


def test_the_file_stays_small(tmp_path: Path) -> None:
    failures = Failures(str(tmp_path), now=lambda: NOON)
    for number in range(1_000):
        failures.note(f"{number} " + "x" * 300)
    assert (tmp_path / NAME).stat().st_size < 70_000
    assert failures.report().last.startswith("2026-11-22T12:00:00 999 ")
