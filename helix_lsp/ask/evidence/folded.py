"""What a question is asked of: the repository without the copies that it holds of itself (`index/files/copies.py`).

A copy is not a second thing: it is not cited, its calls are not counted and its definitions are no other
meaning. A question that writes its path, or a name which nothing but a copy defines, asks for it all the
same.
"""

from __future__ import annotations

from helix_lsp.config.index import IndexConfig
from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.files.copies import without_copies
from helix_lsp.index.files.made import Texts
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.kind import spelled_in
from helix_lsp.search.question.query import read_query
from helix_lsp.tuning.reading import READING


def folded(
    question: str, snapshot: Snapshot, texts: Texts, search: SearchConfig, index: IndexConfig
) -> tuple[Snapshot, Texts]:
    """The snapshot and texts to search, quote and count in."""
    query = read_query(question, search, spelled_in(snapshot))
    names = [n.parts[-1] for n in query.names if n.parts and n.weight > READING.meant]
    return without_copies(snapshot, texts, index, question, names)
