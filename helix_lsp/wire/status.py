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
        "avg_results_per_query": round(totals["results"] / totals["queries"], 2)
        if totals["queries"]
        else None,
        "cache_hit_rate": rates["cache_hit_rate"],
    }


class SourceLike(Protocol):
    """One content of the index, by the fields of the floor above."""

    @property
    def sha(self) -> str: ...
    @property
    def urls(self) -> Sequence[str]: ...
    @property
    def outside(self) -> bool: ...
    @property
    def title(self) -> str: ...
    @property
    def quality(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def fetch_date(self) -> str: ...
    @property
    def passages(self) -> int: ...


def metadata_to_wire(status: StatusLike, sources: Sequence[SourceLike]) -> dict[str, Any]:
    """`index_metadata`: every content that is indexed, by its hash, and what was asked of all of it."""
    retrieval = _retrieval(status.asked)
    return {
        "index_built": status.generation > 0,
        "document_count": sum(len(one.urls) for one in sources),
        "passage_count": sum(one.passages for one in sources),
        "indexed_hashes": [one.sha for one in sources],
        "sources": {
            one.sha: {
                "url": one.urls[0],
                "copies": list(one.urls[1:]),
                "outside": one.outside,
                "title": one.title,
                "quality": one.quality,
                "date": one.date,
                "fetch_date": one.fetch_date,
                "passage_count": one.passages,
            }
            for one in sources
        },
        "retrieval_stats": {
            "total_queries": retrieval["queries"] + retrieval["questions"],
            **{name: retrieval[name] for name in _STATISTICS},
        },
    }


_STATISTICS = ("avg_results_per_query", "zero_result_rate", "no_evidence_rate", "cache_hit_rate")


def audit_statistics(files: int, passages: int, outside: int, asked: _Asked) -> dict[str, Any]:
    """What an audit says of the index that it was made over."""
    retrieval = _retrieval(asked)
    return {
        "documents": files,
        "passages": passages,
        "outside_sources": outside,
        "total_queries": retrieval["queries"] + retrieval["questions"],
        **{name: retrieval[name] for name in _STATISTICS},
    }


# `doctor.v1`: what was looked at, what is wrong, and what mends it.

SCHEMA_DOCTOR = "doctor.v1"


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
        "schema": SCHEMA_DOCTOR,
        "root": diagnosis.root,
        "good": diagnosis.good,
        "findings": [
            {"name": one.name, "state": one.state, "text": one.text, "remedy": one.remedy}
            for one in diagnosis.findings
        ],
    }


# `telemetry.v1`: how answers ended, counted on this machine.

SCHEMA_TELEMETRY = "telemetry.v1"


class _Day(Protocol):
    @property
    def day(self) -> str: ...
    @property
    def counts(self) -> Sequence[tuple[str, int]]: ...


class _Counts(Protocol):
    """The counts of the floor above, by their fields: this floor may not import it."""

    @property
    def enabled(self) -> bool: ...
    @property
    def days(self) -> Sequence[_Day]: ...
    @property
    def totals(self) -> Sequence[tuple[str, int]]: ...
    @property
    def rates(self) -> Sequence[tuple[str, float | None]]: ...


def counts_to_wire(counts: _Counts) -> dict[str, Any]:
    """The counts as plain JSON data; a rate without a base is null."""
    return {
        "schema": SCHEMA_TELEMETRY,
        "enabled": counts.enabled,
        "days": [{"day": day.day, "counts": dict(day.counts)} for day in counts.days],
        "totals": dict(counts.totals),
        "rates": dict(counts.rates),
    }
