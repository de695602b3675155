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

import msgspec

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.ask.model.prompt.gather import AnswerMode
from helix_lsp.ask.model.repair.read_answer import Held, Said, content_words, quoted, tidy
from helix_lsp.config.questions import ModelConfig
from helix_lsp.text.regex import regex

# Paths and names of code in a sentence that no given place holds.
#
# A path where a citation stands is turned into the number of its place, or taken out; anywhere else it
# makes the sentence unfit.

_SUFFIX = (
    r"(?:py|pyi|ts|tsx|mts|cts|js|jsx|mjs|cjs|go|rs|java|kt|kts|scala|c|cc|cpp|cxx|h|hh|hpp|cs|rb|php|swift|lua|sh|bash|zsh|ps1|ex|exs|hs|zig|sql|"
    r"md|mdx|rst|adoc|txt|ipynb|html?|css|scss|vue|svelte|json|jsonc|ya?ml|toml|ini|cfg|conf|xml|proto|graphql|lock|env|dockerfile|gradle|cmake|mk)"
)
_LINES = r"(?:(?::|#)L?\d+(?:[-–:]L?\d+)?(?::\d+)?)"
_PATH = regex(
    rf"(?P<path>(?:~|\.{{1,2}}|[A-Za-z]:)?(?:[\\/]?[\w.@+-]{{1,100}}[\\/]){{1,30}}[\w.@+-]{{0,100}}\.\w{{1,10}}|(?:~|\.{{1,2}}|[A-Za-z]:)[\\/][\w.@+\\/-]+|"
    rf"(?<![\w.])/(?:[\w.@+-]+/)+[\w.@+-]+|(?<![\w./])[\w.+-]{{0,200}}\w\.{_SUFFIX}(?![\w(.]|\[))(?P<lines>{_LINES})?|"
    rf"(?P<name>(?<![\w./])[\w.-]{{1,200}}\.\w{{1,10}})(?P<at>:L?\d+(?:[-–]L?\d+)?)"
)
_CITING = regex(r"[(\[][^()\[\]]{0,300}[)\]]")
_LEAD = regex(
    r"(?:\b(?:see|in|from|source|file|cf|at|per|according to|and|also|lines?)\b|[\s,;:`()\[\]L\d-])*\Z", re.I
)
_LINE = regex(r"\d+")
_CODE_FOREIGN = regex(r"`([^`]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """`text` without the paths that stood as citations; `ids` are the places that those meant; `removed` the
    foreign ones among them;
    `unfit` is what the sentence itself names and no place holds (`` when nothing).
    """

    text: str
    ids: tuple[int, ...]
    removed: tuple[str, ...]
    unfit: str


def check_names(text: str, held: Held) -> Checked:
    """Paths as citations first, then what remains."""
    ids: dict[int, None] = {}
    removed: dict[str, None] = {}

    def group(match: re.Match[str]) -> str:
        """A bracket that holds nothing but paths and the small words round them."""
        paths = list(_PATH.finditer(match[0]))
        if not paths or not _LEAD.match(_PATH.sub(" ", match[0])):
            return match[0]
        for path in paths:
            number = _place(path, held)
            if number is None:
                removed[path[0]] = None
            else:
                ids[number] = None
        return ""

    bare = tidy(_CITING.sub(group, text))
    for path in _PATH.finditer(bare):
        if (path["lines"] or path["at"]) and (number := _place(path, held)) is not None:
            ids[number] = None  # `a.py:12` in the sentence itself says as much as a number behind it
    return Checked(text=bare, ids=tuple(ids), removed=tuple(removed), unfit=_unfit(bare, held))


def _place(match: re.Match[str], held: Held) -> int | None:
    path, lines = match["path"] or match["name"], match["lines"] or match["at"]
    found = _LINE.search(lines) if lines else None
    return held.place_of(path, int(found[0]) if found else None)


def _unfit(text: str, held: Held) -> str:
    for match in _PATH.finditer(text):
        path = match["path"] or match["name"]
        if held.place_of(path, None) is None and not held.writes(path):
            return path
    for code in _CODE_FOREIGN.findall(text):
        if not held.knows_code(code):
            return f"`{code[:60]}`"
    return ""


# Does a sentence deny that there is evidence, or that the writer can answer?
#
# Told from what is said about the evidence or the writer, not from a `not`: `returns None when no user was
# found` denies nothing. See design-decisions.md#no-denial.

_BARE = r"(?:evidence|information|indications?|mentions?|documentation|proof)"
_THING = r"(?:evidence|information|indications?|mentions?|references?|documentation|proof|details?|context|support|explanation|answers?|trace)"
_GIVEN = (
    r"(?:the |this |these |any |your |its )?"
    r"(?:provided|given|available|supplied|retrieved|cited|quoted|above|numbered|present|current|listed|shown)"
)
_NAMED = (
    r"(?:the |this |these )?(?:evidence|context|excerpts?|snippets?|tool results?|proof spans?|search results?|repositor(?:y|ies)|repo|"
    r"code ?base|documents|documentation|sources|passages|material)"
)
_SOURCE = rf"(?:{_GIVEN} \w+(?: \w+)?|{_NAMED})"
_SAYS = (
    r"(?:contains?|mentions?|provides?|includes?|shows?|says?|specif(?:y|ies)|describes?|defines?|covers?|explains?|answers?|supports?|"
    r"address(?:es)?|indicates?|states?|reveals?|discuss(?:es)?|references?|gives?|tells?|establish(?:es)?|confirms?|holds?|offers?|have|has|"
    r"clarif(?:y|ies))"
)
_SAID = (
    r"(?:mentioned|specified|provided|documented|found|present|available|described|shown|stated|defined|covered|explained|answered|addressed|"
    r"included|discussed|listed|given|clear|possible|evident)"
)
_NOT = r"(?:do(?:es)? not|don't|doesn't|did not|didn't|cannot|can not|can't|could not|couldn't|fails? to|never|neither)"
_CANNOT = (
    r"(?:can(?:not|'t| not)|could(?: not|n't)|do(?: not|n't)|did(?: not|n't)|(?:have|had)(?: not|n't)|won't|will not)\s+(?:\w+\s+){0,3}"
    r"(?:find|found|locate|see|seen|determine|answer|tell|know|have|confirm|verify|identify|say|help|access|provide|conclude|comment|explain)"
)
_KNOWN = r"(?:determined|answered|found|confirmed|verified|established|inferred|known|derived)"
_PATTERNS = tuple(
    regex(pattern)
    for pattern in (
        rf"\b(?:no|lack of|lacks|without any|not any|hardly any|zero)\s+(?:\w+\s+){{0,2}}{_BARE}\b",
        rf"\b(?:not enough|insufficient|not sufficient|too little)\s+(?:\w+\s+){{0,2}}{_THING}\b",
        rf"\b(?:isn't|is not|aren't|are not|wasn't|there's not|not)\s+(?:any|enough|sufficient)\s+(?:\w+\s+){{0,2}}{_THING}\b",
        rf"\b{_BARE}\s+(?:is|are|was|were)\s+(?:missing|absent|lacking|insufficient|unavailable)\b",
        rf"\b{_BARE}\s+(?:is|are|was|were)\s+not (?:available|present|provided|found|sufficient)\b",
        rf"\b{_SOURCE}\s+(?:\w+\s+)?{_NOT}\s+(?:\w+\s+){{0,2}}{_SAYS}\b",
        rf"\b{_SOURCE}\s+(?:is|are)\s+(?:silent|insufficient|empty|inconclusive|irrelevant|unrelated|not (?:sufficient|enough|relevant))\b",
        rf"\b{_SOURCE}\s+(?:\w+\s+)?(?:contains?|has|have|holds?|provides?|gives?|offers?|mentions?|says?|shows?)\s+(?:nothing|none|no)\b",
        rf"\b(?:nothing|none)\s+(?:\w+\s+){{0,4}}(?:in|of|from|within)\s+(?:\w+ )?{_NAMED}\b",
        rf"\bnot\s+(?:\w+ly\s+)?{_SAID}\s+(?:\w+\s+){{0,3}}(?:in|by|within|from|based on|with)\s+{_SOURCE}\b",
        rf"\b(?:can|could)(?:not|'t| not)\s+be\s+(?:\w+ly\s+)?{_KNOWN}\s+(?:from|based|with|given|in|by|here|using)\b",
        rf"\b(?:impossible|not possible|unclear|unknown|not known|uncertain)\s+(?:\w+\s+){{0,4}}(?:from|based on|given|in)\s+{_SOURCE}\b",
    )
)
_CAREFUL = regex(
    rf"(?:however,? |but |note that )?{_SOURCE} (?:do(?:es)? not|don't|doesn't) (?:\w+ )?"
    r"(?:state|specify|mention|say|tell|show|describe|explain|define|cover) "
    r"(?:anything (?:else|more|further|beyond)|(?!it\b|this\b|that\b|these\b|those\b|them\b|any|such\b|evidence|information|documentation)[\w`'])"
)
_WRITER = tuple(
    regex(pattern)
    for pattern in (
        r"\b(?:i|we)\s*(?:(?:am|are|'m|'re|was|were)\s*)?(?:unable|not able|unsure|not sure|not certain|uncertain)\b",
        rf"\b(?:i|we)\s+(?:\w+ly\s+)?{_CANNOT}\b",
        r"\A(?:\w+,\s+)?(?:unable|not able|impossible) to (?:\w+ly )?(?:find|determine|answer|locate|say|tell|confirm|identify)\b",
        r"\b(?:i'm|i am|we're|we are)\s+(?:\w+ )?sorry\b|\Asorry\b\s*[,.!]|\bi apologi[sz]e\b",
        r"\bas an ai\b|\bas a language model\b|\bmy training\b|\bi have no (?:\w+ )?(?:access|way|information|evidence|idea)\b",
        r"\bn/a\b\s*\.?\Z|\An/a\b|\A(?:no|not|nothing|none)(?: relevant| \w+)? (?:answer|evidence|results?|matches|found)\.?\Z",
        r"\bkeine? (?:\w+ )?(?:hinweise?|belege?|informationen?|angaben?|beweise?|nachweise?|evidenz)\b",
        r"\bkann ich (?:\w+ ){0,3}nicht\b|\bich kann (?:\w+ ){0,4}nicht\b",
        r"\baucune? (?:\w+ )?(?:preuve|information|mention|élément|indication|référence)\b|\bje ne (?:peux|trouve|sais|dispose|vois)\b",
        r"\b(?:no hay|ninguna?|sin) (?:\w+ )?(?:evidencia|pruebas?|información|mención|referencias?)\b",
        r"\bno (?:puedo|encuentro|encontré|se encontró)\b|\bnessuna? (?:prova|informazione|evidenza|menzione)\b",
        r"\bnão há (?:\w+ )?(?:evidências?|informaç|provas?)|\bgeen (?:bewijs|informatie|vermelding)\b",
        r"没有(?:找到|证据|任何|相关|足够)|未(?:找到|发现|提及)|无法(?:确定|找到|回答|得知)|無法(?:確定|找到|回答)",
        r"証拠(?:が|は)(?:ない|ありません)|見つかりません|증거가 없|нет (?:доказательств|информации|данных|упоминани)",
    )
)
_SIGNS = str.maketrans({"’": "'", "‘": "'", "`": "", "*": "", "_": " "})
_LOOK_ALIKES = str.maketrans("аеорсухіѕјԁոοανԛ", "aeopcyxisjdnoavq")
_SPACE = regex(r"\s+")


def denial(sentence: str) -> str:
    """The words that deny the evidence, lower-case; `` when none do."""
    return _found(_PATTERNS, sentence)


def careful(sentence: str) -> bool:
    """True when a sentence only says what the places do not state (`the context does not state how long`): of
    a detail that it names, and of nothing else.
    """
    said = _SPACE.sub(" ", sentence.translate(_SIGNS).lower()).strip()
    found = _CAREFUL.match(said)
    return found is not None and not any(p.search(said[found.end() :]) for p in _PATTERNS)


def refusal(sentence: str) -> str:
    """The words in which the writer says that it cannot or will not answer; `` when there are none. No
    evidence can excuse these.
    """
    return _found(_WRITER, sentence)


def _found(patterns: tuple[re.Pattern[str], ...], sentence: str) -> str:
    """Also where letters of another alphabet that look the same stand in for some."""
    text = sentence.translate(_SIGNS).lower()
    said = _SPACE.sub(" ", text).strip()
    spelled = (said,) if said.isascii() else (said, said.translate(_LOOK_ALIKES))
    return next((match[0] for pattern in patterns for one in spelled if (match := pattern.search(one))), "")


_MIXED = regex(r"[A-Za-z][Ѐ-ӿ԰-֏]|[Ѐ-ӿ԰-֏][A-Za-z]")
_CODE = regex(r"`([^`\n]{1,200})`")
_NOT_WORD = regex(r"[\W_]+")
_EXCUSED = 0.8
_EXCUSED_WORDS = 4
_LOOP_WORDS = 12
_LOOP_SHARE = 0.4


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence that stays; without `ids` it is general knowledge."""

    text: str
    ids: tuple[int, ...]
    item: bool


class Mended(msgspec.Struct, frozen=True, kw_only=True):
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
