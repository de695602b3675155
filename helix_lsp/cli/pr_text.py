"""A change in words: what a reviewer reads from the top, the files, then what they touch. Every place is `path:line`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from helix_lsp.align.delta.change import Change
from helix_lsp.align.delta.compare import FileDelta, PartChange
from helix_lsp.align.delta.explain import ChangeReport
from helix_lsp.cli.place import link
from helix_lsp.cli.pr_touches import print_touches
from helix_lsp.cli.screen import Screen, clean

_FILES = 60
_PARTS = 14
_FEW = 3
_ORDER = {"removed": 0, "renamed": 1, "signature": 2, "moved": 3, "added": 4, "body": 5, "comment": 6}
_SAID = {"signature": "signature changed", "body": "changed", "comment": "comments only"}
_HOW = {
    "merge_base": "where it parted from {}", "first_parent": "the commit before", "given": "the given commit", "head_commit": "the last commit",
    "empty_tree": "nothing: this is the first commit",
}  # fmt: skip


def print_delta(delta: ChangeReport, root: str, screen: Screen) -> None:
    """The whole explanation; what is cut says how much more there is, and `--json` has it."""
    change = delta.change
    screen.text(_head(change))
    screen.text(_summary(delta))
    if delta.tree == "other":
        screen.text(f"documents, uses and stale references are of what is checked out ({change.checked_out[:10]}), not of {change.head.name}")
    if not delta.files:
        return
    _title("Files", screen)
    ranked = sorted(delta.files, key=_file_rank)
    for file in ranked[:_FILES]:
        _print_file(file, root, screen)
    _more(len(ranked) - _FILES + change.more_files, "file", screen)
    print_touches(delta, root, screen)


def _head(change: Change) -> str:
    how = _HOW[change.how].format(change.against)
    count = f"{len(change.commits)}{'+' * change.more_commits} commit{'s' * (len(change.commits) != 1)}"
    parts = [*([count] if change.commits else []), *(["what is not committed"] if change.uncommitted else [])]
    return f"{change.base.name}..{change.head.name}: {' and '.join(parts) or 'no commit'}; compared with {how}"


def _summary(delta: ChangeReport) -> str:
    files, change = delta.files, delta.change
    counted = Counter(f.file.status for f in files)
    said = {"added": "added", "removed": "removed", "renamed": "renamed", "modified": "modified", "mode": "with another mode"}
    kinds = ", ".join(f"{counted[s]} {words}" for s, words in said.items() if counted[s])
    ends = f"; {change.line_ends} more differ on the disk in line ends only" if change.line_ends else ""
    if not files:
        return f"nothing changed{ends}"
    more = f" ({change.more_files} more)" if change.more_files else ""
    return f"{len(files)} file{'s' * (len(files) != 1)}{more}: {kinds}; +{sum(f.added for f in files)} -{sum(f.removed for f in files)} lines{ends}"


def _file_rank(delta: FileDelta) -> tuple[int, str]:
    """Code, then configuration and documents, then tests, then what was not taken apart."""
    if delta.left_out:
        return 3, delta.file.path
    return 2 if delta.surface.test else 0 if delta.surface.kind == "code" and not delta.surface.example else 1, delta.file.path


def _print_file(delta: FileDelta, root: str, screen: Screen) -> None:
    file = delta.file
    line = delta.hunks[0].new_start + 1 if delta.hunks and file.status != "removed" else 1
    shown = screen.strong(clean(file.path)) if file.status == "removed" else link(file.path, line, line, root, screen)
    was = f" from {clean(file.old_path)}" if file.old_path != file.path else ""
    mode = f", mode {file.old_mode} -> {file.mode}" if file.old_mode and file.mode and file.old_mode != file.mode else ""
    lines = f"  +{delta.added} -{delta.removed}" if delta.hunks else ""
    note = f"  ({delta.left_out}: not taken apart)" if delta.left_out else "  (only line ends)" if file.line_ends else ""
    told = [one for one in delta.parts if not one.within]
    brief = delta.surface.test or delta.surface.kind != "code"
    words = _briefly(told) if brief else ""
    screen.styled(f"  {shown}  {file.status}{was}{mode}{lines}{note}{words}")
    if brief:
        return
    rows = [*_moved(told), *_rows(told, file.path, root, screen)]
    for row in rows[:_PARTS]:
        screen.styled(f"      {row}")
    if len(rows) > _PARTS:
        screen.text(f"      and {len(rows) - _PARTS} more")


def _moved(told: Sequence[PartChange]) -> Iterator[str]:
    """Many that came from one file in a row of their own."""
    by_file: dict[str, list[PartChange]] = {}
    for one in told:
        if one.status == "moved" and one.old is not None:
            by_file.setdefault(one.old.path, []).append(one)
    for path, found in by_file.items():
        if len(found) > _FEW:
            names = ", ".join(clean(one.part.qualified) for one in found[:_FEW])
            changed = sum(one.signature or one.body for one in found)
            yield f"moved here from {clean(path)}: {len(found)} definitions ({names}, ...){f', {changed} of them changed' if changed else ''}"


def _rows(told: Sequence[PartChange], path: str, root: str, screen: Screen) -> Iterator[str]:
    many = Counter(one.old.path for one in told if one.status == "moved" and one.old is not None)
    for one in sorted(told, key=lambda o: (_ORDER[o.status], o.part.span.start)):
        if one.status == "moved" and one.old is not None and many[one.old.path] > _FEW:
            continue
        part = one.part
        kind = "" if part.kind in ("section", "key") else f"{part.kind} "
        name = f"{kind}{clean(part.qualified)}"
        if one.new is None:
            yield f"removed  {name}  (was at line {part.start_line})"
            continue
        place = link(path, part.start_line, part.start_line, root, screen)
        if one.status in ("renamed", "moved") and one.old is not None:
            was = clean(one.old.qualified) if one.status == "renamed" else f"from {clean(one.old.path)}:{one.old.start_line}"
            also = ", signature changed" if one.signature else ", changed" if one.body else ""
            yield f"{place}  {name}  {one.status} ({f'was {was}' if one.status == 'renamed' else was}{also})"
        elif one.status == "signature" and one.old is not None:
            yield f"{place}  {name}  signature changed: {_signatures(one.old.signature, part.signature)}"
        else:
            yield f"{place}  {name}  {_SAID.get(one.status, one.status)}"


def _signatures(old: str, new: str) -> str:
    """What differs between two heads, with a word or two around."""
    a, b = old.split(" "), new.split(" ")
    first = 0
    while first < min(len(a), len(b)) and a[first] == b[first]:
        first += 1
    last = 0
    while last < min(len(a), len(b)) - first and a[-1 - last] == b[-1 - last]:
        last += 1
    before, after = " ".join(a[max(0, first - 1) : len(a) - last]), " ".join(b[max(0, first - 1) : len(b) - last])
    return f"{_short(before)} -> {_short(after)}"


def _short(text: str) -> str:
    shown = clean(text)
    return shown if len(shown) <= 100 else f"{shown[:99]}…"


def _briefly(told: Sequence[PartChange]) -> str:
    """Tests, documents and settings in one line: few by their names, many counted."""
    if not told:
        return ""
    if len(told) <= _FEW and not any(one.status in ("renamed", "moved") for one in told):
        said = "; ".join(f"{clean(one.part.qualified)}{'' if one.status in _SAID else f' {one.status}'}" for one in told)
        return f"  ({_short(said)})"
    return f"  {_counts(told)}"


def _counts(told: Iterable[PartChange]) -> str:
    counted = Counter("changed" if one.status in ("body", "signature", "comment") else one.status for one in told)
    return f"({', '.join(f'{counted[s]} {s}' for s in ('removed', 'renamed', 'moved', 'changed', 'added') if counted[s])})"


def _title(text: str, screen: Screen) -> None:
    screen.text("")
    screen.styled(screen.strong(text))


def _more(count: int, what: str, screen: Screen) -> None:
    if count > 0:
        screen.text(f"  and {count} more {what}{'s' * (count != 1)}")
