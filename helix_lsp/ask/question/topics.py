"""Which topics a question touches: a built-in table for any software repository, and the repository's own as
data.

Invariant: a topic only steers (boosts, tiers) and raises the expectation; the built-in ones are weak hints,
because their words occur in questions about anything. A repository's topic of the same name stands in for a
built-in one.
See design-decisions.md#topics-are-data; the fields of a profile are those of casimirbot.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from helix_lsp.align.edges.names import is_everyday
from helix_lsp.config.questions import PlanConfig, SearchConfig, TopicProfile
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.kind import spelled_in
from helix_lsp.search.question.query import read_query
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.paths import refuse
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, stem
from helix_lsp.trees.forest import Forest, Tree
from helix_lsp.trees.read_resolver import TreeEntry
from helix_lsp.tuning.questions import READING

_TOKEN = regex(r"[^\W_]+")
_LONGEST = 4_000


def _built_in(named: str, matchers: str, boosts: str) -> TopicProfile:
    name, _, docs = named.partition(" ")
    return TopicProfile(
        name=name,
        matchers=tuple(m.strip() for m in matchers.split(",")),
        docs_first=bool(docs),
        boosts=tuple(boosts.split()),
        repository=False,
    )


BUILT_IN = tuple(_built_in(*part) for part in parts_of_text(__package__ or "", "topics.txt")[1:])


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A profile that a question touches, with the matcher that did it (`card` and `tree` when these brought
    it).
    """

    profile: TopicProfile
    why: str


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A text's words as (lower-case, stem), and the stems as a set."""

    words: tuple[tuple[str, str], ...]
    stems: frozenset[str]


def topics_of(text: str, own: tuple[TopicProfile, ...]) -> tuple[Topic, ...]:
    """The topics of a text: the repository's first, then built-in ones, each in the order of its table."""
    said = tokens_of(text)
    named = {profile.name for profile in own}
    table = (*own, *(p for p in BUILT_IN if p.name not in named))
    return tuple(
        Topic(profile=p, why=hit) for p in table if (hit := _first_hit(p.matchers, said)) is not None
    )


def tokens_of(text: str) -> Said:
    """The words of a text's first 4,000 characters; underscores part words."""
    words = tuple((low, stem(low)) for low in (w.lower() for w in _TOKEN.findall(text[:_LONGEST])))
    return Said(words=words, stems=frozenset(base for _, base in words))


def says(matcher: str, said: Said) -> bool:
    """True when the phrase is in the words; `a & b` asks for both, anywhere. An empty phrase stands
    nowhere.
    """
    parts = _phrases(matcher)
    if not parts or any(not begins and word not in said.stems for part in parts for word, begins in part):
        return False
    return all(_stands(part, said.words) for part in parts)


def _first_hit(matchers: tuple[str, ...], said: Said) -> str | None:
    return next((m for m in matchers if says(m, said)), None)


@lru_cache(5_000)
def _phrases(matcher: str) -> tuple[tuple[tuple[str, bool], ...], ...]:
    """Per `&` part: (word or stem, whether it is the beginning of a word)."""
    parts: list[tuple[tuple[str, bool], ...]] = []
    for part in matcher.split("&"):
        words = [(w.lower(), bool(star)) for w, star in re.findall(r"([^\W_]+)(\*?)", part)]
        parts.append(tuple((w if begins else stem(w), begins) for w, begins in words))
    return tuple(parts) if all(parts) else ()


def _stands(phrase: tuple[tuple[str, bool], ...], words: tuple[tuple[str, str], ...]) -> bool:
    size = len(phrase)
    return any(
        all(
            (low.startswith(word) if begins else base == word)
            for (word, begins), (low, base) in zip(phrase, words[at : at + size], strict=True)
        )
        for at in range(len(words) - size + 1)
    )


# What of a question is the repository's: names it defines, files it has. Told by the index, not by a list
# of words.
#
# `names` are a name that is written as one (`TS_ratio`, `Flask.route`, `` `run` ``), a capitalised word
# with exactly that spelling, and words that together make a name (`session interface` ->
# `SessionInterface`) or stand together in one file's name. A plain word that happens to be a name or to be
# in a file's name is in `words`, a weak hint, because common words are names in every large repository.

_LEAST = 3
_COMPOUND = 3
_MOST_WORDS = 40
_FIRST = regex(r"[.?!:;]\s+\Z|\A\W*\Z")
_SPACE_ONLY = regex(r"[ \t-]*")
_ASKED_WORDS = frozenset(
    "file files path paths line lines name names thing things question answer explain show tell describe find list give example code value number "
    "mean means meaning difference differ differs compare please help work works relate relates related repo repository codebase project code".split()
)


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """As the question writes them, each once, in the order of the question. `files` are paths of the
    repository; `share` says how many of the question's plain content words are `words` or part of `names`
    (0..1).
    """

    names: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    written_paths: tuple[str, ...] = ()
    share: float = 0.0

    @property
    def nothing(self) -> bool:
        """True when nothing of the question is the repository's."""
        return not (self.names or self.files or self.words)


def known_of(text: str, snapshot: Snapshot, cfg: PlanConfig) -> Known:
    """Costs one look for all plain words, and one per written name."""
    query = read_query(text, SearchConfig(), spelled_in(snapshot))
    names = {n.text: n.weight for n in query.names if n.parts}
    sure = [n for n, weight in names.items() if weight >= READING.sure and _defines(snapshot, n)]
    spans = [(m[0], m.start(), m.end()) for m in WORD.finditer(text)][:_MOST_WORDS]
    # the first word of a sentence is capital anyway
    capitals = [
        w
        for w, at, _ in spans
        if w[0].isupper() and at and not _FIRST.search(text[:at]) and w.lower() not in STOP_WORDS
    ]
    capitals = [n for n in dict.fromkeys(capitals) if any(d.symbol.name == n for d in snapshot.defined(n))]
    compounds = _compounds(text, spans)
    words = [
        w
        for w, _, _ in spans
        if len(w) >= _LEAST and w.lower() not in STOP_WORDS and w.lower() not in _ASKED_WORDS
    ]
    held = snapshot.definers((*compounds, *dict.fromkeys(w.lower() for w in words)), cfg.everyday_paths)
    files = {w: _files_called(w, snapshot) for w in words}
    joined = [written for key, written in compounds.items() if key in held] + _titles(text, spans, files)
    found = tuple(sorted(dict.fromkeys((*sure, *capitals, *joined)), key=lambda n: (text.find(n), n)))
    plain = [w for w in words if (w.lower() in held and not is_everyday(w)) or files[w]]
    covered = [w for w in words if w in plain or any(w in n for n in found)]
    return Known(
        names=found,
        files=tuple(dict.fromkeys(p for written in query.paths for p in _files(written, snapshot))),
        words=tuple(dict.fromkeys(w for w in plain if w not in found)),
        written_paths=query.paths,
        share=round(len(covered) / len(words), 6) if words else 0.0,
    )


def _defines(snapshot: Snapshot, name: str) -> bool:
    """A dotted name counts when its owner is known too, or its last part is not an everyday word."""
    parts = [p for p in re.split(r"[.:#>\-/\\]+", name) if p]
    if not snapshot.defined(parts[-1]):
        return False
    return len(parts) == 1 or not is_everyday(parts[-1]) or bool(snapshot.defined(parts[-2]))


def _compounds(text: str, spans: list[tuple[str, int, int]]) -> dict[str, str]:
    """Key of a possible name -> the words as written, for neighbours that only blanks or hyphens part."""
    found: dict[str, str] = {}
    for at in range(len(spans)):
        for size in range(2, _COMPOUND + 1):
            piece = spans[at : at + size]
            if len(piece) < size or any(
                not w.isalnum() or w.isdigit() or w.lower() in STOP_WORDS for w, _, _ in piece
            ):
                break
            if any(not _SPACE_ONLY.fullmatch(text[a[2] : b[1]]) for a, b in pairwise(piece)):
                break
            written = text[piece[0][1] : piece[-1][2]]
            low = [w.lower() for w, _, _ in piece]
            found.setdefault("".join(low), written)
            found.setdefault("_".join(low), written)
    return found


def _files(written: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Visible paths that end in what the question writes."""
    wanted = written.replace("\\", "/").removeprefix("./")
    if refuse(wanted) is not None:
        return ()
    if snapshot.file(wanted) is not None:
        return (wanted,)
    return tuple(p for p in snapshot.paths() if p.endswith("/" + wanted))


def _files_called(word: str, snapshot: Snapshot) -> frozenset[str]:
    """Paths in whose file name the word stands."""
    base = stem(word.lower())
    return frozenset(path for found, path in snapshot.stem_words(base) if found == base)


def _titles(text: str, spans: list[tuple[str, int, int]], files: dict[str, frozenset[str]]) -> list[str]:
    """Neighbours that stand together in the name of one file (`helix ask` and `docs/helix-ask-flow.md`)."""
    near = [(a, b) for a, b in pairwise(spans) if _SPACE_ONLY.fullmatch(text[a[2] : b[1]])]
    return [
        text[a[1] : b[2]]
        for a, b in near
        if not files.get(a[0], frozenset()).isdisjoint(files.get(b[0], frozenset()))
    ]


# Which knowledge trees a question names. One shared word names none (design-decisions.md#two-words): two
# words of the tree's id or label, a phrase of its matchers that has two words, or one word with `tree`
# behind it (`the release tree`).

_TWO = 2
_KINDS = ("tree", "graph", "dag")


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """`how` is name for an id or label, matcher for one of the tree's phrases."""

    tree: Tree
    how: Literal["name", "matcher"]


def named_trees(text: str, forest: Forest) -> tuple[Named, ...]:
    """In the order of the forest."""
    if not forest.trees:
        return ()
    said = tokens_of(text)
    found: list[Named] = []
    for tree in forest.trees:
        names, matchers = _phrases_named_trees(tree.entry)
        if any(says(p, said) for p in names):
            found.append(Named(tree=tree, how="name"))
        elif any(says(p, said) for p in matchers):
            found.append(Named(tree=tree, how="matcher"))
    return tuple(found)


@lru_cache(1_000)
def _phrases_named_trees(entry: TreeEntry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Phrases of id and label, and of the matchers, that are enough to name the tree; expressions are left to
    the pack.
    """
    return _enough((entry.id, entry.label)), _enough(
        tuple(m for m in entry.matchers if not m.startswith("/"))
    )


def _enough(names: tuple[str, ...]) -> tuple[str, ...]:
    out: list[str] = []
    for name in names:
        content = [word for word, _ in tokens_of(name).words if word not in STOP_WORDS and word not in _KINDS]
        if len(content) >= _TWO:
            out.append(name.replace("&", " "))
        elif len(content) == 1:
            out += [f"{content[0]} {kind}" for kind in _KINDS]
    return tuple(dict.fromkeys(out))
