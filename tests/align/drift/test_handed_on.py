"""What went with its file in a commit that made another package needed may be that package's now."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.world import build_world
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.repository import git, make_repository


@pytest.mark.parametrize(
    ("after", "tier"),
    [
        ({"package.json": '{"name": "kiln", "dependencies": {"kiln-timer": "1"}}'}, "B"),
        ({"package.json": '{"name": "kiln", "description": "hot"}'}, "A"),
        (
            {
                "package.json": '{"name": "kiln", "dependencies": {"kiln-timer": "1"}}',
                "lib/heat.js": "x = 1\n",
            },
            "A",
        ),
    ],
)
def test_what_another_package_may_have_is_no_alarm(tmp_path: Path, after: dict[str, str], tier: str) -> None:
    root = make_repository(
        tmp_path / "kiln",
        '//- /package.json\n{"name": "kiln"}\n\n//- /lib/heat.js\nexports.firstWarmth = function () {\n  return 1\n}\n\n'
        "//- /lib/main.js\nx = 1\n",
    )
    (root / "README.md").write_text("# Kiln\n\nIt has a `firstWarmth`.\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "page")
    (root / "lib/heat.js").unlink()
    for path, text in after.items():
        (root / path).write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "gone")
    with Workspace.open(str(root), load(str(root))) as workspace:
        workspace.refresh()
        view = workspace.view()
        cfg = view.config.drift
        found = find_drift(
            build_world(view.snapshot, view.texts, cfg), workspace.history(), cfg, ["README.md"]
        )
    assert [(one.reference.text, one.judged.tier) for one in found] == [("firstWarmth", tier)]
