"""Repository-relative POSIX paths as text: parts, suffixes, globs. Nothing here touches a file system."""

from __future__ import annotations

import re
import sys
from functools import lru_cache

from helix_lsp.text.regex import regex

_DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{i}" for i in range(1, 10)), *(f"lpt{i}" for i in range(1, 10))}
)
_WINDOWS = sys.platform == "win32"
_MOST_STARS = 8
_PLAIN = regex(r"[\w.-]*\w", re.ASCII)


def split_path(path: str) -> tuple[str, str]:
    """(folder, base name); the folder is `` at the top."""
    folder, _, base = path.rpartition("/")
    return folder, base


def suffix(path: str) -> str:
    """Last suffix with its dot, lower-case; `` where there is none. A leading dot is not a suffix
    (`.gitignore`).
    """
    base = path.rpartition("/")[2]
    at = base.rfind(".")
    return base[at:].lower() if at > 0 else ""


def stem_of(path: str) -> str:
    """Base name up to its first dot (`jquery.min.js` -> `jquery`); a leading dot belongs to the stem."""
    base = path.rpartition("/")[2]
    return base.split(".")[0] if not base.startswith(".") else base


def refuse(path: str) -> str | None:
    """Why this is not a safe repository-relative path, in words; None when it is.

    Refuses absolute and parent-escaping paths, drive letters, UNC, backslashes, NUL, alternate streams, empty
    or dot components, and trailing dots and spaces on every system; names of devices (`aux.py`) only on
    Windows, where opening one opens the device.
    """
    if not _WINDOWS and _PLAIN.fullmatch(path) is not None:
        return None  # nearly every name of a file, and a look at the disk asks it of each
    if not path:
        return "the path is empty"
    if "\0" in path:
        return "the path holds a NUL"
    if path.startswith("/") or "\\" in path or ":" in path:
        return "the path is absolute, holds a backslash or a colon"
    for part in path.split("/"):
        if part in ("", ".", ".."):
            return "the path holds an empty, `.` or `..` component"
        if part[-1] in ". " or (_WINDOWS and part.split(".")[0].lower() in _DEVICES):
            return f"the component {part!r} is reserved on Windows"
    return None


@lru_cache(1_000)
def _glob(pattern: str) -> re.Pattern[str] | None:
    if pattern.count("**") > _MOST_STARS or len(pattern) > 1_000:
        return None
    out = ""
    at = 0
    while at < len(pattern):
        char = pattern[at]
        if pattern.startswith("**/", at):
            out, at = out + "(?:[^/]+/)*", at + 3
        elif pattern.startswith("**", at):
            out, at = out + ".*", at + 2
        elif char == "*":
            out, at = out + "[^/]*", at + 1
        elif char == "?":
            out, at = out + "[^/]", at + 1
        elif char == "{" and "}" in pattern[at:]:
            end = pattern.index("}", at)
            out, at = (
                out + "(?:" + "|".join(re.escape(p) for p in pattern[at + 1 : end].split(",")) + ")",
                end + 1,
            )
        else:
            out, at = out + re.escape(char), at + 1
    return re.compile(out + r"\Z")


def matches_glob(path: str, pattern: str) -> bool:
    """True when the glob names the path or one of its folders. `**` crosses folders, `*` does not, `{a,b}`
    chooses;

    a pattern without a slash matches at any depth. A pattern with more than 8 `**` or 1,000 characters
    matches nothing.
    """
    pattern = pattern.removeprefix("./").rstrip("/")
    if "/" not in pattern:
        pattern = "**/" + pattern
    compiled = _glob(pattern.removeprefix("/"))
    if compiled is None:
        return False
    if compiled.match(path):
        return True
    folder = path.rpartition("/")[0]
    while folder:
        if compiled.match(folder):
            return True
        folder = folder.rpartition("/")[0]
    return False
