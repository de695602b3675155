"""`drift-report.v1` and SARIF 2.1.0: references of documents that the code no longer backs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.report import DriftReport
from helix_lsp.align.drift.say import ABOUT, reason_of
from helix_lsp.wire.readable import fields
from helix_lsp.wire.sarif import sarif_log, uri_of
from helix_lsp.wire.status import freshness_to_wire

SCHEMA = "drift-report.v1"


def drift_report_to_wire(report: DriftReport) -> dict[str, Any]:
    """The report as plain JSON data, findings in the order of (path, byte)."""
    return {
        "schema": SCHEMA,
        "findings": [
            finding_to_wire(f)
            | {"cause": cause, "copies": [{"path": c.reference.path, "line": c.line} for c in same]}
            for f, same, cause in zip(report.findings, report.copies, report.causes, strict=True)
        ],
        "causes": max(report.causes, default=0),
        **fields(report, "checked hints cannot_know known min_confidence history history_missed"),
        "index": freshness_to_wire(report.freshness),
    }


def finding_to_wire(found: Finding) -> dict[str, Any]:
    """One finding; `line` and `column` from 1, `start_byte` and `end_byte` half open."""
    ref, said = found.reference, found.judged
    return {
        "path": ref.path,
        "line": found.line,
        "column": found.column,
        **fields(ref, "start_byte=span.start end_byte=span.end reference=text kind"),
        "stale": said.verdict == "stale",
        **fields(said, "tier confidence check"),
        "reason": reason_of(said),
        "weighed": [
            {
                "id": one.id,
                "worth": worth,
                "facts": [{"name": name, "value": value} for name, value in one.facts],
            }
            for one, worth in weighed(said)
        ],
        **fields(said, "suggestions last_path last_commit"),
    }


def drift_report_to_sarif(report: DriftReport, version: str) -> dict[str, Any]:
    """One SARIF run; tier A is a warning, tier B a note."""
    found = zip(report.findings, report.copies, report.causes, strict=True)
    return sarif_log(
        version, ABOUT, (finding_to_sarif(one, copies, {"cause": cause}) for one, copies, cause in found)
    )


def finding_to_sarif(
    found: Finding, copies: tuple[Finding, ...], properties: Mapping[str, object]
) -> dict[str, Any]:
    """One result of a SARIF run; the copies of the document are its related locations."""
    ref, said = found.reference, found.judged
    near = f"; did you mean {', '.join(said.suggestions)}?" if said.suggestions else ""
    same = {"message": {"text": "the same in a copy of the document"}}
    return {
        "ruleId": said.check,
        "level": "warning" if said.tier == "A" else "note",
        "message": {"text": f"{ref.text}: {reason_of(said)}{near}"},
        "locations": [_location(found)],
        **({"relatedLocations": [_location(one) | same for one in copies]} if copies else {}),
        "rank": round(100 * said.confidence, 1),
        "properties": dict(properties),
    }


def _location(found: Finding) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": uri_of(found.reference.path), "uriBaseId": "%SRCROOT%"},
            "region": {
                "startLine": found.line,
                "startColumn": found.column,
                "endColumn": found.column + len(found.reference.text),
            },
        }
    }
