"""CSS and SCSS: rules by their selector, custom properties, `@media` and other blocks, mixins, functions,
variables, what is used of them.

Read by its marks `{`, `}` and `;`. A rule is called like its selector; a lone `.name`, `#name` or `%name`
without its mark.
Indented syntax (`.sass`) and Less are not read.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.assemble import Listing, Use, masked, stripped
from helix_lsp.syntax.outline import Import, Outline, SymbolKind
from helix_lsp.syntax.rules import Found, fold
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_STRINGS = rb"\"(?>(?:[^\"\\\r\n]|\\.)*)\"?|'(?>(?:[^'\\\r\n]|\\.)*)'?|url\((?![\"'\s])[^)\r\n]*+\)?"
_INERT = regex(rb"/\*(?>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|" + _STRINGS)
_INERT_SCSS = regex(rb"/\*(?>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|//[^\r\n]*+|" + _STRINGS)
_MARK = regex(rb"#\{|[{};]")
_AT = regex(rb"@(-?[\w-]++)\s*+(?P<rest>[\w-]++)?")
_VARIABLE = regex(rb"(?P<name>\$[\w-]++|--[\w-]++)\s*+:")
_USE = regex(
    rb"var\(\s*+(?P<custom>--[\w-]++)|(?P<scss>\$[\w-]++)|@include\s++(?:(?P<space>[\w-]++)\.)?(?P<mixin>[\w-]++)|"
    rb"@extend\s++[.%]?(?P<base>[\w-]++)"
)
_LOADED = regex(
    rb"@(?:import|use|forward)\s++(?:url\(\s*)?[\"']?([^\"');\r\n]++)[\"']?\)?(?:\s++as\s++(?P<alias>[\w*-]++))?"
)
_LONE = regex(rb"[.#%]-?[A-Za-z_\x80-\xff][\w\x80-\xff-]*\Z")
_LONGEST_NAME = 200
_DEEPEST = 200
_SPACES = frozenset({b"media", b"supports", b"layer", b"container", b"scope", b"document"})
_NAMED: dict[bytes, SymbolKind] = {
    b"mixin": "function",
    b"function": "function",
    b"keyframes": "constant",
    b"-webkit-keyframes": "constant",
    b"-moz-keyframes": "constant",
    b"property": "property",
    b"counter-style": "constant",
}


def read_css(data: bytes, limit: int) -> Outline:
    """The outline of a style sheet. Never raises."""
    return _read(data, limit, "css", _INERT)


def read_scss(data: bytes, limit: int) -> Outline:
    """The outline of an SCSS file. Never raises."""
    return _read(data, limit, "scss", _INERT_SCSS)


def _read(data: bytes, limit: int, language: str, inert: re.Pattern[bytes]) -> Outline:
    listing = Listing()
    strings: list[tuple[int, int]] = []
    for match in inert.finditer(data):
        if data[match.start()] == 0x2F:
            listing.comments.append(match.span())
        else:
            strings.append((match.start() + (4 if match.group().startswith(b"url") else 1), match.end() - 1))
    plain = masked(masked(data, listing.comments), strings, b"_")
    open_: list[tuple[int, bool]] = []  # (index into found or -1, True inside of keyframes)
    at = 0
    pieces = 0
    for match in _MARK.finditer(plain):
        mark = match.group()
        if mark == b"#{":
            pieces += 1
            continue
        if mark == b"}" and pieces:
            pieces -= 1
            continue
        if mark in (b"{", b";"):
            pieces = 0
        start, end = stripped(plain, at, match.start())
        at = match.end()
        if mark == b"{":
            frames = bool(open_) and open_[-1][1]
            open_.append(
                _opened(listing, data, plain, start, end, match.start(), frames)
                if len(open_) < _DEEPEST
                else (-1, frames)
            )
            continue
        if start < end:
            _stated(listing, data, plain, start, end)
        if mark == b"}" and open_:
            _close(listing, open_.pop()[0], at)
    for index, _ in open_:
        _close(listing, index, len(data))
    listing.uses.extend(_used(plain))
    return listing.outline(language, data, limit)


def _close(listing: Listing, index: int, end: int) -> None:
    if index >= 0:
        listing.found[index] = listing.found[index]._replace(end=end, body_end=end)


def _opened(
    listing: Listing, data: bytes, plain: bytes, start: int, end: int, brace: int, frames: bool
) -> tuple[int, bool]:
    """Notes the rule whose block opens; gives its index and whether it holds key frames."""
    if start == end or frames:
        return -1, False
    kind: SymbolKind = "class"
    at, at_end = start, end
    keyframes = False
    head = _AT.match(plain, start, end)
    if head is not None:
        word = head.group(1)
        if word in _SPACES:
            kind = "namespace"
        elif word in _NAMED and head.group("rest"):
            kind, keyframes = _NAMED[word], word.endswith(b"keyframes")
            at, at_end = head.span("rest")
        elif word in (b"font-face", b"page"):
            kind = "struct"
        else:
            return -1, False
    elif _LONE.match(plain, start, end):
        at += 1
    elif plain[start:end].rstrip().endswith(b":"):
        return -1, False
    name = " ".join(data[at:at_end].decode("utf-8", "replace").split())
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    listing.found.append(
        Found(start, brace + 1, kind, name, at, at_end, fold(data, start, brace), brace, brace + 1)
    )
    return len(listing.found) - 1, keyframes


def _stated(listing: Listing, data: bytes, plain: bytes, start: int, end: int) -> None:
    """Notes the variable, the custom property or the import that a statement makes."""
    if plain[start] == 0x40:
        match = _LOADED.match(data, start, end)
        if match is not None:
            alias = match.group("alias")
            names = (("", alias.decode("utf-8", "replace")),) if alias else ()
            listing.imports.append(
                Import(
                    module=match.group(1).decode("utf-8", "replace").strip(),
                    names=names,
                    span=Span(start, end),
                )
            )
        return
    match = _VARIABLE.match(plain, start, end)
    if match is not None:
        kind: SymbolKind = "property" if match.group("name").startswith(b"--") else "variable"
        listing.found.append(
            Found(
                start,
                end,
                kind,
                match.group("name").decode("utf-8", "replace"),
                *match.span("name"),
                fold(data, start, end),
            )
        )


def _used(plain: bytes) -> list[Use]:
    out: list[Use] = []
    for match in _USE.finditer(plain):
        group = match.lastgroup or "custom"
        kind = "call" if group == "mixin" else "inherit" if group == "base" else "read"
        space = match.group("space")
        out.append((*match.span(group), space.decode("utf-8", "replace") if space else "", kind))
    return out
