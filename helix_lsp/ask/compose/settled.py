"""The line that gives the value asked for, first and with what it comes to; and a yes or no where that line,
or a documented sentence, carries it.

The line is in the first sentence as it is written, a constant expression with its result, then the lines
about it. A verdict is said only where `verify.premise` finds that the quoted words settle the question; the
gate asks it again.
"""

from __future__ import annotations

import re
from math import fsum
from typing import NamedTuple

from msgspec.structs import replace

from helix_lsp.ask.compose.constants import constants, told_constants, worth_of
from helix_lsp.ask.compose.material import Material, code, data_of
from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.text.excerpt import MOST_LINES, stretch
from helix_lsp.ask.text.prose import plain
from helix_lsp.ask.text.quote import LiveFile, Quote, line_quote, prose_sentences, quote
from helix_lsp.search.reading.settings import Setting, settings
from helix_lsp.search.reading.value_line import (
    assigned_name,
    lists_values,
    numbers_meant,
    referred_key,
    sort_of,
)
from helix_lsp.search.reading.wanted import owner_of
from helix_lsp.text.arithmetic import worked
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem, word_terms
from helix_lsp.tuning.questions import COMPOSE, READING
from helix_lsp.verify.premise import Premise, asked_number, premise, settled, values_of

_ABOVE, _BELOW = 3, 4
_CANDIDATES = 60
_PASSAGES = 6
_IN_TESTS = regex(r"\b(?:in|by) (?:the |our |its |your )?(?:unit )?tests\b", re.I)
_OF_BOUNDS = frozenset(
    stem(w) for w in "least most max min maximum minimum oldest newest lowest highest default have".split()
)
_HOW_MUCH = regex(r"\bhow (?:often|many|much|long|big|large|wide|high|far|old)\b", re.I)
_DIGIT = regex(r"\d")
_AT_MOST = regex(r"\b(?:how (?:many|much)\b.{1,80}\b(?:at most|max|maximum)|maximum number)\b", re.I)
_BOUND = regex(r"max|most|limit|up to|capac|cap\b|no more", re.I)
_STATED = regex(
    r"\b(?:defaults?|at (?:least|most)|up to|max(?:imum)?|min(?:imum)?|limit(?:ed)?|port|after|every)\b\W{1,4}"
    r"(?:\w+\W{1,3}){0,2}[\"'`(]{0,3}\d",
    re.I,
)
_AS_WELL = 0.95
_MOST_OWNERS = 3
_ASSIGNED = regex(r"\s*(?:export |set |ENV )?([A-Z][A-Z0-9_]{2,60})\s?[=:]")
_SETS = regex(
    r"\b(\w{1,60})\b\s{0,4}(?::[^=,]{0,80})?=(?![=>~])\s*([\w.+-]{1,40}|\"[^\"]{0,40}\"|'[^']{0,40}')"
)
_OF_VALUES = frozenset(stem(w) for w in "default value set exact kept used".split())
_AMOUNTS = frozenset(stem(w) for w in "max maximum default most limit number count total num times".split())
_NUMBERS = regex(r"\d[\d_.,]*")
_SENTENCE = 300


class Values(NamedTuple):
    """`sentences` lead the answer; `open`: each line is there, whether it gives what is asked for is not sure."""

    sentences: tuple[Sentence, ...]
    open: bool = False


_NO_VALUE = Values(())


def value_line(material: Material) -> Values:
    """The sentence that answers a question for a value, or corrects the one it takes for granted; several, each
    with its owner, where the question names none and things of several owners have one as well; empty where no
    line surely does.
    """
    if material.reading is None:
        return _NO_VALUE
    asked = premise(material.question.text) or asked_number(material.question.text)
    if asked is None and material.reading.wanted.kind != "value":
        return _NO_VALUE
    skip = frozenset(word_terms(asked.written)) - {asked.noun} if asked is not None else frozenset[str]()
    found = settings(
        material.reading, material.question.text, material.snapshot, lambda p: data_of(material, p), skip
    )[:_CANDIDATES]
    found = tuple(s for s in (_followed(s, material) for s in found) if "${{" not in s.text)
    if _IN_TESTS.search(material.question.text):
        return _NO_VALUE  # what a test sets configures nothing, and of the product nothing is asked
    if meant := numbers_meant(material.question.text):
        found = tuple(s for s in found if all(re.search(rf"(?<![\w.]){n}(?![\w.])", s.text) for n in meant))
    found = tuple(
        s for s in found if s.words - _OF_BOUNDS
    )  # `max 10 %` alone is about nothing that was asked
    if _HOW_MUCH.search(material.question.text):
        found = tuple(s for s in found if _DIGIT.search(s.text))
    if _AT_MOST.search(
        material.question.text
    ):  # of `how many ... at most` a line without a bound tells nothing
        found = tuple(s for s in found if _BOUND.search(s.text))
    if asked is not None and (said := _affirmed(found, material) or _corrected(asked, found, material)):
        return Values((said,))
    if asked is not None and (not asked.asked or material.reading.wanted.kind != "value"):
        return _NO_VALUE
    if asked is not None:  # what gives another thing a number leads no answer about this one
        found = tuple(s for s in found if values_of(asked, s.text.strip()))
    if exact := _exactly(found, material):
        lines = (_sentence(s, "", material, owned=len(exact) > 1) for s in exact)
        return Values(
            tuple(s if len(exact) == 1 else replace(s, code="", marked=0) for s in lines if s is not None)
        )
    if not found or not _leads(found[0], material.question.text):
        return _NO_VALUE
    several = (found[0], *_rivals(found, material)) if not owner_of(material.question.text) else found[:1]
    lines = (_sentence(s, "", material, owned=len(several) > 1) for s in several)
    sure = found[0].share >= COMPOSE.value_share_sure
    return Values(tuple(s for s in lines if s is not None), open=not sure)


def _leads(setting: Setting, question: str) -> bool:
    """Whether a line is surely enough the value that is asked for."""
    sort = sort_of(question)
    if setting.told and (sort == "any" or (sort == "number" and not _STATED.search(setting.text))):
        return False
    # `port: 25` below `smtp` is not how big a mail may be
    least = COMPOSE.value_share_told if setting.told else COMPOSE.value_share
    return setting.fits and (setting.own or setting.told) and setting.share >= least


def _rivals(found: tuple[Setting, ...], material: Material) -> tuple[Setting, ...]:
    """Settings that fit the question as well as the first one, and give something of another owner another value."""
    first, out = found[0], list[Setting]()
    if first.told or sort_of(material.question.text) == "any":
        return ()
    seen = {_values(first.text): _owner(first, material)}
    for setting in found[1:]:
        near = setting.fits and not setting.told and setting.words == first.words
        near = near and _others(setting) <= _others(first)  # `aws-sdk-php` is not `php`
        owner, given = _owner(setting, material), _values(setting.text)
        if (
            near
            and setting.share >= _AS_WELL * first.share
            and given not in seen
            and owner not in seen.values()
        ):
            seen[given] = owner
            out.append(setting)
    return tuple(out[: _MOST_OWNERS - 1])


def _exactly(found: tuple[Setting, ...], material: Material) -> tuple[Setting, ...]:
    """The lines that set a name of just the words of the question, one for each value, each of another owner."""
    assert material.reading is not None
    asked = material.reading.wanted.values.keys() - _OF_VALUES
    out: dict[tuple[str, ...], Setting] = {}
    for setting in found:
        for name, given in _SETS.findall(setting.text):
            words = {t for t in word_terms(name) if t[0] != "="} - _OF_VALUES
            if not setting.told and words and words == asked:
                out.setdefault((given,), setting)
    return tuple({_owner(s, material): s for s in out.values()}.values())[:_MOST_OWNERS]


def _others(setting: Setting) -> int:
    """How many words of a line the question does not have."""
    return len(set(word_terms(setting.text)) - setting.words)


def _values(line: str) -> tuple[str, ...]:
    return tuple(_NUMBERS.findall(line))


def _owner(setting: Setting, material: Material) -> str:
    """The key path of a line of configuration, the definition around a line of code, else the file."""
    file = material.live.file(setting.path)
    if file is None:
        return setting.path
    line = line_quote(file, file.lines.line_span(setting.line - 1)).span
    for key in file.outline.keys:
        if line.start <= key.span.start < max(line.end, line.start + 1) and "." in key.path:
            return key.path
    if (named := _ASSIGNED.match(file.lines.line_text(setting.line - 1))) is not None:
        return named[1]  # `ADMIN_PORT=3001`
    around = [s for s in file.outline.symbols if s.span.covers(line) and not line.covers(s.span)]
    return min(around, key=lambda s: len(s.span)).qualified if around else setting.path


def _affirmed(found: tuple[Setting, ...], material: Material) -> Sentence | None:
    """The first of the best lines which says that what the question asks about is so."""
    least = max(COMPOSE.premise_share, READING.near_best * max((s.share for s in found), default=0.0))
    for setting in found:
        if (
            setting.share >= least
            and setting.own
            and settled(material.question.text, setting.text.strip()) == "Yes"
        ):
            return _sentence(setting, "Yes", material)
    return None


def _corrected(asked: Premise, found: tuple[Setting, ...], material: Material) -> Sentence | None:
    """The best line that gives what is asked one other value, unless a line as good gives the value of the
    question, or a third one.

    A line that holds no word of the question denies none, whatever is around it.
    """
    speaks = [
        (s, v) for s in found if s.share >= COMPOSE.premise_share and (v := values_of(asked, s.text.strip()))
    ]
    exact = [(s, v[0]) for s, v in speaks if len(v) == 1 and not s.told and _amount_of(asked.noun, s.text)]
    if exact and len({v for _, v in exact}) == 1:
        return _sentence(exact[0][0], "No", material) if exact[0][1] != asked.value else None
    one = [(s, v[0]) for s, v in speaks if len(v) == 1 and s.own]
    if not one or _weight(one[0][0].words, asked, material) < COMPOSE.agrees * max(
        _weight(s.words, asked, material) for s in found
    ):
        return None  # a line without a value speaks of what is asked, and this one of something else
    most = one[0][0].share
    if any(asked.value in v for s, v in speaks if s.share >= COMPOSE.agrees * most):
        return None
    near = [(s, v) for s, v in one if s.share >= READING.near_best * most]
    if any(v != near[0][1] for _, v in near):
        return None
    best = next(
        (s for s, v in one if not s.told and v == near[0][1] and s.share >= COMPOSE.agrees * most), near[0][0]
    )
    return _sentence(best, "No", material)


def _amount_of(noun: str, line: str) -> bool:
    """True for a line that sets the amount of what is counted, and of nothing else: `max_retries` for retries."""
    names = ({t for t in word_terms(name) if t[0] != "="} for name, _ in _SETS.findall(line))
    return any(noun in words and words - {noun} <= _AMOUNTS for words in names)


def _weight(words: frozenset[str], asked: Premise, material: Material) -> float:
    """The weight of these words of the question, without what is counted (`seconds`)."""
    assert material.reading is not None
    counted = frozenset(word_terms(asked.written)) - {asked.noun}
    return fsum(material.reading.wanted.values.get(w, 0.0) for w in words if w not in counted)


def verdict_line(material: Material) -> Sentence | None:
    """A documented sentence that says yes or no to the question, from the passages that were read first."""
    if material.reading is None or material.reading.wanted.kind != "yesno":
        return None
    told: list[tuple[str, Sentence]] = []
    for passage in material.reading.passages[:_PASSAGES]:
        window = passage.window
        file, entry = material.live.file(window.path), material.snapshot.file(window.path)
        if file is None or entry is None or entry.surface.kind != "docs":
            continue
        lines = file.lines
        span = Span(
            lines.line_span(window.first - 1).start,
            lines.line_span(min(window.last, lines.line_count) - 1).end,
        )
        for at in prose_sentences(file, span):
            text = plain(at.cut(file.data))
            if len(text) <= _SENTENCE and (verdict := settled(material.question.text, text)):
                told.append((verdict, Sentence(text=f"{verdict}: {text}", quotes=(quote(file, at, text),))))
    return told[0][1] if told and len({v for v, _ in told}) == 1 else None


def _followed(setting: Setting, material: Material) -> Setting:
    """The definition of the constant that a line assigns, where the repository has exactly one, or the key
    above that it refers to; else the line.
    """
    if key := referred_key(setting.text):
        return _keyed(setting, key, material)
    name = assigned_name(setting.text)
    defined = [d for d in material.snapshot.defined(name) if d.symbol.name == name] if name else []
    if len(defined) != 1 or (file := material.live.file(defined[0].path)) is None or not file.current:
        return setting
    at = file.lines.line_of(defined[0].symbol.name_span.start)
    text = file.lines.line_text(at)
    if not worked(text):
        return setting
    return replace(setting, path=defined[0].path, line=at + 1, unit=None, text=text, fits=True)


def _keyed(setting: Setting, key: str, material: Material) -> Setting:
    """The nearest line of the same file that gives the key a value, a list before one value of it, those
    above first.
    """
    file = material.live.file(setting.path)
    if file is None:
        return setting
    lines = [file.lines.line_text(at) for at in range(file.lines.line_count)]
    gives = [
        at for at, line in enumerate(lines) if line.lstrip(" -").startswith(f"{key}:") and "${{" not in line
    ]
    if not gives:
        return setting
    at = min(
        gives, key=lambda n: (not lists_values(lines, n), n > setting.line - 1, abs(n - setting.line + 1))
    )
    return replace(setting, line=at + 1, text=lines[at])


def _sentence(setting: Setting, verdict: str, material: Material, *, owned: bool = False) -> Sentence | None:
    """The line as it stands, with what it comes to; `owned`: behind whose it is."""
    file, entry = material.live.file(setting.path), material.snapshot.file(setting.path)
    if file is None or entry is None or setting.line > file.lines.line_count:
        return None
    line = line_quote(file, file.lines.line_span(setting.line - 1))
    if not line.text.strip():
        return None
    shown = _about(file, setting)
    named: tuple[Quote, ...] = ()
    if not verdict:  # the line that settles a yes or no stands alone
        around = (shown.start_line, shown.end_line) if shown is not None else (line.start_line,) * 2
        named = constants(line.text, shown.text if shown is not None else "", (line.path, *around), material)
    worth = worth_of(line.text, material.question.text)
    text = f"`{code(line.text)}`{worth}{told_constants(named)}"
    if owned:
        text = f"`{code(_owner(setting, material))}`: {text}"
    return Sentence(
        text=f"{verdict}: {text}" if verdict else text,
        quotes=(line, *named, *((shown,) if shown is not None else ())),
        code=shown.text if shown is not None else "",
        language=entry.language,
        marked=setting.line - shown.start_line + 1 if shown is not None else 0,
    )


def _about(file: LiveFile, setting: Setting) -> Quote | None:
    unit, count = setting.unit, file.lines.line_count
    start, end = (unit.start_line, min(unit.end_line, count)) if unit is not None else (1, count)
    first, last = max(start, setting.line - _ABOVE), min(end, setting.line + _BELOW)
    head = file.lines.line_text(setting.line - 1)
    indent = len(head) - len(head.lstrip())
    if head.rstrip().endswith(":"):  # the items of a list below its key
        first = setting.line
        while last < min(end, first + MOST_LINES - 1) and _is_item(file.lines.line_text(last), indent):
            last += 1
    return stretch(file, start, end, first, last, document=False, marked=setting.line)


def _is_item(line: str, indent: int) -> bool:
    return line.lstrip().startswith("- ") and len(line) - len(line.lstrip()) >= indent
