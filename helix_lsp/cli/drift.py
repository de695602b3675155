"""`helix-lsp docs check`, also called `drift`: references of documents that the code no longer backs, and what
the code contradicts. Exit code 1 when there are any.
"""

from __future__ import annotations

import os
import time
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any, cast

from helix_lsp import __version__
from helix_lsp.align.drift.decide import weighed
from helix_lsp.align.drift.find import NAME, Baseline, Finding, baseline_text, judge_one, read_baseline
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.say import DriftReport, Known, reason_of, say
from helix_lsp.align.drift.world import World, build_world
from helix_lsp.align.live import Live
from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import Request, field, given_file, link, run_batch, text_field
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import GREEN, YELLOW, Screen, clean
from helix_lsp.cli.sheet import MOST_OF_A_COMMENT
from helix_lsp.config.documents import DriftConfig
from helix_lsp.errors import Cancelled, UsageError
from helix_lsp.ide import links
from helix_lsp.ide.drift_look import drift, last_places
from helix_lsp.ide.mentions import View
from helix_lsp.session.disk.disk import Refused, read_file
from helix_lsp.text.positions import LineIndex
from helix_lsp.text.visible import counted
from helix_lsp.tuning.drift_worths import TOLD
from helix_lsp.wire.drift_report import drift_report_to_sarif, drift_report_to_wire

# Findings of drift as one Markdown comment for a pull request: each with two proofs, the line of the
# document and the line of the code.
#
# What a repository holds is escaped or put into code spans (`ide/links.py`). A comment has a largest size
# (`sheet.py`); this one says how many findings it leaves out.

_WIDTH = 160


def drift_comment(report: DriftReport, view: View) -> str:
    """The whole comment; findings of one cause stand together, the first with its proofs."""
    live = Live(view.snapshot, view.texts)
    blocks = [f"### Documents against the code: {_told_drift_comment(report)}"]
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
        blocks.append(f"{left} more: `helix-lsp docs check` lists all of them.")
    if not report.history:
        blocks.append("Git's history was not looked at: what code took away is not known.")
    if not report.freshness.fresh:
        blocks.append(f"**The index is behind the files:** {links.hosted(report.freshness.reason)}")
    return "\n\n".join(blocks) + "\n"


def _told_drift_comment(report: DriftReport) -> str:
    count = len(report.findings)
    known = f", {report.known} known before" if report.known else ""
    if not count:
        return f"no stale references, {report.checked:,} checked{known}"
    return f"{counted(count, 'stale reference')}, {report.checked:,} checked{known}"


def _rows(same: list[Finding], view: View, live: Live) -> Iterator[str]:
    found, *likewise = same
    said = found.judged
    yield f"- {_at(found)} {links.code(found.reference.text)}: {links.hosted(reason_of(said))}"
    if written := _line(live, found.reference.path, found.line):
        yield f"  - the document says {links.code(written)}"
    for place, words in last_places(found, view, live):
        data = live.data(place.path) or b""
        number = LineIndex(data).line_of(place.span.start) + 1
        shown = _line(live, place.path, number) if len(place.span) else ""
        yield f"  - {links.code(f'{place.path}:{number}')} {links.hosted(words)}" + (
            f": {links.code(shown)}" if shown else ""
        )
    if said.last_commit:
        yield f"  - gone with {links.code(said.last_commit[:12])}"
    if said.suggestions and found.reference.kind != "claim":
        yield f"  - perhaps {', '.join(links.code(name) for name in said.suggestions)}"
    if likewise:
        yield f"  - likewise {', '.join(_at(one) for one in likewise)}"


def _at(found: Finding) -> str:
    return links.code(f"{found.reference.path}:{found.line}")


def _line(live: Live, path: str, number: int) -> str:
    data = live.data(path)
    if data is None:
        return ""
    lines = LineIndex(data)
    return lines.line_text(number - 1).strip()[:_WIDTH] if number <= lines.line_count else ""


_LARGEST = 20_000_000


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints findings, the drift-report.v1 with `--json`, SARIF with `--sarif`, a comment for a pull request with
    `--comment`, or one line a request with `--jsonl`.
    """
    if arguments.jsonl:
        if others(arguments, "jsonl", "root", "min_confidence"):
            raise UsageError(
                "--jsonl reads its documents from stdin and prints JSON: it goes with --root and --min-confidence only"
            )
        kept: dict[tuple[str, str], tuple[World, History]] = {}
        return run_batch(
            lambda request, opened: _answer(request, opened, arguments.min_confidence, kept),
            screen,
            root=arguments.root,
        )
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        paths = [inside(workspace.root, p) for p in arguments.paths]
        name = os.path.join(workspace.root, NAME) if arguments.baseline is None else arguments.baseline
        known: Known = frozenset()
        if not arguments.write_baseline:
            known = _own(workspace.root, screen) if arguments.baseline is None else _given(name, screen)
        view = workspace.view()
        must_be_there(view, workspace.root, paths)
        read = arguments.json or arguments.sarif or arguments.comment or arguments.write_baseline
        until = time.monotonic() + view.config.drift.history_first_seconds
        # what a program reads, or is kept, does not depend on how fast the machine is
        with read_beside(
            lambda check, early: workspace.history(
                check, lambda: not read and time.monotonic() >= until, early
            )
        ) as history:
            report = drift(view, history, paths, min_confidence=arguments.min_confidence, baseline=known)
        comment = drift_comment(report, view) if arguments.comment else ""
    if arguments.write_baseline:
        _write(name, report)
        screen.note(f"{counted(len(report.findings), 'finding')} written to {name}")
        return 0
    if arguments.comment:
        screen.raw(comment.encode("utf-8", "replace"))
    elif arguments.sarif:
        screen.json(drift_report_to_sarif(report, __version__), indent=2)
    elif arguments.json:
        screen.json(drift_report_to_wire(report), indent=2)
    else:
        _print(report, workspace.root, screen, left=view.config.drift, explain=arguments.explain)
    return 1 if report.findings else 0


class _Awaited:
    """A past that is being read: whoever asks it first waits."""

    def __init__(self, past: Future[History]) -> None:
        self._past = past

    def __getattr__(self, name: str) -> Any:
        return getattr(self._past.result(), name)


@contextmanager
def read_beside(
    read: Callable[[Callable[[], None], Callable[[History], None]], History],
) -> Generator[History]:
    """The past, read while the block looks at the tree: all of it, or what is given early, and then the reading goes
    on as long as the block does.
    """
    ended, past = Event(), Future[History]()

    def check() -> None:
        if ended.is_set():
            raise Cancelled("nobody waits for the history")

    def early(known: History) -> None:
        if not past.done():
            past.set_result(known)

    def run() -> None:
        try:
            early(read(check, early))
        except BaseException as error:  # noqa: BLE001  whatever it is, who waits shall know
            if not past.done():
                past.set_exception(error)

    reading = Thread(target=run, name="history", daemon=True)
    reading.start()
    try:
        yield cast("History", _Awaited(past))
    finally:
        ended.set()
        reading.join()


def _print(report: DriftReport, root: str, screen: Screen, *, left: DriftConfig, explain: bool) -> None:
    """The findings of a cause in a row, its words with the first; every line with a place begins with it, as
    editors read it.
    """
    by_cause: dict[int, list[tuple[Finding, tuple[Finding, ...]]]] = {}
    for found, copies, cause in zip(report.findings, report.copies, report.causes, strict=True):
        by_cause.setdefault(cause, []).append((found, copies))
    for same in by_cause.values():
        for at, (found, copies) in enumerate(same):
            said = found.judged
            near = f"perhaps: {clean(', '.join(said.suggestions))}" if said.suggestions else ""
            near = screen.tinted(near, GREEN)
            also = "" if not at else f"  likewise{'; ' * bool(near)}{near}"
            check = screen.tinted(said.check, YELLOW)
            screen.styled(f"{_head(found, root, screen)}  {check} ({said.confidence:.2f}){also}")
            if not at:
                screen.text(f"      {clean(reason_of(said))}")
            if near and not at:
                screen.styled(f"      {near}")
            if explain:
                _explain(found, screen)
            if copies:
                more = f" and {len(copies) - 3} more" if len(copies) > 3 else ""
                places = ", ".join(link(c.reference.path, c.line, c.line, root, screen) for c in copies[:3])
                screen.styled(f"      the same in {places}{more}")
    for found in report.silenced if explain else ():
        screen.styled(f"{_head(found, root, screen)}  {found.judged.check} (not reported)")
        _explain(found, screen)
    known = f", {report.known} in the baseline" if report.known else ""
    past = "" if report.history else "; git history not read"
    if report.history_missed:
        past = f"{past or '; part of the git history not read'} ({clean(report.history_missed)})"
    count = len(report.findings)
    told = (
        f"{counted(count, 'stale reference') if count else 'no stale references'}, {report.checked:,} checked"
    )
    told += f", {counted(len(by_cause), 'cause')}" if len(by_cause) < count else ""
    rules = len(left.ignore_paths) + len(left.ignore_words) + len(left.ignore) + len(left.select)
    alone = (
        f"; {counted(rules, 'rule')} in the settings leave{'s' * (rules == 1)} documents, words or checks out"
        if rules
        else ""
    )
    one = report.hints == 1
    hidden = (
        f"; {counted(report.hints, 'possible one')} {'is' if one else 'are'} hidden "
        f"(below {report.min_confidence:g}; --min-confidence {TOLD:g} shows {'it' if one else 'them'})"
        if report.hints
        else ""
    )
    screen.text(f"{told}{known}{hidden}{past}{alone}")


def _head(found: Finding, root: str, screen: Screen) -> str:
    place = link(found.reference.path, found.line, found.line, root, screen, column=found.column)
    return f"{place}  {screen.strong(clean(found.reference.text))}"


def _explain(found: Finding, screen: Screen) -> None:
    """A line for each thing that was weighed: its worth in log-odds, its id, its words."""
    for one, worth in weighed(found.judged):
        screen.text(f"      {worth:+6.2f}  {one.id:20s}  {clean(say(one))}".rstrip())


def _answer(
    request: Request, opened: Opened, least: float | None, kept: dict[tuple[str, str], tuple[World, History]]
) -> Mapping[str, object]:
    document, text = text_field(request, "doc"), text_field(request, "reference")
    line = cast("int", field(request, "line", int, 0))
    workspace = opened.at(text_field(request, "root") or None)
    if not document:
        raise UsageError("`doc` names the document, relative to the root")
    path = inside(workspace.root, document)
    view = workspace.view()
    if view.snapshot.file(path) is None:
        raise UsageError(f"no such file in this project: {document}")
    least = view.config.drift.min_confidence if least is None else least
    if text:
        key = (workspace.root, view.snapshot.digest())
        if key not in kept:
            kept.clear()  # one tree at a time: memory does not grow with the number of lines
            kept[key] = (build_world(view.snapshot, view.texts, view.config.drift), workspace.history())
        said = judge_one(*kept[key], path, line, text)
        stale = said.verdict == "stale" and said.confidence >= least
        return {"findings": [_finding(line, text, stale, said.confidence, reason_of(said), said.suggestions)]}
    report = drift(view, workspace.history(), [path], min_confidence=least)
    found = [f for f in report.findings if not line or f.line == line]
    return {
        "findings": [
            _finding(
                f.line, f.reference.text, True, f.judged.confidence, reason_of(f.judged), f.judged.suggestions
            )
            for f in found
        ]
    }


def _finding(
    line: int, text: str, stale: bool, confidence: float, reason: str, near: tuple[str, ...]
) -> dict[str, object]:
    return {
        "line": line,
        "reference": text,
        "stale": stale,
        "confidence": confidence,
        "reason": reason,
        "suggestions": list(near),
    }


def _own(root: str, screen: Screen) -> Known:
    """The pairs of the repository's own file. What of it cannot be read is told and hides nothing; it never
    stops the check.
    """
    data = read_file(root, NAME, _LARGEST)
    if isinstance(data, Refused):
        if data.reason != "vanished":
            screen.note(f"{NAME}:1: cannot be read ({data.reason}); no finding counts as known")
        return frozenset()
    return _told(NAME, read_baseline(data), screen)


def _given(name: str, screen: Screen) -> Known:
    """The pairs of a file that was named. Raises UsageError where it cannot be read or is not a baseline at all."""
    found = read_baseline(given_file(name, _LARGEST, name))
    if found.problems and not found.pairs:
        line, wrong = found.problems[0]
        raise UsageError(
            f"{name}:{line} is not a drift baseline: {wrong}; write one with `helix-lsp docs check --write-baseline`"
        )
    return _told(name, found, screen)


def _told(name: str, found: Baseline, screen: Screen) -> Known:
    for line, wrong in found.problems:
        screen.note(
            f"{name}:{line}: {wrong}; what it should hide is told, `helix-lsp docs check --write-baseline` writes the file anew"
        )
    return found.pairs


def _write(name: str, report: DriftReport) -> None:
    try:
        told = [*report.findings, *(one for same in report.copies for one in same)]
        Path(name).write_text(
            baseline_text((f.reference.path, f.reference.text) for f in told), encoding="utf-8"
        )
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}") from error


def must_be_there(view: View, root: str, paths: Iterable[str]) -> None:
    """A path that is not there, or not below the root, would be a check that looks at nothing and is always green. Raises
    UsageError.
    """
    for path in paths:
        if (os.path.isabs(path) or path.startswith("../")) and os.path.exists(os.path.join(root, path)):
            raise UsageError(f"{path} is outside {root}; name its repository with --root")
        if view.snapshot.file(path) is not None or os.path.isdir(os.path.join(root, path)):
            continue
        if os.path.exists(os.path.join(root, path)):
            raise UsageError(
                f"{path} is left out of the index, so nothing in it is checked; `helix-lsp index` says why"
            )
        raise UsageError(f"no such file or folder in {root}: {path}")


def inside(root: str, path: str) -> str:
    """A path as the person writes it, relative to the root."""
    whole = os.path.abspath(path) if os.path.isabs(path) or os.path.exists(path) else os.path.join(root, path)
    below = os.path.relpath(os.path.normpath(whole), root).replace(os.sep, "/")
    return os.path.normpath(path).replace(os.sep, "/") if below.startswith("../") else below
