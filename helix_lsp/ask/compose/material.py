"""What a composer may use: the question's reading, the cards, the live files and the snapshot; and the
phrases all composers share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from helix_lsp.align.proof import Proof, prove
from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.evidence.pool import Card
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.text.quote import LiveFile, LiveFiles, Quote, doc_quote, line_quote
from helix_lsp.config.documents import AlignConfig
from helix_lsp.config.questions import AskConfig, SearchConfig
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.search import Results
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.paths import stem_of
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted, with_article
from helix_lsp.text.words import terms
from helix_lsp.tuning.questions import COMPOSE
from helix_lsp.verify.frame import plural

_LOG_STEMS = frozenset({"changes", "changelog", "history", "news", "releases", "release-notes", "whatsnew"})
_LOG_PREFIX = "changelog"
_DATED = regex(r"(?<!\d)(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])(?!\d)")
_OF_TIMES = regex(
    r"\b(?:versions?|releases?d?|change[sd]?|changelog|history|since|deprecated|removed|news?|report(?:s|ed)?|audits?)\b",
    re.I,
)
_MEMBERS = frozenset({"method", "constructor", "field", "property", "enum_member"})
_MORE_DOCUMENTS = 8
_MOST_NAMES = 5
_VALUES = frozenset({"variable", "constant", "field", "property"})
_FEWEST = 2  # words of a question that can be carried in part
_KIND_WORDS = {
    "enum_member": "enum member",
    "constructor": "constructor",
    "impl": "implementation block",
    "type": "type",
    "module": "module",
}


class Material(msgspec.Struct, frozen=True, kw_only=True):
    """Handed to every composer."""

    question: Question
    results: Results
    cards: tuple[Card, ...]
    live: LiveFiles
    snapshot: Snapshot
    cfg: AskConfig
    align: AlignConfig
    search: SearchConfig
    reading: Reading | None = None  # what was read of what was found
    behind: int = 0  # files that changed and are not indexed yet: what is found nowhere may be in them
    begun: bool = False  # so little is indexed that nothing can be said of the repository as a whole

    @property
    def partly(self) -> bool:
        """True where what is found nowhere may be in a file that is not indexed yet."""
        return self.behind > 0 or self.begun


def kind_words(kind: str) -> str:
    """`method` -> `a method`, `interface` -> `an interface`."""
    words = _KIND_WORDS.get(kind, kind)
    return with_article(words)


def not_found_in(material: Material, what: str) -> str:
    """`Not found in what`, which nobody can say of files that were not read yet, or not at all."""
    still = f" ({counted(material.behind, 'file')} still to come)" if material.behind else ""
    found = f"Not found in what is indexed so far{still}" if material.partly else f"Not found in {what}"
    return found + but_for(material.snapshot.unread(), "`")


def data_of(material: Material, path: str) -> bytes | None:
    """The current bytes of a file, None where it is gone."""
    return file.data if (file := material.live.file(path)) is not None else None


def introduce(symbol: Symbol) -> str:
    """`Flask.route` is a method of `Flask`; what is not a member stands *in* what holds it."""
    owner = symbol.qualified.rpartition(".")[0]
    word = "of" if symbol.kind in _MEMBERS else "in"
    return f"`{symbol.qualified}` is {kind_words(symbol.kind)}" + (f" {word} `{owner}`" if owner else "")


def live_symbol(defined: Defined, material: Material) -> tuple[Symbol, Quote, Quote | None] | None:
    """(the definition as it is now, its name line, its docstring's first paragraph); None when it is gone."""
    file, symbol = material.live.file(defined.path), material.live.live.symbol(defined)
    if file is None or symbol is None:
        return None
    summary = doc_quote(file, symbol.doc, material.cfg.quote_chars) if symbol.doc else None
    return symbol, line_quote(file, symbol.name_span), summary


def prove_more(defined: Defined, material: Material) -> Proof | None:
    """The proof that a hover shows, with more places to choose from."""
    wider = replace(
        material.align, shown_usages=material.cfg.places, shown_tests=2, shown_documents=_MORE_DOCUMENTS
    )
    live = material.live.live
    return prove(defined, material.snapshot, live.data, wider, live=live)


def is_record(path: str) -> bool:
    """True for what was written down at one time and is not kept true: change logs, which name everything and
    explain little, and files whose name carries a date (minutes, reports).
    """
    stem = stem_of(path).lower()
    return stem in _LOG_STEMS or stem.startswith(_LOG_PREFIX) or _DATED.search(stem) is not None


def share(text: str, material: Material) -> float:
    """How much of the question's weight, as far as the repository knows its words, a text holds, 0..1; a
    synonym stands for its word.
    """
    weighted = material.results.weighted
    meant = dict(weighted.added)
    unknown = set(weighted.unknown).difference(meant.values())
    values = {
        t: w * weighted.rarity[t] for t, w in material.results.query.terms if t[0] != "=" and t not in unknown
    }
    held = {meant.get(t, t) for t in terms(text)}
    return sum(v for t, v in values.items() if t in held) / (sum(values.values()) or 1.0)


def adding(sentences: Iterable[Sentence], material: Material, above: str = "") -> tuple[Sentence, ...]:
    """The sentences that hold words of the question which none above them holds (`above` is text that is
    shown before them); at least one where nothing is shown before them. A question of one word has all of
    them: they are what the word may mean.
    """
    if len({t for t, _ in material.results.query.terms if t[0] != "="}) < _FEWEST:
        return tuple(sentences)
    kept: list[Sentence] = []
    held = share(above, material) if above else 0.0
    for sentence in sentences:
        more = share(f"{above} {sentence.text}", material)
        if more >= held + COMPOSE.adds or not (above or kept):
            kept.append(sentence)
            above, held = f"{above} {sentence.text}", more
    return tuple(kept)


def once(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The first card of every place: a long body has several windows."""
    first: dict[tuple[str, str, int], Card] = {}
    for card in cards:
        first.setdefault(
            (card.path, card.title, card.symbol.name_span.start if card.symbol else card.span.start), card
        )
    return tuple(first.values())


def said(quoted: Quote) -> str:
    """A comment's sentence as it reads, a line of code in a code span."""
    return quoted.text if quoted.prose else f"`{code(quoted.text)}`"


def grouped(card: Card) -> str:
    """`` `first`, `second`, `third` (3 variables) ``: what one statement defines together."""
    return grouped_names(card.group, card.kind)


def grouped_names(names: tuple[str, ...], kind: str) -> str:
    """Some of the names, how many others there are, and what all of them are."""
    shown = ", ".join(f"`{code(name)}`" for name in names[:_MOST_NAMES])
    left = len(names) - _MOST_NAMES
    more = f" and {left} other{'s' if left > 1 else ''}" if left > 0 else ""
    return f"{shown}{more} ({len(names)} {plural(kind)})"


def group_of(file: LiveFile, symbol: Symbol) -> tuple[str, ...]:
    """The values that one statement defines together with this one: the place is all of them, and is not
    called after the first.
    """
    if symbol.kind not in _VALUES:
        return ()
    names = [s.name for s in file.outline.symbols if s.span == symbol.span and s.kind == symbol.kind]
    return tuple(names) if len(names) > 1 else ()


def place_item(card: Card) -> Sentence:
    """One list item for a place: what it is, and its best line as a quotation."""
    best = card.best[0] if card.best else card.head
    if card.section is not None or card.role == "document":
        text = f"*{card.title}*: {best.text}"
    else:
        named = f"`{card.title}`" if card.symbol else f"`{card.path}`"
        named = grouped(card) if card.group else f"{named} ({card.kind.replace('_', ' ')})"
        text = named + (f": {said(best)}" if best.text else "")
    return Sentence(text=text, quotes=(best,), item=True)


def documents(material: Material) -> tuple[Sentence, ...]:
    """The sentences of documents that hold most of the question, in order of what they hold. Records (change
    logs, reports) speak only when the question is about what was, or when nothing else does.
    """
    told = [(c.best[0], c) for c in material.cards if c.role == "document" and c.best]
    if not _OF_TIMES.search(material.question.text):
        others = any(c.role != "document" for c in material.cards)
        told = [x for x in told if not is_record(x[0].path)] or ([] if others else told)
    told = [x for x in told if share(x[0].text, material) >= COMPOSE.document_share]
    best = max((q.value for q, _ in told), default=0.0)
    kept = [(q, c) for q, c in told if q.value >= material.cfg.sentence_fall_off * best]
    kept.sort(key=lambda x: (is_record(x[0].path), -x[0].value, x[0].path, x[0].span.start))
    unique = {
        q.text: Sentence(text=f"*{c.title}*: {q.text}", quotes=(q,), item=True) for q, c in reversed(kept)
    }
    return tuple(reversed(unique.values()))[: material.cfg.documents]


def code(text: str) -> str:
    """Text for a code span: back-ticks cannot close it."""
    return text.replace("`", "'")
