"""Our own documents name nothing that our code no longer has (without history, so that a shallow checkout
tells the same).
"""

from __future__ import annotations

from pathlib import Path

from helix_lsp.align.drift.history import NoHistory
from helix_lsp.align.drift.say import reason_of
from helix_lsp.ide.drift_look import drift
from tests.house.source import ROOT
from tests.support.workspace import open_in


def test_no_document_is_stale(tmp_path: Path):
    workspace = open_in(tmp_path, ROOT)
    try:
        workspace.refresh()
        report = drift(workspace.view(), NoHistory())
    finally:
        workspace.close()
    assert report.checked > 1_000
    assert [(f.reference.path, f.line, f.reference.text, reason_of(f.judged)) for f in report.findings] == []
