"""Is an index there that nobody has written anything into yet? Then it is no damaged one: its writer has only just begun."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.folder import Folder
from helix_lsp.index.refusal import is_damage
from helix_lsp.index.store import Store


def is_unborn(folder: Folder, cfg: IndexConfig, report: Callable[[int, str], None]) -> bool:
    """True when the facts file is there and still empty."""
    if folder.odd():
        return False
    store = Store(folder, cfg, report)
    try:
        return store.is_empty()
    except BaseException as error:
        if not is_damage(error):
            raise
        return False
    finally:
        store.close()
