"""`python -m helix_lsp`: the same as the `helix-lsp` command."""

from __future__ import annotations

import sys

from helix_lsp.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
