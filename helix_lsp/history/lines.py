"""What a line of code or settings defines, told by its shape alone: names with their holder.

For texts of which no outline can be had: the lines of a patch. Pure; no line fails. What is declared in a text
(options, variables, subcommands) is read by `align/drift/declared.py`, in a tree and in a patch alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.language import language_of
from helix_lsp.text.regex import regex

WORD = regex(r"--[a-z][a-z0-9_-]*[a-z0-9]|[A-Za-z_]\w{2,}")
_DEFINED = regex(
    r"^\s*(?:@\w+\s+)?(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|internal\s+|static\s+|final\s+|abstract\s+|"
    r"async\s+|unsafe\s+|override\s+|declare\s+|inline\s+|sealed\s+|open\s+|data\s+|case\s+|implicit\s+|lazy\s+|lateinit\s+|suspend\s+|mutating\s+|"
    r"indirect\s+|fileprivate\s+|operator\s+|infix\s+|partial\s+|typedef\s+)*"
    r"(?:(?:def[pg]?|defmacrop?|defmodule|defprotocol|defdelegate|class|fn|func?|function\*?|interface|protocol|struct|enum|union|trait|object|actor|"
    r"@interface|type|typealias|const|let|var|val|mod|module|namespace|macro_rules!|record)\s+(?:\([^)]*\)\s*|<[^>()]*>\s*)?"
    r"(?:\w+(?:<[^>()]*>)?(?:\.|::))*(?P<a>\w+)"
    r"|(?:self|this|cls)\.(?P<b>\w+)\s*(?::[^=]+)?=[^=]"
    r"|(?P<c>\w+)\s*(?::\s*[^=(){}]+)?\s=\s"
    r"|(?:readonly\s+)?(?P<d>\w[\w-]*)\??:(?:\s|$)"
    r"|(?P<g>[A-Z]\w+)=[^=]"
    r"|[\"'](?P<f>[\w-]+)[\"']\s*(?::|=>)\s"
    r"|(?:\w+\.)+(?P<h>\w+)\s*=\s*(?:(?:async\s+)?function\b|class\b|(?:async\s+)?\([^()]*\)\s*=>)"
    r"|(?:[\w<>\[\],.?]+\s+)*(?P<e>\w+)\s*\([^;]*\)\s*(?:throws\s[\w, ]+)?(?::[^=]*)?\{)"
)
# languages that write the type before the name; Go's exported fields; macros
_TYPED = regex(
    r"^(?P<indent>\s*)(?P<open>(?:(?:public|private|protected|internal|static|final|readonly|volatile|const|extern|inline|virtual|override|async|"
    r"abstract|sealed|unsafe|partial|synchronized|native|required|[A-Z][A-Z_]{2,})\s+)*)"
    r"(?!(?:return|else|throw|new|delete|goto|case|using|import|package|await|yield|typedef|in|is|as|or|and|not)\b)"
    r"(?:(?:struct|enum|union|unsigned|signed|const)\s+)*[A-Za-z_][\w.:]*(?:<[^()=;]*>)?[\[\]?]*(?:[\s*&]*[\s*&])(?:\w+::)*"
    r"(?P<name>[A-Za-z_]\w*)\s*(?:<[^()=;]*>\s*)?(?P<end>\(|=(?!=)|;|\{)"
)
_FIELD = regex(
    r"^\t+(?P<name>[A-Z]\w*(?=\s+[\w.*\[\]{}]+(?:\s+`[^`]*`)?\s*(?://.*)?$)|\w+(?=\s+(?:struct|interface)\s*\{))"
)
_LATE = regex(
    r"^(?:typedef\b[^;]*[\s*}]|\}\s*)(?P<name>[A-Za-z_]\w*)\s*;|^\s+[\w\s*]+\(\*\s*(?P<called>[A-Za-z_]\w*)\)\s*\("
)  # `} name;` and `int (*name)(int)`
_MACRO = regex(r"^\s*#\s*define\s+(?P<name>\w+)")
_TYPE_FIRST = (".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".cs", ".java")
_HEADERS = (".h", ".hh", ".hpp")
_HOLDER = regex(
    r"\b(?:class|struct|interface|trait|impl(?:<[^>]*>)?(?:\s+[\w:<>]+\s+for)?|enum|object|module)\s+(?P<name>\w+)"
)
_VARIANTS = regex(r"\benum\b")
_VARIANT = regex(r"\s+(?:case\s+)?(?P<name>[A-Za-z]\w*)\s*(?:[,;({]|=[^=]|$)")
_KEYWORDS = frozenset(
    "if for while switch catch return else elif with try except match in not and or case default new await print assert raise sizeof".split()
)
_COMMENT = ("#", "//", "*", "/*", "--", ";", "<!--")
_NO_COMMENT = regex(r"#\[|# ?define|--[a-z]")


class Definition(msgspec.Struct, frozen=True):
    """Line `at` (from 0, of the lines that were read) defines `name`; `owner` is the class it is in."""

    at: int
    name: str
    owner: str = ""


def definitions(path: str, lines: Sequence[str], around: str = "") -> Iterator[Definition]:
    """In the order of the lines; `around` is the line of code above them that git prints in a hunk's head, ``
    for none.
    """
    holders: list[tuple[int, str, bool]] = []  # indent, name, whether its lines are variants
    for at, text in enumerate(lines):
        if not text.strip() or is_comment(text):
            continue
        indent = len(text) - len(text.lstrip())
        holders = [h for h in holders if h[0] < indent]
        inside = holders[-1][2] if holders else bool(indent and _VARIANTS.search(around))
        variant = _VARIANT.match(text) if inside else None
        name = _named(text, path) or (variant["name"] if variant is not None else "")
        if name and name not in _KEYWORDS:
            owner = holders[-1][1] if holders else ""
            if not owner and indent and (above := _HOLDER.search(around)):
                owner = above["name"]
            yield Definition(at, name, owner)
        holder = _HOLDER.search(text)
        if holder is not None:
            holders.append((indent, holder["name"], _VARIANTS.search(text) is not None))


def is_comment(line: str) -> bool:
    """True for a line of code that begins as a comment of some language does."""
    text = line.lstrip()
    return text.startswith(_COMMENT) and _NO_COMMENT.match(text) is None


def _named(text: str, path: str) -> str:
    """The name that a line defines, `` for none."""
    if path.endswith(_TYPE_FIRST):
        found = _MACRO.match(text)
        if found is not None:
            return found["name"]
        found = _LATE.match(text)
        if found is not None:
            return found["name"] or found["called"]
        found = _TYPED.match(
            text
        )  # before the common form, which takes `int` of `const int most` for the name
        if found is not None and (found["end"] == "(" or found["open"] or path.endswith(_HEADERS)):
            return found["name"]
    elif path.endswith(".go") and (found := _FIELD.match(text)) is not None:
        return found["name"]
    match = _DEFINED.match(text)
    if match is not None and match.lastgroup == "d" and path.endswith(".go"):
        return ""  # a field that a literal fills, of whatever package its type is
    return (match[match.lastgroup or 0] or "") if match is not None else ""


@lru_cache(50_000)
def defines_names(path: str) -> bool:
    """True for code and settings of the project itself: a changelog, an example or a test defines nothing."""
    surface = surface_of(path, language_of(path))
    made = surface.generated and not path.endswith(
        ".d.ts"
    )  # declarations are as often written by hand, and hold what documents speak of
    return surface.kind in ("code", "config") and not (
        surface.test or surface.example or surface.vendored or made
    )


# Which lines changed: the fewest lines taken out and put in, line ends left aside, as stretches of both
# sides.
#
# Lines are those of `text/positions.py`. The comparison is the longest common subsequence of lines
# (rapidfuzz, bit-parallel) between the lines that both sides begin and end with; where that would cost too
# much the whole middle is one stretch.

_LINE_END = regex(rb"\r\n|\n|\r")


class Hunk(msgspec.Struct, frozen=True, kw_only=True):
    """Lines from 0: `old` of them from `old_start` were replaced by `new` from `new_start`; either number may
    be 0.
    """

    old_start: int
    old: int
    new_start: int
    new: int


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text without their ends; what is behind the last end is a line only where it is not
    empty.
    """
    rows = _LINE_END.split(data)
    return rows if rows[-1] else rows[:-1]


def hunks(before: list[bytes], after: list[bytes], most: int) -> tuple[Hunk, ...]:
    """The changed stretches in their order; `most` bounds old lines times new lines."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    if not old and not new:
        return ()
    if not old or not new or len(old) * len(new) > most:
        return (Hunk(old_start=first, old=len(old), new_start=first, new=len(new)),)
    from rapidfuzz.distance import Indel  # 4 MB that a session without a history to compare does without

    numbers: dict[bytes, int] = {}  # a line's number, so that nothing depends on the seed of hashes
    one, other = ([numbers.setdefault(line, len(numbers)) for line in side] for side in (old, new))
    out: list[Hunk] = []
    for step in Indel.opcodes(one, other):
        if step.tag == "equal":
            continue
        a, b, c, d = (first + at for at in (step.src_start, step.src_end, step.dest_start, step.dest_end))
        if out and out[-1].old_start + out[-1].old == a and out[-1].new_start + out[-1].new == c:
            a, c = out[-1].old_start, out[-1].new_start
            out.pop()
        out.append(Hunk(old_start=a, old=b - a, new_start=c, new=d - c))
    return tuple(out)
