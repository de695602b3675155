"""Text as the numbers that a BERT model reads: WordPiece over the uncased English vocabulary.

The steps are those of the BERT paper's reference: control characters go, case and accents are folded,
punctuation and Chinese characters stand alone, and each word becomes the longest known pieces from its left
(`unreadable` is `un ##rea ##dable`); a word without such a division is unknown. `vocabulary.txt` is that of
`bert-base-uncased` (30,522 lines, line n is piece n; Google, Apache-2.0).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from helix_lsp.search.reading.likeness import Unusable

_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
_LONGEST = 100  # characters of a word
_CHINESE = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_SYMBOLS = frozenset("$+<=>^`|~")  # punctuation to BERT, not to Unicode


def token_ids(text: str, most: int, known: Mapping[str, int] | None = None) -> list[int]:
    """The numbers of the pieces of `text` between the marks of its ends; at most `most` in all, cut behind.
    `known` is another vocabulary than that of the extra.
    """
    own, known = known is None, vocabulary() if known is None else known
    out = [known[_FIRST]]
    for word in _words(text):
        out += _pieces(word) if own else _divided(word, known)
        if len(out) >= most - 1:
            break
    return [*out[: most - 1], known[_LAST]]


@cache
def vocabulary() -> dict[str, int]:
    """Number by piece, read once."""
    text = (files(__package__ or "") / "vocabulary.txt").read_text(encoding="utf-8")
    return {piece: at for at, piece in enumerate(text.split("\n")[:-1])}


def read_vocabulary(place: Path) -> dict[str, int]:
    """Number by piece of a `vocab.txt`. Raises `Unusable` for a file that cannot be read or lacks a mark."""
    try:
        lines = place.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Unusable(f"{place.name} cannot be read ({type(error).__name__})") from error
    known = {piece.strip(): at for at, piece in enumerate(lines)}
    if missing := [mark for mark in (_UNKNOWN, _FIRST, _LAST) if mark not in known]:
        raise Unusable(
            f"{place.name} does not have {missing[0]}: it is not a vocabulary, or only a part of one"
        )
    return known


def _words(text: str) -> list[str]:
    folded = "".join(_character(c) for c in text)
    plain = "".join(
        c for c in unicodedata.normalize("NFD", folded) if unicodedata.category(c) != "Mn"
    ).lower()
    return "".join(f" {c} " if _mark(c) else c for c in plain).split()


@lru_cache(4_096)
def _character(c: str) -> str:
    """What a character becomes before case and accents are folded."""
    if c in "\t\n\r" or unicodedata.category(c) == "Zs":
        return " "
    if c == "\ufffd" or unicodedata.category(c) in ("Cc", "Cf", "Cn", "Co", "Cs"):
        return ""
    return f" {c} " if any(low <= ord(c) <= high for low, high in _CHINESE) else c


@lru_cache(4_096)
def _mark(c: str) -> bool:
    return c in _SYMBOLS or unicodedata.category(c)[0] == "P"


@lru_cache(20_000)
def _pieces(word: str) -> tuple[int, ...]:
    return _divided(word, vocabulary())


def _divided(word: str, known: Mapping[str, int]) -> tuple[int, ...]:
    unknown = (known[_UNKNOWN],)
    if len(word) > _LONGEST:
        return unknown
    out: list[int] = []
    start = 0
    while start < len(word):
        prefix = "##" if start else ""
        end = next((e for e in range(len(word), start, -1) if prefix + word[start:e] in known), start)
        if end == start:
            return unknown
        out.append(known[prefix + word[start:end]])
        start = end
    return tuple(out)
