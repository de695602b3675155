"""Ground floor: bytes, lines, words, paths and digests. Knows nothing of files, languages or indexes."""

from __future__ import annotations

import codecs

_UNFINISHED = "unexpected end of data"


def _western(broken: UnicodeError) -> tuple[str, int]:
    """What is not UTF-8 in a text that is shown to a person, read as Windows-1252, which such files nearly always are:
    `Gr\\xf6\\xdfe` is *Größe*. A character that was cut at its end, and a byte that is none there, stay U+FFFD.
    """
    if not isinstance(broken, UnicodeDecodeError):
        raise broken
    raw = broken.object[broken.start : broken.end]
    if broken.reason == _UNFINISHED and broken.end == len(broken.object) > 1 and len(raw) > 1:
        return "\ufffd", broken.end
    return raw.decode("cp1252", "replace"), broken.end


codecs.register_error("western", _western)  # for `data.decode("utf-8", "western")`
