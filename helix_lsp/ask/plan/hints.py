"""Query hints of the deterministic planner: what the matched concepts, trees, headings and names are called.
Words, never facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from helix_lsp.ask.plan.slots import Offer
from helix_lsp.search.search import Results
from helix_lsp.trees.match_concepts import ConceptMatch

_SEEN = 3
_NAMED = re.compile(r"[A-Z_. ]")  # one plain word (`rules`, `trees`) finds everything
_ARROW = re.compile(r"<?(?<![-=])[-=]+>|[<>|]")


def hint_lines(
    concepts: tuple[ConceptMatch, ...],
    results: Results | None,
    trees: Iterable[str],
    offers: Iterable[Offer],
    most: int,
) -> tuple[str, ...]:
    """At most `most`, best first: labels and aliases of concepts, nodes of trees, headings, names of the
    first places; none repeats the question.
    """
    asked = results.query.text.casefold() if results is not None else ""
    offered: list[str] = []
    for match in concepts[:_SEEN]:
        offered += [match.card.label, *match.card.aliases[:1]]
    offered += trees
    offered += [label for source, label, _ in offers if source == "heading" and len(label.split()) > 1][
        :_SEEN
    ]
    places = [
        hit.place.qualified or hit.place.name for hit in (results.hits[:_SEEN] if results is not None else ())
    ]
    offered += [
        name for name in places if _NAMED.search(name) and not name.rpartition(".")[2].startswith("__")
    ]
    kept: dict[str, str] = {}
    for text in offered:
        line = " ".join(_ARROW.sub(" ", text).split())
        if line and line.casefold() != asked:
            kept.setdefault(line.casefold(), line)
    return tuple(kept.values())[:most]
