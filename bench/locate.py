"""Adapter: the benchmark protocol's `locate` questions on stdin, our answers on stdout, through `helix-lsp
query --jsonl`.

Each request line is `{"id", "repo_path", "question"}` (or `query`, and `k`); each answer `{"id", "files",
"spans", "ms"}`, ranked.
"""

from __future__ import annotations

from forward import forward

_K = 50


def _request(asked: dict) -> dict:
    return {
        "id": asked["id"],
        "root": asked["repo_path"],
        "question": asked.get("question") or asked.get("query"),
        "k": asked.get("k") or _K,
    }


def _convert(answer: dict, _asked: dict) -> dict:
    if "error" in answer:
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
    raise SystemExit(forward("query", _request, _convert))
