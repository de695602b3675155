"""The ignore files of a folder and of the folders above it, inner rules over outer ones; read by ourselves,
in git's repositories too.

No file that a tree holds can stall the look at it: an ignore file is opened only where it is a regular file,
its size is bounded, and matching takes no more steps than a budget has (`text/gitignore.py`). What is not
applied is a problem. A folder that is ignored is not entered, as in git.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from helix_lsp.config import SessionConfig
from helix_lsp.errors import StorageError
from helix_lsp.session.disk.disk import Refused, read_content
from helix_lsp.text.gitignore import Budget, IgnoreRules

OF_GIT = (".gitignore",)
OF_FOLDERS = (".gitignore", ".ignore")
_STEPS = 8  # for a byte of rules that is made ready


@dataclass(frozen=True, slots=True)
class Rules:
    """A chain of rule files, innermost first. `base` is how many bytes of a path lead to the folder of the
    file, its slash included.
    """

    rules: IgnoreRules
    base: int
    outer: Rules | None

    def ignores(self, path: bytes, budget: Budget, *, folder: bool) -> bool:
        """True when the innermost rule that matches says so; `path` does not have a closing slash."""
        chain: Rules | None = self
        while chain is not None:
            said = chain.rules.ignores(path[chain.base :], folder=folder, budget=budget)
            if said is not None:
                return said
            chain = chain.outer
        return False


@dataclass(slots=True)
class Reader:
    """Reads the ignore files below `root` that have one of `names`; what is wrong with them is in `problems`."""

    root: str
    names: Sequence[str]
    cfg: SessionConfig
    ignore_case: bool = False
    problems: list[str] = field(default_factory=list[str])
    budget: Budget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = Budget(self.cfg.ignore_steps)

    def extend(self, folder: str, held: Collection[str] | None, outer: Rules | None) -> Rules | None:
        """`outer` with the ignore files of `folder` (with a closing slash, `` at the root) in front; `held`
        is what it holds, None: not known.
        """
        parts = [self._read(self.root, folder + name) for name in self.names if held is None or name in held]
        return self._chained(
            b"\n".join(part for part in parts if part), len(folder.encode("utf-8", "surrogateescape")), outer
        )

    def around(self, data: bytes, outer: Rules | None) -> Rules | None:
        """`outer` with rules in front that count for the whole tree and lie elsewhere."""
        return self._chained(data, 0, outer)

    def spent(self) -> tuple[str, ...]:
        """What was wrong, with a line for rules that took too long."""
        return (
            *self.problems,
            *(
                ["the ignore rules take too long to apply; some of them were not"]
                if self.budget.spent
                else []
            ),
        )

    def _chained(self, data: bytes, base: int, outer: Rules | None) -> Rules | None:
        if not data or not self.budget.take(len(data) * _STEPS):
            return outer
        rules = IgnoreRules(data, ignore_case=self.ignore_case)
        return Rules(rules, base, outer) if len(rules) else outer

    def _read(self, root: str, path: str) -> bytes:
        content = read_content(root, path, 64 * self.cfg.ignore_max_bytes)
        if isinstance(content, Refused):
            if content.failed:
                raise StorageError(f"{path} in {root} could not be read: {content.detail}. Check the disk")
            if content.reason != "vanished":
                self.problems.append(f"{path}: {content.reason}; its rules are not applied")
            return b""
        data = content.data[: self.cfg.ignore_max_bytes]
        if len(content.data) > len(data):
            self.problems.append(f"{path}: only the first {self.cfg.ignore_max_bytes} bytes are applied")
            data = data[: data.rfind(b"\n") + 1]
        return data
