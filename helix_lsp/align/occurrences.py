"""Where a name stands in the code of a file: the references that the index holds, and every other word of that
spelling outside comments, strings, imports and the names of definitions.

The index keeps calls, types and what is likely to name a definition. A field that is read, a function that is
passed on, the name of an argument are found here, when somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.align.edges.source import Source
from helix_lsp.align.live import Live
from helix_lsp.syntax.outline import Reference
from helix_lsp.text.span import Span

_INSIDE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") | frozenset(
    range(128, 256)
)
_NEAR = 40  # characters before a name in which the word before it ends
_WORD_BEFORE = re.compile(r"([\w$]{1,40})[ \t]{1,40}\Z")
_KEY = re.compile(r"\s*(?::(?![:=])|=(?![=>~]))")
_TERNARY = re.compile(r"\?[^?:\n]*\Z")
_FREE = frozenset(
    {"haskell", "elixir", "ruby", "bash", "scala"}
)  # arguments stand beside a name without a mark
_MACRO = re.compile(r"[ \t]*#[ \t]*define\b")
_DEFINES = frozenset("def defp defmacro defmacrop fun function fn func sub class module".split())
_LEADS = frozenset(
    "return yield await in not and or if else elif elsif unless while until do then when case of lambda new typeof throw "
    "raise assert del print echo defer go is as match from import export default instanceof void delete extends implements "
    "with let! where guard try move puts include extend prepend alias undef use using throws".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """`plain` is False where the syntax leaves open whether the name is used: it may be declared, or name a key
    or an argument. `key`: a colon or an equals sign stands behind a bare name, `set`: behind any.
    """

    reference: Reference
    plain: bool = True
    key: bool = False
    set: bool = False


@lru_cache(2_048)
def word(name: str) -> re.Pattern[bytes]:
    """A word that ends in the name, in bytes: one that begins with it is found much faster than one behind which
    nothing else may stand. `places_of` looks at what stands before.
    """
    return re.compile(re.escape(name.encode("utf-8")) + rb"(?![\w$\x80-\xff])")


def places_of(name: str, data: bytes, start: int = 0, end: int = 1 << 62) -> list[int]:
    """Where the name stands as a whole word."""
    found = (met.start() for met in word(name).finditer(data, start, end))
    return [at for at in found if not at or data[at - 1] not in _INSIDE]


def occurrences(path: str, name: str, source_of: Callable[[str], Source], live: Live) -> Iterator[Occurrence]:
    """In the current bytes of a file, the stored references first."""
    same = live.same(path)
    outline = None if same else live.outline(path)
    stored = (
        live.snapshot.references(path, name)
        if same
        else [r for r in outline.references if r.name == name]
        if outline is not None
        else ()
    )
    data = live.data(path) or b""
    yield from (_stored(one, data) for one in stored)
    bare = name.lstrip("@$:#")
    places = places_of(bare, data) if bare else []
    if len(places) <= len(stored):
        return
    source = source_of(path)
    taken = {one.span.start for one in stored}
    taken.update(s.name_span.start + len(s.name) - len(bare) for s in source.symbols if s.name == name)
    taken.update(s.name_span.start for s in source.symbols if s.name.lstrip("@$:#") == bare)
    imports = [statement.span for statement in source.imports]
    left = [at for at in places if at not in taken and not source.is_comment(at)]
    text = source.text if left else ""
    for at in left:
        if text[at] != data[at : at + 1].decode("latin-1"):
            continue
        end = at + len(bare.encode("utf-8"))
        if any(span.start <= at < span.end for span in imports):
            continue
        before = _WORD_BEFORE.search(text, max(0, at - _NEAR), at)
        clause = source.language == "haskell" and text[at - 1 : at] == "\n"
        if not clause and (before is None or before[1] not in _DEFINES):
            yield _occurrence(bare, at, end, text, source.language)


def _stored(reference: Reference, data: bytes) -> Occurrence:
    at, end = reference.span.start, reference.span.end
    before = data[max(0, at - _NEAR) : at].decode("latin-1")
    behind = _KEY.match(data[end : end + _NEAR].decode("latin-1")) is not None
    member = before.rstrip()[-1:] == "." or before.endswith(("->", "::"))
    key = behind and reference.kind != "call" and not _TERNARY.search(before.rpartition("\n")[2])
    return Occurrence(reference=reference, key=key and not member, set=key)


def _occurrence(name: str, at: int, end: int, text: str, language: str) -> Occurrence:
    before = text[max(0, at - _NEAR) : at]
    key = _KEY.match(text, end) is not None and not _TERNARY.search(before.rpartition("\n")[2])
    member = before.rstrip()[-1:] == "." or before.endswith(("->", "::"))
    macro = _MACRO.match(text[text.rfind("\n", 0, at) + 1 : at]) is not None
    beside = _WORD_BEFORE.search(before) if not member and language not in _FREE and not macro else None
    declared = beside is not None and beside[1] not in _LEADS
    kind = "call" if text[end : end + 1] == "(" else "read"
    reference = Reference(name=name, qualifier="", kind=kind, span=Span(at, end), scope=-1)
    return Occurrence(
        reference=reference, plain=member or not (key or declared), key=key and not member, set=key
    )


def stands_at(path: str, names: frozenset[str], live: Live) -> list[int]:
    """Bytes at which one of the names stands in a file as a word: code, comments, strings, prose."""
    data = live.data(path) or b""
    return sorted({at for name in names if name for at in places_of(name, data)})
