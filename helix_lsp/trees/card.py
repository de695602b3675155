"""Concept cards: a Markdown document whose front matter gives a concept an id and other names, and whose body
defines it.

The format is casimirbot's (docs/reference/knowledge-trees.md).
A document is a card when its front matter has an `id` and either `aliases` or a `Definition:` line is in
the body; a card needs a definition (that line, else the first paragraph). Front matter is read line by line,
one `key: value` each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.config.trees import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.paths import refuse
from helix_lsp.text.span import Span
from helix_lsp.trees.content import Form, form_of

_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_ENTRY = re.compile(r"^([A-Za-z_][\w-]*)[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_ITEM = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([^,\[\]\"']+)")
_BODY = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?(definition|key questions?|key points?|notes?)[ \t]*:[ \t]*(\S(?:.*\S)?)[ \t\r]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PARAGRAPH = re.compile(
    r"^(?![ \t]*(?:#|```|---|>|\|))[ \t]*(?:[-*+][ \t]+)?(\S(?:.*\S)?)[ \t\r]*$", re.MULTILINE
)
_MOST_ALIASES = 50
_PROVENANCE = ("measured", "proxy", "inferred")
_TIERS = ("diagnostic", "reduced-order", "certified")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptCard:
    """`span` are the bytes of the definition in `path`, lines from 1, `sha256` of exactly these bytes.
    `forms` are id, label and aliases as they are matched, each once.
    """

    id: str
    label: str
    aliases: tuple[str, ...]
    definition: str
    path: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    scope: str = ""
    intent_hints: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    must_include: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance_class: str = "inferred"
    claim_tier: str = "diagnostic"
    certifying: bool = False
    forms: tuple[Form, ...] = ()


def read_card(path: str, data: bytes, cfg: TreesConfig) -> tuple[ConceptCard | None, tuple[str, ...]]:
    """The card of a document and what is wrong with it; (None, ()) for a document that is none."""
    if not data.startswith((b"---", b"\xef\xbb\xbf---")):
        return None, ()
    text = data[: cfg.card_bytes].decode("utf-8", "surrogateescape")
    head = _HEAD.match(text)
    if head is None:
        return None, ()
    values = {m[1]: m[2] for m in _ENTRY.finditer(head[1])}
    name = _plain(values.get("id", ""))
    defined = next((m for m in _BODY.finditer(text, head.end()) if m[1].lower() == "definition"), None)
    if not name or not ("aliases" in values or defined is not None):
        return None, ()
    found = defined or _PARAGRAPH.search(text, head.end())
    if found is None:
        return None, (
            f"{path}:1: the concept card {name} defines nothing; add a line `Definition: ...`, it is left out",
        )
    at = _bytes_of(text, found.start(found.lastindex or 1), found.end(found.lastindex or 1))
    problems: list[str] = []
    aliases, label = _listed(values.get("aliases", "")), _plain(values.get("label", ""))
    include = _inside(_listed(values.get("mustIncludeFiles", "")), path, problems)
    lines = LineIndex(data).lines(at)
    said = [(m[1].lower(), m[2]) for m in _BODY.finditer(text, head.end())]
    named = tuple(dict.fromkeys(n for n in (name, label, *aliases) if n))
    card = ConceptCard(
        id=name,
        label=label or (aliases[0] if aliases else name.replace("-", " ")),
        aliases=aliases,
        definition=at.cut(data).decode("utf-8", "replace"),
        path=path,
        span=at,
        start_line=lines[0],
        end_line=lines[1],
        sha256=sha256_hex(at.cut(data)),
        scope=_plain(values.get("scope", "")),
        intent_hints=_listed(values.get("intentHints", "")),
        topics=_listed(values.get("topicTags", "")),
        must_include=include,
        questions=tuple(value for key, value in said if key.startswith("key")),
        notes=tuple(value for key, value in said if key.startswith("note")),
        provenance_class=_choice(values, "provenance_class", _PROVENANCE, "inferred", path, problems),
        claim_tier=_choice(values, "claim_tier", _TIERS, "diagnostic", path, problems),
        certifying=_plain(values.get("certifying", "")).lower() == "true",
        forms=tuple(dict.fromkeys(form_of(n) for n in named)),
    )
    return card, tuple(problems)


def _bytes_of(text: str, start: int, end: int) -> Span:
    """Bytes of a range of characters that were decoded from the beginning of the file."""
    first = len(text[:start].encode("utf-8", "surrogateescape"))
    return Span(first, first + len(text[start:end].encode("utf-8", "surrogateescape")))


def _plain(value: str) -> str:
    """A value without the quotes around it, broken bytes replaced."""
    value = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace").strip()
    return value[1:-1].strip() if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0] else value


def _listed(value: str) -> tuple[str, ...]:
    """`[a, "b, c"]` or `a, b`, each item once."""
    items = (
        next((part for part in m.groups() if part is not None), "")
        for m in _ITEM.finditer(_plain(value).strip("[]"))
    )
    return tuple(dict.fromkeys(cleaned for item in items if (cleaned := _plain(item))))[:_MOST_ALIASES]


def _inside(paths: tuple[str, ...], path: str, problems: list[str]) -> tuple[str, ...]:
    """Paths of the workspace only."""
    kept: list[str] = []
    for one in paths:
        plain = one.removeprefix("./")
        if wrong := refuse(plain):
            problems.append(
                f"{path}:1: mustIncludeFiles: {one!r} is not a path of this workspace ({wrong}); it is ignored"
            )
        else:
            kept.append(plain)
    return tuple(kept)


def _choice(
    values: dict[str, str], key: str, known: tuple[str, ...], default: str, path: str, problems: list[str]
) -> str:
    value = _plain(values.get(key, "")) or default
    if value not in known:
        problems.append(f"{path}:1: {key} {value!r} is none of {', '.join(known)}; {default} is used")
        return default
    return value
