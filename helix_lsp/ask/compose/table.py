"""Which composer answers which kind of question, and what it falls back to: the one place that knows all of
them. A composer knows no other one.

Each kind has its ways in their order; the first whose `when` holds and whose composer has something to tell
writes the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.compose.about import about, module
from helix_lsp.ask.compose.definition import definition, difference
from helix_lsp.ask.compose.location import location
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.compose.mention import mention, undefined_name
from helix_lsp.ask.compose.missing import missing
from helix_lsp.ask.compose.overview import overview, section
from helix_lsp.ask.compose.reading import reading
from helix_lsp.ask.compose.steps import flow
from helix_lsp.ask.compose.usage import usage
from helix_lsp.ask.draft import Draft, Part

Answer = Literal["about", "reading", "definition", "location", "usage", "flow", "reason", "overview"]
"""The kinds of questions; `about` is one that names nothing here, `reading` one that is asked in words."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """`by` composes, None where it has nothing to tell; the parts of `below` are above what it tells."""

    by: Callable[[Material], Draft | None]
    when: Callable[[Material], object] | None = None
    below: Callable[[Material], tuple[Part, ...]] | None = None


COMPOSERS: Mapping[Answer, tuple[Way, ...]] = {
    "about": (Way(by=about), Way(by=missing)),
    "reading": (Way(by=reading),),
    "definition": (
        Way(by=difference),
        Way(by=definition),
        Way(by=module),
        Way(by=mention),
        Way(by=missing, when=undefined_name),  # what merely resembles a name is not it
        Way(by=overview, below=section),
    ),
    "location": (Way(by=location),),
    "usage": (Way(by=usage), Way(by=location)),
    "flow": (Way(by=flow), Way(by=overview)),
    "reason": (Way(by=overview),),
    "overview": (Way(by=overview),),
}  # fmt: skip


def compose(answer: Answer, material: Material) -> Draft | None:
    """The draft of the first way that has something to tell; None where none has."""
    for way in COMPOSERS[answer]:
        if way.when is not None and not way.when(material):
            continue
        if (draft := way.by(material)) is not None:
            above = way.below(material) if way.below is not None else ()
            return replace(draft, parts=(*above, *draft.parts)) if above else draft
    return None
