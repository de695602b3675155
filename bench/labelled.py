"""Labelled sets of real repositories: each tree laid out at its commit and opened, one after the other.

Trees come from the shared folder's own reader of clones (`BENCH_SHARED`, `BENCH_MIRROR`, `BENCH_REPOS`);
nothing in a tree is run.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace


def labelled(sets: Path) -> Iterator[tuple[dict[str, Any], Path, Workspace]]:
    """(set, its tree, the tree as an indexed workspace that is closed when the next one is asked for), in the
    order of the file `sets`.

    A set names `repo` and `commit`. Ends the program with a sentence when no shared folder is given.
    """
    shared = os.environ.get("BENCH_SHARED", "")
    if not shared:
        sys.exit(
            "say where the suites are: BENCH_SHARED=folder with benchlib, clones by BENCH_MIRROR, trees by BENCH_REPOS"
        )
    sys.path.insert(0, shared)
    from benchlib import gitsrc  # the folder's own reader of clones

    for one in json.loads(sets.read_text(encoding="utf-8")):
        tree = Path(gitsrc.materialise({"repo": one["repo"], "commit": one["commit"]}))
        with Workspace.open(str(tree), load(str(tree))) as workspace:
            workspace.refresh()
            yield one, tree, workspace
