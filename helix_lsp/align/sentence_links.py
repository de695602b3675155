"""Which components a sentence speaks of, each with the words that say so.

Source: alignment-study 2.1: a strong sighting, a several-word name, the head of a definite noun phrase, the next member of a list whose
first was taken, a short form (`the UI`), a class name, or a pronoun that opens the sentence and stands for the component before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.component_map import ComponentMap
from helix_lsp.align.sightings import ROLE, Sighting, gap, tokens, verbish
from helix_lsp.config.align import AlignConfig

_AND = re.compile(r"\s*(?:(?:component|module|service|package|layer|library|plugin)s?\b)?\s*(?:,|and|or|, and|, or|&|und|oder)\s*")
_OPENING = re.compile(r"^\s*[A-Z][^,]{0,40},\s*")
_ADVERB = re.compile(r"(?:then|also|additionally|furthermore|moreover|hence|thus)\s+", re.I)
_PRONOUN = re.compile(
    r"(it|they|this (?:component|module|service|package|layer|class))\b(?!\s+is\s+(?:possible|necessary|important|recommended))", re.I
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentLink:
    """Files that a sentence speaks of under one name; `begin` and `end` are characters of its text."""

    name: str
    files: frozenset[str]
    begin: int
    end: int
    why: str
    confidence: float


def sentence_links(found: ComponentMap, cfg: AlignConfig) -> tuple[tuple[ComponentLink, ...], ...]:
    """The links of every sentence, in its reading order."""
    out: list[tuple[ComponentLink, ...]] = []
    subject: ComponentLink | None = None
    for number, sentence in enumerate(found.sentences):
        links = sorted([*_named(number, found, cfg), *_shaped(sentence.text, found, cfg)], key=lambda link: (link.begin, link.name))
        inherited = _inherited(sentence.text, subject, cfg)
        words = tokens(sentence.text)
        early = bool(links) and len(words) > 2 and links[0].begin < words[2][1]
        if inherited is not None and not early:
            links.insert(0, inherited)
            subject = inherited
        elif links:
            subject = links[0]
        elif not sentence.heading:
            subject = None
        out.append(tuple(links))
    return tuple(out)


def _named(number: int, found: ComponentMap, cfg: AlignConfig) -> list[ComponentLink]:
    text, out = found.sentences[number].text, list[ComponentLink]()
    before: Sighting | None = None
    for one in found.sightings[number]:
        if one.name not in found.placed:
            continue
        listed = before is not None and one.head and _AND.fullmatch(gap(text[before.end : one.begin])) is not None
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
                )
            )
    return out


def _grade(one: Sighting, listed: bool, cfg: AlignConfig) -> tuple[str, float]:
    """Why a sighting counts and how surely; `` where it does not."""
    if one.shape:
        said = {"path": "path as written", "code": "written as code", "camel": "component name", "role": "named as a part", "cap": "component name"}
        return said[one.shape], cfg.written_confidence if one.shape in ("path", "code", "camel") else cfg.named_confidence
    if not one.lower:
        return ("component name at the beginning", cfg.named_confidence) if one.opening and one.head else ("", 0.0)
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
                    name=word, files=found.classes[word], begin=begin, end=end, why=f"class name: {word}", confidence=cfg.written_confidence
                )
            )
        full = found.short.get(word.lower())
        if full is not None and word[:1].isupper() and i and words[i - 1][0].lower() in ("the", "this"):
            after = words[i + 1][0] if i + 1 < len(words) and gap(text[end : words[i + 1][1]]) == " " else ""
            if not after or verbish(after) or after.lower() in ROLE:
                why = f"short for {full}: {word}"
                out.append(
                    ComponentLink(
                        name=full, files=found.folders.below(found.placed[full]), begin=begin, end=end, why=why, confidence=cfg.plain_confidence
                    )
                )
    return out


def _inherited(text: str, subject: ComponentLink | None, cfg: AlignConfig) -> ComponentLink | None:
    """The component before, where the sentence opens with a pronoun."""
    if subject is None:
        return None
    at = m.end() if (m := _OPENING.match(text)) else len(text) - len(text.lstrip())
    at += m.end() if (m := _ADVERB.match(text[at:])) else 0
    pronoun = _PRONOUN.match(text, at)
    if pronoun is None:
        return None
    return ComponentLink(
        name=subject.name,
        files=subject.files,
        begin=pronoun.start(1),
        end=pronoun.end(1),
        why=f"{pronoun[1]} = {subject.name} of the sentence before",
        confidence=cfg.pronoun_confidence,
    )
