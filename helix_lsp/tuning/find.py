"""Tuning of evidence that is cut to a budget."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class FindTuning:
    """How much evidence one answer holds. A token is taken for four characters, whatever the model."""

    budget: int = tuned(
        2_000, "Tokens of evidence where nobody says how many.", unit="tokens", source=_BY_HAND
    )
    least: int = tuned(200, "The smallest budget: one place.", unit="tokens", source=_BY_HAND)
    most: int = tuned(20_000, "The largest budget.", unit="tokens", source=_BY_HAND)
    places: int = tuned(40, "Places that are looked at for one query.", unit="places", source=_BY_HAND)
    record: int = tuned(
        70,
        "Tokens that a place costs beside its text: path, lines, bytes, hash.",
        unit="tokens",
        source="counted on the JSON of an item, with a path of 30 characters",
    )
    printed: int = tuned(
        5, "The same where a place is printed: its lines and the line end.", unit="tokens", source="counted"
    )
    full: int = tuned(
        3,
        "Places that are shown with up to twelve lines; of later ones the line that matters, and its neighbours.",
        unit="places",
        source="recall of files within 2,000 tokens, 119 queries: printed .968 with one, .971 with three; JSON .952, .944",
    )
    token: int = tuned(4, "Characters of one token.", unit="characters", source="the usual rule of thumb")


FIND = FindTuning()
"""The one record of these: nobody sets them."""
