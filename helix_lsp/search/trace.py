"""The frames of a pasted stack trace, in the forms that the runtimes of common languages print.

Invariants: innermost frame first, whatever the runtime's own order; bounded work (lines and their length are
capped, no pattern backtracks over more than one line). A frame of a library is read like any other:
`exact.py` decides what lies in the workspace.
Source: the printed forms of CPython, the JVM, V8, SpiderMonkey, .NET, Go, Rust, MRI, PHP, the BEAM, Swift,
gdb, the sanitizers, GHC, Lua, Zig.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.text.regex import regex

_MOST_LINES = 600
_LONGEST_LINE = 600
_MOST_FRAMES = 60


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """`path` as printed with forward slashes (`` when only a class is known), `line` from 1 (0: not printed),
    `function` as printed.

    `owner` is the dotted class or module around the function where the runtime prints one.
    """

    path: str
    line: int
    function: str = ""
    owner: str = ""


# Each pattern: one line of a trace, with the groups file, line, name (a dotted or qualified one).
_PYTHON = regex(r'^\s*File "(?P<file>[^"\n]{1,300})", line (?P<line>\d{1,7})(?:, in (?P<name>\S{1,120}))?')
_IPYTHON = regex(r"^File (?P<file>\S{1,300}\.pyx?):(?P<line>\d{1,7}), in (?P<name>[\w.<>]{1,120})")
_OLD_IPYTHON = regex(r"^(?P<file>[~/]\S{1,300}\.pyx?) in (?P<name>[\w.<>]{1,120})(?:\(|$)")
_JVM = regex(
    r"^\s*at (?:[\w.@\-]{1,80}/{1,2})?(?P<name>[\w.$<>]{1,200})\((?P<file>[\w$\-]{1,100}\.(?:java|kt|kts|scala|groovy|clj))(?::(?P<line>\d{1,7}))?\)"
)
_DOTNET = regex(
    r"^\s*at (?P<name>[^\n(]{1,200})\([^\n)]{0,300}\) in (?P<file>[^\n]{1,300}):line (?P<line>\d{1,7})"
)
_V8 = regex(
    r"^\s*at (?:async )?(?:new )?(?:(?P<name>[^\s(]{1,120})(?: \[as [^\]\n]{1,80}\])? \()?(?P<file>[^\s()]{1,300}):(?P<line>\d{1,7}):\d{1,7}\)?\s*$"
)
_FIREFOX = regex(r"^\s*(?P<name>[^@\s]{0,120})@(?P<file>\S{1,300}):(?P<line>\d{1,7}):\d{1,7}\s*$")
_GO_PLACE = regex(r"^\s+(?P<file>\S{1,300}\.(?:go|s)):(?P<line>\d{1,7})(?: \+0x[0-9a-f]+)?\s*$")
_GO_NAME = regex(
    r"^(?:created by )?(?P<name>[\w./\-*()%]{1,200}?)(?:\([^()\n]{0,200}\)|\(\.\.\.\)| in goroutine \d+)?\s*$"
)
_RUST_NAME = regex(r"^\s*\d{1,4}: +(?:0x[0-9a-f]+ - )?(?P<name>[^\n]{1,200}?)(?:::h[0-9a-f]{16})?\s*$")
_RUST_PLACE = regex(r"^\s+at (?P<file>\S{1,300}?):(?P<line>\d{1,7})(?::\d{1,7})?\s*$")
_RUST_PANIC = regex(r"panicked at (?:'[^\n]{0,300}', )?(?P<file>[^\s:']{1,300}\.rs):(?P<line>\d{1,7})")
_RUBY = regex(
    r"(?:^|\s|\d: from )(?P<file>[^\s:]{1,300}\.(?:rb|rake|erb|gemspec|ru)):(?P<line>\d{1,7}):in [`'](?P<name>[^'`\n]{1,120})'"
)
_PHP = regex(
    r"^\s*#\d{1,4} +(?P<file>[^\n(]{1,300}?\.(?:php|phtml|inc))\((?P<line>\d{1,7})\)(?:: (?P<name>[\w\\:>{}\-]{1,200}))?"
)
_PHP_TOP = regex(r"(?: in (?P<file>\S{1,300}\.php))(?::| on line )(?P<line>\d{1,7})")
_ELIXIR = regex(
    r"^\s*(?:\([\w ~.\-+]{1,60}\) )?(?P<file>[\w./\-]{1,300}\.(?:exs?|erl|heex|eex)):(?P<line>\d{1,7}): (?P<name>(?:anonymous )?[^(\n]{1,160})"
)
_NATIVE = regex(
    r"^\s*#\d{1,4} +(?:0x[0-9a-fA-F]+ )?in (?P<name>[^\n]{1,200}?)(?: ?\([^\n]{0,300}?\))? (?:at )?"
    r"(?P<file>[^\s()]{1,300}?):(?P<line>\d{1,7})(?::\d{1,7})?\s*$"
)
_GDB = regex(
    r"^\s*#\d{1,4} +(?P<name>[\w:~<>,.$]{1,200}) ?\([^\n]{0,300}\) at (?P<file>\S{1,300}?):(?P<line>\d{1,7})\s*$"
)
_SWIFT = regex(r"(?P<file>[^\s:()]{1,300}\.swift)(?::|, line )(?P<line>\d{1,7})")
_SWIFT_NAME = regex(r"^\s*\d{1,4} +\S+ +0x[0-9a-f]+ +(?P<name>[^\n]{1,200}?) \+ \d+")
_HASKELL = regex(
    r"^\s*(?P<name>[\w.']{1,120}), called at (?P<file>\S{1,300}?):(?P<line>\d{1,7}):\d{1,7} in (?P<owner>\S{1,200})"
)
_LUA = regex(
    r"^\s*(?:lua\d*: )?(?P<file>[^\s:]{1,300}\.lua):(?P<line>\d{1,7}):"
    r"(?: in (?:function|method|local|upvalue|field|main chunk)? ?(?:[<'](?P<name>[\w.:]{1,120})['>])?)?"
)
_ZIG = regex(r"^\s*(?P<file>\S{1,300}\.zig):(?P<line>\d{1,7}):\d{1,7}: 0x[0-9a-f]+ in (?P<name>[\w.]{1,120})")
_ONE_LINE = (
    _PYTHON,
    _IPYTHON,
    _OLD_IPYTHON,
    _DOTNET,
    _JVM,
    _PHP,
    _ELIXIR,
    _HASKELL,
    _ZIG,
    _GDB,
    _NATIVE,
    _RUBY,
    _LUA,
    _RUST_PLACE,
    _V8,
    _FIREFOX,
)
_OLDEST_FIRST = regex(r"most recent call last", re.I)
_TURNED = (".py", ".pyx")  # always printed oldest first
_NOT_A_FILE = regex(r"^(?:<|\[|node:|native|internal/|eval at|webpack/bootstrap|anonymous)")
_SCHEME = regex(
    r"^[a-z][a-z0-9+.\-]*:/{2,3}(?:[^/]*\.[^/]*:?\d*/|localhost(?::\d+)?/|\[[^\]]*\](?::\d+)?/)?", re.I
)
_SPLIT_NAME = regex(r"::|->|[.\\#/]")
_PART = regex(r"[\w$~!?=']+")
_CLOSURE = regex(r"func\d+|\d+|closure|lambda|main chunk")
_ARITY = regex(r"/\d{1,3}\s*$")
_AROUND = regex(r"^(?:(?:block|rescue|ensure)(?: \(\d+ levels\))? in |anonymous fn(?:/\d+)? in )")
_RECEIVER = regex(r"\(\*?(\w+)\)")  # Go
_STATE_MACHINE = regex(r"<(\w+)>d__\d+\.MoveNext")  # C#
_GENERIC = regex(r"<[^<>]{0,120}>|\[[^\[\]]{0,120}\]|\{\{?[^{}]{0,60}\}?\}|`\d+")


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """`frames` innermost first; `rest` is the text without the lines that print them."""

    frames: tuple[Frame, ...]
    rest: str


def read_trace(text: str) -> Trace:
    """All frames in a text; without any `rest` is the text."""
    out: list[Frame] = []
    others: list[str] = []
    run: list[Frame] = []  # frames printed oldest first, to be turned round
    oldest_first = False
    before = ""
    for number, line in enumerate(text.split("\n")):
        if (
            number >= _MOST_LINES
            or len(line) > _LONGEST_LINE
            or not line.strip()
            or len(out) + len(run) >= _MOST_FRAMES
        ):
            others.append(line)
            continue
        if _OLDEST_FIRST.search(line):
            out.extend(reversed(run))
            run, oldest_first = [], True
        frame = _frame(line, before)
        if frame is not None:
            (
                run if frame.path.endswith(_TURNED) or (oldest_first and frame.path.endswith(".rb")) else out
            ).append(frame)
        else:
            others.append(line)
        before = line
    frames = tuple(dict.fromkeys([*out, *reversed(run)]))
    return Trace(frames=frames, rest="\n".join(others) if frames else text)


def _frame(line: str, before: str) -> Frame | None:
    """The frame that a line prints, its name taken from the line above where the runtime prints it there."""
    place = _GO_PLACE.match(line)
    if place is not None:
        named = _GO_NAME.match(before)
        return _made(place["file"], place["line"], named["name"] if named else "", "go")
    panic = _RUST_PANIC.search(line)
    if panic is not None:
        return _made(panic["file"], panic["line"], "")
    for pattern in _ONE_LINE:
        found = pattern.search(line) if pattern is _RUBY else pattern.match(line)
        if found is None:
            continue
        groups = found.groupdict()
        name = groups.get("name") or ""
        if pattern is _RUST_PLACE:
            if not line.lstrip().startswith("at ") or ".rs:" not in line:
                continue
            named = _RUST_NAME.match(before)
            name = named["name"] if named else ""
        if pattern is _HASKELL:
            return _made(
                groups["file"], groups["line"], ""
            )  # the name printed is the callee; the place lies in its caller
        return _made(groups["file"], groups.get("line") or "0", name, "jvm" if pattern is _JVM else "")
    swift = _SWIFT.search(line)
    if swift is not None:
        named = _SWIFT_NAME.match(line)
        return _made(swift["file"], swift["line"], named["name"] if named else "")
    php = _PHP_TOP.search(line)
    return _made(php["file"], php["line"], "") if php is not None else None


def _made(file: str, line: str, name: str, runtime: str = "") -> Frame | None:
    path = _SCHEME.sub("", file.strip()).replace("\\", "/").split("?")[0]
    if not path or _NOT_A_FILE.match(path) or "." not in path.rpartition("/")[2]:
        return None
    owner, function = _name(name, runtime)
    if runtime == "jvm":
        path = "/".join([*name.split(".")[:-2], path])
    return Frame(path=path, line=int(line), function=function, owner=owner)


def _name(printed: str, runtime: str) -> tuple[str, str]:
    """(owner, function) without generics, receivers' stars, closures, parameters and arities."""
    text = _AROUND.sub("", printed.strip())
    if runtime == "go":
        text = text.rpartition("/")[2]
    text = _STATE_MACHINE.sub(r"\1", _RECEIVER.sub(r"\1", text))
    text = _GENERIC.sub("", text).partition("(")[0]
    parts = [
        p for p in _SPLIT_NAME.split(_ARITY.sub("", text)) if _PART.fullmatch(p) and not _CLOSURE.fullmatch(p)
    ]
    if runtime == "jvm":
        parts = [
            p
            for part in parts
            for p in part.split("$")
            if p and not p.isdigit() and p not in ("lambda", "anonfun")
        ]
    if not parts:
        return "", ""
    return ".".join(p for p in parts[:-1] if p != "Object"), parts[-1]
