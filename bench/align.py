"""Adapter: the benchmark protocol's `align` and `align-symbols` questions on stdin, our answers on stdout, through `helix-lsp align --jsonl`.

A sentence of a document is asked by document and line, a requirement or section by its text alone; candidates are the universe given. What
is answered is the committed set: `links` equals `files` (or `symbols`, written as the universe writes them).
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache
from pathlib import Path


def main() -> int:
    """Forward requests one by one; the index of each root stays open in the child."""
    child = subprocess.Popen(
        [sys.executable, "-m", "helix_lsp", "align", "--jsonl"],
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
        request = {"id": asked["id"], "root": asked["repo_path"], "text": asked["question"], "candidates": asked["universe_path"]}
        if asked.get("sentence_no"):
            request |= {"doc": asked["doc_file"], "line": asked["sentence_no"]}
        child.stdin.write(json.dumps(request) + "\n")
        answered = child.stdout.readline()
        if not answered:
            return child.wait() or 1
        print(json.dumps(_convert(json.loads(answered), asked)), flush=True)
    child.stdin.close()
    return child.wait()


def _convert(answer: dict, asked: dict) -> dict:
    if "error" in answer:
        print(f"{answer['id']}: {answer['error']}", file=sys.stderr)
        return {"id": answer["id"], "files": [], "symbols": [], "links": [], "ms": 0}
    if asked["kind"] == "align-symbols":
        written = _written(asked["universe_path"])
        names = [written[s["name"], s["path"]] for s in answer["symbols"]]
        return {"id": answer["id"], "symbols": names, "links": names, "ms": answer["ms"]}
    files = [f["path"] for f in answer["files"]]
    return {"id": answer["id"], "files": files, "links": files, "ms": answer["ms"]}


@lru_cache(8)
def _written(universe: str) -> dict[tuple[str, str], str]:
    rows = map(json.loads, filter(str.strip, Path(universe).read_text(encoding="utf-8").splitlines()))
    return {(row["symbol"].removesuffix("()"), row["file"]): row["symbol"] for row in rows}


if __name__ == "__main__":
    raise SystemExit(main())
