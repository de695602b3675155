"""What `helix.toml` says of drift at this moment, saved or not: an ignore that was written just now counts at
once.

Only the lists of documents and words to leave alone, and only added to what the settings hold already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from helix_lsp.config.documents import DriftConfig
from helix_lsp.session.settings.settings import ROOT_FILE
from helix_lsp.session.settings.settings_file import parse_settings

_MOST_BYTES = 1_000_000


def with_ignores(cfg: DriftConfig, texts: Callable[[str], bytes | None]) -> DriftConfig:
    """The options with the ignores of the current file; the same object where it adds none."""
    data = texts(ROOT_FILE)
    if data is None or len(data) > _MOST_BYTES or b"ignore_" not in data:
        return cfg
    found = {entry.key: entry.value for entry in parse_settings(data, ROOT_FILE)[0]}
    words = _added(cfg.ignore_words, found.get("drift.ignore_words"))
    paths = _added(cfg.ignore_paths, found.get("drift.ignore_paths"))
    same = words == cfg.ignore_words and paths == cfg.ignore_paths
    return cfg if same else replace(cfg, ignore_words=words, ignore_paths=paths)


def _added(held: tuple[str, ...], value: object) -> tuple[str, ...]:
    more = cast("Iterable[object]", value) if isinstance(value, list) else ()
    return tuple(dict.fromkeys((*held, *(one for one in more if isinstance(one, str)))))
