"""Files that hold the question itself, word for word: gold files, test packs, lists of benchmark questions.
They quote it and answer nothing.

A heading of a document that reads like the question is not a quotation: there the answer is below it.
See design-decisions.md#quoted-questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.unit import Unit
from helix_lsp.search.query import Query
from helix_lsp.search.rank import Ranked
from helix_lsp.search.weighting import Weighted

_MOST_FILES = 20
_LONGER = 3  # case folding makes at most three characters of one


def quoting(
    ranked: Sequence[Ranked],
    query: Query,
    weighted: Weighted,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
) -> frozenset[str]:
    """Paths among the best candidates that quote the question. A file is read only when one of its units
    holds all words of it.
    """
    words = _folded(query.text)
    if (
        cfg.demote_quoting == 1
        or query.shape == "issue"
        or query.asked.kind == "error"
        or words.count(" ") < cfg.quoting_words - 1
    ):
        return frozenset()
    own = [t for t, _ in query.terms if t in weighted.rarity and t not in weighted.unknown]
    if len(own) < len(query.terms):
        return frozenset()  # a word that nothing holds: nothing holds the whole
    # what `_folded(text)` would hold as `words`, without folding the white space of whole files
    said = re.compile(r"\s+".join(map(re.escape, words.split())))
    found: set[str] = set()
    for one in ranked[:_MOST_FILES]:
        held = any(_holds(u.unit, own) for u in one.units) and not any(
            says(u.unit.name, words) for u in one.units
        )
        if held and said.search(
            (texts(one.file.path) or b"")[: cfg.exact_bytes].decode("utf-8", "replace").casefold()
        ):
            found.add(one.file.path)
    return frozenset(found)


def says(name: str, words: str) -> bool:
    """True when folded words are in a name; most names are too short to be folded for it."""
    return len(name) * _LONGER >= len(words) and words in _folded(name)


def _holds(unit: Unit, terms: list[str]) -> bool:
    return all(any(term in counts for counts in unit.counts) for term in terms)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?!. ")
