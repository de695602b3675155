"""Adapter: the benchmark protocol's `align` and `align-symbols` questions on stdin, our answers on stdout,
through `helix-lsp align --jsonl`.

A sentence of a document is asked by document and line, a requirement or section by its text alone; candidates
are the universe given. What is answered is the committed set: `links` equals `files` (or `symbols`, written
as the universe writes them).
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from forward import forward


def _request(asked: dict) -> dict:
    request = {
        "id": asked["id"],
        "root": asked["repo_path"],
        "text": asked["question"],
        "candidates": asked["universe_path"],
    }
    return request | (
        {"doc": asked["doc_file"], "line": asked["sentence_no"]} if asked.get("sentence_no") else {}
    )


def _convert(answer: dict, asked: dict) -> dict:
    if "error" in answer:
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
    raise SystemExit(forward("align", _request, _convert))
