"""Protocol buffers: messages with their fields, enums, services with their methods, extensions, imports, the
types that are used.

Read by its marks `{`, `}` and `;`: the language needs no more for its declarations.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.assemble import Listing, masked, stripped
from helix_lsp.syntax.outline import Import, Outline, SymbolKind
from helix_lsp.syntax.rules import Found, fold
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_INERT = regex(
    rb"//[^\r\n]*+|/\*(?>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|\"(?>(?:[^\"\\\r\n]|\\.)*)\"?|'(?>(?:[^'\\\r\n]|\\.)*)'?"
)
_OPTIONS = regex(rb"\[(?>(?:[^\[\];]|\[[^\[\];]*+\])*)\]")
_MARK = regex(rb"[{};]")
_BLOCK = regex(rb"(?P<word>message|enum|service|extend|oneof|group|rpc)\s++(?P<name>[\w.]++)")
_GROUP = regex(rb"(?:(?:optional|required|repeated)\s++)?group\s++(?P<name>\w++)\s*+=")
_FIELD = regex(
    rb"(?:(?:optional|required|repeated)\s++)?(?:map\s*+<\s*+[\w.]++\s*+,\s*+(?P<value>[\w.]++)\s*+>|(?P<type>\.?[\w.]++))\s++(?P<name>\w++)\s*+=\s*+[\w+-]++"
)
_CONSTANT = regex(rb"(?P<name>\w++)\s*+=\s*+-?[\w]++")
_RPC = regex(
    rb"rpc\s++(?P<name>\w++)\s*+\(\s*+(?:stream\s++)?(?P<input>[\w.]++)\s*+\)\s*+returns\s*+\(\s*+(?:stream\s++)?(?P<output>[\w.]++)\s*+\)"
)
_IMPORT = regex(rb"import\s++(?:public\s++|weak\s++|option\s++)?[\"']([^\"'\r\n]++)[\"']")
_KINDS: dict[bytes, SymbolKind] = {
    b"message": "struct",
    b"enum": "enum",
    b"service": "interface",
    b"extend": "impl",
    b"group": "struct",
}
_SCALAR = frozenset(
    b"double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes option reserved extensions".split()
)
_DEEPEST = 200


def read_protobuf(data: bytes, limit: int) -> Outline:
    """The outline of one file. Never raises; declarations nested deeper than 200 levels are left out."""
    listing = Listing()
    strings: list[tuple[int, int]] = []
    for match in _INERT.finditer(data):
        if data[match.start()] == 0x2F:
            listing.comments.append(match.span())
        else:
            strings.append((match.start() + 1, match.end() - 1))
    plain = masked(masked(data, listing.comments), strings, b"_")
    marks = masked(plain, [match.span() for match in _OPTIONS.finditer(plain)], b"_")
    open_: list[tuple[int, bytes]] = []  # (index into found or -1, word)
    at = 0
    for match in _MARK.finditer(marks):
        start, end = stripped(plain, at, match.start())
        mark, at = match.group(), match.end()
        if mark == b"}":
            if open_:
                index, _ = open_.pop()
                if index >= 0:
                    listing.found[index] = listing.found[index]._replace(end=at, body_end=at)
            continue
        around = open_[-1][1] if open_ else b""
        if mark == b"{":
            open_.append(
                _opened(listing, plain, start, end, match.start()) if len(open_) < _DEEPEST else (-1, b"")
            )
        elif start < end:
            _stated(listing, data, plain, start, end, at, around)
    for index, _ in open_:
        if index >= 0:
            listing.found[index] = listing.found[index]._replace(end=len(data), body_end=len(data))
    return listing.outline("protobuf", data, limit)


def _opened(listing: Listing, plain: bytes, start: int, end: int, brace: int) -> tuple[int, bytes]:
    """Notes the declaration whose block opens; gives its index and its word."""
    method = _RPC.match(plain, start, end)
    if method is not None:
        listing.found.append(_method(listing, plain, method, brace + 1, brace))
        return len(listing.found) - 1, b"rpc"
    match = _GROUP.match(plain, start, end) or _BLOCK.match(plain, start, end)
    if match is None:
        return -1, b""
    word = match.group("word") if "word" in match.groupdict() else b"group"
    kind = _KINDS.get(word)
    if kind is None:
        return -1, word
    low, high = match.span("name")
    path = plain[low:high].decode()
    within, _, name = path.strip(".").rpartition(".")
    at = high - len(name)
    if word == b"extend":
        _type(listing, plain, low, high)
    if not name:
        return -1, word
    listing.found.append(
        Found(
            start, brace + 1, kind, name, at, high, fold(plain, start, brace), brace, brace + 1, within=within
        )
    )
    return len(listing.found) - 1, word


def _stated(
    listing: Listing, data: bytes, plain: bytes, start: int, end: int, stop: int, around: bytes
) -> None:
    """Notes what a statement that ends with `;` declares."""
    head = plain[start : start + 7]
    if head.startswith(b"import"):
        match = _IMPORT.match(data, start, stop)
        if match is not None:
            listing.imports.append(
                Import(module=match.group(1).decode("utf-8", "replace"), names=(), span=Span(start, stop))
            )
        return
    if head.startswith((b"option ", b"package", b"syntax", b"edition", b"reserve", b"extensi")):
        return
    if around == b"service" or head.startswith(b"rpc "):
        method = _RPC.match(plain, start, end)
        if method is not None:
            listing.found.append(_method(listing, plain, method, stop, -1))
        return
    if around == b"enum":
        match = _CONSTANT.match(plain, start, end)
        if match is not None:
            listing.found.append(_member("enum_member", plain, start, end, match))
        return
    match = _FIELD.match(plain, start, end)
    if match is not None and around in (b"message", b"oneof", b"extend", b"group"):
        listing.found.append(_member("field", plain, start, end, match))
        _type(listing, plain, *match.span("value" if match.group("value") else "type"))


def _member(kind: SymbolKind, plain: bytes, start: int, end: int, match: re.Match[bytes]) -> Found:
    at, at_end = match.span("name")
    return Found(start, end, kind, match.group("name").decode(), at, at_end, fold(plain, start, end))


def _method(listing: Listing, plain: bytes, match: re.Match[bytes], end: int, brace: int) -> Found:
    _type(listing, plain, *match.span("input"))
    _type(listing, plain, *match.span("output"))
    at, at_end = match.span("name")
    signature = fold(plain, match.start(), match.end())
    return Found(
        match.start(),
        end,
        "method",
        match.group("name").decode(),
        at,
        at_end,
        signature,
        brace,
        end if brace >= 0 else -1,
    )


def _type(listing: Listing, plain: bytes, start: int, end: int) -> None:
    path = plain[start:end]
    if path in _SCALAR or not path.strip(b"."):
        return
    before, _, name = path.rpartition(b".")
    if name:
        listing.uses.append((end - len(name), end, before.strip(b".").decode(), "type"))
