"""The door: what was found is read, and the passages that carry the answer come back, best first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.closer import MOST, Looked, closer
from helix_lsp.search.reading.likeness import POOL, Likeness, Near, features, likenesses, line_values, nearest
from helix_lsp.search.reading.places import unit_at
from helix_lsp.search.reading.units import Candidate, beside_product, role_words
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.weights import LEARNED, LEARNED_BASE, LIKENESS, WINDOWS, UnitOrder, dot
from helix_lsp.search.reading.windows import Window, window_at, windows
from helix_lsp.text.positions import lines_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, word_terms
from helix_lsp.tuning.questions import COMPOSE, READING

_UNITS = 60  # .92 of the questions have a right unit among them, .86 among 25
_PASSAGES = 10
_SPEAK = 3  # windows that say whether the question is answered at all
_LONGEST = 900  # characters of a passage that a model of meaning is shown


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A window with its score, comparable inside one reading only. `alike` are the values of its lines, from its first
    on, where a model of meaning gives some.
    """

    window: Window
    score: float
    alike: tuple[float, ...] = ()

    @property
    def order(self) -> tuple[float, str, int, int]:
        """The total order of passages (I7)."""
        return (-round(self.score, 6), self.window.path, self.window.first, self.window.last)


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """`passages` best first, none overlapping another; `units` are the ranked units, best first, with their
    scores.

    `said` and `beside` are the greatest shares of the question, 0..1, that one of the best windows holds with the name
    of its unit, and as words side by side. `meaning` says what became of the model of meaning: `` without one,
    `applied`, or why the order of words stands; `unsought` why it found no places, `` where it looked or there is none.
    """

    wanted: WantedWords
    units: tuple[tuple[Candidate, float], ...]
    passages: tuple[Passage, ...]
    said: float = 0.0
    beside: float = 0.0
    meaning: str = ""
    unsought: str = ""


def by_meaning(reading: Reading | None) -> bool:
    """True where a model of meaning had a say in the order of what was read."""
    return reading is not None and reading.meaning == "applied"


def read(
    order: UnitOrder,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None] = lambda: None,
    *,
    question: str = "",
    likeness: Likeness | None = None,
) -> Reading:
    """The windows of the best units of a search (`Results.order`), ranked; with `likeness` also by how alike
    they and the `question` are.
    """
    wanted, ranked = order.wanted, order.units
    looked, lines = look(order, snapshot, texts, check)
    seen = closer(looked, lines, wanted, check)
    found = [Passage(window=one.window, score=c.score) for one, c in zip(looked, seen, strict=True)]
    found.sort(key=lambda p: p.order)
    best = sorted(seen, key=lambda c: -c.score)[:_SPEAK]
    said, beside = max((c.named for c in best), default=0.0), max((c.beside for c in best), default=0.0)
    if likeness is None:
        return Reading(
            wanted=wanted, units=ranked, passages=tuple(_apart(found, _PASSAGES)), said=said, beside=beside
        )
    by_words = _apart(found, POOL)
    near, unsought = nearest(question, snapshot, likeness, order.keep, check)
    pool = by_words + _beside(by_words, found, near, lambda one: _placed(one, order, snapshot, texts, lines))
    shown = tuple(
        passage_text(w.path, w.unit.name, lines[w.path], w.first, w.last) for w in (p.window for p in pool)
    )
    values, note = likenesses(question, shown, likeness, check)
    if values:
        rows = features([p.score for p in pool], values)
        learned = getattr(likeness, "learned", False)
        weights, base = (LEARNED, LEARNED_BASE) if learned else (LIKENESS, 0.0)
        pool = sorted(
            (replace(p, score=base + dot(weights, row)) for p, row in zip(pool, rows, strict=True)),
            key=lambda p: p.order,
        )
        pool = _by_line(pool[:_PASSAGES], lines, question, likeness, check)
    else:
        pool = by_words
    return Reading(
        wanted=wanted,
        units=ranked,
        passages=tuple(pool[:_PASSAGES]),
        said=said,
        beside=beside,
        meaning=note,
        unsought=unsought,
    )


def _by_line(
    best: list[Passage],
    lines: dict[str, list[str]],
    question: str,
    likeness: Likeness,
    check: Callable[[], None],
) -> list[Passage]:
    """The same passages with the values of their lines."""
    shown = tuple(
        passage_text(w.path, w.unit.name, lines[w.path], w.first, w.last) for w in (p.window for p in best)
    )
    values = line_values(question, shown, likeness, check)
    return [replace(p, alike=v[1:]) for p, v in zip(best, values, strict=True)] if values else best


def _beside(
    pool: list[Passage], found: list[Passage], near: Sequence[Near], placed: Callable[[Near], Window | None]
) -> list[Passage]:
    """The nearest places that are not in the `pool`, which words chose: as the window that words know there, of those
    in `found`, or as it is `placed`, with the score of one that they do not know.
    """
    score = (pool[0].score if pool else 0.0) - READING.near_below
    more: list[Passage] = []
    for one in near:
        if len(more) == READING.near_most:
            break
        if any(_meet(p.window, one.path, one.first, one.last) for p in (*pool, *more)):
            continue
        known = next((p for p in found if _meet(p.window, one.path, one.first, one.last)), None)
        if known is not None and not any(
            _meet(p.window, known.window.path, known.window.first, known.window.last) for p in (*pool, *more)
        ):
            more.append(known)
        elif (window := placed(one)) is not None:
            more.append(Passage(window=window, score=score))
    return more


def _placed(
    near: Near,
    order: UnitOrder,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    lines: dict[str, list[str]],
) -> Window | None:
    """A place that words do not know as a window; None where the file is shorter by now. Adds to `lines`."""
    unit = unit_at(snapshot.units(near.path), near.first, near.last)
    if near.path not in lines:
        lines[near.path] = lines_of(texts(near.path) or b"")
    if unit is None or near.first > len(lines[near.path]):
        return None
    return window_at(near.path, unit, lines[near.path], near.first, near.last, order.wanted)


def _meet(window: Window, path: str, first: int, last: int) -> bool:
    """Whether they share a line."""
    return window.path == path and window.first <= last and first <= window.last


def look(
    order: UnitOrder,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None] = lambda: None,
) -> tuple[list[Looked], dict[str, list[str]]]:
    """(the windows of the best units, best first by each of their features alone; the lines of their files)."""
    wanted, ranked = order.wanted, order.units
    found: list[Looked] = []
    lines: dict[str, list[str]] = {}
    for rank, (candidate, score) in enumerate(ranked[:_UNITS]):
        check()
        path = candidate.path
        if path not in lines:
            lines[path] = lines_of(texts(path) or b"")
        entry = snapshot.file(path)
        document = entry is not None and entry.surface.kind == "docs"
        held = windows(path, candidate.unit, lines[path], score - ranked[0][1], rank, document, wanted)
        found += [
            Looked(window=window, score=dot(WINDOWS, window.features), candidate=candidate) for window in held
        ]
    found.sort(key=lambda one: Passage(window=one.window, score=one.score).order)
    return found[:MOST], lines


def passage_text(path: str, name: str, lines: list[str], first: int, last: int) -> str:
    """A passage as a model of meaning sees it: where it stands, the name of its unit, and its lines."""
    return f"{path} {name}\n" + "\n".join(lines[first - 1 : last])[:_LONGEST]


def _apart(found: list[Passage], most: int) -> list[Passage]:
    """The best passages of which no two share a line."""
    kept: list[Passage] = []
    for passage in found:
        w = passage.window
        if not any(_meet(k.window, w.path, w.first, w.last) for k in kept):
            kept.append(passage)
            if len(kept) == most:
                break
    return kept


# Text that asks is not text that answers: a task file, a set of prompts or an evaluation report that
# repeats the question holds all of its words and says nothing of it.
#
# A heading that asks, with the answer below, is not an echo, nor is a line with an answer on the next one.

_FEWEST = 3  # words of a question that can be told from a phrase
_SAME = 0.8
_LONGER = 1.5
_LONGEST_ECHO = 600  # characters of a line that is read
_ASKS = frozenset("how what why where when which who whose explain describe summarize".split())
_HEADING = regex(r"\s{0,60}(?:#{1,6}\s|=+\s)")
_ITEM = regex(
    r"\s{0,60}(?:[-*+|>]\s|\d{1,3}[.)]\s|[{\[]?\s?[\"'][\w -]{1,40}[\"']\s?:|[\w-]{1,40}:\s?[\"'|>]|[\"'])"
)
_KEYED = regex(r"\s{0,60}(?:[-*+|>{\[\]},]|\d{1,3}[.)]\s|[\"']|[\w -]{1,40}:(?:\s|\Z))")


def without_echoes(reading: Reading, question: str, texts: Callable[[str], bytes | None]) -> Reading:
    """The reading without passages, and units, that only put the question again."""
    asked = _content(question)
    if len(asked) < _FEWEST:
        return reading
    written = WORD.findall(question.lower())
    opens = next((w for w in written if w in _ASKS), written[0])
    kept: list[Passage] = []
    echoes: set[tuple[str, int]] = set()
    for passage in reading.passages:
        path, unit = passage.window.path, passage.window.unit
        if _only_asks(
            lines_of(texts(path) or b""), passage.window, lambda line: _is_echo(line, asked, opens), asked
        ):
            echoes.add((path, unit.ordinal))
        else:
            kept.append(passage)
    if not echoes:
        return reading
    spoken = {(p.window.path, p.window.unit.ordinal) for p in kept}
    units = tuple(u for u in reading.units if (u[0].path, u[0].unit.ordinal) not in echoes - spoken)
    return replace(reading, passages=tuple(kept), units=units)


def _only_asks(
    lines: list[str], window: Window, is_echo: Callable[[str], bool], asked: frozenset[str]
) -> bool:
    """Whether what a window has of the question is in a line that puts it."""
    reach = range(window.first, min(window.last, len(lines)) + 1)
    at = [n for n in reach if is_echo(lines[n - 1])]
    if not at or any(_is_answered(lines, n, min(window.unit.end_line, len(lines))) for n in at):
        return False
    others = frozenset(t for n in reach if n not in at for t in _content(lines[n - 1]))
    return window.line in at or len(others & asked) < len(asked) / 2


def _is_echo(line: str, asked: frozenset[str], opens: str) -> bool:
    """Whether a line puts the question: as one, or as an entry of a list that has the word it opens with."""
    if len(line) > _LONGEST_ECHO or not (
        "?" in line or (_ITEM.match(line) and opens in WORD.findall(line.lower()))
    ):
        return False
    held = _content(line)
    return len(held & asked) >= _SAME * len(asked) and len(held) <= _LONGER * len(asked) + 2


def _is_answered(lines: list[str], at: int, end: int) -> bool:
    """A heading with text below it, or a question of prose with a sentence on the next line."""
    below = next((lines[n] for n in range(at, end) if lines[n].strip()), "")
    if not below or "?" in below:
        return False
    heading = _HEADING.match(lines[at - 1]) is not None
    return heading or not (_ITEM.match(lines[at - 1]) or _KEYED.match(below))


def _content(text: str) -> frozenset[str]:
    return frozenset(t for t in word_terms(text[:_LONGEST_ECHO]) if t not in STOP_WORDS)


# A test is behind what it tests: its name is a sentence, and the words of that sentence are about another
# thing.

_HEAD = 4  # lines of a unit in which a mark stands
_MARKED = regex(
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


# Does what was read answer at all? What the question names and the repository does not have a word for, less how
# much of the question one of the best windows holds, with the name of its unit and as words side by side.
#
# Source: 702 questions that their repository answers and 216 about near things that it does not have, over 108
# repositories: AUC .892 where the repositories of a sixth of the questions were left out; the score of the best unit,
# which decided before, had .847. The gate alone refuses 3 % of the first and 65 % of the second; whole answers refuse
# 18 of the 702 (51 before) and 123 of the 216 (127).


def merit(reading: Reading) -> float:
    """How well what was read speaks for an answer; comparable between questions, higher is better, the same for all
    where nothing was read.
    """
    if not reading.units:
        return -READING.gate_lost
    words = len(reading.wanted.values)
    return (
        READING.gate_said * reading.said
        + READING.gate_beside * reading.beside
        + READING.gate_word * words
        - READING.gate_lost * reading.wanted.lost
        - READING.gate_needed
    )


def answers(reading: Reading) -> bool:
    """True where the merit is that of an answer."""
    return merit(reading) >= 0
