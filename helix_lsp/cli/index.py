"""`helix-lsp index`: brings the index up to date and says what was left out and why."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.cli.progress import progress
from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.stale import freshness_words
from helix_lsp.errors import StorageError
from helix_lsp.session.disk.skipped import SkippedCount
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.status import Report
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted

_EXAMPLES = 3
_LOOK = 0.5  # seconds between two looks at how far the vectors are


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints what was done, or the index-status with `--json`."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    if arguments.source is not None:
        _take_over(root, settings, arguments.source, screen)
    workspace = Workspace.open(root, settings)
    try:
        with progress(screen) as report:
            done = workspace.refresh(report, full=arguments.full)
            # who asked for a second opinion on lists has its vectors made here; what is made stays when this is stopped
            ahead = workspace.make_vectors_ahead(workspace.view())
            while ahead is not None and not ahead.finished.wait(_LOOK):
                report("vectors", ahead.made, 0)
        screen.notes([f"vectors of places: {ahead.problem}"] if ahead is not None and ahead.problem else [])
        screen.notes(done.problems)
        if arguments.json:
            from helix_lsp.wire.status import status_to_wire

            screen.json(status_to_wire(workspace.status()), indent=2)
        else:
            _print(done, workspace.root, screen)
    finally:
        workspace.close()
    return 0


def skipped_lines(skipped: tuple[SkippedCount, ...]) -> list[str]:
    """One line a reason: how many, and a few of them."""
    lines: list[str] = []
    for entry in skipped:
        shown = ", ".join(entry.examples[:_EXAMPLES])
        more = ", ..." if entry.count > len(entry.examples[:_EXAMPLES]) else ""
        lines.append(f"left out, {entry.reason}: {entry.count} ({shown}{more})")
    return lines


def _take_over(root: str, settings: Settings, source: str, screen: Screen) -> None:
    """A first index out of a store; where that fails the folder is read, as it would be without."""
    from helix_lsp.cli.help import pulled, told

    try:
        screen.notes([told(pulled(root, settings, source, screen), source)])
    except StorageError as error:
        screen.notes([f"{error}; every file is read instead"])


def _print(done: Report, root: str, screen: Screen) -> None:
    screen.text(
        f"{root}: {counted(done.files, 'file')}, {counted(done.units, 'unit')} in {done.seconds:.2f} s"
    )
    screen.text(
        f"{done.added:,} added, {done.changed:,} changed, {done.removed:,} removed, {done.unchanged:,} unchanged"
    )
    for line in skipped_lines(done.skipped_counts):
        screen.text(line)
    screen.text(f"({freshness_words(done.freshness)}, generation {done.freshness.generation})")
