"""A unit: the piece of a file that is found, ranked and cited; and what it is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import msgspec

from helix_lsp.text.positions import Span
from helix_lsp.text.words import term_counts

FIELDS = ("name", "qualifier", "signature", "doc", "body")
UnitKind = Literal["def", "part", "class", "module", "section", "window", "key"]
Terms = Mapping[str, int]
_NEVER: frozenset[str] = frozenset({""})  # nobody has asked yet


class _Remembering:
    """Room for what is worked out from a unit by many questions; no part of what it says."""

    __slots__ = ("_wholes",)

    _wholes: frozenset[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit(_Remembering):
    """One piece of a file.

    `ordinal` counts from 0 in the file. `name` is the definition's or heading's name (`` for module text and
    windows), `qualifier` its containers. `span` covers whole lines, without the last line end, unless another
    unit shares them. Lines count from 1, both inclusive. `symbol` and `section` index the outline, -1 for
    none. `inner` names what is defined inside and is not a unit itself. `counts` holds one read-only term ->
    frequency map for each of FIELDS.
    """

    ordinal: int
    kind: UnitKind
    name: str
    qualifier: str
    span: Span
    start_line: int
    end_line: int
    symbol: int
    section: int
    inner: tuple[str, ...]
    counts: tuple[Terms, ...]

    @property
    def qualified(self) -> str:
        """The name with its containers for a definition, the bare heading or `` for what is none."""
        return f"{self.qualifier}.{self.name}" if self.qualifier and self.symbol >= 0 else self.name

    def naming(self, names: set[str]) -> set[str]:
        """Those of these identifiers (whole-terms, behind `=`) that it holds in any field.

        A unit that is asked again remembers its own: most are asked by one question only, those of a small
        repository by all.
        """
        own = getattr(self, "_wholes", _NEVER)
        if own is None:
            own = frozenset([term for counts in self.counts for term in counts if term[0] == "="])
            object.__setattr__(self, "_wholes", own)
        elif own is _NEVER:
            object.__setattr__(self, "_wholes", None)
            return set[str]().union(*[names.intersection(counts) for counts in self.counts if counts])
        return names & own


class Draft(msgspec.Struct, kw_only=True):
    """A unit before its words are counted. `span` is what the unit covers; `doc` and `body` are bytes; `names` are further names whose words count
    as the unit's own.
    """

    kind: UnitKind
    span: Span
    name: str = ""
    qualifier: str = ""
    signature: str = ""
    doc: bytes = b""
    body: bytes = b""
    symbol: int = -1
    section: int = -1
    inner: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


# Text to term frequencies, bounded; and a unit's weighted bag of words, which is what the text index holds
# and BM25 counts.
#
# The bag weighs the fields by repetition (name x3, documentation x1.5 rounded up, the rest x1), so that one
# index field is enough. The weights were set by hand. Words are split in Python: tantivy's own regex
# splitters took six to eight times as long to build (measured).

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
    return " ".join([term if n == 1 else (term + " ") * (n - 1) + term for term, n in bag.items()])
