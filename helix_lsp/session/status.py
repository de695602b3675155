"""The state of a workspace as one record: what the index holds, how fresh it is, what was left out, and by
whom it is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, get_args

import msgspec

from helix_lsp import __version__
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.base import FileRow
from helix_lsp.index.store.schema import SCHEMA
from helix_lsp.index.units.units import EXTRACTOR
from helix_lsp.session.disk.origin import repo_id
from helix_lsp.session.disk.scan import load_scan
from helix_lsp.session.disk.walk import Skipped, SkippedCount, Skips
from helix_lsp.session.git.git import Git, head_commit
from helix_lsp.session.kept.telemetry import Counts

if TYPE_CHECKING:
    from helix_lsp.ask.claims.outside import Source
    from helix_lsp.ide.mentions import View
    from helix_lsp.session.refresh import Indexing


# What a refresh did and what a workspace is: plain records for the doors to show.


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """One refresh. `skipped` holds up to 200 paths for each reason, `skipped_counts` the exact numbers;
    `files` and `units` are what the index holds afterwards. A reader (another process writes) adds nothing;
    `freshness` says so.
    """

    added: int
    changed: int
    removed: int
    unchanged: int
    extracted: int
    skipped: tuple[Skipped, ...]
    skipped_counts: tuple[SkippedCount, ...]
    problems: tuple[str, ...]
    seconds: float
    files: int
    units: int
    generation: int
    source: str
    freshness: Freshness


def report_of(
    run: Indexing | None, view: View, skips: Skips, *, problems: tuple[str, ...], seconds: float, source: str
) -> Report:
    """Of a refresh that wrote (`run`), or only looked; `view` is what the index holds afterwards."""
    snapshot = view.snapshot
    files = len(snapshot.paths())
    return Report(
        added=run.added if run else 0,
        changed=run.changed if run else 0,
        removed=run.removed if run else 0,
        unchanged=run.unchanged if run else files,
        extracted=run.extracted if run else 0,
        skipped=skips.listed(),
        skipped_counts=skips.counts(),
        problems=problems,
        seconds=seconds,
        files=files,
        units=snapshot.statistics().units,
        generation=snapshot.generation,
        source=source,
        freshness=view.freshness,
    )


class LanguageCount(msgspec.Struct, frozen=True, kw_only=True):
    """Files of one language; `` is for what is not text or not known."""

    language: str
    files: int


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """Everything there is to say about an open workspace. Sizes in bytes; `head` is the checked-out commit or
    empty.

    `writer` is the process that holds the index for writing: our own id, another's, or 0 for none. `skipped`
    is from the last refresh of this process. `versions` are (component, version). `snapshot` is the digest of
    what is indexed, `config_sha256` that of the options it was read with, `created_at` when the last complete
    look at the files began (ISO, UTC; `` for never). `grades` are (grade, files), A to E; `asked` counts
    questions and queries; `meaning`: `embedding-policy.v1` of the model that orders passages, None where words alone do.
    """

    root: str
    index_directory: str
    generation: int
    files: int
    units: int
    definitions: int
    languages: tuple[LanguageCount, ...]
    size_sqlite: int
    size_text: int
    skipped: tuple[SkippedCount, ...]
    problems: tuple[str, ...]
    freshness: Freshness
    writable: bool
    writer: int
    head: str
    source: str
    versions: tuple[tuple[str, str], ...]
    repo_id: str
    snapshot: str
    config_sha256: str
    created_at: str
    grades: tuple[tuple[str, int], ...]
    asked: Counts
    meaning: Mapping[str, object] | None


def silent(message: str, done: int, total: int) -> None:
    """No progress is shown."""


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
    from helix_lsp.verify.facts.fact import Grade, grade_of

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


class IndexedSource(msgspec.Struct, frozen=True, kw_only=True):
    """One content that is indexed. `urls` are all its paths, or where a document from outside came from; `date` is
    when it was last written or published, `fetch_date` when it was read for the index (`` where nobody knows).
    """

    sha: str
    urls: tuple[str, ...]
    outside: bool
    title: str
    quality: str
    date: str
    fetch_date: str
    passages: int


def indexed_sources(
    snapshot: Snapshot, known: Mapping[str, FileRow], outside: Sequence[Source], created_at: str
) -> tuple[IndexedSource, ...]:
    """Files of the repository in the order of their paths, then documents from outside; a content that several
    paths have is one. Reads every file's units, and the headings of documents.
    """
    from helix_lsp.ask.claims.outside import passages_of
    from helix_lsp.verify.facts.fact import grade_of

    snapshot = snapshot.apart()
    paths: dict[str, list[str]] = {}
    for path in snapshot.paths():
        paths.setdefault(snapshot.sha(path), []).append(path)
    found: list[IndexedSource] = []
    for sha, same in paths.items():
        entry = snapshot.file(same[0])
        if entry is None:
            continue
        facts = snapshot.skeleton(same[0]) if entry.surface.kind == "docs" else None
        sections = facts.sections if facts is not None else ()
        written = max((known[path].mtime_ns for path in same if path in known), default=0)
        found.append(
            IndexedSource(
                sha=sha,
                urls=tuple(same),
                outside=False,
                title=sections[0].title if sections else "",
                quality=min(grade_of(e) for path in same if (e := snapshot.file(path)) is not None),
                date=_when(written),
                fetch_date=created_at,
                passages=len(snapshot.units(same[0], once=True)),
            )
        )
    found += [
        IndexedSource(
            sha=one.sha256,
            urls=(one.source,),
            outside=True,
            title=one.title,
            quality=one.grade,
            date=one.dated,
            fetch_date=one.added,
            passages=len(passages_of(one.text)),
        )
        for one in outside
    ]
    return tuple(found)


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
