"""What a document refers to: inline code, roles, links; in code files, the inline code of docstrings and
comments.

Only what is shaped like a name, a path, an option or a link into this tree becomes a reference.
Fences are examples: only commands that the project itself offers are read there (`drift/written.py`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal

import msgspec

from helix_lsp.align.drift.declared_tasks import read_command, read_short_command
from helix_lsp.align.drift.written import (
    command_paths,
    html_links,
    last_line,
    own_address,
    read_place,
    undefined_labels,
)
from helix_lsp.align.mention import Name, read_name, read_path, role_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# Links in the comments of code, in the form of each language: Rust's [`Self::gone`], Go's [Ring.Append],
# `{@link Meter.weighAll}` of TSDoc and Javadoc, KDoc's [Meter.weigh], `cref` of C#, `{@see}` of PHP.
#
# A link means a name in the scope of what its comment is at: `Self::x`, `#x` and `this.x` are members of
# the type around it. Read are doc comments only, and only what is shaped like a name.

_WORD = rb"[A-Za-z_$][\w$]{0,100}"
_RUST = regex(
    rb"\[`(?P<code>[\w@!:]{1,200}(?:<[^`\[\]<>]{0,60}>)?(?:\(\))?!?)`\](?![(\[:])"
    rb"|\[(?P<bare>(?:\w{1,100}::){1,8}\w{1,100})\](?![(\[:])"
    rb"|\]\(`?(?P<inline>(?:\w{1,100}::){1,8}\w{1,100})(?:\(\))?`?\)|\]:[ \t]*`?(?P<defined>(?:\w{1,100}::){1,8}\w{1,100})(?:\(\))?`?[ \t]*\r?$",
    re.MULTILINE,
)
_GO = regex(rb"(?<![\w\])])\[\*?(?P<go>(?:" + _WORD + rb"\.){0,2}[A-Z]\w{0,100})\](?![\w(\[:])")
_TAG = regex(
    rb"\{@(?:link|linkplain|linkcode|see)\s{1,40}(?P<tag>[\w$.#:]{1,200})(?:\([^(){}]{0,200}\))?(?=[\s|}])"
    rb"|@see\s{1,10}(?P<see>(?:[\w$.]{0,150}#|[A-Z][\w$]{0,100}(?:\.|::))[\w$]{1,100})(?:\([^()\n]{0,200}\))?(?=\s|\*/|\Z)"
)
_KDOC = regex(rb"(?<![\w\])])\[(?P<kdoc>(?:" + _WORD + rb"\.){0,3}" + _WORD + rb")\](?![\w(\[:])")
_CREF = regex(rb"\bcref=\"(?:[A-Z]:)?(?P<cref>[\w.]{1,200})(?:[({][^\"]{0,200})?\"")
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
_NUMBERED = regex(r"[A-Z]?\d*\Z|[A-Z]{2,}\Z")


class DocLink(msgspec.Struct, frozen=True, kw_only=True):
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


Kind = Literal["name", "path", "link", "flag", "command", "parameter", "returns", "claim"]
SHELL, OWN, SHORT, DOC_LINK, LABEL, KEY, SHOWN, SET_OUT, IMPORTED = (
    "shell",
    "own",
    "short",
    "doc-link",
    "label",
    "key",
    "shown",
    "set-out",
    "imported",
)
_MARKED = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc", ".txt")
_ASSIGNED = regex(r"(?:export )?(?:\$\{?)?([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\}|(?:=|: )\S*)?")
_KEYED = regex(
    r"(?:\w[\w-]*\.)*(?P<key>[a-z][a-z0-9]*(?:(?:[_-][a-z0-9]+)+|(?:[A-Z][a-z0-9]*)+))(?:\s*[:=](?![:=/])(?:\s?.{0,80})?)?"
)
_FLAG = regex(r"(?:-\w(?:/|, ?| ?\| ?))?(?P<flag>--[a-z][a-zA-Z0-9]*(?:[-_.][a-zA-Z0-9]+)*)(?=$|[ =\[<])")
_COMMENT_CODE = regex(
    rb":(?:[\w+]+:)?(?P<role>\w+):`(?P<target>[^`\n]+)`|``(?P<double>[^`\n]+)``|(?<![`\w:])`(?P<single>[^`\n]+)`(?![`\w])"
)
_TITLED = regex(r".*<([^<>]+)>\s*\Z", re.DOTALL)
_RESOURCE = regex(
    r"\.(?:m?js|cjs|css|map|wasm|ico)(?:[?#].*)?\Z", re.IGNORECASE
)  # what a page is made of: a build puts it there
_DIRECTIVE = regex(  # of mkdocstrings, MyST and Sphinx, that take in what a name has
    rb"^[ \t]*(?::::[ \t]+(?P<taken>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+)[ \t]*\r?$"
    rb"|(?:(?:`{3,9}|:{3,9})\{(?:py:)?(?:auto\w+|currentmodule)\}|\.\.[ \t]+(?:py:)?(?:auto\w+|currentmodule)::)[ \t]+"
    rb"(?P<made>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*))",
    re.MULTILINE,
)
_RELATIVE = regex(r"\A(?:\.\./){1,9}(?:blob|tree|raw)/(?:HEAD|main|master)/")  # as a code host shows the page
_ROLE = regex(rb"\{([\w:+-]{1,40})\}\Z")
_LONGEST_ROLE = 42
_PAGE = regex(
    rb"^[ \t]*(?:[^:<>\n][^<>\n]{0,200}<(?P<titled>[^<>\n]{1,200})>|(?P<plain>[^:<>\s][^<>\s]{0,200}))[ \t]*\r?$",
    re.MULTILINE,
)
_ESCAPED = regex(r"\\([_*~()\[\]])")
_SCHEME = regex(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


class DocReference(msgspec.Struct, frozen=True, kw_only=True):
    """`text` as written at `span` (bytes) of `path`; `name` is set for kind `name`, `target` for the others.

    A `parameter` is one that a docstring speaks of, its target the function or class, and `returns` what it
    says is returned; a `command` is one that the project may declare; a `claim` is what a sentence says of
    its target. `line` is the last line of a path that is named, 0 for none. The `role` of a path is SHELL for a
    word of a command, that of a link OWN for a web address of this repository and LABEL for a label of Sphinx, that of an option OWN
    where it is given to a program of ours, that of a command SHORT where it may as well be the tool's own, or is in
    a block, that of a name DOC_LINK for a link in a comment, SHOWN for a name
    in a code block, IMPORTED for one that a block imports, SET_OUT for one that a directive sets out and KEY for what is
    written as a key of configuration is
    (`heat-level`, `heat_level: 3`).
    """

    path: str
    text: str
    span: Span
    kind: Kind
    role: str = ""
    name: Name | None = None
    target: str = ""
    line: int = 0


def references(
    path: str, data: bytes, outline: Outline, *, document: bool, own: frozenset[str] = frozenset()
) -> tuple[DocReference, ...]:
    """All references of a file in the order of their bytes; `document` False reads docstrings and comments.
    `own` are the repositories of the project (`owner/name`).
    """
    found = _of_document(path, data, outline, own) if document else _of_comments(path, data, outline)
    return tuple(sorted(found, key=lambda r: (r.span.start, r.span.end, r.kind)))


def read_reference(path: str, text: str, span: Span, role: str = "") -> DocReference | None:
    """One inline code as a reference, None when it names nothing that could be checked."""
    command = read_command(text) if role_of(role) == "" or role.rpartition(":")[2] == "command" else ""
    if command:
        return DocReference(path=path, text=text, span=span, kind="command", target=command)
    command = read_short_command(text) if not role else ""
    if command:
        return DocReference(path=path, text=text, span=span, kind="command", target=command, role=SHORT)
    if role_of(role) is None:
        return None
    flag = _FLAG.match(text.strip())
    if flag is not None:
        return DocReference(path=path, text=text, span=span, kind="flag", target=flag["flag"])
    place, line = read_place(text)
    target = read_path(place, role)
    if target is not None and ("/" in target or line):
        return DocReference(path=path, text=text, span=span, kind="path", target=target, line=line)
    assigned = _ASSIGNED.fullmatch(text.strip()) if not role else None
    name = read_name(assigned[1] if assigned is not None else text, role)
    keyed = _KEYED.fullmatch(text.strip()) if name is None and not role else None
    if keyed is not None:
        key = Name(parts=(keyed["key"],))
        return DocReference(path=path, text=text, span=span, kind="name", role=KEY, name=key)
    return DocReference(path=path, text=text, span=span, kind="name", role=role, name=name) if name else None


def _of_document(path: str, data: bytes, outline: Outline, own: frozenset[str]) -> Iterator[DocReference]:
    taken: set[Span] = set()
    found = [(m.text, m.span, m.role or _role_before(data, m.outer.start)) for m in outline.mentions]
    for text, span, role in found:
        one = read_reference(path, text, span, role)
        if one is not None:
            taken.add(one.span)
            yield one
    page = path.lower().endswith((".html", ".htm"))
    links = [(link.target, link.span) for link in outline.links]
    links += html_links(data, outline) if path.lower().endswith(_MARKED[:3]) else ()
    if path.lower().endswith(_MARKED[:3]):
        links += _listed(data, outline)
        links += [
            (m.group(1), span)
            for text, span, role in found
            if role in ("doc", "ref") and (m := _TITLED.match(text))
        ]
        links += [(text, span) for text, span, role in found if role in ("doc", "ref") and "<" not in text]
    labels = {span for _, span, role in found if role == "ref"}
    led: set[Span] = set()
    if path.lower().endswith(_MARKED[:3]) and b"][" in data:
        for label, span in undefined_labels(data, outline):
            target = f"#{label}"
            yield DocReference(path=path, text=label, span=span, kind="link", target=target, role=LABEL)
    for written, span in links:
        if span in labels:
            yield DocReference(
                path=path, text=written, span=span, kind="link", target=f"#{written}", role=LABEL
            )
            continue
        one = _link(path, written, _where_written(data, written, span), page=page, own=own)
        if one is not None and one.span not in led:
            led.add(one.span)
            yield one
    for match in _DIRECTIVE.finditer(data) if path.lower().endswith(_MARKED[:3]) else ():
        text = match[match.lastgroup or 0].decode()
        name = Name(parts=tuple(text.split(".")), role="obj")
        yield DocReference(
            path=path, text=text, span=Span(*match.span(match.lastgroup or 0)), kind="name", name=name
        )
    for target, span in command_paths(data, outline, own) if path.lower().endswith(_MARKED) else ():
        if span not in taken:
            text = span.cut(data).decode("utf-8", "replace")
            yield DocReference(path=path, text=text, span=span, kind="path", target=target, role=SHELL)


def _where_written(data: bytes, target: str, span: Span) -> Span:
    """The bytes of a target: those of its definition (`[label]: target`, `.. _label: target`, `__ target`) for a link that leads to a
    label.
    """
    written = target.encode()
    if not written or span.end - span.start >= len(written):
        return span
    found = re.search(
        rb"(?:\]:|^\.\. _[^\n]{1,200}:|^__)[ \t]+<?(?P<target>" + re.escape(written) + rb")>?(?:[ \t]|\r?$)",
        data,
        re.MULTILINE,
    )
    return Span(*found.span("target")) if found is not None else span


def _role_before(data: bytes, start: int) -> str:
    """The role of MyST that is before an inline code: `{class}`."""
    found = _ROLE.search(data, max(0, start - _LONGEST_ROLE), start)
    return found[1].decode() if found is not None else ""


def _listed(data: bytes, outline: Outline) -> Iterator[tuple[str, Span]]:
    """(page, its bytes) of the lists of pages of MyST."""
    for fence in outline.fences:
        for found in (
            _PAGE.finditer(data, fence.span.start, fence.span.end) if fence.language == "toctree" else ()
        ):
            yield (
                found[found.lastgroup or 0].decode("utf-8", "replace"),
                Span(*found.span(found.lastgroup or 0)),
            )


def _link(path: str, written: str, span: Span, *, page: bool, own: frozenset[str]) -> DocReference | None:
    target = _unquoted(_ESCAPED.sub(r"\1", written.strip().strip("<>")))
    address = own_address(target, own) if "://" in target else ""
    target = address or _RELATIVE.sub("/", target)
    if not target or (not address and _SCHEME.match(target)) or (page and _RESOURCE.search(target)):
        return None
    line = last_line(target.partition("#")[2])
    role = OWN if address else ""
    return DocReference(path=path, text=written, span=span, kind="link", target=target, role=role, line=line)


def _unquoted(target: str) -> str:
    """`%20` and the like undone; broken sequences are replaced."""
    raw = re.sub(
        rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), target.encode("utf-8", "surrogatepass")
    )
    return raw.decode("utf-8", "replace")


def _of_comments(path: str, data: bytes, outline: Outline) -> Iterator[DocReference]:
    spans = {*outline.comments, *(s.doc for s in outline.symbols if s.doc is not None)}
    if outline.module_doc is not None:
        spans.add(outline.module_doc)
    seen: set[Span] = set()
    for link in doc_links(data, outline):
        seen.add(link.span)
        yield DocReference(
            path=path, text=link.text, span=link.span, kind="name", role=DOC_LINK, name=link.name
        )
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        for match in _COMMENT_CODE.finditer(data, span.start, span.end):
            group = (
                "target"
                if match["target"] is not None
                else "double"
                if match["double"] is not None
                else "single"
            )
            at = Span(*match.span(group))
            if at in seen:
                continue
            seen.add(at)
            text = match[group].decode("utf-8", "replace")
            role = (match["role"] or b"").decode("ascii", "replace")
            titled = _TITLED.match(text) if role else None
            one = read_reference(path, titled[1] if titled else text.lstrip("~!"), at, role)
            if one is not None:
                yield one
