"""What a document refers to: inline code, roles, links; in code files, the inline code of docstrings and comments.

Only what is shaped like a name, a path, an option or a link into this tree becomes a reference. Fences are examples and are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from helix_lsp.align.drift.manifest import read_command
from helix_lsp.align.mention import Name, read_name, read_path, role_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span

Kind = Literal["name", "path", "link", "flag", "command", "parameter"]
_FLAG = re.compile(r"--[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*(?=$|[ =\[<])")
_COMMENT_CODE = re.compile(rb":(?:[\w+]+:)?(?P<role>\w+):`(?P<target>[^`\n]+)`|``(?P<double>[^`\n]+)``|(?<![`\w:])`(?P<single>[^`\n]+)`(?![`\w])")
_TITLED = re.compile(r".*<([^<>]+)>\s*\Z", re.DOTALL)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocReference:
    """`text` as written at `span` (bytes) of `path`; `name` is set for kind `name`, `target` for the others.

    A `parameter` is one that a docstring speaks of, its target the function or class; a `command` is one that the project may declare.
    """

    path: str
    text: str
    span: Span
    kind: Kind
    role: str = ""
    name: Name | None = None
    target: str = ""


def references(path: str, data: bytes, outline: Outline, *, document: bool) -> tuple[DocReference, ...]:
    """All references of a file in the order of their bytes; `document` False reads docstrings and comments."""
    found = list(_of_document(path, outline) if document else _of_comments(path, data, outline))
    return tuple(sorted(found, key=lambda r: (r.span.start, r.span.end, r.kind)))


def read_reference(path: str, text: str, span: Span, role: str = "") -> DocReference | None:
    """One inline code as a reference, None when it names nothing that could be checked."""
    command = read_command(text) if role_of(role) == "" or role.rpartition(":")[2] == "command" else ""
    if command:
        return DocReference(path=path, text=text, span=span, kind="command", target=command)
    if role_of(role) is None:
        return None
    flag = _FLAG.match(text.strip())
    if flag is not None:
        return DocReference(path=path, text=text, span=span, kind="flag", target=flag[0])
    target = read_path(text, role)
    if target is not None and "/" in target:
        return DocReference(path=path, text=text, span=span, kind="path", target=target)
    name = read_name(text, role)
    if name is None:
        return None
    return DocReference(path=path, text=text, span=span, kind="name", role=role, name=name)


def _of_document(path: str, outline: Outline) -> Iterator[DocReference]:
    for mention in outline.mentions:
        one = read_reference(path, mention.text, mention.span, mention.role)
        if one is not None:
            yield one
    for link in outline.links:
        target = _unquoted(link.target.strip().strip("<>"))
        if target and not _SCHEME.match(target):
            yield DocReference(path=path, text=link.target, span=link.span, kind="link", target=target)


def _unquoted(target: str) -> str:
    """`%20` and the like undone; broken sequences are replaced."""
    raw = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), target.encode("utf-8", "surrogatepass"))
    return raw.decode("utf-8", "replace")


def _of_comments(path: str, data: bytes, outline: Outline) -> Iterator[DocReference]:
    spans = {*outline.comments, *(s.doc for s in outline.symbols if s.doc is not None)}
    if outline.module_doc is not None:
        spans.add(outline.module_doc)
    seen: set[Span] = set()
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        for match in _COMMENT_CODE.finditer(data, span.start, span.end):
            group = "target" if match["target"] is not None else "double" if match["double"] is not None else "single"
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
