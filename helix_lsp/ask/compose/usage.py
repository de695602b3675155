"""`Who uses X?`: the definition, then its users, calls first, and its tests; `who implements X?`: what names it as its base."""

from __future__ import annotations

import re

from helix_lsp.align.usage import usages_of
from helix_lsp.ask.compose.location import location
from helix_lsp.ask.compose.material import Material, code, counted, introduce, live_symbol, prove_more
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.quote import line_quote
from helix_lsp.ask.target import targets
from helix_lsp.index.snapshot import Defined
from helix_lsp.search.kind import HEIRS

_HEIRS = re.compile(HEIRS, re.I)
_MOST_TESTS = 2


def usage(material: Material) -> Draft:
    """Falls back to places when the question names nothing that is defined here."""
    found = targets(material.results, material.snapshot)
    here = live_symbol(found[0], material) if found else None
    if not found or here is None:
        return location(material)
    named = Sentence(text=f"{introduce(here[0])}.", quotes=(here[1],))
    parts = [Part(title="", sentences=(named,))]
    if _HEIRS.search(material.question.text):
        heirs = _heirs(found[0], material)
        shown = heirs[: 2 * material.cfg.places]
        more = f" ({len(shown)} of {len(heirs)})" if len(heirs) > len(shown) else ""
        if heirs:
            return Draft(shape="usage", parts=(*parts, Part(title=f"Implemented or extended by{more}", sentences=shown)))
        parts = [Part(title="", sentences=(named, Sentence(text="No indexed file names it as a base outside tests.")))]
    proof = prove_more(found[0], material)
    if proof is None:
        return location(material)
    for title, spans, most in (("Used by", proof.usages, material.cfg.places), ("Tested by", proof.tests, _MOST_TESTS)):
        said: list[Sentence] = []
        for span in spans[:most]:
            file = material.live.file(span.path)
            if file is not None and span.span.end <= len(file.data):
                line = line_quote(file, span.span)
                said.append(Sentence(text=f"`{code(line.text)}`", quotes=(line,), item=True))
        if said:
            parts.append(Part(title=title, sentences=tuple(said)))
    if proof.maybe:
        more = counted(proof.maybe, "more use" if proof.used else "use")
        parts.append(Part(title="", sentences=(Sentence(text=f"And {more} of the name `{code(here[0].name)}`, of what is not known."),)))
    elif len(parts) == 1:
        parts.append(Part(title="", sentences=(Sentence(text="No use of it was found in the indexed files."),)))
    return Draft(shape="usage", parts=tuple(parts))


def _heirs(target: Defined, material: Material) -> tuple[Sentence, ...]:
    """The lines that inherit from it, outside tests, examples last."""
    uses = [u for u in usages_of(target, material.live.live, material.align).code if u.kind == "inherit" and u.certain]
    out: dict[tuple[str, int], Sentence] = {}
    for use in sorted(uses, key=lambda u: _example(u.path, material)):
        file = material.live.file(use.path)
        if file is None or not file.current:
            continue
        line = line_quote(file, use.span)
        out.setdefault((line.path, line.start_line), Sentence(text=f"`{code(line.text)}`", quotes=(line,), item=True))
    return tuple(out.values())


def _example(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is None or entry.surface.example
