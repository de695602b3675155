"""What one line says of a value: whether it gives one, of which sort, and what it is under."""

from __future__ import annotations

import re
from typing import Literal

from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms

Sort = Literal["time", "version", "number", "any"]

LONGEST = 300  # characters of a line that is read
VERSION_TEXT = regex(r"(?<![\w.])[v^~>=< ]{0,4}\d{1,4}(?:\.\d{1,4}){0,3}(?![\w%])")
_KEYED_TEXT = regex(r"""[ \t]*["'][\w.-]{1,60}["'] ?(?::|=>) ?["']""")
_ABOVE = 6
_FAR = 80
_GIVEN = regex(
    r"(?<![=!<>+*/%&^-])(?::=|=>|[=:](?!=))\s*(?:[\"'`^~<>= ]{0,4}v?\.?-?\d|(?:[Tt]ime\.(?!now\b)|timedelta|(?:\w{1,20}::)?Duration|TimeSpan|Period)|"
    r"[\"'][^\"'\n]{1,60}[\"'][,;)}\]]*\s*\Z|"
    r"(?:true|false|True|False|nil|null|None)\b(?!\s*\)))|(?<![=!<>])=(?!=)[^=\n]{1,80}[?|:]\s*\d[\d_]{0,20}\)?;?\s*\Z|"
    r"[=:]\s*[\"']?\$\{\w{1,80}:?[-=]?[\"']?\d|"  # what an environment variable is before
    r"\b\w[\w-]{0,60}[\"']?\s?,\s*\d[\d_]*\)?;?\s*\Z|--[\w-]{2,40}[= ]\d|>\s{0,4}[\d.]{1,12}\s{0,4}</|"
    r"^\s*[\w.-]{2,40}\s+\d+(?:\.\d+)*\s*\Z"
)
_PARAMETER = regex(  # of the head of a function, with a default
    r"\s*(?:async |public |private |protected |static |export ){0,3}(?:def|function|fun|fn|func|constructor)\b.{0,200}\w\s?=\s?"
    r"(?:None|null|nil|[\"'\d-])"
)
_LIST = regex(r"[:=]\s{0,4}\[\s{0,4}[\"']?[\w.~^>=<*-]+[\"']?\s{0,4}[,\]]")
_REFERS = regex(  # to what the file itself gives
    r"^\s{0,80}(?:- )?[\w-]{1,60}:\s{0,4}[\"']?\$\{\{\s{0,4}(?:matrix|env|inputs)\.([\w-]{1,60})\s{0,4}\}\}[\"']?\s{0,4}\Z"
)
_TOLD = regex(
    r"\bdefaults?\b|\bat (?:least|most)\b|\bor (?:newer|later|higher|above)\b|\bminimum\b|\bmaximum\b|\bno (?:more|longer|fewer|less) than\b|"
    r"\bwithin\b|\bup to\b|\brequires?\b|\d\+|\bsupports?\b|\b(?:is|port|after|every|for|to) `?\d|\blistens?\b|\btimes? out\b",
    re.I,
)
_SPREAD = regex(r"\.\.\.[A-Za-z_$]|\*\*[a-z_]\w*[,)}]")
_SWITCHED = regex(
    r"\b(?:defaults?|by default)\b.{0,30}\b(?:disabled|enabled|off|on|none|nil|null|unlimited|infinite|never|unset|no (?:limit|timeout))\b",
    re.I,
)
_AMOUNT = regex(
    r"\d|\b(?:none|nil|null|undefined|unlimited|infinit\w+|never|disabled|off|false|true)\b", re.I
)
_FENCE = regex(r"\s{0,12}(?:```|~~~)")
_BARE = regex(  # a number that no unit of time or share follows
    r"(?<![\w.+])\d[\d_,.]*+(?![\w%]|\s?(?:%|ms|milli|micro|nano|secs?\b|seconds?\b|min(?:ute)?s?\b|hours?\b|days?\b|weeks?\b))"
    r"|0[xX][0-9a-fA-F]|\d\s?[kKmMgG]i?[bB]\b|\d[uUlLfF]{1,3}\d{0,3}\b"
)
_DIGIT = regex(r"\d")
_TIME = regex(
    r"\bhow long\b|\b(?:milli)?seconds?\b|\bminutes?\b|\bhours?\b|\bdays?\b|\bweeks?\b|\btime-?out\b|\bhow old\b",
    re.I,
)
_UNIT = r"((?:nano|micro|milli)?seconds?|minutes?|hours?|days?|weeks?|(?:kilo|mega|giga|kibi|mebi|gibi)?bytes?|[kmg]i?b|ms|secs?|mins?)\b"
_IN_UNITS = regex(
    rf"\bhow many {_UNIT}|\b(?:in|as) {_UNIT}(?=\W*\Z| (?:is|are|does|do|can|may|will)\b)|(?<![\w.])\d[\d.,_]{{0,20}} ?{_UNIT}",
    re.I,
)
_NUMBERED = regex(
    r"\b(?:codes?|status|errors?|exits?(?: with)?|levels?|signals?|types?|phases?|http|answers? with|returns?) `?([2-9]|\d{2,5})\b"
    r"(?![.,]?\d| ?%)",
    re.I,
)
_VERSION = regex(
    r"\b(?:versions?|oldest|newest|newer than|older than)\b|\b(?:minimum|lowest|at least)\b.{0,40}\b(?:version|install|need)|"
    r"\b(?:have|need|require)\b.{0,40}\bat least\W*\Z",
    re.I,
)
_COUNTED = regex(r"\bhow (?:many|much|long|big)\b|\bnumber of\b", re.I)
_NUMBER = regex(
    r"\bhow (?:many|much|big|large|wide|deep|high)\b|\bsize\b|\blimit\b|\bmost\b|\bbytes\b|\bport\b|\bstatus\b",
    re.I,
)
_TIME_WORDS = frozenset(
    "timeout time duration interval delay second sec minut min hour day millisecond ms milli age lifetim ttl expir wait deadlin period week".split()
)
_VERSION_WORDS = regex(
    r"versions?\b|requires?\b|\bneed|engines?\b|_version|\bgo \d|release\b|\bpython\b|\bphp\b|\bnewer\b|\blater\b|\d\+|ver\b",
    re.I,
)
_PLAIN_ITEM = regex(r"\s*- (?:[\"']?[\w.~^>=<*-]+[\"']?\s{0,4}\Z|\{)")
_TABLE = regex(r"\[{1,2}[\w.\"' -]{1,80}\]{1,2}\s*(?:#|\Z)")  # of TOML and INI
_GUARD = regex(r"\s*(?:\}\s*)?(?:if|elif|elsif|else|unless|switch|match|case|when|for|while)\b")
_LOOP = regex(r"\s*(?:\}\s*)?(?:for|foreach|while|until)\b")
_WHERE_UNSET = regex(
    r"\b(?:None|nil|null|undefined|empty|unset|isset|blank|missing|default)\b|!\s?\w|\bnot \w|[=<]=? ?(?:0\b|-1\b|[\"']{2})|< ?1\b",
    re.I,
)
_ASSIGNED = regex(r"(?::=|=>|=|:)\s{0,4}([A-Za-z_][\w.]{2,60})[,;):]{0,3}\s{0,4}\Z")


def asked_units(question: str) -> tuple[str, ...]:
    """The units in which a question wants its value, or gives one (`how many megabytes`, `in ms`, `30 seconds`):
    the value that is found is converted, the word is not looked for.
    """
    return tuple(next(g for g in m.groups() if g) for m in _IN_UNITS.finditer(question))


def numbers_meant(question: str) -> tuple[str, ...]:
    """The numbers of a question that say which thing is meant (`exit code 4`, `status 502`), not how many; 0 and 1 are
    everywhere and say nothing.
    """
    return tuple(dict.fromkeys(_NUMBERED.findall(question)))


def sort_of(question: str) -> Sort:
    """What sort of value a question asks for."""
    if _VERSION.search(question) and _COUNTED.search(question) is None:
        return "version"
    return "time" if _TIME.search(question) else "number" if _NUMBER.search(question) else "any"


def tells_value(line: str, *, told: bool) -> bool:
    """True for a line that gives a value; `told` for one of a document or comment, which says so in words."""
    if told:
        return (_DIGIT.search(line) is not None and _TOLD.search(line) is not None) or "efault" in line
    if _GIVEN.search(line) is None and _PARAMETER.match(line) is None and not assigned_name(line):
        return False  # the most lines: asked first
    if is_loop(line) or "${{" in line:  # what a workflow works out is told nowhere in its line
        return False
    return _SPREAD.search(line) is None  # else it is taken over from elsewhere


def is_message(line: str) -> bool:
    """True for a text for people under a key (`"unknown": "Unknown field.",`), which in code sets nothing."""
    key, text = _KEYED_TEXT.match(line), line.rstrip(" ,;")[:-1]
    return key is not None and " " in text[key.end() :] and text.endswith((".", "!", "?"))


def is_loop(line: str) -> bool:
    """True for the head of a loop: where a counter begins is nobody's setting."""
    return _LOOP.match(line) is not None


def lists_values(lines: list[str], at: int) -> bool:
    """True for a key of configuration whose value is a list, in its line or as items below it, or that refers
    to one.
    """
    line = lines[at]
    if _LIST.search(line) is not None or referred_key(line) != "":
        return True
    below = lines[at + 1] if at + 1 < len(lines) else ""
    return line.rstrip().endswith(":") and _PLAIN_ITEM.match(below) is not None


def in_examples(lines: list[str]) -> frozenset[int]:
    """The lines (from 0) of the code blocks of a document, but those that speak of a default themselves: what an
    example gives is the value of nothing else.
    """
    inside, out = False, set[int]()
    for at, line in enumerate(lines):
        if _FENCE.match(line):
            inside = not inside
        elif inside and "efault" not in line:
            out.add(at)
    return frozenset(out)


def listed(lines: list[str], at: int) -> str:
    """A key with its list, as far as the first item below it."""
    below = lines[at + 1] if at + 1 < len(lines) and _PLAIN_ITEM.match(lines[at + 1]) else ""
    return f"{lines[at]} {below}" if lines[at].rstrip().endswith(":") else lines[at]


def assigned_name(line: str) -> str:
    """The constant that a line assigns (`timeout = DEFAULT_TIMEOUT`, `retries: int = defaultRetries,`), ``
    where it assigns none.
    """
    found = _ASSIGNED.search(line[:LONGEST].rstrip())
    name = found[1].rpartition(".")[2] if found is not None else ""
    return name if name.isupper() or name.lower().startswith("default") else ""


def referred_key(line: str) -> str:
    """The key whose value a line of a workflow takes (`go-version: ${{ matrix.go }}`), `` where it takes
    none.
    """
    found = _REFERS.search(line[:LONGEST])
    return found[1] if found is not None else ""


def is_of_sort(line: str, sort: Sort) -> bool:
    """True where the value of a line is of the sort asked for."""
    if sort == "any" or (sort != "version" and _SWITCHED.search(line) is not None):
        return True
    if sort == "version":
        return VERSION_TEXT.search(line) is not None and _VERSION_WORDS.search(line) is not None
    if sort == "time":
        return _DIGIT.search(line) is not None and (
            any(w.unit for w in worked(line)) or not _TIME_WORDS.isdisjoint(word_terms(line))
        )
    return _BARE.search(line) is not None and not any(w.unit for w in worked(line))


def shows_amount(line: str, question: str) -> bool:
    """False for a line without a number where a question asks for one (`how many`, `how long`), unless it sets nothing
    (`null`, `unlimited`).
    """
    return holds_amount(line, sort_of(question))


def holds_amount(line: str, sort: Sort) -> bool:
    """The same for the sort of value that a question asks for."""
    return sort in ("any", "version") or _AMOUNT.search(line) is not None


def parents(lines: list[str], at: int) -> list[str]:
    """What a line of configuration is under: its table, and the nearest lines above that are indented
    less, innermost first.
    """
    out: list[str] = []
    table = next((lines[up] for up in range(at, max(-1, at - _FAR), -1) if _TABLE.match(lines[up])), "")
    if table:
        out.append(table)
    indent = len(lines[at]) - len(lines[at].lstrip())
    for up in range(at - 1, max(-1, at - _FAR), -1):
        if indent == 0 or len(out) == _ABOVE:
            break
        here = len(lines[up]) - len(lines[up].lstrip())
        if lines[up].strip() and here < indent:
            out.append(lines[up])
            indent = here
    return out


def is_in_a_case(lines: list[str], at: int, start: int) -> bool:
    """True for an assignment below a condition: it holds in that case only. One for what was left unset (`if
    timeout is None:`) is a default.
    """
    indent = len(lines[at]) - len(lines[at].lstrip())
    for up in range(at - 1, max(start - 1, at - _FAR), -1):
        above = lines[up][:LONGEST]
        if above.strip() and len(above) - len(above.lstrip()) < indent:
            return _GUARD.match(above) is not None and _WHERE_UNSET.search(above) is None
    return False
