"""The parameters that a docstring, or the text of a directive, speaks of: reStructuredText fields, NumPy and Google
sections (Python).
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from helix_lsp.text.span import Span

_FIELD = re.compile(
    r"^[ \t]*:(?:param|parameter|arg|argument|keyword|kwarg)[ \t]+(?P<beside>[^:\s][^:\n]*?[ \t])?(?P<names>\*{0,2}\w+)[ \t]*:"
    r"(?P<rest>[^\n]*(?:\n[ \t]*[^:\s\n][^\n]*)*)",
    re.MULTILINE,
)
_NUMPY = re.compile(
    r"^(?P<indent>[ \t]*)(?:Other )?Parameters[ \t]*\n[ \t]*-{3,}[ \t]*\n(?P<body>(?:(?P=indent)[^\n]*\n?|[ \t]*\n)*)",
    re.MULTILINE,
)
_NUMPY_ITEM = re.compile(
    r"(?P<names>\*{0,2}[A-Za-z_]\w*(?:[ \t]*,[ \t]*\*{0,2}[A-Za-z_]\w*)*)[ \t]*(?::(?P<rest>[^\n]*))?\Z"
)
_GOOGLE = re.compile(
    r"^(?P<indent>[ \t]*)(?:Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments):[ \t]*\n"
    r"(?P<body>(?:(?P=indent)[ \t]+[^\n]*\n?|[ \t]*\n)*)",
    re.MULTILINE,
)
_GOOGLE_ITEM = re.compile(
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
