"""`doctor.v1`: what was looked at, what is wrong, and what mends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

SCHEMA = "doctor.v1"


class _Finding(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def remedy(self) -> str: ...


class _Diagnosis(Protocol):
    """The diagnosis of the floor above, by its fields: this floor may not import it."""

    @property
    def root(self) -> str: ...
    @property
    def good(self) -> bool: ...
    @property
    def findings(self) -> Sequence[_Finding]: ...


def diagnosis_to_wire(diagnosis: _Diagnosis) -> dict[str, Any]:
    """The diagnosis as plain JSON data, in the order of the looks."""
    return {
        "schema": SCHEMA,
        "root": diagnosis.root,
        "good": diagnosis.good,
        "findings": [
            {"name": one.name, "state": one.state, "text": one.text, "remedy": one.remedy}
            for one in diagnosis.findings
        ],
    }
