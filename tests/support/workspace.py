"""Workspaces for tests: a root, a cache beside it, nothing from the machine's own settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from helix_lsp.config import Config, IndexConfig, SessionConfig
from helix_lsp.session.settings.settings import Settings, Surroundings
from helix_lsp.session.status import Report
from helix_lsp.session.workspace import Workspace

_SESSION: dict[str, Any] = {"racy_seconds": 0.0, "follow_seconds": 2.0}


def settings_in(folder: Path, *, session: dict[str, Any] | None = None, **index: Any) -> Settings:
    """Settings whose home and cache lie in `folder`; `index` and `session` set options. Racy seconds are 0
    unless given.
    """
    config = Config(index=IndexConfig(**index), session=SessionConfig(**_SESSION | (session or {})))
    around = Surroundings(search_path=os.defpath, home=str(folder / "home"), cache_home=str(folder / "cache"))
    return Settings(config=config, surroundings=around)


def open_in(
    folder: Path, root: Path, *, writable: bool = True, session: dict[str, Any] | None = None, **index: Any
) -> Workspace:
    """An open workspace on `root` with its index in `folder`."""
    return Workspace.open(str(root), settings_in(folder, session=session, **index), writable=writable)


def paths(workspace: Workspace) -> list[str]:
    """The paths that the index knows now."""
    return list(workspace.view().snapshot.paths())


def reasons(report: Report) -> dict[str, str]:
    """Path -> why it was left out."""
    return {skip.path: skip.reason for skip in report.skipped}
