"""Where a name is in the code of a file: the references that the index holds, and every other word of that
spelling outside comments, strings, imports and the names of definitions.

The index keeps calls, types and what is likely to name a definition. A field that is read, a function that is
passed on, the name of an argument are found here, when somebody asks for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from helix_lsp.align.edges.lexical import is_value_key
from helix_lsp.align.edges.names import ECMA
from helix_lsp.align.edges.source import Source
from helix_lsp.align.live import Live
from helix_lsp.syntax.outline import Reference
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_INSIDE = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") | frozenset(
    range(128, 256)
)
_NEAR = 40  # characters before a name in which the word before it ends
_WORD_BEFORE = regex(r"([\w$]{1,40})[ \t]{1,40}\Z")
_KEY = regex(r"\s*(?::(?![:=])|=(?![=>~]))")
_BLOCK = regex(r"\s*:[ \t]*(?:#|\r?\n)")  # a colon that opens a block
_TERNARY = regex(r"\?[^?:{\n]*\Z")
_FREE = frozenset(
    {"haskell", "elixir", "ruby", "bash", "scala"}
)  # arguments are beside a name without a mark
_MACRO = regex(r"[ \t]*#[ \t]*define\b")
_FAR = 2_000  # characters before a short key in which its brace opens
_PATTERN = regex(r"(?:[=(,:\[?&|]|\.\.\.|\b(?:return|const|let|var|of))\s*\Z")
_AS_STRING = regex(r"[\w$)\]>.]\[[\"']\Z")
_TYPES = frozenset("string number boolean bigint symbol object any unknown never undefined null".split())
_IS_TYPE = regex(r"(?:[:|&<]|\b(?:extends|as))\s*\Z")
_RESERVED = frozenset(
    "break case catch class const continue debugger default delete do else export extends finally for function if import in "
    "instanceof new return super switch this throw try typeof var void while with".split()
)
_DEFINES = frozenset("def defp defmacro defmacrop fun function fn func sub class module".split())
_LEADS = frozenset(
    "return yield await in not and or if else elif elsif unless while until do then when case of lambda new typeof throw "
    "raise assert del print echo defer go is as match from import export default instanceof void delete extends implements "
    "with let! where guard try move puts include extend prepend alias undef use using throws global nonlocal keyof "
    "satisfies".split()
)


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """`plain` is False where the syntax leaves open whether the name is used: it may be declared, or name a key
    or an argument. `key`: a bare name that may name a member, in front of a colon or an equals sign, by itself in
    the braces of an object or pattern of JavaScript, or in a string between brackets; `declares`: the outline has it
    as a definition, too. `set`: a colon or an equals sign is behind any name.
    """

    reference: Reference
    plain: bool = True
    key: bool = False
    declares: bool = False
    set: bool = False


@lru_cache(2_048)
def word(name: str) -> re.Pattern[bytes]:
    """A word that ends in the name, in bytes: one that begins with it is found much faster than one behind which
    nothing else may stand. `places_of` looks at what is before.
    """
    return re.compile(re.escape(name.encode("utf-8")) + rb"(?![\w$\x80-\xff])")


def bare_name(name: str, path: str, live: Live) -> str:
    """The name as it is where no mark says what it is (`x` for `@x`); in JavaScript a dollar is a letter."""
    entry = live.snapshot.file(path)
    return name.lstrip("@:#" if entry is not None and entry.language in ECMA else "@$:#")


def places_of(name: str, data: bytes, start: int = 0, end: int = 1 << 62) -> list[int]:
    """Where the name stands as a whole word; `static::$name` of PHP holds it, too."""
    found = (met.start() for met in word(name).finditer(data, start, end))
    return [at for at in found if not at or data[at - 1] not in _INSIDE or data[at - 3 : at] == b"::$"]


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
    entry = live.snapshot.file(path)
    script = entry is not None and entry.language in ECMA
    yield from (_stored(one, data, script) for one in stored)
    bare = bare_name(name, path, live)
    places = places_of(bare, data) if bare else []
    if len(places) <= len(stored):
        return
    source = source_of(path)
    taken = {one.span.start for one in stored}
    taken.update(s.name_span.start + len(s.name) - len(bare) for s in source.symbols if s.name == name)
    taken.update(s.name_span.start for s in source.symbols if bare_name(s.name, path, live) == bare)
    values = {
        s.name_span.start for s in source.symbols if script and s.name == name and is_value_key(s, source)
    }
    taken -= values
    imports = [statement.span for statement in source.imports]
    left = [at for at in places if at not in taken and not source.is_comment(at)]
    text = source.text if left else ""
    for at in left:
        end = at + len(bare.encode("utf-8"))
        if text[at] != data[at : at + 1].decode("latin-1"):
            if (
                script
                and _AS_STRING.search(source.raw, max(0, at - 3), at)
                and source.raw[end + 1 : end + 2] == "]"
            ):
                reference = Reference(name=bare, qualifier="", kind="read", span=Span(at, end), scope=-1)
                yield Occurrence(reference=reference, plain=False, key=True)
            continue
        if any(span.start <= at < span.end for span in imports):
            continue
        before = _WORD_BEFORE.search(text, max(0, at - _NEAR), at)
        clause = source.language == "haskell" and text[at - 1 : at] == "\n"
        if not clause and (before is None or before[1] not in _DEFINES):
            met = _occurrence(bare, at, end, text, source.language)
            if met is not None:
                yield replace(met, declares=at in values)


def _is_short_key(text: str, end: int, behind: str) -> bool:
    """Whether a name that is at the end of a text, from `end` on, is a member by itself, `{name, ...}`."""
    if behind.lstrip()[:1] not in (",", "}"):
        return False
    depth = 0
    for i in range(end - 1, max(0, end - _FAR) - 1, -1):
        depth += (text[i] in ")]}") - (text[i] in "([{")
        if depth < 0:
            return text[i] == "{" and _PATTERN.search(text, max(0, i - _NEAR), i) is not None
    return False


def _stored(reference: Reference, data: bytes, script: bool) -> Occurrence:
    at, end = reference.span.start, reference.span.end
    before = data[max(0, at - _NEAR) : at].decode("latin-1")
    rest = data[end : end + _NEAR].decode("latin-1")
    behind = _KEY.match(rest) is not None and (script or _BLOCK.match(rest) is None)
    member = before.rstrip()[-1:] == "." or before.endswith(("->", "::"))
    key = behind and reference.kind != "call" and not _TERNARY.search(before.rpartition("\n")[2])
    short = (
        script
        and not (key or member)
        and _is_short_key(
            data[max(0, at - _FAR - _NEAR) : at].decode("latin-1"),
            min(at, _FAR + _NEAR),
            data[end : end + _NEAR].decode("latin-1"),
        )
    )
    return Occurrence(reference=reference, key=(key or short) and not member, set=key)


def _occurrence(name: str, at: int, end: int, text: str, language: str) -> Occurrence | None:
    """None for a word of the language."""
    before = text[max(0, at - _NEAR) : at]
    given = _KEY.match(text, end) is not None and (language in ECMA or _BLOCK.match(text, end) is None)
    key = given and not _TERNARY.search(before.rpartition("\n")[2])
    member = before.rstrip()[-1:] == "." or before.endswith(("->", "::"))
    macro = _MACRO.match(text[text.rfind("\n", 0, at) + 1 : at]) is not None
    beside = _WORD_BEFORE.search(before) if not member and language not in _FREE and not macro else None
    declared = beside is not None and beside[1] not in _LEADS
    kind = "call" if text[end : end + 1] == "(" else "read"
    short = False
    if language in ECMA and not member:
        if (name in _RESERVED and not key) or (name in _TYPES and kind == "read" and _IS_TYPE.search(before)):
            return None
        short = not key and not declared and _is_short_key(text, at, text[end : end + _NEAR])
    reference = Reference(name=name, qualifier="", kind=kind, span=Span(at, end), scope=-1)
    return Occurrence(
        reference=reference, plain=member or not (key or declared), key=(key or short) and not member, set=key
    )


def stands_at(path: str, names: frozenset[str], live: Live) -> list[int]:
    """Bytes at which one of the names is in a file as a word: code, comments, strings, prose."""
    data = live.data(path) or b""
    return sorted({at for name in names if name for at in places_of(name, data)})
