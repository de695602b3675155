"""What a project does not offer to its readers, and what a text does not offer as a name."""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.align.drift.reference import DocReference
from helix_lsp.text.identifiers import lower_parts

_OFF = frozenset(
    "test tests testing spec specs sample samples example examples demo demos benchmark benchmarks bench script scripts tool tools tooling ci build "
    "hack contrib playground sandbox".split()
)
_STANDARDS = frozenset(
    "URL URI JSON XML YAML TOML HTML CSS DNS TCP UDP SSH FTP JWT "
    "SHA UTF ISO RFC CVE AES DES RSA MD HTTP TLS SSL PEP IPV CRC UCS BASE GB JIS KOI CP EUC ECMA IEEE ANSI BIP EIP ED CWE GH PR ES X V P B S H "
    "UINT INT FLOAT RGB ARM AMD".split()
)
_MARKS = b"*_"
_HOLDER = re.compile(
    r"(?:^|_)(?:my|your|foo|bar|baz|spam|eggs|qux|some|example|dummy)(?:_|$)|^(?:[Mm]y|[Yy]our|[Ff]oo|[Bb]ar|[Ss]ome|[Ee]xample|[Dd]ummy)(?=[A-Z])"
)


@lru_cache(20_000)
def is_off_stage(path: str) -> bool:
    """True for a file below a folder of tests, samples, scripts or tools, however the folder's name is put
    together (`Door.Tests.Web`).

    What left such a folder proves nothing of what the documents promise.
    """
    return any(part in _OFF for folder in path.split("/")[:-1] for part in lower_parts(folder))


def is_holder(text: str) -> bool:
    """True for what stands for any name: `my_bell`, `YourTower`, `foo`."""
    return _HOLDER.search(text) is not None


def is_argument(ref: DocReference, data: bytes) -> bool:
    """True for a word in capitals behind others in the same code (`bell ring TOWER`): the reader puts an
    argument of a command there.
    """
    return ref.text.isalpha() and ref.text.isupper() and data[ref.span.start - 1 : ref.span.start] == b" "


def is_variable(ref: DocReference, data: bytes) -> bool:
    """True for code in italics (``*`method_name`*``): a word that the reader puts something else for."""
    start, end = ref.span.start, ref.span.end
    while start > 0 and data[start - 1 : start] == b"`":
        start -= 1
    while data[end : end + 1] == b"`":
        end += 1
    before, after = data[max(0, start - 2) : start], data[end : end + 2]
    mark = before[-1:]
    return (
        bool(mark)
        and mark in _MARKS
        and after[:1] == mark
        and before[-2:-1] != mark
        and after[1:] != mark
        and data[start : start + 1] == b"`"
    )


def is_standard(word: str) -> bool:
    """True for the name of a standard, a protocol or a format in capitals: `HTTPS`."""
    return word.isupper() and not {word, word.removesuffix("S")}.isdisjoint(_STANDARDS)
