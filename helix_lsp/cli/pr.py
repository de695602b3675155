"""`helix-lsp pr explain`: what a change touches, for a reviewer, a build or an agent. It is not a gate: the exit
code says only that it was done.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from helix_lsp import __version__
from helix_lsp.align.delta.change import Change, Status
from helix_lsp.align.delta.compare import FileDelta, PartChange
from helix_lsp.align.delta.explain import ChangeReport
from helix_lsp.cli.opened import Opened, progress
from helix_lsp.cli.pr_touches import print_touches
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.sheet import CommentSheet, Sheet, TerminalSheet
from helix_lsp.ide.pr_explain import pr_explain
from helix_lsp.session.history.change import read_change
from helix_lsp.text.visible import counted
from helix_lsp.wire.pr_delta import pr_delta_to_sarif, pr_delta_to_wire

# A change in words: what a reviewer reads from the top, the files, then what they touch. Every place is
# `path:line`.

_FILES = 60
_PARTS = 14
_FEW = 3
_ORDER = {"removed": 0, "renamed": 1, "signature": 2, "moved": 3, "added": 4, "body": 5, "comment": 6}
_SAID = {"signature": "signature changed", "body": "changed", "comment": "comments only"}
_HOW = {
    "merge_base": "where it parted from {}", "first_parent": "the commit before", "given": "the given commit", "head_commit": "the last commit",
    "empty_tree": "nothing: this is the first commit",
}  # fmt: skip


def print_delta(delta: ChangeReport, sheet: Sheet) -> None:
    """The whole explanation; what is cut says how much more there is, and `--json` has it."""
    change = delta.change
    sheet.line(_head(change))
    sheet.line(_summary(delta))
    if delta.tree == "other":
        sheet.line(
            f"documents, uses and stale references are of what is checked out ({change.checked_out[:10]}), not of {change.head.name}"
        )
    if not delta.freshness.fresh:
        sheet.line(f"the index is behind the files: {delta.freshness.reason}")
    if not delta.files:
        return
    sheet.title("Files")
    ranked = sorted(delta.files, key=_file_rank)
    for file in ranked[:_FILES]:
        _print_file(file, sheet)
    _more(len(ranked) - _FILES + change.more_files, "file", sheet)
    print_touches(delta, sheet)


def _head(change: Change) -> str:
    how = _HOW[change.how].format(change.against)
    count = f"{len(change.commits)}{'+' * change.more_commits} commit{'s' * (len(change.commits) != 1)}"
    parts = [*([count] if change.commits else []), *(["what is not committed"] if change.uncommitted else [])]
    return (
        f"{change.base.name}..{change.head.name}: {' and '.join(parts) or 'no commit'}; compared with {how}"
    )


def _summary(delta: ChangeReport) -> str:
    files, change = delta.files, delta.change
    by_status = Counter(f.file.status for f in files)
    said: dict[Status, str] = {
        "added": "added",
        "removed": "removed",
        "renamed": "renamed",
        "modified": "modified",
        "mode": "with another mode",
    }
    kinds = ", ".join(f"{by_status[s]} {words}" for s, words in said.items() if by_status[s])
    ends = f"; {change.line_ends} more differ on the disk in line ends only" if change.line_ends else ""
    if not files:
        return f"nothing changed{ends}"
    more = f" ({change.more_files} more)" if change.more_files else ""
    return f"{counted(len(files), 'file')}{more}: {kinds}; +{sum(f.added for f in files)} -{sum(f.removed for f in files)} lines{ends}"


def _file_rank(delta: FileDelta) -> tuple[int, str]:
    """Code, then configuration and documents, then tests, then what was not taken apart."""
    if delta.left_out:
        return 3, delta.file.path
    return (
        2 if delta.surface.test else 0 if delta.surface.kind == "code" and not delta.surface.example else 1,
        delta.file.path,
    )


def _print_file(delta: FileDelta, sheet: Sheet) -> None:
    file = delta.file
    line = 0 if file.status == "removed" else delta.hunks[0].new_start + 1 if delta.hunks else 1
    was = f" from {file.old_path}" if file.old_path != file.path else ""
    mode = (
        f", mode {file.old_mode} -> {file.mode}"
        if file.old_mode and file.mode and file.old_mode != file.mode
        else ""
    )
    lines = f"  +{delta.added} -{delta.removed}" if delta.hunks else ""
    note = (
        f"  ({delta.left_out}: not taken apart)"
        if delta.left_out
        else "  (only line ends)"
        if file.line_ends
        else ""
    )
    told = [one for one in delta.parts if not one.within]
    brief = delta.surface.test or delta.surface.kind != "code"
    words = _briefly(told) if brief else ""
    sheet.row(file.path, line, f"{file.status}{was}{mode}{lines}{note}{words}")
    if brief:
        return
    rows = [*_moved(told), *_rows(told)]
    for at, said in rows[:_PARTS]:
        if at:
            sheet.row(file.path, at, said, depth=2)
        else:
            sheet.line(said, depth=2)
    if len(rows) > _PARTS:
        sheet.line(f"and {len(rows) - _PARTS} more", depth=2)


def _moved(told: Sequence[PartChange]) -> Iterator[tuple[int, str]]:
    """Many that came from one file in a row of their own; no line is theirs."""
    by_file: dict[str, list[PartChange]] = {}
    for one in told:
        if one.status == "moved" and one.old is not None:
            by_file.setdefault(one.old.path, []).append(one)
    for path, found in by_file.items():
        if len(found) > _FEW:
            names = ", ".join(one.part.qualified for one in found[:_FEW])
            changed = sum(one.signature or one.body for one in found)
            more = f", {changed} of them changed" if changed else ""
            yield 0, f"moved here from {path}: {counted(len(found), 'definition')} ({names}, ...){more}"


def _rows(told: Sequence[PartChange]) -> Iterator[tuple[int, str]]:
    """(1-based line in the file, what became of the part); line 0 for what went."""
    many = Counter(one.old.path for one in told if one.status == "moved" and one.old is not None)
    for one in sorted(told, key=lambda o: (_ORDER[o.status], o.part.span.start)):
        if one.status == "moved" and one.old is not None and many[one.old.path] > _FEW:
            continue
        part = one.part
        kind = "" if part.kind in ("section", "key") else f"{part.kind} "
        name = f"{kind}{part.qualified}"
        if one.new is None:
            yield 0, f"removed  {name}  (was at line {part.start_line})"
            continue
        if one.status in ("renamed", "moved") and one.old is not None:
            was = (
                one.old.qualified if one.status == "renamed" else f"from {one.old.path}:{one.old.start_line}"
            )
            also = ", signature changed" if one.signature else ", changed" if one.body else ""
            yield (
                part.start_line,
                f"{name}  {one.status} ({f'was {was}' if one.status == 'renamed' else was}{also})",
            )
        elif one.status == "signature" and one.old is not None:
            yield (
                part.start_line,
                f"{name}  signature changed: {_signatures(one.old.signature, part.signature)}",
            )
        else:
            yield part.start_line, f"{name}  {_SAID.get(one.status, one.status)}"


def _signatures(old: str, new: str) -> str:
    """What differs between two heads, with a word or two around."""
    a, b = old.split(" "), new.split(" ")
    first = 0
    while first < min(len(a), len(b)) and a[first] == b[first]:
        first += 1
    last = 0
    while last < min(len(a), len(b)) - first and a[-1 - last] == b[-1 - last]:
        last += 1
    before, after = (
        " ".join(a[max(0, first - 1) : len(a) - last]),
        " ".join(b[max(0, first - 1) : len(b) - last]),
    )
    return f"{_short(before)} -> {_short(after)}"


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"


def _briefly(told: Sequence[PartChange]) -> str:
    """Tests, documents and settings in one line: few by their names, many counted."""
    if not told:
        return ""
    if len(told) <= _FEW and not any(one.status in ("renamed", "moved") for one in told):
        said = "; ".join(
            f"{one.part.qualified}{'' if one.status in _SAID else f' {one.status}'}" for one in told
        )
        return f"  ({_short(said)})"
    return f"  {_counts(told)}"


def _counts(told: Iterable[PartChange]) -> str:
    by_status = Counter(
        "changed" if one.status in ("body", "signature", "comment") else one.status for one in told
    )
    return f"({', '.join(f'{by_status[s]} {s}' for s in ('removed', 'renamed', 'moved', 'changed', 'added') if by_status[s])})"


def _more(count: int, what: str, sheet: Sheet) -> None:
    if count > 0:
        sheet.line(f"and {counted(count, f'more {what}')}", depth=1)


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the change in words, the pr-delta.v1 with `--json`, SARIF with `--sarif`, Markdown with `--comment`."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view = workspace.view()
        with progress(screen) as tell:
            tell("reading the change", 0, 0)
            change, uncommitted = read_change(
                workspace.git, workspace.root, view, arguments.base, arguments.head
            )
            tell("reading the history", 0, 0)
            history = workspace.history()
            delta = pr_explain(view, change, uncommitted, history, tell=tell)
        stamped = workspace.stamped(pr_delta_to_wire(delta, view.config.pr), view) if arguments.json else None
    if arguments.json:
        screen.json(stamped, indent=2)
    elif arguments.sarif:
        screen.json(pr_delta_to_sarif(delta, __version__), indent=2)
    elif arguments.comment:
        comment = CommentSheet("The rest has no room here: `helix-lsp pr explain` prints all of it.")
        print_delta(delta, comment)
        screen.raw(comment.text.encode("utf-8", "replace"))
    else:
        print_delta(delta, TerminalSheet(screen, workspace.root))
    return 0
