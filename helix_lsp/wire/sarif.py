"""SARIF 2.1.0 as every log of ours has it: one run, its rules, and how a path is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helix_lsp.ask.claims.audit import Audited, ClaimAudit, Passage
from helix_lsp.text.positions import Span

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
    own = [_document(*one.at)] if one.at is not None else [_location(p) for p in one.supporting]
    looked = [_location(one.looked_at)] if one.looked_at is not None else []
    places = [*own, *(_location(p) for p in one.contradicting)] or looked
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


def _location(at: Passage) -> dict[str, Any]:
    region = {"startLine": at.start_line, "endLine": at.end_line}
    return {
        "physicalLocation": {"artifactLocation": _artifact(at.path), "region": region},
        "message": {"text": f"{at.grade}: {at.text.strip()[:200]}"},
    }


def _artifact(path: str) -> dict[str, str]:
    return {"uri": uri_of(path), "uriBaseId": "%SRCROOT%"}
