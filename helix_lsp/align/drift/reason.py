"""A reason as data: the id of what was found, and the facts that its sentence is made of. The sentence is
made at the doors (`drift/say.py`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """`id` is a check, an evidence or a rule of `drift/say.py`; `facts` are (name, value) in the order in
    which they were given.
    """

    id: str
    facts: tuple[tuple[str, str], ...] = ()

    def fact(self, name: str) -> str:
        """The value of a fact, `` where there is none of that name."""
        return next((value for key, value in self.facts if key == name), "")


def because(id: str, **facts: str) -> Reason:  # noqa: A002  the word that a reader of a rule looks for
    """A reason with its facts by name."""
    return Reason(id, tuple(facts.items()))
