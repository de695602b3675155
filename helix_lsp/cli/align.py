"""`helix-lsp align`: which files and symbols a document or sentence talks about, for people, scripts and
benchmarks.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping
from typing import cast

from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import (
    Request,
    field,
    freshness_words,
    given_file,
    heed_in_batch,
    heeded,
    policy_of,
    run_batch,
    text_field,
)
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.lens import Aligner, Alignment, AlignRequest, Candidate, Scope, align, aligner
from helix_lsp.ide.mentions import View
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.visible import counted
from helix_lsp.wire.range_ref import alignment_to_wire, links_to_wire


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the links, the alignment.v1 with `--json`, or one line a request with `--jsonl`."""
    if arguments.jsonl:
        if others(arguments, "jsonl", "root", "stale_policy"):
            raise UsageError(
                "--jsonl reads its requests from stdin and prints JSON: it goes with --root and --stale-policy only"
            )
        prepared = _Prepared(policy_of(arguments))
        return run_batch(prepared.answer, screen, root=arguments.root)
    if not arguments.doc and not arguments.text.strip():
        raise UsageError(
            'say what to align: helix-lsp align --doc docs/architecture.md, or --text "the registry keeps the services"'
        )
    if arguments.line and not arguments.doc:
        raise UsageError("--line is a line of a document; name it with --doc")
    with heeded(arguments, screen) as (workspace, view):
        data = (
            _read(arguments.doc, workspace.root, view.config.align.document_bytes) if arguments.doc else b""
        )
        found = align(
            view,
            AlignRequest(
                scope=Scope(path=arguments.doc, data=data), text=arguments.text, line=arguments.line or 0
            ),
        )
        if arguments.json:
            screen.json(
                workspace.stamped(alignment_to_wire(found, arguments.doc, view.freshness), view), indent=2
            )
        else:
            _print(found, data if not found.of_text else arguments.text.encode(), screen)
            screen.text(
                f"({counted(len(found.files), 'file')}, {counted(len(found.symbols), 'symbol')}; {freshness_words(view.freshness)})"
            )
    return 0


class _Prepared:
    """The document that was asked about last: sentences of one document come one after the other."""

    def __init__(self, policy: str) -> None:
        self._policy = policy
        self._key: tuple[str, str, Scope] | None = None
        self._aligner: Aligner | None = None

    def answer(self, request: Request, opened: Opened) -> Mapping[str, object]:
        """One line of a batch."""
        workspace = opened.at(text_field(request, "root") or None)
        view = workspace.view()
        heed_in_batch(view.freshness, self._policy)
        limit = view.config.align.document_bytes
        document, allowed = text_field(request, "doc"), text_field(request, "candidates")
        data = _read(document, workspace.root, limit) if document else b""
        files, symbols = _candidates(_read(allowed, workspace.root, limit)) if allowed else (None, None)
        scope = Scope(path=document, data=data, files=files, symbols=symbols)
        wanted = AlignRequest(
            scope=scope, text=text_field(request, "text"), line=cast("int", field(request, "line", int, 0))
        )
        return workspace.stamped(
            links_to_wire(align(view, wanted, self._of(workspace.root, view, scope))), view
        )

    def _of(self, root: str, view: View, scope: Scope) -> Aligner:
        key = (root, view.snapshot.digest(), scope)
        if self._aligner is None or self._key != key:
            self._aligner, self._key = aligner(view, scope), key
        return self._aligner


def _read(name: str, root: str, limit: int) -> bytes:
    """A file that the user names: as it is written from here, else below the root. Raises UsageError."""
    places = [name] if os.path.isabs(name) else [name, os.path.join(root, name)]
    place = next((p for p in places if os.path.isfile(p)), None)
    if place is None:
        raise UsageError(f"no such file, here or below {root}: {name}")
    return given_file(place, limit, name, "; give it in parts")


def _candidates(data: bytes) -> tuple[tuple[str, ...], tuple[Candidate, ...] | None]:
    """(paths, None) of a list of paths; (paths, symbols) of JSON lines with `symbol` and `file`. Raises
    UsageError.
    """
    lines = [line.strip() for line in data.decode("utf-8", "replace").splitlines() if line.strip()]
    if not lines or not lines[0].startswith("{"):
        return tuple(lines), None
    symbols: list[Candidate] = []
    for number, line in enumerate(lines, 1):
        try:
            row: object = read_json(line)
        except BrokenData as error:
            raise UsageError(f"candidates, line {number}: {error.why}") from error
        known = cast("dict[str, object]", row) if isinstance(row, dict) else {}
        name, path = known.get("symbol"), known.get("file")
        if not isinstance(name, str) or not isinstance(path, str):
            raise UsageError(f'candidates, line {number}: {{"symbol": text, "file": text}} is wanted')
        symbols.append(Candidate(name=name.removesuffix("()"), path=path))
    return tuple(sorted({s.path for s in symbols})), tuple(symbols)


def _print(found: Alignment, text: bytes, screen: Screen) -> None:
    lines = LineIndex(text)
    if not found.files and not found.symbols:
        screen.text("nothing in this project is named or described there")
    for link in found.files:
        screen.text(
            f"{link.confidence:.2f}  {clean(link.path)}  {clean(link.why)} (line {lines.lines(link.evidence)[0]})"
        )
    for name in found.symbols:
        screen.text(
            f"{name.confidence:.2f}  {clean(name.path)} {clean(name.name)}  {clean(name.why)} (line {lines.lines(name.evidence)[0]})"
        )
