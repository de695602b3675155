"""Adapter: the benchmark protocol's `locate` questions on stdin, our answers on stdout, through `helix-lsp query --jsonl`.

Each request line is `{"id", "repo_path", "question"}` (or `query`, and `k`); each answer `{"id", "files", "spans", "ms"}`, ranked. The
product is driven as any script would drive it, so what is measured is what users get.
"""

from __future__ import annotations

import json
import subprocess
import sys

_K = 50


def main() -> int:
    """Forward requests one by one; the index of each root stays open in the child."""
    child = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "query", "--jsonl"],
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
        request = {
            "id": asked["id"],
            "root": asked["repo_path"],
            "question": asked.get("question") or asked.get("query"),
            "k": asked.get("k") or _K,
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
        return {"id": answer["id"], "files": [], "spans": [], "results": [], "ms": 0}
    hits = answer["result"]["results"]
    spans = [_span(h["range_ref"]) for h in hits]
    return {
        "id": answer["id"],
        "files": list(dict.fromkeys(h["path"] for h in hits)),
        "spans": spans,
        "results": spans,
        "ms": answer["ms"],
    }


def _span(ref: dict) -> dict:
    return {"file": ref["path"], "start_line": ref["start_line"], "end_line": ref["end_line"]}


if __name__ == "__main__":
    raise SystemExit(main())
