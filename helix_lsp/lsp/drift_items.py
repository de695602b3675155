"""Findings as the protocol's diagnostics, and the id of a report: a hash of what it says, so that it outlives
the server.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.live import Live
from helix_lsp.ide.drift_fixes import is_certain
from helix_lsp.ide.drift_look import last_places
from helix_lsp.ide.view import View
from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.service.workspace_service import Check, FolderView
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.line_index import Encoding

SOURCE = "helix"
_LEAST_TOLD = 0.5  # of tier B: below it a hint, from it on an information
_ID = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How this client takes diagnostics; `uri` gives its own spelling of a path's URI."""

    encoding: Encoding
    uri: Callable[[str], str]
    related: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a document's report says; `sha` is the content it speaks of, `id` None while nothing is known."""

    items: list[types.Diagnostic]
    id: str | None
    sha: str = ""


def items_of(findings: Iterable[Finding], text: Text, view: View, manner: Manner) -> list[types.Diagnostic]:
    """In the order of the findings; `text` is the document they were found in."""
    live = Live(view.snapshot, view.texts)
    return [_item(found, text, view, live, manner) for found in findings]


def _item(found: Finding, text: Text, view: View, live: Live, manner: Manner) -> types.Diagnostic:
    ref, said = found.reference, found.judged
    near = (
        f"; perhaps {', '.join(f'`{name}`' for name in said.suggestions)}"
        if said.suggestions and not is_certain(found) and ref.kind != "claim"
        else ""
    )
    return types.Diagnostic(
        range=range_of(ref.span, text, manner.encoding),
        severity=_severity(found),
        code=said.check,
        source=SOURCE,
        message=f"`{ref.text}`: {reason_of(said)}{near}",
        related_information=_related(found, view, live, manner) if manner.related else None,
        data={
            "reference": ref.text,
            "kind": ref.kind,
            "tier": said.tier,
            "confidence": said.confidence,
            "suggestions": list(said.suggestions),
            "certain": is_certain(found),
            "lastPath": said.last_path,
            "lastCommit": said.last_commit,
        },
    )


def _severity(found: Finding) -> types.DiagnosticSeverity:
    said = found.judged
    if said.tier == "A":
        return types.DiagnosticSeverity.Warning
    return (
        types.DiagnosticSeverity.Information
        if said.confidence >= _LEAST_TOLD
        else types.DiagnosticSeverity.Hint
    )


def _related(
    found: Finding, view: View, live: Live, manner: Manner
) -> list[types.DiagnosticRelatedInformation] | None:
    out: list[types.DiagnosticRelatedInformation] = []
    for place, words in last_places(found, view, live):
        text = Text(live.data(place.path) or b"")
        where = types.Location(uri=manner.uri(place.path), range=range_of(place.span, text, manner.encoding))
        out.append(types.DiagnosticRelatedInformation(location=where, message=words))
    return out or None


def id_of(items: list[types.Diagnostic], plain: Callable[[Any], Any]) -> str:
    """Equal for equal reports; `plain` turns a diagnostic into JSON data."""
    said = json.dumps([plain(item) for item in items], sort_keys=True, ensure_ascii=True)
    return sha256_hex(said.encode())[:_ID]


def report_of(
    folder_view: FolderView,
    path: str,
    uri: Callable[[str], str],
    encoding: Encoding,
    *,
    related: bool,
    plain: Callable[[Any], Any],
    check: Check,
) -> Report | None:
    """The report of a document in a view of its folder; None where the facts are behind its text."""
    told, data = folder_view.drift.document(path, check), folder_view.text(path)
    if told is None or data is None:
        return None
    manner = Manner(encoding=encoding, uri=uri, related=related)
    items = items_of(told.findings, Text(data), folder_view.view, manner)
    return Report(items=items, id=id_of(items, plain), sha=told.sha)
