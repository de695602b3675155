"""Runs the official conformance runner of the Model Context Protocol against `helix-lsp mcp --http`.

    python scripts/mcp_conformance.py [options of the runner]

The runner and the Node it needs come from the npm registry (`npx`). Scenarios that ask for the tools of the
runner's example server are expected to fail (`tests/mcp/conformance.yaml`); any other failure, and any of these
that passes, ends with exit code 1.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNNER = ("-y", "-p", "node@22", "-p", "@modelcontextprotocol/conformance@0.1.16")


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
            baseline = str(ROOT / "tests" / "mcp" / "conformance.yaml")
            command = [
                npx,
                *RUNNER,
                "conformance",
                "server",
                "--url",
                found[0],
                "--expected-failures",
                baseline,
            ]
            return subprocess.run([*command, *sys.argv[1:]], cwd=folder, check=False).returncode
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    raise SystemExit(main())
