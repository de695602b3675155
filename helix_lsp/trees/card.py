"""Concept cards: a Markdown document whose front matter gives a concept an id and other names, and whose body
defines it.

The format is casimirbot's (docs/reference/knowledge-trees.md).
A document is a card when its front matter has an `id` and either `aliases` or a `Definition:` line is in
the body; a card needs a definition (that line, else the first paragraph). Front matter is read line by line,
one `key: value` each.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, split, stem

# The content words of a question or name: stems in reading order, without stop words and without the words
# in which one asks.
#
# One rule for matching cards, selecting trees and scoring nodes. A form keeps its stems in order, so that
# an exact name is found as a run.

# Words in which a question is asked, about any repository; they say nothing about what it is about.
_ASKING = frozenset(
    map(
        stem,
        "define definition mean meaning means explain describe tell show say says list give find know about please repo repository codebase code "
        "file files project system concept term word exactly really actually briefly help ask asks question work works".split(),
    )
)
_SMALLEST = 2
_REMEMBERED = 20_000
_IDENTIFIER = regex(r"[_\d]|[a-z][A-Z]|\A[A-Z]{2,}\Z")


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """A name as it is looked for: `stems` of all its words in order, `content` those that carry meaning (each
    once), `text` as written.

    `distinct` is True for what only an identifier looks like (`TS_ratio`, `QI`, `zeroMQ`).
    """

    text: str
    stems: tuple[str, ...]
    content: tuple[str, ...]
    distinct: bool


@lru_cache(_REMEMBERED)
def stems_of(text: str) -> tuple[str, ...]:
    """Stems of the parts of all words, in reading order."""
    return tuple(part for word in WORD.findall(text) for part in split(word)[0])


@lru_cache(_REMEMBERED)
def content_of(text: str) -> tuple[str, ...]:
    """The stems that carry meaning, each once, in reading order."""
    parts = (part for word in WORD.findall(text) if word.lower() not in STOP_WORDS for part in split(word)[0])
    return tuple(dict.fromkeys(part for part in parts if len(part) >= _SMALLEST and part not in _ASKING))


@lru_cache(_REMEMBERED)
def stem_set(text: str) -> frozenset[str]:
    """The stems as a set, for tests of membership only."""
    return frozenset(stems_of(text))


@lru_cache(_REMEMBERED)
def form_of(name: str) -> Form:
    """How a name is looked for."""
    words = WORD.findall(name)
    return Form(
        text=name,
        stems=stems_of(name),
        content=content_of(name),
        distinct=len(words) == 1 and _IDENTIFIER.search(words[0]) is not None,
    )


def runs(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """True when `part` is in `whole` as a run; an empty one does not."""
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))


_HEAD = regex(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_ENTRY = regex(r"^([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_ITEM = regex(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([^,\[\]\"']+)")
_BODY = regex(
    r"^[ \t]*(?:[-*+][ \t]+)?(definition|key questions?|key points?|notes?)[ \t]*:[ \t]*(\S(?:.*\S)?)[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PARAGRAPH = regex(r"^(?![ \t]*(?:#|```|---|>|\|))[ \t]*(?:[-*+][ \t]+)?(\S(?:.*\S)?)[ \t\r]*$", re.MULTILINE)
_MOST_ALIASES = 50
_PROVENANCE = ("measured", "proxy", "inferred")
_TIERS = ("diagnostic", "reduced-order", "certified")


class ConceptCard(msgspec.Struct, frozen=True, kw_only=True):
    """`span` are the bytes of the definition in `path`, lines from 1, `sha256` of exactly these bytes.
    `forms` are id, label and aliases as they are matched, each once.
    """

    id: str
    label: str
    aliases: tuple[str, ...]
    definition: str
    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    scope: str = ""
    topics: tuple[str, ...] = ()
    must_include: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance_class: str = "inferred"
    claim_tier: str = "diagnostic"
    certifying: bool = False
    forms: tuple[Form, ...] = ()


def read_card(path: str, data: bytes, cfg: TreesConfig) -> tuple[ConceptCard | None, tuple[str, ...]]:
    """The card of a document and what is wrong with it; (None, ()) for a document that is none."""
    if not data.startswith((b"---", b"\xef\xbb\xbf---")):
        return None, ()
    text = data[: cfg.card_bytes].decode("utf-8", "surrogateescape")
    head = _HEAD.match(text)
    if head is None:
        return None, ()
    values = {m[1]: m[2] for m in _ENTRY.finditer(head[1])}
    name = _plain(values.get("id", ""))
    defined = next((m for m in _BODY.finditer(text, head.end()) if m[1].lower() == "definition"), None)
    if not name or not ("aliases" in values or defined is not None):
        return None, ()
    found = defined or _PARAGRAPH.search(text, head.end())
    if found is None:
        return None, (
            f"{path}:1: the concept card {name} defines nothing; add a line `Definition: ...`, it is left out",
        )
    at = _bytes_of(text, found.start(found.lastindex or 1), found.end(found.lastindex or 1))
    problems: list[str] = []
    aliases, label = _listed(values.get("aliases", "")), _plain(values.get("label", ""))
    include = _inside(_listed(values.get("mustIncludeFiles", "")), path, problems)
    lines = LineIndex(data).lines(at)
    said = [(m[1].lower(), m[2]) for m in _BODY.finditer(text, head.end())]
    named = tuple(dict.fromkeys(n for n in (name, label, *aliases) if n))
    card = ConceptCard(
        id=name,
        label=label or (aliases[0] if aliases else name.replace("-", " ")),
        aliases=aliases,
        definition=at.cut(data).decode("utf-8", "replace"),
        path=path,
        span=at,
        start_line=lines[0],
        end_line=lines[1],
        sha256=sha256_hex(at.cut(data)),
        scope=_plain(values.get("scope", "")),
        topics=_listed(values.get("topicTags", "")),
        must_include=include,
        questions=tuple(value for key, value in said if key.startswith("key")),
        notes=tuple(value for key, value in said if key.startswith("note")),
        provenance_class=_choice(values, "provenance_class", _PROVENANCE, "inferred", path, problems),
        claim_tier=_choice(values, "claim_tier", _TIERS, "diagnostic", path, problems),
        certifying=_plain(values.get("certifying", "")).lower() == "true",
        forms=tuple(dict.fromkeys(form_of(n) for n in named)),
    )
    return card, tuple(problems)


def _bytes_of(text: str, start: int, end: int) -> Span:
    """Bytes of a range of characters that were decoded from the beginning of the file."""
    first = len(text[:start].encode("utf-8", "surrogateescape"))
    return Span(first, first + len(text[start:end].encode("utf-8", "surrogateescape")))


def _plain(value: str) -> str:
    """A value without the quotes around it, broken bytes replaced."""
    value = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()
    return value[1:-1].strip() if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0] else value


def _listed(value: str) -> tuple[str, ...]:
    """`[a, "b, c"]` or `a, b`, each item once."""
    items = (
        next((part for part in m.groups() if part is not None), "")
        for m in _ITEM.finditer(_plain(value).strip("[]"))
    )
    return tuple(dict.fromkeys(cleaned for item in items if (cleaned := _plain(item))))[:_MOST_ALIASES]


def _inside(paths: tuple[str, ...], path: str, problems: list[str]) -> tuple[str, ...]:
    """Paths of the workspace only."""
    kept: list[str] = []
    for one in paths:
        plain = one.removeprefix("./")
        if wrong := refuse(plain):
            problems.append(
                f"{path}:1: mustIncludeFiles: {one!r} is not a path of this workspace ({wrong}); it is ignored"
            )
        else:
            kept.append(plain)
    return tuple(kept)


def _choice(
    values: dict[str, str], key: str, known: tuple[str, ...], default: str, path: str, problems: list[str]
) -> str:
    value = _plain(values.get(key, "")) or default
    if value not in known:
        problems.append(f"{path}:1: {key} {value!r} is none of {', '.join(known)}; {default} is used")
        return default
    return value


# Which concept cards a text speaks of.
#
# At least two content words of one name, or an exact name; a single shared word never matches. A name of
# one plain word is exact only when the text is about nothing else (`What is a cavity?`); one that looks
# like an identifier (`TS_ratio`) is exact wherever it stands.

_DEFAULT = TreesConfig()
_WHOLE = 1.0
_EXACT = 0.9
_PART = 0.8
_NEEDED = 2


class ConceptMatch(msgspec.Struct, frozen=True, kw_only=True):
    """`score` is 1 when the text is nothing but the name, 0.9 when the name is in it, else 0.8 times the
    share of its words that do.
    """

    card: ConceptCard
    score: float
    why: str


def match_concepts(
    text: str, cards: tuple[ConceptCard, ...], cfg: TreesConfig = _DEFAULT
) -> tuple[ConceptMatch, ...]:
    """Cards that match, best first: by score, then the longer name, then path and id."""
    asked, run = content_of(text), stems_of(text)
    if not asked:
        return ()
    held = frozenset(asked)
    found: list[tuple[tuple[float, int, str, str], ConceptMatch]] = []
    for card in cards:
        best = max(
            ((*_score(form, asked, held, run, cfg), form) for form in card.forms),
            key=lambda one: one[:2],
            default=None,
        )
        if best is not None and best[0] > 0:
            score, size, form = best
            why = f"exact name {form.text!r}" if score >= _EXACT else f"{size} words of {form.text!r}"
            found.append(((-score, -size, card.path, card.id), ConceptMatch(card=card, score=score, why=why)))
    return tuple(match for _, match in sorted(found, key=lambda one: one[0]))


def strongest(concepts: tuple[ConceptMatch, ...]) -> tuple[ConceptMatch, ...]:
    """Those with an exact name; without any, the best one alone. Only these choose trees and raise nodes."""
    return tuple(match for match in concepts if match.score >= _EXACT) or concepts[:1]


def _score(
    form: Form, asked: tuple[str, ...], held: frozenset[str], run: tuple[str, ...], cfg: TreesConfig
) -> tuple[float, int]:
    """(score, words shared)."""
    shared = sum(1 for part in form.content if part in held)
    if shared == 0:
        return 0.0, 0
    alone = shared == len(asked) == len(form.content)
    if runs(form.stems, run) and (alone or shared >= _NEEDED or form.distinct):
        return (_WHOLE if alone else _EXACT), shared
    ratio = shared / len(form.content)
    return (round(_PART * ratio, 6), shared) if shared >= _NEEDED and ratio >= cfg.card_ratio else (0.0, 0)
