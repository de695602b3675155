"""Text to terms: identifiers are split and also kept whole, words are stemmed.

A *part* is a lower-case stemmed word (`HTTPServer` -> `http`, `server`); a *whole* is the identifier itself, lower-case, behind an
equals sign (`=httpserver`), so that both live in one term space without meeting. A plain lower-case word has no whole.
Source: ranking-study 1.2 (splitting +.035, wholes +.008, stemming +.011 NDCG@10); Snowball English stemmer.
"""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer

WORD = re.compile(r"[^\W\d]\w*|\d+(?:\.\d+)*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_A-Za-z]+")
_LETTERS_OR_DIGITS = re.compile(r"[a-zA-Z]+|\d+")
_LONGEST_PART = 40
_LONGEST_WORD = 200
_stemmer = snowballstemmer.stemmer("english")

STOP_WORDS = frozenset(
    "a an the of to in on for with and or is are was were be been being by from as at it its this that these those how what where "
    "when which who why does do did done can could should would will shall may might must not no into onto than then there here "
    "their they them we you your our i my me he she his her if else so such via per about between within across each any all both "
    "also only same more most other some used uses use using get gets happen happens".split()
)


@lru_cache(200_000)
def stem(word: str) -> str:
    """Snowball stem of a lower-case word; short words, numbers and mixed ones stay as they are."""
    return str(_stemmer.stemWord(word)) if len(word) > 3 and word.isalpha() else word


@lru_cache(200_000)
def split(word: str) -> tuple[tuple[str, ...], str]:
    """(stemmed parts, whole or ``) of one identifier. The whole is `` for a plain lower-case or short word."""
    if word.isascii() and word.islower() and "_" not in word:
        pieces = [word] if word.isalpha() else _LETTERS_OR_DIGITS.findall(word)
    else:
        pieces = _PART.findall(word)
    parts = tuple(stem(p.lower()) for p in pieces if len(p) < _LONGEST_PART)
    keeps_whole = len(parts) > 1 or (word[0].isupper() and len(word) > 2)
    return parts, "=" + word.strip("_").lower() if keeps_whole else ""


@lru_cache(200_000)
def _terms_of(word: str) -> tuple[str, ...]:
    parts, whole = split(word)
    return (*parts, whole) if whole else parts


def terms(text: str) -> list[str]:
    """All terms of a text in reading order: the parts of each word, then its whole."""
    out: list[str] = []
    for word in WORD.findall(text):
        if len(word) <= _LONGEST_WORD:
            out.extend(_terms_of(word))
    return out


def whole(name: str) -> str:
    """The whole-term of a name (`_private_Name` -> `=private_name`), also for names that `terms` would not keep whole."""
    return "=" + name.strip("_").lower()
