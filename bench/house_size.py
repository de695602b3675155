"""How large the package is, and what the formatter would change in it: `python bench/house_size.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "helix_lsp"


def main() -> int:
    files = sorted(PACKAGE.rglob("*.py"))
    lines = sum(file.read_bytes().count(b"\n") for file in files)
    print(f"{len(files)} files, {lines} lines")
    ruff = Path(sys.executable).with_name("ruff")
    done = subprocess.run(
        [str(ruff), "format", "--check", str(PACKAGE)], capture_output=True, text=True, check=False
    )
    changed = sum(line.startswith("Would reformat") for line in done.stdout.splitlines())
    print(f"{changed} files that the formatter would change")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
