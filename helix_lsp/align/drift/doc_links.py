"""Links in the comments of code, in the form of each language: Rust's [`Self::gone`], Go's [Ring.Append],
`{@link Meter.weighAll}` of TSDoc and Javadoc, KDoc's [Meter.weigh], `cref` of C#, `{@see}` of PHP.

A link means a name in the scope of what its comment is at: `Self::x`, `#x` and `this.x` are members of the
type around it. Read are doc comments only, and only what is shaped like a name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.align.mention import Name
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span

_WORD = rb"[A-Za-z_$][\w$]{0,100}"
_RUST = re.compile(
    rb"\[`(?P<code>[\w@!:]{1,200}(?:<[^`\[\]<>]{0,60}>)?(?:\(\))?!?)`\](?![(\[:])"
    rb"|\[(?P<bare>(?:\w{1,100}::){1,8}\w{1,100})\](?![(\[:])"
    rb"|\]\(`?(?P<inline>(?:\w{1,100}::){1,8}\w{1,100})(?:\(\))?`?\)|\]:[ \t]*`?(?P<defined>(?:\w{1,100}::){1,8}\w{1,100})(?:\(\))?`?[ \t]*\r?$",
    re.MULTILINE,
)
_GO = re.compile(rb"(?<![\w\])])\[\*?(?P<go>(?:" + _WORD + rb"\.){0,2}[A-Z]\w{0,100})\](?![\w(\[:])")
_TAG = re.compile(
    rb"\{@(?:link|linkplain|linkcode|see)\s{1,40}(?P<tag>[\w$.#:]{1,200})(?:\([^(){}]{0,200}\))?(?=[\s|}])"
    rb"|@see\s{1,10}(?P<see>(?:[\w$.]{0,150}#|[A-Z][\w$]{0,100}(?:\.|::))[\w$]{1,100})(?:\([^()\n]{0,200}\))?(?=\s|\*/|\Z)"
)
_KDOC = re.compile(rb"(?<![\w\])])\[(?P<kdoc>(?:" + _WORD + rb"\.){0,3}" + _WORD + rb")\](?![\w(\[:])")
_CREF = re.compile(rb"\bcref=\"(?:[A-Z]:)?(?P<cref>[\w.]{1,200})(?:[({][^\"]{0,200})?\"")
_FORMS = {
    "rust": _RUST, "go": _GO, "javascript": _TAG, "typescript": _TAG, "tsx": _TAG, "jsx": _TAG, "java": _TAG, "php": _TAG, "kotlin": _KDOC,
    "dart": _KDOC, "c_sharp": _CREF,
}  # fmt: skip
_IS_DOC = {
    "rust": (b"///", b"//!", b"/**", b"/*!"), "go": (b"//", b"/*"), "c_sharp": (b"///", b"/**"), "dart": (b"///", b"/**"),
}  # fmt: skip
_OWN = frozenset({"Self", "self", "this", "static"})
_OUTER = frozenset({"crate", "super", "self"})
_HOLDERS = frozenset({"class", "interface", "struct", "enum", "union", "trait", "impl", "type"})
_NUMBERED = re.compile(r"[A-Z]?\d*\Z|[A-Z]{2,}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocLink:
    """`name` is what the link means, its scope filled in; `text` is what is at `span`."""

    name: Name
    text: str
    span: Span


def doc_links(data: bytes, outline: Outline) -> Iterator[DocLink]:
    """In the order of the comments and their bytes; nothing for a language without such links."""
    form = _FORMS.get(outline.language)
    if form is None:
        return
    heads = _IS_DOC.get(outline.language, (b"/**",))
    spans = {*outline.comments, *(s.doc for s in outline.symbols if s.doc is not None)}
    seen: set[Span] = set()
    for comment in sorted(spans, key=lambda s: (s.start, s.end)):
        if not comment.cut(data).lstrip().startswith(heads):
            continue
        for found in form.finditer(data, comment.start, comment.end):
            group = found.lastgroup or ""
            span, text = Span(*found.span(group)), found[group].decode("utf-8", "replace")
            parts = _parts(text, outline, span)
            if parts and span not in seen:
                seen.add(span)
                yield DocLink(name=Name(parts=parts, member=len(parts) > 1, role="obj"), text=text, span=span)


def _parts(text: str, outline: Outline, at: Span) -> tuple[str, ...]:
    text = re.sub(r"\(\)\Z|!\Z|<[^<>]*>", "", text.rpartition("@")[2])
    parts = re.split(r"::|[.#:]", text)
    if not parts[0] or parts[0] in _OWN:
        rest = [p for p in parts[1:] if p]
        inside = _holder(outline, at) if rest and (parts[0] != "self" or "." in text) else ""
        return (inside, *rest) if inside else ()
    while len(parts) > 1 and parts[0] in _OUTER:
        parts = parts[1:]
    if not all(re.fullmatch(r"[A-Za-z_$][\w$]*", p) for p in parts) or (
        len(parts) == 1 and _NUMBERED.match(parts[0])
    ):
        return ()
    return tuple(parts)


def _holder(outline: Outline, at: Span) -> str:
    """The type whose comment holds the place, or in which the thing stands whose comment does; `` for none."""
    symbols = outline.symbols
    mine = next((s for s in symbols if s.doc is not None and s.doc.start <= at.start < s.doc.end), None)
    if mine is None:
        starts = [s.span.start for s in symbols]
        around = symbols[: bisect_right(starts, at.start)]
        mine = next((s for s in reversed(around) if s.span.end > at.start and s.kind in _HOLDERS), None)
    while mine is not None and mine.kind not in _HOLDERS:
        above = mine.qualified.rpartition(".")[0]
        mine = (
            symbols[mine.parent]
            if mine.parent >= 0
            else next((s for s in symbols if above and s.qualified == above), None)
        )
    return mine.name if mine is not None else ""
