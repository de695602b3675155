"""`mentions.v1`: the documents that mention a symbol; `docs-coverage.v1`: the definitions that documents mention."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from helix_lsp.align.coverage import Coverage, Public, share
from helix_lsp.align.mentions.mentions import Mentions
from helix_lsp.wire.index_status import freshness_to_wire

SCHEMA = "mentions.v1"
COVERAGE = "docs-coverage.v1"


def mentions_to_wire(found: Mentions) -> dict[str, Any]:
    """The mentions as plain JSON data, in the order of (path, byte)."""
    return {
        "schema": SCHEMA,
        "symbol": found.asked,
        "definitions": [{"path": path, "qualified": qualified} for path, qualified in found.definitions],
        "mentions": [
            {
                "path": p.path,
                "line": p.line,
                "start_byte": p.span.start,
                "end_byte": p.span.end,
                "text": p.text,
                "section": p.section,
                "symbol": p.symbol,
                "defined_in": p.defined_in,
                "confidence": p.confidence,
                "said": p.said,
            }
            for p in found.places
        ],
        "index": freshness_to_wire(found.freshness),
    }


def coverage_to_wire(found: Coverage) -> dict[str, Any]:
    """The coverage as plain JSON data: modules by path, and what of each is not surely mentioned by line."""
    return {
        "schema": COVERAGE,
        "total": _tally(found.found),
        "modules": [
            {
                "path": path,
                "package": path.rpartition("/")[0],
                **_tally(some),
                "rest": [
                    {
                        "qualified": one.qualified,
                        "kind": one.kind,
                        "line": one.line,
                        "commented": one.commented,
                        "said": one.said,
                    }
                    for one in some
                    if one.said != "yes"
                ],
            }
            for path, some in found.by_module().items()
        ],
        "files": found.files,
        "documents": found.documents,
        "not_read": [
            {"what": one.what, "reason": one.reason, "count": one.count, "examples": list(one.examples)}
            for one in found.left
        ],
        "index": freshness_to_wire(found.freshness),
    }


def _tally(some: Iterable[Public]) -> dict[str, Any]:
    some = tuple(some)
    return {
        "public": len(some),
        "mentioned": sum(one.said == "yes" for one in some),
        "perhaps": sum(one.said == "perhaps" for one in some),
        "share": share(some),
    }
