"""What a change touches, in words: documents, stale references, uses, tests, flags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from helix_lsp.align.delta.documents import DocumentPlace
from helix_lsp.align.delta.explain import ChangeReport, Flag
from helix_lsp.align.delta.uses import UsePlace, Uses
from helix_lsp.align.drift.say import reason_of
from helix_lsp.cli.sheet import Sheet
from helix_lsp.text.visible import counted

_DOCUMENTS = 12
_PLACES = 3
_USES = 15
_TESTS = 10
_FLAGS = 20
_STALE = 30
_RANK = {"removed": 0, "renamed": 0, "signature": 1, "body": 2, "modified": 2}
_BECAUSE = {
    "gone": "", "written": "on a line that this change wrote: ", "anchor": "the page had this heading before: ", "signature": "it agreed before: ",
}  # fmt: skip


def print_touches(delta: ChangeReport, sheet: Sheet) -> None:
    """The groups that are not empty, the most pressing first."""
    _stale(delta, sheet)
    _broken(delta.uses, sheet)
    _documents(delta.documents, sheet)
    _uses(delta.uses, sheet)
    _tests(delta.uses, sheet)
    _flags(delta.flags, sheet)
    if delta.unasked:
        sheet.line("")
        sheet.line(f"{delta.unasked} more changed definitions were not asked about (pr.asked)")


def _stale(delta: ChangeReport, sheet: Sheet) -> None:
    if not delta.stale:
        return
    past = "" if delta.history else " (git history not read)"
    sheet.title(f"Made stale by this change{past}")
    for one in delta.stale[:_STALE]:
        found, said = one.finding, one.finding.judged
        why = _BECAUSE[one.because] + reason_of(said)
        near = f"; perhaps {', '.join(said.suggestions)}" if said.suggestions else ""
        copies = (
            f"; the same in {len(one.copies)} cop{'ies' if len(one.copies) > 1 else 'y'}"
            if one.copies
            else ""
        )
        words = f"{found.reference.text}  ({said.confidence:.2f})  {why}{near}{copies}"
        sheet.row(found.reference.path, found.line, words)
    _more(len(delta.stale) - _STALE, sheet)


def _broken(uses: Sequence[Uses], sheet: Sheet) -> None:
    by_places = {
        (one.places, one.tests): one for one in reversed(uses) if one.gone
    }  # of two with one name the uses are the same
    found = sorted(by_places.values(), key=uses.index)
    if not found:
        return
    sheet.title("Still used, though it went")
    for one in found[:_USES]:
        count, moved = one.used + one.tested, one.target.change.status == "moved"
        where = f" to {one.target.change.part.path}" if moved else ""
        left = f"{counted(count, 'use')} left" if count else f"{counted(one.maybe, 'place')} may use it"
        sheet.line(f"{one.name} ({one.target.change.status}{where}): {left}", depth=1)
        _places([*one.places, *one.tests], count, sheet)
    _more(len(found) - _USES, sheet)


def _documents(places: Sequence[DocumentPlace], sheet: Sheet) -> None:
    """By document, those first that speak of what went; a document that the change edits only where it speaks
    of what went.
    """
    by_path: dict[str, list[DocumentPlace]] = defaultdict(list)
    edited: set[str] = set()
    hidden = 0
    for one in places:
        in_code = one.said in ("docstring", "comment")
        if _rank(one) == 0 or not (in_code or one.changed):
            by_path[one.path].append(one)
        elif in_code:
            hidden += 1
        else:
            edited.add(one.path)
    edited -= by_path.keys()
    if not by_path and not edited:
        return
    sheet.title("Documents that speak of it")
    ranked = sorted(by_path.items(), key=lambda item: (min(map(_rank, item[1])), item[1][0].changed, item[0]))
    for path, found in ranked[:_DOCUMENTS]:
        ordered = sorted(found, key=lambda p: (_rank(p), p.line))
        rows: dict[int, list[DocumentPlace]] = defaultdict(list)
        for one in ordered:
            rows[one.line].append(one)
        for line, said in list(rows.items())[:_PLACES]:
            words = ", ".join(dict.fromkeys(f"{p.text} ({_what(p)})" for p in said))
            section = f"  in {said[0].section}" if said[0].section else ""
            sheet.row(path, line, f"{words}{section}")
        if len(rows) > _PLACES:
            sheet.line(f"and {len(rows) - _PLACES} more places in {path}", depth=2)
    _more(len(ranked) - _DOCUMENTS, sheet, "document")
    if edited:
        sheet.line(
            f"{counted(len(edited), 'document')} that this change edits speak{'s' * (len(edited) == 1)} of it, too",
            depth=1,
        )
    if hidden:
        sheet.line(f"{counted(hidden, 'mention')} in docstrings and comments (--json)", depth=1)


def _what(one: DocumentPlace) -> str:
    return {
        "signature": "signature changed",
        "body": "changed",
        "mode": "another mode",
        "modified": "changed",
    }.get(one.change, one.change)


def _rank(one: DocumentPlace) -> int:
    return _RANK.get(one.change, 3)


def _uses(uses: Sequence[Uses], sheet: Sheet) -> None:
    """Of what is called or named otherwise now; of other changes callers need not know."""
    wanted = [one for one in uses if not one.gone and one.used and one.target.change.status != "removed"]
    wanted = [one for one in wanted if one.target.change.status == "renamed" or one.target.change.signature]
    named = {one.name for one in wanted}
    wanted = [
        one
        for one in wanted
        if one.target.change.part.kind != "constructor" or one.target.change.part.parent not in named
    ]
    wanted.sort(
        key=lambda one: (not any(not p.changed for p in one.places), _RANK.get(one.target.change.status, 3))
    )
    if not wanted:
        return
    sheet.title("Used by")
    for one in wanted[:_USES]:
        maybe = f", {one.maybe} more by name only" if one.maybe else ""
        what = {"signature": "signature changed"}.get(one.target.change.status, one.target.change.status)
        at_least = "at least " * one.capped
        alone = [p for p in one.places if not p.changed]
        edited = "" if alone else " in files that the change edits"
        part = one.target.change.part
        words = f"{one.name} ({what}): {at_least}{counted(one.used, 'use')}{edited}{maybe}"
        sheet.row(part.path, part.start_line, words)
        _places(alone, one.used, sheet)
    _more(len(wanted) - _USES, sheet, "definition")


def _places(places: Sequence[UsePlace], count: int, sheet: Sheet) -> None:
    for one in places[:_PLACES]:
        sheet.row(one.path, one.line, f"in {one.scope}" if one.scope else "", depth=2)
    left = count - min(len(places), _PLACES)
    if left > 0 and places:
        sheet.line(f"and {left} more", depth=2)


def _tests(uses: Sequence[Uses], sheet: Sheet) -> None:
    covered: dict[str, dict[str, int]] = defaultdict(dict)
    bare: list[str] = []
    for one in uses:
        part = one.target.change.part
        if one.gone or part.kind not in (
            "function",
            "method",
            "class",
            "struct",
            "interface",
            "trait",
            "enum",
        ):
            continue
        whole = (
            one.target.change.status == "moved" or one.target.change.within
        )  # nothing of it is new but its place
        if not one.tested and part.exported and not whole and not part.name.startswith("__"):
            bare += [] if one.name in bare else [one.name]
        for place in one.tests:
            covered[place.path].setdefault(one.name, place.line)
    if not covered and not bare:
        return
    sheet.title("Tests that use it")
    ranked = sorted(covered.items(), key=lambda item: (-len(item[1]), item[0]))
    for path, names in ranked[:_TESTS]:
        line = min(names.values())
        shown = ", ".join(list(names)[:_PLACES])
        more = f" and {len(names) - _PLACES} more" if len(names) > _PLACES else ""
        sheet.row(path, line, f"{shown}{more}")
    _more(len(ranked) - _TESTS, sheet, "test file")
    if bare:
        more = f" and {len(bare) - 8} more" if len(bare) > 8 else ""
        sheet.line(f"no test names {', '.join(bare[:8])}{more}", depth=1)


def _flags(flags: Iterable[Flag], sheet: Sheet) -> None:
    found = list(flags)
    if not found:
        return
    sheet.title("Perhaps worth a second look (told by words alone, neither complete nor certain)")
    for one in found[:_FLAGS]:
        sheet.row(one.path, max(1, one.line), f"{one.kind}: {one.why}")
    _more(len(found) - _FLAGS, sheet)


def _more(count: int, sheet: Sheet, what: str = "") -> None:
    if count > 0:
        sheet.line(
            f"and {count} more{f' {what}' if what else ''}{'s' * (bool(what) and count != 1)}", depth=1
        )
