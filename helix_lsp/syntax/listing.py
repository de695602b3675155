"""What a reader without a grammar has found -> an outline: nesting, documentation, scopes, caps, by the same
rules as for parsed code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from helix_lsp.syntax import assemble, outline
from helix_lsp.syntax.docs_of import Comments
from helix_lsp.syntax.harvest import Raw, place
from helix_lsp.syntax.outline import Import, Outline, Problem, ReferenceKind
from helix_lsp.syntax.rules import Found, Rules
from helix_lsp.text.regex import regex

Use = tuple[int, int, str, ReferenceKind]
_INK = regex(rb"[^\r\n]")
_RULES = Rules(package="", makers={}, imports=lambda _node, _data: ())


@dataclass(slots=True)
class Listing:
    """Definitions, uses (start, end, qualifier, kind), imports and comments of one file, in any order."""

    found: list[Found] = field(default_factory=list[Found])
    uses: list[Use] = field(default_factory=list[Use])
    imports: list[Import] = field(default_factory=list[Import])
    comments: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])

    def outline(self, language: str, data: bytes, limit: int, *, methods: bool = True) -> Outline:
        """The outline; what exceeds `limit` per sort is counted in a problem. Without `methods` a function
        stays one in a namespace.
        """
        comments = sorted(set(self.comments))
        raw = Raw(found=sorted(self.found, key=place))
        notes = Comments(data, comments, ())
        table, _ = assemble.symbols(_RULES, raw, data, notes, limit)
        if not methods:
            table.rows = [
                (*row[:2], "function", *row[3:]) if row[2] == "method" else row for row in table.rows
            ]
        symbols = tuple(outline.symbols(table.rows))
        taken = {each.at for each in self.found}
        uses = sorted({use[0]: use for use in reversed(self.uses) if use[0] not in taken}.values())
        imports = sorted(self.imports, key=lambda each: each.span.start)
        left_out = table.left_out + sum(max(0, len(sort) - limit) for sort in (uses, imports, comments))
        uses = uses[:limit]
        references = outline.references(
            [data[start:end].decode("utf-8", "replace") for start, end, _, _ in uses],
            [qualifier for _, _, qualifier, _ in uses],
            [kind for _, _, _, kind in uses],
            [start for start, _, _, _ in uses],
            [end for _, end, _, _ in uses],
            assemble.scopes(table, [start for start, _, _, _ in uses]),
        )
        message = f"{left_out} facts beyond the limit of {limit} per sort were left out"
        first = symbols[0].doc if symbols else None
        header = notes.header((first.start, first.end) if first is not None else None)
        return Outline(
            language=language,
            symbols=symbols,
            references=tuple(references),
            imports=tuple(imports[:limit]),
            comments=tuple(
                outline.spans([start for start, _ in comments[:limit]], [end for _, end in comments[:limit]])
            ),
            module_doc=outline.spans([header[0]], [header[1]])[0] if header is not None else None,
            problems=(Problem(code="too_many_facts", message=message),) if left_out else (),
        )


def masked(data: bytes, spans: Iterable[tuple[int, int]], fill: bytes = b" ") -> bytes:
    """The same bytes with these ranges turned into spaces (or `fill`); line ends stay."""
    out = bytearray(data)
    for start, end in spans:
        if start < end:
            out[start:end] = _INK.sub(fill, data[start:end])
    return bytes(out)


def stripped(data: bytes, start: int, end: int) -> tuple[int, int]:
    """The range without white space at its ends."""
    text = data[start:end]
    inner = text.lstrip()
    low = start + len(text) - len(inner)
    return low, low + len(inner.rstrip())
