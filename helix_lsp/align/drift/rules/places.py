"""Where a path or link leads is not this tree: a place of the reader's, one that something makes, a page that is shown as
one with others.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from helix_lsp.align.drift.anchors import bare_anchors, letters
from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.reference import Kind
from helix_lsp.align.drift.rules.rule import Facts, Rule, when
from helix_lsp.text.regex import regex

_THEIRS = regex(
    r"\byour (?:\w+ )?(?:project|app|application|repository|directory|folder|machine|system|home|package|theme|site|plugin|workspace|code)\b"
    r"|\bGOPATH\b|\$HOME\b|(?<![\w.])~/"
)
_READERS = regex(r"\b(?:[Yy]our(?: \w+){0,2}|(?:[Ee]xample|[Ss]ample)(?: \w+)?) `{0,2}\Z")
_ANY = regex(
    r"(?P<lead>\b\w+ )?\b[Aa]n?(?: [a-z-]+){0,2} `{0,2}\Z"
)  # `an optional Makefile`: any of that name
_OWNED = frozenset(
    "is has have with provide provides provided ship ships contain contains include includes in".split()
)
_MAKES = regex(
    r"\b(?:creat(?:es?|ed|ing)|generat(?:es?|ed|ing)|writ(?:es?|ten|ing)|sav(?:es?|ed|ing)|outputs?|emits?|emitted|dump(?:s|ed)|"
    r"download(?:s|ed)|install(?:s|ed)|moves|moved|cop(?:ies|ied))\b[^.;]{0,60}\Z",
    re.IGNORECASE,
)
_IS_MADE = regex(
    r"\A[^.;]{0,40}\b(?:is|are|was|were|be|gets?) (?:\w+ )?(?:created|generated|written|saved|made|emitted|downloaded|installed)\b",
    re.IGNORECASE,
)
_TOLD_TO_MAKE = (
    rb"(?i:\b(?:create|add|make|write|save|put|place|name|mkdir|touch|copy)\b)[^.;\n]{0,60}[`\"' ]%b\b|"
    rb"(?:>{1,2}|\btee|\bcat >|title=[\"']?|\bfile(?:name)?[:=][\"']?)[ \t]*%b(?![\w/-])"
)
_PATHS: frozenset[Kind] = frozenset({"path"})


def _readers_place(case: Case) -> Facts | None:
    one = _ANY.search(case.sides[0]) if "/" not in case.ref.target else None
    any_such = one is not None and (one["lead"] or "").strip().lower() not in _OWNED
    return when(_THEIRS.search(case.sentence) or _READERS.search(case.sides[0]) or any_such)


def _made_place(case: Case) -> Facts | None:
    before, after = case.sides
    return when((_MAKES.search(before) or _IS_MADE.search(after)) and not _THEIRS.search(case.sentence))


def _told_to_make(case: Case) -> Facts | None:
    written = re.escape(case.ref.target.encode())
    told = re.search(_TOLD_TO_MAKE % (written, written), case.data)
    return when(told and not _THEIRS.search(case.sentence) and _made_place(case) is None)


def _made_by_code(case: Case) -> Facts | None:
    """A file of the code whose texts hold every part of the path that is not in the tree."""
    parts = case.ref.target.partition("#")[0].strip("/").split("/")
    there = 0
    while there < len(parts) - 1 and "/".join(parts[: there + 1]) in case.world.folders:
        there += 1
    wanted = [_quoted(part.encode()) for part in parts[there:] if part not in (".", "..")]
    snapshot = case.world.snapshot
    for path in snapshot.paths():
        entry = snapshot.file(path)
        surface = entry.surface if entry is not None else None
        if surface is None or surface.kind != "code" or surface.test or surface.example or surface.vendored:
            continue
        data = case.world.texts(path) or b""
        if all(part.encode() in data for part in parts[there:]) and all(one.search(data) for one in wanted):
            return {"path": path}
    return None


@lru_cache(256)
def _quoted(part: bytes) -> re.Pattern[bytes]:
    """The part as a whole component of a path in a text of the code."""
    word = rb"(?:[^\"'`\s]{0,200}/)?" + re.escape(part) + rb"(?:/[^\"'`\s]{0,200})?"
    return re.compile(rb"[\"']" + word + rb"[\"']|`(?=[^`\n]{0,200}\$\{)" + word + rb"`")


def _own_folder(case: Case) -> Facts | None:
    first = case.ref.target.removeprefix("./").partition("/")[0]
    return when(first.startswith(".") and first not in ("..", ".github"))


def _joined_pages(case: Case) -> Facts | None:
    """The pages of the folder lead, by an anchor alone, to what is the title of another one."""
    folder, snapshot = posixpath.dirname(case.ref.path), case.world.snapshot
    beside = (p for p in snapshot.paths() if posixpath.dirname(p) == folder and p.endswith(".md"))
    pages = {p: one.sections for p in beside if (one := snapshot.outline(p)) is not None and one.sections}
    titles = {letters(sections[0].anchor): p for p, sections in pages.items()}
    if (
        not case.ref.target.startswith("#")
        or titles.get(letters(case.ref.target), case.ref.path) == case.ref.path
    ):
        return None
    leads = {
        p: {letters(one.decode("utf-8", "replace")) for one in bare_anchors(case.world.texts(p) or b"")}
        for p in pages
    }
    own = {p: {letters(section.anchor) for section in sections} for p, sections in pages.items()}
    joined = [p for p, led in leads.items() if any(titles.get(one, p) != p for one in led - own[p])]
    return when(len(joined) > 1)


RULES = (
    Rule(
        id="readers-place", kinds=_PATHS, examine=_readers_place, says="its sentence speaks of a place of the reader's",
        about="The sentence speaks of `your project`, `your home` and the like, or calls the path yours, an example, or any of its name.",
        fires=("# Guide\n\nPut it into `docs/grill.md` of your project.\n", "# Guide\n\nYour original `docs/grill.md` has it.\n",
               "# Guide\n\nExample `docs/grill.md`:\n"),
        silent=("# Guide\n\nRead `docs/grill.md` of this project.\n",),
    ),
    Rule(
        id="joined-pages", kinds=frozenset({"link"}), examine=_joined_pages, says="the pages of its folder speak of each other as of one page",
        about="A page beside it has a heading of that name, and the pages of the folder link to each other's headings as to their own.",
    ),
    Rule(
        id="made-place", kinds=_PATHS, examine=_made_place, says="its sentence says that something is made there",
        about="The sentence says that something is created, written, saved, moved or generated at the path.",
        fires=("# Guide\n\nThe report is written to `docs/grill.md`.\n", "# Guide\n\nThen `docs/grill.md` is generated.\n"),
        silent=("# Guide\n\nRead how it is written in the guide. See `docs/grill.md`.\n",),
    ),
    Rule(
        id="told-to-make", kinds=_PATHS, examine=_told_to_make, says="the document tells its reader to make it",
        about="The document tells its reader to create a file of this path, or a block writes one.",
        fires=("# Guide\n\nCreate the file `docs/grill.md` first.\n\nRead `docs/grill.md`.\n",
               "# Guide\n\n```sh\necho x > docs/grill.md\n```\n\nRead `docs/grill.md`.\n"),
        silent=("# Guide\n\nCreate a file. Read `docs/grill.md`.\n",),
    ),
    Rule(
        id="made-by-code", kinds=_PATHS, examine=_made_by_code, says="{path} puts such a path together",
        about="A file of the code holds every part of the path that is not in the tree: the program makes or reads it where it runs.",
    ),
    Rule(
        id="own-folder", kinds=_PATHS, examine=_own_folder, says="its first folder is one that every project has of its own",
        about="The path begins with a hidden folder other than `.github`.",
        fires=("# Guide\n\nRead `.oven/docs/grill.md`.\n",), silent=("# Guide\n\nRead `.github/docs/grill.md`.\n",),
    ),
)  # fmt: skip
