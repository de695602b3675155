"""What is known of a history for somebody who does not wait for all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.config.documents import DriftConfig
from helix_lsp.session.git.git import Git
from helix_lsp.session.history.history import GitHistory, open_history
from tests.session.past import commit
from tests.support.repository import make_repository

KILN = """
    //- /kiln.py
    class OldKiln:
        def burn(self, hours):
            self.door.open()
            self.heat(hours)
            return self.door.close()
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "work", KILN)


def test_a_reading_goes_on_behind_what_was_given_early(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    for old, new in (("burn", "fire"), ("fire", "ignite")):
        path.write_text(path.read_text().replace(old, new))
        commit(root)
    folder = root.parent / "index"
    folder.mkdir()
    given: list[GitHistory] = []
    cfg = DriftConfig(history_step=1)
    whole = open_history(asked, str(root), str(folder), cfg, enough=lambda: True, early=given.append)
    assert whole is not None
    assert [len(one.gone("burn")) for one in (*given, whole)] == [0, 1]
    assert given[0].missed == "2 of 3 commits, which the next look reads"


def test_what_nobody_waits_for_is_not_asked_and_told(asked: Git, root: Path) -> None:
    path = root / "kiln.py"
    path.write_text(path.read_text().replace("burn", "fire"))
    commit(root)
    late = [False]
    history = open_history(asked, str(root), str(root.parent), DriftConfig(), enough=lambda: late[0])
    assert history is not None
    (gone,) = history.gone("burn")
    late[0] = True
    assert (history.became("burn", gone), history.dropped("key kiln-heat")) == (None, None)
    assert history.missed == "what became of 2 names, which the next look asks"
    again = open_history(asked, str(root), str(root.parent), DriftConfig(), enough=lambda: late[0])
    assert again is not None
    became = again.became("burn", gone)
    assert became is not None
    assert (became.new, again.missed) == ("fire", "")
