"""Everyday words for technical ones: what a person says (`thrown away`) and what code says (`discard`).

Groups stand for one another, one-way lines bring the technical words only, phrases are verbs with their
particle. All words are general English of people who speak about programs; none is taken from a repository or
a set of questions of this project's benches.
"""

from __future__ import annotations

import re
from functools import cache

from helix_lsp.search.question.word_forms import synonyms
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

_OF_CODE = 0.6
_OF_PEOPLE = 0.5
_OF_PHRASE = 0.7
_GROUP = regex(r"\([^()]*\)")
_OBJECT = r"(?: [\w'-]+){0,3}? "  # written `~`: what is put back is between `puts` and `back`


@cache
def _table() -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    groups, one_way, _ = parts_of_text(__package__ or "", "everyday.txt")
    for group in groups[1:]:
        stems = [stem(w) for w in group.split()]
        for word in stems:
            found.setdefault(word, {}).update(dict.fromkeys((s for s in stems if s != word), _OF_PEOPLE))
    for line in one_way[1:]:
        word, _, brought = line.partition(">")
        found.setdefault(stem(word.strip()), {}).update(
            dict.fromkeys((stem(w) for w in brought.split()), _OF_PEOPLE)
        )
    return found


@cache
def _phrases() -> tuple[tuple[str, re.Pattern[str], tuple[str, ...], bool], ...]:
    """(its last word in small letters, pattern, what it means, whether its object may be inside it); a text without that
    word has no need of the pattern.
    """
    lines = [line.partition(" = ") for line in parts_of_text(__package__ or "", "everyday.txt")[2][1:]]
    return tuple(
        (
            _last(said),
            regex(rf"\b(?:{said.replace('~', _OBJECT)})\b", re.I),
            tuple(stem(w) for w in meant.split()),
            "~" in said,
        )
        for said, _, meant in lines
    )


def _last(said: str) -> str:
    """The last word of a phrase, `` where it may be one of several."""
    outside, before = said, ""
    while outside != before:
        outside, before = _GROUP.sub("", outside), outside
    last = re.split("[ ~]", said)[-1]
    return last if last.isalpha() and "|" not in outside else ""


@cache
def everyday() -> frozenset[str]:
    """The stems of all everyday words, those in phrases left out."""
    return frozenset(_table())


@cache
def meant_by(term: str) -> tuple[tuple[str, float], ...]:
    """(other stem, how surely it means the same, 0..1) for a stemmed word, in a fixed order; empty where
    there are none.
    """
    found = {**_table().get(term, {}), **dict.fromkeys(synonyms(term), _OF_CODE)}
    found.pop(term, None)
    return tuple(found.items())


def phrases(text: str) -> tuple[tuple[tuple[str, ...], tuple[tuple[str, float], ...]], ...]:
    """(stems of the words of a phrase, what they mean together) for each phrase of a text."""
    out: list[tuple[tuple[str, ...], tuple[tuple[str, float], ...]]] = []
    low = text.lower() if text.isascii() else ""
    for last, pattern, meant, parted in _phrases():
        if (last in low or not low) and (said := pattern.search(text)) is not None:
            words = [stem(w.lower()) for w in re.findall(r"[A-Za-z]+", said[0])]
            out.append(
                ((words[0], words[-1]) if parted else tuple(words), tuple((m, _OF_PHRASE) for m in meant))
            )
    return tuple(out)
