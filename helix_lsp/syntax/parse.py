"""Bytes -> syntax tree, within a budget of work. Also which grammar is loaded and when, and bytes that a grammar
can read safely.

The budget is a number of steps of the parser, never a time: the same text gives the same answer on every
machine. Text that a person wrote needs about one report of progress per 100 bytes, at most one per 10; text
that is built to confuse needs thousands, and each of them takes ten times as long. So there are two bounds:
one on all reports, which grows with the text and counts those before the first error a quarter, and one on
those in a stretch where the parser hardly moves on, which does not grow.
Neither sees a parser whose every step takes more memory than the one before: some grammars need 40 kB and more for
each token that they skip. So it also gives up where the process has grown by more than the densest text of a
person takes.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.resources import files

import msgspec
from tree_sitter import Language, Node, Parser, Point, Query, Tree

from helix_lsp.syntax.rules import Rules
from helix_lsp.text.regex import regex

# Lazy loading of grammars: a language costs nothing until one of its files is read.
#
# The official grammar wheels carry compiled parsers; a wheel that is missing or does not fit this runtime
# gives None, never an exception.

# Parsers of one compiled grammar, each in the hands of one thread at a time.
#
# A parser of tree-sitter keeps the state of its parse in itself, and the interpreter may give another
# thread its turn in the middle of one (where it reads on, where it reports progress). Two threads in one
# parser overwrite each other's memory: wrong trees at best, mostly the end of the process.


class Parsers:
    """Made at need, kept for the next one who asks. Safe under threads."""

    __slots__ = ("_idle", "language")

    def __init__(self, language: Language) -> None:
        self.language = language
        self._idle: deque[Parser] = deque()

    @contextmanager
    def one(self) -> Generator[Parser]:
        """A parser that nobody else uses until the end of the block; one that raised is not used again."""
        try:
            parser = self._idle.pop()
        except IndexError:
            parser = Parser(self.language)
        yield parser
        self._idle.append(parser)


LANGUAGES = tuple(
    "python javascript typescript tsx go rust java c cpp c_sharp ruby php bash kotlin swift scala lua elixir haskell zig".split()
)

_SHARED = {  # languages whose rules are in the module of a kindred one
    "c": ("clike", "C"),
    "cpp": ("clike", "CPP"),
    "javascript": ("ecmascript", "JAVASCRIPT"),
    "typescript": ("ecmascript", "TYPESCRIPT"),
    "tsx": ("ecmascript", "TSX"),
}


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """A language ready to read: its rules, its parsers, the query for facts and the one for errors."""

    name: str
    rules: Rules
    parsers: Parsers
    query: Query
    errors: Query
    ignore: frozenset[bytes]


@lru_cache(64)
def grammar_of(language: str) -> Grammar | None:
    """The grammar of one of `LANGUAGES`, loaded at the first call; None for other names and for a wheel that
    cannot be used.
    """
    if language not in LANGUAGES:
        return None
    try:
        module, name = _SHARED.get(language, (language, "RULES"))
        rules: Rules = getattr(import_module(f"helix_lsp.syntax.languages.{module}"), name)
        pointer: object = getattr(import_module(rules.package), rules.factory)()
        compiled = Language(pointer)
        return Grammar(
            name=language,
            rules=rules,
            parsers=Parsers(compiled),
            query=Query(compiled, "".join(map(_query, (*rules.shared, language)))),
            errors=Query(compiled, "(ERROR) @error (MISSING) @missing"),
            ignore=frozenset(word.encode() for word in rules.ignore),
        )
    except (ImportError, AttributeError, ValueError, OSError):
        return None


def _query(name: str) -> str:
    return (files("helix_lsp.syntax.languages") / f"{name}.scm").read_text(encoding="utf-8")


_CHUNK = 65_536
_WORD = 64
_LEAST_REPORTS = 2_000
_BYTES_PER_REPORT = 25
_BROKEN = 4  # a report after the first error counts as so many before it
_STALLED_REPORTS = 400
_STALLED_BYTES = 800
_GROWTH = 96_000_000  # bytes, mostly for what other threads take meanwhile
_GROWTH_PER_BYTE = 600  # Ruby of one letter a line takes 470
_GROWTH_OF_BROKEN = 150
# Bytes of text between two looks; each asks the system, and one every 512 was a twentieth of the time of a cold index.
_LOOKED_EVERY = 2_048
_LOOKED_EVERY_OF_BROKEN = 512
held: Callable[[], int] = int
"""Bytes of memory that the process holds, 0 where nobody measures them: session/memory.py puts the measure of the system here."""


def seen(grammar: Grammar, data: bytes) -> bytes:
    """What the parser gets of a text: of the same length, without what the language masks."""
    return data if grammar.rules.mask is None else grammar.rules.mask(data)


def parse(grammar: Grammar, data: bytes, old: Tree | None = None) -> Tree | None:
    """The tree of `data`, which is a text as `seen` gives it, None when the parser needs too many steps. `old` is
    the tree of the earlier text, told of the edit.
    """
    left = _BROKEN * (_LEAST_REPORTS + len(data) // _BYTES_PER_REPORT)
    chunk = _CHUNK

    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + chunk]

    farthest = stretch = reports = looked = 0
    before = held()
    end = (
        len(data) - _STALLED_BYTES
    )  # what is reported there is mostly the tree being put in order, which moves no more

    def give_up(offset: int, broken: bool) -> bool:
        nonlocal left, farthest, stretch, reports, looked
        left -= _BROKEN if broken else 1
        reports += 1
        farthest = max(farthest, offset)
        if farthest >= stretch + _STALLED_BYTES:
            stretch, reports = farthest, 0
        if left < 0 or (reports > _STALLED_REPORTS and offset < end):
            return True
        if farthest < looked + (_LOOKED_EVERY_OF_BROKEN if broken else _LOOKED_EVERY):
            return False
        looked = farthest
        each = _GROWTH_OF_BROKEN if broken else _GROWTH_PER_BYTE
        return held() - before > _GROWTH + each * farthest

    try:
        with grammar.parsers.one() as parser:
            if old is not None:
                return parser.parse(read, old_tree=old, encoding="utf8", progress_callback=give_up)
            return parser.parse(read, encoding="utf8", progress_callback=give_up)
    except ValueError:
        return None
    finally:
        chunk = (
            _WORD  # the tree goes on to read through here, a name at a time, for the predicates of a query
        )


# Bytes a grammar can read safely, at the same offsets: every byte that is changed is changed for one other
# byte.
#
# A scanner written in C may stop at a NUL and lose its place at an invalid byte, so both become question
# marks; a byte order mark becomes three line ends, which mean nothing in any document or configuration
# language read here.

_BOM = b"\xef\xbb\xbf"
_BROKEN_SCRUB = regex("[\udc80-\udcff]")


def scrub(data: bytes) -> bytes:
    """`data` as valid UTF-8 without NUL and byte order mark, of the same length."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        data = _BROKEN_SCRUB.sub("?", data.decode("utf-8", "surrogateescape")).encode("utf-8")
    if b"\0" in data:
        data = data.replace(b"\0", b"?")
    return b"\n\n\n" + data[3:] if data.startswith(_BOM) else data


def blanked(data: bytes, start: int, end: int) -> bytes:
    """`data` with the bytes from `start` to `end` turned into spaces; line ends stay."""
    return data[:start] + re.sub(rb"[^\r\n]", b" ", data[start:end]) + data[end:]


# How a tree is shaped, before a query is run over it.
#
# A query's cost per node grows with the node's depth and with the run of nameless siblings behind it, so
# hostile text (100,000 opening brackets, a million chained calls) would make it quadratic. Depth is cut off;
# nodes with too many broken children are read child by child.


DEEPEST = 1_000
_WIDEST = 5_000
_MOST_VISITED = 50_000


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """`deep` is True for a tree that goes beyond `DEEPEST`; `wide` are the broken nodes with more than 5,000
    children.
    """

    deep: bool
    wide: tuple[Node, ...]

    @property
    def plain(self) -> bool:
        """True for every tree of a text that a person wrote."""
        return not self.deep and not self.wide


def survey(root: Node) -> Shape:
    """Looks at the long nodes for depth, and at the nodes that hold errors for width."""
    return Shape(deep=_is_deep(root), wide=tuple(_wide(root)) if root.has_error else ())


def _is_deep(root: Node) -> bool:
    """A level takes a byte at least, so whatever is shorter than the levels that are left need not be looked
    at.
    """
    pending = [(root, 0)]
    visited = 0
    while pending and visited < _MOST_VISITED:
        node, depth = pending.pop()
        if depth >= DEEPEST:
            return True
        least = DEEPEST - depth
        children = node.children
        visited += len(children)
        pending.extend((child, depth + 1) for child in children if child.end_byte - child.start_byte >= least)
    return False


def _wide(root: Node) -> list[Node]:
    out: list[Node] = []
    pending = [root]
    visited = 0
    while pending and visited < _MOST_VISITED:
        node = pending.pop()
        count = node.child_count
        visited += 1 + min(count, _WIDEST)
        if count > _WIDEST:
            out.append(node)
        else:
            pending.extend(child for child in node.children if child.has_error and child.child_count)
    return out
