"""One file -> its findings: every reference of a document, or of the docstrings and comments of a code file,
with its verdict.

What is ignored (a marker on the line, a glob, a word) is not told; a marker may name the checks that it
ignores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from helix_lsp.align.drift.called import with_called
from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.doc_comment import told_in_comments
from helix_lsp.align.drift.fenced import fenced_names, set_out_names, set_out_parameters
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.judge import Asked, judge
from helix_lsp.align.drift.judge_path import as_file
from helix_lsp.align.drift.listing import odd_names
from helix_lsp.align.drift.owner import may_be_attribute
from helix_lsp.align.drift.reference import DocReference, references
from helix_lsp.align.drift.shown import dotted_keys, scoped_names, shown_names
from helix_lsp.align.drift.signature import Told, told_parameters
from helix_lsp.align.drift.verdict import Judged, Witness, alike, because, cannot, live
from helix_lsp.align.drift.world import World, is_document, is_of_old_version, is_past
from helix_lsp.config.documents import DriftConfig
from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex

IGNORE = b"helix-drift: ignore"
_MARKER = regex(re.escape(IGNORE) + rb"(?:\[(?P<ids>[\w ,-]{0,500})\])?")
_HEAD = 2_000
_MANY = 6  # chosen by hand: the most in one file that were right in six readings of strangers' code was 6 of 20, the fewest wrong 7 of 7
_RELEASE = regex(rb"(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,4}(?![\d.])")
_CREDIT = regex(rb"(?i:@licen[sc]e|copyright|\(c\)|licen[sc]ed? under)")
_BANNER = regex(rb"\s*/\*!|\s*/\*\*?[ \t\r\n*]+[A-Za-z][\w .-]{1,60}[ \t]+v\d+\.\d+\.\d+\b")
_PAGES = frozenset({"doc", "docs", "documentation", "guide", "guides"})
_TESTS = frozenset({"test", "tests", "spec", "specs", "fixture", "fixtures", "testdata", "__tests__"})
_SITE = regex(
    r"(?:^|/)(?:docs?|site|website|www|public|gh-pages)/(?:[^/]+/)*(?:assets|javascripts?|js|static|_static|vendor|lib|theme)/"
)


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """A reference with its verdict; `line` and `column` from 1, column in characters; `digest`-free, so that
    a baseline survives moves.
    """

    reference: DocReference
    line: int
    column: int
    judged: Judged


def is_judged(path: str, world: World) -> bool:
    """True for a document of this project and of today, and for code whose comments are read."""
    entry = world.snapshot.file(path)
    if (
        entry is None
        or entry.surface.vendored
        or entry.generated
        or any(_fits(path, g) for g in world.cfg.ignore_paths)
    ):
        return False
    if is_document(entry):
        old = is_past(path) or is_of_old_version(path, world.folders)
        return not old and not _is_fixture(path, entry.surface.test)
    return entry.surface.kind == "code" and not entry.surface.test and not entry.surface.example


def is_left_alone(found: Finding, data: bytes, lines: LineIndex, cfg: DriftConfig) -> bool:
    """True where a setting or a marker on the line, or on the one above, leaves the reference alone."""
    if found.reference.text in cfg.ignore_words:
        return True
    if IGNORE not in data:
        return False
    rows = [lines.line_span(at).cut(data) for at in (found.line - 1, found.line - 2) if at >= 0]
    marks = [m["ids"] for row in rows for m in _MARKER.finditer(row)]
    check = found.judged.check.encode()
    return any(ids is None or check in re.split(rb"[\s,]+", ids) for ids in marks)


def drift_of(path: str, world: World, history: History, cfg: DriftConfig, asked: Asked) -> list[Finding]:
    """Every judged reference (live ones too) in the order of (byte, kind); nothing for a file that is not
    looked at.
    """
    entry, outline = world.snapshot.file(path), world.snapshot.outline(path)
    if entry is None or outline is None or not is_judged(path, world):
        return []
    document = is_document(entry)
    data = world.texts(path) or b""
    if not document and _is_bundle(path, data, world.cfg.declaring_bytes):
        return []
    here = _Here(path, data, outline, world, history, cfg, LineIndex(data))
    found = [
        as_file(ref, world, history)
        for ref in references(path, data, outline, document=document, own=world.own)
    ]
    if document:
        found = with_called(found, path, data, outline, world, history)
        found += [  # of a code block: in running text and in plain cells a bare word may be anybody's
            one
            for one in odd_names(path, data, outline, world)
            if any(block.span.overlaps(one.span) for block in outline.fences)
            and not any(f.span.overlaps(one.span) for f in found)
        ]
    out = [
        here.finding(ref, judge(ref, world, history, asked.written)) for ref in found if not here.is_made(ref)
    ]
    if document:
        taken: set[Span] = set()
        for ref in fenced_names(path, data, outline, world, history):
            judged = judge(ref, world, history, asked.written)
            taken.add(ref.span)
            if ref.name is None or not ref.name.call or (judged.tier == "A" and judged.certain):
                out.append(here.finding(ref, judged))
        for ref in (
            *shown_names(path, data, outline, world),
            *dotted_keys(path, data, outline, world),
            *scoped_names(path, data, world),
        ):
            judged = judge(ref, world, history, asked.written) if ref.span not in taken else None
            told = judged is not None and judged.check != "nothing-to-check"
            if (
                judged is not None
                and told
                and not any(f.reference.span.covers(ref.span) and f.judged.tier for f in out)
            ):
                out.append(here.finding(ref, judged))
        if path.endswith((".rst", ".txt")) and b"::" in data:
            named = [
                (ref, judge(ref, world, history, asked.written)) for ref in set_out_names(path, data, world)
            ]
            stale = {
                ref.span: here.finding(ref, judged) for ref, judged in named if judged.verdict == "stale"
            }
            out = [*(f for f in out if f.reference.span not in stale), *stale.values()]
            out += _findings(set_out_parameters(data, world), here)
    else:
        out += _of_parameters(here)
    return sorted(
        (f for f in out if not is_left_alone(f, data, here.lines, cfg)),
        key=lambda f: (f.reference.span.start, f.reference.span.end, f.reference.kind),
    )


class _Here(msgspec.Struct, frozen=True):
    """The file that is looked at."""

    path: str
    data: bytes
    outline: Outline
    world: World
    history: History
    cfg: DriftConfig
    lines: LineIndex

    def finding(self, ref: DocReference, judged: Judged) -> Finding:
        row, column = self.lines.position(ref.span.start, "utf-32")
        return Finding(reference=ref, line=row + 1, column=column + 1, judged=judged)

    def is_made(self, ref: DocReference) -> bool:
        """True for a path whose line says that it is generated: what a build makes is in no tree."""
        return ref.kind == "path" and b"generated" in self.lines.line_span(
            self.lines.line_of(ref.span.start)
        ).cut(self.data)


def _of_parameters(here: _Here) -> list[Finding]:
    """Parameters that docstrings speak of, against the signatures below which they stand: no history is
    needed to see the difference.

    Where most of a file's comments disagree with its signatures, what reads the signatures is likelier wrong
    than who wrote the comments.
    """
    outline = here.outline
    all_told = list(
        told_parameters(here.data, outline)
        if outline.language == "python"
        else told_in_comments(here.data, outline)
    )
    return _findings(all_told, here)


def _findings(all_told: Iterable[Told], here: _Here) -> list[Finding]:
    said = [(told, _of_told(told, here)) for told in all_told]
    wrong = sum(isinstance(one, Witness) for _, one in said)
    misread = wrong >= _MANY and 2 * wrong > len(said)
    found: list[Finding] = []
    for told, one in said:
        ref = DocReference(path=here.path, text=told.name, span=told.span, kind=told.kind, target=told.owner)
        if isinstance(one, Witness):
            witness = replace(one, evidence=(*one.evidence, because("most-disagree"))) if misread else one
            found.append(here.finding(ref, decide(Case(ref, here.world, here.history, witness))))
        else:
            found.append(here.finding(ref, one))
    return found


def _of_told(told: Told, here: _Here) -> Judged | Witness:
    if not told.known:
        return cannot("open-signature")
    if told.wrong is None:
        return live("signature")
    named = told.wrong.id == "parameter-unknown"
    held = (
        may_be_attribute(told.name, here.path, told.holder, here.world)
        if told.holder is not None and named
        else False
    )
    if held:
        return cannot("attribute", owner=told.owner)
    near = alike(told.name, told.near, here.world.cfg) if told.kind == "parameter" else told.near
    if not near and len(told.left) == 1:
        near = told.left  # the only one that nothing is said of
    evidence = () if held is False else (because("foreign-base"),)
    return Witness(check=told.wrong, evidence=evidence, last_path=here.path, suggestions=near)


def _is_bundle(path: str, data: bytes, largest: int) -> bool:
    """True for a script of another project that was copied in: it stands with a site's pages, says so with a
    banner or its name, or is too large.
    """
    if not path.endswith((".js", ".mjs", ".cjs", ".ts")):
        return False
    if path.rpartition("/")[2].lower().startswith("jquery"):
        return True
    return (
        len(data) > largest // 2
        or _BANNER.match(data) is not None
        or _SITE.search(path) is not None
        or _is_credited(data)
    )


def _is_credited(data: bytes) -> bool:
    """True where the first comment gives a release of three numbers and an author or a licence: so copies of
    libraries begin.
    """
    head = data[:_HEAD].lstrip()
    comment = head.partition(b"*/")[0] if head.startswith(b"/*") else b""
    return _RELEASE.search(comment) is not None and _CREDIT.search(comment) is not None


def _is_fixture(path: str, test: bool) -> bool:
    """True for a document below a folder of tests that is what a test reads, not what a person does;
    `docs/test_client.md` and `docs/testing/a.md` are pages.
    """
    folder, _, name = path.rpartition("/")
    parts = folder.split("/")
    last = max((at for at, part in enumerate(parts) if part in _TESTS), default=-1)
    pages = next((at for at, part in enumerate(parts) if part in _PAGES and at > last), len(parts))
    folder = "/".join(parts[:pages])
    return (
        test
        and surface_of(f"{folder}/x.md", "markdown").test
        and name.lower().partition(".")[0] not in ("readme", "contributing")
    )


def _fits(path: str, glob: str) -> bool:
    """True when the whole path fits; `*` and `**` stand for any characters, `?` for one."""
    pattern = "".join(
        ".*" if part.startswith("*") else "." if part == "?" else re.escape(part)
        for part in re.split(r"(\*+|\?)", glob)
    )
    return re.fullmatch(pattern, path) is not None
