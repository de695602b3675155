"""The drift of one view: a report on all of it, and what is told about a document, with the ignores and the baseline
that are in the files of this moment.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import msgspec

from helix_lsp.align.drift.document import Checked
from helix_lsp.align.drift.find import IGNORE, NAME, Finding, Pairs, added_to, read_baseline
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import LABEL, DocReference
from helix_lsp.align.drift.say import DriftReport, Known, report_drift
from helix_lsp.align.drift.world import World
from helix_lsp.align.live import Live
from helix_lsp.ide.drift_state import Check, DriftState, contradictions
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import Place
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is told about a document: findings over the content `sha`, in order of bytes."""

    path: str
    sha: str
    findings: tuple[Finding, ...]


class DriftLook:
    """`view` carries the options as they stand now; `order` grows with every look; `opened` are the open
    paths.
    """

    def __init__(self, view: View, state: DriftState, order: int, opened: Iterable[str]) -> None:
        self.view = view
        self.state = state
        self._order = order
        self._opened = tuple(opened)
        self._baseline: Pairs | None = None

    @property
    def on(self) -> bool:
        """False when the user switched diagnostics off."""
        return self.view.config.ide.diagnostics

    @property
    def ready(self) -> bool:
        """False until the tree and its history were read."""
        return self.state.ready

    def bring(self, check: Check) -> frozenset[str]:
        """Take in what changed; known documents that are to be asked again. Raises Cancelled through `check`."""
        return self.state.bring(self.view, self._order, self._opened, check)

    def document(self, path: str, check: Check) -> Told | None:
        """What is told about a document; None where nothing can be said now. Nothing is told while
        diagnostics are off.
        """
        if not self.on:
            return Told(path=path, sha=self.view.snapshot.sha(path), findings=())
        return self._told(path, self.state.document(self.view, self._order, path, check))

    def due(self, path: str) -> bool:
        """True when `document` has to read and judge, which takes up to a second; never waits."""
        return self.on and self.state.due(self.view, path)

    def told(self, path: str) -> Told | None:
        """The same where it is known already; never waits."""
        return self._told(path, self.state.known(self.view, path)) if self.on else None

    def _told(self, path: str, checked: Checked | None) -> Told | None:
        if checked is None:
            return None
        least = self.view.config.drift.min_confidence
        told = (
            f
            for f in checked.findings
            if f.judged.confidence >= least and (path, f.reference.text) not in self.baseline()
        )
        return Told(path=path, sha=checked.sha, findings=tuple(told))

    def baseline(self) -> Pairs:
        """The known pairs that can be read; none where the file is missing."""
        if self._baseline is None:
            data = self.view.texts(NAME)
            self._baseline = read_baseline(data).pairs if data is not None else frozenset()
        return self._baseline


def last_places(found: Finding, view: View, live: Live) -> Iterator[tuple[Place, str]]:
    """Where the reference last stood and what is there now, each with a few words; files that are gone
    are left out.
    """
    said = found.judged
    ended = f" until {said.last_commit[:10]}" if said.last_commit else ""
    reason = said.reasons[0] if found.reference.kind == "claim" else None
    if reason is not None:
        if live.data(said.last_path) is not None:
            span = Span(int(reason.fact("start")), int(reason.fact("end")))
            yield Place(path=said.last_path, span=span), "the code has it so"
        return
    if said.last_path and view.snapshot.sha(said.last_path) and live.data(said.last_path) is not None:
        lost = said.check == "heading-missing"
        words = (
            "the page that is linked, without such a heading" if lost else f"last seen in this file{ended}"
        )
        yield Place(path=said.last_path, span=Span(0, 0)), words
        for anchor in [one.partition("#")[2] for one in said.suggestions[:1] if lost]:
            outline = live.outline(said.last_path)
            for section in outline.sections if outline is not None else ():
                if section.anchor == anchor:
                    yield Place(path=said.last_path, span=section.heading), "this heading is here"
    for name in said.suggestions[:1]:
        alike = view.snapshot.defined(name.rpartition(".")[2])
        here = [d for d in alike if d.path == said.last_path and d.symbol.name == name.rpartition(".")[2]]
        symbol = live.symbol(here[0]) if here else None
        if symbol is not None:
            yield Place(path=here[0].path, span=symbol.name_span), f"`{symbol.qualified}` is here now"


def drift(
    view: View,
    history: History,
    paths: Iterable[str] = (),
    *,
    min_confidence: float | None = None,
    baseline: Known = frozenset(),
) -> DriftReport:
    """Judges all references below `paths` (everything when empty), and what documents say that the code
    contradicts; `baseline` holds (path, text) pairs that are known and not told.
    """

    def beside(world: World, path: str) -> tuple[Finding, ...]:
        return contradictions(path, world, history, lambda: None).findings

    return report_drift(
        view.snapshot,
        view.texts,
        history,
        view.config.drift,
        view.freshness,
        paths,
        min_confidence=min_confidence,
        baseline=baseline,
        beside=beside,
    )


# What can be done about a finding: put the new name in, or leave it alone from now on (this line, this
# word, the baseline).
#
# A fix is plain data: paths, bytes and new texts against exactly the bytes of the view. A fix is `certain`
# only where the one judgement of renames (`history/successor.py`) is; a name that merely looks alike, or is
# in the place of another, never is.

ROOT_FILE = "helix.toml"
_MARK = IGNORE.decode()
_LIST = regex(r"^[ \t]*ignore_words[ \t]*=[ \t]*\[", re.MULTILINE)
_TABLE = regex(r"^[ \t]*\[[ \t]*drift[ \t]*\][^\n]*$", re.MULTILINE)
_COMMENTS = {".py": "#", ".rb": "#", ".sh": "#", ".toml": "#", ".yaml": "#", ".yml": "#"}


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """`text` in place of `span` (bytes) of `path`; `new`: the file is made first."""

    path: str
    span: Span
    text: str
    new: bool = False


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` is rename, line, word or baseline."""

    kind: Literal["rename", "line", "word", "baseline"]
    title: str
    changes: tuple[Change, ...]
    certain: bool = False


def renames(found: Finding, data: bytes) -> tuple[Fix, ...]:
    """One fix for each suggestion, best first, over the document's bytes `data`; none where the old text is
    not found at its place.
    """
    out: list[Fix] = []
    for name in found.judged.suggestions:
        change = _put(found, name, data)
        if change is not None:
            sure = is_certain(found)
            title = f"Replace with `{name}`" if not sure else f"Replace with `{name}`, its new name"
            if found.reference.kind == "claim":
                title = f"Put in {name}, as the code has it"
            out.append(Fix(kind="rename", title=title, changes=(change,), certain=sure))
    return tuple(out)


def is_certain(found: Finding) -> bool:
    """True for an alarm whose one suggestion is what certainly took the place."""
    said = found.judged
    return said.tier == "A" and len(said.suggestions) == 1 and said.certain


def ignore_line(found: Finding, data: bytes, lines: LineIndex) -> Fix | None:
    """A mark on the line, or above a heading; None where the format does not have a comment that a reader would not
    see.
    """
    ref = found.reference
    row = lines.line_of(ref.span.start)
    line = lines.line_span(row)
    body = line.cut(data)
    end = line.start + len(body.rstrip())
    suffix = posixpath.splitext(ref.path)[1].lower()
    if suffix in (".md", ".markdown", ".mdx"):
        mark = f"{{/* {_MARK} */}}" if suffix == ".mdx" else f"<!-- {_MARK} -->"
        if body.lstrip().startswith(b"#"):
            at, text = line.start, f"{mark}{_line_end(data)}"
        elif body.lstrip().startswith(b"|") and body.rstrip().endswith(b"|"):
            at, text = end - 1, f"{mark} "
        else:
            at, text = end, f" {mark}"
    elif suffix in (".adoc", ".asciidoc"):
        at, text = line.start, f"// {_MARK}{_line_end(data)}"
    elif suffix in _COMMENTS and body.lstrip().startswith(_COMMENTS[suffix].encode()):
        at, text = end, f"  # {_MARK}"
    else:
        return None
    change = Change(path=ref.path, span=Span(at, at), text=text)
    return Fix(kind="line", title="Leave this line alone", changes=(change,))


def ignore_word(found: Finding, settings: bytes | None) -> Fix | None:
    """The reference in `drift.ignore_words` of the settings at the root; None where these are broken or hold
    the list in another form.
    """
    word = json.dumps(found.reference.text, ensure_ascii=False)
    title = f"Leave `{found.reference.text}` alone everywhere"
    if settings is None:
        return Fix(
            kind="word",
            title=title,
            changes=(
                Change(path=ROOT_FILE, span=Span(0, 0), text=f"[drift]\nignore_words = [{word}]\n", new=True),
            ),
        )
    try:
        text = settings.decode("utf-8")
    except UnicodeDecodeError:
        return None
    listed, table = _LIST.search(text), _TABLE.search(text)
    if (
        listed is not None
        and table is not None
        and table.start() < listed.start()
        and "\n[" not in text[table.end() : listed.start()]
    ):
        at, put = listed.end(), f"{word}, "
        put = word if text[at:].lstrip().startswith("]") else put
    elif listed is None and table is not None:
        at, put = table.end(), f"\nignore_words = [{word}]"
    elif listed is None and "drift" not in text:
        at = len(text)
        put = f"{'' if not text or text.endswith(chr(10)) else chr(10)}{chr(10) if text else ''}[drift]\nignore_words = [{word}]\n"
    else:
        return None
    where = len(text[:at].encode())
    return Fix(kind="word", title=title, changes=(Change(path=ROOT_FILE, span=Span(where, where), text=put),))


def add_to_baseline(look: DriftLook, path: str, findings: Iterable[Finding]) -> Fix | None:
    """These findings of a document in the baseline file, which is written as the command line writes it; what
    is broken in it stays as it is.
    None where that file holds something else than a baseline.
    """
    data = look.view.texts(NAME)
    put = added_to(data or b"", [(path, found.reference.text) for found in findings])
    if put is None:
        return None
    change = Change(path=NAME, span=Span(put[0], put[1]), text=put[2], new=data is None)
    return Fix(kind="baseline", title="Add to the baseline of known findings", changes=(change,))


def _put(found: Finding, name: str, data: bytes) -> Change | None:
    ref = found.reference
    written = ref.span.cut(data)
    if ref.kind == "claim" or ref.role == LABEL:
        return Change(path=ref.path, span=ref.span, text=name)
    if ref.kind in ("path", "link"):
        return _put_path(ref, name, data, found.judged.last_path)
    old = ref.target if ref.kind == "flag" else ref.name.last if ref.name is not None else ref.text
    if not old or not name or not re.fullmatch(r"[\w.$:-]+", name):
        return None
    if re.search(r"\.|::", name) and ref.name is not None:
        whole = re.search(
            rb"[A-Za-z_$][\w.:#$]{0,200}" + re.escape(old.encode().rpartition(b".")[2]) + rb"(?![\w])",
            written,
        )
        old, name = (
            (whole[0].decode("utf-8", "western"), name)
            if whole is not None and re.search(rb"\.|::", whole[0])
            else (old, re.split(r"\.|::", name)[-1])
        )
    places = [
        m.span()
        for m in re.finditer(
            rb"(?<![\w-])" + re.escape(old.encode()) + rb"(?!\w)", written.partition(b"(")[0]
        )
    ]
    if not places:
        return None
    start, end = places[-1]
    return Change(path=ref.path, span=Span(ref.span.start + start, ref.span.start + end), text=name)


def _put_path(ref: DocReference, new: str, data: bytes, former: str) -> Change | None:
    """The new path in the way the old one (`former`) was written: from the root, or from the document's
    folder; an anchor stays, or is replaced where `new` has one. A link that only bears a label is mended
    where the label is defined.
    """
    new, mark, heading = new.partition("#")
    page, _, anchor = ref.target.partition("#")
    old = page.partition("?")[0]
    place = _written(ref, data)
    if place is None or (mark and not anchor) or (new and not old and not mark):
        return None
    text = _as_written(ref, old, new, former) if new else ""
    if not mark:
        at = place.cut(data).find(old.encode())
        return (
            None
            if at < 0
            else Change(
                path=ref.path, span=Span(place.start + at, place.start + at + len(old.encode())), text=text
            )
        )
    cut = place.cut(data).find(b"#")
    if cut < 0:
        return None
    return Change(
        path=ref.path, span=Span(place.start + (0 if new else cut), place.end), text=f"{text}#{heading}"
    )


def _as_written(ref: DocReference, old: str, new: str, former: str) -> str:
    folder = posixpath.dirname(ref.path)
    if not old:
        return posixpath.relpath(new, folder or ".")
    if old.startswith("/"):
        return f"/{new}"
    beside = posixpath.normpath(posixpath.join(folder, old)) == former
    if beside and (ref.kind == "link" or old.startswith(".") or posixpath.normpath(old) != former):
        text = posixpath.relpath(new, folder or ".")
        return f"./{text}" if old.startswith("./") and not text.startswith(".") else text
    return new


def _written(ref: DocReference, data: bytes) -> Span | None:
    """Where the target of a link stands: in the link, or in the one definition of its label."""
    target = ref.text.encode()
    at = data.find(target, ref.span.start, ref.span.end)
    if at >= 0 and target:
        return Span(at, at + len(target))
    found = [
        m.span(1)
        for m in re.finditer(
            rb"^[ \t]{0,3}\[[^\]\n]{1,300}\]:[ \t]*<?(" + re.escape(target) + rb")(?=[>\s]|\Z)",
            data,
            re.MULTILINE,
        )
    ]
    return Span(*found[0]) if len(found) == 1 and ref.kind == "link" else None


def _line_end(data: bytes) -> str:
    return "\r\n" if b"\r\n" in data else "\n"
