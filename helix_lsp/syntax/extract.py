"""The one door of this floor: bytes of a file -> `Outline`. Never raises (law I2).

Whatever the bytes are, the answer holds what could be read and a `Problem` for what could not; every span
lies inside the data and on character boundaries. Bytes that are not UTF-8 are read with each broken byte
replaced by `?`, one for one, so that offsets stay those of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

from helix_lsp.syntax.code import read_code
from helix_lsp.syntax.garbage import blank_garbage
from helix_lsp.syntax.grammar import LANGUAGES
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline, Problem

HEAD = 8_192
_LONGEST_TARGET = 2_000
_MARKS = (  # byte-order marks; the longer ones first
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_BROKEN = re.compile("[\udc80-\udcff]")
_DOCUMENTS = {
    "markdown": ("helix_lsp.syntax.markdown", "read_markdown"),
    "restructuredtext": ("helix_lsp.syntax.restructuredtext", "read_restructuredtext"),
    "asciidoc": ("helix_lsp.syntax.asciidoc", "read_asciidoc"),
}
_KEYS = {
    "json": ("helix_lsp.syntax.keys_json", "read_json"),
    "yaml": ("helix_lsp.syntax.keys_yaml", "read_yaml"),
    "toml": ("helix_lsp.syntax.keys_toml", "read_toml"),
}
_LISTED = {
    "sql": ("helix_lsp.syntax.sql", "read_sql"),
    "protobuf": ("helix_lsp.syntax.protobuf", "read_protobuf"),
    "css": ("helix_lsp.syntax.stylesheet", "read_css"),
    "scss": ("helix_lsp.syntax.stylesheet", "read_scss"),
    "html": ("helix_lsp.syntax.hypertext", "read_html"),
    "notebook": ("helix_lsp.syntax.notebook", "read_notebook"),
}


def extract(path: str, data: bytes, limit: int = 20_000) -> Outline:
    """The facts of one file. `path` decides the language, `limit` caps each sort of facts. Never raises."""
    language = language_of(path, data[:HEAD])
    refused = refuse(language, data)
    if refused is not None:
        return refused
    text, problems = readable(language, data)
    return with_problems(guarded(lambda: _read(language, text, limit), language, text), problems)


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
        said = "1 byte is" if count == 1 else f"{count} bytes are"
        problem = Problem(code="not_utf8", message=f"{said} not UTF-8, the first at offset {broken.start}")
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
    return _reader(("helix_lsp.syntax.plain", "read_plain"))(text)


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
