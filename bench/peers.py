"""Other tools in the same run: language servers on the probes of the protocol, link checkers on broken links.

    python bench/peers.py protocol
    python bench/peers.py links TREE [TREE ...]

protocol: each probe of `tests/lsp/test_probes.py` that the specifications of JSON-RPC and of the protocol decide (life
cycle, envelope, params; no probe of our own requests, of damaged frames, or of a choice that is ours) is sent to a new
process of each server. Passed: exactly the answers that are expected, within twenty seconds, and the next request is
answered. `pylsp`, `basedpyright-langserver` and `ruff` are taken from beside this Python or from the PATH.

links: in a copy of the Markdown files of each tree, up to 40 relative links are broken, one a document at most twice:
the last part of a path or a fragment gets letters that nothing there has. Caught: the tool reports that line, and did
not before. Reports before are counted too; nobody says here which of them are right. `markdownlint-cli2` (its rule
MD051 knows fragments of the same document) and `lychee` (offline, with fragments) are taken from the PATH.

A tool that is not found is left out, and that is said. The goals (all probes, nine links of ten) are our own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.lsp.test_probes import DOC, OK, PROBES, Probe  # noqa: E402
from tests.support.raw_client import RawClient  # noqa: E402

_SECONDS = 20.0
_TOGETHER = 4
_OURS = re.compile(r"ask|custom request|pygls|jsonrpc$|token|user's fault|world's fault|failure inside")
_CHOICES = {"a batch", "an id that still runs", "a second initialize", "an unknown command"}
_STANDS_IN = {"helix/status", "helix/test/echo"}
SERVERS = {
    "ours": ["helix-lsp", "serve"],
    "pylsp": ["pylsp"],
    "basedpyright": ["basedpyright-langserver", "--stdio"],
    "ruff": ["ruff", "server"],
}
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\((?!\w+:|/|<)([^)\s#]*)(#[^)\s]+)?\)")


def program(name: str) -> str | None:
    """The path of a program beside this Python or on the PATH."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def decided() -> list[Probe]:
    """The probes that a specification decides, with a hover in the place of our own requests."""
    out: list[Probe] = []
    for probe in PROBES:
        if _OURS.search(probe.name) or probe.name in _CHOICES:
            continue
        if not all(isinstance(item, dict) for item in probe.send):
            continue
        sent = [_standard(item) for item in probe.send]
        out.append(Probe(probe.name, sent, probe.expect, probe.state))
    return out


def _standard(message: dict[str, Any]) -> dict[str, Any]:
    if message.get("method") not in _STANDS_IN:
        return message
    return {**message, "method": "textDocument/hover", "params": DOC}


class Started(RawClient):
    """A server that was started as an editor starts it."""

    def __init__(self, words: Sequence[str], folder: Path) -> None:
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            cwd=folder,
        )
        sink, source = self.process.stdin, self.process.stdout
        assert sink is not None
        assert source is not None
        super().__init__(source.read, sink.write)


def passes(probe: Probe, words: Sequence[str], folder: Path) -> bool:
    """Whether a new process answers a probe exactly as it must, and the request after it."""
    client = Started(words, folder)
    root = folder.as_uri()
    try:
        if probe.state != "new":
            client.initialize(folders=[root])
        if probe.state == "down":
            client.request("shutdown", timeout=_SECONDS)
        before = len(client.messages)
        for item in probe.send:
            client.send(item)
        for number, _ in probe.expect:
            client.wait_for(
                lambda m, n=number: m in client.messages[before:] and "method" not in m and m.get("id") == n,
                _SECONDS,
            )
        client.send({"jsonrpc": "2.0", "id": "last", "method": "textDocument/hover", "params": DOC})
        client.wait_for(lambda m: m.get("id") == "last" and "method" not in m, _SECONDS)
        answers = [m for m in client.messages[before:] if "method" not in m and m.get("id") != "last"]
        got = [(m.get("id"), m["error"]["code"] if "error" in m else OK) for m in answers]
        return sorted(got, key=repr) == sorted(probe.expect, key=repr)
    except AssertionError:
        return False
    finally:
        client.process.kill()
        client.process.wait()


def protocol() -> None:
    """One line a server: how many probes it passed, and the names of those that it did not."""
    probes = decided()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "a.md").write_text("# A\n", encoding="utf-8")
        for server, (first, *rest) in SERVERS.items():
            found = program(first)
            if found is None:
                print(f"protocol {server}: not found")
                continue
            with ThreadPoolExecutor(_TOGETHER) as pool:  # a server that does not answer is mostly waited for
                passed = list(
                    pool.map(lambda probe, words=(found, *rest): passes(probe, words, folder), probes)
                )
            failed = [probe.name for probe, good in zip(probes, passed, strict=True) if not good]
            print(f"protocol {server}: {len(probes) - len(failed)} of {len(probes)} probes", flush=True)
            print("".join(f"      {one}\n" for one in failed), end="", flush=True)


def broken(root: Path, most: int = 40) -> list[tuple[str, int]]:
    """Breaks up to `most` links in the Markdown files below `root`; (path, line from 1) of each."""
    out: list[tuple[str, int]] = []
    for path in sorted(root.rglob("*.md")):
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        here = 0
        fenced = False
        for index, line in enumerate(lines):
            fenced ^= line.lstrip().startswith(("```", "~~~"))
            match = None if fenced or here == 2 or len(out) == most else _LINK.search(line)
            if match is None or not (path.parent / match[1]).exists():
                continue
            where = match.span(2) if match[2] else match.span(1)
            if where[0] == where[1]:
                continue
            at = where[1] if match[2] else where[0] + (match[1].rstrip("/").rfind("/") + 1)
            lines[index] = f"{line[:at]}qzx{line[at:]}"
            here += 1
            out.append((path.relative_to(root).as_posix(), index + 1))
        if here:
            path.write_text("\n".join(lines), encoding="utf-8")
    return out


def _ours(root: Path) -> Iterator[tuple[str, int]]:
    done = subprocess.run(
        [program("helix-lsp") or "helix-lsp", "docs", "check", "--json", "--root", str(root)],
        capture_output=True,
        text=True,
        check=False,
    )
    for one in json.loads(done.stdout)["findings"]:
        yield one["path"], one["line"]


def _lint(root: Path) -> Iterator[tuple[str, int]]:
    done = subprocess.run(
        [program("markdownlint-cli2") or "", "**/*.md"], cwd=root, capture_output=True, text=True, check=False
    )
    for match in re.finditer(r"(?m)^(\S+\.md):(\d+)\S* (?:error )?MD051", done.stderr):
        yield match[1], int(match[2])


def _lychee(root: Path) -> Iterator[tuple[str, int]]:
    done = subprocess.run(
        [
            program("lychee") or "",
            "--offline",
            "--include-fragments",
            "--format",
            "json",
            "--no-progress",
            ".",
        ],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    for path, some in json.loads(done.stdout or "{}").get("error_map", {}).items():
        for one in some:
            yield path.removeprefix("./"), int((one.get("span") or {}).get("line", 0))


CHECKERS: dict[str, tuple[str, Callable[[Path], Iterator[tuple[str, int]]]]] = {
    "ours": ("helix-lsp", _ours),
    "markdownlint": ("markdownlint-cli2", _lint),
    "lychee": ("lychee", _lychee),
}


def links(trees: Sequence[Path]) -> None:
    """One line a tool: broken links that it caught, of how many, and what it reported before they were broken."""
    sums = {name: [0, 0] for name, (needed, _) in CHECKERS.items() if program(needed)}
    planted = 0
    for tree in trees:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name) / tree.name
            shutil.copytree(tree, root, symlinks=True, ignore=shutil.ignore_patterns(".git", "node_modules"))
            before = {tool: set(CHECKERS[tool][1](root)) for tool in sums}
            places = set(broken(root))
            planted += len(places)
            for tool, both in sums.items():
                both[0] += len((set(CHECKERS[tool][1](root)) - before[tool]) & places)
                both[1] += len(before[tool])
        print(f"      {tree.name}: {len(places)} links broken; {sums}", flush=True)
    for tool in CHECKERS:
        if tool not in sums:
            print(f"links {tool}: not found")
            continue
        caught, reports = sums[tool]
        print(f"links {tool}: {caught / max(planted, 1):.2f} of {planted} caught, {reports} reports before")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=["protocol", "links"])
    parser.add_argument("tree", nargs="*", type=Path)
    given = parser.parse_args()
    if given.part == "protocol":
        protocol()
    else:
        with tempfile.TemporaryDirectory() as name:
            os.environ["HELIX_ASK_CACHE_DIR"] = name
            links([one.resolve() for one in given.tree])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
