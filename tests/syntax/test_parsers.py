"""Two threads that read the same language at once: one parser between them ended the process (a fault of ours
under load, found in gate G7).
"""

from __future__ import annotations

import subprocess
import sys

import pytest

_TOGETHER = """
import random, sys, threading
from helix_lsp.syntax.extract import extract
path, piece = sys.argv[1], sys.argv[2].encode().decode("unicode_escape").encode()
sys.setswitchinterval(1e-5)
texts = []
for seed in range(40):
    dice = random.Random(seed)
    text = b"".join(piece % n for n in range(60))
    at = dice.randrange(len(text))
    texts.append(text[:at] + bytes([dice.randrange(33, 127)]) * 3 + text[at:])
alone = [extract(path, text) for text in texts]
wrong = []
def read(first):
    for number in range(first, first + 2 * len(texts)):
        number %= len(texts)
        if extract(path, texts[number]) != alone[number]:
            wrong.append(number)
threads = [threading.Thread(target=read, args=(10 * n,)) for n in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.exit(3 if wrong else 0)
"""


@pytest.mark.parametrize(("path", "piece"), [
    ("a.py", r"class Part%d:\n    def run(self, x):\n        return part(x)\n\n"),
    ("a.ts", r"class Part%d {\n  run(x: string) { return part(x) }\n}\n"),
    ("a.md", r"# Part %d\n\nCall `part` and [see](b.md).\n\n"),
    ("a.yaml", r"part%d:\n  - run: 1\n"),
])  # fmt: skip
def test_threads_that_read_the_same_language_see_what_one_alone_sees(path: str, piece: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _TOGETHER, path, piece],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr[-400:]}"
