"""Lines that give a value to what is asked: an assignment, a default, a key of configuration, a documented
number.

Read in the units that reading ranked. A line is weighed by the question's words that are in it, in the
comment above it, in the name of what holds it, and by whether its value is of the sort asked for (a time, a
version, a number). Deterministic; cost linear in these units.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import fsum

import msgspec
from msgspec.structs import replace

from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.units import CI, trade_terms
from helix_lsp.search.reading.value_line import (
    LONGEST,
    VERSION_TEXT,
    Sort,
    asked_units,
    in_examples,
    is_in_a_case,
    is_message,
    is_of_sort,
    listed,
    lists_values,
    parents,
    referred_key,
    sort_of,
    tells_value,
)
from helix_lsp.search.reading.wanted import WantedWords, owner_of
from helix_lsp.text.positions import lines_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem, word_terms

_UNITS = 400
_ABOVE = 6
_COMMENT = regex(r"\s*(?:#|//|/?\*|--|;|\"\"\")")
_BOUND = regex(
    r"\b(?:oldest|newest|minimum|maximum|lowest|highest|at (?:least|most)|(?:newer|older) than)\b", re.I
)
_RECORD = regex(
    r"(?:^|/)(?:changes?(?:[._-]|\Z)|changelog|history|news|releases?|release-notes|whatsnew|upgrad)|"
    r"(?:^|/)(?:migrat(?:e|ions?)/v?\d|schema\.(?:rb|sql|prisma)\Z)|\.proto\Z"  # columns and numbers of fields configure nothing
)
_DERIVED = regex(r"(?:^|/)(?:dist|build|_?examples?|sandbox)/")
_NEEDED = regex(  # beside a bound on a version they say only that it is needed
    r"\b(?:builds?|runs?|works?|compiles?|need(?:s|ed)?|require[sd]?|supports?|have|has|install(?:ed)?|releases?|versions?)\b",
    re.I,
)
_UNSET = regex(
    r"\b(?:if|when|unless) (?:i|you|we|one|nobody|nothing)\b[^?.,]{1,60}|\bout of the box\b|\bby (?:default|itself)\b|\bdo i have to have\b|"
    r"\bbefore it gives? up\b|\bin this project\b",
    re.I,
)
_MEASURE = regex(r"\bhow (?:long|many|much|often|big|large|far|old|high|deep|wide)\b", re.I)
_SEVERAL = regex(
    r"\b(?:wh?ich|what|list|all)\b(?: \w+){0,3}? (?:versions|releases|platforms|systems|targets|architectures|images)\b",
    re.I,
)
_NO_WORDS: frozenset[str] = frozenset()
_SUBJECT = 0.4
_SURE = 0.5
_READ = 0.15
_MOST_READ = 4
_NAME, _CLOSE, _PATH = 0.7, 0.85, 0.5
_OTHER_SORT = 0.45
_NO_BOUND = 0.5
_OWNED = 0.5
_ONE_OF_SEVERAL = 0.7
_TOLD_LESS = 0.9
_IN_A_CASE = 0.6
_ITEM = regex(r"\s*(?:[-*+|]|\d{1,3}[.)]|-{1,2}\w[\w-]*)\s|\s*--\w")
_COUNTER = regex(  # where a computation begins, no setting
    r"\s+(?:(?:let|var|auto|int|my|local|mut|size_t)\s+){0,2}[A-Za-z_]\w*\s{0,4}:?=\s{0,4}"
    r"(?:-?[01]|\"\"|''|nil|None|null|\[\]|\{\}|true|false|True|False);?\s*\Z|.{0,80}\.(?:setdefault|get|fetch)\([^,()]{1,60},\s?[01]\);?\s*\Z"
)
_LEAST_SIGN = regex(
    r">=|\^ ?\d|~> ?\d|\brequires?\b|\bminimum\b|\bat least\b|\bor (?:newer|later|higher|above)\b|\d\+|\bengines\b|\brust-version\b|^go \d",
    re.I,
)


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """A line (from 1) of a file that gives a value; `share` is the weight of the question's words about it,
    0..1 and a little above.
    """

    path: str
    line: int
    unit: Unit | None  # none where a name was followed to its definition
    text: str
    share: float
    words: frozenset[str]  # those of the question that it is about
    rarest: bool
    fits: bool  # the value is of the sort asked for
    told: bool  # a sentence of a document or a comment, no assignment
    rank: int  # of its unit, from 0
    own: bool  # the line itself holds a word of the question, not only what is around it

    @property
    def order(self) -> tuple[float, int, str, int]:
        """The total order of settings (I7)."""
        return (-round(self.share, 6), self.rank, self.path, self.line)


def settings(
    reading: Reading,
    question: str,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    skip: frozenset[str] = frozenset(),
) -> tuple[Setting, ...]:
    """Settings that hold some of the question's words, best first; `skip` are words of the question that the
    line need not have.
    """
    wanted, sort = reading.wanted, sort_of(question)
    bound = (
        _BOUND.search(question) is not None
    )  # a list of what is tried says nothing of the least that is needed
    bounds = (
        frozenset(
            w
            for pattern in (_BOUND, _NEEDED)
            for m in pattern.finditer(question)
            for w in word_terms(m[0])
            if w in wanted.values
        )
        if bound and sort == "version"
        else _NO_WORDS
    )
    several = _SEVERAL.search(question) is not None
    skip |= {stem("default")} | {
        w for pattern in (_UNSET, _MEASURE) for m in pattern.finditer(question) for w in word_terms(m[0])
    }
    units = frozenset(stem(unit.lower()) for unit in asked_units(question))
    read = [(p.window.path, p.window.first, p.window.last) for p in reading.passages[:_MOST_READ]]
    lines: dict[str, list[str]] = {}
    examples: dict[str, frozenset[int]] = {}
    found: dict[tuple[str, int], Setting] = {}
    for rank, (candidate, _) in enumerate(reading.units[:_UNITS]):
        path, unit = candidate.path, candidate.unit
        entry = snapshot.file(path)
        if entry is None or _passed_over(path, entry):
            continue
        if path not in lines:
            lines[path] = lines_of(texts(path) or b"")
            examples[path] = in_examples(lines[path]) if entry.surface.kind == "docs" else frozenset()
        document = entry.surface.kind == "docs"
        around = _of(f"{unit.qualifier} {unit.name}", wanted)
        placed = (
            wanted.held(wanted.stands.keys() & {*word_terms(path), *trade_terms(path)})
            if entry.surface.kind == "config"
            else {}
        )
        config = entry.surface.kind == "config"
        tried = bound and bool(
            CI & trade_terms(path) - wanted.values.keys()
        )  # what is tried is not what is needed
        for setting in _of_unit(
            path,
            unit,
            lines[path],
            examples[path],
            document,
            config,
            around,
            placed,
            wanted,
            sort,
            skip,
            bounds,
            units,
            bound=bound,
        ):
            key = (path, setting.line)
            near = any(p == path and first <= setting.line <= last for p, first, last in read)
            fewer = (
                _ONE_OF_SEVERAL
                if several and not setting.told and not lists_values(lines[path], setting.line - 1)
                else 1.0
            )
            fewer *= _NO_BOUND if tried else 1.0
            weighed = replace(setting, rank=rank, share=fewer * setting.share + (_READ if near else 0.0))
            if key not in found or weighed.share > found[key].share:
                found[key] = weighed
    ordered = tuple(sorted(found.values(), key=lambda s: s.order))
    return _owned_first(ordered, owner_of(question) & wanted.values.keys())


def _owned_first(ordered: tuple[Setting, ...], owner: frozenset[str]) -> tuple[Setting, ...]:
    """The values of the thing that the question asks about before those of others, which only share its verb:
    where one is, it says so itself, or is below its name.
    """
    if not owner or not ordered:
        return ordered
    least = _OWNED * max(s.share for s in ordered)
    owned = [s for s in ordered if s.fits and owner <= s.words and s.share >= least]
    return (*owned, *(s for s in ordered if s not in owned)) if owned else ordered


def gives_value(
    reading: Reading, question: str, snapshot: Snapshot, texts: Callable[[str], bytes | None]
) -> bool:
    """True where a value is asked for and one line, in words of the question, surely gives it."""
    if reading.wanted.kind != "value":
        return False
    best = next(iter(settings(reading, question, snapshot, texts)), None)
    return best is not None and best.fits and best.own and not best.told and best.share >= _SURE


def _passed_over(path: str, entry: FileEntry) -> bool:
    """Tests and examples set values of their own (what configures a test run does not), records tell old
    ones, what is derived repeats.
    """
    surface = entry.surface
    if (
        surface.vendored
        or surface.generated
        or entry.generated
        or _RECORD.search(path.lower())
        or _DERIVED.search(path)
    ):
        return True
    return (surface.test or surface.example) and surface.kind != "config"


def _of_unit(
    path: str,
    unit: Unit,
    lines: list[str],
    examples: frozenset[int],
    document: bool,
    indented: bool,
    around: dict[str, float],
    placed: dict[str, float],
    wanted: WantedWords,
    sort: Sort,
    skip: frozenset[str],
    bounds: frozenset[str],
    units: frozenset[str],
    *,
    bound: bool,
) -> list[Setting]:
    out: list[Setting] = []
    whole = fsum(v for w, v in wanted.values.items() if w not in skip) or 1.0
    others = fsum(v for w, v in wanted.values.items() if w not in bounds)
    for at in range(unit.start_line - 1, min(unit.end_line, len(lines))):
        line = lines[at]
        comment = document or _COMMENT.match(line) is not None
        lists = indented and not comment and not bound and lists_values(lines, at)
        refers = indented and not bound and referred_key(line) != ""
        if (
            len(line) > LONGEST
            or at in examples
            or not (lists or refers or tells_value(line, told=comment))
            or (unit.kind == "def" and _COUNTER.match(line))
            or (not indented and is_message(line))
        ):
            continue
        own = _of(line, wanted)
        near: dict[str, float] = {}
        if comment:
            for other in (at - 1, at + 1):
                apart = (
                    _ITEM.match(lines[max(other, at)]) if 0 <= other < len(lines) else None
                )  # an item of a list speaks for itself
                if (
                    unit.start_line - 1 <= other < min(unit.end_line, len(lines))
                    and lines[other].strip()
                    and not apart
                ):
                    _add(near, _of(lines[other], wanted), _CLOSE)
        else:
            for up in range(at - 1, max(at - _ABOVE, unit.start_line - 2), -1):
                if not _COMMENT.match(lines[up]):
                    break
                _add(near, _of(lines[up], wanted), _CLOSE)
        every = dict(own)
        _add(every, near, 1.0)
        _add(every, around, _NAME)
        _add(every, placed, _PATH)
        if indented:
            for above in parents(lines, at):
                _add(
                    every,
                    wanted.held(wanted.stands.keys() & {*word_terms(above), *trade_terms(above)}),
                    _NAME,
                )
        if not own and not near:
            continue
        signed = _LEAST_SIGN.search(line) is not None
        if (
            signed
            and fsum(wanted.values[w] * sure for w, sure in every.items() if w not in bounds)
            >= _SUBJECT * others
        ):
            _add(every, dict.fromkeys(bounds, 1.0), 1.0)  # `>=3.9` and `go 1.25` say that this is the least
        idle = skip | units if comment else skip  # `for 90 seconds` of a sentence is a unit, and no subject
        share = fsum(wanted.values[w] * sure for w, sure in every.items() if w not in idle) / whole
        words = frozenset(w for w, sure in every.items() if w not in skip and sure >= _NAME)
        fits = (
            refers
            or is_of_sort(line, sort)
            or (signed and sort == "version" and VERSION_TEXT.search(line) is not None)
            or (lists and sort == "version" and VERSION_TEXT.search(listed(lines, at)) is not None)
        )
        share *= 1.0 if fits else _OTHER_SORT
        share *= _NO_BOUND if bound and sort == "version" and not signed else 1.0
        share *= (
            _TOLD_LESS
            if comment
            else _IN_A_CASE
            if not indented and is_in_a_case(lines, at, unit.start_line - 1)
            else 1.0
        )
        out.append(
            Setting(
                path=path,
                line=at + 1,
                unit=unit,
                text=line,
                share=share,
                words=words,
                rarest=wanted.rarest in every,
                fits=fits,
                told=comment,
                rank=0,
                own=bool(own),
            )
        )
    return out


def _of(text: str, wanted: WantedWords) -> dict[str, float]:
    return wanted.held(wanted.stands.keys() & set(word_terms(text)))


def _add(into: dict[str, float], held: dict[str, float], sure: float) -> None:
    for word, value in held.items():
        if value * sure > into.get(word, 0.0):
            into[word] = value * sure
