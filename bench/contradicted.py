"""What the documents of repositories say that their code contradicts, to be read one by one.

    python bench/contradicted.py TREE [TREE ...] [--rows OUT.jsonl] [--labels LABELS.jsonl]

Each TREE is one repository as files; it is indexed beside itself, and nothing in it is run. Printed are, for each, the
lines of its documents, the claims that were read and their verdicts, and every finding with both places. LABELS has
lines `{tree, path, line, text, right}` by a reader: with them the precision and the false findings for each 1,000 lines
of documents are printed (asked: at least .90 and at most .2), and the findings that nobody has read are counted.
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
from helix_lsp.align.drift.one_file import is_judged  # noqa: E402
from helix_lsp.align.drift.say import say  # noqa: E402
from helix_lsp.align.drift.world import build_world, is_document  # noqa: E402
from helix_lsp.ide.contradictions import contradictions  # noqa: E402
from helix_lsp.verify.claim.document import check_document  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402


def looked_at(tree: Path) -> tuple[int, Counter[str], list[dict[str, Any]]]:
    """(lines of documents, claims by verdict, findings) of one tree."""
    claims: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    lines = 0
    with (
        tempfile.TemporaryDirectory(prefix="helix-contradicted-") as folder,
        open_in(Path(folder), tree) as ws,
    ):
        ws.refresh()
        view = ws.view()
        world = build_world(view.snapshot, view.texts, view.config.drift)
        for path in view.snapshot.paths():
            entry, data = view.snapshot.file(path), view.texts(path)
            if entry is None or data is None or not is_document(entry) or not is_judged(path, world):
                continue
            lines += data.count(b"\n")
            ruled = check_document(path, data, view.snapshot, view.texts, lambda: None)
            claims.update(f.ruling.verdict for f in ruled)
            if all(f.ruling.verdict != "contradicted" for f in ruled):
                continue
            for found in contradictions(path, world, NoHistory(), lambda: None).findings:
                check = found.judged.reasons[0]
                start = int(check.fact("start") or 0)
                code = view.texts(found.judged.last_path) or b""
                number = code.count(b"\n", 0, start) + 1
                rows.append(
                    {
                        "tree": tree.name,
                        "path": path,
                        "line": found.line,
                        "text": found.reference.text,
                        "says": data.splitlines()[found.line - 1].decode("utf-8", "replace").strip()[:300],
                        "told": say(check),
                        "confidence": round(found.judged.confidence, 2),
                        "code": f"{found.judged.last_path}:{number}",
                        "has": code[start : start + 200].decode("utf-8", "replace").partition("\n")[0],
                    }
                )
    return lines, claims, rows


def key(row: dict[str, Any]) -> tuple[str, str, int, str]:
    return row["tree"], row["path"], row["line"], row["text"]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--labels", type=Path)
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    lines = 0
    for tree in options.trees:
        mine, claims, found = looked_at(tree)
        lines += mine
        rows += found
        print(f"{tree.name}: {mine} lines of documents, claims {dict(sorted(claims.items()))}", flush=True)
        for one in found:
            print(
                f"  {one['path']}:{one['line']}  {one['says']}\n    {one['told']}  ({one['code']}: {one['has']})"
            )
    if options.rows:
        options.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(options.trees)} trees, {lines} lines of documents, {len(rows)} findings")
    if options.labels:
        told = [json.loads(line) for line in options.labels.read_text(encoding="utf-8").splitlines()]
        labels = {key(one): bool(one["right"]) for one in told}
        read = [labels[key(row)] for row in rows if key(row) in labels]
        wrong = read.count(False)
        share = f"{read.count(True) / len(read):.2f}" if read else "none"
        print(
            f"read {len(read)}: precision {share}, false {wrong} ({1000 * wrong / max(1, lines):.2f} for each 1,000 lines)"
        )
        print(f"not read by anybody: {len(rows) - len(read)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
