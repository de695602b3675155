"""Which components a sentence speaks of, each with the words that say so.

See design-decisions.md#evidence-grades. Signs: a strong sighting, a several-word name, the head of a definite
noun phrase, the next member of a list whose first was taken, a short form (`the UI`), a class name, or a
pronoun that opens the sentence and stands for the component before.
Our own: a name in plain words counts only where the passage speaks of components at all, and a pronoun whose
component is not said (or is another than the one said before) goes by what the components' files say
(`likeness.py`).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping

import msgspec

from helix_lsp.align.components.component_map import ComponentMap
from helix_lsp.align.components.requirement import Elements, plain
from helix_lsp.align.components.sightings import ROLE, Sighting, gap, tokens, verbish
from helix_lsp.config.documents import AlignConfig
from helix_lsp.text.regex import regex

# Which component a sentence without a name is about, told by what the files of the components say of
# themselves.
#
# For each word of the sentence: how much more often the elements (definitions) of one component say it than
# those of the whole project; what a component does not say counts nothing. A sentence belongs to the best
# component only where two words at least speak for it, what they say outweighs chance, and no other
# component comes near.

_SMOOTH = 2.0  # elements of an average component that each component is given on top of its own
_LEAST_WORDS = 2
_DIGITS = 9


class Likeness:
    """The components' vocabularies, counted once; components are known by their sets of files."""

    def __init__(self, elements: Elements, components: Iterable[frozenset[str]], cfg: AlignConfig) -> None:
        self._cfg = cfg
        self._components = tuple(dict.fromkeys(components))
        holders: dict[str, list[int]] = defaultdict(list)
        for number, files in enumerate(self._components):
            for path in files:
                holders[path].append(number)
        self._sizes = Counter(n for path in elements.owners for n in holders.get(path, ()))
        self._all = len(elements.owners)
        self._said: dict[str, Counter[int]] = {}
        self._total: dict[str, int] = {}
        for term, posting in elements.postings.items():
            self._said[term] = Counter(n for i, _ in posting for n in holders.get(elements.owners[i], ()))
            self._total[term] = len(posting)

    def of(self, text: str) -> frozenset[str] | None:
        """The files of the component that the text is about; None where the words do not decide."""
        scored = self._scores(text)
        if not scored:
            return None
        order = sorted(scored, key=lambda n: (-scored[n][0], n))
        best, words = scored[order[0]]
        second = scored[order[1]][0] if len(order) > 1 else 0.0
        sure = words >= _LEAST_WORDS and best >= self._cfg.like_least and best >= self._cfg.like_lead * second
        return self._components[order[0]] if sure else None

    def _scores(self, text: str) -> Mapping[int, tuple[float, int]]:
        """Component -> (sum of what its words say for it, number of those words)."""
        out: dict[int, tuple[float, int]] = {}
        for term in dict.fromkeys(plain(text)):
            usual = (self._total.get(term, 0) + 0.5) / (self._all + 1)
            for number, said in sorted(self._said.get(term, Counter[int]()).items()):
                gain = math.log((said + _SMOOTH * usual) / (self._sizes[number] + _SMOOTH) / usual)
                if gain > 0:
                    score, words = out.get(number, (0.0, 0))
                    out[number] = (round(score + gain, _DIGITS), words + 1)
        return out


_AND = regex(
    r"\s*(?:(?:component|module|service|package|layer|library|plugin)s?\b\s*)?(?:,|and|or|, and|, or|&|und|oder)\s*"
)
_LEAD = regex(r"[\W\d_]*")  # a list mark, the number of a row
_OPENING = regex(
    r"(?!(?:when|whenever|if|while|once|after|before|since|because|although|unless|until|as (?:soon|long))\b)[A-Z][^,]{0,40},\s*",
    re.I,
)
_ADVERB = regex(r"(?:then|also|additionally|furthermore|moreover|hence|thus)\s+", re.I)
_PRONOUN = regex(
    r"(it|they|this (?:component|module|service|package|layer|class))\b(?!\s+is\s+(?:possible|necessary|important|recommended))",
    re.I,
)


class ComponentLink(msgspec.Struct, frozen=True, kw_only=True):
    """Files that a sentence speaks of under one name; `begin` and `end` are characters of its text.
    `written`: as a path, as code or as a class.
    """

    name: str
    files: frozenset[str]
    begin: int
    end: int
    why: str
    confidence: float
    written: bool = False


def sentence_links(
    found: ComponentMap, cfg: AlignConfig, likeness: Callable[[], Likeness] | None = None
) -> tuple[tuple[ComponentLink, ...], ...]:
    """The links of every sentence, in its reading order; `likeness` is asked for only where a pronoun needs
    it.
    """
    out: list[tuple[ComponentLink, ...]] = []
    subject: ComponentLink | None = None
    components = found.parts()
    near = _passages(found, cfg)
    for number, sentence in enumerate(found.sentences):
        links = sorted(
            [*_named(number, found, near, cfg), *_shaped(sentence.text, found, cfg)],
            key=lambda link: (link.begin, link.name),
        )
        pronoun = None if _early(sentence.text, links) else _pronoun(sentence.text)
        if pronoun is not None:
            meant = likeness().of(_chain(number, found)) if likeness is not None and number in near else None
            inherited = _inherited(
                pronoun, subject, (components[meant], meant) if meant else None, found, cfg
            )
            links = [inherited, *links] if inherited is not None else links
        if links:
            subject = links[0]
        elif not sentence.heading:
            subject = None
        out.append(tuple(links))
    return tuple(out)


def _early(text: str, links: list[ComponentLink]) -> bool:
    """True when a component is among the first words, so that a pronoun cannot stand for another one."""
    words = tokens(text)
    return bool(links) and len(words) > 2 and links[0].begin < words[2][1]


def _passages(found: ComponentMap, cfg: AlignConfig) -> frozenset[int]:
    """Sentences near one that names a component with shape, role or markup; all of them where the writer
    never does so.
    """
    shaped = [
        n
        for n, row in enumerate(found.sightings)
        if any(one.strong and one.name in found.placed for one in row)
    ]
    if not shaped:
        return frozenset(range(len(found.sentences)))
    return frozenset(n + d for n in shaped for d in range(-cfg.passage, cfg.passage + 1))


def _chain(number: int, found: ComponentMap) -> str:
    """A sentence that opens with a pronoun, and those after it that do so too: they speak of one thing."""
    texts = [found.sentences[number].text]
    for later in found.sentences[number + 1 :]:
        if _pronoun(later.text) is None:
            break
        texts.append(later.text)
    return " ".join(texts)


def _named(number: int, found: ComponentMap, near: frozenset[int], cfg: AlignConfig) -> list[ComponentLink]:
    text, out = found.sentences[number].text, list[ComponentLink]()
    before: Sighting | None = None
    for one in found.sightings[number]:
        if one.name not in found.placed:
            continue
        if not one.strong and (
            (number not in near and one.name in found.shaped) or (one.lower and one.name in found.words)
        ):
            continue  # the writer gives this name a shape where it is meant
        listed = (
            before is not None and one.head and _AND.fullmatch(gap(text[before.end : one.begin])) is not None
        )
        why, confidence = _grade(one, listed, cfg)
        if why:
            before = one
            out.append(
                ComponentLink(
                    name=one.name,
                    files=found.files(one.name),
                    begin=one.begin,
                    end=one.end,
                    why=f"{why}: {text[one.begin : one.end]}",
                    confidence=confidence,
                    written=one.shape in ("path", "code"),
                )
            )
    return out


def _grade(one: Sighting, listed: bool, cfg: AlignConfig) -> tuple[str, float]:
    """Why a sighting counts and how surely; `` where it does not."""
    if one.shape:
        said = {
            "path": "path as written",
            "code": "written as code",
            "camel": "component name",
            "role": "named as a part",
            "cap": "component name",
        }
        return said[one.shape], cfg.written_confidence if one.shape in (
            "path",
            "code",
            "camel",
        ) else cfg.named_confidence
    if not one.lower:
        return (
            ("component name at the beginning", cfg.named_confidence)
            if one.opening and one.head
            else ("", 0.0)
        )
    if one.last - one.first >= 2:
        return "component name in plain words", cfg.plain_confidence
    if one.definite:
        return "component as a definite noun", cfg.plain_confidence
    return ("next in a list of components", cfg.plain_confidence) if listed else ("", 0.0)


def _shaped(text: str, found: ComponentMap, cfg: AlignConfig) -> list[ComponentLink]:
    """Class names and short forms."""
    out: list[ComponentLink] = []
    words = tokens(text)
    for i, (word, begin, end) in enumerate(words):
        if word in found.classes:
            out.append(
                ComponentLink(
                    name=word,
                    files=found.classes[word],
                    begin=begin,
                    end=end,
                    why=f"class name: {word}",
                    confidence=cfg.written_confidence,
                    written=True,
                )
            )
        full = found.short.get(word.lower())
        if full is not None and word[:1].isupper() and i and words[i - 1][0].lower() in ("the", "this"):
            after = words[i + 1][0] if i + 1 < len(words) and gap(text[end : words[i + 1][1]]) == " " else ""
            if not after or verbish(after) or after.lower() in ROLE:
                why = f"short for {found.spoken(full)}: {word}"
                out.append(
                    ComponentLink(
                        name=full,
                        files=found.folders.below(found.placed[full]),
                        begin=begin,
                        end=end,
                        why=why,
                        confidence=cfg.plain_confidence,
                    )
                )
    return out


def _pronoun(text: str) -> re.Match[str] | None:
    """The pronoun that opens a sentence, after an adverb; behind a clause (`When a user uploads a file, it`)
    it may be anything.
    """
    begin = m.end() if (m := _LEAD.match(text)) else 0
    at = m.end() if (m := _OPENING.match(text, begin)) else begin
    at = m.end() if (m := _ADVERB.match(text, at)) else at
    return _PRONOUN.match(text, at)


def _inherited(
    pronoun: re.Match[str],
    subject: ComponentLink | None,
    meant: tuple[str, frozenset[str]] | None,
    found: ComponentMap,
    cfg: AlignConfig,
) -> ComponentLink | None:
    """What a pronoun stands for: the component (name, files) that its sentence is about, else the one before."""
    if meant is None and subject is None:
        return None
    name, files, why = (
        (subject.name, subject.files, f"{found.spoken(subject.name)} of the sentence before")
        if subject is not None
        else ("", frozenset[str](), "")
    )
    if meant is not None and meant[1] != files:
        name, files = meant
        why = f"{found.spoken(name)}, whose files say what is said of it"
    return ComponentLink(
        name=name,
        files=files,
        begin=pronoun.start(1),
        end=pronoun.end(1),
        why=f"{pronoun[1]} = {why}",
        confidence=cfg.pronoun_confidence,
    )
