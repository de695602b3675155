"""Where a path or link leads is not this tree: a place of the reader's, an anchor that a site makes, a page
that is shown as one with others.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.anchors import letters
from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.elsewhere import is_joined, is_title_beside
from helix_lsp.align.drift.reference import Kind
from helix_lsp.align.drift.rules.rule import Facts, Rule, when

_ODD = re.compile(r"[/+:=()@]")
_THEIRS = re.compile(
    r"\byour (?:\w+ )?(?:project|app|application|repository|directory|folder|machine|system|home|package|theme|site|plugin|workspace|code)\b"
    r"|\bGOPATH\b|\$HOME\b|(?<![\w.])~/"
)
_PATHS: frozenset[Kind] = frozenset({"path"})
_LINKS: frozenset[Kind] = frozenset({"link"})


def _readers_place(case: Case) -> Facts | None:
    return when(_THEIRS.search(case.sentence))


def _own_folder(case: Case) -> Facts | None:
    first = case.ref.target.removeprefix("./").partition("/")[0]
    return when(first.startswith(".") and first != ".github")


def _odd_anchor(case: Case) -> Facts | None:
    anchor = case.ref.target.partition("#")[2]
    return when(_ODD.search(anchor) and not _is_of_a_heading(anchor, case))


def _is_of_a_heading(anchor: str, case: Case) -> bool:
    """True where the page has a heading of these letters: then it is known what any site makes of it."""
    page = dict(case.witness.check.facts).get("path", "")
    outline = case.world.snapshot.outline(page) if page else None
    return outline is not None and any(letters(s.title) == letters(anchor) for s in outline.sections)


def _joined_pages(case: Case) -> Facts | None:
    anchor = case.ref.target.removeprefix("#")
    own = case.ref.target.startswith("#")
    return when(
        own and is_title_beside(case.ref.path, anchor, case.world) and is_joined(case.ref.path, case.world)
    )


RULES = (
    Rule(
        id="readers-place", kinds=_PATHS, examine=_readers_place, says="its sentence speaks of a place of the reader's",
        about="The sentence speaks of `your project`, `your home` and the like.",
        fires=("# Guide\n\nPut it into `docs/grill.md` of your project.\n",), silent=("# Guide\n\nRead `docs/grill.md` of this project.\n",),
    ),
    Rule(
        id="own-folder", kinds=_PATHS, examine=_own_folder, says="its first folder is one that every project has of its own",
        about="The path begins with a hidden folder other than `.github`.",
    ),
    Rule(
        id="odd-anchor", kinds=_LINKS, examine=_odd_anchor, says="no code host makes such an anchor, so a site may",
        about="The anchor holds a character that no code host puts into one, and no heading has its letters.",
    ),
    Rule(
        id="joined-pages", kinds=_LINKS, examine=_joined_pages, says="the pages of its folder speak of each other as of one page",
        about="A page beside it has a heading of that name, and the pages of the folder link to each other's headings as to their own.",
    ),
)  # fmt: skip
