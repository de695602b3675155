"""Member names that built-in types of many languages have too (`get`, `append`, `toString`): a use of one
says little about whose it is.
"""

from __future__ import annotations

_NAMES = frozenset(
    "post put delete patch head options trace connect "
    "add append as_ref capitalize casefold catch center clear clone close contains copy count data decode difference "
    "difference_update discard encode endswith equals expandtabs expect extend filter finally find flush forEach format "
    "format_map from fromhex fromkeys get hashCode hex id index insert intersection intersection_update into is_empty "
    "isalnum isalpha isascii isdecimal isdigit isdisjoint isidentifier islower isnumeric isprintable isspace issubset "
    "issuperset istitle isupper items iter join key keys len length ljust lower lstrip maketrans map name new next open "
    "partition path pop popitem push read recv reduce remove removeprefix removesuffix replace reverse rfind rindex "
    "rjust rpartition rsplit rstrip run seek send setdefault size sort split splitlines start startswith stop strip "
    "swapcase symmetric_difference symmetric_difference_update then title toString to_string translate type union unwrap "
    "update upper url value values write zfill".split()
)


def is_everyday(name: str) -> bool:
    """True when the name alone does not point to one definition, even if the repository has only one."""
    return name in _NAMES or (name.startswith("__") and name.endswith("__"))
