"""The name is somebody else's: of another project, or of a part that became one.

A document stays right when its name belongs to another project, whatever this tree once defined under the
same name. What counts is only what the text says in a form that can be read: an import, a possessive, a link.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.rules.rule import NAMES, Facts, Rule
from helix_lsp.align.identity import normal
from helix_lsp.text.regex import regex

_FROM = regex(
    r"^[ \t>.$]*from\s+(?P<python>\.*\w[\w.]*)\s+import\s+(?P<names>\([^)]{0,4000}\)|[^\n]*)"
    r"|\bimport\s+(?:type\s+)?(?P<bound>[\w*{][^;'\"()]{0,400}?)\s+from\s+[\"'](?P<module>[^\"'\n]+)[\"']"
    r"|\b(?:const|let|var)\s+(?P<taken>[\w{][^=;'\"()]{0,400}?)\s*=\s*require\(\s*[\"'](?P<required>[^\"'\n]+)[\"']",
    re.MULTILINE,
)
_POSSESSIVE = regex(
    r"(?<![\w.`])(?:([A-Z][\w.]{1,40})['\u2019]s[ \t]+(?:own[ \t]+)?"
    r"|(?:[Ii]n|[Oo]f|[Ff]rom|[Ww]ith|[Ll]ike|[Uu]nlike)[ \t]+([A-Z][\w.]{1,40}),?[ \t]+)`{0,2}\Z"
)
_OF = regex(r"(?:\(\))?[ \t]+of[ \t]+([A-Z][\w.]{1,40})")  # behind the name
_YOURS = regex(r"\b[Yy]our `{0,2}\Z")
_NEAR = 60


def _imported_elsewhere(case: Case) -> Facts | None:
    roots = imported_from(case.word, case.text)
    theirs = sorted(root for root in roots if not root.startswith(".") and normal(root) not in case.ours)
    return {"who": theirs[0]} if theirs and len(theirs) == len(roots) else None


def imported_from(word: str, text: str) -> set[str]:
    """First parts of the modules that the examples of a text take the name from; relative ones begin with a
    dot.
    """
    found: set[str] = set()
    for m in _FROM.finditer(text):
        module = m["python"] or m["module"] or m["required"]
        if _holds(word, m["names"] or m["bound"] or m["taken"] or ""):
            found.add(
                "."
                if module.startswith(".")
                else re.sub(r"^@[^/]+/", "", module).partition("/")[0].partition(".")[0]
            )
    return found


def _holds(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _possessive(case: Case) -> Facts | None:
    if case.ref.text.startswith("$") and _YOURS.search(case.before(_NEAR)):
        return {"who": "the reader"}
    before, behind = _POSSESSIVE.search(case.before(_NEAR)), _OF.match(case.sides[1])
    owner = (before[1] or before[2]) if before is not None else behind[1] if behind is not None else ""
    return (
        {"who": owner}
        if owner and normal(owner) not in case.ours and not case.world.snapshot.defined(owner)
        else None
    )


RULES = (
    Rule(
        id="imported-elsewhere", kinds=NAMES, examine=_imported_elsewhere, says="the document takes it from {who}",
        about="Every import of the name in the document's examples is from another package.",
        fires=("# Guide\n\n```python\nfrom pottery import grill_it\n```\n\nCall `grill_it`.\n",),
        silent=("# Guide\n\n```python\nfrom kiln import grill_it\n```\n\nCall `grill_it`.\n",),
    ),
    Rule(
        id="possessive", kinds=NAMES, examine=_possessive, says="the text says that it is {who}'s",
        about="A capitalised name that the project does not define is before it, in the possessive or behind `in` or `from`, "
        "or right behind it after `of`, or it is `your $GRILL`.",
        fires=("# Guide\n\nCall Grillmaster's `grill_it`.\n", "# Guide\n\nIn Grillmaster, `grill_it` does the same.\n",
               "# Guide\n\nSee [`grill_it` of Grillmaster](https://grill.example/).\n", "# Guide\n\nIt reads your `$grill_it`.\n"),
        silent=("# Guide\n\nCall the `grill_it` of the oven.\n", "# Guide\n\nCall the `grill_it` of Kiln.\n",
                "# Guide\n\nIn Kiln, `grill_it` heats.\n", "# Guide\n\nIn time, call `grill_it`.\n"),
    ),
)  # fmt: skip
