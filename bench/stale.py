"""Adapter: the benchmark protocol's `stale` questions (suite docdrift) on stdin, through `helix-lsp drift --jsonl`.

Each request line is `{"id", "repo_path", "doc_path", "line", "reference"}`; each answer `{"id", "stale", "why", "ms"}` at the default tier.
"""

from __future__ import annotations

import json
import subprocess
import sys


def main() -> int:
    """Forward requests one by one; the index of each root stays open in the child."""
    child = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "drift", "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdin is not None
    assert child.stdout is not None
    for line in sys.stdin:
        if not line.strip():
            continue
        asked = json.loads(line)
        request = {
            "id": asked["id"],
            "root": asked["repo_path"],
            "doc": asked["doc_path"],
            "line": int(asked["line"]),
            "reference": asked["reference"],
        }
        child.stdin.write(json.dumps(request) + "\n")
        answered = child.stdout.readline()
        if not answered:
            return child.wait() or 1
        print(json.dumps(_convert(json.loads(answered))), flush=True)
    child.stdin.close()
    return child.wait()


def _convert(answer: dict) -> dict:
    if "error" in answer:
        print(f"{answer['id']}: {answer['error']}", file=sys.stderr)
        return {"id": answer["id"], "stale": False, "why": answer["error"]["message"], "ms": 0}
    one = answer["findings"][0]
    return {"id": answer["id"], "stale": one["stale"], "why": f"{one['confidence']} {one['reason']}", "ms": answer["ms"]}


if __name__ == "__main__":
    raise SystemExit(main())
