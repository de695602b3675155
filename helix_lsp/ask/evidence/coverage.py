"""Which slots the evidence speaks of. A slot is covered when one place holds all words of its label, or of
one of its aliases.

Four slots are structural: definition (a place defines what is asked), repo_mapping (code), verification (a
test), failure_path (a place that raises, rejects or handles an error). Only hard slots count in `ratio`; soft
ones are reported (I6).
A place that a later pass adds can cover a slot and none can uncover one, so `ratio` never falls.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.evidence.gate import Judged
from helix_lsp.ask.evidence.way import asked_way
from helix_lsp.ask.question.address import asked_address
from helix_lsp.ask.question.question import ASKING, Question
from helix_lsp.ask.slots import HardSlot, SoftSlot, slot_id
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.reading.likeness import Likeness
from helix_lsp.search.reading.read import Reading, read, tests_behind, without_echoes
from helix_lsp.search.search import Results
from helix_lsp.text.words import STOP_WORDS, terms

_FAILURE = frozenset(
    t
    for word in "error errors exception raise raises throw throws fail fails failure reject rejects panic abort catch except".split()
    for t in terms(word)
)


class Covered(msgspec.Struct, frozen=True, kw_only=True):
    """A slot and the place that covers it; `path` is empty when none does."""

    id: str
    label: str
    hard: bool
    source: str
    path: str
    line: int

    @property
    def covered(self) -> bool:
        """True when a place speaks of it."""
        return bool(self.path)


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """In the order hard, soft. `ratio` is the share of hard slots that are covered; 1 when there are none."""

    slots: tuple[Covered, ...]
    ratio: float

    @property
    def missing(self) -> tuple[str, ...]:
        """Ids of hard slots without evidence."""
        return tuple(s.id for s in self.slots if s.hard and not s.covered)

    @property
    def met_by_kind(self) -> frozenset[str]:
        """Ids of hard slots that are met by what sort of place there is, and that no word of an answer could
        meet.
        """
        return frozenset(
            s.id for s in self.slots if s.hard and s.covered and s.id.replace("-", "_") in _STRUCTURAL
        )

    @property
    def spoken(self) -> tuple[str, ...]:
        """Labels of slots with evidence, hard ones first: what an answer should speak of."""
        return tuple(dict.fromkeys(s.label for s in self.slots if s.covered))

    @property
    def wanting(self) -> tuple[str, ...]:
        """Labels of slots without evidence, hard ones first: what a further pass looks for."""
        return tuple(s.label for s in self.slots if not s.covered)


def cover(
    hard: tuple[HardSlot, ...], soft: tuple[SoftSlot, ...], hits: tuple[Hit, ...], snapshot: Snapshot
) -> Coverage:
    """Looks at the places of the hits, best first; the first that covers a slot is named."""
    states = [_covered(s, True, hits, snapshot) for s in hard]
    states += [_covered(s, False, hits, snapshot) for s in soft]
    met = sum(s.covered for s in states if s.hard)
    return Coverage(slots=tuple(states), ratio=round(met / len(hard), 6) if hard else 1.0)


def _covered(slot: HardSlot | SoftSlot, hard: bool, hits: tuple[Hit, ...], snapshot: Snapshot) -> Covered:
    test = _STRUCTURAL.get(slot.id.replace("-", "_")) or _worded(slot)
    for hit in hits:
        for place, held in zip((hit.place, *hit.more), (hit.terms, *hit.more_terms), strict=False):
            if test(
                hit, held | frozenset(terms(f"{place.path.replace('/', ' ')} {place.qualified}")), snapshot
            ):
                return Covered(
                    id=slot.id,
                    label=slot.label,
                    hard=hard,
                    source=slot.source,
                    path=place.path,
                    line=place.start_line,
                )
    return Covered(id=slot.id, label=slot.label, hard=hard, source=slot.source, path="", line=0)


def _worded(slot: HardSlot | SoftSlot) -> Callable[[Hit, frozenset[str], Snapshot], bool]:
    wanted = [w for text in (slot.label, *slot.aliases) if (w := _content(text))]

    def holds(_hit: Hit, held: frozenset[str], _snapshot: Snapshot) -> bool:
        return any(w <= held for w in wanted)

    return holds


def _content(text: str) -> frozenset[str]:
    found = frozenset(t for t in terms(slot_id(text).replace("-", " ")) if t[0] != "=")
    return frozenset(t for t in found if t not in STOP_WORDS) or found


def _definition(hit: Hit, _held: frozenset[str], _snapshot: Snapshot) -> bool:
    return any(f.name == "defines" and f.value > 0 for f in hit.why.features) or (
        hit.place.section >= 0 and hit.place.named > 0
    )


def _code(hit: Hit, _held: frozenset[str], snapshot: Snapshot) -> bool:
    entry = snapshot.file(hit.place.path)
    return entry is not None and entry.surface.kind == "code" and not entry.surface.test


def _test(hit: Hit, _held: frozenset[str], snapshot: Snapshot) -> bool:
    entry = snapshot.file(hit.place.path)
    return entry is not None and entry.surface.test


def _failure(_hit: Hit, held: frozenset[str], _snapshot: Snapshot) -> bool:
    return not _FAILURE.isdisjoint(held)


_STRUCTURAL: dict[str, Callable[[Hit, frozenset[str], Snapshot], bool]] = {
    "definition": _definition,
    "repo_mapping": _code,
    "verification": _test,
    "failure_path": _failure,
}


# What was found, read for an answer: of the files that the question names, without what only asks, tests
# last.


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
        order = replace(order, units=own, keep=lambda path: path in inside)
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
