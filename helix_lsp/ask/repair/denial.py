"""Does a sentence deny that there is evidence, or that the writer can answer?

Told from what is said about the evidence or the writer, not from a `not`: `returns None when no user was
found` denies nothing.
See design-decisions.md#no-denial.
"""

from __future__ import annotations

import re

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
    re.compile(pattern)
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
_CAREFUL = re.compile(
    rf"(?:however,? |but |note that )?{_SOURCE} (?:do(?:es)? not|don't|doesn't) (?:\w+ )?"
    r"(?:state|specify|mention|say|tell|show|describe|explain|define|cover) "
    r"(?:anything (?:else|more|further|beyond)|(?!it\b|this\b|that\b|these\b|those\b|them\b|any|such\b|evidence|information|documentation)[\w`'])"
)
_WRITER = tuple(
    re.compile(pattern)
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
_SPACE = re.compile(r"\s+")


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
