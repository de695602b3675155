"""What is known of the drift of a workspace while it is open: verdicts per document, kept right under edits.

A change asks again only about the documents that it may concern (`align/drift/document.py`). One thread works at
a time, for one step; whoever waits for it can be cancelled. A `check` is called meanwhile, so it must not wait. Nothing is judged before the history
has been opened: without its witnesses there would be false alarms.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from threading import Condition
from typing import TYPE_CHECKING

import msgspec

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.decide import decide
from helix_lsp.align.drift.document import FACTS, Checked, Touched, check_document, flat, names_of, touched
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.one_file import Finding, is_judged, is_left_alone
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Reason, Witness, because
from helix_lsp.align.drift.vocabulary import EditedHistory, Vocabulary
from helix_lsp.align.drift.world import World, is_document
from helix_lsp.ide.mentions import View
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import blob_id
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.regex import regex

if TYPE_CHECKING:
    from helix_lsp.align.drift.document import Checked
    from helix_lsp.verify.claim.document import Finding as Ruled
    from helix_lsp.verify.facts.value import Value


# What a document, or a comment, says of values, parameters, bases and the like that a definition has
# otherwise, as findings beside those of drift: the same settings, markers, baseline and rules about the
# past leave them alone.
#
# They hang on the words of the document and on every file that was read for a verdict, so that a later
# change can be told to concern them or not.

_WORD = regex(rb"[^\W\d_][\w-]*")
_NUMBER = regex(r"-?\d[\d_]*(?:\.\d+)?")
_PUT = frozenset({"value", "default", "version"})
_MOST = 120  # characters of a value that are told


class Contradictions(msgspec.Struct, frozen=True, kw_only=True):
    """Of one document, in order of bytes. `names` (flat) and the files that were `read` are what they depend
    on; both empty for a document that makes no claim that could be read.
    """

    findings: tuple[Finding, ...] = ()
    names: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()


def contradictions(path: str, world: World, history: History, check: Callable[[], None]) -> Contradictions:
    """Every claim of a document that the code contradicts, above the confidence that drift tells. Raises only
    what `check` raises.
    """
    from helix_lsp.verify.claim.document import check_document

    entry, data = world.snapshot.file(path), world.texts(path)
    if entry is None or data is None or not is_judged(path, world):
        return Contradictions()
    document = is_document(entry)
    if not document and b"efault" not in data:
        return Contradictions()
    read: set[str] = set()

    def texts(asked: str) -> bytes | None:
        read.add(asked)
        return world.texts(asked)

    ruled = check_document(path, data, world.snapshot, texts, check)
    if not ruled:
        return Contradictions()
    lines = LineIndex(data)
    found: dict[tuple[int, int], Finding] = {}
    for one in ruled:
        if one.ruling.verdict == "contradicted":
            finding = _finding(one, path, data, lines, world, history)
            if finding.judged.verdict == "stale" and not is_left_alone(finding, data, lines, world.cfg):
                found.setdefault((one.object.start, one.object.end), finding)
    if document:
        words = {flat(word.decode("utf-8", "western")) for word in _WORD.findall(data)}
    else:  # a comment speaks of its own place
        words = {flat(one.ruling.claim.subject.written) for one in ruled}
    if document and any(map(_wide, ruled)):
        words.add(FACTS)
    read.update(fact.path for one in ruled for fact in one.ruling.facts)
    return Contradictions(
        findings=tuple(found[at] for at in sorted(found)),
        names=frozenset(words - {""}),
        read=frozenset(read - {path}),
    )


def _wide(ruled: Ruled) -> bool:
    """True where a file that nobody has read may come to decide: what no definition is called by."""
    return ruled.ruling.claim.subject.form != "name" or ruled.ruling.why.id == "value-unknown"


def with_contradictions(checked: Checked, found: Contradictions) -> Checked:
    """The verdicts about a document with what its code contradicts among them, and what both depend on."""
    findings = sorted(
        (*checked.findings, *found.findings), key=lambda f: (f.reference.span.start, f.reference.span.end)
    )
    return replace(
        checked, findings=tuple(findings), names=checked.names | found.names, read=checked.read | found.read
    )


def _finding(
    ruled: Ruled, path: str, data: bytes, lines: LineIndex, world: World, history: History
) -> Finding:
    claim, fact = ruled.ruling.claim, ruled.ruling.facts[0]
    written = ruled.object.cut(data).decode("utf-8", "western")
    ref = DocReference(
        path=path, text=written.strip("`"), span=ruled.object, kind="claim", target=claim.subject.written
    )
    put = (
        replacement(written, claim.object, fact.value) if claim.predicate in _PUT and not claim.denied else ""
    )
    witness = Witness(
        check=_reason(ruled, written.strip("`")),
        evidence=tuple(map(because, ruled.lacks)),
        last_path=fact.path,
        suggestions=(put,) if put else (),
    )
    row, column = lines.position(ref.span.start, "utf-32")
    judged = decide(Case(ref, world, history, witness))
    return Finding(reference=ref, line=row + 1, column=column + 1, judged=judged)


def _reason(ruled: Ruled, told: str) -> Reason:
    """The check with its two sides; the place in the code as a path and bytes."""
    claim, fact, why = ruled.ruling.claim, ruled.ruling.facts[0], ruled.ruling.why
    place = {"path": fact.path, "start": str(fact.span.start), "end": str(fact.span.end)}
    real = why.fact("real")
    subject = ".".join(part for part in (claim.subject.owner, claim.subject.written) if part)
    if not real:
        return because("not-borne-out", owner=subject, **place)
    sides = {"owner": subject, "real": real[:_MOST], "told": told}
    if claim.predicate in _WHAT:
        return because("contradicted", what=_WHAT[claim.predicate], **sides, **place)
    return because("contradicted-value", **sides, **place)


_WHAT = {
    "default": "default", "base": "base", "parameter": "parameters", "position": "parameters", "count": "number", "raises": "exception",
    "returns": "result", "kind": "kind", "owner": "owner", "file": "file", "decorator": "decorator", "version": "version",
}  # fmt: skip


def replacement(written: str, said: Value, real: Value) -> str:
    """What to put in place of an object as it is written, in the same unit and quotes; `` where that is not
    plain.
    """
    bare = written.strip("`")
    if said.kind != real.kind:
        return ""
    if said.kind == "number":
        number = _NUMBER.search(bare)
        plain = Fraction(number[0].replace("_", "")) if number is not None else Fraction(0)
        if number is None or not plain or not said.number or said.unit != real.unit:
            return ""
        scaled = real.number / (said.number / plain)
        text = _decimal(scaled)
        return written.replace(number[0], text, 1) if text else ""
    if said.kind == "truth":
        text = "true" if real.number else "false"
        return written.replace(bare, text.capitalize() if bare[:1].isupper() else text, 1)
    if said.kind in ("text", "version") and said.text and real.text and said.text in written:
        return written.replace(said.text, real.text, 1)
    return ""


def _decimal(number: Fraction) -> str:
    """Without an exponent; `` for one that does not end."""
    if number.denominator == 1:
        return str(number.numerator)
    text = f"{float(number):.6f}".rstrip("0")
    return text if Fraction(text) == number else ""


Check = Callable[[], None]
_WAIT = 0.02
_MOST_TEXT = 8_000_000


class DriftState:
    """One to a workspace. Every method may be called from any thread.

    `checks` counts documents that were judged, `mentions` the changes after which code may be mentioned more
    or less often.
    """

    def __init__(self) -> None:
        self._line: deque[object] = (
            deque()
        )  # who works, and behind it who waits, in the order of their coming
        self._moved = Condition()
        self._vocabulary = Vocabulary()
        self._history: EditedHistory | None = None
        self._opened = False
        self._world: World | None = None
        self._snapshot: Snapshot | None = None
        self._order = -1
        self._seen: dict[str, tuple[str, bytes]] = {}
        self._known: dict[str, Checked] = {}
        self._dirty: set[str] = set()
        self.checks = 0
        self.mentions = 0

    @property
    def ready(self) -> bool:
        """True once a world and a past are there to judge by."""
        return self._world is not None and self._history is not None

    def remember(self, past: History) -> None:
        """Another past (a commit was made, a branch checked out): everything is asked again."""
        with self._held(lambda: None):
            self._history = EditedHistory(past)
            self._opened = False
            self._dirty.update(self._known)

    def bring(self, view: View, order: int, opened: Iterable[str], check: Check) -> frozenset[str]:
        """Take in what changed up to this view, unless a later one (`order`) was taken in; known documents
        that are to be asked again.

        `opened` are the paths whose text before the next edit shall be at hand. Raises Cancelled through
        `check`.
        """
        with self._held(check):
            if order < self._order or (self._world is not None and view.freshness.behind):
                return frozenset(self._dirty)
            cfg, old, new = view.config.drift, self._snapshot, view.snapshot
            self._open_history(view, opened)
            if old is new and self._world is not None and self._world.cfg == cfg:
                self._order = order
                return frozenset(self._dirty)
            if self._world is not None and self._world.cfg != cfg:
                self._dirty.update(self._known)
            world = self._vocabulary.bring(new, view.texts, cfg, check)
            if old is not None:
                self._concern(old, view)
            else:
                self._vocabulary.take_flipped()
            self._keep_texts(view, opened)
            self._world, self._snapshot, self._order = world, new, order
            return frozenset(self._dirty)

    def document(self, view: View, order: int, path: str, check: Check) -> Checked | None:
        """The verdicts about a document over the bytes of this view; None where nothing can be said now (not
        ready, facts behind the text).
        """
        with self._held(check):
            if self._world is None or self._history is None:
                return None
            sha, known = view.snapshot.sha(path), self._known.get(path)
            if known is not None and known.sha == sha and path not in self._dirty:
                return known
            data = view.texts(path)
            if data is None or not sha:
                self._known.pop(path, None)
                return None
            if blob_id(data) != sha:
                return None
            world = replace(self._world, snapshot=view.snapshot, texts=view.texts)
            found = with_contradictions(
                check_document(path, world, self._history, view.config.drift),
                contradictions(path, world, self._history, check),
            )
            self.checks += 1
            self._history.backed(path, found.live)
            if order >= self._order:
                self._known[path] = found
                self._dirty.discard(path)
            return found

    def known(self, view: View, path: str) -> Checked | None:
        """The last verdicts about a document where they are of the bytes of this view."""
        known = self._known.get(path)
        return known if known is not None and known.sha == view.snapshot.sha(path) else None

    def due(self, view: View, path: str) -> bool:
        """True when `document` would have to judge. Waits for nobody."""
        return path in self._dirty or self.known(view, path) is None

    def _open_history(self, view: View, opened: Iterable[str]) -> None:
        """What open buffers changed before anybody looked has gone, too: the stored files are the session's
        beginning.
        """
        if self._history is None or self._opened:
            return
        self._opened = True
        stored = view.snapshot.stored()
        for path in opened:
            if stored.sha(path) != view.snapshot.sha(path):
                self._history.saw(path, stored, view.snapshot, None, _text(view, path))

    def _concern(self, old: Snapshot, view: View) -> None:
        """Mark the documents that the change from `old` to the view may concern, and note what went."""
        new = view.snapshot
        changed = new.changed_since(old)
        self.mentions += any(
            _says(p, old) or _says(p, new) or names_of(p, old) != names_of(p, new) for p in changed
        )
        texts: dict[str, tuple[bytes, bytes]] = {}
        for path in changed:
            before, after = self._seen.get(path), view.texts(path) if path in self._seen else None
            if self._history is not None:
                self._history.saw(
                    path,
                    old,
                    new,
                    before[1] if before is not None else None,
                    after if after is not None else _text(view, path),
                )
            if (
                before is not None
                and after is not None
                and before[0] == old.sha(path)
                and blob_id(after) == new.sha(path)
            ):
                texts[path] = (before[1], after)
        concern: Touched = touched(old, new, changed, texts, self._vocabulary.take_flipped())
        self._dirty.update(path for path, known in self._known.items() if known.concerns(concern))
        for path in changed:
            if not new.sha(path):
                self._known.pop(path, None)
                self._dirty.discard(path)

    def _keep_texts(self, view: View, opened: Iterable[str]) -> None:
        kept: dict[str, tuple[str, bytes]] = {}
        left = _MOST_TEXT
        for path in opened:
            sha, seen = view.snapshot.sha(path), self._seen.get(path)
            if seen is None or seen[0] != sha:
                data = view.texts(path)
                seen = (sha, data) if data is not None and blob_id(data) == sha else None
            if seen is not None and left >= len(seen[1]):
                kept[path] = seen
                left -= len(seen[1])
        self._seen = kept

    @contextmanager
    def _held(self, check: Check) -> Generator[None]:
        """First come, first served: a thread that judges one document after the other would have a plain lock back
        before anybody who waits for it is awake.
        """
        place = object()
        with self._moved:
            self._line.append(place)
        try:
            while not self._first(place):
                check()
            yield
        finally:
            with self._moved:
                self._line.remove(place)
                self._moved.notify_all()

    def _first(self, place: object) -> bool:
        with self._moved:
            return self._moved.wait_for(lambda: self._line[0] is place, _WAIT)


def _text(view: View, path: str) -> bytes | None:
    """The bytes that the view's facts are of; None where the file went."""
    return view.texts(path) if view.snapshot.sha(path) else None


def _says(path: str, snapshot: Snapshot) -> bool:
    """True for a file that can mention code."""
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "docs"
