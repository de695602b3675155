"""What a change touches, in words: documents, stale references, uses, tests, flags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from helix_lsp.align.delta.documents import DocumentPlace
from helix_lsp.align.delta.explain import ChangeReport
from helix_lsp.align.delta.flags import Flag
from helix_lsp.align.delta.uses import UsePlace, Uses
from helix_lsp.align.drift.say import reason_of
from helix_lsp.cli.place import link
from helix_lsp.cli.screen import Screen, clean

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


def print_touches(delta: ChangeReport, root: str, screen: Screen) -> None:
    """The groups that are not empty, the most pressing first."""
    _stale(delta, root, screen)
    _broken(delta.uses, root, screen)
    _documents(delta.documents, root, screen)
    _uses(delta.uses, root, screen)
    _tests(delta.uses, root, screen)
    _flags(delta.flags, root, screen)
    if delta.unasked:
        screen.text("")
        screen.text(f"{delta.unasked} more changed definitions were not asked about (pr.asked)")


def _stale(delta: ChangeReport, root: str, screen: Screen) -> None:
    if not delta.stale:
        return
    past = "" if delta.history else " (without git history)"
    _title(f"Made stale by this change{past}", screen)
    for one in delta.stale[:_STALE]:
        found, said = one.finding, one.finding.judged
        why = _BECAUSE[one.because] + reason_of(said)
        near = f"; perhaps {clean(', '.join(said.suggestions))}" if said.suggestions else ""
        copies = f"; the same in {len(one.copies)} cop{'ies' if len(one.copies) > 1 else 'y'}" if one.copies else ""
        place = link(found.reference.path, found.line, found.line, root, screen)
        screen.styled(f"  {place}  {clean(found.reference.text)}  ({said.confidence:.2f})  {clean(why)}{near}{copies}")
    _more(len(delta.stale) - _STALE, screen)


def _broken(uses: Sequence[Uses], root: str, screen: Screen) -> None:
    by_places = {(one.places, one.tests): one for one in reversed(uses) if one.gone}  # of two with one name the uses are the same
    found = sorted(by_places.values(), key=uses.index)
    if not found:
        return
    _title("Still used, though it went", screen)
    for one in found[:_USES]:
        count, moved = one.used + one.tested, one.target.change.status == "moved"
        where = f" to {clean(one.target.change.part.path)}" if moved else ""
        screen.text(f"  {clean(one.name)} ({one.target.change.status}{where}): {_counted(count, 'use')} left")
        _places([*one.places, *one.tests], count, root, screen)
    _more(len(found) - _USES, screen)


def _documents(places: Sequence[DocumentPlace], root: str, screen: Screen) -> None:
    """By document, those first that speak of what went; a document that the change edits only where it speaks of what went."""
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
    _title("Documents that speak of it", screen)
    ranked = sorted(by_path.items(), key=lambda item: (min(map(_rank, item[1])), item[1][0].changed, item[0]))
    for path, found in ranked[:_DOCUMENTS]:
        ordered = sorted(found, key=lambda p: (_rank(p), p.line))
        rows: dict[int, list[DocumentPlace]] = defaultdict(list)
        for one in ordered:
            rows[one.line].append(one)
        for line, said in list(rows.items())[:_PLACES]:
            words = ", ".join(dict.fromkeys(f"{clean(p.text)} ({_what(p)})" for p in said))
            section = f"  in {clean(said[0].section)}" if said[0].section else ""
            screen.styled(f"  {link(path, line, line, root, screen)}  {words}{section}")
        if len(rows) > _PLACES:
            screen.text(f"      and {len(rows) - _PLACES} more places in {clean(path)}")
    _more(len(ranked) - _DOCUMENTS, screen, "document")
    if edited:
        screen.text(f"  {_counted(len(edited), 'document')} that this change edits speak{'s' * (len(edited) == 1)} of it, too")
    if hidden:
        screen.text(f"  {_counted(hidden, 'mention')} in docstrings and comments (--json)")


def _what(one: DocumentPlace) -> str:
    return {"signature": "signature changed", "body": "changed", "mode": "another mode", "modified": "changed"}.get(one.change, one.change)


def _rank(one: DocumentPlace) -> int:
    return _RANK.get(one.change, 3)


def _uses(uses: Sequence[Uses], root: str, screen: Screen) -> None:
    """Of what is called or named otherwise now; of other changes callers need not know."""
    wanted = [one for one in uses if not one.gone and one.used and one.target.change.status != "removed"]
    wanted = [one for one in wanted if one.target.change.status == "renamed" or one.target.change.signature]
    named = {one.name for one in wanted}
    wanted = [one for one in wanted if one.target.change.part.kind != "constructor" or one.target.change.part.parent not in named]
    wanted.sort(key=lambda one: (not any(not p.changed for p in one.places), _RANK.get(one.target.change.status, 3)))
    if not wanted:
        return
    _title("Used by", screen)
    for one in wanted[:_USES]:
        maybe = f", {one.maybe} more by name only" if one.maybe else ""
        what = {"signature": "signature changed"}.get(one.target.change.status, one.target.change.status)
        at_least = "at least " * one.capped
        alone = [p for p in one.places if not p.changed]
        edited = "" if alone else " in files that the change edits"
        part = one.target.change.part
        place = link(part.path, part.start_line, part.start_line, root, screen)
        screen.styled(f"  {place}  {clean(one.name)} ({what}): {at_least}{_counted(one.used, 'use')}{edited}{maybe}")
        _places(alone, one.used, root, screen)
    _more(len(wanted) - _USES, screen, "definition")


def _places(places: Sequence[UsePlace], count: int, root: str, screen: Screen) -> None:
    for one in places[:_PLACES]:
        scope = f"  in {clean(one.scope)}" if one.scope else ""
        screen.styled(f"      {link(one.path, one.line, one.line, root, screen)}{scope}")
    left = count - min(len(places), _PLACES)
    if left > 0 and places:
        screen.text(f"      and {left} more")


def _tests(uses: Sequence[Uses], root: str, screen: Screen) -> None:
    covered: dict[str, dict[str, int]] = defaultdict(dict)
    bare: list[str] = []
    for one in uses:
        part = one.target.change.part
        if one.gone or part.kind not in ("function", "method", "class", "struct", "interface", "trait", "enum"):
            continue
        whole = one.target.change.status == "moved" or one.target.change.within  # nothing of it is new but its place
        if not one.tested and part.exported and not whole and not part.name.startswith("__"):
            bare += [] if one.name in bare else [one.name]
        for place in one.tests:
            covered[place.path].setdefault(one.name, place.line)
    if not covered and not bare:
        return
    _title("Tests that use it", screen)
    ranked = sorted(covered.items(), key=lambda item: (-len(item[1]), item[0]))
    for path, names in ranked[:_TESTS]:
        line = min(names.values())
        shown = ", ".join(clean(name) for name in list(names)[:_PLACES])
        more = f" and {len(names) - _PLACES} more" if len(names) > _PLACES else ""
        screen.styled(f"  {link(path, line, line, root, screen)}  {shown}{more}")
    _more(len(ranked) - _TESTS, screen, "test file")
    if bare:
        more = f" and {len(bare) - 8} more" if len(bare) > 8 else ""
        screen.text(f"  no test names {', '.join(clean(name) for name in bare[:8])}{more}")


def _flags(flags: Iterable[Flag], root: str, screen: Screen) -> None:
    found = list(flags)
    if not found:
        return
    _title("Perhaps worth a second look (told by words alone, neither complete nor certain)", screen)
    for one in found[:_FLAGS]:
        screen.styled(f"  {link(one.path, max(1, one.line), max(1, one.line), root, screen)}  {one.kind}: {clean(one.why)}")
    _more(len(found) - _FLAGS, screen)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _title(text: str, screen: Screen) -> None:
    screen.text("")
    screen.styled(screen.strong(text))


def _more(count: int, screen: Screen, what: str = "") -> None:
    if count > 0:
        screen.text(f"  and {count} more{f' {what}' if what else ''}{'s' * (bool(what) and count != 1)}")
