"""The state of a workspace as one record: what the index holds, how fresh it is, what was left out, and by
whom it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import get_args

from helix_lsp import __version__
from helix_lsp.index.facts import EXTRACTOR
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.schema import SCHEMA
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.session.git import Git, head_commit
from helix_lsp.session.origin import repo_id
from helix_lsp.session.scan import load_scan
from helix_lsp.session.skipped import SkippedCount
from helix_lsp.session.telemetry import Counts
from helix_lsp.session.workspace_report import LanguageCount, Status
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.verify.facts.grade import grade_of

_SHOWN = ("tantivy", "tree-sitter")


def describe(
    snapshot: Snapshot,
    freshness: Freshness,
    *,
    root: str,
    directory: str,
    sizes: Mapping[str, int],
    git: Git | None,
    skipped: tuple[SkippedCount, ...],
    problems: tuple[str, ...],
    writable: bool,
    writer: int,
    source: str,
    config_sha256: str,
    asked: Counts,
    meaning: Mapping[str, object] | None,
) -> Status:
    """Gather the record; looks at every path's entry."""
    entries = [entry for path in snapshot.paths() if (entry := snapshot.file(path)) is not None]
    languages = Counter(entry.language for entry in entries)
    grades = Counter(grade_of(entry) for entry in entries)
    ordered = sorted(languages.items(), key=lambda item: (-item[1], item[0]))
    head = head_commit(git, root) if git is not None else None
    return Status(
        root=root,
        index_directory=directory,
        generation=snapshot.generation,
        files=len(entries),
        units=snapshot.statistics().units,
        definitions=len(snapshot.names()),
        languages=tuple(LanguageCount(language=name, files=count) for name, count in ordered),
        size_sqlite=sizes["sqlite"],
        size_text=sizes["text"],
        skipped=skipped,
        problems=problems,
        freshness=freshness,
        writable=writable,
        writer=writer,
        head=head or "",
        source=source,
        versions=_versions(),
        repo_id=repo_id(git, root, directory, head or ""),
        snapshot=snapshot.digest(),
        config_sha256=config_sha256,
        created_at=_when(load_scan(directory).started_ns),
        grades=tuple((grade, grades[grade]) for grade in get_args(Grade)),
        asked=asked,
        meaning=meaning,
    )


def _when(started_ns: int) -> str:
    if not started_ns:
        return ""
    return datetime.fromtimestamp(started_ns // 1_000_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _versions() -> tuple[tuple[str, str], ...]:
    import platform

    own = (("helix-lsp", __version__), ("schema", str(SCHEMA)), ("extractor", str(EXTRACTOR)))
    return (*own, ("python", platform.python_version()), *((name, _version(name)) for name in _SHOWN))


def _version(name: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
