"""One file as the judgement reads it: current bytes with comments and strings blanked, and the definitions
that enclose a byte.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.align.live import Live
from helix_lsp.syntax.outline import Import, Outline, Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_LINE = r"\"(?:\\.|[^\"\\\n])*\""
_TRIPLE = r"\"\"\"(?:\\.|[^\\])*?\"\"\""
_CHARACTER = r"'(?:\\[^\n']{1,8}|[^'\\\n])'"
_QUOTED = r"'(?:\\.|[^'\\\n])*'"
_TICKED = r"`(?:\\.|[^`\\])*`"
_STRINGS = {
    "python": regex(rf"{_TRIPLE}|'''(?:\\.|[^\\])*?'''|{_LINE}|{_QUOTED}", re.S),
    "rust": regex(rf"r#{{1,9}}\".{{0,1000}}?\"#{{1,9}}|\"(?:\\.|[^\"\\])*\"|{_CHARACTER}", re.S),
    "go": regex(rf"`[^`]*`|{_LINE}|{_CHARACTER}"),
    "javascript": regex(rf"{_TICKED}|{_LINE}|{_QUOTED}", re.S),
    "ruby": regex(rf"{_LINE}|{_QUOTED}"),
    "php": regex(rf"{_LINE}|{_QUOTED}"),
    "elixir": regex(rf"{_TRIPLE}|{_LINE}", re.S),
}
_OTHERS = regex(rf"{_TRIPLE}|{_LINE}|{_CHARACTER}", re.S)
_TOGETHER = {"typescript": "javascript", "tsx": "javascript"}
_PACKAGE = regex(r"^[ \t]*(?:package|namespace)[ \t]+([\w.\\]+)", re.M)
_FUNCTIONS = frozenset({"function", "method", "constructor", "property", "macro"})


class Source:
    """`text` has a character for each byte of the file (latin-1); the insides of comments and strings are
    spaces, the quotes stay.
    """

    __slots__ = (
        "_at",
        "_below",
        "_ends",
        "_furthest",
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
        self._at: dict[str, list[int]] | None = None
        self._starts = [s.span.start for s in outline.symbols]
        self._ends = [s.span.end for s in outline.symbols]
        self._furthest = list(accumulate(self._ends, max))  # of a definition and all before it

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
            if offset >= self._furthest[at]:
                return
            if offset < self._ends[at]:
                yield at

    def named(self, name: str) -> Sequence[int]:
        """Ordinals of the definitions of exactly this name."""
        if self._at is None:
            self._at = {}
            for ordinal, symbol in enumerate(self.symbols):
                self._at.setdefault(symbol.name, []).append(ordinal)
        return self._at.get(name, ())

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


# Types as signatures write them: what a function gives back, what a field or a parameter is declared to be.

_MODIFIERS = frozenset(
    "public private protected internal static final abstract async override virtual sealed readonly const volatile transient "
    "synchronized native default extern inline constexpr explicit friend mutable unsafe partial required new ref out in params "
    "lateinit open val var let mut dyn impl typename struct class enum export declare get set fileprivate weak unowned lazy "
    "return throw else case yield goto package import using typeof instanceof where is as not and or".split()
)
TYPE_FIRST = frozenset({"java", "c_sharp", "cpp", "c", "php"})
_AFTER_COLON = frozenset({"typescript", "tsx", "kotlin", "scala", "php"})
_AFTER_ARROW = frozenset({"python", "rust", "swift"})
_LAST_TYPE = regex(r"([A-Za-z_][\w.:]*(?:\s*<[^(){};]*>)?(?:\[\])*\??)[\s*&]*\Z")
# what holds or hands on a value of the type in its brackets, as far as members go
_WRAPPERS = frozenset(
    "Optional Annotated Final ClassVar Box Arc Rc unique_ptr shared_ptr Readonly Required".split()
)
_AWAITED = frozenset({"Promise", "Task", "ValueTask", "Awaitable", "Coroutine"})
_ANYTHING = frozenset({"Any", "any", "unknown", "object"})
_OF_TYPES = frozenset(
    "Awaited Exclude Extract InstanceType NonNullable NoInfer Omit Partial Pick Record ReturnType".split()
)
_NAME = regex(r"\\?[A-Za-z_][\w.\\:]*")
_NOISE = regex(
    r"^(?:&|\*|\?|\s|'[a-z_]\w*\s|@\w+\s|(?:mut|const|final|readonly|dyn|impl|some|any|inout|ref|unsigned)\s)+"
)


def returned(signature: str, name: str, language: str, *, awaited: bool = False) -> str:
    """The type text that a call gives back; `` where none is written or the signature was cut."""
    if signature.endswith("…"):
        return ""
    if language in _AFTER_ARROW:
        found = re.search(r"\)\s*(?:async\s+|throws\s+|rethrows\s+)*->\s*(.+)$", signature)
        text = re.split(r"\bwhere\b|\{", found.group(1))[0] if found else ""
    elif language == "go":
        text = _go_result(signature, name)
    elif language in _AFTER_COLON:
        close = _after_parameters(signature, name)
        found = re.match(r"\s*:\s*(.+?)(?:\s*=>?.*)?$", signature[close:]) if close >= 0 else None
        if found is None and close < 0:
            found = re.search(rf"\b{re.escape(name)}\b\s*:\s*(.+?)(?:\s*=.*)?$", signature)
        text = found.group(1) if found else ""
    elif language in TYPE_FIRST:
        found = re.search(
            rf"(?:^|[\s*&>\]?]){re.escape(name)}\s*(?:<[^()]*>)?\s*(?:\(|\{{|=>|=|$)", signature
        )
        text = _before(signature[: found.start() + 1]) if found else ""
    else:
        return ""
    text = text.strip().rstrip(";{").strip()
    if awaited or language == "swift":
        inner = re.match(r"(\w+)\s*[<\[](.*)[>\]]$", text)
        if inner is not None and inner.group(1) in _AWAITED:
            return inner.group(2).strip()
    return text


def _go_result(signature: str, name: str) -> str:
    """The first result of a Go function, without its name."""
    close = _after_parameters(signature, name)
    text = signature[close:].strip() if close >= 0 else ""
    if text.startswith("("):
        parts = text[1:].rstrip(")").split(",")
        text = parts[0].strip()
        if " " in text and not text.startswith(("func", "map", "chan")):
            text = text.rpartition(" ")[2]
        elif len(parts) > 1 and re.search(
            r"\w \S", parts[-1].strip()
        ):  # (a, b T): one type for several names
            return ""
    return text


def _after_parameters(signature: str, name: str) -> int:
    """Behind the parameter list of the function of that name, -1 where it has none."""
    generic, arrow = r"(?:<[^()]*>|\[[^()]*\])?", r"(?:[:=]\s*(?:async\s*)?(?:function\s*\w*\s*)?)?"
    found = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])[?!]?\s*{generic}\s*{arrow}\(", signature)
    if found is None:
        return -1
    depth = 0
    for i in range(found.end() - 1, len(signature)):
        depth += signature[i] in "([{"
        depth -= signature[i] in ")]}"
        if not depth:
            return i + 1
    return -1


def declared(signature: str, name: str, language: str) -> str:
    """The type text that a field's, property's or variable's signature writes for it; `` where it writes
    none.
    """
    if signature.endswith("…"):
        return ""
    escaped = re.escape(name)
    if language == "go":
        found = re.search(rf"(?:^|[\s,]){escaped}(?:\s*,\s*\w+)*\s+([*\[\]\w.]+)", signature)
        return found.group(1) if found else ""
    if language in TYPE_FIRST:
        found = re.search(rf"(?:^|[\s*&>\]?])\$?{escaped}\b", signature)
        return _before(signature[: found.start() + 1]) if found else ""
    found = re.search(rf"(?<![\w$]){escaped}\s*[?!]?\s*:\s*([^=]+)", signature)
    return found.group(1).strip().rstrip(",;").strip() if found else ""


def _before(text: str) -> str:
    """The last type in front of a name, `` for a keyword."""
    found = _LAST_TYPE.search(text)
    return "" if found is None or found.group(1) in _MODIFIERS else found.group(1)


def base_name(text: str) -> str:
    """The dotted name of the class whose members a value of this type has; `` where that is not one class,
    `[]` for a collection.
    """
    for _ in range(4):
        text = _NOISE.sub("", text.strip().strip("\"'")).strip()
        text = text.removesuffix("?").removesuffix("!").rstrip("&* ").strip()
        if text.startswith(("[", "(", "{")) or text.endswith("[]"):
            return "[]"
        parts = [p.strip() for p in _top_level(text, "|")]
        kept = [p for p in parts if p not in ("None", "null", "undefined", "nil")]
        if len(parts) > 1:
            if len(kept) != 1:
                return ""
            text = kept[0]
            continue
        found = _NAME.match(text)
        if found is None:
            return ""
        name, rest = found[0], text[found.end() :].strip()
        if rest.startswith(("<", "[")) and name.rpartition(".")[2].rpartition(":")[2] in _WRAPPERS:
            text = next(iter(_top_level(rest[1:].rstrip(">]"), ",")), "")
            continue
        if rest and not rest.startswith(("<", "[")):
            return ""
        return name.replace("::", ".").replace("\\", ".").strip(".")
    return ""


def is_open(name: str, language: str, heads: Iterable[str]) -> bool:
    """True for a type whose values may have any member: one that says nothing, one that takes apart what it is
    given, or a parameter of the definitions with these heads.
    """
    if name.rpartition(".")[2] in _ANYTHING:
        return True
    pattern = rf"\s*<(?:[^(){{}};]*?[,\s])?{re.escape(name)}\s*(?:[,=>]|extends\b)"
    typed = language in ("typescript", "tsx")
    return typed and (name in _OF_TYPES or any(re.match(pattern, head) for head in heads))


def _top_level(text: str, mark: str) -> list[str]:
    """The parts between marks that are in no bracket."""
    out, depth, begin = list[str](), 0, 0
    for i, c in enumerate(text):
        depth += c in "<[({"
        depth -= c in ">])}"
        if c == mark and not depth:
            out.append(text[begin:i])
            begin = i + 1
    return [*out, text[begin:]]
