"""A change, file by file: which lines, which definitions, sections and keys came, went, were renamed, moved
or changed, each with its range.

Pure and deterministic: files in the order of the change, parts in the order of their lines. A file that is
binary, too large, generated or vendored is named with the reason and not taken apart. Law I2: no content
fails.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Literal

import msgspec

from helix_lsp.align.delta.change import Change, ChangedFile, pair_files
from helix_lsp.config.documents import PrConfig
from helix_lsp.history.lines import Hunk, hunks, lines_of
from helix_lsp.history.parts import Part, parts_of
from helix_lsp.history.successor import Sides, Successor, successors
from helix_lsp.index.surface import Surface, surface_of
from helix_lsp.index.units.units import says_generated
from helix_lsp.syntax.extract import HEAD, extract
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.regex import regex

# Code as tokens: what is left of it when a formatter has run over it.
#
# Blanks and line ends part tokens and are none. A comma before what closes a list is left out where it says
# nothing; one that makes a tuple (`(1,)`) stays. Where a language has two marks for the same string, both
# are one token as long as nothing in the string hangs on the mark. Where indentation says what belongs to
# what, `nesting` tells it.

_EITHER_MARK = frozenset({"python", "javascript", "typescript", "tsx", "lua", "ruby", "php", "bash"})
_LONG = r"\"\"\"(?s:.*?)\"\"\"|"
_STRINGS = regex(
    _LONG + r"'''(?s:.*?)'''|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\w+|\S", re.S
)
_CHARACTERS = regex(  # `'a'` is a character, `'a` a lifetime or a part of a name
    _LONG + r"\"(?:[^\"\\]|\\.)*\"|'(?:\\.[^'\n]{0,8}|[^'\\])'|`(?:[^`\\]|\\.)*`|\w+|\S", re.S
)
_STATEMENTS = regex(r"#[^\n]*|" + _STRINGS.pattern, re.S)
_BEGINS = ("=", ":", "(", "<", ",")
_HANGS = regex(r"[\"'\\$#]")  # what one of the marks reads otherwise
_OPENS, _CLOSES = "([{", ")]}"
_CALLED = regex(r"[\w\])>?!]\Z")  # a list behind a name is one of arguments


def tokens(code: str, language: str) -> tuple[str, ...]:
    """The tokens in their order. Never fails; cost linear in the text."""
    either = language in _EITHER_MARK
    found = [_string(t) if either else t for t in (_STRINGS if either else _CHARACTERS).findall(code)]
    out: list[str] = []
    opened: list[tuple[bool, int]] = []  # (a parenthesis that may hold a tuple, commas in it)
    for piece in found:
        if piece == "\\" or (piece == "|" and out and out[-1] in _BEGINS):
            continue  # a line that goes on, and the bar before the first member of a union
        if piece in _OPENS:
            opened.append((piece == "(" and not (out and _CALLED.search(out[-1])), 0))
        elif piece == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif piece in _CLOSES or piece == ">":
            tuple_of_one = piece != ">" and bool(opened) and opened.pop() == (True, 1)
            if out and out[-1] == "," and not tuple_of_one:
                out.pop()
        out.append(piece)
    return tuple(out)


def nesting(laid: bytes) -> tuple[tuple[int, str], ...]:
    """(depth, first token) of each statement of a text that is nested by indentation, however wide it is; without
    comments and strings that stand alone.
    """
    code = laid.decode("utf-8", "replace")
    out: list[tuple[int, str]] = []
    widths: list[int] = []
    end, opened = 0, 0
    for found in _STATEMENTS.finditer(code):
        piece, between = found[0], code[end : found.start()]
        if piece.startswith("#"):
            continue
        if not opened and (not end or "\n" in between) and "\\\n" not in between:
            width = found.start() - code.rfind("\n", 0, found.start()) - 1
            while widths and widths[-1] >= width:
                widths.pop()
            widths.append(width)
            if piece[0] not in "\"'":
                out.append((len(widths), piece))
        end = found.end()
        opened = max(0, opened + (piece in _OPENS) - (piece in _CLOSES))
    return tuple(out)


def same_tokens(old: str, new: str, language: str) -> bool:
    """Whether two texts differ in layout alone. Of one that was cut short (`…`) only what both show is
    compared.
    """
    if old == new:
        return True
    before, after = tokens(old, language), tokens(new, language)
    if "…" not in (old[-1:], new[-1:]):
        return before == after
    shown = max(1, min(len(before), len(after)) - 2)  # the last word may be cut, too
    return before[:shown] == after[:shown]


def _string(token: str) -> str:
    """The string between double marks where either mark means the same."""
    inner = token[1:-1]
    plain = token[0] == token[-1] == "'" and len(token) > 1 and not _HANGS.search(inner)
    return f'"{inner}"' if plain else token


PartStatus = Literal["added", "removed", "renamed", "moved", "signature", "body", "comment"]
_EMPTY = Outline(language="")
_SIGNED = frozenset(
    "function method constructor class interface struct enum union trait impl type macro".split()
)


class PartChange(msgspec.Struct, frozen=True, kw_only=True):
    """One part that is another now. `old` or `new` is None where it came or went.

    `signature` and `body`: whether these changed (in what was renamed or moved, too); a change of comments or
    documentation alone is `comment`.
    `within` is the qualified name of the part around it that came, went, was renamed or moved as a whole, ``
    for none.
    """

    status: PartStatus
    old: Part | None
    new: Part | None
    signature: bool = False
    body: bool = False
    within: str = ""

    @property
    def part(self) -> Part:
        """The newer side, the older where it went."""
        found = self.new or self.old
        assert found is not None
        return found


class FileDelta(msgspec.Struct, frozen=True, kw_only=True):
    """One changed file. `left_out` says why it was not taken apart, `` where it was. Lines are counted
    without regard to their ends.

    `old_outline` and `outline` are the facts of both sides, empty where a side is not there or was not read.
    `successors` are the names that this file lost, with those that took their place.
    """

    file: ChangedFile
    language: str
    surface: Surface
    left_out: str
    hunks: tuple[Hunk, ...]
    added: int
    removed: int
    parts: tuple[PartChange, ...]
    old_outline: Outline
    outline: Outline
    successors: tuple[Successor, ...] = ()


def compare(change: Change, cfg: PrConfig, check: Callable[[], None] = lambda: None) -> tuple[FileDelta, ...]:
    """The files of a change, taken apart. Raises what `check` raises, which is called for each file."""
    read: list[FileDelta] = []
    for file in change.files:
        check()
        read.append(_read(file, cfg))
    sides = [
        (_parts(r.file.old_path, r.file.before, r.old_outline), _parts(r.file.path, r.file.after, r.outline))
        for r in read
    ]
    files = [
        Sides(
            old_path=r.file.old_path,
            path=r.file.path,
            before=r.file.before,
            after=r.file.after,
            old=old,
            new=new,
        )
        for r, (old, new) in zip(read, sides, strict=True)
        if not r.left_out and not r.file.line_ends
    ]
    told = successors(files)
    pairs, gone, come = pair_files(sides, told)
    found: dict[str, list[PartChange]] = defaultdict(list)
    renames = {r.file.old_path: r.file.path for r in read}
    tops = {
        (old.path, old.qualified)
        for old, new in pairs
        if old.qualified != new.qualified or renames[old.path] != new.path
    }
    renamed = {(new.path, new.qualified) for old, new in pairs if (old.path, old.qualified) in tops}
    went, came = {(p.path, p.qualified) for p in gone}, {(p.path, p.qualified) for p in come}
    for old, new in pairs:
        one = _judged(old, new, renames.get(old.path, old.path), renamed)
        if one is not None:
            found[new.path].append(one)
    for part in gone:
        within = part.parent if (part.path, part.parent) in went else ""
        one = PartChange(status="removed", old=part, new=None, within=within)
        found[renames.get(part.path, part.path)].append(one)
    for part in come:
        within = part.parent if (part.path, part.parent) in came else ""
        found[part.path].append(PartChange(status="added", old=None, new=part, within=within))
    return tuple(
        msgspec.structs.replace(
            r,
            parts=tuple(sorted(found.get(r.file.path, []), key=_place)),
            successors=tuple(s for s in told if s.path == r.file.old_path),
        )
        for r in read
    )


def _place(one: PartChange) -> tuple[bool, int, int, str]:
    """In the order of the lines, what went last."""
    return one.new is None, one.part.span.start, -len(one.part.span), one.part.qualified


def _judged(old: Part, new: Part, home: str, renamed: set[tuple[str, str]]) -> PartChange | None:
    """None where nothing changed but the place."""
    within = new.parent if (new.path, new.parent) in renamed else ""
    language = language_of(new.path) if new.is_definition else ""
    head = old.signature != new.signature and new.kind in _SIGNED
    masked = old.signature.replace(old.name, new.name) if head and old.name != new.name else old.signature
    signature = head and not same_tokens(masked, new.signature, language)
    code = old.code.replace(old.name.encode(), new.name.encode()) if old.name != new.name else old.code
    body = not _same(code, new.code, language)
    if old.name != new.name or (not within and old.qualified != new.qualified and new.path == home):
        return PartChange(status="renamed", old=old, new=new, signature=signature, body=body, within=within)
    if new.path != home and not within:
        return PartChange(status="moved", old=old, new=new, signature=signature, body=body)
    regrouped = nesting(old.laid) != nesting(new.laid)
    if _same(old.own, new.own, language) and not regrouped:
        return None
    body = body or regrouped
    if signature:
        return PartChange(status="signature", old=old, new=new, signature=True, body=body, within=within)
    return PartChange(status="body" if body else "comment", old=old, new=new, body=body, within=within)


def _same(old: bytes, new: bytes, language: str) -> bool:
    """Equal; in code apart from its layout."""
    if old == new or not language:
        return old == new
    return same_tokens(old.decode("utf-8", "replace"), new.decode("utf-8", "replace"), language)


def _read(file: ChangedFile, cfg: PrConfig) -> FileDelta:
    """The file without its parts."""
    head = file.after if file.after is not None else file.before or b""
    language = language_of(file.path, head[:HEAD])
    surface = surface_of(file.path, language)
    why = file.left_out
    if not why and (_is_binary(file.before) or _is_binary(file.after)):
        why = "binary"
    changed: tuple[Hunk, ...] = ()
    if not why and file.before != file.after:
        changed = hunks(lines_of(file.before or b""), lines_of(file.after or b""), cfg.line_pairs)
    if not why and (surface.vendored or surface.generated):
        why = "vendored" if surface.vendored else "generated"
    old = new = _EMPTY
    if not why and file.before != file.after and not file.line_ends:
        old = extract(file.old_path, file.before) if file.before is not None else _EMPTY
        new = extract(file.path, file.after) if file.after is not None else _EMPTY
        if surface.kind != "docs" and says_generated(head, new if file.after is not None else old):
            why, old, new = "generated", _EMPTY, _EMPTY
    return FileDelta(
        file=file,
        language=language,
        surface=surface,
        left_out=why,
        hunks=changed,
        added=sum(h.new for h in changed),
        removed=sum(h.old for h in changed),
        parts=(),
        old_outline=old,
        outline=new,
    )


def _parts(path: str, data: bytes | None, outline: Outline) -> tuple[Part, ...]:
    return parts_of(path, data, outline) if data is not None and outline is not _EMPTY else ()


def _is_binary(data: bytes | None) -> bool:
    return data is not None and b"\0" in data[:HEAD]
