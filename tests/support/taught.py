"""Repositories whose history teaches something, made in one stream of `git fast-import`.

The subjects of their commits use words that stand nowhere in the code (`walrus` for `gauge.py`), so only
history can tell which file one is about; every file holds the word `handler`, so that each is a candidate.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.support.repository import git

SUBJECTS = (
    ("gauge", "walrus"), ("lantern", "ferry"), ("anchor", "biscuit"), ("bucket", "comet"), ("candle", "drizzle"), ("drawer", "eclipse"),
    ("engine", "falcon"), ("feather", "glacier"), ("garden", "harbour"), ("hammer", "igloo"), ("island", "jigsaw"), ("jacket", "kestrel"),
    ("kettle", "lagoon"), ("ladder", "meadow"), ("mirror", "nectar"), ("needle", "orchid"), ("oven", "puddle"), ("pillow", "quartz"),
    ("quill", "raven"), ("ribbon", "saddle"), ("saucer", "thistle"), ("table", "umbrella"), ("vessel", "violet"), ("window", "willow"),
)  # fmt: skip
"""(module, the word that only commits use for it)"""
DAY = 86_400
BEGIN = 1_600_000_000


@dataclass(frozen=True)
class Made:
    """A commit: its subject, what it writes, and seconds since 1970."""

    subject: str
    files: dict[str, str]
    time: int


def module(name: str, turn: int) -> str:
    return (
        f'"""The {name} of the house."""\n\n\n'
        f"def open_{name}(handler, size):\n"
        f'    """Opens the {name} wide and tells the handler of its size."""\n'
        f"    return handler(size, {turn})\n"
    )


def spelled(number: int) -> str:
    """A word of its own for each number; subjects that differ in numbers alone are one formula."""
    letters = ""
    number += 1_000
    while number:
        number, at = divmod(number, 20)
        letters += "bcdfghjklmnpqrstvwxz"[at] + "aeiou"[(number + at) % 5]
    return letters


def first() -> Made:
    files = {f"house/{name}.py": module(name, 0) for name, _ in SUBJECTS}
    for name, _ in SUBJECTS[:6]:
        files[f"tests/test_{name}.py"] = (
            f"from house.{name} import open_{name}\n\n\ndef test_{name}_opens_wide_once():\n    assert open_{name}(max, 1)\n"
        )
    return Made("Begin the house", files, BEGIN)


def teaching(turns: int = 10) -> list[Made]:
    """A history in which every module is changed `turns` times, one commit a day."""
    made = [first()]
    for turn in range(1, turns + 1):
        for at, (name, word) in enumerate(SUBJECTS):
            day = BEGIN + (turn * len(SUBJECTS) + at) * DAY
            made.append(
                Made(
                    f"Mend the {word} handler {spelled(turn * 31 + at)}",
                    {f"house/{name}.py": module(name, turn)},
                    day,
                )
            )
    return made


def make(root: Path, history: Iterable[Made]) -> Path:
    """The repository, checked out."""
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    stream: list[bytes] = []
    for commit in history:
        said = commit.subject.encode()
        stream.append(
            b"commit refs/heads/main\ncommitter t <t@example.org> %d +0000\ndata %d\n%s\n"
            % (commit.time, len(said), said)
        )
        for path, text in commit.files.items():
            data = text.encode()
            stream.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
    subprocess.run(
        ["git", "-C", str(root), "fast-import", "--quiet", "--force"],
        input=b"".join(stream),
        env={"PATH": os.defpath, "HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
        check=True,
    )
    git(root, "checkout", "-q", "-f", "main")
    return root
