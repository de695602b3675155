"""Error codes (`E1234`, `HLX-001`, `ERR_NO_DOOR`): a family of codes that the code quotes, and members of it
that it has no more.

A code belongs to a family by its letters and the number of its digits, or by what is before `ERR_` and
`ERROR_`. Names of standards are none.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reason import because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Witness, Written, alike, witnessed
from helix_lsp.config.drift import DriftConfig

_QUOTED = re.compile(
    rb"[\"'`\[(]([A-Z]{1,8}[-_]?\d{2,5}|(?:[A-Z]{2,12}_)?(?:ERR|ERROR)_[A-Z0-9_]+)(?=[\"'`:,\])])"
)
_CODE = re.compile(
    r"(?P<lead>[A-Z]{1,8}[-_]?)(?P<digits>\d{2,5})|(?P<family>(?:[A-Z]{2,12}_)?(?:ERR|ERROR)_)[A-Z0-9_]+"
)
_STANDARDS = frozenset(
    "URL URI JSON XML YAML TOML HTML CSS DNS TCP UDP SSH FTP JWT "
    "SHA UTF ISO RFC CVE AES DES RSA MD HTTP TLS SSL PEP IPV CRC UCS BASE GB JIS KOI CP EUC ECMA IEEE ANSI BIP EIP ED CWE GH PR ES X V P B S H "
    "UINT INT FLOAT RGB ARM AMD".split()
)


def is_standard(word: str) -> bool:
    """True for the name of a standard, a protocol or a format in capitals: `HTTPS`."""
    return word.isupper() and not {word, word.removesuffix("S")}.isdisjoint(_STANDARDS)


def quoted_codes(data: bytes) -> set[str]:
    """Codes that a text holds as a whole literal, or with a colon behind it."""
    return {m.decode("ascii") for m in _QUOTED.findall(data) if family_of(m.decode("ascii"))}


def family_of(code: str) -> str:
    """`HLX-000` for `HLX-123`, `ERR_` for `ERR_NO_DOOR`, `` for what is not code."""
    match = _CODE.fullmatch(code)
    if match is None:
        return ""
    if match["family"]:
        return match["family"]
    return "" if match["lead"].rstrip("-_") in _STANDARDS else match["lead"] + "0" * len(match["digits"])


def judge_code(
    ref: DocReference, code: str, codes: frozenset[str], history: History, written: Written, cfg: DriftConfig
) -> Witness | None:
    """What is known of a code that occurs nowhere, None where the project does not have a family for it."""
    family = family_of(code)
    known = sorted(_families(codes).get(family, ())) if family else []
    if len(known) < cfg.code_siblings:
        return None
    near = alike(code, known, cfg) if "0" not in family else ()  # one number is as near as the next
    hint = Witness(
        check=because("code-unknown", many=str(len(known)), sibling=known[0], word=code), suggestions=near
    )
    seen = history.gone(code) or history.gone(code.replace("-", "_"))
    return witnessed(ref, code, seen, written, hint, "code-gone")


@lru_cache(64)
def _families(codes: frozenset[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for code in sorted(codes):
        found.setdefault(family_of(code), []).append(code)
    return {family: tuple(members) for family, members in found.items()}
