"""Benchmark questions on stdin, each forwarded to a `--jsonl` verb of the product, each answer converted to
what the benchmark reads.

The product is driven as any script would drive it, so what is measured is what users get; the index of each
root stays open in the child.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable


def forward(verb: str, request: Callable[[dict], dict], answer: Callable[[dict, dict], dict]) -> int:
    """`request` makes a line for the verb of a question, `answer` the benchmark's answer of (reply,
    question); the child's exit code.

    A reply that is an error is told on stderr and handed on as it is.
    """
    child = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", verb, "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for line in sys.stdin:
        if not line.strip():
            continue
        asked = json.loads(line)
        child.stdin.write(json.dumps(request(asked)) + "\n")
        answered = child.stdout.readline()
        if not answered:
            return child.wait() or 1
        reply = json.loads(answered)
        if "error" in reply:
            print(f"{reply['id']}: {reply['error']}", file=sys.stderr)
        print(json.dumps(answer(reply, asked)), flush=True)
    child.stdin.close()
    return child.wait()
