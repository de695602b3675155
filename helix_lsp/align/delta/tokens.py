"""Code as tokens: what is left of it when a formatter has run over it.

Blanks and line ends part tokens and are none. A comma before what closes a list is left out where it says
nothing; one that makes a tuple (`(1,)`) stays. Where a language has two marks for the same string, both are
one token as long as nothing in the string hangs on the mark. Where indentation says what belongs to what,
`nesting` tells it.
"""

from __future__ import annotations

import re

_EITHER_MARK = frozenset({"python", "javascript", "typescript", "tsx", "lua", "ruby", "php", "bash"})
_LONG = r"\"\"\"(?s:.*?)\"\"\"|"
_STRINGS = re.compile(
    _LONG + r"'''(?s:.*?)'''|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\w+|\S", re.S
)
_CHARACTERS = re.compile(  # `'a'` is a character, `'a` a lifetime or a part of a name
    _LONG + r"\"(?:[^\"\\]|\\.)*\"|'(?:\\.[^'\n]{0,8}|[^'\\])'|`(?:[^`\\]|\\.)*`|\w+|\S", re.S
)
_STATEMENTS = re.compile(r"#[^\n]*|" + _STRINGS.pattern, re.S)
_BEGINS = ("=", ":", "(", "<", ",")
_HANGS = re.compile(r"[\"'\\$#]")  # what one of the marks reads otherwise
_OPENS, _CLOSES = "([{", ")]}"
_CALLED = re.compile(r"[\w\])>?!]\Z")  # a list behind a name is one of arguments


def tokens(code: str, language: str) -> tuple[str, ...]:
    """The tokens in their order. Never fails; cost linear in the text."""
    either = language in _EITHER_MARK
    found = [_string(t) if either else t for t in (_STRINGS if either else _CHARACTERS).findall(code)]
    out: list[str] = []
    opened: list[tuple[bool, int]] = []  # (a parenthesis that may hold a tuple, commas in it)
    for piece in found:
        if piece == "\\" or (piece == "|" and out and out[-1] in _BEGINS):
            continue  # a line that goes on, and the bar before the first member of a union
        if piece in _OPENS:
            opened.append((piece == "(" and not (out and _CALLED.search(out[-1])), 0))
        elif piece == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif piece in _CLOSES or piece == ">":
            tuple_of_one = piece != ">" and bool(opened) and opened.pop() == (True, 1)
            if out and out[-1] == "," and not tuple_of_one:
                out.pop()
        out.append(piece)
    return tuple(out)


def nesting(laid: bytes) -> tuple[tuple[int, str], ...]:
    """(depth, first token) of each statement of a text that is nested by indentation, however wide it is; without
    comments and strings that stand alone.
    """
    code = laid.decode("utf-8", "replace")
    out: list[tuple[int, str]] = []
    widths: list[int] = []
    end, opened = 0, 0
    for found in _STATEMENTS.finditer(code):
        piece, between = found[0], code[end : found.start()]
        if piece.startswith("#"):
            continue
        if not opened and (not end or "\n" in between) and "\\\n" not in between:
            width = found.start() - code.rfind("\n", 0, found.start()) - 1
            while widths and widths[-1] >= width:
                widths.pop()
            widths.append(width)
            if piece[0] not in "\"'":
                out.append((len(widths), piece))
        end = found.end()
        opened = max(0, opened + (piece in _OPENS) - (piece in _CLOSES))
    return tuple(out)


def same_tokens(old: str, new: str, language: str) -> bool:
    """Whether two texts differ in layout alone. Of one that was cut short (`…`) only what both show is
    compared.
    """
    if old == new:
        return True
    before, after = tokens(old, language), tokens(new, language)
    if "…" not in (old[-1:], new[-1:]):
        return before == after
    shown = max(1, min(len(before), len(after)) - 2)  # the last word may be cut, too
    return before[:shown] == after[:shown]


def _string(token: str) -> str:
    """The string between double marks where either mark means the same."""
    inner = token[1:-1]
    plain = token[0] == token[-1] == "'" and len(token) > 1 and not _HANGS.search(inner)
    return f'"{inner}"' if plain else token
