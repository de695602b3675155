"""A test is behind what it tests: its name is a sentence, and the words of that sentence are about another
thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.read import Passage
from helix_lsp.search.reading.trades import beside_product, role_words
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.line_index import lines_of
from helix_lsp.text.words import WORD
from helix_lsp.tuning.compose import COMPOSE

_HEAD = 4  # lines of a unit in which a mark stands
_MARKED = re.compile(
    r"\s*(?:#\[(?:\w+::)?test\b|@(?:Parameterized)?Test\b|\[(?:Fact|Theory|Test|TestMethod)\b|(?:def|fn|func) test_)"
)
_LEAST = 3  # letters of a name that a test calls


def tests_behind(
    passages: tuple[Passage, ...],
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    wanted: WantedWords,
) -> tuple[Passage, ...]:
    """The passages in their order, but each of a test behind those of the definitions that it names, and behind
    all others that come near the best one, as those of an example, a script or a benchmark that the question does not
    ask for. What they name counts as near.
    """
    held = [(p, _lines(p, texts)) for p in passages]
    tests = [
        (p, lines) for p, lines in held if _is_test(p, lines, snapshot) or _is_aside(p, snapshot, wanted)
    ]
    if not tests or len(tests) == len(passages):
        return passages
    asides = [p for p, _ in tests]
    least = passages[0].score - COMPOSE.reading_fall_off
    named = {w for _, lines in tests for line in lines for w in WORD.findall(line)}
    first = [
        replace(p, score=max(p.score, least))
        for p in passages
        if p not in asides and (p.score >= least or _last(p.window.unit.name) in named)
    ]
    windows = [p.window for p in first]
    return (*first, *(p for p in passages if p.window not in windows))


def _is_test(passage: Passage, lines: list[str], snapshot: Snapshot) -> bool:
    """In a file of tests, in a module of tests inside a file (Rust), or marked as one."""
    entry, unit = snapshot.file(passage.window.path), passage.window.unit
    if entry is None or entry.surface.kind != "code":
        return False
    inside = re.split(r"[.:]+", unit.qualifier.lower())
    return entry.surface.test or "tests" in inside or any(_MARKED.match(line) for line in lines[:_HEAD])


def _is_aside(passage: Passage, snapshot: Snapshot, wanted: WantedWords) -> bool:
    """Code of an example (which shows how a thing is used), a script or a benchmark."""
    entry = snapshot.file(passage.window.path)
    if entry is None or entry.surface.kind != "code":
        return False
    shows = entry.surface.example and wanted.kind != "use"
    role = role_words(passage.window.path, entry.surface) if shows else beside_product(passage.window.path)
    return bool(role) and role.isdisjoint(wanted.values)


def _last(name: str) -> str:
    """The name without its owner, `` for one that everything holds."""
    last = name.replace("::", ".").rpartition(".")[2]
    return last if len(last) >= _LEAST else ""


def _lines(passage: Passage, texts: Callable[[str], bytes | None]) -> list[str]:
    unit = passage.window.unit
    return lines_of(texts(passage.window.path) or b"")[unit.start_line - 1 : unit.end_line]
