"""Runs the official conformance runners of the Model Context Protocol against `helix-lsp mcp --http`.

    python scripts/mcp_conformance.py [options of the runner]

Two of them: the released one, for the revisions up to 2025-11-25, and the newest one, for exactly the scenarios that
revision 2026-07-28 requires. They and the Node they need come from the npm registry (`npx`). Scenarios that ask for
tools, prompts or capabilities of the runner's example server are expected to fail (`tests/mcp/conformance*.yaml`);
any other failure, and any of these that passes, ends with exit code 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "@modelcontextprotocol/conformance"
RUNS = (
    ("0.1.16", (), "conformance.yaml"),
    ("0.2.0-alpha.12", ("--requirements", "2026-07-28"), "conformance-2026-07-28.yaml"),
)
"""(version of the runner, its options, the list of scenarios that are expected to fail)."""


def main() -> int:
    npx = shutil.which("npx")
    if npx is None:
        sys.exit("mcp-conformance: needs npx (Node's package runner), which is not on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bell.py").write_text("def ring():\n    return 1\n", encoding="utf-8")
        server = subprocess.Popen(
            [sys.executable, "-m", "helix_lsp", "mcp", "--http", "127.0.0.1:0", "--root", folder],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stderr is not None
            said = server.stderr.readline()
            found = re.search(r"http://\S+", said)
            if found is None:
                sys.exit(f"mcp-conformance: the server did not start: {said.strip()}")
            codes = [_run(npx, found[0], folder, *each) for each in RUNS]
            return max(codes)
        finally:
            server.terminate()
            server.wait(timeout=20)


def _run(npx: str, url: str, folder: str, version: str, options: tuple[str, ...], expected: str) -> int:
    print(f"mcp-conformance: runner {version} {' '.join(options)}".rstrip(), flush=True)
    start = [npx, "-y", "-p", "node@22", "-p", f"{PACKAGE}@{version}", "conformance", "server", "--url", url]
    listed = ["--expected-failures", str(ROOT / "tests" / "mcp" / expected)]
    return subprocess.run([*start, *options, *listed, *sys.argv[1:]], cwd=folder, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
