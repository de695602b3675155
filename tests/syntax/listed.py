"""Outlines as lines of text, for the languages and formats in `test_more_*`."""

from __future__ import annotations

from helix_lsp.syntax.extract import extract
from helix_lsp.text.positions import Span


def cut(data: bytes, span: Span | None) -> str:
    """The bytes of a span, white space folded, both ends of a long text; `-` for none."""
    if span is None:
        return "-"
    text = " ".join(span.cut(data).decode("utf-8").split())
    return text if len(text) <= 44 else f"{text[:26]}…{text[-14:]}"


def listed(path: str, text: str) -> str:
    """One line per fact, sort after sort, in the order of the outline."""
    data = text.encode()
    outline = extract(path, data)
    names = [each.qualified for each in outline.symbols]
    lines: list[str] = []
    for each in outline.symbols:
        hidden = "" if each.exported else "-"
        assert each.qualified.endswith(each.name)
        lines.append(f"{hidden}{each.kind} {each.qualified}")
        lines.append(f"    {each.signature}")
        lines.append(f"    {cut(data, each.doc)} | {cut(data, each.body)} | {cut(data, each.span)}")
    for use in outline.references:
        place = names[use.scope] if use.scope >= 0 else "-"
        assert use.span.cut(data).decode() == use.name
        lines.append(f"{use.kind} {use.qualifier}{'.' if use.qualifier else ''}{use.name} in {place}")
    lines.extend(
        f"import {each.module} {' '.join(f'{name}>{alias}' if alias else name for name, alias in each.names)}".rstrip()
        for each in outline.imports
    )
    lines.extend(
        f"{'#' * each.level} {each.title} ({each.anchor}) {cut(data, each.heading)} | {cut(data, each.span)}"
        for each in outline.sections
    )
    lines.extend(f"`{each.text}` {cut(data, each.outer)} in {each.section}" for each in outline.mentions)
    lines.extend(f"link {each.target} [{cut(data, each.text)}] in {each.section}" for each in outline.links)
    lines.extend(
        f"fence {each.language}: {cut(data, each.span)} in {each.section}" for each in outline.fences
    )
    if outline.module_doc is not None:
        lines.append(f"module {cut(data, outline.module_doc)}")
    lines.extend(f"problem {each.code}" for each in outline.problems)
    return "\n".join(lines) + "\n"
