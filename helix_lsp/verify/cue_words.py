"""The closed classes of words that turn a statement round: negation, modality, quantifiers, and pairs of
opposites.

The lists hold English words of any subject and no word of any repository. Opposites are compared as stems.
"""

from __future__ import annotations

from functools import lru_cache

from helix_lsp.text.words import stem

NEGATIONS = frozenset("not no never without neither nor nothing nobody nowhere none".split())

MODALITY = {
    "must": "must", "shall": "must", "required": "must", "mandatory": "must",
    "should": "should", "recommended": "should",
    "may": "may", "might": "may", "optional": "may", "optionally": "may", "possibly": "may", "perhaps": "may",
}  # fmt: skip
QUANTIFIERS = {
    "all": "all", "every": "all", "each": "all", "always": "all", "everything": "all", "entirely": "all",
    "some": "some", "sometimes": "some", "often": "some", "usually": "some", "several": "some", "partly": "some", "mostly": "some",
    "only": "only", "solely": "only", "exclusively": "only",
}  # fmt: skip

_PAIRS = (
    "greater less", "greater fewer", "more less", "more fewer", "larger smaller", "bigger smaller", "higher lower", "above below", "over under",
    "before after", "earlier later", "first last", "least most", "minimum maximum", "min max", "minimal maximal", "increase decrease",
    "increment decrement", "grow shrink", "enable disable", "allow deny", "allow forbid", "allow prevent", "permit forbid", "accept reject",
    "accept refuse", "open close", "start stop", "begin end", "add remove", "include exclude", "show hide", "true false", "succeed fail",
    "success failure", "read write", "encode decode", "encrypt decrypt", "serialize deserialize", "compress decompress", "push pop",
    "lock unlock", "sync async", "synchronous asynchronous", "public private", "mutable immutable", "valid invalid", "ascending descending",
    "up down", "input output", "local remote", "local global", "same different", "equal different", "safe unsafe", "faster slower",
    "early late", "on off", "positive negative", "internal external", "newer older", "new old", "upper lower", "send receive",
    "present absent", "create delete", "create destroy", "insert delete", "attach detach", "connect disconnect", "import export",
    "register unregister", "subscribe unsubscribe", "eager lazy", "static dynamic", "odd even", "inside outside", "inbound outbound",
    "incoming outgoing", "forward backward", "empty full", "weak strong", "single multiple", "required optional", "strict lenient",
    "relative absolute", "signed unsigned", "visible hidden", "success error", "pass fail", "gain lose", "raise lower", "raise suppress",
    "keep drop", "keep discard", "load unload", "mount unmount", "acquire release", "hit miss", "prepend append", "left right", "top bottom",
)  # fmt: skip


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _PAIRS:
        one, other = (stem(w) for w in pair.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _opposites()
PREFIXES = ("un", "in", "im", "ir", "non", "dis", "de", "mis")
_SHORTEST = 4


@lru_cache(8_192)
def opposites(stemmed: str) -> tuple[str, ...]:
    """Stems that say the reverse of a stem: those of the pairs, then the word with a negative prefix put
    before it or taken off.
    """
    found = sorted(OPPOSITES.get(stemmed, ()))
    if len(stemmed) >= _SHORTEST:
        found += [prefix + stemmed for prefix in PREFIXES]
    found += [
        stemmed[len(p) :] for p in PREFIXES if stemmed.startswith(p) and len(stemmed) - len(p) >= _SHORTEST
    ]
    return tuple(found)
