"""A bundle of a large repository, made twice, walked by a client that knows the published schemas alone, and damaged.

    python bench/bundles.py CLONE [--queries N]

Printed: whether the two bundles have the same bytes, how many references the client resolved byte for byte and how
many were wrong, how many artifacts with one flipped byte `bundle verify` named, how many queries were explained in
a `query-result.v1` that is valid, with every hit resolved from the bundle, and whether the id of each piece below 45
inserted lines is the one that it had.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from tests.cli.bundle_client import lines, validator, walk  # noqa: E402  (found through the line above)

_EPOCH = {"SOURCE_DATE_EPOCH": "1700000000"}


def helix(cache: Path, *words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = os.environ | _EPOCH | {"HELIX_ASK_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "helix_lsp", *words], env=env, input=given, capture_output=True, check=False
    )


def made(cache: Path, root: Path, out: Path) -> dict[str, Any]:
    done = helix(cache, "bundle", "create", "--out", str(out), "--json", "--root", str(root))
    if done.returncode:
        sys.exit(done.stderr.decode())
    return json.loads(done.stdout)


def same(one: Path, other: Path) -> bool:
    names = sorted(p.name for p in one.iterdir())
    return names == sorted(p.name for p in other.iterdir()) and all(
        (one / n).read_bytes() == (other / n).read_bytes() for n in names
    )


def flipped(cache: Path, out: Path, manifest: dict[str, Any]) -> int:
    """How many artifacts with one other byte are named, and nothing else is."""
    named = 0
    for artifact in manifest["artifacts"]:
        file = out / artifact["path"]
        data = file.read_bytes()
        changed = bytearray(data)
        changed[len(data) // 2] ^= 1
        file.write_bytes(bytes(changed))
        said = json.loads(helix(cache, "bundle", "verify", str(out), "--json").stdout)
        named += [(d["kind"], d["path"]) for d in said["differences"]] == [("changed", artifact["path"])]
        file.write_bytes(data)
    return named


def explained(cache: Path, root: Path, out: Path, queries: list[str]) -> tuple[int, int, int]:
    """(valid explanations, hits, hits that resolve from the bundle)."""
    valid, refs = 0, list[dict[str, Any]]()
    for query in queries:
        done = helix(cache, "query", query, "--explain", "--json", "--root", str(root))
        said = json.loads(done.stdout)
        right = validator("query-result.v1").is_valid(said)  # pyright: ignore[reportUnknownMemberType]
        hits = said["results"]
        valid += right and bool(hits) and all(hit.get("why") for hit in hits)
        refs += [hit["range_ref"] for hit in hits]
    sent = b"".join(json.dumps(ref).encode() + b"\n" for ref in refs)
    manifest = str(out / "bundle.manifest.json")
    got = helix(cache, "range", "get", "--manifest", manifest, "--jsonl", given=sent).stdout.splitlines()
    return valid, len(refs), sum("error" not in json.loads(line) for line in got)


def ids(out: Path, path: str) -> list[str]:
    """Of the pieces of a file, without the first."""
    rows = (row for row in lines((out / "chunks.jsonl").read_bytes()) if row["range_ref"]["path"] == path)
    return [row["chunk_id"] for row in rows][1:]


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("clone", type=Path)
    options.add_argument("--queries", type=int, default=100)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="helix-bundles-") as scratch:
        here = Path(scratch)
        for name in ("one", "two"):
            subprocess.run(["git", "clone", "-q", str(given.clone), str(here / name)], check=True)
        manifest = made(here / "c1", here / "one", here / "out1")
        made(here / "c2", here / "two", here / "out2")
        files = len((here / "out1" / "files.jsonl").read_bytes().splitlines())
        print(
            f"{files} files; two bundles have the same bytes: {same(here / 'out1', here / 'out2')}",
            flush=True,
        )
        seen = walk(here / "out1" / "bundle.manifest.json")
        print(
            f"references resolved: {seen.resolved}, elsewhere {seen.elsewhere}, wrong {len(seen.wrong)}",
            flush=True,
        )
        print(*seen.wrong[:5], sep="\n")
        named = flipped(here / "c1", here / "out1", manifest)
        print(f"flipped artifacts named: {named} of {len(manifest['artifacts'])}", flush=True)
        names = [row["qualified"] for row in lines((here / "out1" / "symbols.jsonl").read_bytes())]
        step = max(1, len(names) // given.queries)
        print(
            "explained, hits, resolved:",
            explained(here / "c1", here / "one", here / "out1", names[::step][: given.queries]),
            flush=True,
        )
        rows = [row["range_ref"]["path"] for row in lines((here / "out1" / "chunks.jsonl").read_bytes())]
        path = max({p for p in rows if p.endswith(".py")}, key=rows.count)
        before, file = ids(here / "out1", path), here / "one" / path
        file.write_text("# a line\n" * 45 + file.read_text("utf-8"), "utf-8")
        made(here / "c1", here / "one", here / "out1")
        after = ids(here / "out1", path)
        print(f"{path}: {sum(i in after for i in before)} of {len(before)} ids below 45 inserted lines stay")


if __name__ == "__main__":
    main()
