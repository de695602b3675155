"""What a refresh did and what a workspace is: plain records for the doors to show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helix_lsp.index.freshness import Freshness
from helix_lsp.session.skipped import Skipped, SkippedCount, Skips

if TYPE_CHECKING:
    from helix_lsp.ide.view import View
    from helix_lsp.session.refresh import Indexing
    from helix_lsp.session.telemetry import Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageCount:
    """Files of one language; `` is for what is not text or not known."""

    language: str
    files: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
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
