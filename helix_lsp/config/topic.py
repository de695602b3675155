"""A topic as data: how a question is recognised as being about it, and where a repository keeps what it knows
of it.

Built-in topics fit any software repository (`ask/question/topics.py`); a repository adds its own under
`[topics.<name>]` of `helix.toml`.
Matchers are phrases, not patterns, so that a repository's file cannot stall a question.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicProfile:
    """`matchers` are phrases: words in order, compared by stem; `word*` is any word that begins so; `a & b`
    needs both anywhere.

    `tiers` are lists of globs, looked through one after the other before the whole repository; `must_include`
    are globs of which evidence should hold one; `boosts` steer ranking. `docs_first` asks the documents
    before the code, those of `docs` when given.
    `repository` is False for the built-in ones, which are weak hints only.
    """

    name: str
    matchers: tuple[str, ...] = ()
    docs_first: bool = False
    docs: tuple[str, ...] = ()
    tiers: tuple[tuple[str, ...], ...] = ()
    must_include: tuple[str, ...] = ()
    boosts: tuple[str, ...] = ()
    repository: bool = True
