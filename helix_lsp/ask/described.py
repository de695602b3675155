"""A definition that a question describes instead of naming it: `who calls the function that kills a child process?`.

What a definition does stands in its name and in the words above it, so these are held against the words of the question, and the units that reading
put first go before others of the same share.
"""

from __future__ import annotations

import re

from helix_lsp.index.snapshot import Defined, Snapshot
from helix_lsp.index.unit import FIELDS, Terms
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.words import stem

_DESCRIBES = re.compile(r"\W*\w+(?:\s+\S+){2,}?\s+(?:that|which|to|for|doing|responsible)\s+\w", re.I)
_ABLE = frozenset({"function", "method", "constructor", "macro", "class", "struct", "interface", "trait", "property"})
_UNITS = 40
# what is called so says nothing of what it does
_SORTS = frozenset(
    stem(w) for w in "function method routine helper procedure code class thing bit part piece logic call use import invoke run trigger end".split()
)
_LEAST = 0.4
_DOC = 0.6
_RANK = 0.02  # of share a place in the order of units is worth; chosen by hand
_NAME, _SAID = FIELDS.index("name"), FIELDS.index("doc")


def describes(text: str) -> bool:
    """True where a question says by a clause what the thing does that it asks about."""
    return _DESCRIBES.match(text) is not None


def described(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition whose name and documentation hold most of the question; None where none holds enough."""
    wanted = reading.wanted
    total = sum(value for word, value in wanted.values.items() if word not in _SORTS) or 1.0
    best: tuple[float, Defined] | None = None
    for rank, (candidate, _) in enumerate(reading.units[:_UNITS]):
        unit, entry = candidate.unit, snapshot.file(candidate.path)
        if unit.symbol < 0 or entry is None or entry.surface.test or entry.surface.example or entry.generated:
            continue
        found = next((d for d in snapshot.defined_in(candidate.path, unit.name) if d.ordinal == unit.symbol), None)
        if found is None or found.symbol.kind not in _ABLE:
            continue
        named, said = (_held(wanted, unit.counts[field]) for field in (_NAME, _SAID))
        every = {word: max(named.get(word, 0.0), _DOC * said.get(word, 0.0)) for word in {*named, *said}}
        share = sum(wanted.values[word] * sure for word, sure in every.items() if word not in _SORTS) / total - _RANK * rank
        if named and (best is None or share > best[0]):
            best = (share, found)
    return best[1] if best is not None and best[0] >= _LEAST else _read_first(reading, snapshot)


def _read_first(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition of the best passage, where it is one: what it does may stand in its body alone."""
    for passage in reading.passages[:1]:
        unit, entry = passage.window.unit, snapshot.file(passage.window.path)
        if unit.symbol >= 0 and entry is not None and not entry.surface.test:
            found = next((d for d in snapshot.defined_in(passage.window.path, unit.name) if d.ordinal == unit.symbol), None)
            if found is not None and found.symbol.kind in _ABLE:
                return found
    return None


def _held(wanted: WantedWords, counts: Terms) -> dict[str, float]:
    return wanted.held(wanted.stands.keys() & counts.keys())
