"""`index-status.v1`: what the index holds, how fresh it is, and what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from helix_lsp.index.freshness import Freshness

SCHEMA = "index-status.v1"


class _Language(Protocol):
    @property
    def language(self) -> str: ...
    @property
    def files(self) -> int: ...


class _Skipped(Protocol):
    @property
    def reason(self) -> str: ...
    @property
    def count(self) -> int: ...
    @property
    def examples(self) -> Sequence[str]: ...


class _Asked(Protocol):
    """Of the counts of the floor above, what is in a status."""

    @property
    def totals(self) -> Sequence[tuple[str, int]]: ...
    @property
    def rates(self) -> Sequence[tuple[str, float | None]]: ...


class StatusLike(Protocol):
    """The status record of the floor above, by its fields: this floor may not import it."""

    @property
    def root(self) -> str: ...
    @property
    def index_directory(self) -> str: ...
    @property
    def generation(self) -> int: ...
    @property
    def files(self) -> int: ...
    @property
    def units(self) -> int: ...
    @property
    def definitions(self) -> int: ...
    @property
    def languages(self) -> Sequence[_Language]: ...
    @property
    def size_sqlite(self) -> int: ...
    @property
    def size_text(self) -> int: ...
    @property
    def skipped(self) -> Sequence[_Skipped]: ...
    @property
    def problems(self) -> Sequence[str]: ...
    @property
    def freshness(self) -> Freshness: ...
    @property
    def writable(self) -> bool: ...
    @property
    def writer(self) -> int: ...
    @property
    def head(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def versions(self) -> Sequence[tuple[str, str]]: ...
    @property
    def repo_id(self) -> str: ...
    @property
    def snapshot(self) -> str: ...
    @property
    def config_sha256(self) -> str: ...
    @property
    def created_at(self) -> str: ...
    @property
    def grades(self) -> Sequence[tuple[str, int]]: ...
    @property
    def asked(self) -> _Asked: ...
    @property
    def meaning(self) -> Mapping[str, object] | None: ...


def freshness_to_wire(freshness: Freshness) -> dict[str, Any]:
    """Carried by every answer (I10)."""
    return {
        "generation": freshness.generation,
        "fresh": freshness.fresh,
        "state": freshness.state,
        "files": freshness.files,
        "behind": freshness.behind,
        "unsaved": freshness.unsaved,
        "reason": freshness.reason,
    }


def status_to_wire(status: StatusLike) -> dict[str, Any]:
    """The status as plain JSON data; sizes in bytes, `writer` is a process id or 0."""
    return {
        "schema": SCHEMA,
        "root": status.root,
        "index_directory": status.index_directory,
        "generation": status.generation,
        "index": freshness_to_wire(status.freshness),
        "ordered": "words" if status.meaning is None else "meaning",
        **({} if status.meaning is None else {"meaning": dict(status.meaning)}),
        "files": status.files,
        "units": status.units,
        "definitions": status.definitions,
        "languages": [{"language": entry.language, "files": entry.files} for entry in status.languages],
        "grades": dict(status.grades),
        "bytes": {"sqlite": status.size_sqlite, "text": status.size_text},
        "skipped": [
            {"reason": s.reason, "count": s.count, "examples": list(s.examples)} for s in status.skipped
        ],
        "problems": list(status.problems),
        "writable": status.writable,
        "writer": status.writer,
        "head": status.head,
        "source": status.source,
        "meta": {
            "repo_id": status.repo_id,
            "snapshot": status.snapshot,
            "config_sha256": status.config_sha256,
            "created_at": status.created_at,
        },
        "retrieval": _retrieval(status.asked),
        "versions": [{"component": name, "version": version} for name, version in status.versions],
    }


def _retrieval(asked: _Asked) -> dict[str, Any]:
    totals, rates = dict(asked.totals), dict(asked.rates)
    return {
        "questions": totals["questions"],
        "no_evidence_rate": rates["no_evidence_rate"],
        "queries": totals["queries"],
        "zero_result_rate": rates["zero_result_rate"],
    }
