"""`helix-lsp verify claim TEXT`, `verify answer FILE` and `verify file PATH`: claims checked against code. Also
`helix-lsp evidence add|list|remove`.

Exit code 1 when a claim does not pass; of a document, when the code contradicts it.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from helix_lsp import __version__
from helix_lsp.ask.claims.audit import Audited
from helix_lsp.ask.claims.outside import Source, passages_of
from helix_lsp.ask.claims.passage import Passage
from helix_lsp.cli.batch import given_file, heeded
from helix_lsp.cli.opened import Report, progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import ClaimAudit, verify_claims, verify_file, verify_text, with_outside
from helix_lsp.session.disk.origin import real_root, root_of
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.evidence import EvidenceStore
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.visible import counted
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.wire.claim_audit import claim_audit_to_html, claim_audit_to_wire, stated_from_envelope
from helix_lsp.wire.drift_report import claim_audit_to_sarif
from helix_lsp.wire.readable import fields
from helix_lsp.wire.status import audit_statistics

_LARGEST = 4_000_000
_MARKS = {
    "PASS": "pass   ",
    "REVIEW": "review ",
    "CONTRADICTED": "contradicted by code:",
    "SOURCE_NOT_INDEXED": "no source",
}
_EMPTY = {
    "claim": 'the claim is empty; write a sentence: helix-lsp verify claim "sessions last 31 days (src/app.py:12)"',
    "answer": "the answer is empty; give a file with sentences, or pass them on stdin with -",
}
_INDENT = " " * 10
_WIDEST = 400  # characters of a claim that are printed


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints a report, the claim-audit.v2 with `--json`, SARIF with `--sarif`, a page with `--html`."""
    document = arguments.act == "file"
    text = "" if document else _text(arguments)
    with heeded(arguments, screen) as (workspace, view):
        if document:
            found = _of_file(_inside(workspace.root, arguments.path), view, screen)
        else:
            found = _of_text(text, view, answer=arguments.act == "answer")
            found = _outside(found, arguments.min_grade, workspace, view)
        data = arguments.json or arguments.sarif or arguments.html
        sent = workspace.stamped(claim_audit_to_wire(found), view) if data else {}
        if sent:
            snapshot, outside = view.snapshot, EvidenceStore(workspace.directory).sources()
            sent["statistics"] = audit_statistics(
                len(snapshot.paths()),
                snapshot.statistics().units + sum(len(passages_of(one.text)) for one in outside),
                len(outside),
                workspace.telemetry().report(),
            )
    if arguments.sarif:
        screen.json(claim_audit_to_sarif(found, __version__, sent["source"]), indent=2)
    elif arguments.html:
        screen.raw(claim_audit_to_html(found, sent["source"], sent["statistics"]).encode("utf-8", "replace"))
    elif arguments.json:
        screen.json(sent, indent=2)
    else:
        _report(found, screen, document=document)
    return 0 if found.passed else 1


def _outside(found: ClaimAudit, least: Grade, workspace: Workspace, view: View) -> ClaimAudit:
    sources = EvidenceStore(workspace.directory).sources()
    return with_outside(found, sources, view, least) if sources else found


def _text(arguments: Namespace) -> str:
    text = " ".join(arguments.text) if arguments.act == "claim" else _answer(arguments.file)
    if not text.strip():
        raise UsageError(_EMPTY[arguments.act])
    return text


def _answer(name: str) -> str:
    """A file's text, or stdin's for `-`. Raises UsageError."""
    data = given_file(name, _LARGEST, name, "; give one answer", "the answer")
    if b"\0" in data:
        raise UsageError(
            f"{name} is not text (it has a byte of 0); give an answer in Markdown or the JSON of `ask`"
        )
    return data.decode("utf-8", "replace")


def _of_text(text: str, view: View, *, answer: bool) -> ClaimAudit:
    envelope = answer and text.lstrip().startswith("{")
    stated = stated_from_envelope(_json(text)) if envelope else ()
    return verify_claims(view, stated) if stated else verify_text(view, text)


def _of_file(path: str, view: View, screen: Screen) -> ClaimAudit:
    with progress(screen) as report:
        return verify_file(view, path, check=_counted(report))


def _counted(report: Report) -> Callable[[], None]:
    """What is called at each sentence: it moves the bar on."""
    done = 0

    def check() -> None:
        nonlocal done
        done += 1
        report("reading sentences", done, 0)

    return check


def _inside(root: str, given: str) -> str:
    """A path of the command line as one of the workspace."""
    whole = Path(os.path.realpath(given) if os.path.exists(given) else os.path.join(root, given))
    try:
        return whole.relative_to(os.path.realpath(root) if os.path.exists(given) else root).as_posix()
    except ValueError:
        raise UsageError(f"{given} does not lie in {root}; name a document of the workspace") from None


def _report(found: ClaimAudit, screen: Screen, *, document: bool) -> None:
    """One block a claim: verdict, claim, why, and the places on both sides. Of a document only what is
    contradicted.
    """
    for one in found.results:
        if document and one.verdict != "CONTRADICTED":
            continue
        place = f"{clean(one.at[0])}:{one.at[2]}  " if one.at is not None else ""
        screen.styled(f"{place}{screen.strong(_MARKS[one.verdict])} {clean(_short(one.claim))}")
        if one.reason:
            screen.text(f"{_INDENT}{clean(one.reason)}")
        _places(one, screen)
    passed = sum(r.verdict == "PASS" for r in found.results)
    if document:
        against = sum(r.verdict == "CONTRADICTED" for r in found.results)
        screen.text(
            f"{against} contradicted by code, {passed} borne out, of {counted(len(found.results), 'claim')} that could be read; "
            f"{counted(found.unread, 'sentence')} made none."
        )
    else:
        screen.text(f"{passed} of {counted(len(found.results), 'claim')} supported by the sources.")
        if found.unread_blocks:
            screen.text(f"Not read: {counted(found.unread_blocks, 'code block')} without a place.")
        if found.left_out:
            screen.text(f"Not read: {counted(found.left_out, 'sentence')}, because the text is too long.")


def _places(one: Audited, screen: Screen) -> None:
    for said in one.outside:
        source = said.source
        dated = f"of {source.dated}" if source.dated else "without a date"
        told = "outside the repository" if said.carries else "alike, and no proof"
        screen.text(
            f"{_INDENT}{told}: {clean(source.title)}, {clean(source.source)}:{said.start_line} (grade {source.grade}, {dated})"
        )
    if one.contradicting:
        for at in one.contradicting:
            screen.text(f"{_INDENT}{_where(at)}  {clean(_first_line(at))}")
        for at in one.supporting:
            screen.text(f"{_INDENT}{_where(at)}  says so too (grade {at.grade})")
    elif (looked := one.supporting[0] if one.supporting else one.looked_at) is not None:
        screen.text(f"{_INDENT}{_where(looked)}")


def _short(claim: str) -> str:
    return claim if len(claim) <= _WIDEST else f"{claim[:_WIDEST]}…"


def _first_line(at: Passage) -> str:
    return at.text.strip().partition("\n")[0].strip()[:160]


def _where(at: Passage) -> str:
    return f"{clean(at.path)}:{at.start_line}" + (f"-{at.end_line}" if at.end_line > at.start_line else "")


def _json(text: str) -> object:
    try:
        return read_json(text)
    except BrokenData as error:
        raise UsageError(f"it begins like JSON and is not: {error}") from error


# `helix-lsp evidence add|list|remove`: documents from outside the repository, for `verify claim`.


def run_evidence(arguments: Namespace, screen: Screen) -> int:
    """Prints what was done, as `evidence-sources.v1` with `--json`. Raises UsageError and StorageError."""
    given = root_of(arguments.root)
    settings = load(given)
    root = real_root(given, settings.surroundings.home)
    store = EvidenceStore(index_directory(root, settings))
    if arguments.act == "list":
        _told(store.sources(), "kept", arguments, screen)
        return 0
    if arguments.act == "remove":
        _told(store.remove(arguments.source), "removed", arguments, screen)
        return 0
    done = store.add(
        arguments.file,
        arguments.grade,
        title=arguments.title,
        source=arguments.source,
        dated=arguments.date,
        today=datetime.now(UTC).date(),
    )
    if arguments.json:
        screen.json(
            {
                "schema": "evidence-sources.v1",
                "added": _wire(done.added),
                "known": _wire(done.known),
                "refused": [{"path": path, "why": why} for path, why in done.refused],
            },
            indent=2,
        )
        return 0
    for word, sources in (("added", done.added), ("known already", done.known)):
        for one in sources:
            screen.text(f"{word}: {_line(one)}")
    for path, why in done.refused:
        screen.text(f"left out: {clean(path)} {why}")
    return 0


def _told(sources: tuple[Source, ...], word: str, arguments: Namespace, screen: Screen) -> None:
    if arguments.json:
        screen.json({"schema": "evidence-sources.v1", word: _wire(sources)}, indent=2)
        return
    for one in sources:
        screen.text(_line(one))
    screen.text(f"{counted(len(sources), 'source')} {word}")


def _line(one: Source) -> str:
    dated = one.dated or "without a date"
    return f"{one.grade}  {one.sha256[:12]}  {dated}  {clean(one.title)}  {clean(one.source)}"


def _wire(sources: Iterable[Source]) -> list[dict[str, Any]]:
    names = "source title grade dated added content_sha256=sha256"
    return [{**fields(s, names), "bytes": len(s.text.encode())} for s in sources]
