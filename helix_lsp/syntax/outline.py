"""The facts of one file: what it defines, mentions, imports, and how its text is divided. Also many records at
once.

Invariants: every span lies inside the bytes that were read and never splits a UTF-8 character; symbols and
sections are in order of `span.start`, a parent before its children; references, mentions, links, fences and
keys are in order of `span.start`.
All offsets are bytes (docs/adr/0003). Lines are not stored here: `text/positions.py` derives them from the
bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from helix_lsp.text.positions import Span

SymbolKind = Literal[
    "function",
    "method",
    "constructor",
    "class",
    "interface",
    "struct",
    "enum",
    "enum_member",
    "union",
    "trait",
    "impl",
    "module",
    "namespace",
    "type",
    "constant",
    "variable",
    "field",
    "property",
    "macro",
]
ReferenceKind = Literal["call", "inherit", "type", "decorate", "read"]
MentionKind = Literal["code_span", "role"]
ProblemCode = Literal[
    "binary",
    "too_large",
    "not_utf8",
    "utf16",
    "syntax",
    "too_deep",
    "too_many_facts",
    "long_lines",
    "no_grammar",
    "reader",
]


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """A definition.

    `name` is the bare name; `qualified` joins the containers inside this file with dots (`Flask.route`),
    whatever the language's own separator is. `span` is the whole definition with decorators or attributes and
    `export`, without the comment above it.
    `signature` is one line of text: everything before the body, white space folded, at most 300 characters.
    `doc` is the docstring's or leading comment's bytes (with its quotes or comment marks), None where there
    is none.
    `body` is the block after the signature (None for a declaration without one). `parent` is an index into
    `Outline.symbols`, -1 at the top.
    `exported` is False for what the language or convention hides (leading underscore, `private`, lower-case
    in Go, not `pub` ...).
    """

    name: str
    qualified: str
    kind: SymbolKind
    span: Span
    name_span: Span
    signature: str
    doc: Span | None
    body: Span | None
    parent: int
    exported: bool = True


class Reference(msgspec.Struct, frozen=True, gc=False):
    """A use of a name that this file may or may not define.

    `name` is the last component as written (`route` in `app.route(...)`), `qualifier` what is before it
    (`app`, `self`, ``), `scope` the index of the innermost enclosing symbol, -1 outside. `span` covers the
    name only.
    """

    name: str
    qualifier: str
    kind: ReferenceKind
    span: Span
    scope: int


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """An import statement: the module as written (`flask.helpers`, `./api`, `<stdio.h>` without its
    brackets), and (name, alias or ``) pairs.
    """

    module: str
    names: tuple[tuple[str, str], ...]
    span: Span


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A heading and the text below it.

    `span` runs from the heading to the next heading of any level, `extent` to the next one of the same or a
    higher level.
    `level` is 1 for the outermost. `anchor` is the GitHub-style slug (or the explicit label), unique in the
    file. `parent` as in `Symbol`.
    """

    title: str
    anchor: str
    level: int
    heading: Span
    span: Span
    extent: Span
    parent: int


class Mention(msgspec.Struct, frozen=True, kw_only=True):
    """Inline code in a document: the text between the back-ticks and exactly its bytes (`span`).

    `outer` covers the back-ticks (and the role). `role` is the reStructuredText role's name (`meth`), `` for
    a plain code span; for a role `text` and `span` are the target without `~`, `!` and the title. `section`
    indexes `Outline.sections`, -1 before the first heading.
    """

    text: str
    kind: MentionKind
    span: Span
    outer: Span
    role: str
    section: int


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A link or image: `target` as written (reference links resolved), the bytes of the target and of the
    text.
    """

    target: str
    span: Span
    text: Span
    section: int


class Fence(msgspec.Struct, frozen=True, kw_only=True):
    """A code block in a document: first word of its info string or directive argument, and the bytes of the
    code.
    """

    language: str
    span: Span
    section: int


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration key with its full dotted path (`tool.ruff.line-length`, list items as `[0]`), key and
    value bytes.
    """

    path: str
    span: Span
    value: Span


MOST_BROKEN = 5
"""Places that could not be parsed, of one file."""


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a part of the file is not in the facts; `span` is None when it concerns the whole file."""

    code: ProblemCode
    message: str
    span: Span | None = None


class Outline(msgspec.Struct, frozen=True, kw_only=True):
    """All facts of one file. `module_doc` is the file's own docstring or header comment (a licence header
    does not count).
    """

    language: str
    symbols: tuple[Symbol, ...] = ()
    references: tuple[Reference, ...] = ()
    imports: tuple[Import, ...] = ()
    sections: tuple[Section, ...] = ()
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    fences: tuple[Fence, ...] = ()
    keys: tuple[Key, ...] = ()
    comments: tuple[Span, ...] = ()
    module_doc: Span | None = None
    problems: tuple[Problem, ...] = ()


# Many records at once, from columns: a file holds thousands of references, and a constructor that is called by `map`
# takes a quarter of the time of one that is called in a loop.


def spans(starts: Iterable[int], ends: Iterable[int]) -> list[Span]:
    """`Span(start, end)` for each pair."""
    return list(map(Span, starts, ends))


def references(
    names: Iterable[str],
    qualifiers: Iterable[str],
    kinds: Iterable[ReferenceKind],
    starts: Iterable[int],
    ends: Iterable[int],
    scopes: Iterable[int],
) -> list[Reference]:
    """One `Reference` per row of the columns, which are of equal length."""
    return list(map(Reference, names, qualifiers, kinds, map(Span, starts, ends), scopes))


def symbols(rows: Iterable[tuple[Any, ...]]) -> list[Symbol]:
    """One `Symbol` per row: the record's fields in their order, but each of the four spans as a (start, end)
    pair or None.
    """
    return [
        Symbol(
            name,
            qualified,
            kind,
            Span(*span),
            Span(*name_span),
            signature,
            None if doc is None else Span(*doc),
            None if body is None else Span(*body),
            parent,
            exported,
        )
        for name, qualified, kind, span, name_span, signature, doc, body, parent, exported in rows
    ]
