"""A definition that a question describes instead of naming it: `who calls the function that kills a child
process?`.

What a definition does is in its name and in the words above it, so these are held against the words of
the question, and the units that reading put first go before others of the same share.
"""

from __future__ import annotations

import re
from math import fsum

from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.index.units.unit import FIELDS, Terms, Unit
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

_DESCRIBES = regex(r"\W*\w+(?:\s+\S+){2,}?\s+(?:that|which|to|for|doing|responsible)\s+(?=\w)", re.I)
_ABLE = frozenset(
    {"function", "method", "constructor", "macro", "class", "struct", "interface", "trait", "property"}
)
_UNITS = 40
# what is called so says nothing of what it does
_SORTS = frozenset(
    stem(w)
    for w in "function method routine helper procedure code class thing bit part piece logic call use import invoke run trigger end".split()
)
_LEAST = 0.4
_DOC = 0.6
_RANK = 0.02  # of share a place in the order of units is worth; chosen by hand
_NAME, _SAID = FIELDS.index("name"), FIELDS.index("doc")


def describes(text: str) -> bool:
    """True where a question says by a clause what the thing does that it asks about."""
    return _DESCRIBES.match(text) is not None


def is_of_the_description(name: str, text: str) -> bool:
    """True for a name that is in the clause: `the helper that normalises exc_info` is not `exc_info`."""
    found = _DESCRIBES.match(text)
    return found is not None and name in text[found.end() :] and name not in text[: found.end()]


def described(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition whose name and documentation hold most of what any of them holds of the question, else
    the one whose text was read first; None where neither is one.
    """
    wanted = reading.wanted
    told: list[tuple[int, Defined, dict[str, float]]] = []
    for rank, (candidate, _) in enumerate(reading.units[:_UNITS]):
        unit = candidate.unit
        found = _defined(candidate.path, unit, snapshot)
        if found is None:
            continue
        named, said = (_held(wanted, unit.counts[field]) for field in (_NAME, _SAID))
        if named:
            told.append(
                (
                    rank,
                    found,
                    {
                        word: max(named.get(word, 0.0), _DOC * said.get(word, 0.0))
                        for word in {**named, **said}
                    },
                )
            )
    total = fsum(wanted.values[word] for word in {word for _, _, every in told for word in every}) or 1.0
    shares = [
        (fsum(wanted.values[word] * sure for word, sure in every.items()) / total - _RANK * rank, -rank, one)
        for rank, one, every in told
    ]
    best = max(shares, key=lambda share: share[:2], default=None)
    return best[2] if best is not None and best[0] >= _LEAST else _read_first(reading, snapshot)


def _read_first(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition of the best passage, where it is one: what it does may be in its body alone."""
    first = next(iter(reading.passages), None)
    return _defined(first.window.path, first.window.unit, snapshot) if first is not None else None


def _defined(path: str, unit: Unit, snapshot: Snapshot) -> Defined | None:
    """What a unit defines, where it can be called or made; nothing of tests, and no method that a language
    calls by itself.
    """
    entry = snapshot.file(path)
    if (
        unit.symbol < 0
        or unit.name.startswith("__")
        or entry is None
        or entry.surface.test
        or entry.surface.example
        or entry.generated
    ):
        return None
    found = next((d for d in snapshot.defined_in(path, unit.name) if d.ordinal == unit.symbol), None)
    return found if found is not None and found.symbol.kind in _ABLE else None


def _held(wanted: WantedWords, counts: Terms) -> dict[str, float]:
    """Words of the question in a field of a unit, without those that say nothing of what a thing does."""
    held = wanted.held(wanted.stands.keys() & counts.keys())
    return {word: sure for word, sure in held.items() if word not in _SORTS}
