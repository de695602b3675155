"""One file as the judgement reads it: current bytes with comments and strings blanked, and the definitions
that enclose a byte.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.align.live import Live
from helix_lsp.syntax.outline import Import, Outline, Symbol
from helix_lsp.text.span import Span

_LINE = r"\"(?:\\.|[^\"\\\n])*\""
_TRIPLE = r"\"\"\"(?:\\.|[^\\])*?\"\"\""
_CHARACTER = r"'(?:\\[^\n']{1,8}|[^'\\\n])'"
_QUOTED = r"'(?:\\.|[^'\\\n])*'"
_TICKED = r"`(?:\\.|[^`\\])*`"
_STRINGS = {
    "python": re.compile(rf"{_TRIPLE}|'''(?:\\.|[^\\])*?'''|{_LINE}|{_QUOTED}", re.S),
    "rust": re.compile(rf"r#{{1,9}}\".{{0,1000}}?\"#{{1,9}}|\"(?:\\.|[^\"\\])*\"|{_CHARACTER}", re.S),
    "go": re.compile(rf"`[^`]*`|{_LINE}|{_CHARACTER}"),
    "javascript": re.compile(rf"{_TICKED}|{_LINE}|{_QUOTED}", re.S),
    "ruby": re.compile(rf"{_LINE}|{_QUOTED}"),
    "php": re.compile(rf"{_LINE}|{_QUOTED}"),
    "elixir": re.compile(rf"{_TRIPLE}|{_LINE}", re.S),
}
_OTHERS = re.compile(rf"{_TRIPLE}|{_LINE}|{_CHARACTER}", re.S)
_TOGETHER = {"typescript": "javascript", "tsx": "javascript"}
_PACKAGE = re.compile(r"^[ \t]*(?:package|namespace)[ \t]+([\w.\\]+)", re.M)
_FUNCTIONS = frozenset({"function", "method", "constructor", "property", "macro"})


class Source:
    """`text` has a character for each byte of the file (latin-1); the insides of comments and strings are
    spaces, the quotes stay.
    """

    __slots__ = (
        "_below",
        "_ends",
        "_module_doc",
        "_packages",
        "_raw",
        "_spoken",
        "_starts",
        "_text",
        "data",
        "imports",
        "language",
        "path",
        "symbols",
    )

    def __init__(self, path: str, live: Live) -> None:
        """A file that is gone has neither symbols nor text."""
        outline = live.commented(path) or Outline(language="")
        self.path = path
        self.data = live.data(path) or b""
        self.language = outline.language
        self.symbols = outline.symbols
        self.imports: tuple[Import, ...] = outline.imports
        self._spoken = outline.comments
        self._module_doc = (outline.module_doc,) if outline.module_doc is not None else ()
        self._raw: str | None = None
        self._text: str | None = None
        self._below: str | None = None
        self._packages: tuple[str, ...] | None = None
        self._starts = [s.span.start for s in outline.symbols]
        self._ends = [s.span.end for s in outline.symbols]

    @property
    def raw(self) -> str:
        """The bytes as they are."""
        raw = self._raw
        if raw is None:
            raw = self._raw = self.data.decode("latin-1")
        return raw

    @property
    def text(self) -> str:
        """Blanked when it is first asked for."""
        if self._text is None:
            raw = _blanked(self.raw, self._spoken)
            strings = _STRINGS.get(_TOGETHER.get(self.language, self.language), _OTHERS)
            self._text = strings.sub(lambda m: f"{m[0][0]}{_spaces(m[0][1:-1])}{m[0][-1]}", raw)
        return self._text

    @property
    def below_imports(self) -> str:
        """`text` without its import statements."""
        if self._below is None:
            self._below = _blanked(self.text, [statement.span for statement in self.imports])
        return self._below

    def is_comment(self, offset: int) -> bool:
        """Whether a byte is in a comment or in the documentation of a definition."""
        docs = (symbol.doc for symbol in self.symbols if symbol.doc is not None)
        return any(span.start <= offset < span.end for span in (*self._spoken, *docs, *self._module_doc))

    @property
    def package(self) -> str:
        """What the file says of its package or namespace, dotted; `` where it says nothing."""
        return self.packages[0]

    @property
    def packages(self) -> tuple[str, ...]:
        """The package, and those around it whose names the file sees without an import: Scala opens them in steps
        (`package a.b`, below it `package c`).
        """
        if self._packages is None:
            said, end = [""], 0
            for found in _PACKAGE.finditer(self.text):
                if len(said) > 1 and (
                    self.language != "scala" or self.text[end : found.start()].strip("{; \t\r\n")
                ):
                    break
                if found[1] != "object":
                    said.insert(0, f"{said[0]}.{found[1]}".lstrip(".").replace("\\", "."))
                end = found.end()
            self._packages = tuple(said[:-1]) or ("",)
        return self._packages

    def around(self, offset: int) -> Iterator[int]:
        """Ordinals of the definitions that hold a byte, the innermost first; a field that a constructor
        assigns is inside the constructor.
        """
        for at in range(bisect_right(self._starts, offset) - 1, -1, -1):
            if offset < self._ends[at]:
                yield at

    def functions(self, offset: int) -> tuple[Symbol, ...]:
        """The functions that hold a byte up to the class around them, the innermost first."""
        out: list[Symbol] = []
        for at in self.around(offset):
            symbol = self.symbols[at]
            if symbol.kind in CLASS_KINDS:
                break
            if symbol.kind in _FUNCTIONS:
                out.append(symbol)
        return tuple(out)

    def owner(self, offset: int) -> str:
        """Qualified name of the class (for Elixir, Ruby and Rust also the module) around a byte; a method
        outside its class (Go, C++) names it.
        """
        for at in self.around(offset):
            symbol = self.symbols[at]
            if symbol.kind in CLASS_KINDS or (symbol.kind == "enum_member" and symbol.body is not None):
                return symbol.qualified
            if symbol.kind == "module" and self.language in ("ruby", "elixir", "rust"):
                return symbol.qualified
            if symbol.kind in ("method", "constructor") and symbol.parent < 0 and "." in symbol.qualified:
                return symbol.qualified.rpartition(".")[0]
        return ""

    def head(self, symbol: Symbol) -> str:
        """Blanked text from the name of a definition to its body, or to its end."""
        return self.text[symbol.name_span.end : self.behind_head(symbol)]

    @staticmethod
    def behind_head(symbol: Symbol) -> int:
        """Where the body of a definition begins, or where the definition ends."""
        body = symbol.body
        return body.start if body is not None and body.start > symbol.name_span.end else symbol.span.end


def _spaces(text: str) -> str:
    """Spaces in place of all but the ends of lines."""
    return "\n".join([" " * len(line) for line in text.split("\n")]) if "\n" in text else " " * len(text)


def _blanked(text: str, spans: Sequence[Span]) -> str:
    """The text with spaces in place of what the spans hold, its lines kept; spans in any order."""
    out: list[str] = []
    at = 0
    for span in sorted(spans, key=lambda span: span.start):
        out += (text[at : span.start], _spaces(text[max(at, span.start) : span.end]))
        at = max(at, span.end)
    return "".join((*out, text[at:]))
