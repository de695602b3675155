"""`fleet-result.v1`: the messages of several repositories for one question, each under the name of its repository."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from helix_lsp.wire.range_ref import in_repository

SCHEMA = "fleet-result.v1"


def result_to_wire(
    repository: str, root: str, kind: Literal["envelope", "places"], message: Any
) -> dict[str, Any]:
    """The message of one repository, whose references carry its name."""
    return {"repository": repository, "root": root, kind: in_repository(message, repository)}


def fleet_to_wire(
    *,
    question: str,
    named: bool,
    looked_at: int,
    asked: Iterable[str],
    not_read: Iterable[tuple[str, str, str]],
    results: Iterable[Mapping[str, Any]],
) -> dict[str, Any]:
    """All of it; `not_read` are (repository, reason, detail)."""
    return {
        "schema": SCHEMA,
        "question": question,
        "repositories": {
            "named": named,
            "looked_at": looked_at,
            "asked": list(asked),
            "not_read": [{"repository": n, "reason": r, "detail": d} for n, r, d in not_read],
        },
        "results": list(results),
    }
