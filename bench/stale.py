"""Adapter: the benchmark protocol's `stale` questions (suite docdrift) on stdin, through `helix-lsp drift
--jsonl`.

Each request line is `{"id", "repo_path", "doc_path", "line", "reference"}`; each answer `{"id", "stale",
"why", "ms"}` at the default tier.
"""

from __future__ import annotations

from forward import forward


def _request(asked: dict) -> dict:
    return {
        "id": asked["id"],
        "root": asked["repo_path"],
        "doc": asked["doc_path"],
        "line": int(asked["line"]),
        "reference": asked["reference"],
    }


def _convert(answer: dict, _asked: dict) -> dict:
    if "error" in answer:
        return {"id": answer["id"], "stale": False, "why": answer["error"]["message"], "ms": 0}
    one = answer["findings"][0]
    return {
        "id": answer["id"],
        "stale": one["stale"],
        "why": f"{one['confidence']} {one['reason']}",
        "ms": answer["ms"],
    }


if __name__ == "__main__":
    raise SystemExit(forward("drift", _request, _convert))
