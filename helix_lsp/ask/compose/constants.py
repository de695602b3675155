"""The constants that shown lines name, with what they are set to: `if age > MOST_DAYS:` gives no number,
`MOST_DAYS = 14` does. And what the expression of a line comes to.
"""

from __future__ import annotations

import re
from fractions import Fraction

from helix_lsp.ask.compose.material import Material, code, share
from helix_lsp.ask.text.quote import Quote, line_quote
from helix_lsp.search.reading.value_line import asked_units
from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem
from helix_lsp.verify.premise import measured
from helix_lsp.verify.support import support

_KINDS = frozenset({"constant", "variable", "field"})
_MOST = 2
_HOPS = 3  # names that are followed from one constant to the next
_LONGEST = 160  # characters of a line that sets one
_NAME = regex(
    r"(?<![\w.$>:\\-])(?:(?:self|this|static|[A-Za-z]\w*)(?:\.|::|->)){0,2}(_{0,2}[A-Za-z]\w{3,60})(?![\w(])"
)
_SPACES = regex(r"[ \t]{2,}")
_STRING = regex(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_LITERAL = regex(  # behind the name
    r"[\"']?\s{0,20}(?:: ?[^=:\s][^=]{0,60}|[A-Za-z\[][\w.\[\]]{0,30} )?(?::=|=>|[=:, ]) {0,9}(?:[A-Za-z][\w.]{0,40}(?:\(| ?\*))?"
    r" {0,4}[-\"'\d]"
)
_SET_TO = regex(r"(?::=|=>|=|:)\s{0,4}((?:\w+(?:\.|::)){0,3}\w{3,60})[;,]?\s{0,4}\Z")
_BYTES = regex(r"(?:\b|_)(?:[kmg]i?b|bytes?)(?:\b|_)|Bytes", re.I)
_SIZED = regex(r"\d ?[kmgt]i?b\b", re.I)
_SHORT = 2  # `-1` needs no sum
_STEPS = ((Fraction(1024**3), "GiB"), (Fraction(1024**2), "MiB"), (Fraction(1024), "KiB"))
_TIMES = ((Fraction(86_400), "days"), (Fraction(3600), "h"), (Fraction(60), "min"))
_LEAST_PART = Fraction(1, 100)
_SYMBOLS = {
    "nanosecond": "ns", "microsecond": "us", "millisecond": "ms", "ms": "ms", "second": "s", "sec": "s", "minut": "min", "min": "min",
    "hour": "h", "day": "days", "week": "weeks", "byte": "bytes", "kilobyt": "KiB", "kb": "KiB", "kib": "KiB", "kibibyt": "KiB",
    "megabyt": "MiB", "mb": "MiB", "mib": "MiB", "mebibyt": "MiB", "gigabyt": "GiB", "gb": "GiB", "gib": "GiB", "gibibyt": "GiB",
}  # fmt: skip


def constants(line: str, around: str, at: tuple[str, int, int], material: Material) -> tuple[Quote, ...]:
    """The lines that set the constants of a `line`, and of the text `around` it that speak of the question, `at`
    (path, first, last line from 1), in the order in which they are named, at most two.

    A name counts that is set to one literal in the repository, outside tests; what is set to another constant is
    followed.
    """
    out: list[Quote] = []
    path, first, last = at
    named = _NAME.findall(_STRING.sub("", line))
    named += [n for n in _NAME.findall(_STRING.sub("", around)) if share(n, material) > 0]
    for name in dict.fromkeys(named):
        set_in = _set(name, material, _HOPS)
        if set_in is None or (set_in.path == path and first <= set_in.start_line <= last) or set_in in out:
            continue
        out.append(set_in)
        if len(out) == _MOST:
            break
    return tuple(out)


def _set(name: str, material: Material, hops: int) -> Quote | None:
    """The line that sets a constant to a literal; None where none does, or two say different things."""
    bare = name.lstrip("_")
    defined = [
        d
        for d in material.snapshot.defined(name)
        if d.symbol.name == name and d.symbol.kind in _KINDS and not _aside(d.path, material)
    ]
    spelled = bare[:1].isupper() or bare.lower().startswith("default")
    if not defined or not (spelled or all(d.symbol.kind == "constant" for d in defined)):
        return None
    lines: list[Quote] = []
    for one in defined:
        file = material.live.file(one.path)
        if file is None or not file.current:
            return None
        lines.append(line_quote(file, one.symbol.name_span))
    line = lines[0]
    if len({" ".join(q.text.split()) for q in lines}) > 1 or len(line.text) > _LONGEST:
        return None
    at = line.text.find(name)
    if _LITERAL.match(line.text, at + len(name)):
        return line
    further = _SET_TO.search(line.text)
    return (
        _set(re.split(r"\.|::", further[1])[-1], material, hops - 1) if further is not None and hops else None
    )


def told_constants(named: tuple[Quote, ...]) -> str:
    """`, with `MOST_DAYS = 14``, `` for none."""
    lines = [f"`{code(_SPACES.sub(' ', q.text))}`" for q in named]
    return f", with {' and '.join(lines)}" if lines else ""


def _aside(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is None or entry.surface.test or entry.surface.example or entry.generated


def worth_of(line: str, question: str) -> str:
    """What the value of a line comes to, also in the unit that the question wants; `` where the line says it itself."""
    worth = _worth(line)
    return worth + _in_asked_unit(line, worth, question)


def _worth(line: str) -> str:
    """What the one expression of a line comes to: `: 33,554,432 = 32 MiB`; `` where nothing has to be worked
    out.
    """
    sums = [w for w in worked(line) if not w.plain]
    if len(sums) != 1:
        return ""
    value, unit = sums[0].value, sums[0].unit
    if unit:
        told = [f"{_figure(value)} s"] if value.denominator == 1 or value < 1 else []
        told += [
            f"{_figure(value / step)} {name}"
            for step, name in _TIMES
            if value >= step and (value / step).denominator == 1
        ][:1]
        return f": {' = '.join(told)}" if told else ""
    if value.denominator != 1:
        return ""
    if value < 0 or len(sums[0].written) <= _SHORT:
        return ""
    named = (
        _BYTES.search(line) is not None and _SIZED.search(line) is None
    )  # a size that the line tells itself is not told again
    sized = (
        next(
            (f" = {value // step} {name}" for step, name in _STEPS if value >= step and value % step == 0), ""
        )
        if named
        else ""
    )
    return f": {_figure(value)}{sized}"


def _in_asked_unit(line: str, worth: str, question: str) -> str:
    """The value of a line in the unit that the question wants: `: 5 s`, ` = 16 MiB` behind what it comes to; ``
    where that is said already, or cannot be carried by the line.
    """
    for word in asked_units(question):
        value, symbol = measured(word, line), _SYMBOLS.get(stem(word.lower()))
        if value is None or symbol is None or (value.denominator != 1 and value < _LEAST_PART):
            continue
        told = f"{_figure(value)} {symbol}"
        if told in worth or any(w.lower() in line.lower() for w in (told, f"{_figure(value)} {word}")):
            return ""
        text = f"{worth} = {told}" if worth else f": {told}"
        if support(f"`{code(line)}`{text}", (line,)).supported:
            return text[len(worth) :]
    return ""


def _figure(value: Fraction) -> str:
    return f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):g}"
