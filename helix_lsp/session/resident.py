"""How much memory this process holds now, for the readers, which do not look at the system themselves."""

from __future__ import annotations

import os

from helix_lsp.syntax import parse

_STATM = "/proc/self/statm"


def watch_memory() -> None:
    """From here on a parser gives up where it would take far more memory than its text is worth."""
    parse.held = resident


def resident() -> int:
    """Bytes of resident memory; 0 where the system does not tell (all but Linux)."""
    try:
        file = os.open(_STATM, os.O_RDONLY)
    except OSError:
        return 0
    try:
        return int(os.read(file, 200).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
    finally:
        os.close(file)
