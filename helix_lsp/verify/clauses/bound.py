"""A number with a bound (`at least 16`) against the same number with one there (`length >= 16`)."""

from __future__ import annotations

import re

from helix_lsp.verify.clauses.aligned import CARRIED, Ruled

_BOUND = re.compile(
    r"\b(?P<least>at least|no (?:less|fewer|shorter|smaller|lower) than|minimum of)|"
    r"\b(?P<most>at most|up to|no (?:more|longer|larger|greater|higher) than|maximum of)|"
    r"(?<![<>=!-])(?P<ge>>=)|(?<![<>=!-])(?P<le><=)",
    re.I,
)
_NUMBER = re.compile(r"\s{0,2}(?:a |an |the )?(?P<value>\d[\d_,.]*\d|\d)")

_MOST, _LEAST = re.compile(r"\bmax", re.I), re.compile(r"\bmin(?:imum)?\b", re.I)
_EXTREMES = (
    (re.compile(r"\bthe (?:larger|greater|longer|higher|later|bigger) (?:one )?of\b", re.I), _MOST, _LEAST),
    (re.compile(r"\bthe (?:smaller|lesser|shorter|lower|earlier) (?:one )?of\b", re.I), _LEAST, _MOST),
)


def bounded(sentence: str, text: str) -> Ruled:
    """Against where each bound of the number that the text has is the other one."""
    for larger, one, other in _EXTREMES:
        if larger.search(sentence) and other.search(text) and not one.search(text):
            return Ruled("bound-reverse", "the other one of them is taken in what is cited")
    said, held = _bounds(sentence), _bounds(text)
    for value, sign in said.items():
        if (there := held.get(value)) and sign.isdisjoint(there):
            return Ruled("bound-reverse", f"{value} is bounded from the other side in what is cited")
    return CARRIED


_THAN = re.compile(
    r"\b(?:(?P<less>smaller|less|shorter|fewer|lower)|larger|greater|more|longer|higher) than (?:the )?`?(?P<name>[A-Za-z_]\w*)|"
    r"\b(?:(?P<under>below|under)|above|exceeds?) (?:the )?`(?P<other>\w+)",
    re.I,
)


def sized(said: str, text: str) -> Ruled:
    """Open where code compares the name that something is said to be smaller or larger than, and only the other way."""
    for found in _THAN.finditer(said):
        name = re.escape(found["name"] or found["other"])
        less = bool(found["less"] or found["under"])
        signs = {m[1] == "<" for m in re.finditer(rf"\s([<>])=?\s(?:[\w$]+(?:\.|->|::))*{name}\b", text)}
        signs |= {m[1] == ">" for m in re.finditer(rf"\b{name}\s([<>])=?\s", text)}
        if signs and less not in signs:
            return Ruled(
                "bound-open",
                f"`{found['name'] or found['other']}` is compared the other way in what is cited",
            )
    return CARRIED


def _bounds(text: str) -> dict[str, set[int]]:
    """+1 for a least, -1 for a most, of each number."""
    out: dict[str, set[int]] = {}
    for mark in _BOUND.finditer(text):
        number = _NUMBER.match(text, mark.end())
        if number is not None:
            sign = 1 if mark.lastgroup in ("least", "ge") else -1
            out.setdefault(number["value"].replace("_", "").replace(",", ""), set()).add(sign)
    return out
