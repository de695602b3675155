"""SQL of any dialect -> what it creates: tables and views with their columns, functions, procedures,
triggers, indexes, types, and what it reads.

Read by words, not by a grammar: dialects differ too much for one, and migrations mix them. A statement ends
with its `;`, or, where a routine has a body with `BEGIN`, with the `END` that starts a line. Columns of a
view or of `CREATE TABLE ... AS SELECT` are not known.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from helix_lsp.syntax.assemble import Listing, Use, masked, stripped
from helix_lsp.syntax.docs_of import Comments
from helix_lsp.syntax.outline import Outline, SymbolKind
from helix_lsp.syntax.rules import Found, fold
from helix_lsp.text.regex import regex

_INERT = regex(
    rb"--[^\r\n]*+|/\*(?>(?:[^*]|\*(?!/))*)(?:\*/|\Z)|\"[^\"\r\n]*+\"?|`[^`\r\n]*+`?|[eEnN]?'(?>(?:[^']|'')*)(?:'|\Z)"
)
_DOLLAR = regex(rb"\$(?:[A-Za-z_]\w*)?\$")
_MOST_LOST = 50
_IDENTIFIER = rb"(?:\"[^\"\r\n]++\"|`[^`\r\n]++`|\[[^\[\]\r\n]++\]|[\w$#@\x80-\xff]++)"
_NAME = _IDENTIFIER + rb"(?>(?:\s*+\.\s*+" + _IDENTIFIER + rb"){0,3})"
_PART = regex(_IDENTIFIER)
_CREATE = regex(
    rb"(?i)\bCREATE\s++(?:OR\s++(?:REPLACE|ALTER)\s++)?"
    rb"(?>(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|UNIQUE|CLUSTERED|NONCLUSTERED|COLUMNSTORE|MATERIALIZED|RECURSIVE|EXTERNAL|VIRTUAL|FOREIGN|"
    rb"CONSTRAINT|EVENT|AGGREGATE|FULLTEXT|SPATIAL|TRUSTED|EDITIONABLE|TRANSIENT|SECURE|ALGORITHM\s*=\s*\w+|DEFINER\s*=\s*[\w`'@%.]+|"
    rb"SQL\s++SECURITY\s++\w+)\s++){0,6})"
    rb"(?P<kind>TABLE|VIEW|FUNCTION|PROCEDURE|PROC|INDEX|TRIGGER|TYPE|DOMAIN|SCHEMA|DATABASE|SEQUENCE|PACKAGE(?:\s++BODY)?)\s++"
    rb"(?:CONCURRENTLY\s++)?(?:IF\s++NOT\s++EXISTS\s++)?(?P<name>" + _NAME + rb")"
)
_ADD = regex(
    rb"(?i)\bALTER\s++TABLE\s++(?:IF\s++EXISTS\s++)?(?:ONLY\s++)?(?P<table>" + _NAME + rb")\s++ADD\s++"
    rb"(?:COLUMN\s++)?(?:IF\s++NOT\s++EXISTS\s++)?(?P<name>" + _IDENTIFIER + rb")"
)
_END = regex(
    rb"(?im)^(?P<indent>[ \t]*)(?:(?P<end>END\b[^;\r\n]*;?)|(?:GO|/|//|\$\$)[ \t]*\r?$|DELIMITER\b)|^CREATE\b"
)
_STOP = regex(rb"(?im);|^[ \t]*(?:GO|/)[ \t]*\r?$")
_BODY = regex(rb"(?i)\b(?:BEGIN|DECLARE|IS|AS)\s++(?P<next>[^\s])?")
_FURTHEST = 200
_USE = regex(
    rb"(?i)\b(?P<word>FROM|JOIN|INTO|UPDATE|REFERENCES|CALL|EXECUTE\s++(?:FUNCTION|PROCEDURE)|EXEC|ALTER\s++TABLE(?:\s++IF\s++EXISTS)?(?:\s++ONLY)?|"
    rb"DROP\s++(?:TABLE|VIEW|FUNCTION|TYPE)(?:\s++IF\s++EXISTS)?|TRUNCATE(?:\s++TABLE)?)\s++(?P<name>"
    + _NAME
    + rb")"
)
_TARGET = regex(
    rb"(?i)\b(?P<word>ON)\s++(?P<name>"
    + _NAME
    + rb")(?=\s*+(?:\(|USING\b|FOR\b|EXECUTE\b|REFERENCING\b|WHEN\b))"
)
_QUOTED = frozenset({b"_", b"'", b"$", None})
_KINDS: dict[bytes, SymbolKind] = {
    b"TABLE": "struct",
    b"VIEW": "struct",
    b"FUNCTION": "function",
    b"PROCEDURE": "function",
    b"PROC": "function",
    b"INDEX": "property",
    b"TRIGGER": "function",
    b"TYPE": "type",
    b"DOMAIN": "type",
    b"SCHEMA": "namespace",
    b"DATABASE": "namespace",
    b"SEQUENCE": "variable",
    b"PACKAGE": "namespace",
}
_NO_COLUMN = frozenset(
    b"CONSTRAINT PRIMARY FOREIGN UNIQUE CHECK KEY INDEX LIKE EXCLUDE FULLTEXT SPATIAL PERIOD PARTITION SELECT WITH".split()
)
_NO_NAME = frozenset(
    b"SELECT ONLY LATERAL SET WHERE VALUES UNNEST DELETE UPDATE INSERT NOT NULL TABLE EACH CONFLICT COMMIT DUPLICATE IF AS COLUMN INTO "
    b"OUTFILE EXISTS".split()
)


class _Text(NamedTuple):
    """The file, the file without comments and texts, and both also without the bodies between dollar marks."""

    data: bytes
    plain: bytes
    bare: bytes


def read_sql(data: bytes, limit: int) -> Outline:
    """The outline of one script. Never raises."""
    listing = Listing()
    strings: list[tuple[int, int]] = []
    for match in _INERT.finditer(data):
        first = data[match.start()]
        if first in b"-/":
            listing.comments.append(match.span())
        elif first not in b'"`':
            strings.append((data.index(b"'", match.start()) + 1, match.end() - 1))
    plain = masked(masked(data, listing.comments), strings, b"_")
    hidden = sorted([*listing.comments, *strings])
    text = _Text(data, plain, masked(plain, _bodies(data, hidden), b"_"))
    stops = [match.end() if match.group() == b";" else match.start() for match in _STOP.finditer(text.bare)]
    closers = [
        (
            match.start(),
            match.end() if match.group("end") else match.start(),
            len(match.group("indent") or b""),
        )
        for match in _END.finditer(text.bare)
    ]
    creates = list(_CREATE.finditer(text.bare))
    reach = 0
    for index, match in enumerate(creates):
        if match.start() >= reach:
            follows = creates[index + 1].start() if index + 1 < len(creates) else len(data)
            made = _created(text, match, stops, closers, follows)
            listing.found.extend(made)
            reach = made[0].end if made else match.end()
    listing.found.extend(_added(text, stops))
    listing.uses.extend(_used(plain, text))
    listing.found = _with_docs(listing, data)
    return listing.outline("sql", data, limit, methods=False)


def _bodies(data: bytes, hidden: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges between `$tag$` and `$tag$`; a mark inside a comment or a text counts for nothing."""
    starts = [start for start, _ in hidden]
    out: list[tuple[int, int]] = []
    at = lost = 0
    while lost < _MOST_LOST:
        match = _DOLLAR.search(data, at)
        if match is None:
            break
        at = match.end()
        place = bisect_right(starts, match.start()) - 1
        if place >= 0 and hidden[place][1] > match.start():
            continue
        close = data.find(match.group(), at)
        if close < 0:
            lost += 1
            continue
        out.append((match.start(), close + len(match.group())))
        at = close + len(match.group())
    return out


def _unquoted(text: bytes) -> str:
    return text.decode("utf-8", "replace").strip('"`[]')


def _parts(data: bytes, start: int, end: int) -> tuple[str, int, int, str]:
    """(bare name, its start, its end, what is before it joined with dots)."""
    parts = list(_PART.finditer(data, start, end))
    last = parts[-1]
    at, at_end = last.span()
    if data[at] in b'"`[' and at_end - at > 2:
        at, at_end = at + 1, at_end - 1
    return _unquoted(last.group()), at, at_end, ".".join(_unquoted(part.group()) for part in parts[:-1])


def _created(
    text: _Text, match: re.Match[bytes], stops: list[int], closers: list[tuple[int, int, int]], follows: int
) -> list[Found]:
    word = match.group("kind").upper().split()[0]
    start = match.start()
    name, at, at_end, within = _parts(text.data, *match.span("name"))
    if name.upper() in ("ON", "AS", "BODY"):
        return []
    place = bisect_right(stops, match.end())
    end = stops[place] if place < len(stops) else len(text.data)
    opens = text.bare.find(b"(", match.end(), end)
    routine = word in (b"FUNCTION", b"PROCEDURE", b"PROC", b"TRIGGER", b"PACKAGE")
    body = -1
    if routine:
        near = min(end, follows)
        begin = _BODY.search(text.bare, match.end(), near)
        body = begin.start() if begin is not None else -1
        if begin is not None and (
            begin.group("next") not in _QUOTED or b"BEGIN" in text.bare[begin.start() : near].upper()
        ):
            end = max(end, _closed(text.bare, closers, start, begin.start()))
    else:
        end = min(end, follows)
    start, end = stripped(text.data, start, max(end, match.end()))
    members: list[Found] = []
    if word in (b"TABLE", b"TYPE") and 0 <= opens < end:
        before = text.bare[match.end() : opens].upper()
        enum = b"ENUM" in before
        if not before.strip() or before.split()[:1] in ([b"AS"], [b"OF"]) or enum:
            body = opens
            members = _values(text, opens, end) if enum else _columns(text, opens, end)
    kind = _KINDS[word]
    if word == b"TYPE" and members:
        kind = "enum" if members[0].kind == "enum_member" else "struct"
    if word == b"VIEW" and body < 0:
        view = re.compile(rb"(?i)\bAS\b").search(text.bare, match.end(), end)
        body = view.start() if view is not None else -1
    signature = fold(text.data, start, body if body >= 0 else end)
    whole = Found(
        start, end, kind, name, at, at_end, signature, body, end if body >= 0 else -1, within=within
    )
    return [whole, *members]


def _closed(bare: bytes, closers: list[tuple[int, int, int]], start: int, begin: int) -> int:
    """Where the body that begins at `begin` ends: at the next `END` that is not indented deeper than the
    statement, 0 when there is none.
    """
    column = start - (bare.rfind(b"\n", max(0, start - _FURTHEST), start) + 1)
    first = bisect_right(closers, (begin, len(bare), 0))
    for at, end, indent in closers[first : first + _FURTHEST]:
        if indent <= column or at == end:
            return end
    return 0


def _items(bare: bytes, opens: int, end: int) -> list[tuple[int, int]]:
    """What is between the commas of a parenthesis."""
    out: list[tuple[int, int]] = []
    depth, start = 0, opens + 1
    for match in re.compile(rb"[(),]").finditer(bare, opens, end):
        mark = match.group()
        if mark == b"(":
            depth += 1
        elif mark == b")":
            depth -= 1
            if depth == 0:
                out.append((start, match.start()))
                break
        elif depth == 1:
            out.append((start, match.start()))
            start = match.end()
    return out


def _columns(text: _Text, opens: int, end: int) -> list[Found]:
    out: list[Found] = []
    for first, last in _items(text.bare, opens, end):
        low, high = stripped(text.bare, first, last)
        match = _PART.match(text.data, low, high)
        if match is None or match.group().upper() in _NO_COLUMN or match.end() == high:
            continue
        name, at, at_end, _ = _parts(text.data, low, match.end())
        out.append(Found(low, high, "field", name, at, at_end, fold(text.data, low, high)))
    return out


def _values(text: _Text, opens: int, end: int) -> list[Found]:
    close = text.bare.find(b")", opens, end)
    return [
        Found(
            match.start(),
            match.end(),
            "enum_member",
            match.group(1).decode("utf-8", "replace"),
            *match.span(1),
            match.group().decode("utf-8", "replace"),
        )
        for match in re.compile(rb"'([^'\r\n]{1,200})'").finditer(
            text.data, opens, close if close >= 0 else end
        )
    ]


def _added(text: _Text, stops: list[int]) -> list[Found]:
    """`ALTER TABLE t ADD COLUMN c` makes a column of `t`."""
    out: list[Found] = []
    for match in _ADD.finditer(text.bare):
        if match.group("name").upper() in _NO_COLUMN:
            continue
        place = bisect_right(stops, match.end())
        end = stops[place] if place < len(stops) else len(text.data)
        start, end = stripped(text.data, match.start(), end)
        table, _, _, within = _parts(text.data, *match.span("table"))
        name, at, at_end, _ = _parts(text.data, *match.span("name"))
        out.append(
            Found(
                start,
                end,
                "field",
                name,
                at,
                at_end,
                fold(text.data, start, end),
                within=f"{within}.{table}" if within else table,
            )
        )
    return out


def _used(plain: bytes, text: _Text) -> list[Use]:
    out: list[Use] = []
    for match in (*_USE.finditer(plain), *_TARGET.finditer(plain)):
        if match.group("name").upper() in _NO_NAME:
            continue
        word = match.group("word").upper().split()[0]
        name, at, at_end, within = _parts(text.data, *match.span("name"))
        if name:
            kind = (
                "call"
                if word in (b"CALL", b"EXECUTE", b"EXEC")
                else "type"
                if word == b"REFERENCES"
                else "read"
            )
            out.append((at, at_end, within, kind))
    return out


def _with_docs(listing: Listing, data: bytes) -> list[Found]:
    """The comment behind a column's comma is the column's."""
    notes = Comments(data, sorted(listing.comments), ())
    out: list[Found] = []
    for each in listing.found:
        behind = notes.behind(each.end) if each.kind == "field" and each.doc < 0 else None
        out.append(each._replace(doc=behind[0], doc_end=behind[1]) if behind is not None else each)
    return out
