"""`helix-lsp status`: what the index holds and how fresh it is. Changes nothing."""

from __future__ import annotations

from argparse import Namespace

from helix_lsp.cli.index import skipped_lines
from helix_lsp.cli.root import root_of
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.cli.stale import freshness_words
from helix_lsp.session.settings.settings import load
from helix_lsp.session.status import IndexedSource, Status
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.counted import counted

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
    from helix_lsp.session.kept.telemetry import Telemetry

    with workspace:
        counts = Telemetry(workspace.directory, workspace.settings.config.session).report()
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
