"""What a document, or a text alone, ties to: files, symbols and their spans, each with reason, confidence and
evidence.

By names first (the document's component map, written paths, class names); where a text names nothing and
belongs to no document that speaks of components, by retrieval (`requirement.py`). The answer is a committed
set, not a ranking. Links go to visible files of the allowed set only; everything is in a total order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

import msgspec

from helix_lsp.align.components.component_map import ComponentMap, component_map
from helix_lsp.align.components.folders import declared_parts, only
from helix_lsp.align.components.requirement import Elements, elements_of, is_private, requirement_files
from helix_lsp.align.components.sentence_links import ComponentLink, Likeness, sentence_links
from helix_lsp.align.components.symbol_links import (
    Candidate,
    SymbolLink,
    describable,
    described_symbols,
    may_be_described,
    symbol_links,
)
from helix_lsp.align.identity import is_code
from helix_lsp.align.live import Live, Texts
from helix_lsp.align.mention import Sentence, sentences_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_WORD = regex(r"[^\W\d]\w*")
_JOINED = 4  # words that may spell one name
_FEW = 2  # public definitions of a name that words in prose may spell; more say that it is a phrase


class FileLink(msgspec.Struct, frozen=True, kw_only=True):
    """`evidence` are bytes of the document (or of the text, where there is no document) that say so."""

    path: str
    confidence: float
    why: str
    evidence: Span


class NameLink(msgspec.Struct, frozen=True, kw_only=True):
    """A symbol by its qualified name; `named`: letter for letter, `owned`: with its owner."""

    name: str
    path: str
    confidence: float
    why: str
    evidence: Span
    named: bool = False
    owned: bool = False


class CodeSpan(msgspec.Struct, frozen=True, kw_only=True):
    """A definition in the current bytes; lines count from 1, both inclusive."""

    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


class Alignment(msgspec.Struct, frozen=True, kw_only=True):
    """The committed sets, surest first; `spans` are the definitions of the symbols and of the files' own
    classes.

    `of_text`: evidence are bytes of the text that was asked about, which is in no document; else of the
    document.
    """

    files: tuple[FileLink, ...]
    symbols: tuple[NameLink, ...]
    spans: tuple[CodeSpan, ...]
    of_text: bool


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """`path` and `data` of the document (`` and nothing for none); `files` and `symbols` that may be linked,
    None for all.
    """

    path: str = ""
    data: bytes = b""
    files: tuple[str, ...] | None = None
    symbols: tuple[Candidate, ...] | None = None


class Aligner:
    """One document (or none) against one snapshot; asked as often as it has sentences."""

    def __init__(self, snapshot: Snapshot, texts: Texts, cfg: AlignConfig, scope: Scope) -> None:
        self._snapshot, self._cfg, self.scope = snapshot, cfg, scope
        self._live = Live(snapshot, texts)
        visible = snapshot.paths()
        declared = declared_parts(snapshot, texts)
        if scope.files is not None:
            wanted = set(scope.files)
            self._code = self.paths = tuple(p for p in visible if p in wanted)
            self._declared = only(declared, frozenset(self.paths))
        else:
            self.paths = tuple(p for p in visible if _is_part(p, snapshot))
            self._code = tuple(p for p in self.paths if is_code(p, snapshot))
            self._declared = declared
        self.sentences = sentences_of(scope.path, scope.data) if scope.path else ()
        self.map = (
            component_map(self.sentences, self.paths, self._declared, cfg, scope.path.rpartition("/")[0])
            if scope.path
            else None
        )
        self._elements: Elements | None = None
        self._like: Likeness | None = None
        self._describing: Elements | None = None
        self.links = sentence_links(self.map, cfg, self._likeness) if self.map is not None else ()

    def _said(self) -> Elements:
        if self._elements is None:
            self._elements = elements_of(self._snapshot, self._code)
        return self._elements

    def _likeness(self) -> Likeness:
        if self._like is None:
            self._like = Likeness(self._said(), self.map.parts() if self.map is not None else (), self._cfg)
        return self._like

    def align(self, text: str = "", line: int = 0) -> Alignment:
        """The links of a text, of line `line` (from 1) of the document, or, with neither, of the whole
        document.
        """
        chosen = self._chosen(text, line)
        if not chosen and (line or not text):
            return Alignment(files=(), symbols=(), spans=(), of_text=False)
        start, asked = 0, text
        if chosen:
            inside = Span(self.sentences[chosen[0]].span.start, self.sentences[chosen[-1]].span.end)
            start, asked = inside.start, inside.cut(self.scope.data).decode("utf-8", "surrogateescape")
        symbols = self._symbols(asked, start)
        if chosen and self.map is not None and any(self.links):
            files = self._named(self.map, self.links, chosen)
        else:
            files = (self._written(asked, symbols) if not chosen else ()) or self._retrieved(asked, start)
        return Alignment(files=files, symbols=symbols, spans=self._spans(files, symbols), of_text=not chosen)

    def _chosen(self, text: str, line: int) -> tuple[int, ...]:
        """Numbers of the sentences that are asked about."""
        if line > 0:
            lines = self.scope.data.splitlines(keepends=True)
            begin = sum(map(len, lines[: line - 1]))
            here = Span(begin, begin + len(lines[line - 1])) if line <= len(lines) else Span(begin, begin)
            return tuple(i for i, s in enumerate(self.sentences) if s.span.overlaps(here))
        if text:
            wanted = " ".join(text.split())
            own = [" ".join(s.raw.split()) for s in self.sentences]
            return tuple(
                i for i, o in enumerate(own) if wanted in o or (o in wanted and len(o.split()) > _JOINED)
            )
        return tuple(range(len(self.sentences)))

    def _named(
        self, found: ComponentMap, links: tuple[tuple[ComponentLink, ...], ...], chosen: tuple[int, ...]
    ) -> tuple[FileLink, ...]:
        best: dict[str, FileLink] = {}
        visible = frozenset(self.paths) if self.scope.files is not None else frozenset(self._snapshot.paths())
        for number in chosen:
            for link in links[number]:
                evidence = found.sentences[number].span_of(link.begin, link.end)
                for path in sorted(link.files & visible):
                    if path not in best or best[path].confidence < link.confidence:
                        best[path] = FileLink(
                            path=path, confidence=link.confidence, why=link.why, evidence=evidence
                        )
        return tuple(sorted(best.values(), key=lambda f: (-f.confidence, f.path)))

    def _written(self, text: str, symbols: tuple[NameLink, ...]) -> tuple[FileLink, ...]:
        """Files that a text alone names: by path, code span or class name, or by a symbol that it names and
        they define.
        """
        own = component_map(
            (Sentence(text=re.sub(r"[\r\n\t]", " ", text), raw=text, start=0),),
            self.paths,
            self._declared,
            self._cfg,
        )
        hard = tuple(tuple(k for k in row if k.written) for row in sentence_links(own, self._cfg))
        best = {f.path: f for f in self._named(own, hard, (0,))}
        for symbol in _sole(symbols, self._snapshot):
            path, sure, why = symbol.path, symbol.confidence, symbol.why
            best.setdefault(path, FileLink(path=path, confidence=sure, why=why, evidence=symbol.evidence))
        return tuple(sorted(best.values(), key=lambda f: (-f.confidence, f.path)))

    def _retrieved(self, text: str, start: int) -> tuple[FileLink, ...]:
        """The files that say what a text says."""
        whole = Span(start, start + len(text.encode("utf-8", "surrogateescape")))
        return tuple(
            FileLink(
                path=f.path,
                confidence=round(f.likelihood, 3),
                why="says " + ", ".join(f.words[:5]) if f.words else "used by or uses files that say it",
                evidence=whole,
            )
            for f in requirement_files(text, self._said(), self._cfg)
        )

    def _symbols(self, text: str, start: int) -> tuple[NameLink, ...]:
        listed = self.scope.symbols
        candidates = self._candidates(text) if listed is None else listed
        found = symbol_links(text, candidates, self._cfg, closed=listed is not None)
        if self._describing is None:
            self._describing = describable(self._snapshot, self._code, listed)
        known = {(k.candidate.path, k.candidate.name): k for k in found}
        more = described_symbols(text, self._describing, known, self._cfg)
        order = sorted((*found, *more), key=lambda k: (-k.confidence, k.candidate.path, k.candidate.name))
        return tuple(_symbol(link, text, start) for link in order)

    def _candidates(self, text: str) -> tuple[Candidate, ...]:
        """Definitions that words of the text, or neighbouring words joined, could name."""
        words = [m[0] for m in _WORD.finditer(text)]
        said, asked = set(words), dict.fromkeys(words)
        for size in range(2, _JOINED + 1):
            for i in range(len(words) - size + 1):
                run = [w.lower() for w in words[i : i + size]]
                asked |= dict.fromkeys(("".join(run), "_".join(run)))
        allowed = frozenset(self._code)
        found: dict[tuple[str, str], Candidate] = {}
        for name in self._snapshot.definers(sorted(asked), self._cfg.max_same_word):
            own = [d for d in self._snapshot.defined(name) if d.path in allowed and d.symbol.qualified]
            told = (d for d in own if may_be_described(d.path, d.symbol, self._snapshot))
            plain = [d for d in told if not is_private(d.path, d.symbol.name)]
            for d in own:
                if d.symbol.name in said or (d in plain and len(plain) <= _FEW):
                    found[d.path, d.symbol.qualified] = Candidate(name=d.symbol.qualified, path=d.path)
        return tuple(found[key] for key in sorted(found))

    def _spans(self, files: tuple[FileLink, ...], symbols: tuple[NameLink, ...]) -> tuple[CodeSpan, ...]:
        wanted = [(s.path, s.name) for s in symbols] + [
            (f.path, f.path.rpartition("/")[2].split(".", 1)[0]) for f in files
        ]
        out: list[CodeSpan] = []
        for path, name in dict.fromkeys(wanted):
            if len(out) >= self._cfg.most_spans:
                break
            data, outline = self._live.data(path), self._live.outline(path)
            inside = outline.symbols if outline is not None else ()
            called = (s.span for s in inside if s.qualified == name or s.qualified.endswith("." + name))
            span = next(called, None)
            if span is not None and data is not None:
                first, last = self._live.lines(path).lines(span)
                sha256 = sha256_hex(span.cut(data))
                out.append(CodeSpan(path=path, span=span, start_line=first, end_line=last, sha256=sha256))
        return tuple(out)


def _sole(symbols: Iterable[NameLink], snapshot: Snapshot) -> list[NameLink]:
    """Of the symbols that are named letter for letter: those with their owner where one is said, and none of
    the tests beside others.
    """
    by: dict[str, list[NameLink]] = defaultdict(list)
    for one in symbols:
        if one.named:
            by[one.name.rpartition(".")[2]].append(one)
    out: list[NameLink] = []
    for same in by.values():
        owned = [s for s in same if s.owned] or same
        out.extend(
            [s for s in owned if (entry := snapshot.file(s.path)) is not None and not entry.surface.test]
            or owned
        )
    return out


def _symbol(link: SymbolLink, text: str, start: int) -> NameLink:
    head = start + len(text[: link.begin].encode("utf-8", "surrogateescape"))
    evidence = Span(head, head + len(text[link.begin : link.end].encode("utf-8", "surrogateescape")))
    return NameLink(
        name=link.candidate.name,
        path=link.candidate.path,
        confidence=link.confidence,
        why=link.why,
        evidence=evidence,
        named=link.named,
        owned=link.owned,
    )


def _is_part(path: str, snapshot: Snapshot) -> bool:
    """True for what a document may mean as a part of the project: all but documents and what is not the
    project's own.
    """
    entry = snapshot.file(path)
    return (
        entry is not None
        and entry.surface.kind != "docs"
        and not (entry.surface.vendored or entry.surface.generated or entry.generated)
    )
