"""What was found, read for an answer: of the files that the question names, without what only asks, tests last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from helix_lsp.ask.evidence.gate import Judged
from helix_lsp.ask.evidence.way import asked_way
from helix_lsp.ask.question.address import asked_address
from helix_lsp.ask.question.asking import ASKING
from helix_lsp.ask.question.question import Question
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.echo import without_echoes
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.reading.read import Reading, read
from helix_lsp.search.reading.tested import tests_behind
from helix_lsp.search.search import Results


def read_found(
    question: Question,
    results: Results,
    inside: tuple[str, ...],
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None],
    likeness: Likeness | None,
) -> Reading | None:
    """What was found, read: of the files that the question names alone, where they hold any of it, without text
    that only asks, and tests behind what they test.
    """
    order = results.order
    if order is None:
        return None
    if own := tuple(u for u in order.units if u[0].path in inside):
        order = replace(order, units=own)
    reading = read(order, snapshot, texts, check, question=question.text, likeness=likeness)
    reading = without_echoes(reading, question.text, texts)
    if results.query.wants_tests:
        return reading
    return replace(reading, passages=tests_behind(reading.passages, snapshot, texts, reading.wanted))


def _speaks(reading: Reading, placed: frozenset[str], inside: tuple[str, ...]) -> bool:
    """Whether what was read is in the files that were named and holds a word of the question that is not a piece
    of a path and no word of asking.
    """
    asked = reading.wanted.values.keys() - placed - ASKING
    held = {t for c, _ in reading.units if c.path in inside for counts in c.unit.counts for t in counts}
    return bool(asked & reading.wanted.held(reading.wanted.stands.keys() & held).keys())


def as_named(
    judged: Judged,
    question: Question,
    reading: Reading | None,
    results: Results,
    inside: tuple[str, ...],
    snapshot: Snapshot,
) -> Judged:
    """The judgement, passed where the question names a place or both ends of a way that are here, or a file that
    speaks of the rest.
    """
    if reading is not None and inside and _speaks(reading, results.placed, inside):
        judged = replace(judged, passed=True, reason=f"what was named speaks of it; {judged.reason}")
    if asked_way(question.text, snapshot) is not None:
        judged = replace(judged, passed=True, reason=f"both ends of the way are here; {judged.reason}")
    asked = asked_address(question.text, snapshot)
    if asked is not None and asked.found:
        judged = replace(judged, passed=True, reason=f"the question names {asked.written}; {judged.reason}")
    return judged
