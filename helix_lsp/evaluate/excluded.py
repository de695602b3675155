"""What quotes the questions is not evidence: the gold file itself, what it excludes, and test packs that hold
the questions word for word.

A pack is looked for only among the candidates of each question, because only there can it take a place. A
file that the gold file names as the answer stays. See design-decisions.md#quoted-questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import msgspec

from helix_lsp.evaluate.gold import GoldFile
from helix_lsp.ide.mentions import View
from helix_lsp.search.question.query import read_query
from helix_lsp.search.question.word_forms import weigh
from helix_lsp.text.paths import matches_glob


class Excluded(msgspec.Struct, frozen=True, kw_only=True):
    """A file that is not a candidate, and why in words."""

    path: str
    reason: str


def excluded(
    view: View, gold: GoldFile, own: str, compared: str, check: Callable[[], None]
) -> tuple[Excluded, ...]:
    """In the order of their paths; `own` and `compared` are the paths in the workspace of the gold file and of the
    evaluation that this one is compared with, empty when they lie outside.
    """
    found: dict[str, str] = {}
    for path in view.snapshot.paths():
        glob = next((g for g in gold.exclude if matches_glob(path, g)), None)
        if path == own:
            found[path] = "the gold file"
        elif path == compared:
            found[path] = "the evaluation it is compared with"
        elif glob is not None:
            found[path] = f"the gold file excludes {glob}"
    answers = {target.path for query in gold.queries for target in query.targets}
    for path, count in _packs(view, gold, frozenset(found) | answers, check):
        found[path] = f"quotes {count} of the questions"
    return tuple(Excluded(path=path, reason=found[path]) for path in sorted(found))


def _packs(
    view: View, gold: GoldFile, settled: frozenset[str], check: Callable[[], None]
) -> list[tuple[str, int]]:
    """(path, questions quoted) of the files that quote enough of them."""
    cfg, search = view.config.evaluate, view.config.search
    texts: dict[str, str] = {}
    quoted: Counter[str] = Counter()
    for query in gold.queries:
        check()
        if len(query.text.split()) < cfg.pack_words or len(query.text) > search.longest_question:
            continue
        words = _folded(query.text)
        weighted = weigh(read_query(query.text, search), view.snapshot, search)
        for path in sorted(
            {hit.path for hit in view.snapshot.match(dict(weighted.terms), search.pool_units)} - settled
        ):
            if path not in texts:
                texts[path] = _folded((view.texts(path) or b"").decode("utf-8", "replace"))
            if words in texts[path]:
                quoted[path] += 1
    return sorted((path, count) for path, count in quoted.items() if count >= cfg.pack_questions)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
