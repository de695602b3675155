"""Path and first bytes -> language name, as `extract` knows them.

Order: the whole base name, then the suffix, then the `#!` line, then whether the first bytes are text at all.
Three suffixes are looked into: `.h` (C or C++), `.txt` and none (reStructuredText is often kept in them).
"""

from __future__ import annotations

from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.paths import suffix
from helix_lsp.text.regex import regex


def _table(lines: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        name, _, words = line.partition(": ")
        found[name] = f"{found[name]} {words}" if name in found else words
    return found


_PARTS = [part[1:] for part in parts_of_text(__package__ or "", "files.txt")]
_SUFFIXES, _FENCED, _NAMES, _INTERPRETERS = map(_table, _PARTS[:4])
_BINARY = frozenset(f".{suffix}" for line in _PARTS[4] for suffix in line.split())
KNOWN = tuple(_SUFFIXES)
CONFIGURATION = frozenset({"json", "yaml", "toml"})
PROSE = frozenset({"text", "markdown", "restructuredtext", "asciidoc"})
_BY_SUFFIX = {f".{name}": language for language, names in _SUFFIXES.items() for name in names.split()}

_BY_NAME = {name: language for language, names in _NAMES.items() for name in names.split()}
_LEADING = {
    "dockerfile.": "text",
    "containerfile.": "text",
    "makefile.": "text",
    "jenkinsfile.": "text",
    ".env.": "text",
}

_PROGRAMS = {name: language for language, names in _INTERPRETERS.items() for name in names.split()}
_SHEBANG = regex(rb"(?:\xef\xbb\xbf)?#![ \t]*(\S+)((?:[ \t]+[^\s]+)*)")
_VERSION = regex(r"(?<![\d.])[\d.]+$")
_CPP = regex(
    rb"(?m)^[ \t]*(?:class[ \t]+\w|namespace[ \t\w:]*\{|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:)|"
    rb"\bstd::|#include[ \t]*<\w+>"
)
_RST = regex(
    rb"(?m)^\.\. [\w:-]+::|^\.\. _[^:\n]+:|:\w+:`[^`\n]+`|^[^\n]*\S::[ \t]*\r?\n\r?\n[ \t]+\S|``[^`\n]+``"
)


def language_of(path: str, head: bytes = b"") -> str:
    """One of `extract`'s languages, `text` for other text, `` for what is not known to be text. `head` are
    the first bytes, when at hand.
    """
    base = path.rpartition("/")[2].lower()
    known = _BY_NAME.get(base)
    if known is not None:
        return (_program(head) or known) if known == "text" else known
    ending = suffix(base)
    if ending == ".h":
        return "cpp" if _CPP.search(head) else "c"
    if ending == ".txt" or (not ending and base.startswith(("readme", "changes", "news", "history"))):
        return "restructuredtext" if _is_rst(head) else "text"
    if ending in _BY_SUFFIX:
        return _BY_SUFFIX[ending]
    if ending in _BINARY:
        return ""
    for lead, language in _LEADING.items():
        if base.startswith(lead):
            return language
    program = _program(head)
    if program:
        return program
    return "text" if _is_text(head) else ""


def fence_path(word: str) -> str:
    """The name of a file that is in the language which the first word of a code block says."""
    word = word.lower().strip("{}.")
    names = _SUFFIXES.get(word.replace("++", "pp").replace("#", "_sharp"), _FENCED.get(word, word))
    return f"block.{names.split()[0] if names else 'text'}"


def _program(head: bytes) -> str:
    """Language of the program a `#!` line names, `` when there is none or it is not known."""
    found = _SHEBANG.match(head)
    if found is None:
        return ""
    words = [found.group(1).decode("utf-8", "replace"), *found.group(2).decode("utf-8", "replace").split()]
    for word in words:
        name = word.rpartition("/")[2]
        if name == "env" or name.startswith("-") or "=" in name:
            continue
        return _PROGRAMS.get(_VERSION.sub("", name), "text")
    return "text"


def _is_rst(head: bytes) -> bool:
    """True when a text shows at least two signs of reStructuredText, one of them a directive, a target, a
    role or a literal.
    """
    return len(_RST.findall(head)) >= 2


def _is_text(head: bytes) -> bool:
    """True for bytes that could be UTF-8 text; the last character may be cut off."""
    if not head or b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as broken:
        return broken.start >= len(head) - 3 and broken.reason == "unexpected end of data"
    return True
