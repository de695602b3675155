"""How alike a question and its passages are, by the vectors of an encoder: what is kept is read, what is
missing is made until the time is up.

Invariants: a call does not take longer than its time by more than one text; what was made is kept also when
the time was up, so that the next call goes on from there; passages are compared by their kept form alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from helix_lsp.search.reading.likeness import Late, Unusable
from helix_lsp.session.semantic.kept import Kept
from helix_lsp.session.semantic.policy import Policy
from helix_lsp.session.semantic.vectors import alike, unpacked
from helix_lsp.text.digest import digest_of
from helix_lsp.tuning.meaning import MEANING

Check = Callable[[], None]


class Vectors(Protocol):
    """Where vectors come from. `batch` is how many texts are best given at once."""

    batch: int
    policy: Policy

    @property
    def dimensions(self) -> int:
        """Length of one vector."""
        ...

    def told(self) -> dict[str, object]:
        """As `embedding-policy.v1`, with the digest of the file; no path of this machine."""
        ...

    def identity(self) -> str:
        """What vectors hang on beside the text."""
        ...

    def encode(self, texts: tuple[str, ...], check: Check, *, question: bool = False) -> list[bytes]:
        """One for each text, as `vectors.packed` writes them. Raises `Unusable` with words for a person."""
        ...


class ByMeaning:
    """The port `Likeness`: MaxSim of two texts, the cosine for a model with one vector a text.

    `seconds` for one call.
    """

    def __init__(self, encoder: Vectors, kept: Kept, seconds: float) -> None:
        self.encoder = encoder
        self._kept = kept
        self._seconds = seconds

    def __call__(self, question: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        """One value a passage, -1..1. Raises `Late`, `Unusable`, and what `check` raises."""
        if len(passages) > MEANING.most_candidates:
            raise Unusable(f"more than {MEANING.most_candidates} passages")
        self._kept.last_asked = time.monotonic()
        until = self._kept.last_asked + self._seconds

        def watched() -> None:
            check()
            if time.monotonic() >= until:
                raise Late

        asked = self._rows((question,), watched, question=True)[0]
        return [max(-1.0, min(1.0, alike(asked, rows))) for rows in self._rows(passages, watched)]

    @property
    def last_asked(self) -> float:
        """When a question last waited for these vectors, by whichever port; of `time.monotonic`."""
        return self._kept.last_asked

    def taken(self) -> tuple[int, int]:
        """(vectors that questions needed, those of them that were kept) since this was last asked; whichever port
        of the same store was asked.
        """
        return self._kept.taken()

    def make(self, passages: tuple[str, ...], check: Check) -> int:
        """Make and keep what is missing of these, without a limit of time; how many were made."""
        return self._ready(passages, check, question=False)[1]

    def _rows(self, texts: tuple[str, ...], check: Check, *, question: bool = False) -> list[Any]:
        ready, _ = self._ready(texts, check, question=question, counted=True)
        return [unpacked(ready[key], self.encoder.dimensions) for key in self._keys(texts, question=question)]

    def _ready(
        self, texts: tuple[str, ...], check: Check, *, question: bool, counted: bool = False
    ) -> tuple[dict[str, bytes], int]:
        """Bytes by key, each readable, and how many were made anew."""
        keys = self._keys(texts, question=question)
        ready = {key: data for key, data in self._kept.read(keys).items() if self._good(data)}
        if counted:
            self._kept.note(len(set(keys)), len(ready))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in ready}
        made: dict[str, bytes] = {}
        waiting = list(missing)
        try:
            while waiting:
                now, waiting = waiting[: self.encoder.batch], waiting[self.encoder.batch :]
                got = self.encoder.encode(tuple(missing[key] for key in now), check, question=question)
                made |= zip(now, got, strict=True)
        finally:
            self._kept.write(made)
        return ready | made, len(made)

    def _keys(self, texts: tuple[str, ...], *, question: bool) -> list[str]:
        identity = self.encoder.identity()
        return [digest_of([identity, question, text]) for text in texts]

    def _good(self, data: bytes) -> bool:
        try:
            unpacked(data, self.encoder.dimensions)
        except ValueError:
            return False
        return True
