"""Vectors from a server of embeddings (`POST /embeddings`, the interface of OpenAI), which the user named.

Invariants (law I11): only options of scope `user` decide where anything goes; one request for all texts that
are missing, bounded in time and size, without a retry; an answer that does not hold exactly one finite vector
of one length for each text is refused whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

from helix_lsp.config.meaning import MeaningConfig
from helix_lsp.search.reading.likeness import Late, Unusable
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, read_endpoint
from helix_lsp.session.model.key import Key, read_key
from helix_lsp.session.model.post import Posting, post
from helix_lsp.session.model.wire_form import encode
from helix_lsp.session.semantic.policy import SCHEMA
from helix_lsp.session.semantic.vectors import packed
from helix_lsp.session.settings import Surroundings
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.tuning.meaning import MEANING

_PATH = "/embeddings"
_LONGEST = 16_384


class Served:
    """`dimensions` is 0 until the first answer, and holds from then on."""

    batch = MEANING.most_candidates + 1

    def __init__(self, cfg: MeaningConfig, endpoint: Endpoint, key: Key) -> None:
        self._cfg, self._endpoint, self._key = cfg, endpoint, key
        self.dimensions = 0

    def told(self) -> dict[str, object]:
        """As `embedding-policy.v1`; a server does not give a digest."""
        return {
            "schema": SCHEMA,
            "model_name": self._cfg.model,
            "provider": "api",
            "form": "mean",
            "dimensions": self.dimensions,
            "similarity_metric": "cosine",
            "fallback_behavior": "ignore",
            "max_tokens": 0,
            "sha256": "",
        }

    def identity(self) -> str:
        """The address and the model's name: a server does not tell more of itself."""
        return f"{self._endpoint.url} {self._cfg.model}"

    def encode(
        self, texts: tuple[str, ...], check: Callable[[], None], *, question: bool = False
    ) -> list[bytes]:
        """Raises `Late`, and `Unusable` for what is no answer."""
        del question
        secret = self._key.reveal()
        posted = post(
            Posting(
                url=self._endpoint.at(_PATH),
                headers={"Authorization": f"Bearer {secret}"} if secret else {},
                body=encode({"model": self._cfg.model, "input": list(texts), "encoding_format": "float"}),
                seconds=self._cfg.seconds,
                most=MEANING.reply_max_bytes,
                loopback=self._endpoint.loopback,
            ),
            check,
        )
        if posted.status in ("timeout", "cancelled"):
            check()
            raise Late
        if posted.status != "ok":
            raise Unusable(posted.reason)
        rows = _vectors(posted.data, len(texts))
        if self.dimensions and len(rows[0]) != self.dimensions:
            raise Unusable(
                f"the server gives vectors of {len(rows[0])} numbers, and gave {self.dimensions} before"
            )
        self.dimensions = len(rows[0])
        return [packed(row) for row in rows]


def open_served(cfg: MeaningConfig, around: Surroundings) -> Served | str:
    """The server of the settings, or why it is not asked."""
    endpoint = read_endpoint(cfg.url, "meaning.url")
    if isinstance(endpoint, BadEndpoint):
        return endpoint.reason
    if not cfg.model:
        return "meaning.model is not set: name the model as the server knows it"
    if not endpoint.loopback and not cfg.consent:
        return f"nothing was sent to {endpoint.host}: set meaning.consent to true in your own settings if passages may go there"
    key = read_key(cfg.key_env, "", lambda name: around.git_environment.get(name, ""))
    return key if isinstance(key, str) else Served(cfg, endpoint, key)


def _vectors(data: bytes, count: int) -> list[list[float]]:
    """The vectors in the order of the texts. Raises `Unusable`."""
    try:
        answer: object = read_json(data)
    except BrokenData:
        raise Unusable("the server of embeddings answered with something that is not JSON") from None
    listed = cast("dict[str, object]", answer).get("data") if isinstance(answer, dict) else None
    items = cast("list[object]", listed) if isinstance(listed, list) else []
    rows: dict[int, list[float]] = {}
    for at, item in enumerate(items):
        said = cast("dict[str, object]", item) if isinstance(item, dict) else {}
        index, vector = said.get("index", at), said.get("embedding")
        if isinstance(index, int) and isinstance(vector, list) and _finite(cast("list[object]", vector)):
            rows[index] = cast("list[float]", vector)
    if len(items) != count or sorted(rows) != list(range(count)):
        raise Unusable(f"the server of embeddings did not answer with one vector for each of {count} texts")
    if len({len(row) for row in rows.values()}) != 1:
        raise Unusable("the server of embeddings answered with vectors of different lengths")
    return [rows[at] for at in range(count)]


def _finite(vector: list[object]) -> bool:
    return 0 < len(vector) <= _LONGEST and all(
        isinstance(v, int | float) and not isinstance(v, bool) and math.isfinite(v) for v in vector
    )
