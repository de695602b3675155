"""Nothing found: says so, with what was searched, what the repository does not know, and what comes nearest."""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.quote import line_quote
from helix_lsp.search.hit import Hit

_NEAREST = 3


def missing(material: Material) -> Draft:
    """Cites nothing as an answer; the nearest places are named as such."""
    query = material.results.query
    written = dict(query.words)
    searched = list(dict.fromkeys(written[t] for t, _ in query.terms if t in written))
    unknown = list(dict.fromkeys(written[t] for t in material.results.weighted.unknown if t in written and t[0] != "="))
    said = [Sentence(text="No evidence for an answer was found in this repository.")]
    if searched:
        said.append(Sentence(text="Searched for: " + ", ".join(f"`{code(w)}`" for w in searched[:20]) + "."))
    if unknown:
        said.append(Sentence(text="Nowhere in it: " + ", ".join(f"`{code(w)}`" for w in unknown[:20]) + "."))
    parts = [Part(title="", sentences=tuple(said))]
    near = [Sentence(text=f"`{name}`", item=True) for name in material.results.near]
    near = near or [s for h in material.results.hits[:_NEAREST] if (s := _nearest(h, material)) is not None]
    if near:
        parts.append(Part(title="Nearest candidates", sentences=tuple(near)))
    return Draft(shape="missing", parts=tuple(parts))


def _nearest(hit: Hit, material: Material) -> Sentence | None:
    file, span = material.live.file(hit.place.path), material.live.span_of(hit.place)
    if file is None or span is None or not len(span):
        return None
    symbol = material.live.symbol(hit.place)
    line = line_quote(file, symbol.name_span if symbol else span)
    return Sentence(text=f"`{code(hit.place.qualified or hit.place.path)}`", quotes=(line,), item=True)
