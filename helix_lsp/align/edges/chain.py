"""A chain of names, calls and subscripts (`self.app.routes(x).first`), read forward from its start or
backward from a name in it.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.align.edges.lexical import FOREIGN, UNKNOWN, Bearers, Meaning, known
from helix_lsp.align.edges.modules import Modules
from helix_lsp.align.identity import module_parts
from helix_lsp.text.regex import regex

_NAME = regex(r"[@$]{0,2}[A-Za-z_\x80-\xff][\w\x80-\xff]*[?!]?")
_MARK = regex(r"\s{0,9}(?:::<|::|\?\.|!!\.|!\.|&\.|\.(?!\.))\s{0,9}")
_BACK_MARK = regex(r"(?:::|\.(?!\.)[?!&]?!?)\s*")
_ARROW = regex(r"\s{0,9}(?:\?->|->|::)\s{0,9}")  # PHP: a dot joins strings
_BACK_ARROW = regex(r"(?:>-\??|::)\s*")
# language -> what is before a member, forward and backward; elsewhere an arrow is before a type or a body
_MARKS_OF_MOST = (_MARK, _BACK_MARK)
_NATIVE = (regex(r"\s{0,9}(?:->|::<|::|\.(?!\.))\s{0,9}"), regex(r"(?:>-|::|\.(?!\.))\s*"))
_MARKS = {
    "php": (_ARROW, _BACK_ARROW),
    "c": _NATIVE,
    "cpp": _NATIVE,
    "lua": (regex(r"\s{0,9}(?::(?!:)|\.(?!\.))\s{0,9}"), regex(r"(?::(?!:)|\.(?!\.))\s*")),
}
_SIGILS = {
    "ruby": "@",
    "php": "$",
    "javascript": "$",
    "typescript": "$",
    "tsx": "$",
}  # marks that belong to a name
_OPENS = {")": "(", "]": "[", "}": "{", ">": "<"}
_CLOSES = {"(": ")", "[": "]", "{": "}", "<": ">"}
_BRACKETS = {"(": regex(r"[()]"), "[": regex(r"[\[\]]"), "{": regex(r"[{}]"), "<": regex(r"[<>;{}]")}
_FAR = 1_500  # bytes of one chain
_BLANK = 80  # characters before a name in which `new` begins
_NEW = regex(r"\bnew\s+\Z")
_BLANKS = regex(r"\s*")


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """`form` is how the name is used: `` read, `call`, `index`, `brace` (`T{...}`); `at` is where the name
    begins; `tried`: behind it stands Rust's question mark.
    """

    name: str
    form: str
    at: int
    tried: bool = False


class Chain(msgspec.Struct, frozen=True, kw_only=True):
    """`made`: behind `new`. `literal`: begins with a string, number or bracket. `awaited`: behind `await`.
    `end` is behind the last link, -1 where that is out of reach.
    """

    links: tuple[Link, ...]
    end: int
    made: bool = False
    literal: bool = False
    awaited: bool = False


def forward(text: str, at: int, language: str, stop: int = -1) -> Chain | None:
    """The chain that begins at `at` (white space skipped), at most to `stop`; None where none begins."""
    stop = len(text) if stop < 0 else stop
    at, made, awaited = _lead(text, at)
    if text[at : at + 1] == "(":
        return None
    first = text[at : at + 1]
    if first and (first in "\"'`[{" or first.isdigit()):
        return Chain(links=(), end=at, literal=True)
    links: list[Link] = []
    while (name := _NAME.match(text, at)) is not None and name.end() <= stop:
        begin, at = at, name.end()
        word = name[0]
        if (
            word[-1] in "?!" and text[at : at + 1] in ".:=("
        ):  # `foo?.bar`, `foo!.bar`: the mark belongs to the dot
            at, word = at - 1, word[:-1]
        while text[at : at + 1] == "\\" and (more := _NAME.match(text, at + 1)) is not None:
            word, at = f"{word}.{more[0]}", more.end()
        form = ""
        at = _past(text, at)
        after = text[at : at + 1]
        while after in ("(", "[", "{") and at < stop:
            if after == "{" and (form or not word[0].isupper() or text[at - 1] == " "):
                break
            close = _close(text, at)
            if (
                close < 0 or close > stop
            ):  # the call goes on beyond what is looked at; what is called is known all the same
                return Chain(
                    links=(*links, Link(name=word, form="call", at=begin)), end=-1, made=made, awaited=awaited
                )
            form = "index" if form or after == "[" else "brace" if after == "{" else "call"
            at = close
            after = text[at : at + 1]
        tried = language == "rust" and after == "?"
        at += tried
        links.append(Link(name=word, form=form, at=begin, tried=tried))
        mark = _MARKS.get(language, _MARKS_OF_MOST)[0].match(text, at)
        if mark is None or mark.end() > stop:
            break
        at = mark.end()
    return Chain(links=tuple(links), end=at, made=made, awaited=awaited) if links else None


def _lead(text: str, at: int) -> tuple[int, bool, bool]:
    """(where the chain's first name begins, behind `new`, behind `await`)."""
    made = awaited = False
    at = _skip(text, at)
    while True:
        if text.startswith("await", at) and text[at + 5 : at + 6].isspace():
            awaited, at = True, _skip(text, at + 5)
        elif text.startswith("new", at) and text[at + 3 : at + 4].isspace():
            made, at = True, _skip(text, at + 3)
        elif text.startswith("&mut ", at):
            at += 5
        elif text[at : at + 1] in ("&", "*", "\\") and text[at + 1 : at + 2].isidentifier():
            at += 1
        else:
            return at, made, awaited


def _past(text: str, at: int) -> int:
    """Behind the type arguments of a name, where there are any."""
    if text.startswith("::<", at) and (close := _close(text, at + 2)) > 0:
        return close
    if text[at : at + 1] == "<" and (close := _close(text, at)) > 0 and text[close : close + 1] in "({.:":
        return close
    return at


def backward(text: str, at: int, language: str) -> int | None:
    """Where the chain begins that has a name at `at`; `at` itself for a bare name, None for what cannot be
    read as a chain.
    """
    low = max(0, at - _FAR)
    start = at
    marks = _MARKS.get(language, _MARKS_OF_MOST)[1]
    sigils = _SIGILS.get(language, "")
    while True:
        if text[start - 1 : start] and text[start - 1] in sigils:
            start -= 1
            continue
        end = start
        reversed_ = text[max(low, end - 80) : end][::-1]
        space = _BLANKS.match(reversed_)
        lead = space.end() if space else 0
        mark = marks.match(reversed_, lead)
        if mark is None:
            if text[start - 1 : start] == "\\":
                start -= 1
                part = re.search(r"[\w\\]{0,200}\Z", text[low:start])
                return start - len(part[0]) if part else start
            made = _NEW.search(text, max(low, end - _BLANK), end)
            return made.start() if made else start
        at = end - mark.end()
        if text[at - 1 : at] == "?":
            at -= 1
        if at <= low:
            return None
        piece = _one_before(text, at, low)
        if piece is None:
            return None
        start = piece


def _one_before(text: str, at: int, low: int) -> int | None:
    """Where the name, call or literal begins that ends at `at`."""
    while text[at - 1 : at] in _OPENS:
        opened = _open(text, at - 1, low)
        if opened < 0:
            return None
        if text.startswith("::", opened - 2) and text[opened] == "<":
            opened -= 2
        at = opened
        if text[at] in "([{" and not (text[at - 1 : at].isalnum() or text[at - 1 : at] in "_)]>?!$"):
            if text[at] == "{":
                return None
            made = _NEW.search(text, max(low, at - _BLANK), at)
            return at if made is None else None
    if text[at - 1 : at] in ('"', "'", "`"):
        quote = text.rfind(text[at - 1], low, at - 1)
        return quote if quote >= 0 else None
    if text[at - 1 : at] in "?!":
        at -= 1
    begin = at
    while begin > low and (
        text[begin - 1].isalnum() or text[begin - 1] in "_$@" or text[begin - 1] >= "\x80"
    ):
        begin -= 1
    return begin if begin < at else None


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def _close(text: str, at: int) -> int:
    """Behind the bracket that closes the one at `at`, -1 where none does in reach."""
    opens = text[at]
    depth = 0
    for found in _BRACKETS[opens].finditer(text, at, min(len(text), at + 4 * _FAR)):
        c, i = found[0], found.start()
        if c == opens:
            depth += 1
        elif c != _CLOSES[opens]:
            return -1
        elif c != ">" or text[i - 1] not in "-=":
            depth -= 1
            if not depth:
                return i + 1
    return -1


def _open(text: str, at: int, low: int) -> int:
    """The bracket that the one at `at` closes, -1 where none opens in reach."""
    closes = text[at]
    opens, depth = _OPENS[closes], 0
    for i in range(at, low - 1, -1):
        c = text[i]
        if c == closes:
            depth += 1
        elif c == opens:
            depth -= 1
            if not depth:
                return i
    return -1


# What `use` brings in Rust: from the crate around, and from the workspace's own crates.


class Crates:
    """Over what bears a name."""

    def __init__(self, modules: Modules, bearers: Bearers) -> None:
        self._modules, self._bearers = modules, bearers

    def imported(self, module: str, original: str, path: str) -> Meaning:
        """`crate::`, `super::`, `self::` and the workspace's own crates; one definition of the name in the
        crate is meant.
        """
        first, _, rest = module.partition("::")
        crates = self._modules.crates()
        around = (f for f in crates.values() if path.startswith(f"{f}/" if f else ""))
        mine = max(around, key=len, default="")
        name = original if original not in ("", "self") else module.rpartition("::")[2]
        if first in ("crate", "self", "super"):
            folder = mine
        elif first in crates or (not rest and name in crates):
            folder = crates[first if first in crates else name]
        else:
            return FOREIGN if not self._has_module(first, path) else self._one_in(mine, name, path)
        words = [w for w in module.split("::") if w not in ("crate", "self", "super")]
        if original == "*":
            above = path if first in ("self", "super") else ""
            paths = tuple(
                p
                for p in self._modules.rust_files(folder)
                if (module_parts(p)[-1:] == tuple(words[-1:]) if words else p == above)
            )
            return Meaning(kind="module", paths=paths) if paths else UNKNOWN
        return self._one_in(folder, name, path, words[-1] if words else "")

    def _has_module(self, name: str, path: str) -> bool:
        here = self._bearers.snapshot.defined_in(path, name)
        return any(d.symbol.kind == "module" for d in here if d.symbol.name == name)

    def _one_in(self, folder: str, name: str, path: str, module: str = "") -> Meaning:
        under = f"{folder}/" if folder else ""
        inside = [d for d in self._bearers.named(name, path) if d.path.startswith(under)]
        real = [d for d in inside if d.symbol.kind not in ("impl", "module") and self._bearers.is_top(d)]
        if len(real) > 1 and module:
            real = [d for d in real if module in module_parts(d.path)] or real
        if len({(d.path, d.symbol.qualified) for d in real}) == 1:
            return known(real)
        if not real:
            paths = tuple(p for p in self._modules.rust_files(folder) if module_parts(p)[-1:] == (name,))
            return Meaning(kind="module", paths=paths) if len(paths) == 1 else UNKNOWN
        return UNKNOWN
