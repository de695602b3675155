"""Tuning of shared indexes: how they are cut, and how much of a store is believed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardsTuning:
    """Sizes, counts and time limits of what goes into an object store and comes out of it."""

    piece_bytes: int = tuned(
        1_048_576,
        "A file of the index is cut into pieces of this size, each stored under its digest.",
        unit="bytes",
        source="a whole number of pages of the facts file, so that a page that stays the same stays in the same piece; "
        "by hand between many requests and few shared pieces",
    )
    most_pieces: int = tuned(
        16_384,
        "A manifest that names more is refused.",
        unit="pieces",
        source="16 GB; an index is at most as large as its source, and `index.max_total_bytes` is 4 GB",
    )
    manifest_bytes: int = tuned(
        4_000_000,
        "A larger manifest is refused.",
        unit="bytes",
        source="as many pieces as are allowed, 70 bytes each, three times over",
    )
    most_commits: int = tuned(
        1_000,
        "How many commits below the checked-out one are looked for in a store.",
        unit="commits",
        source="some weeks of a busy project; older shards save less than they cost; chosen by hand",
    )
    seconds: int = tuned(
        60,
        "A store that does not finish one piece in this time is given up.",
        unit="seconds",
        source="one megabyte at 17 kB a second; chosen by hand",
    )
    retry_seconds: int = tuned(
        20,
        "How long a request that failed is tried again.",
        unit="seconds",
        source="two or three tries of a store that answers slowly; chosen by hand",
    )
    stalled_seconds: int = tuned(
        10,
        "A request whose bytes stop coming for so long is made again from where it stopped.",
        unit="seconds",
        source="between two reads a slow line needs milliseconds; without it a read that was cut in the middle waited for `seconds`; chosen by hand",
    )
    at_once: int = tuned(
        8,
        "Pieces that are under way at the same time.",
        unit="requests",
        source="as the parallel requests of common clients of such stores (8 to 16); chosen by hand",
    )


SHARDS = ShardsTuning()
