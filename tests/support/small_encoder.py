"""An encoder of two numbers that stands for a model of meaning: it counts its texts."""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.session.semantic.policy import Policy, packed


class SmallEncoder:
    """A text with the word `rope` is one thing, every other text is another. `texts` are those it was shown; `after` is
    called behind each call with their number.
    """

    batch = 1
    dimensions = 2
    policy = Policy(model_name="small", form="mean", dimensions=2)

    def __init__(self, after: Callable[[int], None] = lambda _: None) -> None:
        self.texts: list[str] = []
        self._after = after

    def told(self) -> dict[str, object]:
        return {}

    def identity(self) -> str:
        return "small"

    def encode(
        self, texts: tuple[str, ...], check: Callable[[], None], *, question: bool = False
    ) -> list[bytes]:
        check()
        self.texts += texts
        self._after(len(self.texts))
        return [packed([[1.0, 0.1] if "rope" in t else [0.1, 1.0]]) for t in texts]
