"""Ignore files outside git: `.gitignore` and `.ignore` of a folder and of the folders above it, inner rules over outer ones.

Used only where git does not answer. A hostile ignore file cannot stall the walk: its size and the stars of a rule are bounded,
because matching backtracks; what is not applied is a problem. A folder that is ignored is not entered, as in git.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helix_lsp.config import SessionConfig
from helix_lsp.session.disk import Refused, read_content

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

NAMES = (".gitignore", ".ignore")
_SINGLE_STAR = re.compile(r"(?<!\*)\*(?!\*)")


@dataclass(frozen=True, slots=True)
class Rules:
    """A chain of rule files, innermost first. `base` is the folder with a closing slash, `` at the root."""

    spec: GitIgnoreSpec
    base: str
    outer: Rules | None

    def ignores(self, path: str) -> bool:
        """True when the innermost rule that matches says so; a folder's path ends in a slash."""
        rules: Rules | None = self
        while rules is not None:
            include = rules.spec.check_file(path[len(rules.base) :]).include
            if include is not None:
                return include
            rules = rules.outer
        return False


def extend_rules(
    root: str, folder: str, names: frozenset[str], outer: Rules | None, cfg: SessionConfig, problems: list[str],
) -> Rules | None:
    """`outer` with the ignore files of `folder` (with a closing slash, `` at the root) in front; `names` is what it holds."""
    patterns: list[str] = []
    for name in NAMES:
        if name in names:
            patterns += _patterns(root, folder + name, cfg, problems)
    if not patterns:
        return outer
    spec = _compiled(patterns)
    if spec is None:
        readable = [pattern for pattern in patterns if _compiled([pattern])]
        problems.append(f"{folder}{NAMES[0]}: {len(patterns) - len(readable)} rules cannot be read; they are not applied")
        spec = _compiled(readable)
    return Rules(spec, folder, outer) if spec is not None else outer


def _compiled(patterns: list[str]) -> GitIgnoreSpec | None:
    """The rules, None when one of them makes no expression (`[z-a]` gets past the library's own check)."""
    from pathspec import GitIgnoreSpec  # needed only where git does not answer and there are ignore files

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            return GitIgnoreSpec.from_lines(patterns)
        except (ValueError, re.error):
            return None


def _patterns(root: str, path: str, cfg: SessionConfig, problems: list[str]) -> list[str]:
    content = read_content(root, path, 64 * cfg.ignore_max_bytes)
    if isinstance(content, Refused):
        problems.append(f"{path}: {content.reason}; its rules are not applied")
        return []
    data = content.data[: cfg.ignore_max_bytes]
    if len(content.data) > len(data):
        problems.append(f"{path}: only the first {cfg.ignore_max_bytes} bytes are applied")
        data = data[: data.rfind(b"\n") + 1]
    kept: list[str] = []
    for number, line in enumerate(data.decode("utf-8", "surrogateescape").splitlines(), start=1):
        if _costly(line, cfg.ignore_component_stars):
            problems.append(f"{path}:{number}: too many stars in one rule; it is not applied")
        elif line.strip() and not line.startswith("#"):
            kept.append(line)
    return kept


def _costly(line: str, stars: int) -> bool:
    return line.count("**") > stars or any(len(_SINGLE_STAR.findall(part)) > stars for part in line.split("/"))
