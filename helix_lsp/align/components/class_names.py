"""Components that are a class or a few classes rather than a folder, and classes named in the text.

A CamelCase word that is a file's stem means that file. A capitalised name before component, module or
subsystem that no folder bears means the class of that name, else the classes whose first word is the name or
its abbreviation. An abbreviation is read from the code: a beginning of the name of three letters or more, or
an acronym (no vowel in it, or written in capitals) whose letters are in the name in order; the table of
usual ones is an option.
How names are graded: design-decisions.md#evidence-grades; the abbreviation rules are chosen by hand.
"""

from __future__ import annotations

from helix_lsp.align.components.folders import Folders, flat
from helix_lsp.align.components.sightings import camel, gap, tokens
from helix_lsp.align.prose import Sentence
from helix_lsp.config.align import AlignConfig

_HEADS = frozenset({"component", "module", "subsystem"})
_USUAL = {
    "db": "database",
    "ui": "userinterface",
    "gui": "graphicaluserinterface",
    "auth": "authentication",
    "config": "configuration",
    "msg": "message",
    "repo": "repository",
    "admin": "administration",
    "app": "application",
    "prefs": "preferences",
    "doc": "documentation",
}
_LEAST = 3  # letters of a beginning that may stand for the word
_LONGEST_ACRONYM = 4
_VOWELS = frozenset("aeiou")


def owned_classes(
    sentences: tuple[Sentence, ...], folders: Folders, cfg: AlignConfig
) -> tuple[dict[str, frozenset[str]], frozenset[str]]:
    """(word of the document -> files of the classes it names, files that a component without a folder owns)"""
    shaped: set[str] = set()
    called: set[str] = set()
    for sentence in sentences:
        found = tokens(sentence.text)
        for i, (word, _, end) in enumerate(found):
            after = (
                found[i + 1][0].lower()
                if i + 1 < len(found) and gap(sentence.text[end : found[i + 1][1]]) == " "
                else ""
            )
            if flat(word) not in folders.named and len(word) >= _LEAST:
                if camel(word):
                    shaped.add(word)
                elif word[:1].isupper() and after in _HEADS:
                    called.add(word)
    classes = {w: folders.stems[flat(w)] for w in sorted(shaped) if flat(w) in folders.stems}
    owned: set[str] = set()
    for word in sorted(called):
        files = folders.stems.get(flat(word)) or _headed(flat(word), folders, cfg)
        if files:
            classes[word] = files
            owned |= files
    return classes, frozenset(owned)


def _headed(name: str, folders: Folders, cfg: AlignConfig) -> frozenset[str]:
    """Files whose stem begins with the name or with what the code abbreviates it to; two acronyms that would
    do say nothing.
    """
    heads = {name, *({a for a, full in _USUAL.items() if full == name} if cfg.abbreviations else ())}
    firsts = {w[0] for w in folders.stem_words.values() if len(w) > 1}
    heads |= {w for w in firsts if _LEAST <= len(w) < len(name) and name.startswith(w)}
    acronyms = {
        w for w in firsts if 2 <= len(w) <= _LONGEST_ACRONYM and _stands_for(w, name) and _no_word(w, folders)
    }
    if len(acronyms) == 1:
        heads |= acronyms
    return frozenset(f for f, w in folders.stem_words.items() if len(w) > 1 and w[0] in heads)


def _stands_for(short: str, name: str) -> bool:
    """The letters are in the name in order, the first one first."""
    if name[:1] != short[:1]:
        return False
    rest = iter(name)
    return all(letter in rest for letter in short)


def _no_word(word: str, folders: Folders) -> bool:
    """True for what cannot be read as a word: no vowel in it, or written in capitals before a word of the
    stem.
    """
    if not _VOWELS & set(word):
        return True
    return any(
        w[:1] == (word,) and f.rpartition("/")[2].startswith(word.upper())
        for f, w in folders.stem_words.items()
    )
