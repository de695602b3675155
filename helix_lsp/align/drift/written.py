"""The ways in which a document writes a path, a place or a link beside inline code and Markdown's own links:
attributes of HTML, words of a command, web addresses of the project's own repository, `file:12` and `#L12`.

Nothing here looks at the tree.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

import msgspec

from helix_lsp.align.identity import normal
from helix_lsp.align.mention import read_path
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# Command lines in a document: which program is called, with which subcommand and long options, each at its
# exact bytes.
#
# Read from shell fences (others only behind a `$ ` prompt) and inline code of several words. Which program
# is the project's own is not known here.

_SHELLS = frozenset(
    {
        "bash",
        "sh",
        "shell",
        "zsh",
        "console",
        "shell-session",
        "terminal",
        "shellsession",
        "sh-session",
        "powershell",
        "cmd",
    }
)
_PROMPTED = frozenset({"", "text", "none", "plaintext", "txt"})
_LEAD = regex(
    r"\s*(?P<prompt>[$%>#]\s+)?(?:(?:[A-Z_][A-Z0-9_]*=\S*|sudo|time|npx|exec|uv\s+run|uvx|poetry\s+run|pipx\s+run|bundle\s+exec)\s+)*"
)
_PART = regex(r"\|\|?|&&|;|\s#\s.*|[^\s|;&]+")
_TOOL = regex(r"(?:\./|[\w./-]*/bin/)?(?P<name>[a-z][\w.-]*)")
_SUB = regex(r"[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*")
_FLAG = regex(r"\[?(?P<flag>--[a-z][a-zA-Z0-9]*(?:[-_.][a-zA-Z0-9]+)*)(?=\Z|[=\]\[,)}])")
_PASSING = frozenset({"run", "exec", "x", "dlx", "shell"})


class Word(msgspec.Struct, frozen=True, kw_only=True):
    """One word of a command line at its bytes."""

    text: str
    span: Span


class Invocation(msgspec.Struct, frozen=True, kw_only=True):
    """`sub` is the first word behind the program that may be a subcommand; `flags` are its long options as
    written, without values.

    `inline`: an inline code, which quotes more freely than a block.
    """

    tool: str
    sub: Word | None
    flags: tuple[Word, ...]
    inline: bool = False


class CommandLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a block, or an inline code: all its words behind what leads it in. Lines of one `block` have
    its number. `bare`: a line of a block that says neither its language nor by a prompt that it is a command.
    """

    words: tuple[Word, ...]
    block: int
    inline: bool = False
    bare: bool = False


def invocations(data: bytes, outline: Outline) -> Iterator[Invocation]:
    """In the order of fences, then of inline code."""
    for line in command_lines(data, outline):
        found = _read(line)
        if found is not None:
            yield found


def command_blocks(data: bytes, outline: Outline) -> Iterator[Span]:
    """The blocks in a language of shells, and the inline codes of several words."""
    for fence in outline.fences:
        if fence.language.lower() in _SHELLS or fence.language.lower() in _PROMPTED:
            yield fence.span
    yield from (
        m.span for m in outline.mentions if b" " in m.span.cut(data) and m.role in ("", "command", "code")
    )


def command_lines(data: bytes, outline: Outline, *, bare: bool = False) -> Iterator[CommandLine]:
    """What documents show as commands, in the order of fences, then of inline code; with `bare` also the lines
    that may be text.
    """
    for at, fence in enumerate(outline.fences):
        language = fence.language.lower()
        if language in _SHELLS or language in _PROMPTED:
            untold = language in _PROMPTED
            for text, start, plain in _of_fence(data, fence.span, prompted=untold):
                if bare or not plain:
                    yield CommandLine(words=_words(text, start), block=at, bare=plain)
    for mention in outline.mentions:
        if mention.role in ("", "command", "code") and " " in mention.text:
            # a character a byte: offsets hold, and only ASCII is read
            text = mention.span.cut(data).decode("latin-1")
            yield CommandLine(words=_words(text, mention.span.start), block=-1, inline=True)


def _of_fence(data: bytes, span: Span, *, prompted: bool) -> Iterator[tuple[str, int, bool]]:
    at = span.start
    block = span.cut(data)
    shown = any(line.lstrip().startswith((b"$ ", b"% ")) for line in block.splitlines())
    joined, start = b"", at
    for line in block.splitlines(keepends=True):
        start = at if not joined else start
        at += len(line)
        if line.rstrip().endswith(b"\\"):
            joined += line.rstrip(b"\r\n").rstrip()[:-1] + b" " * (
                len(line) - len(line.rstrip(b"\r\n").rstrip()) + 1
            )
            continue
        text, joined = (joined + line).decode("latin-1"), b""
        if not shown or text.lstrip().startswith(("$ ", "% ")):  # else what the command printed
            yield text, start, prompted and not shown


def _words(text: str, start: int) -> tuple[Word, ...]:
    lead = _LEAD.match(text)
    found = _PART.finditer(text, lead.end() if lead is not None else 0)
    return tuple(Word(text=m[0], span=Span(start + m.start(), start + m.end())) for m in found)


def _read(line: CommandLine) -> Invocation | None:
    """The first command of a line."""
    words = line.words
    tool = _TOOL.fullmatch(words[0].text) if words else None
    if tool is None:
        return None
    sub: Word | None = None
    flags: list[Word] = []
    behind = 0
    for place, word in enumerate(words[1:]):
        said, at = word.text, word.span.start
        if said == "--" or said[0] in "|&;<>" or said.startswith((" #", "\t#")):
            break
        flag = _FLAG.match(said)
        if flag is not None:
            flags.append(Word(text=flag["flag"], span=Span(at + flag.start("flag"), at + flag.end("flag"))))
        elif not said.startswith("-"):
            behind += 1
            if not place and _SUB.fullmatch(said):
                sub = word
            if sub is not None and sub.text in _PASSING and behind > 1:
                break  # another program's options
    return Invocation(tool=tool["name"], sub=sub, flags=tuple(flags), inline=line.inline)


_TAG = regex(
    rb"<(?:a|img|source|video|audio|iframe|embed|object|link|image)\b(?P<rest>[^<>]{0,2000})>", re.IGNORECASE
)
_ATTRIBUTE = regex(
    rb"(?<![\w-])(?:href|src|srcset|poster|data)\s{0,10}=\s{0,10}(?:\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'|\{\s*[\"'](?P<jsx>[^\"'\n]*)[\"']\s*\})",
    re.IGNORECASE,
)
_COMMENT = regex(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_PLACE = regex(
    r"(?P<path>[^\s:#]+?)(?::(?P<line>\d{1,6})(?:(?P<to>[-\u2013])(?P<end>\d{1,6})|:\d{1,5})?|#L(?P<l>\d{1,6})(?:C\d+)?(?:-L?(?P<e>\d{1,6})(?:C\d+)?)?)\Z"
)
_LINES = regex(r"L(?P<l>\d{1,6})(?:C\d+)?(?:-L?(?P<e>\d{1,6})(?:C\d+)?)?\Z")
_HOSTED = regex(
    r"https?://(?:www\.)?(?:(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)/(?P<home>[\w.-]+/[\w.-]+?)(?:\.git)?/(?:-/)?"
    r"(?:blob|tree|raw|edit|blame|src)(?:/branch)?|raw\.githubusercontent\.com/(?P<raw>[\w.-]+/[\w.-]+)(?:/refs/heads)?)"
    r"/(?P<at>main|master|HEAD|trunk|develop)/(?P<path>[^\s?#]+)(?P<rest>(?:\?[^\s#]*)?(?:#\S*)?)\Z"
)
_ASSIGNED = regex(
    rb"(?<![\w$./-])(?P<name>[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{1,100})(?=[ \t]?=(?!=)|:[ \t\r\n])"
    rb"|^[ \t]*(?:ENV|ARG)[ \t]+(?P<given>[A-Z][A-Z0-9]{0,60}_[A-Z0-9_]{1,100})\b",
    re.MULTILINE,
)
_DEFINED = regex(  # of CMake, Meson and their like
    rb"(?<![\w-])-D[ ]?(?P<name>[A-Za-z][A-Za-z0-9]{0,40}(?:_[A-Za-z0-9]{1,40}){1,8})(?=(?::[A-Z]+)?=)"
)
_KEY = regex(
    rb"^[ \t]*(?:- )?[\"']?(?:\w[\w-]{0,60}\.){0,6}(?P<name>[a-z][a-z0-9]{0,40}"
    rb"(?:(?:[_-][a-z0-9]{1,40}){1,8}|(?:[A-Z][a-z0-9]{0,40}){1,8}|[a-z0-9]{3,40}))[\"']?[ \t]*[:=](?![:=])",
    re.MULTILINE,
)
_BARE = regex(
    rb"(?<![\w`\"'./$<!&{%:-])(?P<name>--[a-z][a-zA-Z0-9]{1,40}(?:-[a-zA-Z0-9]{1,40}){0,8}|[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,8})(?![\w`./(-])"
)
_BARE_PATH = regex(
    rb"(?:(?<![\w/.:@`\"'(<{$~-])|(?<=--8<-- [\"']))(?P<name>(?:[\w.-]{1,80}/){1,9}[\w-]{1,80}(?:\.[\w-]{1,40}){0,3}\.[a-z]\w{0,4})(?![\w/])"
)
_SPELT = regex(
    rb"(?<![\w`\"'./$<!&{%@#\\:=-])(?P<name>[a-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,8})(?![\w`/{=\\-]|\.\w|\\_)"
)
_WITHIN = regex(  # of several words, or called
    rb"(?<![\w$\"'/@#-])(?P<name>[A-Za-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,8}|(?:[A-Za-z][a-z0-9]{1,40})(?:[A-Z][a-z0-9]{1,40}){1,8})(?![\w$\"'/-])"
)
_CASED = regex(  # of several words, in the text itself: `KilnHeatLevel`, `heatLevel={n}`
    rb"(?<![\w`\"'./$<!&{%@#\\:=-])(?P<name>[A-Za-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{1,40}){1,8})(?![\w`/{\\-]|\.\w)"
)
_BY_LABEL = regex(
    rb"(?<![\w\]\\)}:])\[(?P<text>[^\[\]\n]{3,200})\]\[(?P<label>(?=[^\[\]]{0,40}[A-Za-z]{2})[^\[\]\n@^:{}]{2,120}|https?://[^\s\[\]]{3,200})\](?![\w(\[{:])"
)
_DEFINITION = regex(rb"^[ \t>]{0,12}\[(?P<label>[^\[\]\n]{1,200})\]:", re.MULTILINE)
_SETTINGS = frozenset(
    "yaml yml toml json jsonc json5 ini cfg conf properties hocon dockerfile docker env dotenv hcl editorconfig".split()
)
_CLONED = regex(rb"\bgit clone [^\n]{0,300}?/([\w.-]+?)(?:\.git)?(?=[\s`\"']|\Z)")
_MAKING = frozenset(
    "mkdir touch rm rmdir mv cp ln tee echo printf export set scp rsync wget curl unzip tar git hg svn cat> vim vi nano code cd pushd".split()
)
_OUTPUT = regex(
    r"-o|-d|-O|--(?:out|output|outfile|outdir|out-dir|dest|destination|target|dir|to|output-\w+|save\w*|report\w*|log\w*)",
    re.IGNORECASE,
)
_ARROW = regex(r"\d?&?>{1,2}\Z")


def html_links(data: bytes, outline: Outline) -> Iterator[tuple[str, Span]]:
    """(target, its bytes) of the attributes that lead somewhere, outside of code and comments."""
    if b"<" not in data:
        return
    shut = [m.outer for m in outline.mentions] + [f.span for f in outline.fences]
    shut += [Span(*m.span()) for m in _COMMENT.finditer(data)]
    shut.sort(key=lambda s: s.start)
    starts = [s.start for s in shut]
    for tag in _TAG.finditer(data):
        at = bisect_right(starts, tag.start()) - 1
        if at >= 0 and shut[at].end > tag.start():
            continue
        for found in _ATTRIBUTE.finditer(data, *tag.span("rest")):
            group = next(g for g in ("double", "single", "jsx") if found[g] is not None)
            target = found[group].decode("utf-8", "replace")
            if target.strip() and "," not in target:
                yield target, Span(*found.span(group))


def undefined_labels(data: bytes, outline: Outline) -> Iterator[tuple[str, Span]]:
    """(label, its bytes) of the links that lead to a label (`[text][label]`) which their page does not define."""
    defined = {_folded(m["label"]) for m in _DEFINITION.finditer(data)}
    shut = [m.outer for m in outline.mentions] + [f.span for f in outline.fences]
    shut += [Span(*m.span()) for m in _COMMENT.finditer(data)]
    for found in _BY_LABEL.finditer(data):
        span = Span(*found.span("label"))
        covered = any(one.covers(span) for one in shut)
        if not covered and b" " in found["text"] and _folded(found["label"]) not in defined:
            yield found["label"].decode("utf-8", "replace"), span


def _folded(label: bytes) -> bytes:
    return b" ".join(label.split()).lower()


def bare_words(
    data: bytes, outline: Outline, read: frozenset[Span] = frozenset()
) -> Iterator[tuple[str, Span]]:
    """(name, its bytes) of what is an option, a variable of the environment or a key wherever it stands: variables
    that blocks and commands set, keys of blocks of settings, and `--options`, `NAMES_IN_CAPITALS`, `snake_case` and paths of
    the text itself; and the names in inline code that is more than a name, where `read` does not have its span.
    """
    blocks = [*command_blocks(data, outline)]
    shown = [f.span for f in outline.fences if f.language.lower() in _SETTINGS]
    plain = _plain(data, outline)
    code = [m.span for m in outline.mentions if not m.role and m.span not in read]
    for form, places in (
        (_ASSIGNED, blocks + shown),
        (_DEFINED, blocks),
        (_KEY, shown),
        (_BARE, plain),
        (_BARE_PATH, plain),
        (_SPELT, plain),
        (_WITHIN, code),
    ):
        for place in places:
            for found in form.finditer(data, place.start, place.end):
                group = found.lastgroup or 0
                yield found[group].decode("latin-1"), Span(*found.span(group))


def cased_words(data: bytes, outline: Outline) -> Iterator[tuple[str, Span]]:
    """(name, its bytes) of the words of the text itself that are put together as names of types and keys are."""
    for place in _plain(data, outline):
        for found in _CASED.finditer(data, place.start, place.end):
            yield found["name"].decode("latin-1"), Span(*found.span("name"))


def _plain(data: bytes, outline: Outline) -> list[Span]:
    """The text outside of code, links and comments."""
    shut = [m.outer for m in outline.mentions] + [f.span for f in outline.fences]
    shut += [span for link in outline.links for span in (link.span, link.text)]
    shut += [Span(*m.span()) for m in _COMMENT.finditer(data)]
    return [*_between(shut, len(data))]


def _between(shut: list[Span], end: int) -> Iterator[Span]:
    """What no span covers."""
    at = 0
    for span in sorted(shut, key=lambda s: s.start):
        if span.start > at:
            yield Span(at, span.start)
        at = max(at, span.end)
    yield Span(at, max(at, end))


def command_paths(data: bytes, outline: Outline, own: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """(path, its bytes) of the words of commands that name an existing file: nothing that a command makes,
    and nothing behind a change of the folder in the same block, but for one into the clone of the project
    (`own` are its names).
    """
    left = -2
    cloned = {normal(m[1].decode("ascii", "replace")) for m in _CLONED.finditer(data)} | own
    for line in command_lines(data, outline):
        if line.block == left:
            continue
        words = line.words
        tool = words[0].text.rpartition("/")[2] if words else ""
        if tool in ("cd", "pushd"):
            into = words[1].text.strip("/").rpartition("/")[2] if len(words) > 1 else ""
            left = left if line.inline or normal(into) in cloned else line.block
            continue
        if tool in _MAKING:
            continue
        for at, word in enumerate(words):
            before = words[at - 1].text if at else ""
            if _OUTPUT.fullmatch(before) or _ARROW.match(before):
                continue
            option, equals, value = word.text.partition("=")
            if equals and (not option.startswith("-") or _OUTPUT.fullmatch(option)):
                continue
            said = (value if equals else word.text).strip("\"'").partition("::")[0]
            path = read_path(said) if "/" in said[said.startswith("-") and 9 :] else None
            start = line.words[at].text.find(said)
            if path is not None and start >= 0:
                first = word.span.start + start
                yield path, Span(first, first + len(said.encode("latin-1", "replace")))


def read_place(text: str) -> tuple[str, int]:
    """(path, the last line named) of `src/a.py:12`, `src/a.py:12-20`, `src/a.py#L12-L20`; (text, 0) for any
    other text.
    """
    path = text.partition("::")[0]
    text = path if "/" in path else text  # a test in it: `tests/test_a.py::test_b`
    found = _PLACE.match(text.strip())
    if found is None:
        return text, 0
    return found["path"], int(found["end"] or found["line"] or found["e"] or found["l"])


def last_line(anchor: str) -> int:
    """The last line that `L12` or `L12-L20` names, 0 for any other anchor."""
    found = _LINES.match(anchor)
    return int(found["e"] or found["l"]) if found is not None else 0


def own_address(target: str, own: frozenset[str]) -> str:
    """`/path#anchor` from the root for a web address of a file on a branch of one of the repositories `own`
    (`owner/name`, lower case), `` for any other; what is said of a tag or commit stays true.
    """
    found = _HOSTED.match(target)
    if found is None or (found["home"] or found["raw"]).lower() not in own:
        return ""
    return "/" + found["path"].rstrip("/.,;:") + "".join(found["rest"].partition("#")[1:])
