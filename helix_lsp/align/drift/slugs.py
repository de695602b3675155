"""The anchors that sites and code hosts make of a heading: one function for each way that is in use.

An anchor that no known dialect makes of a heading leads nowhere. All of them are asked, whichever site a
project uses: what a host shows in the repository differs from what the project's own site makes.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from helix_lsp.syntax.documents.sections import slug
from helix_lsp.text.regex import regex

_OPEN = regex(r"[<>{}\[\]$\\&|^]|:\w+:|\.\.\.\Z|\u2026\Z")
_SIGNS = regex(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'\u201c\u201d\u2018\u2019<>,.?/]+")
_NUMBER = regex(r"[-_]?(?<!\d)\d+\Z")


def is_plain(title: str) -> bool:
    """False for a title with markup, entities or emoji codes, of which each site makes something else."""
    return _OPEN.search(title) is None


def makes(title: str, anchor: str) -> bool:
    """True where a dialect makes this anchor of the title, in any case, or a numbered one of a repeated
    title.
    """
    wanted = unicodedata.normalize("NFC", anchor).casefold()
    made = slugs(title)
    return wanted in made or _NUMBER.sub("", wanted) in made


def is_hosted(title: str, anchor: str) -> bool:
    """True where code hosts make this anchor of the title, in any case, with or without the hyphens of signs at its ends."""
    wanted = unicodedata.normalize("NFC", anchor).casefold().strip("-")
    text = slug(unicodedata.normalize("NFC", title.strip()).casefold()).strip("-")
    return text in (wanted, _NUMBER.sub("", wanted))


@lru_cache(20_000)
def slugs(title: str) -> frozenset[str]:
    """All anchors of a title, in lower case."""
    text = unicodedata.normalize("NFC", title.strip()).casefold()
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    made = {slug(text), slug(plain), text}  # code hosts; Obsidian
    for one in (text, plain):
        made |= {
            re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", one).strip()),  # Python-Markdown, GitLab
            re.sub(r"[\W_]+", "-", one).strip("-"),  # Sphinx, docutils
            re.sub(r"[^\w\- ]", "", one).replace(" ", "-"),  # mdBook, Hugo
            re.sub(r"[^a-z0-9 -]", "", re.sub(r"\A[^a-z]+", "", one)).replace(" ", "-"),  # kramdown
            re.sub(r"\s+", "-", re.sub(r"[^\w\s.-]", "", one).strip()),  # Pandoc
            re.sub(r"[\W_]+", "_", one).strip("_"),  # AsciiDoc, MediaWiki
            re.sub(r"[\W_]+", "", one),
        }
        made.add(re.sub(r"\A(?=\d)", "_", _SIGNS.sub("-", one).strip("-")))  # VitePress
    made |= {re.sub(r"\A[^a-z]+", "", one) for one in made}  # those that let an id begin with a letter
    made |= {one.strip("-") for one in made} | {re.sub(r"-{2,}", "-", one) for one in made}
    return frozenset(made - {""})
