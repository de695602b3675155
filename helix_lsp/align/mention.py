"""Reads what a writer put between back-ticks: a name with its parts, a path, or neither. Also a document as
sentences, whatever it is written in.

Nothing here looks at the repository. A text that is not shaped like a single name or path (a command, an
option, a literal, prose) is None, which is how most wrong answers are avoided.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

import msgspec

from helix_lsp.syntax.extract import extract
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentences

_LONGEST = 200
_GROUP = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_GENERIC = regex(r"(?<=\w)<[\w\s,.:<>&|?'\[\]*]{0,300}>")
_PATTERN = regex(
    r"[\]})]\w|(?<![-=])>\w|[\[{][^\[\]{}]{0,200}\|[^\[\]{}]{0,200}[\]}]"
)  # `Get[One|Two]Bell`: several names, and none of them
_LEAD = regex(
    r"(?:async\s+def|def|class|with|await|return|raise|import|from|new|yield(?:\s+from)?|func|fn|function|struct|interface|enum|trait|impl|"
    r"type|const|pub|module|namespace|use|require|throw|throws|catch|except)\s+"
)
_SEPARATOR = regex(r"::|->|\?\.|[.#\\]")
_ARROW = regex(r"\)\s*->\s.*\Z")
_NAME = regex(r"[^\W\d]\w*(?:(?:::|->|\?\.|[.#\\])[^\W\d]\w*)*\Z")
_PATH = regex(r"(?:\.{0,2}/)?[\w.@+-]+(?:/[\w.@+-]+)*/?(?::\d+)?\Z")
_SELF = frozenset({"self", "this", "cls", "Self", "super", "crate", "static"})

SHAPED = regex(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]")
"""A name that no sentence has as a word."""
LITERALS = frozenset(
    "None True False true false null nil undefined NaN self this cls super int str float bool bytes list dict set tuple "
    "object string number boolean any void char double long short byte type async await with for if else elif while do try "
    "except catch finally return raise throw import from lambda pass break continue global yield def class function fn func "
    "var let const new delete static public private protected in is not and or GET POST PUT DELETE PATCH HEAD OPTIONS TRACE "
    "CONNECT".split()
)
_NOT_CODE = frozenset(
    "ref doc term pr issue gh ghsa cve option envvar confval command program kbd menuselection guilabel rfc pep abbr math "
    "sub sup emphasis strong title mimetype newsgroup regexp token keyword dfn numref eq download any-link user commit "
    "wikipedia".split()
)
_SAME_ROLES = {
    "currentmodule": "mod",
    "automodule": "mod",
    "module": "mod",
    "exception": "exc",
    "autoexception": "exc",
    "method": "meth",
    "automethod": "meth",
    "classmethod": "meth",
    "staticmethod": "meth",
    "function": "func",
    "autofunction": "func",
    "decorator": "func",
    "autodecorator": "func",
    "attribute": "attr",
    "autoattribute": "attr",
    "property": "attr",
    "autoproperty": "attr",
}
_PLAIN_ROLES = frozenset({"", "code", "literal", "samp", "file", "source", "any", "obj"})


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """`parts` in order as written, separators dropped. `call`: it ends in call parens. `member`: written
    behind `self.`, `#` or a dot.

    `role` is the reStructuredText role without its domain when that role names code, `` otherwise.
    """

    parts: tuple[str, ...]
    call: bool = False
    member: bool = False
    role: str = ""

    @property
    def last(self) -> str:
        """The name that is looked up."""
        return self.parts[-1]

    @property
    def wordlike(self) -> bool:
        """True when the name looked up is a plain lower-case word, as any prose or example could have it."""
        return self.last.islower() and "_" not in self.last

    @property
    def plain(self) -> bool:
        """True for one lower-case word without any sign that it is code beyond the back-ticks."""
        return len(self.parts) == 1 and not self.call and not self.member and not self.role and self.wordlike


def role_of(role: str) -> str | None:
    """The role without its domain (`py:meth` -> `meth`), `` for one that says only "code", None for one that
    never names code.
    """
    last = role.rpartition(":")[2].lower()
    if last in _NOT_CODE:
        return None
    last = _SAME_ROLES.get(last, last.removeprefix("auto"))
    return "" if last in _PLAIN_ROLES else last


def read_name(text: str, role: str = "") -> Name | None:
    """The name that `text` spells, None when it spells none. A literal, keyword or HTTP method alone is none.

    >>> read_name("app.route('/x')").parts
    ('app', 'route')
    """
    kind = role_of(role)
    text = _ARROW.sub(")", text).strip()
    if kind is None or not text or len(text) > _LONGEST:
        return None
    text = _LEAD.sub("", text, count=1) if " " in text else text
    if _PATTERN.search(text):
        return None
    call = text.rstrip(";").endswith(")")
    text = _strip_groups(text).rstrip(";:!?")
    member = text[:1] in (".", "#") and not kind  # in a role a leading dot means "wherever it is defined"
    text = text.lstrip("@~!.#&$:")
    if not _NAME.match(text):
        return None
    parts = tuple(_SEPARATOR.split(text))
    while len(parts) > 1 and parts[0] in _SELF:
        member = member or parts[0] not in ("crate", "super")
        parts = parts[1:]
    if len(parts) == 1 and parts[0] in LITERALS and not call and not member:
        return None
    return Name(parts=parts, call=call, member=member, role=kind)


def read_path(text: str, role: str = "") -> str | None:
    """The path that `text` could be, without a line number, leading `./` or trailing slash; None when it has
    neither slash nor suffix.

    A suffix is a dot and one to eight letters or digits at the end.
    """
    if role_of(role) not in ("", None) or role.rpartition(":")[2] in ("doc", "ref"):
        return None
    text = text.strip()
    if len(text) > _LONGEST or not _PATH.match(text):
        return None
    text = re.sub(r":\d+\Z", "", text)
    while text.startswith("./"):
        text = text[2:]
    if text.startswith("/") or ".." in text.split("/"):
        return None
    base = text.rstrip("/").rpartition("/")[2]
    if "/" not in text and not re.search(r".\.[A-Za-z0-9]{1,8}\Z", base) and not base.startswith("."):
        return None
    return text.rstrip("/") or None


def _strip_groups(text: str) -> str:
    """`text` without call arguments, subscripts and type arguments; nesting is undone from the inside, at
    most eight deep.
    """
    for _ in range(8):
        shorter = _GROUP.sub("", text)
        if shorter == text:
            break
        text = shorter
    return _GENERIC.sub("", text)


# A document as sentences, whatever it is written in, each with its exact bytes.
#
# Plain text is read a sentence a line, HTML without its code blocks, scripts and styles. In Markdown, MDX,
# reStructuredText and AsciiDoc code blocks, link targets, comments and role names are blanked (one blank a
# character, so that offsets hold), headings are sentences of their own, and wrapped lines are joined before
# they are cut. Invariant: `Sentence.span_of` gives bytes of the document as handed in.

_MARKUP = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc")
_HTML = (".html", ".htm")
_HTML_CODE = regex(
    r"<(?:pre|script|style)\b(?:(?!<(?:pre|script|style)\b).)*?</(?:pre|script|style)>", re.S | re.I
)
_COMMENT = regex(r"<!--(?:(?!<!--).)*?-->|\{/\*(?:(?!\{/\*).)*?\*/\}", re.S)
_FRONT = regex(r"\A---\n.*?\n---\n", re.S)
_ROLE = regex(r":[a-z:_+-]{1,60}:(?=`)")
_TAG = regex(r"</?[A-Za-z][^<>\n]*>")
_DIRECTIVE = regex(r"^[ \t]*(?:\.\. .*|import .* from .*|export .*|:[\w-]+:.*)$", re.M)
_RULE = regex(r"[^\n]*\n[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*\|[ \t|:-]*(?:\n|\Z)")


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is one line with markup blanked, `raw` the same characters as written; `start` is their first
    byte in the document.

    `section` is the title of the innermost heading above (`` for none); `heading` marks a heading itself and
    the titles of a table's columns, `level` is that of a heading, 1 for the outermost.
    """

    text: str
    raw: str
    start: int
    section: str = ""
    heading: bool = False
    level: int = 0

    def span_of(self, first: int, last: int) -> Span:
        """Bytes of the characters `first` to `last` (half open)."""
        head = self.start + len(_bytes(self.raw[:first]))
        return Span(head, head + len(_bytes(self.raw[first:last])))

    @property
    def span(self) -> Span:
        """The whole sentence."""
        return self.span_of(0, len(self.raw))


def sentences_of(path: str, data: bytes) -> tuple[Sentence, ...]:
    """The sentences of a document in reading order; `path` decides how it is read. Never fails."""
    raw = data.decode("utf-8", "surrogateescape")
    if not path.lower().endswith(_MARKUP):
        return tuple(_lines(raw, _HTML_CODE.finditer(raw) if path.lower().endswith(_HTML) else ()))
    outline = extract(path, data)
    hidden = [
        *(f.span for f in outline.fences),
        *(link.span for link in outline.links if link.span != link.text),
    ]
    starts = _starts(raw, data)
    text = _blanked(raw, starts, hidden)
    heads = [(s.heading, s.title, s.level) for s in outline.sections]
    out: list[Sentence] = []
    at, section = 0, ""
    for span, title, level in heads:
        first, last = bisect_left(starts, span.start), bisect_left(starts, span.end)
        out.extend(_prose(raw, text, starts, (at, first), section))
        section = title
        lead = re.match(r"[#=\s\-~^\"'*+`]*", raw[first:last])
        skip = first + (lead.end() if lead else 0)
        found = _sentence(
            raw,
            text,
            starts,
            (skip, skip + len(raw[skip:last].split("\n", 1)[0])),
            section,
            heading=True,
            level=level,
        )
        out.extend([found] if found else [])
        at = last
    out.extend(_prose(raw, text, starts, (at, len(raw)), section))
    return tuple(out)


def _lines(raw: str, hidden: Iterable[re.Match[str]] = ()) -> Iterator[Sentence]:
    """The lines with words; what is `hidden`, in order, is left out."""
    at = end = 0
    for mark in (*(m.span() for m in hidden), (len(raw), len(raw))):
        for line in raw[end : mark[0]].splitlines(keepends=True):
            bare = line.rstrip("\r\n")
            if bare.strip():
                yield Sentence(text=_ROLE.sub(lambda m: " " * len(m[0]), bare), raw=bare, start=at)
            at += len(_bytes(line))
        at += len(_bytes(raw[mark[0] : mark[1]]))
        end = mark[1]


def _starts(raw: str, data: bytes) -> Sequence[int]:
    """The byte at which each character begins, and the end; made once, because to count from the beginning for
    each sentence would take the square of the document's length.
    """
    if len(raw) == len(data):
        return range(len(raw) + 1)
    return array("I", accumulate((_width(ord(char)) for char in raw), initial=0))


def _width(code: int) -> int:
    """Bytes of a character in UTF-8; an escaped broken byte is one."""
    if code < 0x80 or 0xDC80 <= code <= 0xDCFF:
        return 1
    return 2 if code < 0x800 else 3 if code < 0x10000 else 4


def _blanked(raw: str, starts: Sequence[int], hidden: list[Span]) -> str:
    """The text with everything that is not prose replaced by blanks; line ends stay."""
    chars = list(raw)
    places = [(bisect_left(starts, s.start), bisect_left(starts, s.end)) for s in hidden]
    for pattern in (_FRONT, _COMMENT, _ROLE, _TAG, _DIRECTIVE):
        places.extend(m.span() for m in pattern.finditer(raw))
    for first, last in places:
        for i in range(first, last):
            if chars[i] != "\n":
                chars[i] = " "
    return "".join(chars)


def _prose(
    raw: str, text: str, starts: Sequence[int], within: tuple[int, int], section: str
) -> Iterator[Sentence]:
    for begin, end in sentences(text, *within):
        # the titles of a table's columns, with the rule below them
        head = _RULE.match(text, end, within[1]) is not None
        found = _sentence(raw, text, starts, (begin, end), section, heading=head)
        if found is not None:
            yield found


def _sentence(
    raw: str,
    text: str,
    starts: Sequence[int],
    within: tuple[int, int],
    section: str,
    *,
    heading: bool = False,
    level: int = 0,
) -> Sentence | None:
    piece, first = text[slice(*within)], within[0]
    if not re.search(r"[^\W\d_]", piece):
        return None  # a row's number, a rule
    lead = len(piece) - len(piece.lstrip())
    first, last = first + lead, first + len(piece.rstrip())
    flat = re.sub(r"[\r\n\t|]", " ", text[first:last])
    return Sentence(
        text=flat, raw=raw[first:last], start=starts[first], section=section, heading=heading, level=level
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
