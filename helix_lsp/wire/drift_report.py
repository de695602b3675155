"""`drift-report.v1` and SARIF 2.1.0: references of documents that the code no longer backs. Also what every SARIF
log of ours has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.say import ABOUT, DriftReport, reason_of
from helix_lsp.ask.claims.audit import Audited, ClaimAudit
from helix_lsp.ask.claims.passage import Passage
from helix_lsp.text.positions import Span
from helix_lsp.wire.readable import fields
from helix_lsp.wire.status import freshness_to_wire

# SARIF 2.1.0 as every log of ours has it: one run, its rules, and how a path is written.

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/@+,=!$&'()*;")


def sarif_log(
    version: str,
    rules: Mapping[str, str],
    results: Iterable[dict[str, Any]],
    properties: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A log with one run. `version` is ours; `rules`: id -> what such a result says, in one sentence; columns of
    the results count code points; `properties` are of the run.
    """
    told = [{"id": name, "shortDescription": {"text": says}} for name, says in rules.items()]
    run = {
        "tool": {"driver": {"name": "helix-lsp", "version": version, "rules": told}},
        "columnKind": "unicodeCodePoints",
        **({"properties": dict(properties)} if properties else {}),
        "results": list(results),
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def uri_of(path: str) -> str:
    """A path as a relative reference of RFC 3986: what is not a plain character is percent-encoded as UTF-8."""
    return "".join(chr(b) if chr(b) in _PLAIN else f"%{b:02X}" for b in path.encode("utf-8", "replace"))


# An audit as SARIF 2.1.0: what the code contradicts is an error, with both places; what is for review a
# note.
#
# A claim of a document is told at its own place. One that was given on the command line has none: it is
# told at the first place that says so too, else where the code says otherwise.

_RULES = {
    "claim-contradicted": "A definition in the code says otherwise.",
    "claim-review": "The source speaks of the claim and does not carry it.",
    "claim-no-source": "Nothing in the index speaks of the claim.",
}
_OF = {
    "CONTRADICTED": ("claim-contradicted", "error"),
    "REVIEW": ("claim-review", "note"),
    "SOURCE_NOT_INDEXED": ("claim-no-source", "note"),
}


def claim_audit_to_sarif(found: ClaimAudit, version: str, source: Mapping[str, str]) -> dict[str, Any]:
    """One run; of a document only what is contradicted, as most of its sentences need no second look. `source`
    is that of the claim-audit.
    """
    told = [r for r in found.results if r.verdict != "PASS" and (r.at is None or r.verdict == "CONTRADICTED")]
    return sarif_log(version, _RULES, (_result(r) for r in told), source)


def _result(one: Audited) -> dict[str, Any]:
    rule, level = _OF[one.verdict]
    own = [_document(*one.at)] if one.at is not None else [_location_sarif(p) for p in one.supporting]
    looked = [_location_sarif(one.looked_at)] if one.looked_at is not None else []
    places = [*own, *(_location_sarif(p) for p in one.contradicting)] or looked
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": f"{one.claim}: {one.reason}" if one.reason else one.claim},
        "locations": places[:1],
        **({"relatedLocations": places[1:]} if places[1:] else {}),
        "rank": round(100 * one.score, 1),
    }


def _document(path: str, span: Span, line: int) -> dict[str, Any]:
    region = {"startLine": line, "byteOffset": span.start, "byteLength": max(1, len(span))}
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": region}}


def _location_sarif(at: Passage) -> dict[str, Any]:
    region = {"startLine": at.start_line, "endLine": at.end_line}
    return {
        "physicalLocation": {"artifactLocation": _artifact(at.path), "region": region},
        "message": {"text": f"{at.grade}: {at.text.strip()[:200]}"},
    }


def _artifact(path: str) -> dict[str, str]:
    return {"uri": uri_of(path), "uriBaseId": "%SRCROOT%"}


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
