r"""What gives a definition another name: one entry for each language of assignments, exports, aliases, macros.

Imports are not here: `Outline.imports` says what they rename. A pattern is read over text whose comments and
strings are blanked. `{n}` stands for the name that is looked for; the group `v` is where it stands, `to` the name
that it is given. `FAR_TABLE` holds what reaches over several lines,
`HANDED_ON` the way back: what a module hands on under the name `{n}`, as `v`. To add a
language, add one entry; one without an entry has assignments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from helix_lsp.text.regex import regex

_WORD = r"[A-Za-z_$][\w$]*[?!']*"
_NAME = r"(?P<v>(?<![\w$]){n}(?![\w$]))"
_OWNER = r"(?:[@$]?[\w$]+(?:\([^()\n]*\))?\s*(?:\.|::|->|\?\.|\\|:)\s*)*(?:::)?"
_GIVEN = r"[ \t]*(?:\??:(?![:=])[^=\n;{}]{1,80})?[ \t]*:?=(?![=>])\s*(?:&(?:mut )?|await\s+)?"
_GOES_ON = r"\s*(?:\??\.|->|::|\|>|&&|\|\||[?+*/%])"  # a next line that begins so belongs to the value
_ENDS = rf"(?:/\d|\(\.\.\.\)|[ \t]_)?(?=[ \t]*(?:[;,)}}\]]|\r?\n(?!{_GOES_ON})|//|--|#|\Z))"
_ASSIGNED = rf"(?<![\w$])(?P<to>{_WORD}){_GIVEN}{_OWNER}{_NAME}{_ENDS}"
_ECMA = (
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
_FAR_TABLE: dict[str, tuple[str, ...]] = dict.fromkeys(("javascript", "typescript", "tsx"), _ECMA)
"""What reaches over several lines."""
_LIST, _MODULE, _ONE = (regex(r"\bexport\s*\{"), regex(r"\bmodule\.exports\b"), regex(r"\bexports\."))
# (what the text must hold, how a module of JavaScript hands on {n})
_HANDED_ON: tuple[tuple[re.Pattern[str], str], ...] = (
    (_LIST, r"\bexport\s*\{[^{}]*?(?<![\w$])(?P<v>[\w$]+)\s+as\s+{n}(?![\w$])[^{}]*\}"),
    (_ONE, r"\bexports\.{n}\s*=\s*(?:[\w$]+\.)*(?P<v>[\w$]+)\s*(?:;|,|$)"),
    (
        _MODULE,
        r"\bmodule\.exports\s*=\s*\{(?:[^{}]|\{[^{}]*\})*?(?<![\w$]){n}\s*:\s*(?:[\w$]+\.)*(?P<v>[\w$]+)\s*[,}]",
    ),
    (_MODULE, r"\bmodule\.exports\s*=\s*\{(?:[^{}]|\{[^{}]*\})*?(?<![\w$.])(?P<v>{n})\s*[,}]"),
    (_LIST, r"\bexport\s*\{[^{}]*?(?<![\w$])(?P<v>{n})\s*[,}]"),
)
_NEXT = regex(r"\s*\S{0,2}")
_DEFAULT = regex(
    r"\b(?:export\s+default|module\.exports\s*=)\s+(?:(?:(?:async\s+)?function\*?|(?:abstract\s+)?class)\s+([\w$]+)|([\w$]+)(?![\w$.(\[<]))"
)
_WHOLE = regex(r"\bmodule\.exports\s*=\s*require\(\s*['\"]([^'\"\n]+)['\"]\s*\)\s*(?:;|$)", re.M)
_RETURNED = regex(r"^return[ \t]+(\w+)\s*\Z", re.M)
_FAR = 1_000  # characters of an export or a pattern
_CLOSING = ("", ",", "}", ":", "a")  # what is behind a name in one; `a` of `as`
_LISTED, _GIVES = regex(r"\s{0,80}[:,}]"), regex(r"(?:\bas\s+|\bexports\.)\Z")
_FEW = 80  # characters before a name in which such a word stands
_MARKS = ("=", "alias", "define", "defdelegate", "typedef", "export", " as ")
_NEEDED = ("module", "alias", "define", "defdelegate", "typedef", "export", "=")  # the rarest first
_LONGEST = 400_000  # characters: what a longer text assigns is not looked for


class Rename(msgspec.Struct, frozen=True, kw_only=True):
    """`to` is the new name and begins at `at`, the old one at `value`; characters of the text."""

    to: str
    at: int
    value: int


@lru_cache(2_048)
def _patterns(name: str, patterns: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each with a mark without which it does not match."""
    return tuple(
        (
            next((mark for mark in _NEEDED if mark in p.replace("(?=", "")), ""),
            re.compile(p.replace("{n}", re.escape(name)), re.M),
        )
        for p in patterns
    )


def renames(name: str, text: str, language: str) -> Iterator[Rename]:
    """Where a blanked text gives `name` another name; a name that a call only passes on is given none."""
    if name not in text or len(text) > _LONGEST:
        return
    seen: set[tuple[int, str]] = set()
    near, far = _TABLE.get(language, (_ASSIGNED,)), _FAR_TABLE.get(language, ())
    windows = [(place, near) for place in _near(name, text)]
    windows += [(place, far) for place in _far(name, text)] if far else ()
    for (start, end), patterns in windows:
        window = text[start:end]
        for mark, pattern in _patterns(name, patterns):
            for found in pattern.finditer(window) if mark in window else ():
                to, at = found["to"], start + found.start("to")
                line = text[text.rfind("\n", 0, at) + 1 : at]
                same = to == name and "v" in pattern.groupindex
                if not same and (at, to) not in seen and line.count("(") == line.count(")"):
                    seen.add((at, to))
                    value = start + found.start("v") if "v" in pattern.groupindex else at
                    yield Rename(to=to, at=at, value=value)


def _near(name: str, text: str) -> Iterator[tuple[int, int]]:
    """The lines around each place of a name that may be given another one there: its own and the one above, up to
    how the next begins.
    """
    at = text.find(name)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        start = text.rfind("\n", 0, max(0, text.rfind("\n", 0, at))) + 1
        if any(mark in text[start:end] for mark in _MARKS):
            more = _NEXT.match(text, end)
            yield start, more.end() if more is not None else end
        at = text.find(name, end)


def _far(name: str, text: str) -> Iterator[tuple[int, int]]:
    """What an export or a pattern around the name may hold; those that meet are one."""
    kept: tuple[int, int] | None = None
    at = text.find(name)
    while at >= 0:
        behind = at + len(name)
        if text[behind : behind + 4].lstrip()[:1] in _CLOSING:
            start = text.rfind("\n", 0, max(0, at - _FAR)) + 1
            line = text.find("\n", behind)
            end = min(len(text), (len(text) if line < 0 else line) + _FAR)
            if kept is not None and start > kept[1]:
                yield kept
                kept = None
            kept = (start, end) if kept is None else (kept[0], end)
        at = text.find(name, behind)
    if kept is not None:
        yield kept


@lru_cache(2_048)
def _handed_on(name: str) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple((mark, re.compile(p.replace("{n}", re.escape(name)), re.M)) for mark, p in _HANDED_ON)


def handed_on(name: str, text: str) -> str | None:
    """What a module of JavaScript hands on as `name`, by the name that it has there; None where nothing says so."""
    if len(text) > _LONGEST or not _is_handed_on(name, text):
        return None
    held: dict[re.Pattern[str], bool] = {}
    for mark, pattern in _handed_on(name):
        if mark not in held:
            held[mark] = mark.search(text) is not None
        if held[mark] and (found := pattern.search(text)) is not None:
            return str(found["v"])
    return None


def _is_handed_on(name: str, text: str) -> bool:
    """Whether the name is anywhere as one of `_HANDED_ON` has it."""
    at = text.find(name)
    while at >= 0:
        behind = at + len(name)
        if _LISTED.match(text, behind) or _GIVES.search(text, max(0, at - _FEW), at):
            return "export" in text
        at = text.find(name, behind)
    return False


def default_of(text: str) -> str:
    """What a module of JavaScript gives to who imports the whole, by its name there; `` where it names nothing."""
    found = _DEFAULT.search(text)
    return "" if found is None else str(found[1] or found[2])


def whole_of(raw: str) -> str:
    """The module that a module of JavaScript hands on whole; `` for none. `raw` is text with its strings."""
    found = _WHOLE.search(raw) if "module.exports" in raw else None
    return "" if found is None else str(found[1])


def returned_table(text: str) -> str:
    """The table that a module of Lua gives back, by its name; `` for none."""
    found = _RETURNED.search(text)
    return "" if found is None else str(found[1])
