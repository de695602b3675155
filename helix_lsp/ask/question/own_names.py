"""The project's own name in a sentence: what is in a repository need not name it, as nobody writes
`HikariCP` into each of its classes.

The names are those that the manifests call the project, in any of its usual spellings (`BullMQ` for
`bullmq`). They count as words about every place of the repository; what the sentence says of the project is
weighed as before.
"""

from __future__ import annotations

from helix_lsp.align.identity import called_names, is_manifest, normal
from helix_lsp.align.live import Live
from helix_lsp.text.regex import regex

_NAMED = regex(r"(?<![\w.@/-])@?\w[\w./-]*")
_LONGEST = 200


def own_names(live: Live) -> frozenset[str]:
    """Normal forms of the names that the project's manifests give it; those of tests, examples and vendored
    parts are not names of it.
    """
    found: set[str] = set()
    for path in live.snapshot.paths():
        if not is_manifest(path):
            continue
        entry = live.snapshot.file(path)
        surface = entry.surface if entry is not None else None
        if surface is not None and not (surface.test or surface.example or surface.vendored):
            found |= called_names(path, live.data(path) or b"")
    return frozenset(found)


def named_in(text: str, own: frozenset[str]) -> tuple[str, ...]:
    """The words of a text that name the project, as they are written, each once and in order."""
    if not own:
        return ()
    words = (m[0].rstrip("./-") for m in _NAMED.finditer(text))
    return tuple(
        dict.fromkeys(w for w in words if len(w) <= _LONGEST and normal(w.rpartition("/")[2]) in own)
    )
