"""What may stay of a model's answer: sentences that cite given places, or that one given place carries.
Nothing is added.

A sentence that no place carries is dropped; where the question allows general knowledge it is kept apart, as
such. Denying the evidence while there is some, saying nothing, or saying the same again and again refuses the
whole answer. A careful sentence that says what the places do not state, beside others that are on them, is
left out alone.
No sentence is handed a citation that does not carry it (design-decisions.md#own-citation, #no-denial).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.ask.prompt.source import AnswerMode
from helix_lsp.ask.repair.denial import careful, denial, refusal
from helix_lsp.ask.repair.foreign import check_names
from helix_lsp.ask.repair.held import Held, content_words
from helix_lsp.ask.repair.narrow import quoted
from helix_lsp.ask.repair.read_answer import Said
from helix_lsp.config.model import ModelConfig

_MIXED = re.compile(r"[A-Za-z][Ѐ-ӿ԰-֏]|[Ѐ-ӿ԰-֏][A-Za-z]")
_CODE = re.compile(r"`([^`\n]{1,200})`")
_NOT_WORD = re.compile(r"[\W_]+")
_EXCUSED = 0.8
_EXCUSED_WORDS = 4
_LOOP_WORDS = 12
_LOOP_SHARE = 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A sentence that stays; without `ids` it is general knowledge."""

    text: str
    ids: tuple[int, ...]
    item: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """`notes` say what was repaired or left out and why; `refused` why nothing of the answer can be used (None
    when something can). `say.py` has the words.
    """

    kept: tuple[Kept, ...]
    notes: tuple[Reason, ...]
    refused: Reason | None
    repaired: int


def mend(said: tuple[Said, ...], held: Held, mode: AnswerMode, cfg: ModelConfig, *, cut: bool) -> Mended:
    """`cut`: the answer did not end by itself, so an unfinished last sentence goes."""
    notes: list[Reason] = []
    if cut and said and not said[-1].finished:
        notes.append(Reason("cut-off"))
        said = said[:-1]
    aside = [one for one in said if held.places and careful(one.text)]
    if held.places and (why := _denied(tuple(one for one in said if one not in aside), held)):
        return Mended(kept=(), notes=tuple(notes), refused=why, repaired=0)
    said = tuple(one for one in said if one not in aside)
    notes += [because("careful", sentence=_short(one)) for one in aside]
    said, repeated = _once(said)
    notes += [because("repeated", sentence=_short(one)) for one in repeated]
    if repeated and len(repeated) >= cfg.repeated * (len(said) + len(repeated)):
        return Mended(kept=(), notes=tuple(notes), refused=Reason("repeats-itself"), repaired=0)
    if len(said) > cfg.sentences:
        notes.append(because("too-many", many=str(len(said) - cfg.sentences), most=str(cfg.sentences)))
    kept: list[Kept] = []
    repaired = 0
    for one in said[: cfg.sentences]:
        stays, note, mended = _judge(one, held, mode, cfg)
        if note is not None:
            notes.append(note)
        if stays is not None:
            kept.append(stays)
            repaired += mended
    if not any(k.ids for k in kept) and (held.places or not kept):
        return Mended(kept=(), notes=tuple(notes), refused=Reason("stands-on-nothing"), repaired=repaired)
    return Mended(kept=tuple(kept), notes=tuple(notes), refused=None, repaired=repaired)


def _denied(said: tuple[Said, ...], held: Held) -> Reason | None:
    for one in said:
        if words := refusal(one.text):
            return because("declined", words=repr(words))
        if (words := denial(one.text)) and not _excused(one, held):
            return because("denied", words=repr(words))
    return None


def _excused(one: Said, held: Held) -> bool:
    """A denial that a cited place itself states is not a denial: the sentence reports what the file says."""
    return len(content_words(one.text)) >= _EXCUSED_WORDS and any(
        held.carried(one.text, n) >= _EXCUSED and denial(held.places[n - 1].text) for n in one.ids
    )


def _once(said: tuple[Said, ...]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """Each sentence once; those that go round in themselves count as repeated."""
    seen: set[str] = set()
    first: list[Said] = []
    again: list[Said] = []
    for one in said:
        key = _NOT_WORD.sub(" ", one.text.lower()).strip()
        words = key.split()
        loops = len(words) >= _LOOP_WORDS and len(set(words)) < _LOOP_SHARE * len(words)
        (again if key in seen or loops else first).append(one)
        seen.add(key)
    return tuple(first), tuple(again)


def _judge(
    one: Said, held: Held, mode: AnswerMode, cfg: ModelConfig
) -> tuple[Kept | None, Reason | None, bool]:
    """(what stays, a note, whether a citation was repaired)."""
    if len(one.text) > cfg.sentence_chars:
        return None, because("too-long", most=str(cfg.sentence_chars), sentence=_short(one)), False
    if _MIXED.search(one.text):
        return None, because("two-alphabets", sentence=_short(one)), False
    checked = check_names(one.text, held)
    ids = tuple(sorted({*one.ids, *checked.ids}))
    odd = ", ".join([*(f"[{n}]" for n in one.unknown), *checked.removed])
    note = because("citation-gone", cited=odd[:120]) if odd else None
    if not content_words(checked.text):
        return None, note, False
    if checked.unfit and (held.places or ids):
        return None, because("foreign", name=checked.unfit, sentence=_short(one)), False
    best = _carrier(checked.text, held, cfg)
    if (
        ids
        and best is not None
        and not _own(checked.text, ids, held)
        and held.carried(checked.text, best) - held.carried(checked.text, *ids) >= cfg.recited
    ):
        before = "".join(f"[{n}]" for n in ids)
        moved = because("citation-moved", before=before, after=f"[{best}]", sentence=_short(one))
        return Kept(text=checked.text, ids=(best,), item=one.item), moved, True
    if ids:
        return Kept(text=checked.text, ids=ids, item=one.item), note, bool(odd or checked.ids)
    if best is not None:
        return (
            Kept(text=checked.text, ids=(best,), item=one.item),
            because("citation-added", after=f"[{best}]", sentence=_short(one)),
            True,
        )
    if mode == "repo_grounded":
        return None, because("not-carried", sentence=_short(one)), False
    return Kept(text=checked.text, ids=(), item=one.item), note, bool(odd)


def _own(text: str, ids: tuple[int, ...], held: Held) -> bool:
    """True when a cited place is the definition of a name in the sentence: it is about that place."""
    code = {name for span in _CODE.findall(text) for name in re.findall(r"\w+", span)}
    return any(held.places[n - 1].name in code for n in ids)


def _carrier(text: str, held: Held, cfg: ModelConfig) -> int | None:
    """The place that carries a sentence; None when none does, or several do equally well, are not the same
    text, and none writes it.
    """
    shares = sorted(((round(held.carried(text, p.number), 6), -p.number) for p in held.places), reverse=True)
    if not shares or shares[0][0] < cfg.carried:
        return None
    best = [-n for share, n in shares if share == shares[0][0]]
    if any(held.places[n - 1].text != held.places[best[0] - 1].text for n in best):
        return next((n for n in best if quoted(text, held.places[n - 1].text.encode()) is not None), None)
    return best[0]


def _short(one: Said) -> str:
    return one.text if len(one.text) <= 80 else one.text[:79] + "…"
