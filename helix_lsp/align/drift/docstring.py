"""The parameters that a docstring, or the text of a directive, speaks of: reStructuredText fields, NumPy and Google
sections (Python).
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

import msgspec

from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_FIELD = regex(
    r"^[ \t]*:(?:param|parameter|arg|argument|keyword|kwarg)[ \t]+(?P<beside>[^:\s][^:\n]*?[ \t])?(?P<names>\*{0,2}\w+)[ \t]*:"
    r"(?P<rest>[^\n]*(?:\n[ \t]*[^:\s\n][^\n]*)*)",
    re.MULTILINE,
)
_NUMPY = regex(
    r"^(?P<indent>[ \t]*)(?:Other )?Parameters[ \t]*\n[ \t]*-{3,}[ \t]*\n(?P<body>(?:(?P=indent)[^\n]*\n?|[ \t]*\n)*)",
    re.MULTILINE,
)
_NUMPY_ITEM = regex(
    r"(?P<names>\*{0,2}[A-Za-z_]\w*(?:[ \t]*,[ \t]*\*{0,2}[A-Za-z_]\w*)*)[ \t]*(?::(?P<rest>[^\n]*))?\Z"
)
_GOOGLE = regex(
    r"^(?P<indent>[ \t]*)(?:Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments):[ \t]*\n"
    r"(?P<body>(?:(?P=indent)[ \t]+[^\n]*\n?|[ \t]*\n)*)",
    re.MULTILINE,
)
_GOOGLE_ITEM = regex(
    r"(?P<names>\*{0,2}[A-Za-z_]\w*)[ \t]*(?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))?:(?=\s)(?P<rest>[^\n]*)"
)
_MARKERS = frozenset("optional required default defaults deprecated keyword".split())  # `heat, optional`
_NONE = frozenset(
    "none null nil nothing void true false self cls na object string number boolean any".split()
)
_SECTIONS = frozenset(
    "Returns Return Yields Yield Raises Raise Notes Note Examples Example Warnings Warns See References".split()
)
BUILT_IN = frozenset({"str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple", "None"})
Documented = tuple[str, tuple[str, ...], Span, str]
"""The name, other words of its field, the bytes of the name, what is said of it."""


def documented(doc: bytes, at: int) -> Iterator[Documented]:
    """The parameters that a text names; `at` is its first byte in the file."""
    text = doc.decode("utf-8", "surrogateescape")
    for match in _FIELD.finditer(text):
        beside = tuple(re.findall(r"\w+", match["beside"] or ""))
        rest = " ".join(
            match["rest"].removesuffix(text[-3:] if text.endswith(('"""', "'''")) else "").split()
        )
        yield from _named(match["names"], match.start("names"), rest, text, at, beside)
    for section in _NUMPY.finditer(text):
        yield from _numpy(section["body"], section.start("body"), section["indent"], text, at)
    for section in _GOOGLE.finditer(text):
        yield from _google(section["body"], section.start("body"), text, at)


def _numpy(body: str, start: int, indent: str, text: str, at: int) -> Iterator[Documented]:
    lines = body.splitlines(keepends=True)
    for i, line in enumerate(lines):
        if i + 1 < len(lines) and re.fullmatch(r"[ \t]*[-=~]{3,}[ \t]*", lines[i + 1].rstrip("\n")):
            return  # the next section
        if line.strip() and len(line) - len(line.lstrip()) == len(indent):
            item = _NUMPY_ITEM.match(line.strip())
            if item is None:
                return
            rest = (item["rest"] or "") + "\n" + " ".join(_below(lines, i, len(indent)))
            yield from _named(item["names"], start + len(line) - len(line.lstrip()), rest, text, at)
        start += len(line)


def _google(body: str, start: int, text: str, at: int) -> Iterator[Documented]:
    lines = body.splitlines(keepends=True)
    deep = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    for i, line in enumerate(lines):
        if line.strip() and len(line) - len(line.lstrip()) == deep:
            item = _GOOGLE_ITEM.match(line.strip() + " ")
            if item is None:
                return
            yield from _named(
                item["names"], start + deep, item["rest"] + " " + " ".join(_below(lines, i, deep)), text, at
            )
        start += len(line)


def _below(lines: list[str], at: int, deep: int) -> Iterator[str]:
    for line in lines[at + 1 :]:
        if line.strip() and len(line) - len(line.lstrip()) <= deep:
            return
        yield line.strip()


def _named(
    names: str, start: int, rest: str, text: str, at: int, beside: tuple[str, ...] = ()
) -> Iterator[Documented]:
    for word in re.finditer(r"\w+", names):
        if word.start() and word[0].lower() in _MARKERS:
            continue
        if (
            word[0] in _SECTIONS
            or word[0].lower() in _NONE
            or word[0] in BUILT_IN
            or keyword.iskeyword(word[0])
        ):
            continue  # a section that says there are none, or the head of another
        left = len(text[: start + word.start()].encode("utf-8", "surrogateescape")) + at
        yield word[0], beside, Span(left, left + len(word[0].encode("utf-8", "surrogateescape"))), rest


# The parameters of a function as its source writes them, in languages other than Python: names and literal
# defaults.
#
# Read from the text behind the function's name. What cannot be read for certain (patterns, rest arguments,
# `arguments`) makes the list open: then a name that is not in it may be right all the same.

_HEAD = regex(
    r"\s*(?:[?!]\s*)?(?:<[^()]{0,400}?>\s*)?(?:[:=]\s*(?:(?:async|static)\s+)?(?:function\s*(?:\*\s*)?(?:[\w$]+\s*)?)?(?:<[^()]{0,400}?>\s*)?)?\("
)
_OPEN, _CLOSE = "([{<", ")]}>"
_MODIFIERS = regex(
    r"(?:(?:public|private|protected|readonly|override|final|params|ref|out|in|this|val|var|vararg|noinline|crossinline|mut|inout)\s+)+"
)
_TYPED = regex(r"[\w>\]?.]\s+(?:\.\.\.\s*)?[A-Za-z_]\w*\s*(?:\[\s*\])*\Z|\.\.\.\s*\w+\Z")
_LITERAL = regex(r"true|false|True|False|-?\d+(?:\.\d+)?|\"[^\"\\]*\"|'[^'\\]*'")
_COMMENTED = regex(r"\s*/\*[^*]{0,400}\w")
_COLON = frozenset({"kotlin", "swift", "rust", "scala"})


class Parameters(msgspec.Struct, frozen=True, kw_only=True):
    """`names` in order, labels beside them; `defaults` where one is a plain literal; `open`: there may be
    others.
    """

    names: tuple[str, ...]
    defaults: dict[str, str]
    open: bool


def read_parameters(head: str, language: str) -> Parameters | None:
    """The list that `head` (the text from behind a function's name to its body) begins with; None when it
    begins with none.
    """
    lead = _HEAD.match(head)
    if lead is None:
        return None
    quotes = '"' if language == "rust" else "\"'`"  # a Rust lifetime opens no text
    inner = _inside(head[lead.end() - 1 :], quotes)
    if inner is None:
        return None
    names: list[str] = []
    defaults: dict[str, str] = {}
    loose = (
        not inner.strip() and _COMMENTED.match(head, lead.end()) is not None
    )  # a stub that keeps its parameters in a comment
    for part in _split(inner, quotes):
        found, default = _one(part, language)
        loose = (
            loose or not "".join(found).strip("_") or _is_rest(part, language)
        )  # `_` alone may have any name in the text
        names.extend(found)
        if found and _LITERAL.fullmatch(default):
            defaults[found[-1]] = default
    return Parameters(names=tuple(names), defaults=defaults, open=loose)


def _is_rest(part: str, language: str) -> bool:
    return (
        "..." in part
        or part.startswith(("*", "&", "vararg "))
        or (language == "c_sharp" and part.startswith("params "))
    )


def _one(part: str, language: str) -> tuple[list[str], str]:
    """(names of one parameter, its default); no name for what is not a plain parameter."""
    part = re.sub(r"\A(?:\s*(?:@\w[\w.]*(?:\([^()]*\))?|#?\[[^\]]*\]))+\s*", "", part).strip()
    left, default = _cut_default(part)
    left = left.strip()
    if language == "php":
        return re.findall(r"\$(\w+)", left), default
    if language in ("typescript", "tsx", "javascript", "jsx"):
        left = _MODIFIERS.sub("", left.lstrip(".").strip(), count=1) if not left.startswith("this") else ""
        match = re.match(r"[A-Za-z_$][\w$]*", left)
        return ([match[0]] if match is not None else []), default
    if language == "ruby":
        match = re.fullmatch(r"(?:\*{1,2}|&)?(?P<name>[a-z_]\w*)(?P<key>:)?\s*(?P<rest>.*)", left)
        return ([match["name"]] if match is not None else []), (
            match["rest"] if match is not None and match["key"] else default
        )
    if language in _COLON:
        if re.fullmatch(r"&?\s*(?:'\w+\s+)?(?:mut\s+)?self", left):
            return ["self"], ""
        before, colon, _ = left.partition(":")
        words = re.findall(r"\w+", _MODIFIERS.sub("", before.strip() + " "))
        return (words[-2:] if colon and words and not re.search(r"[({\[]", before) else []), default
    match = re.search(r"(?<!\w)(?P<name>[A-Za-z_]\w*)\s*(?:\[\s*\])*\Z", left)  # the type first: Java, C#
    return ([match["name"]] if match is not None and _TYPED.search(left) else []), default


def _cut_default(part: str) -> tuple[str, str]:
    match = re.search(r"(?<![=!<>])=(?![=>])", part)
    return (part[: match.start()], part[match.end() :].strip()) if match is not None else (part, "")


def _inside(text: str, quotes: str) -> str | None:
    """What is between the first parenthesis and its partner."""
    depth, quote = 0, ""
    for i, c in enumerate(text):
        if quote:
            quote = "" if c == quote and text[i - 1] != "\\" else quote
        elif c in quotes:
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if not depth:
                return re.sub(r"/\*.*?(?:\*/|\Z)|//[^\n]*", " ", text[1:i], flags=re.DOTALL)
    return None


def _split(inner: str, quotes: str) -> list[str]:
    parts, depth, quote, start = list[str](), 0, "", 0
    for i, c in enumerate(inner):
        if quote:
            quote = "" if c == quote and inner[i - 1] != "\\" else quote
        elif c in quotes:
            quote = c
        elif c in _OPEN:
            depth += 1
        elif c in _CLOSE and not (c == ">" and inner[i - 1 : i] in ("=", "-")):
            depth -= 1
        elif c == "," and depth <= 0:
            parts.append(inner[start:i])
            start = i + 1
    parts.append(inner[start:])
    return [p.strip() for p in parts if p.strip()]
