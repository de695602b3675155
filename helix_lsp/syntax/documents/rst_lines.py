"""The lines of a reStructuredText document with their indentation, and the shapes of lines that begin a
construct.

Tabs stop at every eighth column. Source: the reStructuredText Markup Specification of docutils, and the order
in which its parser tries them.
"""

from __future__ import annotations

import unicodedata

from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_LINE = regex(rb"([ \t\f\v]*+)([^\r\n]*+)(\r\n|\n|\r|\Z)")
_ADORNMENT = regex(rb"([!-/:-@\[-`{-~])\1*+[ \t]*+\Z")

BULLET = regex(rb"(?:[-+*]|\xe2\x80\xa2|\xe2\x80\xa3|\xe2\x81\x83)(?:[ \t]++|\Z)")
_NUMBER = rb"(?:[0-9]{1,9}|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,9}|#)"
ENUMERATOR = regex(rb"(?:\(" + _NUMBER + rb"\)|" + _NUMBER + rb"[.)])(?:[ \t]++|\Z)")
FIELD = regex(rb":(?![: ])(?:[^:\\\r\n]|\\.|:(?![ `]|\Z)){1,200}?(?<! ):(?:[ \t]++|\Z)")
SIMPLE_TABLE = regex(rb"=++(?>(?:[ ]++=++)+)[ \t]*+\Z")
GRID_TABLE = regex(rb"\+[-=][-=+]*+\+?[ \t]*+\Z")


class Lines:
    """Each line by number: where it starts, where its content starts and ends, where the next one starts, its
    column (-1: blank).
    """

    __slots__ = ("column", "content", "count", "data", "end", "following", "start")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.start: list[int] = []
        self.content: list[int] = []
        self.end: list[int] = []
        self.following: list[int] = []
        self.column: list[int] = []
        for found in _LINE.finditer(data):
            indent, body = found.group(1), found.group(2)
            if not found.group(3) and not indent and not body:
                break
            self.start.append(found.start())
            self.content.append(found.start(2))
            self.end.append(found.end(2))
            self.following.append(found.end())
            plain = b"\t" not in indent
            self.column.append(
                -1 if not body.strip() else len(indent) if plain else len(indent.expandtabs(8))
            )
        self.count = len(self.start)

    def text(self, number: int) -> bytes:
        """A line from its content on, without its line end."""
        return self.data[self.content[number] : self.end[number]]

    def blank(self, number: int) -> bool:
        """True for a line of white space, and beyond the last line."""
        return number >= self.count or self.column[number] < 0

    def after_indented(self, number: int, column: int) -> int:
        """First line from `number` on that is not blank and not indented beyond `column`; blank lines before
        it are not counted in.
        """
        last = number
        while number < self.count and (self.column[number] < 0 or self.column[number] > column):
            number += 1
            if self.column[number - 1] >= 0:
                last = number
        return last

    def first_filled(self, number: int) -> int:
        """First line from `number` on that is not blank; `count` when there is none."""
        while number < self.count and self.column[number] < 0:
            number += 1
        return number

    def block(self, first: int, stop: int) -> Span:
        """The lines from `first` to before `stop`, from the smallest column of them on, with the last line
        end.
        """
        column = min((c for c in self.column[first:stop] if c >= 0), default=0)
        start = self.start[first]
        limit = self.content[first]
        at = 0
        while start < limit and at < column:
            at = at + 1 if self.data[start] != 0x09 else at // 8 * 8 + 8
            start += 1
        return Span(start, self.following[stop - 1])

    def adornment(self, number: int) -> bytes:
        """The character of an adornment line at column 0 (`` when the line is none) times its length."""
        if number >= self.count or self.column[number] != 0:
            return b""
        found = _ADORNMENT.match(self.data, self.content[number], self.end[number])
        return found.group().rstrip() if found else b""


def width(raw: bytes) -> int:
    """Columns of a title as a terminal shows it: wide characters count two, combining ones none."""
    if raw.isascii():
        return len(raw)
    text = raw.decode("utf-8", "replace")
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def title_at(lines: Lines, number: int) -> tuple[int, bytes, int] | None:
    """(line of the text, style, first line behind it) of a section title that begins on this line; the style
    tells titles' levels apart.
    """
    over = lines.adornment(number)
    if over:
        under = lines.adornment(number + 2)
        if lines.blank(number + 1) or under[:1] != over[:1] or lines.adornment(number + 1):
            return None
        fits = len(over) == len(under) and (
            len(over) >= 4 or len(over) >= width(lines.text(number + 1).rstrip())
        )
        return (number + 1, over[:1] * 2, number + 3) if fits else None
    if lines.column[number] != 0:
        return None
    under = lines.adornment(number + 1)
    if not under or (len(under) < 4 and len(under) < width(lines.text(number).rstrip())):
        return None
    return number, under[:1], number + 2


# What the directives of docutils and Sphinx mean to a reader of facts: which hold code, which name an
# object, which hold no text.
#
# Source: the directive references of docutils and of Sphinx (code examples, toctree, autodoc, autosummary,
# the Python, C, C++ and JavaScript domains).

# name -> language when its argument gives none; None: the argument (or the document's `highlight`) decides
CODE: dict[str, str | None] = {
    "code": None,
    "code-block": None,
    "sourcecode": None,
    "code-cell": "python",
    "ipython": "python",
    "jupyter-execute": "python",
    "testcode": "python",
    "testsetup": "python",
    "testcleanup": "python",
    "doctest": "pycon",
    "testoutput": "",
    "prompt": "bash",
    "parsed-literal": "",
    "console": "console",
    "highlight-block": None,
    "plot": "python",
}
OPAQUE = frozenset(
    (
        "raw math graphviz digraph graph uml plantuml mermaid productionlist inheritance-diagram aafig meta index bibliography "
        "chart css-class"
    ).split()
)
FILES = frozenset({"image", "figure", "include", "literalinclude", "video", "thumbnail"})
WITHOUT_TEXT = frozenset(
    (
        "highlight default-role role program option cmdoption contents sectnum tabularcolumns default-domain container class "
        "rst-class target-notes include only ifconfig toctree table-of-contents"
    ).split()
)
OBJECTS = frozenset(
    "function method class data attribute exception module currentmodule classmethod staticmethod property decorator "
    "decoratormethod autofunction automethod autoclass autodata autoattribute autoexception automodule autodecorator "
    "autoproperty autovariable autotypevar describe object envvar confval struct union enum enumerator macro var member type "
    "typevar namespace concept variable alias autosummary".split()
)
_DOMAINS = frozenset({"", "py", "js", "c", "cpp", "php", "rb", "go", "java", "ts", "std", "lua"})
_CLASS = regex(rb"[A-Z.(]")
_MODIFIERS = regex(
    rb"(?>(?:(?:abstractmethod|abstract|async|await|static|classmethod|staticmethod|class|final|const|virtual|inline|explicit|"
    rb"constexpr|property|type)[ \t]++)*)"
)
_NAME = regex(
    rb"[~!]?((?:[^\W\d]|[\x80-\xff$])(?>(?:[\w$]|[\x80-\xff])*)(?>(?:(?:\.|::|#)(?>(?:[\w$~]|[\x80-\xff])+))*))"
)
_CALLED = regex(rb"(?<![\w~])((?>(?:[A-Za-z_~][\w]*+(?:::|\.)){0,20})[A-Za-z_~]\w*+)[ \t]*+(?=\(|\Z|[;=\[{])")


def last_component(name: str) -> str:
    """`py:method` -> `method`."""
    return name.rpartition(":")[2]


def names_object(name: str, argument: bytes) -> bool:
    """True when the directive's argument is the name (or signature) of a program's object.

    `.. class::` also sets a style class, in docutils; names of those have neither capitals nor dots nor
    parentheses.
    """
    domain, _, last = name.rpartition(":")
    if name == "class" and not _CLASS.search(argument):
        return False
    return last in OBJECTS and domain in _DOMAINS


def object_name(directive: str, signature: bytes) -> tuple[int, int] | None:
    """Where in a signature the object's name stands, parameters and modifiers left out; None when there is
    none.
    """
    if directive.startswith(("c:", "cpp:")):
        found = _CALLED.search(signature)
        return found.span(1) if found else None
    lead = _MODIFIERS.match(signature)
    found = _NAME.match(signature, lead.end() if lead else 0) or _NAME.match(signature)
    return found.span(1) if found else None
