"""Ties a node to a span: what its evidence names, read and hashed now. A node that cannot be tied is a hint
and proves nothing.

Each evidence record is tried in the order of its certainty: what it quotes (`contains`), the symbol, heading
or field that it names, and for a record that names a file only, the definition, name or line in that file
that holds the words of the node's title. A file as a whole proves nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.index.live_text import LiveText, Texts
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.data_file import BrokenData, next_json
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.trees.card import content_of, read_card, stem_set, stems_of
from helix_lsp.trees.node import Evidence, Node

# The bytes of this moment for one walk: each file is read once, and only what the index sees inside the
# workspace.


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A range whose bytes were read and hashed just now. Lines count from 1, both inclusive.

    `kind` is the evidence's type, or `tree` for the place where the tree itself says it. `how` tells what
    tied it: contains, symbol, heading, field, own (the node's place in the tree file that it names),
    definition, name or words. `recorded` compares the file's hash with the one the node recorded: same,
    changed, or `` when it recorded none.
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    label: str
    kind: str
    how: str
    recorded: str = ""


class Current(LiveText):
    """Memo of one request over a snapshot and the `Texts` port."""

    __slots__ = ("_hashes", "_limit", "_outlines")

    def __init__(self, snapshot: Snapshot, texts: Texts, limit: int) -> None:
        """`limit` in bytes: larger files count as not there."""
        super().__init__(snapshot, texts)
        self._limit = limit
        self._outlines: dict[str, Outline | None] = {}
        self._hashes: dict[str, str] = {}

    def read(self, path: str) -> bytes | None:
        """Current bytes; None for a path that the index does not see, is gone or too large."""
        entry = self.snapshot.file(path)
        data = super().read(path) if entry is not None and entry.size <= self._limit else None
        return data if data is not None and len(data) <= self._limit else None

    def outline(self, path: str) -> Outline | None:
        """Facts of the current bytes: the stored ones (None for a file that is too large to have any) when
        nothing changed, else taken anew.
        """
        if path not in self._outlines:
            data = self.data(path)
            if data is None:
                self._outlines[path] = None
            else:
                self._outlines[path] = self.snapshot.outline(path) if self.same(path) else extract(path, data)
        return self._outlines[path]

    def hash(self, path: str) -> str:
        """SHA-256 of the whole current file, `` when it is not there."""
        if path not in self._hashes:
            data = self.data(path)
            self._hashes[path] = sha256_hex(data) if data is not None else ""
        return self._hashes[path]

    def recorded(self, path: str, content_hash: str) -> str:
        """How the file stands to a recorded hash: same, changed, or `` when none was recorded. Line ends of
        Windows make no change.
        """
        if not content_hash:
            return ""
        if self.hash(path) == content_hash:
            return "same"
        data = self.data(path) or b""
        return (
            "same"
            if b"\r" in data and sha256_hex(data.replace(b"\r\n", b"\n")) == content_hash
            else "changed"
        )

    def cut(
        self, path: str, span: Span, *, label: str, kind: str, how: str, most_lines: int, recorded: str = ""
    ) -> Bound | None:
        """A range with the hash of its bytes, at most so many lines of it and without white space around it;
        None when it is empty.
        """
        data, lines = self.data(path), self.lines(path)
        if data is None or span.end > len(data):
            return None
        first, last = lines.lines(span)
        end = min(span.end, lines.line_span(min(last, first + most_lines - 1) - 1).end)
        raw = data[span.start : end]
        start = span.start + len(raw) - len(raw.lstrip())
        kept = Span(start, max(start, span.start + len(raw.rstrip())))
        if not len(kept):
            return None
        first, last = lines.lines(kept)
        return Bound(
            path=path,
            span=kept,
            start_line=first,
            end_line=last,
            sha256=sha256_hex(kept.cut(data)),
            label=label,
            kind=kind,
            how=how,
            recorded=recorded,
        )


_CERTAINTY = ("contains", "symbol", "heading", "field", "own", "definition", "name", "words")
_DEFINITION = regex(rb"^[ \t]*(?:[-*+][ \t]+)?definition[ \t]*:[^\r\n]*", re.IGNORECASE | re.MULTILINE)
_SLICE = 40_000
_LONGEST_LINE = 2_000
_MOST_LINES = 200
_MOST_BRACES = 50


def bind(node: Node, tree_path: str, current: Current, cfg: TreesConfig) -> Bound | None:
    """The most certain span of the node's evidence; among equals the first record's. None when no record
    leads to one.
    """
    best: Bound | None = None
    for evidence in node.evidence[: cfg.bind_records]:
        found = _bind_one(evidence, node, tree_path, current, cfg)
        if found is not None and (best is None or _CERTAINTY.index(found.how) < _CERTAINTY.index(best.how)):
            best = found
        if best is not None and best.how == _CERTAINTY[0]:
            break
    return best


def bind_all(
    node: Node, tree_path: str, current: Current, cfg: TreesConfig
) -> tuple[tuple[Evidence, Bound | None], ...]:
    """Each evidence record with its span, in their order: for the checklist and the export."""
    return tuple(
        (evidence, _bind_one(evidence, node, tree_path, current, cfg))
        for evidence in node.evidence[: cfg.bind_records]
    )


def stated(node: Node, tree_path: str, current: Current, cfg: TreesConfig) -> Bound | None:
    """Where the tree file itself says what the node says: the line of its excerpt, else of its title, inside
    the node's object.
    """
    span = _object(node, tree_path, current)
    return _own(node, tree_path, span, current, cfg, kind="tree", recorded="") if span is not None else None


def _bind_one(
    evidence: Evidence, node: Node, tree_path: str, current: Current, cfg: TreesConfig
) -> Bound | None:
    path = evidence.path
    if not path or current.data(path) is None:
        return None
    recorded = current.recorded(path, evidence.content_hash)
    if path == tree_path:
        span = _object(node, tree_path, current)
        return (
            _own(node, tree_path, span, current, cfg, kind=evidence.type, recorded=recorded)
            if span is not None
            else None
        )
    found = _named(evidence, current, cfg)
    if found is None and not (evidence.contains or evidence.symbol or evidence.heading or evidence.field):
        found = _guessed(node, path, current, cfg)
    if found is None:
        return None
    span, how = found
    return current.cut(
        path,
        span,
        label=node.title,
        kind=evidence.type,
        how=how,
        most_lines=cfg.bind_lines,
        recorded=recorded,
    )


def _named(evidence: Evidence, current: Current, cfg: TreesConfig) -> tuple[Span, str] | None:
    """What the record itself names, most certain first."""
    data = current.data(evidence.path) or b""
    if (
        evidence.contains
        and (span := _line_with(data, evidence.contains, current, evidence.path)) is not None
    ):
        return span, "contains"
    if evidence.symbol and (span := _symbol(evidence.path, evidence.symbol, current)) is not None:
        return span, "symbol"
    outline = (
        current.outline(evidence.path) if evidence.heading and len(data) <= cfg.bind_guess_bytes else None
    )
    if outline is not None:
        wanted = evidence.heading.strip().lstrip("#").strip().casefold()
        section = next(
            (s for s in outline.sections if s.title.strip().casefold() == wanted or s.anchor == wanted), None
        )
        if section is not None:
            return section.span, "heading"
    for word in (evidence.field, evidence.symbol):
        if word and (span := _line_with(data, word, current, evidence.path)) is not None:
            return span, "field" if word == evidence.field else "symbol"
    return None


def _symbol(path: str, name: str, current: Current) -> Span | None:
    """The definition of a name in the bytes that were indexed: the whole qualified name first, else its last
    component.
    """
    if not current.same(path):
        return None
    plain = name.strip().removesuffix("()").replace("::", ".").replace("#", ".")
    found = [d.symbol for d in current.snapshot.defined(plain) if d.path == path]
    exact = next((s for s in found if s.qualified == plain), None)
    last = exact or next((s for s in found if s.name == plain.rpartition(".")[2]), None)
    return last.span if last is not None else None


def _line_with(data: bytes, text: str, current: Current, path: str) -> Span | None:
    """The lines that hold a text, letter case ignored when it does not stand so."""
    raw = text.encode("utf-8", "replace")
    at = data.find(raw)
    if at < 0:
        at = data.lower().find(raw.lower())
    if at < 0:
        return None
    lines = current.lines(path)
    return Span(
        lines.line_span(lines.line_of(at)).start, lines.line_span(lines.line_of(at + len(raw) - 1)).end
    )


def _guessed(node: Node, path: str, current: Current, cfg: TreesConfig) -> tuple[Span, str] | None:
    """In a file named as a whole: its `Definition:` line, the definition or section named like the node, or
    the line that holds most of the title's words; each must hold enough of them.
    """
    data = current.data(path) or b""
    wanted = content_of(node.title)
    if not wanted:
        return None
    card, _ = read_card(path, data, cfg)
    if card is not None and any(
        form.stems in (stems_of(node.id), stems_of(node.title)) for form in card.forms
    ):
        return card.span, "definition"
    defined = _DEFINITION.search(data)
    outline = current.outline(path) if len(data) <= cfg.bind_guess_bytes else None
    if defined is not None and _share(wanted, defined[0].decode("utf-8", "replace")) >= cfg.bind_share:
        return Span(*defined.span()), "definition"
    names = (
        [(s.name, s.span) for s in outline.symbols] + [(s.title, s.span) for s in outline.sections]
        if outline is not None
        else []
    )
    named = [(-_share(wanted, name), len(stem_set(name)), span.start, span) for name, span in names]
    best = min(named, default=None, key=lambda one: one[:3])
    if best is not None and -best[0] >= cfg.bind_share and (len(wanted) == 1 or -best[0] * len(wanted) >= 2):
        return best[3], "name"
    line = _best_line(data, wanted, current, path)
    return (line[1], "words") if line is not None and line[0] >= cfg.bind_share else None


def _best_line(
    data: bytes, wanted: tuple[str, ...], current: Current, path: str
) -> tuple[float, Span] | None:
    """The first line with the largest share of the words; only the first lines that hold the rarest looking
    (longest) word are looked at.
    """
    lines = current.lines(path)
    longest = max(wanted, key=lambda word: (len(word), word)).encode()
    best: tuple[float, Span] | None = None
    for found in islice(re.finditer(re.escape(longest), data, re.IGNORECASE), _MOST_LINES):
        span = lines.line_span(lines.line_of(found.start()))
        share = _share(wanted, span.cut(data)[:_LONGEST_LINE].decode("utf-8", "replace"))
        if best is None or share > best[0]:
            best = (share, span)
        if share == 1.0:
            break
    return best


def _share(wanted: tuple[str, ...], text: str) -> float:
    held = stem_set(text)
    return sum(1 for word in wanted if word in held) / len(wanted)


def _object(node: Node, path: str, current: Current) -> Span | None:
    """The bytes of the node's own JSON object in the tree file."""
    data = current.data(path)
    if data is None:
        return None
    longest = max(_SLICE, 8 * (len(node.body) + len(node.gist)))
    pattern = rb"\"id\"\s*:\s*" + re.escape(
        json.dumps(node.id, ensure_ascii=False).encode("utf-8", "replace")
    )
    for found in re.finditer(pattern, data):
        for start in _braces(data, found.start(), longest):
            span = _decoded(data, start, start + longest, node.id)
            if span is not None:
                return span
    return None


def _braces(data: bytes, at: int, longest: int) -> Iterator[int]:
    """Opening braces before a place, the nearest first, not too many and not too far."""
    start = at
    for _ in range(_MOST_BRACES):
        start = data.rfind(b"{", max(0, at - longest), start)
        if start < 0:
            return
        yield start


def _decoded(data: bytes, start: int, stop: int, name: str) -> Span | None:
    """The object that begins at a brace and ends before `stop`, when it is the node's."""
    text = data[start:stop].decode("utf-8", "surrogateescape")
    try:
        value, end = next_json(text, 0)
    except BrokenData:
        return None
    if not isinstance(value, dict) or value.get("id") != name:  # pyright: ignore[reportUnknownMemberType]
        return None
    return Span(start, start + len(text[:end].encode("utf-8", "surrogateescape")))


def _own(
    node: Node, path: str, whole: Span, current: Current, cfg: TreesConfig, *, kind: str, recorded: str
) -> Bound | None:
    """The line of the node's excerpt (summary, title, id) inside its object."""
    data, lines = current.data(path) or b"", current.lines(path)
    for text in (node.excerpt, node.summary, node.title, node.id):
        at = -1
        for ascii_only in (False, True):
            raw = json.dumps(text, ensure_ascii=ascii_only).encode("utf-8", "replace")
            at = data.find(raw, whole.start, whole.end) if text and at < 0 else at
        if at >= 0:
            line = lines.line_span(lines.line_of(at))
            span = Span(max(line.start, whole.start), min(line.end, whole.end))
            return current.cut(
                path, span, label=node.title, kind=kind, how="own", most_lines=1, recorded=recorded
            )
    return current.cut(
        path, whole, label=node.title, kind=kind, how="own", most_lines=cfg.bind_lines, recorded=recorded
    )
