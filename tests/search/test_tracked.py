"""Files that are too large to be parsed are found by the words that they hold."""

from __future__ import annotations

from pathlib import Path

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.search import search
from tests.support.repository import make_repository
from tests.support.workspace import open_in

TREE = """
    //- /port/berth.py
    def berth(ship): return ship.moor()
    //- /stores/list.py
    LIST = 1
    //- /stores/pictures.py
    PICTURES = 1
"""


def test_a_file_that_is_known_by_its_path_is_found_by_rare_words(tmp_path: Path):
    root = make_repository(tmp_path / "root", TREE)
    (root / "stores/list.py").write_text("# windlass and gypsy\n" * 20_000)
    (root / "stores/pictures.py").write_bytes(b"\0windlass gypsy\n" * 20_000)
    with open_in(tmp_path, root, max_file_bytes=1_000) as workspace:
        workspace.refresh()
        view = workspace.view()
        assert {entry.path for entry in view.snapshot.without_units()} >= {"stores/list.py"}
        found = search("where is the windlass of the gypsy?", view.snapshot, view.texts, SearchConfig(), k=5)
        assert [hit.place.path for hit in found.hits] == ["stores/list.py"]
