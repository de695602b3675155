"""What drift says of one file of a small written tree."""

from __future__ import annotations

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture


def drifted(
    tree: str, text: str, past: History, path: str, more: dict[str, str] | None = None
) -> list[tuple[str, str]]:
    """(text, tier, `` for what is no finding) of the references of one file with this text; `more` are other
    files beside the tree's.
    """
    files = (
        dict(read_fixture(tree).files)
        | {p: t.encode() for p, t in (more or {}).items()}
        | {path: text.encode()}
    )
    with indexed(files) as world:
        rows = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), past, DriftConfig(), [path]
        )
    return [(f.reference.text, f.judged.tier) for f in rows]
