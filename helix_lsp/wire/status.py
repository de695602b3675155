"""`index-status.v1`: what the index holds, how fresh it is, and what was left out.

The records are those of `session`, a floor above, which this one may not import: `status.py`, `doctor.py` and
`kept/telemetry.py` there say what they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.readable import fields

SCHEMA = "index-status.v1"


def freshness_to_wire(freshness: Freshness) -> dict[str, Any]:
    """Carried by every answer (I10)."""
    return fields(freshness, "generation fresh state files behind unsaved reason")


def status_to_wire(status: Any) -> dict[str, Any]:
    """The status as plain JSON data; sizes in bytes, `writer` is a process id or 0."""
    return {
        "schema": SCHEMA,
        **fields(status, "root index_directory generation"),
        "index": freshness_to_wire(status.freshness),
        "ordered": "words" if status.meaning is None else "meaning",
        **({} if status.meaning is None else {"meaning": dict(status.meaning)}),
        **fields(status, "files units definitions"),
        "languages": [{"language": entry.language, "files": entry.files} for entry in status.languages],
        "grades": dict(status.grades),
        "bytes": {"sqlite": status.size_sqlite, "text": status.size_text},
        "skipped": [fields(s, "reason count examples") for s in status.skipped],
        **fields(status, "problems writable writer head source"),
        "meta": fields(status, "repo_id snapshot config_sha256 created_at"),
        "retrieval": _retrieval(status.asked),
        "versions": [{"component": name, "version": version} for name, version in status.versions],
    }


def _retrieval(asked: Any) -> dict[str, Any]:
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


def metadata_to_wire(status: Any, sources: Sequence[Any]) -> dict[str, Any]:
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
                **fields(one, "outside title quality date fetch_date passage_count=passages"),
            }
            for one in sources
        },
        "retrieval_stats": {
            "total_queries": retrieval["queries"] + retrieval["questions"],
            **{name: retrieval[name] for name in _STATISTICS},
        },
    }


_STATISTICS = ("avg_results_per_query", "zero_result_rate", "no_evidence_rate", "cache_hit_rate")


def audit_statistics(files: int, passages: int, outside: int, asked: Any) -> dict[str, Any]:
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


def diagnosis_to_wire(diagnosis: Any) -> dict[str, Any]:
    """The diagnosis as plain JSON data, in the order of the looks."""
    return {
        "schema": SCHEMA_DOCTOR,
        "root": diagnosis.root,
        "good": diagnosis.good,
        "findings": [fields(one, "name state text remedy") for one in diagnosis.findings],
    }


# `telemetry.v1`: how answers ended, counted on this machine.

SCHEMA_TELEMETRY = "telemetry.v1"


def counts_to_wire(counts: Any) -> dict[str, Any]:
    """The counts as plain JSON data; a rate without a base is null."""
    return {
        "schema": SCHEMA_TELEMETRY,
        "enabled": counts.enabled,
        "days": [{"day": day.day, "counts": dict(day.counts)} for day in counts.days],
        "totals": dict(counts.totals),
        "rates": dict(counts.rates),
    }
