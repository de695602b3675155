"""A yes or no in front of a quotation: carried only where the quoted line itself settles what was asked.

Two ways, both told from the question and the quoted words alone, so that the gate can repeat what a composer
decided. A question that takes a number for granted (`why does it retry 5 times?`) is denied by a line that
gives the same thing one other number. A question that is answered with yes or no is denied or affirmed by a
documented sentence that holds all of its words. Anything else carries no verdict.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

import msgspec

from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, lower_parts, stem, word_terms
from helix_lsp.verify.quantity import quantities

Answer = Literal["Yes", "No", ""]

_LED = regex(r"\A(Yes|No): (?=\S)")
_WHY = regex(r"\A\W*(?:so )?(?:why|how come)\b|,? (?:right|isn't it|doesn't it)\W|[-–—] ?why\W*\Z", re.I)
_TAG = regex(  # `..., isn't it?`
    r",\s*(?:(?:is|are|do|does|did|was|were|has|have|ca|can|wo|should|could)n'?t (?:it|they|he|she|we|you|i)|right|correct|no)\W*\Z",
    re.I,
)
_EACH = regex(r"\b(?:every|once an?|per|an?|one) (second|minute|hour|day|week)\b", re.I)
_NUMBER = regex(r"(?<![\w.$#-])(\d{1,9}(?:\.\d{1,4}){0,2})(?:[ -]?([A-Za-z]{1,20}))?")
_REASONED = regex(
    r"\b(?:by default|out of the box|default|at (?:least|most)|needs?|requires?|only|before|after|every|over|above|up to|stop|builds?|runs?|times|"
    r"lowest|minimum|oldest)\b",
    re.I,
)
UNSET = regex(  # asks for what is so where nothing was set
    r"\bdefault\b|\bout of the box\b|\b(?:if|when|unless) (?:no|none|nothing|nobody|i|you|we|one)\b", re.I
)
_REQUIRED = regex(r"\b(?:needs?|requires?|at least|builds?|built|lowest|minimum|oldest)\b", re.I)
_UNITS = {
    "ms": "time", "second": "time", "sec": "time", "s": "time", "minut": "time", "min": "time", "hour": "time", "day": "time",
    "week": "time", "nanosecond": "time", "microsecond": "time", "millisecond": "time", "kilobyt": "size", "kibibyt": "size",
    "mebibyt": "size", "gibibyt": "size", "megabyt": "size", "gigabyt": "size", "byte": "size", "b": "size", "kb": "size", "mb": "size",
    "gb": "size", "kib": "size", "mib": "size", "gib": "size", "k": "size",
}  # fmt: skip
_MEASURED = _UNITS.keys() - {"s", "b", "k"}
_SCALES = {
    "ms": Fraction(1, 1000), "millisecond": Fraction(1, 1000), "microsecond": Fraction(1, 10**6), "nanosecond": Fraction(1, 10**9),
    "kilobyt": Fraction(1024), "kibibyt": Fraction(1024), "mebibyt": Fraction(1024**2), "gibibyt": Fraction(1024**3),
    "megabyt": Fraction(1024**2), "gigabyt": Fraction(1024**3), "second": Fraction(1), "sec": Fraction(1), "s": Fraction(1),
    "minut": Fraction(60), "min": Fraction(60), "hour": Fraction(3600), "day": Fraction(86400), "week": Fraction(604800),
    "byte": Fraction(1), "b": Fraction(1), "k": Fraction(1024), "kb": Fraction(1024), "mb": Fraction(1024**2), "gb": Fraction(1024**3),
    "kib": Fraction(1024), "mib": Fraction(1024**2), "gib": Fraction(1024**3),
}  # fmt: skip
_GIVES = regex(
    r"(?<![=!<>])(?::=|=>|[=:](?!=))|\bdefaults? (?:is|to|of|value)\b|\bor (?:newer|later|higher)\b|\brequires?\b|\bminimum\b|>=",
    re.I,
)
_OF_BYTES = regex(r"<< ?[1-4]0\b|\b1024\b")
_VERSION = regex(r"(?<![\w.])v?(\d{1,4}(?:\.\d{1,4}){1,3})(?!\w)")
_AMOUNTS = frozenset(
    "max maximum min minimum limit count num number times total size attempts attempt".split()
)
_YES_NO = regex(r"\A\W*(?:is|are|does|do|can|may|must|should|will|was|were|has|have)\b", re.I)
_NOT = regex(r"\b(?:not|never|cannot|no longer|without|unless|except|only|nor?|neither)\b|n't\b", re.I)
_DENIED = regex(
    r"\b(?:(?:do|does|did|is|are|was|were|can|may|must|will)(?: not|n't)|cannot|never|no longer)(?: \w+ly)? (\w+)",
    re.I,
)
_HEDGE = regex(
    r"\b(?:if|when|whether|unless|except|only|some|sometimes|may|might|could|should|would|before|after|until|while|instead|whereas|but|however|"
    r"either|as of|was|were|used to|optional(?:ly)?|than|please|usually|most)\b|[?]",
    re.I,
)
_IDLE = frozenset(
    stem(w)
    for w in "still really ever actually also itself any all automatically here use used get got is are does do can may must "
    "should will was were has have".split()
)
_FEWEST = 3


_STATES = regex(  # of a sentence that is asked about; a line of code gives its value by `_GIVES`
    r"\b(?:is|are|at (?:least|most)|up to|after|every|within|for|of|no (?:more|longer|fewer|less) than) `?\d|\bport `?\d",
    re.I,
)


class Premise(msgspec.Struct, frozen=True, kw_only=True):
    """A number that a question takes for granted: `value` in the base of its `unit` (`time`: seconds, `size`:
    bytes, `` counts `noun`s, `version` is of `noun`); `written` as asked. `asked`: the question is whether it is so;
    `named`: it is the number of one `noun` (`port 8080`).
    """

    value: Fraction
    unit: Literal["time", "size", "version", ""]
    noun: str
    written: str
    asked: bool = False
    named: bool = False


def premise(question: str) -> Premise | None:
    """The one number that a why-question takes for granted; None where there is none or more than one."""
    if not _WHY.search(question) or not (_REASONED.search(question) or UNSET.search(question)):
        return None
    found = list(_NUMBER.finditer(question))
    if not found and (each := _EACH.search(question)) is not None:
        return Premise(value=_SCALES[stem(each[1].lower())], unit="time", noun="", written=each[0])
    if len(found) != 1:
        return None
    match = found[0]
    before = re.findall(r"[A-Za-z+#]+", question[: match.start()][-40:])
    after = stem(match[2].lower()) if match[2] else ""
    kind = _UNITS.get(after)
    if match[1].count(".") < 2 and kind in ("time", "size"):
        scaled = Fraction(match[1]) * _SCALES[after]
        return Premise(value=scaled, unit="time" if kind == "time" else "size", noun="", written=match[0])
    named = before[-1] if before else ""
    if named and (named[0].isupper() or named.lower() == "version") and _REQUIRED.search(question):
        return Premise(value=_version(match[1]), unit="version", noun=named.lower(), written=match[1])
    if "." in match[1]:
        return None
    noun = after if after and after not in STOP_WORDS else ""
    if after == "time":  # `retries 5 times`: the verb is what is counted
        noun = stem(named.lower())
    if not noun and (not after or after in STOP_WORDS) and UNSET.search(question):
        noun = stem(named.lower()) if named.lower() not in STOP_WORDS else ""  # `listen on port 8080`
        return (
            Premise(value=Fraction(match[1]), unit="", noun=noun, written=match[1], named=True)
            if noun
            else None
        )
    return Premise(value=Fraction(match[1]), unit="", noun=noun, written=match[0]) if noun else None


def asked_number(question: str) -> Premise | None:
    """The one number of which a question asks whether it is the value: `is the default timeout 30 seconds?`,
    `does it retry 3 times?`, `it retries 3 times, doesn't it?`; None where there is none or more than one.
    """
    tag = _TAG.search(question)
    question = question[: tag.start()] if tag is not None else question
    found = list(_NUMBER.finditer(question))
    if (
        not (tag is not None or _YES_NO.match(question))
        or _NOT.search(question)
        or len(found) != 1
        or "." in found[0][1]
    ):
        return None
    match = found[0]
    before = [w.lower() for w in re.findall(r"[A-Za-z]+", question[: match.start()])]
    after = stem(match[2].lower()) if match[2] else ""
    kind = _UNITS.get(after)
    if kind in ("time", "size"):
        unit: Literal["time", "size"] = "time" if kind == "time" else "size"
        return Premise(
            value=Fraction(match[1]) * _SCALES[after], unit=unit, noun="", written=match[0], asked=True
        )
    noun = after if after and after not in STOP_WORDS and after != "time" else ""
    told = next((w for w in reversed(before) if w not in STOP_WORDS), "")
    noun = noun or stem(told)
    return (
        Premise(value=Fraction(match[1]), unit="", noun=noun, written=match[0], asked=True) if noun else None
    )


def values_of(asked: Premise, line: str) -> tuple[Fraction, ...]:
    """The values that a line gives to what the premise speaks of, distinct, in reading order; empty where it
    gives none.
    """
    if not _GIVES.search(line) and not (asked.asked and _STATES.search(line)):
        return ()
    if asked.unit == "version":
        if not re.search(rf"(?<![A-Za-z]){re.escape(asked.noun)}(?![A-Za-z])", line, re.I):
            return ()
        return tuple(dict.fromkeys(_version(v) for v in _VERSION.findall(line)))
    if asked.unit:
        return tuple(dict.fromkeys(_measured(asked.unit, line)))
    if any(stem(w) in _MEASURED for w in lower_parts(line)):
        return ()  # `RETRY_DELAY_SECS = 5` counts no retries
    called = (asked.asked or asked.named) and any(stem(w) == asked.noun for w in lower_parts(line))
    if not called and not _counts(asked.noun, line):
        return ()
    given = [w.value for w in worked(line)] or [
        Fraction(q.value) for q in quantities(line) if not q.unit and q.value.lstrip("-").isdigit()
    ]
    return tuple(dict.fromkeys(given))


def _counts(noun: str, line: str) -> bool:
    """Whether a line is about a number of these: it names several (`redirects`), or an amount of them
    (`REDIRECT_LIMIT`), not one kind of them.
    """
    words = lower_parts(line)
    if not any(stem(w) == noun for w in words):
        return False
    return any(stem(w) == noun and w.endswith("s") and not w.endswith("ss") for w in words) or any(
        w in _AMOUNTS for w in words
    )


def _measured(unit: str, line: str) -> list[Fraction]:
    """Times in seconds, sizes in bytes. A plain number has the unit that its line names: `timeout_ms = 500`,
    `in bytes. Defaults to 500`.
    """
    words = word_terms(line)
    out = [w.value for w in worked(line) if (w.unit == "s" and unit == "time")]
    if out:
        return out
    named = [w for w in words if _UNITS.get(w) == unit and len(w) > 1]
    sums = [w.value for w in worked(line) if not w.plain and not w.unit]
    if unit == "size" and sums and (named or _OF_BYTES.search(line)):
        return sums
    told: list[Fraction] = []
    for match in _NUMBER.finditer(line):
        after = stem(match[2].lower()) if match[2] else ""
        if _UNITS.get(after) == unit and match[1].count(".") < 2:
            told.append(Fraction(match[1]) * _SCALES[after])
    if told or len(set(named)) != 1:
        return told
    return [w.value * _SCALES[named[0]] for w in worked(line) if w.plain]


def _version(text: str) -> Fraction:
    """Major and minor number as one value, for comparison."""
    parts = [*text.split("."), "0"][:2]
    return Fraction(int(parts[0])) + Fraction(int(parts[1]), 10_000)


def settled(question: str, line: str) -> Answer:
    """The verdict that a quoted line carries on a question, `` for none."""
    if (asked := premise(question)) is not None:
        given = values_of(asked, line)
        return "No" if len(given) == 1 and given[0] != asked.value else ""
    if (checked := asked_number(question)) is not None:
        given = values_of(checked, line)
        if len(given) == 1 and not _NOT.search(line) and not (_STATES.search(line) and _HEDGE.search(line)):
            return "Yes" if given[0] == checked.value else "No"
        if not re.search(rf"(?<!\d){re.escape(checked.written.split()[0])}(?!\d)", line):
            return ""  # words alone say nothing of a number
    return _documented(question, line)


def measured(word: str, line: str) -> Fraction | None:
    """The one value of a line in the unit that a word names (`seconds`, `MiB`); None where the line gives none,
    several, or one in a unit of another sort.
    """
    kind, scale = _UNITS.get(stem(word.lower())), _SCALES.get(stem(word.lower()))
    given = set(_measured(kind, line)) if kind is not None else set[Fraction]()
    return given.pop() / scale if scale is not None and len(given) == 1 else None


def _documented(question: str, sentence: str) -> Answer:
    """A sentence that holds every word of the question, and either denies its verb or denies, limits and
    doubts nothing.
    """
    if (
        not _YES_NO.match(question)
        or _NOT.search(question)
        or len(sentence) > 300
        or "`" in sentence.replace("`", "", 2)
    ):
        return ""
    wanted = [w for w in word_terms(question) if w not in STOP_WORDS and w not in _IDLE]
    held = set(word_terms(sentence))
    if len(wanted) < _FEWEST or not held.issuperset(wanted):
        return ""
    denied = [stem(m[1].lower()) for m in _DENIED.finditer(sentence)]
    if len(denied) == 1 and denied[0] in wanted and len(_NOT.findall(sentence)) == 1:
        return "No"
    if (
        not _NOT.search(sentence)
        and not _HEDGE.search(sentence)
        and len(held - STOP_WORDS) <= 2 * len(wanted) + 2
    ):
        return "Yes"
    return ""


def led(text: str) -> tuple[Answer, str]:
    """(the verdict that a sentence begins with, the rest of it)."""
    match = _LED.match(text)
    if match is None:
        return "", text
    return ("Yes" if match[1] == "Yes" else "No"), text[match.end() :]


def carried(question: str, text: str) -> bool:
    """Whether what follows the verdict of a sentence settles the question that way: a quoted line, or a
    documented sentence behind its title.
    """
    verdict, rest = led(text)
    bare = rest.partition("`: ")[0] if rest.startswith("`") else rest.rpartition("*: ")[2]
    return bool(verdict) and settled(question, bare.strip().strip("`")) == verdict
