"""The answer documents of this session, for clients that show text without a file
(`workspace/textDocumentContent`). Belongs to the loop.
"""

from __future__ import annotations

SCHEME = "helix-answer"
_MOST = 20


class Answers:
    """The latest few, by URI."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._number = 0

    def add(self, text: str, name: str = "answer") -> str:
        """The URI of a new document."""
        self._number += 1
        uri = f"{SCHEME}:/{name}-{self._number}.md"
        self._texts[uri] = text
        while len(self._texts) > _MOST:
            del self._texts[next(iter(self._texts))]
        return uri

    def get(self, uri: str) -> str | None:
        """None when it was never given or is too old."""
        return self._texts.get(uri)
