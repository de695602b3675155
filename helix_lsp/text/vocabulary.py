"""The uncased English vocabulary of BERT: the pieces that its encoders read a text in, and the common words among them.

Source: `vocabulary.txt` (see THIRD-PARTY-NOTICES.md). A piece that goes on with a word begins with `##`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FILE = "vocabulary.txt"
"""Its name beside this module."""
_ENDINGS = ("s", "es", "ed", "d", "ing")


@cache
def vocabulary() -> dict[str, int]:
    """Number by piece, read once."""
    text = (files(__package__ or "") / FILE).read_text(encoding="utf-8")
    return {piece: at for at, piece in enumerate(text.split("\n")[:-1])}


def is_common(word: str) -> bool:
    """True for an English word of the vocabulary in lower case, also with a regular ending (`quotas`)."""
    known = vocabulary()
    return word in known or any(word.endswith(e) and word[: -len(e)] in known for e in _ENDINGS)
