"""Macros of C and C++ that a grammar without a preprocessor cannot place: the parser gets spaces in their stead.

Two ways of writing are known, both of names in capitals, outside comments, strings and directives:

* a line of its own: `Q_OBJECT`, `ERROR_DEF(Base, Name)` after the end of something and before a word or a `}`;
* a word or a call before a declaration: `SQLITE_API int open(...)`, `class LIB_EXPORT Name {`,
  `DEPRECATED("...") void f();`. Two words must follow, so that a type in capitals stays (`DWORD size;`).

Only the tree is made from the masked text. Names, signatures and uses are read from the text itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from helix_lsp.text.regex import regex

_RAW = regex(rb"\bu?8?[LUR]*R\"([^()\\\s\"]{0,16})\(")
_NO_CODE = regex(
    rb"(?m)^[ \t]*+#(?>(?:[^\\\r\n]++|\\\r?\n|\\)*)|//[^\r\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/|\Z)"
    rb"|\"(?>(?:[^\"\\\r\n]++|\\.)*)\"?|'(?>(?:[^'\\\r\n]++|\\.)*)'?"
)
_CALL = rb"\((?>(?:[^()]++|\((?>(?:[^()]++|\([^()]*+\))*)\))*)\)"
_LINE = regex(rb"(?m)^[ \t]*+([A-Z][A-Z0-9_]{2,}+)[ \t]*+(" + _CALL + rb")?[ \t]*+\r?$")
_NAMED = rb"([A-Z][A-Z0-9_]{2,}+(?>(?:[ \t]*+" + _CALL + rb")?))"
_BEFORE = regex(
    rb"(?<![\w.>])" + _NAMED + rb"(?=\s++(?:const\s++)?"
    rb"(?:[a-z_]\w*+|(?![A-Z0-9_]++\b)[A-Z]\w*+|[A-Z][A-Z0-9_]++(?=\s++[A-Za-z_]))"
    rb"(?>(?:::\w++)*)(?>(?:<[^<>;{}()]*+>)?)[\s*&]++[A-Za-z_~])"
)
_TAGGED = regex(rb"\b(?:class|struct|union|enum)\s++" + _NAMED + rb"(?=\s++\w++\s*+(?:final\s*+)?[:{])")
_LED = regex(rb"(?:[;{}:>]|\A|\b(?:static|inline|extern|virtual|constexpr|explicit|friend|typedef))\s*+\Z")
_NEXT = regex(rb"\s*+(\S?)")
_LONGEST_LEAD = 200


def masked(data: bytes) -> bytes:
    """`data` with these macros turned into spaces, of the same length."""
    code = _code(data)
    spans = [match.span(1) for match in _TAGGED.finditer(code)]
    for match in _BEFORE.finditer(code):
        start = match.start()
        if _LED.search(code, max(0, start - _LONGEST_LEAD), start):
            spans.append(match.span(1))
    before, last = b"", 0
    for match in _LINE.finditer(code):
        start = match.start(1)
        before = _last(code, last, start) or before
        last = match.end(2) if match[2] else match.end(1)
        if _alone(before, _NEXT.match(code, last)[1], called=match[2] is not None):  # pyright: ignore[reportOptionalSubscript]
            spans.append((start, last))
        else:
            before = code[last - 1 : last]
    return _with_spaces(data, spans)


def _code(data: bytes) -> bytes:
    """`data` with comments, strings and directives turned into spaces."""
    at, raw_strings = 0, list[tuple[int, int]]()
    while (raw := _RAW.search(data, at)) is not None:
        at = data.find(b")" + raw[1] + b'"', raw.end())
        if at < 0:
            break
        raw_strings.append((raw.start(), at))
    return _NO_CODE.sub(_spaces, _with_spaces(data, raw_strings))


def _with_spaces(data: bytes, spans: Sequence[tuple[int, int]]) -> bytes:
    if not spans:
        return data
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = re.sub(rb"[^\r\n]", b" ", data[start:end])
    return bytes(out)


def _last(code: bytes, start: int, end: int) -> bytes:
    """The last character of a range that is not white space, nothing where there is none."""
    while end > start and code[end - 1] in b" \t\r\n\f\v":
        end -= 1
    return code[end - 1 : end] if end > start else b""


def _spaces(match: re.Match[bytes]) -> bytes:
    text = match[0]
    return re.sub(rb"[^\r\n]", b" ", text) if b"\n" in text else b" " * len(text)


def _alone(before: bytes, after: bytes, *, called: bool) -> bool:
    """Whether a line between these two characters can only be a macro; nothing before or after it: the ends of the file."""
    if before and before not in b";{}:":
        return False
    if not called and before == b"{" and after == b"}":
        return False  # the only value of an enumeration
    return not after or after.isalpha() or after in b"_}~["
