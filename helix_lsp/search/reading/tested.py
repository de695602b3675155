"""A test stands behind what it tests: its name is a sentence, and the words of that sentence are about another
thing.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.reading.read import Passage
from helix_lsp.text.line_index import lines_of
from helix_lsp.text.words import WORD
from helix_lsp.tuning.compose import COMPOSE

_LEAST = 3  # letters of a name that a test calls


def tests_behind(
    passages: tuple[Passage, ...], snapshot: Snapshot, texts: Callable[[str], bytes | None]
) -> tuple[Passage, ...]:
    """The passages in their order, but each of a test behind those of the definitions that it names, and behind
    all others that come near the best one; scores stay.
    """
    tests = [p for p in passages if _is_test(p, snapshot)]
    if not tests or len(tests) == len(passages):
        return passages
    others = [p for p in passages if not _is_test(p, snapshot)]
    least = passages[0].score - COMPOSE.reading_fall_off
    named = {w for p in tests for w in _words(p, texts)}
    first = [p for p in others if p.score >= least or _last(p.window.unit.name) in named]
    rest = [p for p in passages if p not in first]
    return (*first, *rest)


def _is_test(passage: Passage, snapshot: Snapshot) -> bool:
    entry = snapshot.file(passage.window.path)
    return entry is not None and entry.surface.test


def _last(name: str) -> str:
    """The name without its owner, `` for one that everything holds."""
    last = name.replace("::", ".").rpartition(".")[2]
    return last if len(last) >= _LEAST else ""


def _words(passage: Passage, texts: Callable[[str], bytes | None]) -> frozenset[str]:
    unit = passage.window.unit
    lines = lines_of(texts(passage.window.path) or b"")[unit.start_line - 1 : unit.end_line]
    return frozenset(w for line in lines for w in WORD.findall(line))
