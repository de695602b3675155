"""The code blocks of an answer that say where they stand: text that is quoted, with the place it is quoted from.

The place is read from the head of the fence (```` ```3:9:path ````, ```` ```python path:3-9 ````, `title="path"`),
from a comment that is the first line of the block (`# path:3`, `// filepath: path`), from the line above the
block, and from a line below it that holds nothing else. A line above that announces a change (`replace it
with`) makes the block a proposal; a block of a shell or of a difference quotes nothing. What is left out of a
quotation is a line of dots, alone or in a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from helix_lsp.text.regex import regex
from helix_lsp.tuning.verify import PROPOSING
from helix_lsp.verify.read_claims import ADDRESS, FENCE, Address

# How tools and people cite in an answer, brought into the one form that `read_claims` reads: `(path:3-9)`.
#
# Read are links to a code host (`.../blob/REVISION/path#L3-L9`), footnotes, `` `path` (lines 3-9) `` and
# its like, `lines 3-9 of path`, and code blocks whose head is an address (```` ```3:9:path ````). What is
# no citation stays as it is. Linear, never fails.

_PATH = r"(?P<path>[\w@+.-]{1,80}(?:/[\w@+.-]{1,120}){0,20}\.\w{1,10})"
_RANGE = r"(?P<first>\d{1,7})(?:\s?(?:-|\u2013|to|through|and)\s?L?(?P<last>\d{1,7}))?"
_HOSTED = (
    r"https?://[\w.-]{1,100}/[^\s()/]{1,100}/[^\s()/]{1,100}/(?:-/)?(?:blob|src|blame|tree)/[^\s()/#?]{1,100}/"
    r"(?P<path>[^\s()#?]{1,300})(?:\?[^\s()#]{0,40})?#(?:L|lines-)?(?P<first>\d{1,7})(?:C\d{1,5})?(?:[-:]L?(?P<last>\d{1,7})(?:C\d{1,5})?)?"
)
_LINK = regex(r"\[(?P<text>[^\[\]\n]{0,200})\]\(" + _HOSTED + r"\)")
_BRACKETED = regex(r"\((?:see |from )?\[[^\[\]\n]{0,200}\]\(" + _HOSTED + r"\)\)")
_BARE = regex(r"<?" + _HOSTED + r">?")
_COLUMNS = regex(r"(?P<at>[\w./@+-]{1,300}#L\d{1,7})C\d{1,5}(?P<rest>-L?\d{1,7})(?:C\d{1,5})?")
_BEHIND = regex(
    r"(?<![\w/`.-])`?"
    + _PATH
    + r"`?(?:,? \(?(?:at |on )?(?:lines?|L|ll?\.) ?)L?"
    + _RANGE
    + r"\)?(?![\w.:])",
    re.I,
)
_BEFORE = regex(
    r"\b(?:lines?|L) ?"
    + _RANGE
    + r" (?:of|in) `?(?P<path>[\w@+.-]{1,80}(?:/[\w@+.-]{1,120}){0,20}\.\w{1,10})`?",
    re.I,
)
_NOTE = regex(r"^\[\^(?P<id>[\w-]{1,40})\]:[ \t]*(?P<text>[^\n]{0,400})\n?", re.M)
_MARK_ANSWER_HABITS = regex(r"\[\^(?P<id>[\w-]{1,40})\]")
_SHOWN = regex(
    r"^[ \t]{0,12}(?P<fence>```+)(?P<first>\d{1,7}):(?P<last>\d{1,7}):(?P<path>[^\s`]{1,300})[ \t]*$", re.M
)
_TWICE = regex(r"\((?P<at>\([^()\s]{1,400}:\d{1,7}(?:-\d{1,7})?\))\)")
_HAS_ADDRESS = regex(r"[./]\w{1,10}(?::|#L)\d")
_LONGEST = 2_000_000


_ROW = regex(r"^[^\S\n]{0,8}\|[^\n]{3,2000}\|[^\S\n]*$", re.M)


def in_one_form(text: str) -> str:
    """The text with every citation as `(path:first-last)`."""
    if len(text) > _LONGEST:
        return text
    text = text.replace("\r\n", "\n")
    text = _shown(text)
    text = _BRACKETED.sub(lambda m: f"({_address_answer_habits(m)})", text)
    text = _LINK.sub(lambda m: f"{m['text']} ({_address_answer_habits(m)})", text)
    text = _BARE.sub(lambda m: f"({_address_answer_habits(m)})", text)
    text = _COLUMNS.sub(r"\g<at>\g<rest>", text)
    text = _BEHIND.sub(lambda m: f"({_address_answer_habits(m)})", text)
    text = _BEFORE.sub(lambda m: f"({_address_answer_habits(m)})", text)
    text = _ROW.sub(lambda m: _row(m[0]) if _HAS_ADDRESS.search(m[0]) else m[0], _TWICE.sub(r"\g<at>", text))
    notes = {m["id"]: m["text"].strip() for m in _NOTE.finditer(text)}
    if not notes:
        return text
    return _MARK_ANSWER_HABITS.sub(lambda m: _noted(notes.get(m["id"]), m[0]), _NOTE.sub("", text))


def _row(line: str) -> str:
    """A row of a table that cites a place, as a sentence of its own: its other cells, then the place."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    said = [cell for cell in cells if cell and not _HAS_ADDRESS.search(cell)]
    cited = [cell.strip("`()[] ") for cell in cells if _HAS_ADDRESS.search(cell)]
    return f"\n\n- {': '.join(said)}" + "".join(f" ({at})" for at in cited) + "\n" if said else line


def _noted(note: str | None, mark: str) -> str:
    """What a footnote cites is where its mark stood; a remark without an address is left out."""
    if note is None:
        return mark
    found = _HAS_ADDRESS.search(note)
    bare = note.strip("`()[] .")
    return f" ({bare})" if found is not None else ""


def _address_answer_habits(m: re.Match[str]) -> str:
    last = m["last"]
    path = m["path"].strip("`")
    return f"{path}:{m['first']}" + (f"-{last}" if last and int(last) >= int(m["first"]) else "")


def _shown(text: str) -> str:
    """A block of code that is headed by its place becomes a citation of the sentence above it."""
    out: list[str] = []
    at = 0
    while (found := _SHOWN.search(text, at)) is not None:
        end = text.find("\n" + found["fence"], found.end())
        out.append(text[at : found.start()].rstrip(" :\n"))
        out.append(f" ({found['path']}:{found['first']}-{found['last']})\n")
        at = len(text) if end < 0 else end + 1 + len(found["fence"])
    return "".join((*out, text[at:]))


_FILE = regex(r"(?<![\w/.@-])(?P<path>[\w@+.-]{1,80}(?:/[\w@+.-]{1,120}){0,20}\.[A-Za-z]\w{0,9})(?![\w/])")
_CURSOR = regex(r"(?P<first>\d{1,7}):(?P<last>\d{1,7}):(?P<path>\S{1,300})\Z")
_NAMED = regex(
    r"\b(?:title|file|filename|filepath|path)\s{0,3}[=:]\s{0,3}[\"']?(?P<rest>[^\"'\n]{1,300})", re.I
)
_COMMENT = regex(r"(?:#|//|--|;|%|/\*|<!--)[ \t]{0,8}(?P<text>[^\n]{1,320})")
_LABEL = regex(r"(?:file ?(?:path|name)?|path|from|source|in)[ \t]{0,4}:?[ \t]{1,4}", re.I)
_LEFT_OUT = regex(
    r"(?:#|//|--|/\*|<!--|\{/\*)?[ \t]{0,8}(?:\.{3,6}|\u2026)[^\n]{0,80}\Z|(?:#|//|--|/\*)[ \t]{0,8}[^\n]{0,80}(?:\.{3}|\u2026)[ \t]{0,4}(?:\*/)?\Z"
)
_NOT_QUOTED = frozenset("sh bash shell console zsh fish powershell diff patch mermaid text output".split())
_GUTTER = regex(r"[ \t]{0,8}(?:\d{1,6}[ \t]{0,4}[|:\u2502\u2192\t]|\d{1,6}[ \t]{2})")
_MARKED, _MARK = regex(r"\{[\d, -]{1,80}\}"), regex(r"> ")
_MOST = 500
_WORD = regex(r"[a-z]+")
_MARKUP = regex(r"[\s*_`()\[\]\u2014\u2013:>-]")


class QuotedBlock(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of a block without its caption, each group of lines that stand together; `at.first` 0 where only a
    file is named.
    """

    at: Address
    runs: tuple[tuple[str, ...], ...]


class _Fence(msgspec.Struct, frozen=True, kw_only=True):
    """A block with what stands about it; `above` and `below` are the next lines that hold something."""

    info: str
    lines: tuple[str, ...]
    above: str
    below: str


def quoted_blocks(text: str) -> tuple[tuple[QuotedBlock, ...], int]:
    """(the first 500 blocks that name their place, in order; how many blocks are not read)."""
    found: list[QuotedBlock] = []
    unread = 0  # and those beyond the most that are read
    for fence in _fences(text.replace("\r\n", "\n").split("\n")):
        block = _quoted(fence) if len(found) < _MOST else None
        if block is None:
            unread += 1
        else:
            found.append(block)
    return tuple(found), unread


def _fences(lines: Sequence[str]) -> Iterator[_Fence]:
    above = ""
    number = 0
    while number < len(lines):
        opened = FENCE.match(lines[number])
        if opened is None:
            above = lines[number].strip() or above
            number += 1
            continue
        end = number + 1
        while end < len(lines) and not _closes(lines[end], opened[1]):
            end += 1
        below = next((line.strip() for line in lines[end + 1 : end + 3] if line.strip()), "")
        yield _Fence(info=opened[2].strip(), lines=tuple(lines[number + 1 : end]), above=above, below=below)
        above, number = "", end + 1


def _closes(line: str, mark: str) -> bool:
    fence = FENCE.match(line)
    return fence is not None and fence[1].startswith(mark) and not fence[2].strip()


def _quoted(fence: _Fence) -> QuotedBlock | None:
    language = re.split(r"[\s{:]", fence.info, maxsplit=1)[0].lower()
    if language in _NOT_QUOTED:
        return None
    lines = fence.lines
    at = _of_info(fence.info)
    if at is None and lines and (at := _of_comment(lines[0])) is not None:
        lines = lines[1:]
    if (
        at is None
        and fence.above
        and PROPOSING.isdisjoint(_WORD.findall(_FILE.sub(" ", fence.above.lower())))
    ):
        at = _last(fence.above) if fence.above.endswith((":", ")", "`", "*", "]")) else _alone(fence.above)
    if at is None and fence.below:
        at = _alone(fence.below)
    runs = tuple(_runs(_unmarked(lines, fence.info)))
    return QuotedBlock(at=at, runs=runs) if at is not None and runs else None


def _of_info(info: str) -> Address | None:
    cursor = _CURSOR.search(info)
    if cursor is not None:
        return Address(path=cursor["path"], first=int(cursor["first"]), last=int(cursor["last"]))
    named = _NAMED.search(info)
    return _last(named["rest"] if named is not None else info)


def _of_comment(line: str) -> Address | None:
    """The place that a comment names, when it says nothing else."""
    found = _COMMENT.match(line.strip())
    if found is None:
        return None
    said = found["text"].rstrip().removesuffix("*/").removesuffix("-->")
    return _alone(_LABEL.sub("", said, count=1))


def _last(text: str) -> Address | None:
    """The last place of a line; a file without a line where there is no other."""
    told = in_one_form(text)
    places = [_address(m["path"], m["first"], m["last"]) for m in ADDRESS.finditer(told)]
    if places:
        return places[-1]
    files = [m["path"] for m in _FILE.finditer(told)]
    return _address(files[-1], "0", None) if len(files) == 1 and "/" in files[0] else None


def _alone(text: str) -> Address | None:
    """The place of a line that holds a place and nothing else."""
    told = in_one_form(text)
    found = ADDRESS.search(told) or _FILE.search(told)
    if found is None or not _is_bare(told[: found.start()] + told[found.end() :]):
        return None
    lines = found.groupdict()
    return _address(lines["path"], lines.get("first") or "0", lines.get("last"))


def _is_bare(text: str) -> bool:
    """True for marks and the words that only lead to a place."""
    return " ".join(_MARKUP.sub(" ", text).lower().split()) in ("", "source", "from", "see")


def _address(path: str, first: str, last: str | None) -> Address:
    begin = int(first)
    return Address(path=path.removeprefix("./"), first=begin, last=max(begin, int(last or begin)))


def _unmarked(lines: Sequence[str], info: str) -> Sequence[str]:
    """Lines without the numbers or marks that an answer puts before them."""
    held = [line for line in lines if line.strip()]
    if held and all(_GUTTER.match(line) for line in held):
        return [_GUTTER.sub("", line, count=1) for line in lines]
    return [_MARK.sub("", line, count=1) for line in lines] if _MARKED.search(info) else lines


def _runs(lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Lines between what was left out, blank ones dropped, each with its blanks joined."""
    run: list[str] = []
    for line in lines:
        bare = plain_line(line)
        if bare and _LEFT_OUT.match(bare):
            if run:
                yield tuple(run)
            run = []
        elif bare:
            run.append(bare)
    if run:
        yield tuple(run)


def plain_line(line: str) -> str:
    """A line as it is compared: without its indentation, blanks as one."""
    return " ".join(line.split())
