"""Paths and names of code in a sentence that no given place holds.

A path where a citation stands is turned into the number of its place, or taken out; anywhere else it makes
the sentence unfit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.repair.held import Held
from helix_lsp.ask.repair.read_answer import tidy

_SUFFIX = (
    r"(?:py|pyi|ts|tsx|mts|cts|js|jsx|mjs|cjs|go|rs|java|kt|kts|scala|c|cc|cpp|cxx|h|hh|hpp|cs|rb|php|swift|lua|sh|bash|zsh|ps1|ex|exs|hs|zig|sql|"
    r"md|mdx|rst|adoc|txt|ipynb|html?|css|scss|vue|svelte|json|jsonc|ya?ml|toml|ini|cfg|conf|xml|proto|graphql|lock|env|dockerfile|gradle|cmake|mk)"
)
_LINES = r"(?:(?::|#)L?\d+(?:[-–:]L?\d+)?(?::\d+)?)"
_PATH = re.compile(
    rf"(?P<path>(?:~|\.{{1,2}}|[A-Za-z]:)?(?:[\\/]?[\w.@+-]{{1,100}}[\\/]){{1,30}}[\w.@+-]{{0,100}}\.\w{{1,10}}|(?:~|\.{{1,2}}|[A-Za-z]:)[\\/][\w.@+\\/-]+|"
    rf"(?<![\w.])/(?:[\w.@+-]+/)+[\w.@+-]+|(?<![\w./])[\w.+-]{{0,200}}\w\.{_SUFFIX}(?![\w(.]|\[))(?P<lines>{_LINES})?|"
    rf"(?P<name>(?<![\w./])[\w.-]{{1,200}}\.\w{{1,10}})(?P<at>:L?\d+(?:[-–]L?\d+)?)"
)
_CITING = re.compile(r"[(\[][^()\[\]]{0,300}[)\]]")
_LEAD = re.compile(
    r"(?:\b(?:see|in|from|source|file|cf|at|per|according to|and|also|lines?)\b|[\s,;:`()\[\]L\d-])*\Z", re.I
)
_LINE = re.compile(r"\d+")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """`text` without the paths that stood as citations; `ids` are the places that those meant; `removed` the
    foreign ones among them;
    `unfit` is what the sentence itself names and no place holds (`` when nothing).
    """

    text: str
    ids: tuple[int, ...]
    removed: tuple[str, ...]
    unfit: str


def check_names(text: str, held: Held) -> Checked:
    """Paths as citations first, then what remains."""
    ids: dict[int, None] = {}
    removed: dict[str, None] = {}

    def group(match: re.Match[str]) -> str:
        """A bracket that holds nothing but paths and the small words round them."""
        paths = list(_PATH.finditer(match[0]))
        if not paths or not _LEAD.match(_PATH.sub(" ", match[0])):
            return match[0]
        for path in paths:
            number = _place(path, held)
            if number is None:
                removed[path[0]] = None
            else:
                ids[number] = None
        return ""

    bare = tidy(_CITING.sub(group, text))
    for path in _PATH.finditer(bare):
        if (path["lines"] or path["at"]) and (number := _place(path, held)) is not None:
            ids[number] = None  # `a.py:12` in the sentence itself says as much as a number behind it
    return Checked(text=bare, ids=tuple(ids), removed=tuple(removed), unfit=_unfit(bare, held))


def _place(match: re.Match[str], held: Held) -> int | None:
    path, lines = match["path"] or match["name"], match["lines"] or match["at"]
    found = _LINE.search(lines) if lines else None
    return held.place_of(path, int(found[0]) if found else None)


def _unfit(text: str, held: Held) -> str:
    for match in _PATH.finditer(text):
        path = match["path"] or match["name"]
        if held.place_of(path, None) is None and not held.writes(path):
            return path
    for code in _CODE.findall(text):
        if not held.knows_code(code):
            return f"`{code[:60]}`"
    return ""
