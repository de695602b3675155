"""What is under a cursor in a document where no inline code is a whole name: in a code block, a heading, a table, the
text of a link, a command line, a key of configuration.

A code block is judged as a file of code that has the document's place, so its imports and what it makes say what a
receiver is. Elsewhere a word counts only where it is spelled as names in code are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from helix_lsp.align.candidate import Resolved, document_context, file_target
from helix_lsp.align.drift.declared_tasks import spelt
from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.identity import is_away, normal, own_names
from helix_lsp.align.lineage import owner_of
from helix_lsp.align.live import Live
from helix_lsp.align.mention import LITERALS, read_name
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.language import CONFIGURATION, PROSE, fence_path, language_of
from helix_lsp.syntax.outline import Fence, Outline, Reference, Section
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_WORD = regex(rb"[A-Za-z_$][\w$]*")
_CHAIN = regex(rb"(?:[A-Za-z_$][\w$]*(?:\.|::|->))*(?P<word>[A-Za-z_$][\w$]*)(?P<call>\()?")
_SHAPED = regex(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]|\w(?:\.|::|->)\w|\w\(")
_KEY = regex(rb"^[ \t#;]*(?P<key>[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)(?=[ \t]*[=:])", re.MULTILINE)
_KEYED = regex(rb"[\"']?[ \t]*(?:=>|:(?![:=]))")
_SHELLS = frozenset({"bash", "text", "html", ""})
_FIELDS = frozenset({"field", "property", "constant", "variable"})
_LONGEST = 100_000  # bytes of the code blocks that are read for one name
_COMMENT = regex(rb"[ \t]*(?://+|#+|\*)")
_FAR = 2_000  # bytes before a key in which its brace opens
_LINE = 400  # bytes before and behind a cursor in which its word lies
_KNOWN, _ONLY, _OF_PARENT = 1.0, 0.6, 0.9


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """The name at `span`, and its definitions, best first, never empty."""

    span: Span
    found: tuple[Resolved, ...]


def said_at(path: str, offset: int, outline: Outline, live: Live, cfg: AlignConfig) -> Said | None:
    """The meaning of byte `offset` of a document; None where nothing there certainly names a definition."""
    data = live.data(path)
    if data is None:
        return None
    fence = next((one for one in outline.fences if one.span.start <= offset < one.span.end), None)
    if fence is not None:
        language = language_of(fence_path(fence.language))
        if language in CONFIGURATION:
            return _key_at(path, fence, data, offset, live)
        if language in PROSE:
            return _line_key(path, fence.span, data, offset, live)
        return _in_code(path, fence, outline, offset, live, cfg) if language not in _SHELLS else None
    heading = next((one for one in outline.sections if one.heading.contains(offset)), None)
    return (
        _headed(path, heading, outline, data, offset, live, cfg) if heading is not None else None
    ) or _in_text(path, outline, data, offset, live, cfg)


def _in_code(
    path: str, fence: Fence, outline: Outline, offset: int, live: Live, cfg: AlignConfig
) -> Said | None:
    data = live.data(path) or b""
    word = _around(_WORD, data, offset)
    if word is None or word.cut(data).decode("ascii", "replace") in LITERALS:
        return None
    language = language_of(fence_path(fence.language))
    if _KEYED.match(data, word.end):
        parts = (*_holder(data, fence.span.start, word.start), word.cut(data).decode("utf-8", "replace"))
        found = tuple(_named_fields(parts, path, live))
        if found:
            return Said(span=word, found=found)
    alike = [one for one in outline.fences if language_of(fence_path(one.language)) == language]
    for blocks in ([fence], alike):  # what this block leaves open, the blocks around it may tell
        told = _judged(path, blocks, fence, word, data, live)
        if told is None or told.found:
            return told
    chain = _around(_CHAIN, data, offset)
    text = (chain or word).cut(data).decode("utf-8", "replace")
    text = text[: text.find(word.cut(data).decode("utf-8", "replace"), word.start - (chain or word).start)]
    dotted = text + word.cut(data).decode("utf-8", "replace")
    before, behind = data[word.start - 1 : word.start], data[word.end : word.end + 1]
    if dotted.isidentifier() and before == b".":
        dotted = "." + dotted
    if behind == b"(":
        dotted += "()"
    return _resolved(dotted, word, path, outline, data, live, cfg)


def _judged(path: str, blocks: list[Fence], fence: Fence, word: Span, data: bytes, live: Live) -> Said | None:
    """What the blocks, read as one file, say of a word; without a definition where they leave it open, None where
    it is the example's own, a text's, or another project's.
    """
    code = _blanked(data, blocks)
    if code is None:
        return Said(span=word, found=())
    facts = extract(fence_path(fence.language), code)
    if any(one.name_span.overlaps(word) for one in facts.symbols):
        return None
    if any(one.contains(word.start) for one in facts.comments):  # code that is commented out, perhaps
        line = Span(data.rfind(b"\n", 0, word.start) + 1, word.start)
        mark = _COMMENT.match(line.cut(code))
        if mark is None:
            return Said(span=word, found=())
        code = code[: line.start] + b" " * mark.end() + code[line.start + mark.end() :]
        facts = extract(fence_path(fence.language), code)
    if any(one.span.contains(word.start) for one in facts.imports):
        return Said(span=word, found=())
    name = word.cut(data).decode("utf-8", "replace")
    reference = next((r for r in facts.references if r.span == word), None)
    if reference is None:
        kind = "call" if data[word.end : word.end + 1] == b"(" else "read"
        reference = Reference(name=name, qualifier="", kind=kind, span=word, scope=-1)
    other = Live(live.snapshot, live.data)
    other.read_as(path, code, facts)
    try:
        judge = judge_of(other)
        if judge.names.source(path).text[word.start : word.start + 1] == " ":
            return None  # inside a text
        meant = judge.meant(path, reference)
    finally:
        other.forget()
    if meant.kind == "foreign":
        return None if _is_imported(word, code, facts) else Said(span=word, found=())
    targets = meant.defined or tuple(
        t for p in meant.paths if (t := file_target(p, live.snapshot)) is not None
    )
    found = tuple(Resolved(defined=one, score=_KNOWN, why="as the example has it") for one in targets)
    return Said(span=word, found=found)


def _is_imported(word: Span, code: bytes, facts: Outline) -> bool:
    """Whether the block says whose the name is. An example may leave an import of the project's own out."""
    chain = _around(_CHAIN, code, word.start)
    first = re.split(rb"\.|::|->", (chain or word).cut(code))[0].decode("utf-8", "replace")
    return any(
        first in re.findall(r"\w+", one.module)[-2:] or any(first in pair for pair in one.names)
        for one in facts.imports
    )


def _holder(data: bytes, start: int, at: int) -> tuple[str, ...]:
    """The type before the brace around a key, `env.Opt{Prefix: ...}`; empty where no name is there."""
    depth = 0
    for i in range(at - 1, max(start, at - _FAR) - 1, -1):
        depth += (data[i] in b")]}") - (data[i] in b"([{")
        if depth < 0:
            before = data[max(start, i - 80) : i].rstrip(b" \t")
            met = re.match(rb"\w+", before[::-1])
            return (met[0][::-1].decode("utf-8", "replace"),) if met is not None else ()
    return ()


def _blanked(data: bytes, blocks: list[Fence]) -> bytes | None:
    """The document with blanks for all but the blocks, so that every byte keeps its place; None where that is much."""
    if sum(len(one.span) for one in blocks) > _LONGEST or len(data) > 10 * _LONGEST:
        return None
    parts: list[bytes] = []
    at = 0
    for one in blocks:
        parts += [re.sub(rb"[^\n]", b" ", data[at : one.span.start]), one.span.cut(data)]
        at = one.span.end
    return b"".join([*parts, re.sub(rb"[^\n]", b" ", data[at:])])


def _key_at(path: str, fence: Fence, data: bytes, offset: int, live: Live) -> Said | None:
    facts = extract(fence_path(fence.language), fence.span.cut(data))
    at = offset - fence.span.start
    key = min(
        (one for one in facts.keys if one.span.contains(at)), key=lambda one: len(one.span), default=None
    )
    if key is None:
        return _line_key(path, fence.span, data, offset, live)
    parts = tuple(part for part in re.split(r"\.|\[\d*\]", key.path) if part)
    span = Span(fence.span.start + key.span.start, fence.span.start + key.span.end)
    found = tuple(_named_fields(parts, path, live))
    return Said(span=span, found=found) if found else None


def _line_key(path: str, within: Span, data: bytes, offset: int, live: Live) -> Said | None:
    """A key that begins a line, with its dots: `a.b-c = 1`."""
    start = data.rfind(b"\n", within.start, offset) + 1
    met = _KEY.match(data, max(start, within.start), within.end)
    if met is None or not met.start("key") <= offset <= met.end("key"):
        return None
    found = tuple(_named_fields(tuple(met["key"].decode().split(".")), path, live))
    return Said(span=Span(*met.span("key")), found=found) if found else None


def _named_fields(parts: tuple[str, ...], path: str, live: Live) -> Iterator[Resolved]:
    """Fields that a key fills, in whatever spelling: those of the type that the part before it names, else those of
    one type alone.
    """
    names = dict.fromkeys((parts[-1], *spelt(parts[-1])))
    named = [
        (one, owner)
        for name in names
        for one in live.snapshot.defined(name)
        if one.symbol.name == name
        and one.symbol.kind in _FIELDS
        and not is_away(one.path, path, live.snapshot)
        and (owner := owner_of(one, live.snapshot)) is not None
    ]
    above = re.sub(r"[^a-z0-9]", "", parts[-2].lower()) if len(parts) > 1 else ""
    near = [one for one, owner in named if above and above in owner.name.lower()]
    if near:
        yield from (Resolved(defined=d, score=_OF_PARENT, why=f"a key of {parts[-2]}") for d in near)
    elif len({(d.path, owner.qualified) for d, owner in named}) == 1:
        yield Resolved(defined=named[0][0], score=_ONLY, why="the only field of that name")


def _headed(
    path: str, section: Section, outline: Outline, data: bytes, offset: int, live: Live, cfg: AlignConfig
) -> Said | None:
    """A heading that is a name as a whole: `ky.extend(options)`, `tag_pattern`, and a plain word in small letters."""
    title = section.title.strip()
    name = read_name(title)
    at = data.find(title.encode(), section.heading.start, section.heading.end)
    if name is None or at < 0 or not (_SHAPED.search(title) or title.islower()) or offset < at:
        return None
    span = Span(at, at + len(title.encode()))
    found = () if len(name.parts) > 1 else tuple(_named_fields(name.parts, path, live))
    return Said(span=span, found=found) if found else _resolved(title, span, path, outline, data, live, cfg)


def _in_text(
    path: str, outline: Outline, data: bytes, offset: int, live: Live, cfg: AlignConfig
) -> Said | None:
    """A word of prose, of a table, of the text of a link or of a longer inline code, spelled as names are."""
    key = _line_key_in_code(path, outline, data, offset, live)
    if key is not None:
        return key
    chain = _around(_CHAIN, data, offset)
    word = _around(_WORD, data, offset)
    if chain is None or word is None or any(one.span.contains(offset) for one in outline.links):
        return None
    coded = any(one.outer.contains(offset) for one in outline.mentions)
    text = data[chain.start : word.end].decode("utf-8", "replace")
    text += "()" if data[word.end : word.end + 1] == b"(" else ""
    beside = (data[chain.start - 1 : chain.start], data[word.end : word.end + 1])
    glued = any(mark in (b"/", b"-", b"@") for mark in beside)
    titled = text[:1].isupper() and (coded or any(one.text.contains(offset) for one in outline.links))
    if glued or not (_SHAPED.search(text) or titled) or read_name(text) is None:
        return None
    return _resolved(text, word, path, outline, data, live, cfg)


def _line_key_in_code(path: str, outline: Outline, data: bytes, offset: int, live: Live) -> Said | None:
    """A dotted or hyphened key that is an inline code by itself, or is set in one."""
    inside = next((one.span for one in outline.mentions if one.span.contains(offset)), None)
    if inside is None:
        return None
    met = re.match(rb"(?P<key>[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*)(?:[ \t]*[=:][ \t].*)?\Z", inside.cut(data))
    if met is None:
        return None
    found = tuple(_named_fields(tuple(met["key"].decode().split(".")), path, live))
    return Said(span=Span(inside.start, inside.start + met.end("key")), found=found) if found else None


def _resolved(
    text: str, span: Span, path: str, outline: Outline, data: bytes, live: Live, cfg: AlignConfig
) -> Said | None:
    """What the text would mean as inline code; never what only tests define."""
    name = read_name(text)
    if name is None or name.plain:
        return None
    context = document_context(outline, data, span.start)
    if any(one.heading.contains(span.start) for one in outline.sections):
        context = replace(context, defines=frozenset())  # what a heading names does not belong to an example
    found = [
        one
        for one in resolve(text, path, live.snapshot, cfg, context=context)
        if _is_home(one.defined, path, live)
    ]
    if not found and len(name.parts) == 2:
        found = list(_in_package(*name.parts, path, live)) or list(_of_the_project(*name.parts, path, live))
    return Said(span=span, found=tuple(found)) if found else None


def _in_package(package: str, last: str, path: str, live: Live) -> Iterator[Resolved]:
    """What files of that package define at the top, where the language has the package written in each of them."""
    clause = re.compile(rb"^package[ \t]+(?:[\w.]+\.)?" + re.escape(package.encode()) + rb"\b", re.MULTILINE)
    for one in live.snapshot.defined(last):
        top = one.symbol.name == last and one.symbol.parent < 0 and one.symbol.exported
        if top and _is_home(one, path, live) and clause.search(live.data(one.path) or b""):
            yield Resolved(defined=one, score=_OF_PARENT, why=f"of package {package}")


def _of_the_project(owner: str, last: str, path: str, live: Live) -> Iterator[Resolved]:
    """The one member of a name, behind the name of the project itself."""
    manifests = (one for one in live.snapshot.paths() if "/" not in one)
    if not any(normal(owner) in own_names(one, live.data(one) or b"") for one in manifests):
        return
    members = [
        one
        for one in live.snapshot.defined(last)
        if one.symbol.name == last and owner_of(one, live.snapshot) is not None and _is_home(one, path, live)
    ]
    if len({(one.path, one.symbol.qualified) for one in members}) == 1:
        yield Resolved(defined=members[0], score=_ONLY, why="the only member of that name")


def _is_home(defined: Defined, path: str, live: Live) -> bool:
    entry = live.snapshot.file(defined.path)
    return not is_away(defined.path, path, live.snapshot) and not (entry is not None and entry.surface.test)


def line_at(data: bytes, offset: int) -> tuple[int, int]:
    """The line that holds a byte, as far as a word of it can reach."""
    end = data.find(b"\n", offset)
    end = min(end if end >= 0 else len(data), offset + _LINE)
    return max(data.rfind(b"\n", 0, offset) + 1, offset - _LINE), end


def _around(pattern: re.Pattern[bytes], data: bytes, offset: int) -> Span | None:
    """The match on the cursor's line that holds the cursor, or ends there."""
    spans = (Span(*met.span()) for met in pattern.finditer(data, *line_at(data, offset)))
    return next((one for one in spans if one.contains(offset)), None)
