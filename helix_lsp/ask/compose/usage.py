"""`Who uses X?`: the definition, then its users, calls first, and its tests."""

from __future__ import annotations

from helix_lsp.ask.compose.location import location
from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol, prove_more
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.quote import line_quote
from helix_lsp.ask.target import targets

_MOST_TESTS = 2


def usage(material: Material) -> Draft:
    """Falls back to places when the question names nothing that is defined here."""
    found = targets(material.results, material.snapshot)
    here = live_symbol(found[0], material) if found else None
    if not found or here is None:
        return location(material)
    proof = prove_more(found[0], material)
    if proof is None:
        return location(material)
    parts = [Part(title="", sentences=(Sentence(text=f"{introduce(here[0])}.", quotes=(here[1],)),))]
    for title, spans, most in (("Used by", proof.usages, material.cfg.places), ("Tested by", proof.tests, _MOST_TESTS)):
        said: list[Sentence] = []
        for span in spans[:most]:
            file = material.live.file(span.path)
            if file is not None and span.span.end <= len(file.data):
                line = line_quote(file, span.span)
                said.append(Sentence(text=f"`{code(line.text)}`", quotes=(line,), item=True))
        if said:
            parts.append(Part(title=title, sentences=tuple(said)))
    if len(parts) == 1:
        parts.append(Part(title="", sentences=(Sentence(text="No use of it was found in the indexed files."),)))
    return Draft(shape="usage", parts=tuple(parts))
