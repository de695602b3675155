"""Where each definition begins and ends with what belongs to it (decorators, `export`, annotations), and
which comment documents it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from helix_lsp.syntax.docs_of import Comments, ink_before, takes_trailing
from helix_lsp.syntax.harvest import Raw
from helix_lsp.syntax.rules import Found, Rules


class Placed(NamedTuple):
    """A definition with its final range and leading comment, before nesting. `wrapper` is where its outermost
    wrapper starts, else -1.
    """

    found: Found
    start: int
    end: int
    doc: tuple[int, int] | None
    wrapper: int


def place_all(
    rules: Rules, raw: Raw, data: bytes, comments: Comments, steady: Sequence[Placed] = ()
) -> list[Placed]:
    """Ranges widened to wrappers and annotations, in order of start, the outer one first; one definition per
    name.

    `steady` are placements of an earlier reading that still hold.
    """
    wraps = {(first, last): (start, end) for first, last, start, end in raw.wraps}
    out = list(steady)
    names = {one.found.at for one in steady}
    for each in raw.found:
        if each.at in names:
            continue
        names.add(each.at)
        start, end, wrapper = each.start, each.end, -1
        while (start, end) in wraps and wraps[start, end][0] < start:
            start, end = wraps[start, end]
            wrapper = start
        start, doc = comments.above(start)
        if each.doc >= 0:
            doc = (each.doc, each.doc_end)
        elif doc is None and takes_trailing(each.kind):
            doc = _own_doc(rules, data, end) or comments.behind(end)
        out.append(Placed(each, start, end, doc, wrapper))
    out = _close_open(out, len(data))
    out.sort(key=lambda one: (one.start, -one.end, one.found.at))
    return out


def still_standing(placed: Sequence[Placed], data: bytes, low: int) -> list[Placed]:
    """The placements of an earlier reading that hold for a text which differs only from `low` on, the start
    of a line.

    A variable may be documented by the string below it, so the last one before `low` does not count.
    """
    ink = ink_before(data, low)

    def stands(one: Placed) -> bool:
        if one.end >= low or one.found.sort == "open" or (one.doc is not None and one.doc[1] >= low):
            return False
        if not takes_trailing(one.found.kind):
            return True
        line_end = data.find(b"\n", one.end)
        return 0 <= line_end < ink

    return [one for one in placed if stands(one)]


def _own_doc(rules: Rules, data: bytes, end: int) -> tuple[int, int] | None:
    if rules.below is None:
        return None
    doc = rules.below(data, end)
    return doc if doc[0] >= 0 else None


def _close_open(placed: list[Placed], size: int) -> list[Placed]:
    """File-scoped namespaces run to the next one or to the end of the file."""
    opened = sorted(one.start for one in placed if one.found.sort == "open")
    if not opened:
        return placed
    ends = dict(zip(opened, [*opened[1:], size], strict=True))
    return [one._replace(end=ends[one.start]) if one.found.sort == "open" else one for one in placed]
