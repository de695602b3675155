"""Which files implement a requirement: fine elements, votes of title and sentences, neighbours, and one cut. Also
the fine elements themselves: one for each definition, weighed.

Each part of the text (its title weighs more) scores a file by its best element; a file's score is the
weighted sum, plus a share of its neighbours' mean. How many files are kept follows from what scores chance
gives (`chance.py`).
Source: FTLR (Hey et al., ICSME 2021) for the scores, without its embeddings.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import FIELDS, Unit
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentences
from helix_lsp.text.words import STOP_WORDS, stem, terms

# What the files of a project say of themselves, cut fine: one element a definition, weighed for
# requirements.
#
# An element holds a definition's name (twice), its signature, the comment before it and its file's name, as
# stemmed words of the index. Rarity enters once (its square root on either side), and only half of an
# element's length counts against it. No bytes are read. Source: FTLR (Hey et al., ICSME 2021) for the fine
# elements; the two square roots together gained .02 F1 on eTour and .04 on LibEST.

_NAME, _SIGNATURE, _DOC = (FIELDS.index(f) for f in ("name", "signature", "doc"))
_KEYWORDS = frozenset(
    stem(w)
    for w in (
        "abstract bool boolean byte case catch char class const continue default double else enum extends extern false final "
        "finally float fn func function goto implements import include inline instanceof int interface long mut namespace native "
        "new none null object override package private protected pub public return self short static str string struct super "
        "switch synchronized this throw throws transient true try typedef union unsigned var virtual void volatile while"
    ).split()
)
_ELEMENTS = frozenset({"function", "method", "constructor"})
_POWER = 0.5  # of rarity and of an element's length (design-decisions.md#evidence-grades)


@dataclass(frozen=True, slots=True, kw_only=True)
class Elements:
    """`owners[i]` is the file of element `i`; `postings`: term -> (element, weight); `near`: file -> files
    that use it or that it uses.

    `private`: owners that documents seldom speak of.
    """

    paths: tuple[str, ...]
    owners: tuple[str, ...]
    postings: Mapping[str, tuple[tuple[int, float], ...]]
    rarity: Mapping[str, float]
    near: Mapping[str, tuple[str, ...]]
    private: frozenset[str] = frozenset()

    def unknown(self) -> float:
        """Rarity of a word that no file says."""
        return math.log(len(self.paths) + 1)


def plain(text: str) -> list[str]:
    """Stemmed content words of a text."""
    return [term for term in terms(text) if _says(term)]


def _says(term: str) -> bool:
    return not term.startswith("=") and len(term) > 1 and term not in STOP_WORDS and term not in _KEYWORDS


def elements_of(snapshot: Snapshot, paths: Iterable[str]) -> Elements:
    """The elements of these files; linear in their units."""
    kept = tuple(sorted(set(paths)))
    stems = {p: p.rpartition("/")[2].rsplit(".", 1)[0] for p in kept}
    named = {s: p for p, s in stems.items()}
    owners: list[str] = []
    bags: list[Counter[str]] = []
    uses: dict[str, set[str]] = {}
    for path in kept:
        own = plain(stems[path])
        owners.append(path)
        bags.append(Counter(own * 2))
        outline = snapshot.outline(path)
        symbols, said = (outline.symbols, outline.references) if outline is not None else ((), ())
        uses[path] = {named[r.name] for r in said if named.get(r.name, path) != path}
        for unit in snapshot.units(path):
            if 0 <= unit.symbol < len(symbols) and symbols[unit.symbol].kind in _ELEMENTS:
                owners.append(path)
                bags.append(_element(unit, own))
    users: dict[str, set[str]] = {p: set(found) for p, found in uses.items()}
    for path, found in uses.items():
        for other in found:
            users[other].add(path)
    return _weighed(kept, owners, bags, {p: tuple(sorted(f)) for p, f in users.items()})


def symbol_elements(snapshot: Snapshot, symbols: Mapping[str, Iterable[str]]) -> Elements:
    """One element a symbol, in place of a file: `symbols` are qualified names by path, owners are `path` +
    line end + name.
    """
    owners: list[str] = []
    bags: list[Counter[str]] = []
    for path in sorted(symbols):
        wanted, outline = set(symbols[path]), snapshot.outline(path)
        for unit in snapshot.units(path):
            name = (
                outline.symbols[unit.symbol].qualified
                if outline is not None and 0 <= unit.symbol < len(outline.symbols)
                else ""
            )
            if name in wanted:
                wanted.discard(name)
                owners.append(f"{path}\n{name}")
                bags.append(_element(unit, plain(name.rpartition(".")[0])))
    found = _weighed(tuple(owners), owners, bags, dict.fromkeys(owners, ()))
    return replace(found, private=frozenset(o for o in owners if is_private(*o.split("\n", 1))))


def is_private(path: str, name: str) -> bool:
    """True for a name that begins with an underscore, and in Go with a small letter."""
    last = name.rpartition(".")[2]
    return last.startswith("_") or (path.endswith(".go") and last[:1].islower())


def _weighed(
    kept: tuple[str, ...], owners: list[str], bags: list[Counter[str]], near: Mapping[str, tuple[str, ...]]
) -> Elements:
    frequency: dict[str, set[str]] = defaultdict(set)
    for path, bag in zip(owners, bags, strict=True):
        for term in bag:
            frequency[term].add(path)
    rarity = {t: math.log((len(kept) + 1) / len(found)) ** _POWER for t, found in frequency.items()}
    postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for i, bag in enumerate(bags):
        weights = {t: (1 + math.log(n)) * rarity[t] for t, n in sorted(bag.items())}
        length = (math.sqrt(sum(w * w for w in weights.values())) or 1.0) ** _POWER
        for term, weight in weights.items():
            postings[term].append((i, weight / length))
    return Elements(
        paths=kept,
        owners=tuple(owners),
        postings={t: tuple(p) for t, p in postings.items()},
        rarity=rarity,
        near=near,
    )


def _element(unit: Unit, own: list[str]) -> Counter[str]:
    bag: Counter[str] = Counter(own)
    for field, times in ((_NAME, 2), (_SIGNATURE, 1), (_DOC, 1)):
        for term, n in unit.counts[field].items():
            if _says(term):
                bag[term] += n * times
    return bag


# How likely a file belongs to a requirement, told from what its score would be by chance.
#
# Chance is a requirement of the same form whose words are others, as rare as its own: each word is replaced
# by one from its neighbourhood in the project's order of rarity, and all files are scored again. The share
# of those scores that reach a file's own is its p-value, so that larger projects, in which some file always
# looks alike, ask for higher scores by themselves. Scores of files that belong are taken to be distributed
# as a power of p (density a p^(a-1), 0 < a < 1), the others evenly; with the number of files that a
# requirement usually has this gives the likelihood by Bayes' rule. Source: Efron, Large-Scale Inference
# (2010), ch. 5, for the two groups and their local rate; the replacement of words is our own.

_REACH = 20  # words up to a twentieth of the vocabulary away in the order of rarity are as rare
_TAIL = 100  # highest scores by chance from which their tail is read
_LEAST_P = 1e-9  # no tail is trusted further
_DIGITS_CHANCE = 9


def substitutes(words: Sequence[str], rarity: Mapping[str, float], draws: int) -> Iterator[dict[str, str]]:
    """`draws` replacements of the known words, the same for the same words and vocabulary; unknown words
    stay.
    """
    own = set(words)
    order = sorted(rarity, key=lambda term: (rarity[term], term))
    place = {term: i for i, term in enumerate(order)}
    reach = max(5, len(order) // _REACH)
    for draw in range(draws):
        chosen: dict[str, str] = {}
        for word in words:
            at = place.get(word, -1)
            if at >= 0:
                near = order[max(0, at - reach) : at + reach + 1]
                others = [term for term in near if term not in own] or near
                chosen[word] = others[int(sha256_hex(f"{draw} {word}".encode())[:12], 16) % len(others)]
        yield chosen


def likelihoods(
    scores: Sequence[float], chance: Sequence[float], share: float, cfg: AlignConfig
) -> list[float]:
    """For each score the likelihood that its file belongs; `chance` are sorted scores of all files by chance,
    `share` of all belong usually.

    Above the hundredth highest score by chance the tail is taken to fall off evenly on a log scale, so that
    what was never reached has a p-value too.
    """
    share = min(0.5, share)
    tail = len(chance) - max(1, min(_TAIL, len(chance) // 4))
    edge = chance[tail] if chance else 0.0
    beyond = [score - edge for score in chance[tail:]]
    slope = sum(beyond) / len(beyond) if beyond else 0.0
    out: list[float] = []
    for score in scores:
        p = (len(chance) - bisect_left(chance, score) + 0.5) / (len(chance) + 1)
        if score > edge and slope > 0:
            p = max(_LEAST_P, len(beyond) / len(chance) * math.exp(-(score - edge) / slope))
        belongs = cfg.chance_power * p ** (cfg.chance_power - 1) * share
        out.append(round(belongs / (belongs + 1 - share), _DIGITS_CHANCE))
    return out


_LABEL = regex(r"^[\w \-]{0,25}:")
_WORD = regex(r"[^\W\d]\w*")
_TITLE_WORDS = 12  # a first line of more words is a sentence, not a title; chosen by hand
_DIGITS = 9
_LEAST_WORDS = 3  # of a sentence that may describe a symbol; fewer say too little
_MOST = 20  # best symbols looked at for one sentence


class Scored(msgspec.Struct, frozen=True, kw_only=True):
    """A file, its score, the likelihood that it belongs, and the words of the text that it says, as written
    there, rarest first.
    """

    path: str
    score: float
    likelihood: float
    words: tuple[str, ...]


_Part = tuple[Mapping[str, int], float]  # words with their counts, weight


def requirement_files(text: str, elements: Elements, cfg: AlignConfig) -> tuple[Scored, ...]:
    """The committed set, best first; empty where no file says a word of it."""
    parts: list[_Part] = [(Counter(plain(part)), weight) for part, weight in _parts(text, cfg)]
    share = cfg.usual_files / max(1, len(elements.paths))
    return tuple(_kept(text, parts, _scores(parts, elements, cfg), share, elements, cfg))


def _kept(
    text: str,
    parts: list[_Part],
    scores: Mapping[str, float],
    share: float,
    elements: Elements,
    cfg: AlignConfig,
    most: int | None = None,
) -> Iterator[Scored]:
    """The beginning of the ranking that is kept, `most` looked at; `share` of all belong usually."""
    order = sorted((p for p, s in scores.items() if s > 0), key=lambda p: (-scores[p], p))[:most]
    likely = likelihoods([scores[p] for p in order], _chance(parts, elements, cfg), share, cfg)
    said = _said(text, order[: _cut(likely)], elements)
    for path, likelihood in zip(said, likely, strict=False):
        yield Scored(path=path, score=scores[path], likelihood=likelihood, words=said[path])


def _chance(parts: list[_Part], elements: Elements, cfg: AlignConfig) -> list[float]:
    """Sorted scores of all files for requirements of this form with other words."""
    words = list(dict.fromkeys(word for counts, _ in parts for word in counts))
    draws = max(2, min(cfg.chance_draws, round(cfg.chance_scores / max(1, len(elements.paths)))))
    out: list[float] = []
    for other in substitutes(words, elements.rarity, draws):
        alike = [(_replaced(counts, other), weight) for counts, weight in parts]
        out.extend(_scores(alike, elements, cfg).values())
    return sorted(out)


def _replaced(counts: Mapping[str, int], other: Mapping[str, str]) -> Counter[str]:
    out: Counter[str] = Counter()
    for word, n in counts.items():
        out[other.get(word, word)] += n
    return out


def described(text: str, elements: Elements, cfg: AlignConfig, many: int = 1) -> tuple[Scored, ...]:
    """The owners that one sentence of a text of so many describes, best first.

    One sentence of a text is expected to describe something: in a long one each is less likely to.
    """
    parts: list[_Part] = [(Counter(plain(text)), 1.0)]
    if len(parts[0][0]) < _LEAST_WORDS:
        return ()
    scores = _scores(parts, elements, cfg)
    scores |= {p: s * cfg.private_share for p, s in scores.items() if p in elements.private}
    share = 1 / max(1, len(elements.paths) * many)
    found = _kept(text, parts, scores, share, elements, cfg, _MOST)
    return tuple(f for f in found if f.likelihood >= cfg.described_least and len(f.words) >= _LEAST_WORDS)


def _cut(likely: list[float]) -> int:
    """How many of the ranked files are kept: the beginning of the list whose expected F1 is highest."""
    total, held, best, kept = sum(likely), 0.0, 0.0, 0
    for count, share in enumerate(likely, 1):
        held += share
        expected = round(2 * held / (count + total), _DIGITS)
        if expected > best:
            best, kept = expected, count
    return kept


def _said(text: str, order: list[str], elements: Elements) -> dict[str, tuple[str, ...]]:
    """For each file the words of the text that it says."""
    written: dict[str, str] = {}
    for match in _WORD.finditer(text):
        for term in plain(match[0]):
            written.setdefault(term, match[0])
    said: dict[str, list[str]] = {path: [] for path in order}
    for term in sorted(written, key=lambda t: (-elements.rarity.get(t, 0.0), t)):
        for path in {elements.owners[i] for i, _ in elements.postings.get(term, ())} & said.keys():
            said[path].append(written[term])
    return {path: tuple(dict.fromkeys(words)) for path, words in said.items()}


def _scores(parts: Iterable[_Part], elements: Elements, cfg: AlignConfig) -> dict[str, float]:
    total: dict[str, float] = defaultdict(float)
    for counts, weight in parts:
        for path, score in _part(counts, elements).items():
            total[path] += weight * score
    out: dict[str, float] = {}
    for path in elements.paths:
        near = elements.near[path]
        lift = sum(total.get(n, 0.0) for n in near) / len(near) if near else 0.0
        out[path] = round(total.get(path, 0.0) + cfg.neighbour_weight * lift, _DIGITS)
    return out


def _parts(text: str, cfg: AlignConfig) -> list[tuple[str, float]]:
    """(text, weight) of the title and the sentences."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        return []
    title = _LABEL.sub("", lines[0])
    if len(_WORD.findall(title)) > _TITLE_WORDS:
        return [(line[a:b], 1.0) for line in lines for a, b in sentences(line)]
    return [(title, cfg.title_weight), *((line[a:b], 1.0) for line in lines[1:] for a, b in sentences(line))]


def _part(counts: Mapping[str, int], elements: Elements) -> dict[str, float]:
    """File -> its best element's likeness to one part."""
    unknown = elements.unknown()
    length = (
        math.sqrt(sum(((1 + math.log(n)) * elements.rarity.get(t, unknown)) ** 2 for t, n in counts.items()))
        or 1.0
    )
    found: dict[int, float] = defaultdict(float)
    for term, n in counts.items():
        weight = (1 + math.log(n)) * elements.rarity.get(term, 0.0)
        for i, own in elements.postings.get(term, ()):
            found[i] += weight * own
    best: dict[str, float] = defaultdict(float)
    for i, score in found.items():
        best[elements.owners[i]] = max(best[elements.owners[i]], score / length)
    return best
