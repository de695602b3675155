"""Text to term frequencies, bounded; and a unit's weighted bag of words, which is what the text index holds
and BM25 counts.

The bag weighs the fields by repetition (name x3, documentation x1.5 rounded up, the rest x1), so that one
index field is enough.
The weights were set by hand. Words are split in Python: tantivy's own regex splitters took six to eight times
as long to build (measured).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice

from helix_lsp.index.units.unit import Terms
from helix_lsp.text.words import term_counts

Counting = Callable[[bytes, int], Terms]  # `count`, or one that remembers
_LONGEST_TEXT = (
    200_000  # bytes of one field of one unit that are read; 60 hand-written lines hold under 10,000
)


def count(text: bytes, most: int) -> dict[str, int]:
    """Term -> frequency of a text, at most `most` different terms (the first ones)."""
    if not text:  # most fields of most units
        return {}
    found = term_counts(text[:_LONGEST_TEXT])
    return found if len(found) <= most else dict(islice(found.items(), most))


def count_names(names: Iterable[str], most: int, counting: Counting = count) -> Terms:
    """Terms of a few names, each name counted once."""
    return counting("\n".join(dict.fromkeys(names)).encode("utf-8", "replace"), most)


def weighted(counts: tuple[Terms, ...]) -> dict[str, int]:
    """Term -> weighted frequency over the five fields."""
    name, qualifier, signature, doc, body = counts
    bag = dict(body)
    for term, n in doc.items():
        bag[term] = bag.get(term, 0) + (3 * n + 1) // 2
    for field in (signature, qualifier):
        for term, n in field.items():
            bag[term] = bag.get(term, 0) + n
    for term, n in name.items():
        bag[term] = bag.get(term, 0) + 3 * n
    return bag


def length_of(counts: tuple[Terms, ...]) -> int:
    """Weighted length: the sum of all weighted frequencies."""
    name, qualifier, signature, doc, body = counts
    plain = sum(body.values()) + sum(signature.values()) + sum(qualifier.values()) + 3 * sum(name.values())
    return plain + sum([(3 * n + 1) // 2 for n in doc.values()])


def bag_text(bag: Mapping[str, int]) -> str:
    """The bag as text for a whitespace tokenizer: every term as often as it weighs."""
    return " ".join([term if n == 1 else " ".join([term] * n) for term, n in bag.items()])
