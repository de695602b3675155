"""The folder that every clone of this machine shares, and the record of trees that passed `make test`: one line a
tree, its id and the time, in `.cache/green` of the checkout and in `green` of the shared folder.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def shared() -> Path:
    """`helix-lsp-dev` in the user's cache folder, made when it is not there; `.cache` of the checkout where that
    folder cannot be written. Whatever lies in it can be fetched again.
    """
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "helix-lsp-dev"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder if os.access(folder, os.W_OK) else ROOT / ".cache"


@contextlib.contextmanager
def alone(name: str) -> Generator[None]:
    """One process of this machine at a time fills the part of the shared folder with this name."""
    import fcntl

    shared().mkdir(parents=True, exist_ok=True)
    with (shared() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def places() -> tuple[Path, ...]:
    """The files of the record."""
    return tuple(dict.fromkeys((ROOT / ".cache" / "green", shared() / "green")))


def clean_tree() -> str | None:
    """The id of HEAD's tree; None where the work tree differs from it, or there is no repository."""
    changed = _git("status", "--porcelain")
    return _git("rev-parse", "HEAD^{tree}") if changed == "" else None


def recorded(tree: str) -> bool:
    """Whether a run of this tree passed before."""
    return any(
        line.split()[:1] == [tree]
        for place in places()
        if place.is_file()
        for line in place.read_text(encoding="utf-8", errors="replace").splitlines()
    )


def record(tree: str) -> None:
    """Appends the tree; a folder that cannot be written is passed over."""
    for place in places():
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("a", encoding="utf-8") as out:
                out.write(f"{tree} {datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}\n")
        except OSError:
            continue


def _git(*arguments: str) -> str | None:
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None
