"""Reads the patches of `git log` into names that went, with what took their place in the same commit.

Pure text work; nothing is checked out and nothing in a patch is run. A name went from a file when a commit removes it there and
adds it nowhere in code (moves cancel). Only what is written in code or settings counts: a changelog, an example or a test defines nothing.
What a name became is `session/successor.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from helix_lsp.align.drift.history import Gone
from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.language import language_of

MARK = b"\x01"
_HEAD = re.compile(rb"^\x01(?P<commit>[0-9a-f]{1,64}) (?P<time>\d{1,12})$", re.MULTILINE)
WORD = re.compile(r"--[a-z][a-z0-9_-]*[a-z0-9]|[A-Za-z_]\w{2,}")
_DEFINED = re.compile(
    r"^\s*(?:@\w+\s+)?(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|internal\s+|static\s+|final\s+|abstract\s+|"
    r"async\s+|unsafe\s+|override\s+|declare\s+|inline\s+|sealed\s+|open\s+|data\s+|case\s+|implicit\s+|lazy\s+|lateinit\s+|suspend\s+|mutating\s+|"
    r"indirect\s+|fileprivate\s+|operator\s+|infix\s+|partial\s+|typedef\s+)*"
    r"(?:(?:def[pg]?|defmacrop?|defmodule|defprotocol|defdelegate|class|fn|func?|function\*?|interface|protocol|struct|enum|union|trait|object|actor|"
    r"type|typealias|const|let|var|val|mod|module|namespace|macro_rules!|record)\s+(?:\([^)]*\)\s*|<[^>()]*>\s*)?"
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
_TYPED = re.compile(
    r"^(?P<indent>\s*)(?P<open>(?:(?:public|private|protected|internal|static|final|readonly|volatile|const|extern|inline|virtual|override|async|"
    r"abstract|sealed|unsafe|partial|synchronized|native|required|[A-Z][A-Z_]{2,})\s+)*)"
    r"(?!(?:return|else|throw|new|delete|goto|case|using|import|package|await|yield|typedef|in|is|as|or|and|not)\b)"
    r"(?:(?:struct|enum|union|unsigned|signed|const)\s+)*[A-Za-z_][\w.:]*(?:<[^()=;]*>)?[\[\]?]*(?:[\s*&]*[\s*&])(?:\w+::)*"
    r"(?P<name>[A-Za-z_]\w*)\s*(?:<[^()=;]*>\s*)?(?P<end>\(|=(?!=)|;|\{)"
)
_FIELD = re.compile(
    r"^\t+(?P<name>[A-Z]\w*(?=\s+[\w.*\[\]{}]+(?:\s+`[^`]*`)?\s*(?://.*)?$)|\w+(?=\s+(?:struct|interface)\s*\{))"
)
_LATE = re.compile(r"^\}\s*(?P<name>[A-Za-z_]\w*)\s*;|^\s+[\w\s*]+\(\*\s*(?P<called>[A-Za-z_]\w*)\)\s*\(")  # `} name;` and `int (*name)(int)`
_MACRO = re.compile(r"^\s*#\s*define\s+(?P<name>\w+)")
_TYPE_FIRST = (".c", ".h", ".cc", ".hh", ".cpp", ".hpp", ".cxx", ".cs", ".java")
_HEADERS = (".h", ".hh", ".hpp")
_VARIABLE = re.compile(
    r"(?:environ(?:\.get|\.setdefault|\.pop)?\s*[\[(]|\bgetenv\(|process\.env\.|process\.env\[|env::var(?:_os)?\(|Getenv\(|LookupEnv\(|\bENV\[|ENV\.fetch\(|"
    r"\benv(?:var)?\s*=\s*)\s*[\"']?(?P<name>[A-Z][A-Z0-9_]{2,})"
)
_OPTION = re.compile(r"[\"'`](?:-\w,? ?)?(?P<flag>--[a-z][a-z0-9_-]*[a-z0-9])(?=[\"'`=, <\[])")
_BARE_OPTION = re.compile(
    r"(?:\blong\s*(?:\(|=)\s*|\.option\(\s*|[Ff]lags?\(\)\.\w+\((?:[^\"()]*,\s*)?|\bflag\.\w+\((?:[^\"()]*,\s*)?)[\"'](?P<flag>[a-z][a-z0-9-]+)[\"']"
)
_HOLDER = re.compile(r"\b(?:class|struct|interface|trait|impl(?:<[^>]*>)?(?:\s+[\w:<>]+\s+for)?|enum|object|module)\s+(?P<name>\w+)")
_CALLED = re.compile(r"\b(?:def[pg]?|fn|func?|function\*?|defmacrop?)\s")
_VALUE = re.compile(r"\s*(?::[^=]+)?=\s*(?:[\[{\"'\d]|(?:None|True|False|null|true|false|nil)\b)")
_KEYWORDS = frozenset(
    "if for while switch catch return else elif with try except match in not and or case default new await print assert raise sizeof".split()
)
_LONGEST = 400
_COMMENT = ("#", "//", "*", "/*", "--", ";", "<!--")


@dataclass(frozen=True, slots=True)
class Definition:
    """A line of one side of a hunk that defines `name`; `at` is its place in `Hunk.removed` or `Hunk.added`; `owner` the class it stands in.

    `sort`: "call" for what is called, "type" for classes and their like, "value" where a literal is assigned,
    `` for what the line does not tell.
    """

    hunk: Hunk
    at: int
    name: str
    owner: str = ""
    sort: str = ""


@dataclass(slots=True, eq=False)
class Hunk:
    """Removed and added lines of one place; `around` is the line of code above it that git prints in the hunk's head."""

    path: str
    around: str
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Commit:
    """One commit's hunks in code, with the definitions that went and came in the order of the patch."""

    name: str
    time: int
    hunks: list[Hunk] = field(default_factory=list[Hunk])
    went: list[Definition] = field(default_factory=list[Definition])
    came: list[Definition] = field(default_factory=list[Definition])


def read_commits(patches: bytes) -> Iterator[Commit]:
    """Commits of `git log -p -U0 --format=%x01%H %ct`, in the order of the log (newest first)."""
    heads = [*_HEAD.finditer(patches)]  # in a patch every line begins with a sign, so that no content looks like one
    for at, head in enumerate(heads):
        body = patches[head.end() : heads[at + 1].start() if at + 1 < len(heads) else len(patches)]
        yield _read(Commit(head["commit"].decode("ascii"), int(head["time"])), body.decode("utf-8", "replace"))


def names_gone(commit: Commit) -> Iterator[tuple[str, Gone]]:
    """(name, where it went) without successors; a definition before a use of the same file."""
    added = {w for h in commit.hunks for line in h.added for w in WORD.findall(line)}
    went: dict[tuple[str, str], str] = {}
    for one in commit.went:
        went.setdefault((one.hunk.path, one.name), one.owner)
    seen: set[tuple[str, str]] = set()
    for hunk in commit.hunks:
        for line in hunk.removed:
            for word in WORD.findall(line):
                key = (hunk.path, word)
                if word in added or key in seen:
                    continue
                seen.add(key)
                yield word, Gone(commit=commit.name, time=commit.time, path=hunk.path, defined=key in went, owner=went.get(key, ""))
    kept = added | {d.name for d in commit.came}
    for path, name in sorted(went.keys() - seen):  # options and targets that are spelt otherwise where they are declared
        if name not in kept:
            yield name, Gone(commit=commit.name, time=commit.time, path=path, defined=True, owner=went[path, name])


def _read(commit: Commit, body: str) -> Commit:
    path, wanted = "", False
    hunk: Hunk | None = None
    for line in body.split("\n"):
        sign = line[:1]
        if sign not in ("-", "+"):
            if line.startswith("diff --git "):
                path, hunk = "", None
            elif line.startswith("@@"):
                hunk = Hunk(path, line.split("@@", 2)[-1].strip()) if wanted else None
                if hunk is not None:
                    commit.hunks.append(hunk)
            continue
        if hunk is None and line.startswith(("--- ", "+++ ")):
            if line[4:6] in ("a/", "b/"):
                path = line[6:].rstrip("\t")
                wanted = _counts(path)
            continue
        if hunk is not None:
            (hunk.removed if sign == "-" else hunk.added).append(line[1 : _LONGEST + 1])
    for one in commit.hunks:
        commit.went.extend(_definitions(one, one.removed))
        commit.came.extend(_definitions(one, one.added))
    return commit


@lru_cache(50_000)
def _counts(path: str) -> bool:
    """True for code and settings of the project itself."""
    surface = surface_of(path, language_of(path))
    made = surface.generated and not path.endswith(".d.ts")  # declarations are as often written by hand, and hold what documents speak of
    return surface.kind in ("code", "config") and not (surface.test or surface.example or surface.vendored or made)


def _definitions(hunk: Hunk, lines: list[str]) -> Iterator[Definition]:
    holders: list[tuple[int, str]] = []
    for at, text in enumerate(lines):
        stripped = text.lstrip()
        if not stripped or (stripped.startswith(_COMMENT) and not stripped.startswith(("#[", "#define", "# define"))):
            continue
        indent = len(text) - len(stripped)
        holders = [h for h in holders if h[0] < indent]
        name = _named(text, hunk.path)
        if name and name not in _KEYWORDS:
            owner = holders[-1][1] if holders else ""
            if not owner and indent and (above := _HOLDER.search(hunk.around)):
                owner = above["name"]
            yield Definition(hunk, at, name, owner, _sort(text, name))
        holder = _HOLDER.search(text)
        if holder is not None:
            holders.append((indent, holder["name"]))
        if '"' not in text and "'" not in text and "env" not in text and "`" not in text:
            continue
        for pattern, group, lead in ((_VARIABLE, "name", ""), (_OPTION, "flag", ""), (_BARE_OPTION, "flag", "--")):
            for found in pattern.finditer(text):
                yield Definition(hunk, at, lead + found[group])


def _sort(text: str, name: str) -> str:
    before, _, after = text.partition(name)
    if _CALLED.search(before) or after.lstrip()[:1] == "(":
        return "call"
    if _HOLDER.search(text) is not None:
        return "type"
    return "value" if _VALUE.match(after) else ""


def _named(text: str, path: str) -> str:
    """The name that a line defines, `` for none."""
    if path.endswith(_TYPE_FIRST):
        found = _MACRO.match(text)
        if found is not None:
            return found["name"]
        found = _LATE.match(text)
        if found is not None:
            return found["name"] or found["called"]
        found = _TYPED.match(text)  # before the common form, which takes `int` of `const int most` for the name
        if found is not None and (found["end"] == "(" or found["open"] or path.endswith(_HEADERS)):
            return found["name"]
    elif path.endswith(".go") and (found := _FIELD.match(text)) is not None:
        return found["name"]
    match = _DEFINED.match(text)
    if match is not None and match.lastgroup == "d" and path.endswith(".go"):
        return ""  # a field that a literal fills, of whatever package its type is
    return (match[match.lastgroup or 0] or "") if match is not None else ""
