"""Other tuning for one test: here by replacing defaults, in a process by an environment that does
(`tuned/sitecustomize.py`).
"""

from __future__ import annotations

import json
import os

import pytest

from helix_lsp.config import Config
from helix_lsp.config.whole import tuning
from tests.support.zygote import ROOT, TUNED


def tune(monkeypatch: pytest.MonkeyPatch, **values: object) -> None:
    """`tune(monkeypatch, session__racy_seconds=0.0)`, until the test ends."""
    for place, value in _known(values).items():
        section, _, name = place.partition(".")
        kind = type(getattr(Config(), section))
        monkeypatch.setattr(kind.__dataclass_fields__[name], "default", value)


def tuned_environment(**values: object) -> dict[str, str]:
    """Variables for a process with other tuning; they hold its PYTHONPATH."""
    path = f"{TUNED}{os.pathsep}{ROOT}"
    return {"PYTHONPATH": path, "HELIX_TEST_TUNING": json.dumps(_known(values))}


def _known(values: dict[str, object]) -> dict[str, object]:
    places = {name.replace("__", "."): value for name, value in values.items()}
    assert [place for place in places if place not in tuning()] == []
    return places
