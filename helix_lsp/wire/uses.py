"""`uses.v1`: a page of every use of a name, grouped by file and function, with what may be missing."""

from __future__ import annotations

from typing import Any

from helix_lsp.ask.evidence.uses import UseGroup, UsesPage
from helix_lsp.wire.index_status import freshness_to_wire

SCHEMA = "uses.v1"


def uses_to_wire(page: UsesPage) -> dict[str, Any]:
    """The page as plain JSON data: product code first, then tests, each by path and byte."""
    return {
        "schema": SCHEMA,
        "name": page.asked,
        "definitions": [
            {"path": d.path, "line": d.line, "qualified": d.qualified, "kind": d.kind, "certain": d.certain}
            for d in page.definitions
        ],
        "complete": page.complete,
        "gaps": [{"id": g.id, "count": g.count, "examples": list(g.examples)} for g in page.gaps],
        "total": page.total,
        "certain": page.certain,
        "in_tests": page.in_tests,
        "files": page.files,
        "kinds": [{"kind": kind, "count": count} for kind, count in page.kinds],
        "page": {"first": page.first, "last": page.last, "next": page.next},
        "groups": [_group(g) for g in page.groups],
        "index": freshness_to_wire(page.freshness),
    }


def _group(group: UseGroup) -> dict[str, Any]:
    return {
        "path": group.path,
        "test": group.test,
        "scope": group.scope,
        "uses": [
            {
                "line": p.line,
                "start_byte": p.start,
                "end_byte": p.end,
                "kind": p.kind,
                "name": p.name,
                "certain": p.certain,
                "means": list(p.means),
                "text": p.text,
            }
            for p in group.places
        ],
    }
