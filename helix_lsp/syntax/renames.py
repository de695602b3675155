r"""What gives a definition another name: one entry for each language of assignments, exports, aliases, macros.

Imports are not here: `Outline.imports` says what they rename. A pattern is read over text whose comments and
strings are blanked. `{n}` stands for the name that is looked for; the group `v` is where it stands, `to` the name
that it is given. `HANDED_ON` is the way back: what a module hands on under the name `{n}`, as `v`. To add a
language, add one entry; one without an entry has assignments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_WORD = r"[A-Za-z_$][\w$]*[?!']*"
_NAME = r"(?P<v>(?<![\w$]){n}(?![\w$]))"
_OWNER = r"(?:[@$]?[\w$]+(?:\([^()\n]*\))?\s*(?:\.|::|->|\?\.|\\|:)\s*)*(?:::)?"
_GIVEN = r"[ \t]*(?:\??:(?![:=])[^=\n;{}]{1,80})?[ \t]*:?=(?![=>])\s*(?:&(?:mut )?|await\s+)?"
_GOES_ON = r"\s*(?:\??\.|->|::|\|>|&&|\|\||[?+*/%])"  # a next line that begins so belongs to the value
_ENDS = rf"(?:/\d|\(\.\.\.\)|[ \t]_)?(?=[ \t]*(?:[;,)}}\]]|\r?\n(?!{_GOES_ON})|//|--|#|\Z))"
_ASSIGNED = rf"(?<![\w$])(?P<to>{_WORD}){_GIVEN}{_OWNER}{_NAME}{_ENDS}"
_ECMA = (
    _ASSIGNED,
    rf"\bexport\s*\{{[^{{}}]*?{_NAME}\s+as\s+(?P<to>[\w$]+)",
    rf"\bexport\s+(?P<to>default)\s+{_NAME}(?![(.])",
    rf"\bmodule\.exports\s*=\s*\{{(?:[^{{}}]|\{{[^{{}}]*\}})*?(?<![\w$])(?P<to>[\w$]+)\s*:\s*(?:[\w$]+\.)*{_NAME}\s*[,}}]",
    rf"\b(?:const|let|var)\s*\{{[^{{}}=;]*?{_NAME}\s*:\s*(?P<to>[\w$]+)[^{{}}=;]*\}}\s*=",
)
_DEFINED = (
    rf"^[ \t]*#[ \t]*define[ \t]+(?P<to>\w+)(?:\([^()\n]*\))?[ \t]+\(?{_NAME}(?:\([^()\n]*\))?\)?[ \t]*$"
)
_TYPEDEF = rf"\btypedef\s+(?:struct\s+|union\s+|enum\s+|class\s+)?{_NAME}[\s*]+(?P<to>\w+)\s*;"
_TABLE: dict[str, tuple[str, ...]] = {
    "javascript": _ECMA,
    "typescript": _ECMA,
    "tsx": _ECMA,
    "c": (_ASSIGNED, _DEFINED, _TYPEDEF),
    "cpp": (_ASSIGNED, _DEFINED, _TYPEDEF),
    "ruby": (
        _ASSIGNED,
        rf"\balias\s+:?(?P<to>{_WORD})\s+:?{_NAME}",
        rf"\balias_method[\s(]+:(?P<to>{_WORD})\s*,\s*:{_NAME}",
        rf"(?P<to>{_WORD})[ \t]*=[ \t]*(?:[\w.@]+\.)?method\(:{_NAME}\)",
    ),
    "elixir": (
        rf"\bdefdelegate\s+(?P<to>[\w?!]+)[^\n]*(?:\n[^\n]*)?\bas:\s*:{_NAME}",
        r"\bdefdelegate\s+(?P<to>{n}(?![\w?!]))[^\n]*\bto:",
        rf"(?<![\w$])(?P<to>{_WORD})[ \t]*=[ \t]*&?{_OWNER}{_NAME}{_ENDS}",
    ),
    "php": (_ASSIGNED, rf"{_NAME}\s+as\s+(?:(?:public|protected|private)\s+)?(?P<to>\w+)\s*;"),
    "bash": (rf"\balias\s+(?P<to>[\w-]+)={_NAME}",),
}
_HANDED_ON: dict[str, tuple[str, ...]] = {
    "ecma": (
        r"\bexport\s*\{[^{}]*?(?<![\w$])(?P<v>[\w$]+)\s+as\s+{n}(?![\w$])[^{}]*\}",
        r"\bexports\.{n}\s*=\s*(?:[\w$]+\.)*(?P<v>[\w$]+)\s*(?:;|,|$)",
        r"\bmodule\.exports\s*=\s*\{(?:[^{}]|\{[^{}]*\})*?(?<![\w$]){n}\s*:\s*(?:[\w$]+\.)*(?P<v>[\w$]+)\s*[,}]",
        r"\bmodule\.exports\s*=\s*\{(?:[^{}]|\{[^{}]*\})*?(?<![\w$.])(?P<v>{n})\s*[,}]",
        r"\bexport\s*\{[^{}]*?(?<![\w$])(?P<v>{n})\s*[,}]",
    )
}
_NEXT = re.compile(r"\s*\S{0,2}")
_DEFAULT = re.compile(
    r"\b(?:export\s+default|module\.exports\s*=)\s+(?:(?:(?:async\s+)?function\*?|(?:abstract\s+)?class)\s+([\w$]+)|([\w$]+)(?![\w$.(\[<]))"
)
_WHOLE = re.compile(r"\bmodule\.exports\s*=\s*require\(\s*['\"]([^'\"\n]+)['\"]\s*\)\s*(?:;|$)", re.M)
_RETURNED = re.compile(r"^return[ \t]+(\w+)\s*\Z", re.M)
_WIDE = frozenset({"javascript", "typescript", "tsx"})
_FAR = 1_000  # characters of an export or a pattern
_CLOSING = ("", ",", "}", ":", "a")  # what stands behind a name in one; `a` of `as`
_MARKS = ("=", "alias", "define", "defdelegate", "typedef", "export", " as ")
_LONGEST = 400_000  # characters: what a longer text assigns is not looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename:
    """`to` is the new name and begins at `at`, the old one at `value`; characters of the text."""

    to: str
    at: int
    value: int


@lru_cache(2_048)
def _patterns(name: str, language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(p.replace("{n}", re.escape(name)), re.M) for p in _TABLE.get(language, (_ASSIGNED,))
    )


def renames(name: str, text: str, language: str) -> Iterator[Rename]:
    """Where a blanked text gives `name` another name; a name that a call only passes on is given none."""
    if name not in text or len(text) > _LONGEST:
        return
    seen: set[tuple[int, str]] = set()
    for start, end in _near(name, text, language):
        for pattern in _patterns(name, language):
            for found in pattern.finditer(text[start:end]):
                to, at = found["to"], start + found.start("to")
                line = text[text.rfind("\n", 0, at) + 1 : at]
                same = to == name and "v" in pattern.groupindex
                if not same and (at, to) not in seen and line.count("(") == line.count(")"):
                    seen.add((at, to))
                    value = start + found.start("v") if "v" in pattern.groupindex else at
                    yield Rename(to=to, at=at, value=value)


def _near(name: str, text: str, language: str) -> Iterator[tuple[int, int]]:
    """The lines around each place of a name that may be given another one there: its own and the one above, for
    JavaScript what an export or a pattern may hold.
    """
    far = _FAR if language in _WIDE else 0
    at = text.find(name)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        start = text.rfind("\n", 0, max(0, text.rfind("\n", 0, at))) + 1
        if far and text[at + len(name) : at + len(name) + 4].lstrip()[:1] in _CLOSING:
            start = text.rfind("\n", 0, max(0, at - far)) + 1
            end = min(len(text), end + far)
        if any(mark in text[start:end] for mark in _MARKS):
            more = _NEXT.match(text, end)  # how the next line begins
            yield start, more.end() if more is not None else end
        at = text.find(name, end if not far else at + len(name))


@lru_cache(2_048)
def _handed_on(name: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p.replace("{n}", re.escape(name)), re.M) for p in _HANDED_ON["ecma"])


def handed_on(name: str, text: str) -> str | None:
    """What a module of JavaScript hands on as `name`, by the name that it has there; None where nothing says so."""
    if name not in text or len(text) > _LONGEST:
        return None
    return next((str(found["v"]) for p in _handed_on(name) if (found := p.search(text))), None)


def default_of(text: str) -> str:
    """What a module of JavaScript gives to who imports the whole, by its name there; `` where it names nothing."""
    found = _DEFAULT.search(text)
    return "" if found is None else str(found[1] or found[2])


def whole_of(raw: str) -> str:
    """The module that a module of JavaScript hands on whole; `` for none. `raw` is text with its strings."""
    found = _WHOLE.search(raw)
    return "" if found is None else str(found[1])


def returned_table(text: str) -> str:
    """The table that a module of Lua gives back, by its name; `` for none."""
    found = _RETURNED.search(text)
    return "" if found is None else str(found[1])
