"""`Where ...?`: places, the most likely first, each with the line that fits best; then where the documents
speak of it.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, documents, introduce, live_symbol, once, place_item
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.question.target import targets
from helix_lsp.tuning.questions import READING


def location(material: Material) -> Draft:
    """A place whose score falls far behind the best is left out, and so are tests where the code is found and
    no test is asked for.
    """
    sentences: list[Sentence] = []
    named = [n for n in material.results.query.names if n.weight > READING.meant]
    shown: set[tuple[str, int]] = set()
    if (
        named
        and (found := targets(material.results, material.snapshot))
        and (here := live_symbol(found[0], material)) is not None
    ):
        sentences.append(Sentence(text=f"{introduce(here[0])}, defined here", quotes=(here[1],), item=True))
        shown.add((here[1].path, here[1].start_line))
    coded = [c for c in once(material.cards) if c.role != "document" and (c.best or c.symbol)]
    best = coded[0].score if coded else 0.0
    tested = material.results.query.wants_tests
    if tested:
        coded = [c for c in coded if c.role == "test"] or coded
    for card in sorted(coded, key=lambda c: c.role == "test" and not tested):
        item = place_item(card)
        place = (card.path, item.quotes[0].start_line)
        if (
            card.score < material.cfg.fall_off * best
            or place in shown
            or (card.role == "test" and not tested and sentences)
        ):
            continue
        shown.add(place)
        sentences.append(item)
    parts = [Part(title="", sentences=tuple(sentences[: material.cfg.places]))]
    if said := documents(material):
        parts.append(Part(title="In the documentation", sentences=said))
    return Draft(shape="location", parts=tuple(p for p in parts if p.sentences))
