"""Which symbols a sentence or section speaks of: by name first, then by what prose says of them. Also components
that are a class or a few classes rather than a folder.

In falling confidence: the last name verbatim; a class without its storage or role suffix; a class name
spelled out in words; a method whose words (`createCatalog`) are in order in one sentence of a text that
also says its owner. An everyday lower-case word is a name only in a closed list or between back-ticks.
Both rules were read off few documents; bench/described.py says how far they carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from helix_lsp.align.components.folders import Folders, flat
from helix_lsp.align.components.requirement import Elements, described, symbol_elements
from helix_lsp.align.components.sightings import camel, gap, tokens
from helix_lsp.align.mention import Sentence
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentences
from helix_lsp.text.words import STOP_WORDS, lower_parts, stem

_SUFFIXES = ("DAO", "DTO", "Impl", "Entity", "Bean", "VO", "Record", "Model", "Schema", "Base")
_WORD = regex(r"\w+")
_LEAST = 3  # characters left of a class name without its suffix
_SLACK = 2  # words that may be between the words of a method


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """`name` is qualified with dots, without call parentheses."""

    name: str
    path: str

    @property
    def last(self) -> str:
        """The bare name."""
        return self.name.rpartition(".")[2]

    @property
    def owner(self) -> str:
        """The name of the class around it, `` for none."""
        return self.name.rpartition(".")[0].rpartition(".")[2]


class SymbolLink(msgspec.Struct, frozen=True, kw_only=True):
    """`begin` and `end` are characters of the text that say so; `named`: letter for letter, `owned`: with its
    owner.
    """

    candidate: Candidate
    begin: int
    end: int
    confidence: float
    why: str
    named: bool = False
    owned: bool = False


def symbol_links(
    text: str, candidates: Iterable[Candidate], cfg: AlignConfig, *, closed: bool
) -> tuple[SymbolLink, ...]:
    """The committed links, surest first; `closed` says that the list holds only symbols that documents may
    mean.
    """
    reading = _Reading(text)
    found = [link for c in candidates if (link := _link(c, reading, cfg, closed=closed)) is not None]
    return tuple(sorted(found, key=lambda k: (-k.confidence, k.candidate.path, k.candidate.name)))


class _Reading:
    """A text read once: its words, its words in lower case and stemmed by sentence, with their places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: dict[str, tuple[int, int]] = {}
        for match in _WORD.finditer(text):
            self.words.setdefault(match[0], match.span())
        self.sentences: list[list[tuple[str, int, int]]] = []
        for at, end in sentences(text):
            self.sentences.append(
                [(stem(m[0].lower()), m.start(), m.end()) for m in _WORD.finditer(text, at, end)]
            )
        self.stems = {word for sentence in self.sentences for word, _, _ in sentence}

    def run(self, wanted: tuple[str, ...], slack: int) -> tuple[int, int] | None:
        """The first place where these stems are in order in one sentence with at most `slack` words between
        two of them.
        """
        for sentence in self.sentences:
            for i, (word, begin, _) in enumerate(sentence):
                if word == wanted[0] and (last := _follow(sentence, i, wanted, slack)) >= 0:
                    return begin, sentence[last][2]
        return None


def _follow(sentence: list[tuple[str, int, int]], at: int, wanted: tuple[str, ...], slack: int) -> int:
    for word in wanted[1:]:
        nearby = range(at + 1, min(len(sentence), at + 2 + slack))
        at = next((j for j in nearby if sentence[j][0] == word), -1)
        if at < 0:
            return -1
    return at


def _link(one: Candidate, reading: _Reading, cfg: AlignConfig, *, closed: bool) -> SymbolLink | None:
    last, owner = one.last, one.owner
    here = reading.words.get(last)
    if here is not None and (closed or _is_name(last, here, reading.text)):
        said = bool(owner) and owner in reading.words
        return SymbolLink(
            candidate=one,
            begin=here[0],
            end=here[1],
            why=f"named{f', with its owner {owner}' if said else ''}: {last}",
            confidence=cfg.written_confidence if said or not owner else cfg.named_confidence,
            named=True,
            owned=said,
        )
    return _method(one, reading, cfg) if owner else _class(one, reading, cfg)


def _is_name(word: str, place: tuple[int, int], text: str) -> bool:
    """True for a word that is not an everyday word, or stands as code."""
    inside = text[max(0, place[0] - 1) : place[0]] in ("`", ".", ":") or text[place[1] : place[1] + 1] in (
        "`",
        "(",
    )
    return (
        inside or "_" in word.strip("_") or (any(c.isupper() for c in word[1:]) and not word.isupper())
    )  # `ID` is a word


def _class(one: Candidate, reading: _Reading, cfg: AlignConfig) -> SymbolLink | None:
    for suffix in _SUFFIXES:
        core = one.last.removesuffix(suffix)
        if core != one.last and len(core) >= _LEAST and core in reading.words:
            begin, end = reading.words[core]
            why = f"named without {suffix}: {core}"
            return SymbolLink(
                candidate=one, begin=begin, end=end, confidence=cfg.named_confidence, why=why, named=True
            )
    words = lower_parts(one.last)
    if len(words) >= 2 and (place := reading.run(tuple(stem(w) for w in words), 0)) is not None:
        begin, end = place
        why = f"name spelled out: {reading.text[begin:end]}"
        return SymbolLink(candidate=one, begin=begin, end=end, confidence=cfg.plain_confidence, why=why)
    return None


def _method(one: Candidate, reading: _Reading, cfg: AlignConfig) -> SymbolLink | None:
    """A method that is described: its verb and its noun in order, its owner said in the same text."""
    words = tuple(stem(w) for w in lower_parts(one.last) if w not in STOP_WORDS)
    owner = {stem(w) for w in lower_parts(one.owner)} - {stem(s.lower()) for s in _SUFFIXES}
    if len(words) < 2 or not owner <= reading.stems:
        return None
    place = reading.run(words, _SLACK)
    if place is None:
        return None
    begin, end = place
    why = f"described, with its owner {one.owner}: {reading.text[begin:end]}"
    return SymbolLink(candidate=one, begin=begin, end=end, confidence=cfg.pronoun_confidence, why=why)


# Symbols that a sentence describes without naming them, told by what definitions say of themselves.
#
# Each sentence is compared with every definition's name, signature and comment; it means the likeliest one,
# where its likeness is more than chance would give. What came after the likeliest was wrong 31 times and
# right 3 times (bench/described.py). A long text is not read so: what is described in passing all over a
# document does not answer.

_NO_ACT = frozenset(
    "variable constant field import parameter module namespace package enum_member impl".split()
)
_SHOWN = 5  # words that say why


def may_be_described(path: str, symbol: Symbol, snapshot: Snapshot) -> bool:
    """False for plain values, and for what tests, examples, foreign and generated code define."""
    entry = snapshot.file(path)
    if entry is None or entry.generated or symbol.kind in _NO_ACT:
        return False
    surface = entry.surface
    return not (surface.test or surface.example or surface.vendored or surface.generated)


def describable(snapshot: Snapshot, paths: Iterable[str], candidates: Iterable[Candidate] | None) -> Elements:
    """What the definitions of these files say, or those of a closed list."""
    symbols: dict[str, list[str]] = {}
    for one in candidates or ():
        symbols.setdefault(one.path, []).append(one.name)
    for path in paths if candidates is None else ():
        outline = snapshot.skeleton(path)
        found = outline.symbols if outline is not None else ()
        symbols[path] = [s.qualified for s in found if may_be_described(path, s, snapshot)]
    return symbol_elements(snapshot, symbols)


def described_symbols(
    text: str, elements: Elements, known: Mapping[tuple[str, str], object], cfg: AlignConfig
) -> list[SymbolLink]:
    """The symbols that its sentences describe, in no particular order, without those that are `known` (path,
    name) already.
    """
    places = list(sentences(text))
    if len(places) > cfg.described_sentences:
        return []
    best: dict[tuple[str, str], SymbolLink] = {}
    for begin, end in places:
        likeliest = sorted(
            described(text[begin:end], elements, cfg, len(places)), key=lambda f: (-f.likelihood, f.path)
        )
        for found in likeliest[:1]:
            path, _, name = found.path.partition("\n")
            sure = round(min(found.likelihood, cfg.pronoun_confidence), 3)
            known_as_sure = (path, name) in best and best[path, name].confidence >= sure
            if (path, name) not in known and not known_as_sure:
                why = "described: " + ", ".join(found.words[:_SHOWN])
                one = Candidate(name=name, path=path)
                best[path, name] = SymbolLink(candidate=one, begin=begin, end=end, confidence=sure, why=why)
    return list(best.values())


# Components that are a class or a few classes rather than a folder, and classes named in the text.
#
# A CamelCase word that is a file's stem means that file. A capitalised name before component, module or
# subsystem that no folder bears means the class of that name, else the classes whose first word is the name
# or its abbreviation. An abbreviation is read from the code: a beginning of the name of three letters or
# more, or an acronym (no vowel in it, or written in capitals) whose letters are in the name in order; the
# table of usual ones is an option. How names are graded: design-decisions.md#evidence-grades; the
# abbreviation rules are chosen by hand.

_HEADS = frozenset({"component", "module", "subsystem"})
_USUAL = {
    "db": "database",
    "ui": "userinterface",
    "gui": "graphicaluserinterface",
    "auth": "authentication",
    "config": "configuration",
    "msg": "message",
    "repo": "repository",
    "admin": "administration",
    "app": "application",
    "prefs": "preferences",
    "doc": "documentation",
}
# letters of a beginning that may stand for the word
_LONGEST_ACRONYM = 4
_VOWELS = frozenset("aeiou")


def owned_classes(
    sentences: tuple[Sentence, ...], folders: Folders, cfg: AlignConfig
) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """(word of the document -> files of the classes it names, files that a component without a folder owns)"""
    shaped: set[str] = set()
    called: set[str] = set()
    for sentence in sentences:
        found = tokens(sentence.text)
        for i, (word, _, end) in enumerate(found):
            after = (
                found[i + 1][0].lower()
                if i + 1 < len(found) and gap(sentence.text[end : found[i + 1][1]]) == " "
                else ""
            )
            if flat(word) not in folders.named and len(word) >= _LEAST:
                if camel(word):
                    shaped.add(word)
                elif word[:1].isupper() and after in _HEADS:
                    called.add(word)
    classes = {w: folders.stems[flat(w)] for w in sorted(shaped) if flat(w) in folders.stems}
    owned: set[str] = set()
    for word in sorted(called):
        files = folders.stems.get(flat(word)) or _headed(flat(word), folders, cfg)
        if files:
            classes[word] = files
            owned |= files
    return classes, frozenset(owned)


def _headed(name: str, folders: Folders, cfg: AlignConfig) -> frozenset[str]:
    """Files whose stem begins with the name or with what the code abbreviates it to; two acronyms that would
    do say nothing.
    """
    heads = {name, *({a for a, full in _USUAL.items() if full == name} if cfg.abbreviations else ())}
    firsts = {w[0] for w in folders.stem_words.values() if len(w) > 1}
    heads |= {w for w in firsts if _LEAST <= len(w) < len(name) and name.startswith(w)}
    acronyms = {
        w for w in firsts if 2 <= len(w) <= _LONGEST_ACRONYM and _stands_for(w, name) and _no_word(w, folders)
    }
    if len(acronyms) == 1:
        heads |= acronyms
    return frozenset(f for f, w in folders.stem_words.items() if len(w) > 1 and w[0] in heads)


def _stands_for(short: str, name: str) -> bool:
    """The letters are in the name in order, the first one first."""
    if name[:1] != short[:1]:
        return False
    rest = iter(name)
    return all(letter in rest for letter in short)


def _no_word(word: str, folders: Folders) -> bool:
    """True for what cannot be read as a word: no vowel in it, or written in capitals before a word of the
    stem.
    """
    if not _VOWELS & set(word):
        return True
    return any(
        w[:1] == (word,) and f.rpartition("/")[2].startswith(word.upper())
        for f, w in folders.stem_words.items()
    )
