"""Outlines as lines of text, for expectations that a person can read."""

from __future__ import annotations

from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span


def glance(data: bytes, span: Span | None) -> str:
    """Both ends of the bytes of a span, white space folded; `-` for none."""
    if span is None:
        return "-"
    text = " ".join(span.cut(data).decode("utf-8").split())
    return text if len(text) <= 40 else f"{text[:24]}…{text[-12:]}"


def symbols(outline: Outline, data: bytes) -> list[str]:
    """`kind qualified | signature`, a minus before what is not exported; below it `doc | body` where there is one."""
    out: list[str] = []
    for each in outline.symbols:
        out.append(f"{'' if each.exported else '- '}{each.kind} {each.qualified} | {each.signature}")
        if each.doc is not None or each.body is not None:
            out.append(f"    {glance(data, each.doc)} | {glance(data, each.body)}")
    return out


def references(outline: Outline) -> list[str]:
    """`kind qualifier.name in scope`."""
    return [
        f"{each.kind} {each.qualifier + '.' if each.qualifier else ''}{each.name} in "
        f"{outline.symbols[each.scope].qualified if each.scope >= 0 else '-'}"
        for each in outline.references
    ]


def imports(outline: Outline) -> list[str]:
    """`module: name as alias, name`."""
    return [
        f"{each.module}: {', '.join(f'{name or chr(126)} as {alias}' if alias else name for name, alias in each.names)}".rstrip()
        for each in outline.imports
    ]


def report(path: str, text: str) -> str:
    """Everything of a file that the tests of one language look at."""
    data = text.encode()
    outline = extract(path, data)
    valid(outline, data)
    parts = [
        *symbols(outline, data),
        "",
        *references(outline),
        "",
        *imports(outline),
        "",
        f"module: {glance(data, outline.module_doc)}",
        *(f"problem: {each.code}" for each in outline.problems),
    ]
    return "\n".join(parts) + "\n"


def valid(outline: Outline, data: bytes) -> None:
    """Asserts what holds for every outline: spans inside the data and on characters, order, parents before
    children.
    """
    spans = list(outline.comments)
    for each in outline.symbols:
        spans += [span for span in (each.span, each.name_span, each.doc, each.body) if span is not None]
    spans += [each.span for each in (*outline.references, *outline.imports, *outline.keys)]
    spans += [span for each in outline.sections for span in (each.heading, each.span, each.extent)]
    spans += [span for each in outline.mentions for span in (each.span, each.outer)]
    spans += [span for each in outline.links for span in (each.span, each.text)]
    spans += [each.span for each in outline.fences]
    spans += [each.span for each in outline.problems if each.span is not None]
    if outline.module_doc is not None:
        spans.append(outline.module_doc)
    for span in spans:
        assert 0 <= span.start <= span.end <= len(data), span
        for at in (span.start, span.end):
            assert at == len(data) or data[at] & 0xC0 != 0x80 or not _is_utf8(data), (
                at,
                data[max(0, at - 4) : at + 4],
            )
    for sort in (outline.symbols, outline.references, outline.imports):
        starts = [each.span.start for each in sort]
        assert starts == sorted(starts)
    for index, each in enumerate(outline.symbols):
        assert -1 <= each.parent < index
        assert len(each.signature) <= 300
        assert "\n" not in each.signature
        assert each.span.covers(each.name_span)
    assert all(-1 <= each.scope < len(outline.symbols) for each in outline.references)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
