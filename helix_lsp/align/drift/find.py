"""All references of documents -> findings: what `helix-lsp drift` prints.

Deterministic for a snapshot and a history; order by (path, byte). What is ignored (a marker on the line, a glob, a word) is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from helix_lsp.align.drift.history import History, Introduced
from helix_lsp.align.drift.judge import Judged, alike, judge
from helix_lsp.align.drift.reference import DocReference, read_reference, references
from helix_lsp.align.drift.signature import told_parameters
from helix_lsp.align.drift.world import World, is_document, is_past
from helix_lsp.config.drift import DriftConfig
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span

IGNORE = b"helix-drift: ignore"
_DEFINES = re.compile(
    rb"\b(?:def|class|function|interface|struct|enum|trait|type|fn|func|const|let|var|for|as)\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)"
    rb"|^[ \t>.]*([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE,
)  # fmt: skip
_PARAMETERS = re.compile(rb"\b(?:def|fn|func|function)\s+\w+\s*\(([^)]*)\)")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_QUOTED_OPTION = re.compile(rb"[\"'`]((?:--)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*)[\"'`]|(?<![\w-])(?=--[a-z])(--[a-z][a-z0-9_-]*[a-z0-9])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A reference with its verdict; `line` and `column` from 1, column in characters; `digest`-free, so that a baseline survives moves."""

    reference: DocReference
    line: int
    column: int
    judged: Judged


def find_drift(world: World, history: History, cfg: DriftConfig, paths: Iterable[str] = ()) -> tuple[Finding, ...]:
    """Every judged reference (live ones too) of the documents and docstrings below `paths` (all when empty)."""
    wanted = tuple(p.rstrip("/") for p in paths)
    out: list[Finding] = []
    asked = _Asked(history, cfg.introduced_most)
    for path in world.snapshot.paths():
        if wanted and not any(path == w or path.startswith(w + "/") or w == "." for w in wanted):
            continue
        out.extend(_of_file(path, world, history, cfg, asked))
    return tuple(out)


def judge_one(world: World, history: History, path: str, line: int, text: str) -> Judged:
    """The verdict about one reference that somebody names, wherever (or whether) it stands in the document; `line` from 1, 0 for none."""
    data = world.texts(path) or b""
    outline = world.snapshot.outline(path)
    asked = _Asked(history, 1)
    rows = LineIndex(data)
    row = rows.line_span(line - 1) if line else Span(0, len(data))
    if outline is not None:
        for ref in references(path, data, outline, document=True):
            if row.overlaps(ref.span) and _same(ref, text):
                return judge(ref, world, history, asked.written, _examples(data, path, world))
    if re.search(rb":(?:ref|doc|term|option|numref|download|envvar):`[^`]*" + re.escape(text.encode()), row.cut(data)):
        return Judged(verdict="cannot_know", reason="a label, not code", confidence=0.0)
    if path.endswith(".rst") and re.match(rb"\s*\.\.\s+(?![\w:+-]+::|_|\[|\|)", row.cut(data)):
        return Judged(verdict="cannot_know", reason="inside a comment", confidence=0.0)
    ref = read_reference(path, text, row)
    if ref is None:
        return Judged(verdict="cannot_know", reason="no name, path or option", confidence=0.0)
    return judge(ref, world, history, asked.written, _examples(data, path, world))


def _of_file(path: str, world: World, history: History, cfg: DriftConfig, asked: _Asked) -> list[Finding]:
    entry = world.snapshot.file(path)
    if entry is None or entry.surface.vendored or entry.generated or any(_fits(path, g) for g in cfg.ignore_paths):
        return []
    document = is_document(entry)
    if not document and (entry.surface.kind != "code" or entry.surface.test or entry.surface.example):
        return []
    outline = world.snapshot.outline(path)
    if outline is None or (document and (is_past(path) or _is_fixture(path, entry.surface.test))):
        return []
    data = world.texts(path) or b""
    found = references(path, data, outline, document=document)
    lines, examples = LineIndex(data), _examples(data, path, world)
    out: list[Finding] = [] if document or entry.language != "python" else list(_of_parameters(path, data, outline, lines, cfg))
    for ref in found:
        line = lines.line_of(ref.span.start)
        row = lines.line_span(line).cut(data)
        above = lines.line_span(line - 1).cut(data) if line else b""
        made = ref.kind == "path" and b"generated" in row  # what a build makes is in no tree
        if made or ref.text in cfg.ignore_words or IGNORE in row or IGNORE in above:
            continue
        column = lines.position(ref.span.start, "utf-32")[1]
        out.append(Finding(reference=ref, line=line + 1, column=column + 1, judged=judge(ref, world, history, asked.written, examples)))
    return sorted(out, key=lambda f: (f.reference.span.start, f.reference.span.end, f.reference.kind))


def _of_parameters(path: str, data: bytes, outline: Outline, lines: LineIndex, cfg: DriftConfig) -> Iterator[Finding]:
    """Parameters that docstrings speak of, against the signatures below which they stand: no history is needed to see the difference."""
    for told in told_parameters(data, outline):
        line = lines.line_of(told.span.start)
        if told.name in cfg.ignore_words or IGNORE in lines.line_span(line).cut(data):
            continue
        ref = DocReference(path=path, text=told.name, span=told.span, kind="parameter", target=told.owner)
        if not told.known:
            judged = Judged(verdict="cannot_know", reason="the signature may be another", confidence=0.0)
        elif told.why:
            judged = Judged(verdict="stale", tier="A", confidence=cfg.sure_signature, reason=told.why, last_path=path,
                            suggestions=alike(told.name, told.near, cfg))  # fmt: skip
        else:
            judged = Judged(verdict="live", reason="the signature has it", confidence=0.0)
        column = lines.position(told.span.start, "utf-32")[1]
        yield Finding(reference=ref, line=line + 1, column=column + 1, judged=judged)


def _is_fixture(path: str, test: bool) -> bool:
    """True for a document below a folder of tests that is what a test reads, not what a person does."""
    return test and path.rpartition("/")[2].lower().partition(".")[0] not in ("readme", "contributing")


def _fits(path: str, glob: str) -> bool:
    """True when the whole path fits; `*` and `**` stand for any characters, `?` for one."""
    pattern = "".join(".*" if part.startswith("*") else "." if part == "?" else re.escape(part) for part in re.split(r"(\*+|\?)", glob))
    return re.fullmatch(pattern, path) is not None


def _examples(data: bytes, path: str, world: World) -> frozenset[str]:
    """Names that the code blocks of a document define or bind."""
    outline = world.snapshot.outline(path)
    names: set[bytes] = set()
    for fence in outline.fences if outline is not None else ():
        code = fence.span.cut(data)
        for match in _DEFINES.finditer(code):
            names.add(match[1] or match[2])
        for match in _PARAMETERS.finditer(code):
            names.update(_WORD.findall(match[1]))
        names.update(b"--" + (m[1] or m[2]).lstrip(b"-") for m in _QUOTED_OPTION.finditer(code))
    return frozenset(n.decode("utf-8", "replace") for n in names)


def _same(ref: DocReference, text: str) -> bool:
    return ref.text == text or text in (ref.target, ".".join(ref.name.parts) if ref.name else "") or ref.text.lstrip("~!") == text


class _Asked:
    """When references were first written, each asked once and at most so many in a run."""

    def __init__(self, history: History, most: int) -> None:
        self._history, self._left = history, most
        self._known: dict[tuple[str, str], Introduced | None] = {}

    def written(self, ref: DocReference, before: int) -> Introduced | None:
        key = (ref.path, ref.name.last if ref.name is not None else ref.target)
        if key not in self._known:
            self._left -= 1
            self._known[key] = self._history.introduced(*key, before) if self._left >= 0 else None
        return self._known[key]
