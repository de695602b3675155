"""Code actions about stale references: what to put in, what to leave alone. The edits are made against
exactly the bytes that were checked.

An edit carries the version of its text; where the client's text is a newer one there is none. One action is
one edit of the workspace, so one undo takes it back. Imported with the first folder
(`handlers/code_action.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec
from lsprotocol import types

from helix_lsp.align.drift.find import Finding
from helix_lsp.errors import UsageError
from helix_lsp.ide.drift_look import (
    ROOT_FILE,
    Change,
    Fix,
    add_to_baseline,
    ignore_line,
    ignore_word,
    renames,
)
from helix_lsp.lsp.capabilities import FIX_ALL_KIND, Manner
from helix_lsp.lsp.convert import range_of, workspace_edit
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import Asked, Behind, DocumentPosition
from helix_lsp.lsp.work import Job
from helix_lsp.text.visible import counted

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView

_QUICK = "quickfix"


class Can(msgspec.Struct, frozen=True, kw_only=True):
    """What the client takes: `versioned` document changes, files that are made (`create`), edits resolved
    later (`late`), and how it takes diagnostics.
    """

    versioned: bool
    create: bool
    late: bool
    manner: Manner


def offer(asked: Asked, can: Can, versions: Mapping[str, int]) -> list[types.CodeAction]:
    """Quick fixes at the selection, and all certain renames of the document, when these were asked for or
    there are several.

    Raises Behind where the findings are of an older text.
    """
    quick, whole = asked.wants(_QUICK), asked.wants(FIX_ALL_KIND)
    document = asked.position.document
    drift = asked.folder_view.drift
    if not (quick or whole) or not drift.ready:
        return []
    told = (
        drift.document(asked.path, lambda: None)
        if document is None or document.text.data == asked.text.data
        else None
    )
    if told is None:
        if document is not None and asked.view.snapshot.sha(asked.path):
            raise Behind
        return []
    here = [
        f
        for f in told.findings
        if f.reference.span.start <= asked.span.end and asked.span.start <= f.reference.span.end
    ]
    maker = _Maker(asked.folder_view, asked.position, asked.text, can, versions)
    out: list[types.CodeAction] = []
    if quick:
        for found in here:
            out += _quick(found, asked, maker)
    only = asked.params.context.only
    if whole:
        changes = [
            fix.changes[0] for f in told.findings for fix in renames(f, asked.text.data)[:1] if fix.certain
        ]
        if changes and (only or len(changes) > 1):
            edit = maker.edit(changes)
            title = f"Put in {counted(len(changes), 'new name')} that history knows"
            out.append(types.CodeAction(title=title, kind=FIX_ALL_KIND, edit=edit))
    return out


def _quick(found: Finding, asked: Asked, maker: _Maker) -> list[types.CodeAction]:
    mine = maker.can.manner.items((found,), asked.text, asked.view, asked.position.uri)
    fixes = list(renames(found, asked.text.data))
    line = ignore_line(found, asked.text.data, asked.text.index)
    fixes += [line] if line is not None else []
    out = [
        types.CodeAction(
            title=fix.title,
            kind=_QUICK,
            edit=maker.edit(fix.changes),
            diagnostics=mine,
            is_preferred=True if fix.certain else None,
        )
        for fix in fixes
    ]
    for kind in ("word", "baseline"):
        made = maker.elsewhere(kind, found)
        if made is not None:
            made.diagnostics = mine
            out.append(made)
    return out


class _Maker:
    """Turns changes of the core into edits of the client, for one view of the folder."""

    def __init__(
        self,
        folder_view: FolderView,
        place: DocumentPosition,
        text: Text,
        can: Can,
        versions: Mapping[str, int],
    ) -> None:
        self.position = place
        self._view = folder_view
        self.can = can
        self._versions = versions
        self._texts: dict[str, Text] = {place.path: text}

    def elsewhere(self, kind: str, found: Finding) -> types.CodeAction | None:
        """An action whose edit is in another file: with its edit, or with what `codeAction/resolve` needs to
        make it.
        """
        fix = _fix_elsewhere(kind, found, self._view, self.position.path)
        if fix is None or (fix.changes[0].new and not (self.can.create and self.can.versioned)):
            return None
        action = types.CodeAction(title=fix.title, kind=_QUICK)
        if self.can.late:
            action.data = {
                "fix": kind,
                "uri": self.position.uri(self.position.path),
                "reference": found.reference.text,
                "start": found.reference.span.start,
            }
        else:
            action.edit = self.edit(fix.changes)
        return action

    def edit(self, changes: Iterable[Change]) -> types.WorkspaceEdit:
        """One edit of the workspace; files that are made come first."""
        made: list[types.CreateFile] = []
        edits: dict[str, list[types.TextEdit]] = {}
        for change in changes:
            uri = self.position.uri(change.path)
            if change.new:
                made.append(types.CreateFile(uri=uri, options=types.CreateFileOptions(ignore_if_exists=True)))
            text = self._text(change.path)
            edits.setdefault(uri, []).append(
                types.TextEdit(
                    range=range_of(change.span, text, self.position.encoding), new_text=change.text
                )
            )
        return workspace_edit(edits, self._version if self.can.versioned else None, made)

    def _version(self, uri: str) -> int | None:
        document = self.position.document
        return document.version if document is not None and document.uri == uri else self._versions.get(uri)

    def _text(self, path: str) -> Text:
        if path not in self._texts:
            self._texts[path] = Text(self._view.text(path) or b"")
        return self._texts[path]


def _fix_elsewhere(kind: str, found: Finding, folder_view: FolderView, path: str) -> Fix | None:
    if kind == "word":
        return ignore_word(found, folder_view.text(ROOT_FILE))
    return add_to_baseline(folder_view.drift, path, (found,))


def resolved(
    action: types.CodeAction, place: DocumentPosition, can: Can, versions: Mapping[str, int], job: Job
) -> types.CodeAction:
    """The action with its edit; raises UsageError when its finding is not there any more."""
    data = cast("Mapping[str, Any]", action.data)
    kind, text, start = str(data["fix"]), str(data["reference"]), int(data["start"])
    folder_view = place.folder.view(job.check)
    meant, told = (
        place.resolve(folder_view),
        folder_view.drift.document(place.path, job.given_up) if folder_view.drift.ready else None,
    )
    found = _nearest(told.findings if told is not None else (), text, start)
    fix = _fix_elsewhere(kind, found, folder_view, place.path) if found is not None else None
    if fix is None or meant is None:
        raise UsageError("the finding is not there any more")
    action.edit = _Maker(folder_view, place, meant[0], can, versions).edit(fix.changes)
    return action


def _nearest(findings: Sequence[Finding], text: str, start: int) -> Finding | None:
    alike = [f for f in findings if f.reference.text == text]
    return min(alike, key=lambda f: abs(f.reference.span.start - start), default=None)
