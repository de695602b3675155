"""What a shared index saves: a tree of many files, indexed cold, and begun from a store in a second checkout.

    python bench/shards.py [--files 100000] [--store URL]

The tree is made here: small files in four languages that import each other, committed to a git repository in a
temporary folder. Measured in one run, each in a process of its own: a cold index with its first answer; the push; the
pull with the first answer in a clone where ten files changed since; the files that were parsed there; the largest
resident set. Both indexes must give the same answers, byte for byte.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HELIX = (sys.executable, "-P", "-m", "helix_lsp")
QUESTIONS = ("harbour crane seven", "who opens the gate of module 12", "lock_41 timeout")
WORDS = tuple(
    "harbour crane gate ferry pier lock tide buoy anchor cargo mast rope sail deck hull signal lamp chart".split()
)
KINDS = (
    ("py", 'from lib_{other} import {b}_{other}\n\n\ndef {a}_{n}(timeout={n}):\n    """The {a} of the {b}."""\n    return {b}_{other}(timeout)\n'),
    ("go", "package lib\n\n// {A}{n} opens the {a} for the {b}.\nfunc {A}{n}(timeout int) int {{\n\treturn {A}{other}(timeout + {n})\n}}\n"),
    ("ts", ("import {{ {b}{other} }} from './lib_{other}'\n\n/** The {a} of a {b}. */\n"
     "export function {a}{n}(timeout = {n}) {{\n  return {b}{other}(timeout)\n}}\n")),
    ("md", "# The {a} {n}\n\nThe `{a}_{n}` waits for the {b}; see `{b}_{other}`.\n"),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--store", default="")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        make(work / "main", given.files)
        store = given.store or str(work / "store")
        cold = timed("cold index", work / "main", work / "cold", ["index"], ["query", QUESTIONS[0]])
        timed("push", work / "main", work / "pusher", ["bundle", "push", store])
        git(work, "clone", "-q", "main", "clone")
        change(work / "clone")
        warm = timed("pull, refresh, first answer", work / "clone", work / "warm", ["index", "--from", store], ["query", QUESTIONS[0]])  # fmt: skip
        print(f"a shared index: 1/{cold / warm:.1f} of a cold one")
        same = answers(work / "clone", work / "warm") == answers(work / "clone", work / "again", index=True)
        print(f"answers of the two indexes are {'equal' if same else 'DIFFERENT'}")
        print(f"largest resident set: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
    return 0 if same else 1


def make(root: Path, files: int) -> None:
    rnd = random.Random(7)
    for n in range(files):
        ending, text = KINDS[n % len(KINDS)]
        a, b = rnd.choice(WORDS), rnd.choice(WORDS)
        place = root / f"part_{n % 997}" / f"lib_{n}.{ending}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text.format(a=a, b=b, A=a.title(), n=n, other=rnd.randrange(files)))
    git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "all")


def change(root: Path) -> None:
    for n in range(10):
        (root / f"fresh_{n}.py").write_text(f"def fresh_{n}():\n    return {n}\n")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "ten more")


def timed(what: str, root: Path, cache: Path, *commands: list[str]) -> float:
    start = time.perf_counter()
    for words in commands:
        done = subprocess.run(
            [*HELIX, *words], cwd=root, env=environment(cache), capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"{what}: {done.stderr}")
        told = (done.stderr + done.stdout).strip().splitlines()
        if words[0] != "query":
            print(*(f"    {line}" for line in told[:3]), sep="\n")
    seconds = time.perf_counter() - start
    print(f"{what}: {seconds:.1f} s", flush=True)
    return seconds


def answers(root: Path, cache: Path, *, index: bool = False) -> list[object]:
    if index:
        shutil.rmtree(cache, ignore_errors=True)
    out: list[object] = []
    for question in QUESTIONS:
        done = subprocess.run(
            [*HELIX, "query", question, "--json"],
            cwd=root,
            env=environment(cache),
            capture_output=True,
            check=False,
        )
        told = json.loads(done.stdout)
        del told["index"]  # the number of the generation
        out.append(told)
    return out


def environment(cache: Path) -> dict[str, str]:
    here = str(Path(__file__).resolve().parent.parent)
    return os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": here, "PYTHONSAFEPATH": "1"}


def git(root: Path, *words: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "gc.auto=0"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    raise SystemExit(main())
