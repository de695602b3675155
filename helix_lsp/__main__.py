"""`python -m helix_lsp` and the `helix-lsp` command: Ctrl-C ends with one line from the first import on."""

from __future__ import annotations

import sys

_INTERRUPTED = 130


def start() -> int:
    """The exit code of the process's own command."""
    try:
        from helix_lsp.cli.main import main

        return main()
    except KeyboardInterrupt:  # while modules are read; later the command says it itself
        sys.stderr.write("helix-lsp: interrupted\n")
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())
