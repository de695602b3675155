"""Which test file is handed out first where processes run side by side: the one that takes longest, so that
none ends long after the others.

Seconds of each file were measured in a whole run and stand in `tests/seconds.json`; every run of whole folders
side by side writes `.cache/test-seconds.json`, and `make seconds` takes it over. A file that was never measured
is taken to be as long as a long one, so that a new file is not handed out last.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "tests" / "seconds.json"
MEASURED = ROOT / ".cache" / "test-seconds.json"
UNKNOWN = 20.0  # seconds


def kept_seconds() -> dict[str, float]:
    """Seconds by path relative to the repository; empty where nothing was measured."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}


def longest_first(files: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Paths by their seconds, longest first, then by name."""
    return sorted(set(files), key=lambda file: (-seconds.get(file, UNKNOWN), file))


def write_measured(seconds: Mapping[str, float]) -> None:
    """For `make seconds`: tenths of a second, by path; what another part of the run measured is kept."""
    MEASURED.parent.mkdir(exist_ok=True)
    known = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.is_file() else {}
    known |= {file: round(spent, 1) for file, spent in seconds.items()}
    here = {file: known[file] for file in sorted(known) if (ROOT / file).is_file()}
    MEASURED.write_text(json.dumps(here, indent=0) + "\n", encoding="utf-8")
