"""What the documents, docstrings and comments of repositories say that their code contradicts, to be read one by one.

    python bench/contradicted.py TREE [TREE ...] [--rows OUT.jsonl] [--labels LABELS.jsonl] [--least 0.7]

Each TREE is one repository as files; it is indexed beside itself, and nothing in it is run. Printed are, for each, the
lines of its documents and every finding that drift shows of `CHECKS`, with both places. LABELS has lines `{tree, path,
line, text, right}` by a reader: with them the precision and the false findings for each 1,000 lines of documents are
printed (asked: at least .90 and at most .2), and the findings that nobody has read are counted.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.align.drift.history import NoHistory  # noqa: E402  (found through the line above)
from helix_lsp.align.drift.say import say  # noqa: E402
from helix_lsp.align.drift.world import is_document  # noqa: E402
from helix_lsp.ide.drift_look import drift  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

CHECKS = (
    "contradicted", "contradicted-value", "not-borne-out", "default-differs", "parameter-unknown", "returns-nothing",
)  # fmt: skip


def looked_at(tree: Path, least: float) -> tuple[int, list[dict[str, Any]]]:
    """(lines of documents, findings) of one tree."""
    rows: list[dict[str, Any]] = []
    lines = 0
    with (
        tempfile.TemporaryDirectory(prefix="helix-contradicted-") as folder,
        open_in(Path(folder), tree) as ws,
    ):
        ws.refresh()
        view = ws.view()
        for path in view.snapshot.paths():
            entry = view.snapshot.file(path)
            lines += (view.texts(path) or b"").count(b"\n") if entry is not None and is_document(entry) else 0
        for found in drift(view, NoHistory(), min_confidence=least).findings:
            check = found.judged.reasons[0]
            if check.id not in CHECKS:
                continue
            path, start = found.reference.path, int(check.fact("start") or 0)
            code = view.texts(found.judged.last_path) or b""
            number = code.count(b"\n", 0, start) + 1
            rows.append(
                {
                    "tree": tree.name,
                    "path": path,
                    "line": found.line,
                    "text": found.reference.text,
                    "check": check.id,
                    "says": (view.texts(path) or b"")
                    .splitlines()[found.line - 1]
                    .decode("utf-8", "replace")
                    .strip()[:300],
                    "told": say(check),
                    "confidence": round(found.judged.confidence, 2),
                    "code": f"{found.judged.last_path}:{number}" if start else "",
                    "has": code[start : start + 200].decode("utf-8", "replace").partition("\n")[0]
                    if start
                    else "",
                }
            )
    return lines, rows


def key(row: dict[str, Any]) -> tuple[str, str, int, str]:
    return row["tree"], row["path"], row["line"], row["text"]


def measured(rows: list[dict[str, Any]], lines: int, labels: Path) -> None:
    """Prints the precision over what a reader labelled, for each check and for all."""
    told = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
    right = {key(one): bool(one["right"]) for one in told}
    read = Counter((row["check"], right[key(row)]) for row in rows if key(row) in right)
    for check in CHECKS:
        if read[check, True] + read[check, False]:
            print(f"{check}: {read[check, True]} right, {read[check, False]} wrong")
    wrong = sum(n for (_, good), n in read.items() if not good)
    share = f"{1 - wrong / read.total():.2f}" if read else "none"
    print(
        f"read {read.total()}: precision {share}, {1000 * wrong / max(1, lines):.3f} false for each 1,000 lines"
    )
    print(f"not read by anybody: {len(rows) - read.total()}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--labels", type=Path)
    parser.add_argument("--least", type=float, default=0.7)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    lines = 0
    for tree in options.trees:
        mine, found = looked_at(tree, options.least)
        lines += mine
        rows += found
        print(f"{tree.name}: {mine} lines of documents, {len(found)} findings", flush=True)
        for one in found:
            print(
                f"  {one['path']}:{one['line']}  {one['says']}\n    [{one['check']} {one['confidence']}] {one['told']}  ({one['code']}: {one['has']})"
            )
        if options.rows:
            options.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(options.trees)} trees, {lines} lines of documents, {len(rows)} findings")
    if options.labels:
        measured(rows, lines, options.labels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
