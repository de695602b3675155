"""Findings of drift as one Markdown comment for a pull request: each with two proofs, the line of the document
and the line of the code.

What a repository holds is escaped or put into code spans (`ide/markup.py`). A comment has a largest size
(`sheet.py`); this one says how many findings it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.align.drift.find import Finding
from helix_lsp.align.drift.report import DriftReport
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.live import Live
from helix_lsp.cli.sheet import MOST_OF_A_COMMENT
from helix_lsp.ide import markup
from helix_lsp.ide.drift_look import last_places
from helix_lsp.ide.view import View
from helix_lsp.text.counted import counted
from helix_lsp.text.line_index import LineIndex

_WIDTH = 160


def drift_comment(report: DriftReport, view: View) -> str:
    """The whole comment; findings of one cause stand together, the first with its proofs."""
    live = Live(view.snapshot, view.texts)
    blocks = [f"### Documents against the code: {_told(report)}"]
    by_cause: dict[int, list[Finding]] = {}
    for found, cause in zip(report.findings, report.causes, strict=True):
        by_cause.setdefault(cause, []).append(found)
    left = len(report.findings)
    size = len(blocks[0])
    for same in by_cause.values():
        block = "\n".join(_rows(same, view, live))
        if size + len(block) > MOST_OF_A_COMMENT:
            break
        blocks.append(block)
        size += len(block) + 2
        left -= len(same)
    if left:
        blocks.append(f"{left} more: `helix-lsp drift` lists all of them.")
    if not report.history:
        blocks.append("Git's history was not looked at: what code took away is not known.")
    if not report.freshness.fresh:
        blocks.append(f"**The index is behind the files:** {markup.hosted(report.freshness.reason)}")
    return "\n\n".join(blocks) + "\n"


def _told(report: DriftReport) -> str:
    count = len(report.findings)
    known = f", {report.known} known before" if report.known else ""
    if not count:
        return f"no stale references, {report.checked:,} checked{known}"
    return f"{counted(count, 'stale reference')}, {report.checked:,} checked{known}"


def _rows(same: list[Finding], view: View, live: Live) -> Iterator[str]:
    found, *likewise = same
    said = found.judged
    yield f"- {_at(found)} {markup.code(found.reference.text)}: {markup.hosted(reason_of(said))}"
    if written := _line(live, found.reference.path, found.line):
        yield f"  - the document says {markup.code(written)}"
    for place, words in last_places(found, view, live):
        data = live.data(place.path) or b""
        number = LineIndex(data).line_of(place.span.start) + 1
        shown = _line(live, place.path, number) if len(place.span) else ""
        yield f"  - {markup.code(f'{place.path}:{number}')} {markup.hosted(words)}" + (
            f": {markup.code(shown)}" if shown else ""
        )
    if said.last_commit:
        yield f"  - gone with {markup.code(said.last_commit[:12])}"
    if said.suggestions and found.reference.kind != "claim":
        yield f"  - perhaps {', '.join(markup.code(name) for name in said.suggestions)}"
    if likewise:
        yield f"  - likewise {', '.join(_at(one) for one in likewise)}"


def _at(found: Finding) -> str:
    return markup.code(f"{found.reference.path}:{found.line}")


def _line(live: Live, path: str, number: int) -> str:
    data = live.data(path)
    if data is None:
        return ""
    lines = LineIndex(data)
    return lines.line_text(number - 1).strip()[:_WIDTH] if number <= lines.line_count else ""
