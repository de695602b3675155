"""The soft slots of a question: what an answer may well speak of, in one spelling each. Also a compound question
taken apart, so that each part can be looked for alone.

Candidates come from the structure of the question, trees, headings, names, and last from single words. Two
candidates with the same stems are one slot; a word that a longer label holds is none. They steer and are
reported, nothing more (I6). Sources, their order and where aliases come from are those of casimirbot
(design-decisions.md#casimirbot).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from helix_lsp.config.questions import PlanConfig
from helix_lsp.search.search import Results
from helix_lsp.text.paths import stem_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, terms
from helix_lsp.trees.assemble import Pack
from helix_lsp.trees.card import ConceptMatch
from helix_lsp.tuning.questions import READING

# Slots: what an answer should speak of. Hard and soft are two types, so that a soft one cannot reach a gate
# (I6).
#
# Hard slots come from concept cards that the question matches and from the request; nothing else makes one
# (design-decisions.md#hard-slots).

_NOT_ID = regex(r"[\W_]+")


class HardSlot(msgspec.Struct, frozen=True, kw_only=True):
    """Coverage is measured on these and a missing one fails the gate. `aliases` are other words for it."""

    id: str
    label: str
    source: Literal["concept", "request"]
    aliases: tuple[str, ...] = ()


class SoftSlot(msgspec.Struct, frozen=True, kw_only=True):
    """Steers retrieval and is reported; never decides."""

    id: str
    label: str
    source: Literal["structure", "heading", "tree", "name", "token"]
    aliases: tuple[str, ...] = ()


def slot_id(label: str) -> str:
    """Lower case, words joined by hyphens; empty when the label has neither letters nor digits."""
    return _NOT_ID.sub("-", label.lower()).strip("-")


Source = Literal["structure", "heading", "tree", "name", "token"]
Offer = tuple[Source, str, tuple[str, ...]]
_FEWEST_LETTERS = 4
_SHARED = 2
_LONGEST = 60
_NO_TOKEN = frozenset(
    "many much long often repo repository codebase project code file files path paths line lines cite source sources explain describe show "
    "tell list give docs documentation tests test value default different difference looked look called work works mean means please "
    "without looking return returns calls happens support supports".split()
)
_NO_ALIAS = frozenset(
    "index readme overview intro introduction notes guide manual changelog changes history contents api".split()
)


def soft_slots(offers: Iterable[Offer], hard: tuple[HardSlot, ...], cfg: PlanConfig) -> tuple[SoftSlot, ...]:
    """At most `cfg.soft_slots`, in the order of the offers; other spellings of one slot become its aliases."""
    held = {words(text) for slot in hard for text in (slot.label, *slot.aliases)}
    found: dict[frozenset[str], SoftSlot] = {}
    for source, label, aliases in offers:
        key = words(label) if source != "structure" else frozenset({label})
        if not key or not slot_id(label) or len(label) > _LONGEST or key in held:
            continue
        if source == "token" and any(key < other for other in (*held, *found)):
            continue
        before = found.get(key)
        if before is None and len(found) >= cfg.soft_slots:
            continue
        first = before or SoftSlot(id=slot_id(label), label=label, source=source)
        more = tuple(
            a
            for a in dict.fromkeys((*first.aliases, label, *aliases))
            if a.casefold() != first.label.casefold()
        )
        found[key] = SoftSlot(
            id=first.id, label=first.label, source=first.source, aliases=more[: cfg.aliases]
        )
    return tuple({slot.id: slot for slot in reversed(found.values())}.values())[::-1]


def headings(results: Results) -> Iterator[Offer]:
    """Headings among what was found that share two content words with the question, or all of their own; the
    file's stem is an alias.
    """
    for hit in results.hits:
        for place in (hit.place, *hit.more):
            title = place.name if place.section >= 0 else ""
            if _fits(title, results):
                stem = stem_of(place.path)
                yield (
                    "heading",
                    title,
                    (stem,) if stem.lower() not in _NO_ALIAS and not stem.isdigit() else (),
                )


def nodes(pack: Pack, results: Results) -> Iterator[Offer]:
    """Titles of the pack's anchors, by the same rule; the node's id is an alias."""
    for walked in pack.trees:
        for step in walked.steps:
            if step.part == "anchor" and _fits(step.title, results):
                yield "tree", step.title, (step.id.replace("-", " "),)


def tokens(results: Results) -> Iterator[Offer]:
    """The question's content words, heaviest first."""
    written = dict(results.query.words)
    for term, weight in results.query.terms:
        word = written.get(term, "")
        if (
            term[0] != "="
            and weight > READING.content
            and len(word) >= _FEWEST_LETTERS
            and word.lower() not in _NO_TOKEN
        ):
            yield "token", word, ()


def _fits(title: str, results: Results) -> bool:
    asked = {t for t, weight in results.query.terms if weight > READING.content}
    own = words(title)
    return bool(own) and (len(own & asked) >= _SHARED or own <= asked)


def words(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning, whatever their order."""
    found = frozenset(t for t in terms(text.replace("_", " ")) if t[0] != "=")
    return frozenset(t for t in found if t not in STOP_WORDS) or found


# Query hints of the deterministic planner: what the matched concepts, trees, headings and names are called.
# Words, never facts.

_SEEN = 3
_NAMED = regex(r"[A-Z_. ]")  # one plain word (`rules`, `trees`) finds everything
_ARROW = regex(r"<?(?<![-=])[-=]+>|[<>|]")


def hint_lines(
    concepts: tuple[ConceptMatch, ...],
    results: Results,
    trees: Iterable[str],
    offers: Iterable[Offer],
    cfg: PlanConfig,
) -> tuple[str, ...]:
    """At most `cfg.hints`, best first: labels and aliases of concepts, nodes of trees, headings, names of the
    first places; none repeats the question, and none is longer than a query.
    """
    asked = results.query.text.casefold()
    offered: list[str] = []
    for match in concepts[:_SEEN]:
        offered += [match.card.label, *match.card.aliases[:1]]
    offered += trees
    offered += [label for source, label, _ in offers if source == "heading" and len(label.split()) > 1][
        :_SEEN
    ]
    places = [hit.place.qualified or hit.place.name for hit in results.hits[:_SEEN]]
    offered += [
        name for name in places if _NAMED.search(name) and not name.rpartition(".")[2].startswith("__")
    ]
    kept: dict[str, str] = {}
    for text in offered:
        line = " ".join(_ARROW.sub(" ", text).split())
        short = len(line) <= cfg.hint_chars and len(line.split()) <= cfg.hint_words
        if short and slot_id(line) and line.casefold() != asked:
            kept.setdefault(line.casefold(), line)
    return tuple(kept.values())[: cfg.hints]


# A compound question taken apart, so that each part can be looked for alone.
#
#     what is X and how does it relate to Y?   ->  what is X | how does X relate to Y | Y
#     how does X relate to Y?                  ->  X | Y
#     differences between X and Y              ->  X | Y
#
# Invariants: pure, total; no part is the whole question; parts in the order of the question, each once. A
# list of things (`register and look up handlers`) is one question: only a new question word after `and`,
# `;` or a full stop begins a part.

_LONGEST_DIVIDE = 2_000
_SUBJECT = regex(
    r"^\W*(?:(?:please|can you|could you)[ ,]+)*(?:explain|describe|define|show(?: me)?|tell me(?: about)?|"
    r"(?:what|who|where)(?:'s| is| are| does| do)|how (?:is|are|does|do)|why (?:is|are|does|do))\s+"
    r"(?:(?:the|an?|this|that)\s+)?(.+?)\s*(?:(?:work|mean|do|happen|used|defined|implemented)s?)?\W*$",
    re.I | re.S,
)
_ASKS = r"(?:what|how|why|where|when|which|who|whose|is|are|does|do|can|explain|describe|define|show|list|compare)"
_JOINT = regex(
    rf"\s*(?:[;?.]\s+(?:and\s+|also\s+|then\s+)?|,?\s+(?:and|but|or)\s+(?:also\s+|then\s+)?)(?={_ASKS}\b)",
    re.I,
)
_IT = regex(
    r"\b(?:it|they|them)\b|\b(?:this|that|these|those)\b"
    r"(?=\W*$|\s+(?:is|are|was|does|do|works?|relates?|compares?|differs?|interacts?|connects?|happens?|gets?|fits?)\b)",
    re.I,
)
_RELATIONS = (
    regex(
        r"\bhow (?:does|do|is|are|did|can) (?:the )?(.+?) (?:relates?|related|compares?|compared|connects?|connected|ties?|tied|linked|links?|maps?|"
        r"mapped|interacts?|differs?|differ|different|fits?|coupled|talks?) (?:to|with|from|into|together with) (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"\b(?:relations?|relationships?|differences?|connections?|links?|interactions?|dependenc(?:y|ies)|similarit(?:y|ies)|distinctions?) "
               r"between (?:the )?(.+?) and (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"\bcompare (?:the )?(.+?) (?:and|with|to|against) (?:the )?(.+?)\W*$", re.I | re.S),
    regex(r"^\W*(?:what is |explain )?(.+?) (?:vs\.?|versus) (?:the )?(.+?)\W*$", re.I | re.S),
)  # fmt: skip
_FEWEST_CHARS = 1


def divide(text: str, most: int) -> tuple[str, ...]:
    """At most `most` parts; empty for a question that is one. Only the first 2,000 characters of a longer one
    are looked at.
    """
    text = " ".join(text[:_LONGEST_DIVIDE].split())
    pieces = _pieces(text)
    subject = subject_of_part(pieces[0]) if len(pieces) > 1 else ""
    found: list[str] = []
    for at, piece in enumerate(pieces):
        own = named_part(piece, subject) if at else piece
        if len(pieces) > 1:
            found.append(own)
        found += _sides(own)
    whole = _plain(text)
    kept: dict[str, str] = {}
    for part in found:
        key = _plain(part)
        if len(key) >= _FEWEST_CHARS and key != whole:
            kept.setdefault(key, part.strip(" ,;.?!"))
    return tuple(kept.values())[:most]


def _pieces(text: str) -> list[str]:
    out: list[str] = []
    start = 0
    for joint in _JOINT.finditer(text):
        if joint.start() > start:
            out.append(text[start : joint.start()])
            start = joint.end()
    return [p for p in (*out, text[start:]) if p.strip(" ,;.?!")]


def subject_of_part(piece: str) -> str:
    """What a question is about, without its article; empty where it cannot be told."""
    found = _SUBJECT.match(piece)
    return found[1].strip(" ,;.?!") if found else ""


def named_part(piece: str, subject: str) -> str:
    """The part with its first pronoun replaced by what the first part is about."""
    return _IT.sub(lambda _: subject, piece, count=1) if subject else piece


def _sides(piece: str) -> list[str]:
    """The two things that a relation is asked of."""
    for pattern in _RELATIONS:
        if found := pattern.search(piece):
            return [found[1].strip(" ,;.?!"), found[2].strip(" ,;.?!")]
    return []


def _plain(text: str) -> str:
    return text.strip(" ,;.?!").casefold()
