"""`drift-report.v1` and SARIF 2.1.0: references of documents that the code no longer backs."""

from __future__ import annotations

from typing import Any

from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.report import DriftReport
from helix_lsp.align.drift.say import ABOUT, reason_of
from helix_lsp.wire.index_status import freshness_to_wire

SCHEMA = "drift-report.v1"
_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=!$&'()*;")


def drift_report_to_wire(report: DriftReport) -> dict[str, Any]:
    """The report as plain JSON data, findings in the order of (path, byte)."""
    return {
        "schema": SCHEMA, "findings": [
            finding_to_wire(f) | {"cause": cause, "copies": [{"path": c.reference.path, "line": c.line} for c in same]}
            for f, same, cause in zip(report.findings, report.copies, report.causes, strict=True)
        ], "causes": max(report.causes, default=0), "checked": report.checked, "hints": report.hints,
        "cannot_know": report.cannot_know, "known": report.known, "min_confidence": report.min_confidence, "history": report.history,
        "index": freshness_to_wire(report.freshness),
    }  # fmt: skip


def finding_to_wire(found: Finding) -> dict[str, Any]:
    """One finding; `line` and `column` from 1, `start_byte` and `end_byte` half open."""
    ref, said = found.reference, found.judged
    return {
        "path": ref.path, "line": found.line, "column": found.column, "start_byte": ref.span.start, "end_byte": ref.span.end,
        "reference": ref.text, "kind": ref.kind, "stale": said.verdict == "stale", "tier": said.tier, "confidence": said.confidence,
        "check": said.check, "reason": reason_of(said),
        "weighed": [
            {"id": one.id, "worth": worth, "facts": [{"name": name, "value": value} for name, value in one.facts]} for one, worth in weighed(said)
        ],
        "suggestions": list(said.suggestions), "last_path": said.last_path, "last_commit": said.last_commit,
    }  # fmt: skip


def drift_report_to_sarif(report: DriftReport, version: str) -> dict[str, Any]:
    """One SARIF run; tier A is a warning, tier B a note."""
    return {
        "$schema": _SARIF, "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "helix-lsp", "version": version, "rules": [
                {"id": check, "shortDescription": {"text": about}} for check, about in ABOUT.items()
            ]}},
            "columnKind": "unicodeCodePoints",
            "results": [_result(*one) for one in zip(report.findings, report.copies, report.causes, strict=True)],
        }],
    }  # fmt: skip


def _result(found: Finding, copies: tuple[Finding, ...], cause: int) -> dict[str, Any]:
    ref, said = found.reference, found.judged
    near = f"; did you mean {', '.join(said.suggestions)}?" if said.suggestions else ""
    return {
        "ruleId": said.check, "level": "warning" if said.tier == "A" else "note",
        "message": {"text": f"{ref.text}: {reason_of(said)}{near}"},
        "locations": [_location(found)],
        **({"relatedLocations": [_location(one) | {"message": {"text": "the same in a copy of the document"}} for one in copies]} if copies else {}),
        "rank": round(100 * said.confidence, 1), "properties": {"cause": cause},
    }  # fmt: skip


def _location(found: Finding) -> dict[str, Any]:
    return {"physicalLocation": {
        "artifactLocation": {"uri": _uri(found.reference.path), "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": found.line, "startColumn": found.column, "endColumn": found.column + len(found.reference.text)},
    }}  # fmt: skip


def _uri(path: str) -> str:
    """A path as a relative reference of RFC 3986: what is no plain character is percent-encoded as UTF-8."""
    return "".join(chr(b) if chr(b) in _PLAIN else f"%{b:02X}" for b in path.encode("utf-8", "replace"))
