"""Vectors from a server of embeddings (`POST /embeddings`, the interface of OpenAI), which the user named.

Invariants (law I11): only options of scope `user` decide where anything goes; one request for all texts that
are missing, bounded in time and size, without a retry; an answer that does not hold exactly one finite vector
of one length for each text is refused whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

from helix_lsp.search.reading.likeness import Late, Unusable
from helix_lsp.session.model.endpoint import BadEndpoint, Endpoint, read_endpoint
from helix_lsp.session.model.key import Key, read_key
from helix_lsp.session.model.post import Posting, post
from helix_lsp.session.model.wire_form import encode
from helix_lsp.session.semantic.policy import Policy
from helix_lsp.session.semantic.vectors import packed
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.tuning.meaning import MEANING

_PATH = "/embeddings"
_LONGEST = 16_384


class Served:
    """The server of a policy with `provider` api."""

    batch = MEANING.most_candidates + 1

    def __init__(self, policy: Policy, endpoint: Endpoint, key: Key) -> None:
        self.policy = policy
        self._endpoint, self._key = endpoint, key

    @property
    def dimensions(self) -> int:
        """Length of one vector, as the policy says."""
        return self.policy.dimensions

    def told(self) -> dict[str, object]:
        """The policy; a server does not give a digest."""
        return self.policy.told("")

    def identity(self) -> str:
        """The address and the model's name: a server does not tell more of itself."""
        return f"{self._endpoint.url} {self.policy.model_name}"

    def encode(
        self, texts: tuple[str, ...], check: Callable[[], None], *, question: bool = False
    ) -> list[bytes]:
        """Raises `Late`, and `Unusable` for what does not answer."""
        prefix = self.policy.question_prefix if question else self.policy.passage_prefix
        secret = self._key.reveal()
        posted = post(
            Posting(
                url=self._endpoint.at(_PATH),
                headers={"Authorization": f"Bearer {secret}"} if secret else {},
                body=encode(
                    {
                        "model": self.policy.model_name,
                        "input": [prefix + text for text in texts],
                        "encoding_format": "float",
                    }
                ),
                seconds=self.policy.seconds,
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
        if len(rows[0]) != self.dimensions:
            raise Unusable(
                f"the server gives vectors of {len(rows[0])} numbers, and the policy says {self.dimensions}"
            )
        return [packed(row) for row in rows]


def open_served(policy: Policy, around: Surroundings) -> Served | str:
    """The server of a policy, or why it is not asked."""
    endpoint = read_endpoint(policy.url, "url in embedding-policy.json")
    if isinstance(endpoint, BadEndpoint):
        return endpoint.reason
    if not endpoint.loopback and not policy.consent:
        return f"nothing was sent to {endpoint.host}: write `consent`: true in embedding-policy.json if passages may go there"
    key = read_key(policy.key_env, "", lambda name: around.git_environment.get(name, ""))
    return key if isinstance(key, str) else Served(policy, endpoint, key)


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
