"""The file of a learned ranker: canonical JSON, so that the same model has the same bytes everywhere.

What is read was checked; whatever is damaged, too long, of another version or made against another baseline
is a reason in words, and ranking stays as it is without it.
"""

from __future__ import annotations

import math
from typing import Final

import msgspec

from helix_lsp.search.ranking.learned import Learned
from helix_lsp.search.ranking.told import Change, Told
from helix_lsp.text.digest import canonical_json, sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.tuning.learn import LEARN

SCHEMA: Final = "learned-ranker.v1"


class Refused(Exception):
    """A model that is not used; its words say why."""


class Model(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """`baseline` is the digest of the ranker that it was measured against, `commit` and `snapshot` what it was
    learned from. `pairs` are (kind, how many), `later` the changes kept back to judge it. `before` and `after`
    are the NDCG@10 of the training questions.
    `changes` are (commit, terms, positions in `paths`), newest first.
    """

    schema: str
    baseline: str
    commit: str
    snapshot: str
    factors: dict[str, float]
    weight: float
    before: float
    after: float
    read: int
    later: int
    pairs: dict[str, int]
    paths: list[str]
    changes: list[tuple[str, list[str], list[int]]]


_decoder = msgspec.json.Decoder(Model)


def encode(model: Model) -> bytes:
    """The bytes of its file."""
    return canonical_json(msgspec.to_builtins(model))


def decode(data: bytes, digest: str, baseline: str) -> Model:
    """The model of these bytes. Raises Refused."""
    if len(data) > LEARN.longest_model:
        raise Refused("it is too long")
    if sha256_hex(data) != digest:
        raise Refused("its bytes are not those that were kept")
    try:
        model = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise Refused(f"it is damaged ({error})") from error
    if model.schema != SCHEMA:
        raise Refused(f"it is a {model.schema[:40]}, not a {SCHEMA}")
    if model.baseline != baseline:
        raise Refused("it was learned against another version of the ranker")
    numbers = (model.weight, model.before, model.after, *model.factors.values())
    if not all(math.isfinite(n) and 0 <= n <= 100 for n in numbers):
        raise Refused("its weights are not numbers from 0 to 100")
    if any(not 0 <= at < len(model.paths) for _, _, files in model.changes for at in files):
        raise Refused("it names a file that it does not list")
    if any(refuse(path) for path in model.paths):
        raise Refused("it names what cannot be a file of a workspace")
    return model


def learned(model: Model, digest: str) -> Learned:
    """The model as ranking reads it."""
    return Learned(
        digest=digest,
        factors=tuple(sorted(model.factors.items())),
        weight=model.weight,
        told=Told(
            [
                Change(commit, tuple(terms), tuple(model.paths[at] for at in files))
                for commit, terms, files in model.changes
            ]
        ),
    )
