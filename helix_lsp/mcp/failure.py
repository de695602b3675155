"""An exception as one line for a client. What went wrong inside stays inside: a reference goes out, the place
goes to our log.
"""

from __future__ import annotations

import logging
import secrets
import traceback

from helix_lsp.errors import HelixError
from helix_lsp.index.refusal import by_system

log = logging.getLogger(__name__)
_FRAMES = 6


def words_of(error: BaseException, tool: str) -> str:
    """What to tell about the call of a tool that ended in an exception."""
    if isinstance(error, HelixError):
        return " ".join(str(error).split())
    if (refused := by_system(error, f"{tool} could not be answered")) is not None:
        return str(refused)
    reference = secrets.token_hex(4)
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = " < ".join(
        f"{f.filename.rpartition('helix_lsp')[2] or f.filename}:{f.lineno} {f.name}" for f in frames[::-1]
    )
    log.error("%s failed, reference %s: %s at %s", tool, reference, type(error).__name__, places)
    return f"internal error, reference {reference}"
