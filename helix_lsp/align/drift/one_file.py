"""One file -> its findings: every reference of a document, or of the docstrings and comments of a code file, with its verdict.

What is ignored (a marker on the line, a glob, a word) is not judged.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from helix_lsp.align.drift.asked import Asked
from helix_lsp.align.drift.doc_comment import told_in_comments
from helix_lsp.align.drift.examples import examples_of
from helix_lsp.align.drift.fenced import fenced_calls
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.invocation import invocations
from helix_lsp.align.drift.judge import judge
from helix_lsp.align.drift.owner import may_be_attribute
from helix_lsp.align.drift.reference import DocReference, references
from helix_lsp.align.drift.signature import Told, told_parameters
from helix_lsp.align.drift.verdict import Judged, alike, cannot, doubt, live
from helix_lsp.align.drift.world import World, is_document, is_of_old_version, is_past
from helix_lsp.config.drift import DriftConfig
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.line_index import LineIndex

IGNORE = b"helix-drift: ignore"
_HEAD = 2_000
_MANY = 6  # chosen by hand: the most in one file that were right in six readings of strangers' code was 6 of 20, the fewest wrong 7 of 7
_RELEASE = re.compile(rb"(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,4}(?![\d.])")
_CREDIT = re.compile(rb"(?i:@licen[sc]e|copyright|\(c\)|licen[sc]ed? under)")
_BANNER = re.compile(rb"\s*/\*!|\s*/\*\*?[ \t\r\n*]+[A-Za-z][\w .-]{1,60}[ \t]+v\d+\.\d+\.\d+\b")
_SITE = re.compile(r"(?:^|/)(?:docs?|site|website|www|public|gh-pages)/(?:[^/]+/)*(?:assets|javascripts?|js|static|_static|vendor|lib|theme)/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A reference with its verdict; `line` and `column` from 1, column in characters; `digest`-free, so that a baseline survives moves."""

    reference: DocReference
    line: int
    column: int
    judged: Judged


def drift_of(path: str, world: World, history: History, cfg: DriftConfig, asked: Asked) -> list[Finding]:
    """Every judged reference (live ones too) in the order of (byte, kind); nothing for a file that is not looked at."""
    entry = world.snapshot.file(path)
    if entry is None or entry.surface.vendored or entry.generated or any(_fits(path, g) for g in cfg.ignore_paths):
        return []
    document = is_document(entry)
    if not document and (entry.surface.kind != "code" or entry.surface.test or entry.surface.example):
        return []
    outline = world.snapshot.outline(path)
    if outline is None or (document and (is_past(path) or is_of_old_version(path, world.folders) or _is_fixture(path, entry.surface.test))):
        return []
    data = world.texts(path) or b""
    if not document and _is_bundle(path, data, world.cfg.declaring_bytes):
        return []
    found = references(path, data, outline, document=document)
    lines, examples = LineIndex(data), examples_of(data, path, world)
    out: list[Finding] = [] if document else _of_parameters(path, data, outline, lines, world)
    called = _commands(path, data, outline, world) if document and world.entries else []
    inline = {r.span for r in found}
    for ref, own in [*((r, examples) for r in found), *((r, e) for r, e in called if r.span not in inline)]:
        line = lines.line_of(ref.span.start)
        row = lines.line_span(line).cut(data)
        above = lines.line_span(line - 1).cut(data) if line else b""
        made = ref.kind == "path" and b"generated" in row  # what a build makes is in no tree
        if made or ref.text in cfg.ignore_words or IGNORE in row or IGNORE in above:
            continue
        column = lines.position(ref.span.start, "utf-32")[1]
        out.append(Finding(reference=ref, line=line + 1, column=column + 1, judged=judge(ref, world, history, asked.written, own)))
    for ref in fenced_calls(path, data, outline, world, history) if document else ():
        line = lines.line_of(ref.span.start)
        row, above = lines.line_span(line).cut(data), lines.line_span(line - 1).cut(data) if line else b""
        if ref.text in cfg.ignore_words or IGNORE in row or IGNORE in above:
            continue
        said = judge(ref, world, history, asked.written, examples)
        if said.verdict == "stale" and said.tier == "A" and said.certain:
            out.append(Finding(reference=ref, line=line + 1, column=lines.position(ref.span.start, "utf-32")[1] + 1, judged=said))
    return sorted(out, key=lambda f: (f.reference.span.start, f.reference.span.end, f.reference.kind))


def _commands(path: str, data: bytes, outline: Outline, world: World) -> list[tuple[DocReference, frozenset[str]]]:
    """Subcommands and options of command lines that call a program of this project, each with the names that may excuse it."""
    found: list[tuple[DocReference, frozenset[str]]] = []
    excused = examples_of(data, path, world)
    for one in invocations(data, outline):
        if f"script {one.tool}" not in world.entries:
            continue
        own = excused if one.inline else frozenset[str]()  # in a block an option is what would otherwise excuse itself
        if one.sub is not None:
            found.append((DocReference(path=path, text=one.sub.text, span=one.sub.span, kind="command", target=f"{one.tool} {one.sub.text}"), own))
        found.extend((DocReference(path=path, text=f.text, span=f.span, kind="flag", target=f.text), own) for f in one.flags)
    return found


def _of_parameters(path: str, data: bytes, outline: Outline, lines: LineIndex, world: World) -> list[Finding]:
    """Parameters that docstrings speak of, against the signatures below which they stand: no history is needed to see the difference.

    Where most of a file's comments disagree with its signatures, what reads the signatures is likelier wrong than who wrote the comments: hints.
    """
    found: list[Finding] = []
    for told in told_parameters(data, outline) if outline.language == "python" else told_in_comments(data, outline):
        line = lines.line_of(told.span.start)
        if told.name in world.cfg.ignore_words or IGNORE in lines.line_span(line).cut(data):
            continue
        ref = DocReference(path=path, text=told.name, span=told.span, kind=told.kind, target=told.owner)
        column = lines.position(told.span.start, "utf-32")[1]
        found.append(Finding(reference=ref, line=line + 1, column=column + 1, judged=_of_told(told, path, world)))
    wrong = sum(f.judged.verdict == "stale" for f in found)
    if wrong < _MANY or 2 * wrong <= len(found):
        return found
    return [replace(f, judged=_misread(f.judged, world)) if f.judged.verdict == "stale" else f for f in found]


def _misread(said: Judged, world: World) -> Judged:
    return replace(doubt(said, world.cfg), reason=f"{said.reason}; most comments of this file disagree, so its signatures may be misread")


def _of_told(told: Told, path: str, world: World) -> Judged:
    if not told.known:
        return cannot("the signature may be another")
    if not told.why:
        return live("the signature has it")
    held = may_be_attribute(told.name, path, told.holder, world) if told.holder is not None and told.why.endswith(told.name) else False
    if held:
        return cannot(f"{told.owner} has an attribute of that name")
    near = alike(told.name, told.near, world.cfg) if told.kind == "parameter" else told.near
    if not near and len(told.left) == 1:
        near = told.left  # the only one that nothing is said of
    said = Judged(verdict="stale", tier="A", confidence=world.cfg.sure_signature, reason=told.why, last_path=path, suggestions=near)
    return said if held is False else replace(doubt(said, world.cfg), reason=f"{told.why}; a class of another package may have it")


def _is_bundle(path: str, data: bytes, largest: int) -> bool:
    """True for a script of another project that was copied in: it stands with a site's pages, says so with a banner or its name, or is too large."""
    if not path.endswith((".js", ".mjs", ".cjs", ".ts")):
        return False
    if path.rpartition("/")[2].lower().startswith("jquery"):
        return True
    return len(data) > largest // 2 or _BANNER.match(data) is not None or _SITE.search(path) is not None or _is_credited(data)


def _is_credited(data: bytes) -> bool:
    """True where the first comment gives a release of three numbers and an author or a licence: so copies of libraries begin."""
    head = data[:_HEAD].lstrip()
    comment = head.partition(b"*/")[0] if head.startswith(b"/*") else b""
    return _RELEASE.search(comment) is not None and _CREDIT.search(comment) is not None


def _is_fixture(path: str, test: bool) -> bool:
    """True for a document below a folder of tests that is what a test reads, not what a person does."""
    return test and path.rpartition("/")[2].lower().partition(".")[0] not in ("readme", "contributing")


def _fits(path: str, glob: str) -> bool:
    """True when the whole path fits; `*` and `**` stand for any characters, `?` for one."""
    pattern = "".join(".*" if part.startswith("*") else "." if part == "?" else re.escape(part) for part in re.split(r"(\*+|\?)", glob))
    return re.fullmatch(pattern, path) is not None
