"""The one door of this floor: bytes of a file -> `Outline`. Never raises (law I2).

Whatever the bytes are, the answer holds what could be read and a `Problem` for what could not; every span
lies inside the data and on character boundaries. Bytes that are not UTF-8 are read with each broken byte
replaced by `?`, one for one, so that offsets stay those of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from operator import eq

from msgspec.structs import replace

from helix_lsp.syntax.code import read_code
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.syntax.parse import LANGUAGES
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.regex import regex

# Stretches of a source file that no person wrote as code are blanked before the parser sees them.
#
# The generated parsers explore every reading of broken text at once: a few kilobytes of `a=>a=>` or `!*!*`
# cost seconds and gigabytes. Three signs are cheap to find: windows that are almost only punctuation,
# hundreds of names in a row that are joined by nothing but `=>`, `<` or `/*`, and a last comment that is
# not closed while many more begin in it, each of which would be read to the end. Length and line ends stay,
# so every offset stays.

_WINDOW = 2_048
_LEAST = 1_024
_WORDS = b"_" + bytes(code for code in range(256) if code >= 0x80 or chr(code).isalnum())
_SPACE = b" \t\r\n\f\v"
_NAMES = _WORDS + _SPACE + b"$.()]"
_CHAIN_LENGTH = 200
_RUN_LENGTH = 64
_RUN = regex(rb"(?>(?:[^\w\s\x80-\xff]++[\w\s]{0,2}+)+)")
_LONGEST_LINK = 40
_LINK = regex(rb"=>|<(?![<=])|/\*")
_BEGINS, _ENDS = b"/*", b"*/"
_MOST_READ_AGAIN = 1 << 24
_INK = regex(rb"[^\s]")


def blank_garbage(data: bytes) -> tuple[bytes, int]:
    """(the text with such stretches blanked, how many bytes that are); with the lines of a drawn table nothing is lost."""
    spans = _windows(data)
    if data.count(b"=>") + data.count(b"<") + data.count(_BEGINS) >= _CHAIN_LENGTH:
        spans.extend(_chains(data))
        spans.extend(_open_comment(data))
    if not spans:
        return data, 0
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = _INK.sub(b" ", data[start:end])
    return bytes(out), _covered([(start, end) for start, end in spans if not _is_drawn(data[start:end])])


def _is_drawn(text: bytes) -> bool:
    """True for lines as `+-----+-----+`."""
    return not text.strip(b"+|-=~_*#. \r\n") and 2 * sum(map(eq, text, text[1:])) > len(text)


def _covered(spans: list[tuple[int, int]]) -> int:
    """Bytes in any of these spans."""
    count = last = 0
    for start, end in sorted(spans):
        count += max(0, end - max(start, last))
        last = max(last, end)
    return count


def _windows(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for start in range(0, len(data), _WINDOW):
        window = data[start : start + _WINDOW]
        marks = window.translate(None, _WORDS + _SPACE)
        if len(marks) >= _LEAST and len(marks) * 4 > 3 * len(window.translate(None, _SPACE)):
            runs = [run.span() for run in _RUN.finditer(window)]
            out.extend((start + first, start + last) for first, last in runs if last - first >= _RUN_LENGTH)
    return out


def _open_comment(data: bytes) -> list[tuple[int, int]]:
    """What is behind the last end of a comment, when it begins so many that reading each to the end is
    too much work in all.
    """
    first = data.find(_BEGINS, data.rfind(_ENDS) + 1)
    if first < 0 or data.count(_BEGINS, first) * (len(data) - first) < _MOST_READ_AGAIN:
        return []
    return [(first, len(data))]


def _chains(data: bytes) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    start = end = length = 0
    for match in _LINK.finditer(data):
        at, stop = match.span()
        if at - end <= _LONGEST_LINK and not data[end:at].translate(None, _NAMES):
            length += 1
        else:
            if length >= _CHAIN_LENGTH:
                out.append((start, end))
            start, length = at, 1
        end = stop
    if length >= _CHAIN_LENGTH:
        out.append((start, end))
    return out


HEAD = 8_192
_LONGEST_TARGET = 2_000
_MARKS = (  # byte-order marks; the longer ones first
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_BROKEN = regex("[\udc80-\udcff]")
_MARKED = regex("[?\udc80-\udcff]")
_DOCUMENTS = {
    "markdown": ("helix_lsp.syntax.documents.markdown", "read_markdown"),
    "restructuredtext": ("helix_lsp.syntax.documents.restructuredtext", "read_restructuredtext"),
    "asciidoc": ("helix_lsp.syntax.documents.asciidoc", "read_asciidoc"),
}
_KEYS = {
    "json": ("helix_lsp.syntax.keys.keys_json", "read_json"),
    "yaml": ("helix_lsp.syntax.keys.key_lines", "read_yaml"),
    "toml": ("helix_lsp.syntax.keys.key_lines", "read_toml"),
}
_LISTED = {
    "sql": ("helix_lsp.syntax.sql", "read_sql"),
    "protobuf": ("helix_lsp.syntax.protobuf", "read_protobuf"),
    "css": ("helix_lsp.syntax.stylesheet", "read_css"),
    "scss": ("helix_lsp.syntax.stylesheet", "read_scss"),
    "html": ("helix_lsp.syntax.documents.hypertext", "read_html"),
    "notebook": ("helix_lsp.syntax.documents.notebook", "read_notebook"),
}


def extract(path: str, data: bytes, limit: int = 20_000) -> Outline:
    """The facts of one file. `path` decides the language, `limit` caps each sort of facts. Never raises."""
    language = language_of(path, data[:HEAD])
    refused = refuse(language, data)
    if refused is not None:
        return refused
    text, problems = readable(language, data)
    outline = guarded(lambda: _read(language, text, limit), language, text)
    return with_problems(outline if text is data else _titled(outline, data), problems)


def refuse(language: str, data: bytes) -> Outline | None:
    """The outline of what is not text at all, None for text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            problem = Problem(code="utf16", message=f"the file is {encoding}; only UTF-8 is read")
            return Outline(language=language, problems=(problem,))
    if b"\0" in data[:HEAD]:
        return Outline(language=language, problems=(Problem(code="binary", message="the file is binary"),))
    return None


def readable(language: str, data: bytes) -> tuple[bytes, tuple[Problem, ...]]:
    """What the reader of a language is given: valid UTF-8 of the same length, and a problem for each change
    that took.
    """
    text, problems = _utf8(data)
    if language in LANGUAGES:
        text, count = blank_garbage(text)
        if count:
            problems = (
                *problems,
                Problem(code="syntax", message=f"{count} bytes look like no code and were not read"),
            )
    return text, problems


def _utf8(data: bytes) -> tuple[bytes, tuple[Problem, ...]]:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as broken:
        text, count = _BROKEN.subn("?", data.decode("utf-8", "surrogateescape"))
        line = LineIndex(data).line_of(broken.start) + 1
        said = "1 byte is" if count == 1 else f"{count} bytes are"
        problem = Problem(
            code="not_utf8", message=f"{said} not UTF-8, the first in line {line}; save it as UTF-8"
        )
        return text.encode("utf-8"), (problem,)
    return data, ()


def guarded(read: Callable[[], Outline], language: str, text: bytes) -> Outline:
    """What `read` gives; should a reader fail, the facts of plain text and a `reader` problem."""
    try:
        return read()
    except Exception as failure:  # noqa: BLE001  law I2
        problem = Problem(
            code="reader",
            message=f"the {language or 'text'} reader failed: {type(failure).__name__}: {failure}"[:300],
        )
        try:
            return replace(_plain(text), language=language, problems=(problem,))
        except Exception:  # noqa: BLE001  law I2
            return Outline(language=language, problems=(problem,))


def with_problems(outline: Outline, problems: tuple[Problem, ...]) -> Outline:
    """The outline with these problems first."""
    return replace(outline, problems=(*problems, *outline.problems)) if problems else outline


def _titled(outline: Outline, data: bytes) -> Outline:
    """The outline of `data` that is not sound UTF-8 with its titles as they are written: the reader was given `?` for each
    such letter.
    """
    sections = tuple(
        replace(s, title=_as_written(s.title, s.heading.cut(data).decode("utf-8", "surrogateescape")))
        for s in outline.sections
    )
    return replace(outline, sections=sections)


def _as_written(title: str, heading: str) -> str:
    """A title with the letters of its heading in the place of each `?`; as it is where they are not as many."""
    marks, pieces = _MARKED.findall(heading), title.split("?")
    if len(marks) != len(pieces) - 1:
        return title
    letters = (m.encode("utf-8", "surrogateescape").decode("utf-8", "western") for m in marks)
    return pieces[0] + "".join(letter + piece for letter, piece in zip(letters, pieces[1:], strict=True))


def _read(language: str, text: bytes, limit: int) -> Outline:
    if language in LANGUAGES:
        return read_code(language, text, limit)
    if language in _DOCUMENTS:
        return _cap(_reader(_DOCUMENTS[language])(text), limit)
    if language in _KEYS:
        return _reader(_KEYS[language])(text, limit)
    if language in _LISTED:
        return _cap(_reader(_LISTED[language])(text, limit), limit)
    outline = _cap(_plain(text), limit)
    return replace(outline, language=language) if outline.language != language else outline


def _reader(place: tuple[str, str]) -> Callable[..., Outline]:
    module, name = place
    return getattr(import_module(module), name)


def _plain(text: bytes) -> Outline:
    return _reader(("helix_lsp.syntax.documents.sections", "read_plain"))(text)


def _with_short_targets(outline: Outline) -> Outline:
    """A target is written once and may be used by every reference, so that its length is multiplied."""
    if all(len(link.target) <= _LONGEST_TARGET for link in outline.links):
        return outline
    return replace(
        outline, links=tuple(replace(link, target=link.target[:_LONGEST_TARGET]) for link in outline.links)
    )


def _cap(outline: Outline, limit: int) -> Outline:
    """A document's facts without what exceeds `limit` per sort; what lies behind the last section that is
    kept counts to it.
    """
    outline = _with_short_targets(outline)
    sorts = (outline.sections, outline.mentions, outline.links, outline.fences)
    left_out = sum(max(0, len(each) - limit) for each in sorts)
    if not left_out:
        return outline
    problem = Problem(
        code="too_many_facts", message=f"{left_out} facts beyond the limit of {limit} per sort were left out"
    )
    last = limit - 1
    return replace(
        outline,
        sections=outline.sections[:limit],
        mentions=tuple(
            each if each.section <= last else replace(each, section=last) for each in outline.mentions[:limit]
        ),
        links=tuple(
            each if each.section <= last else replace(each, section=last) for each in outline.links[:limit]
        ),
        fences=tuple(
            each if each.section <= last else replace(each, section=last) for each in outline.fences[:limit]
        ),
        problems=(*outline.problems, problem),
    )
