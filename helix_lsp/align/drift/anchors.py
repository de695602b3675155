"""Does a document have the heading that a link's `#anchor` names? True, False, or None where the page may get
it from elsewhere.

Site generators differ in what they do with signs and case (`drift/slugs.py`): an anchor has to be what one of
them makes of a heading. Where a heading has markup in it, letters and digits alone are compared, and so are
anchors that a page marks itself; a number at the end (a repeated heading) is allowed for. Of a page in a
dialect whose own targets are not read here (Retype's panels), nobody can know.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable

from helix_lsp.align.drift.slugs import is_hosted, is_plain, makes
from helix_lsp.align.drift.world import World
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.regex import regex

_BUILT = regex(  # what may bring a heading: text taken in, a loop, a shortcode, a component that is not known
    rb"\{\{-?[ \t]*(?:[<%#>&/]|include|partial|template|block|yield|render|content|range|with|define)"
    rb"|\{%-?[ \t]*(?!end|raw|highlight|hint|link|post_url|comment|if|else|elsif|assign|capture)"
    rb"|^[ \t]*\{\{|^#{1,6}[^\n]*(?:\{\{|\{%)|--8<--|!\[\[|<!--\s*#?include|^[^\S\n]*import\s[^\n]*\.mdx?[\"']"
    rb"|^[^\S\n]*export\s|^\.\. |(?<!:):{3,9}[ \t]{0,4}\{|\[TOC\]|\{[@!]|```\{include"
    rb"|<(?!(?:Tabs|TabItem|Tab|Aside|Steps|FileTree|CodeBlock|CodeGroup|Badge|Admonition|Callout|Icon|Image|Link|Button)\b)[A-Z]\w+",
    re.MULTILINE,
)
_SHORTCODE = regex(  # of Hugo: an end, or one that is known to bring no heading
    rb"\{\{[<%][ \t]*/[^{}\n]{0,100}\}\}|\{\{[<%]\s{0,9}(?:relref|ref|figure|img|image|note|warning|tip|hint|info|caution|alert|callout|admonition"
    rb"|tabs?|cards?|steps?|highlight|gist|youtube|vimeo|param|details|expand|button|badge|icon|version)\b[^{}]{0,400}\}\}"
)
_WITHIN = regex(  # one that has text beside it, and so is not a block
    rb"(?<=[^\s>])[ \t]{0,9}\{\{[<%][^{}\n]{1,200}\}\}|\{\{[<%][^{}\n]{1,200}\}\}(?=[ \t]{0,9}[^\s|])"
)
_TAKEN = {  # the same of AsciiDoc and reStructuredText: what is known to bring none is left out
    "asciidoc": regex(
        rb"^include::|^=+[ \t][^\n]{0,300}\{|^\[[#\[][^\]\n]{0,100}\{|^:(?:idprefix|toc-class|page-partial)",
        re.MULTILINE,
    ),
    "restructuredtext": regex(
        rb"^[ \t]*\.\. (?:\w+:)?(?!(?:image|figure|code|code-block|sourcecode|literalinclude|parsed-literal|highlight|note|warning|tip|hint|important"
        rb"|caution|danger|error|attention|admonition|seealso|todo|versionadded|versionchanged|versionremoved|deprecated|toctree|contents|rubric"
        rb"|index|only|container|raw|math|epigraph|topic|sidebar|table|list-table|csv-table|meta|role|default-role|currentmodule|centered|unicode"
        rb"|tabs|tab|tab-set|tab-item|grid|card|replace|date|class|line-block|pull-quote|compound|sectionauthor|codeauthor)::)[\w:-]+::",
        re.MULTILINE,
    ),
}
_FENCE = regex(rb"[ \t>]{0,40}(?P<mark>`{3,80}|~{3,80})(?P<rest>[^`\n]{0,300})")
_TICKED = regex(rb"(`{1,2})[^`\n]{1,400}\1")
_EXPLICIT = regex(
    rb"(?:\bid|\bname)\s*=\s*[\"']?([^\"'\s>]+)|\{[^{}#\n]{0,200}#([\w.:-]+)|\(#([\w.:-]+)\)=|^\(([\w.:-]+)\)="
    rb"|^[ \t]*:(?:name|label):[ \t]*([\w.:-]+)|\$\$[ \t]*\(([\w.:-]+)\)"
    rb"|^[ \t]*\.\. _`?([^:`\n]{1,200})`?:|_`([^`\n]{1,200})`(?!_)|\[\[([^\],\[\n]{1,200})[,\]]|anchor:([\w.-]{1,200})\["
    rb"|^[ \t]*===[+!]{0,2}[ \t]+\"([^\"\n]{1,200})\"|\\label\{([\w.:-]+)\}|[\"']?label[\"']?:[ \t]*[\"']([\w.:-]+)",
    re.MULTILINE,
)
_NESTED = regex(  # a heading inside a quotation or a list, or indented in one
    rb"^(?=[ \t>*+\d-])[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,3}[.)](?=[ \t]))[ \t]*){0,6}#{1,6}[ \t]+(?P<title>[^\n]{1,300})",
    re.MULTILINE,
)
_TAGGED = regex(
    rb"^#{1,6}[ \t]+(?P<title>[^\n<]{1,300})<[A-Za-z]", re.MULTILINE
)  # some sites leave what is in tags out of the anchor
_ATTRIBUTES = regex(r"\{[^{}\n]{0,200}\}\s*\Z")  # `## Android {: android}`
_TAG = regex(r"<[^<>\n]{1,200}>")
_INCLUDES = regex(  # the ways in which a page takes another one in
    rb"\{!\s*([^!}\s]+)\s*!\}|--8<--\s*[\"']([^\"'\n:]+)|\{%-?\s*include(?:_relative|-markdown)?\s+[\"']?([^\s\"'%]+)|\{\{\s*#?include\s+[\"']?([^\s\"'}:]+)"
    rb"|\.\.\s+(?:md)?include::[ \t]*(\S+)|(?<!`)```+\{include\}[ \t]*(\S+)|^include::([^\[\s]+)\["
    rb"|<!--\s*@?#?include(?::|\s+(?:file|virtual)=)?\s*[\"']?([^\s\"'>]+)",
    re.MULTILINE,
)
_PARTS = frozenset(
    "include includes _include _includes partial partials _partials snippets _snippets fragments".split()
)
_ODD = regex(r"[^\w-]")
_BARE = regex(rb"(?:\]\(|\]:[ \t]*)<?(#[^\s)>]{1,300})")
_MYST = regex(rb"\bmyst_(?:parser|nb)\b")
_ALIASES = regex(rb"^:page-aliases:[ \t]*(\S[^\n]{0,2000})", re.MULTILINE)
_HOSTED = regex(r"\A(?:user-content-|markdown-header-)")  # what a code host puts before every anchor
_BLOCK = regex(rb"(?:^|[ \t])\^(?P<id>[\w-]{1,100})[ \t]*\r?$", re.MULTILINE)  # Obsidian: `Text. ^block`
_PANELS = ("retype.yml", "retype.yaml", "retype.json", ".retype")  # sites whose panels and tabs are targets
_PANEL = regex(rb"^==-|^\+\+\+[ \t]+\S|^===[ \t]+[^\s\"]", re.MULTILINE)
_RDOC = "label-"  # what RDoc puts before the title
_SITES = regex(  # what sets up a site, by its name or its folder
    r"(?:\A|/)(?P<file>mkdocs\.ya?ml|docusaurus\.config\.\w+|_config\.ya?ml|book\.toml|hugo\.\w+|config\.toml|antora\.ya?ml|astro\.config\.\w+|_quarto\.yml"
    r"|_toc\.yml|_sidebar\.md|SUMMARY\.md|\.gitbook\.yaml|Doxyfile[\w.]*|typedoc\.json|\.yardopts|\.rdoc_options|mint\.json|docs\.json|retype\.\w+|conf\.py"
    r"|(?:next|nuxt|gatsby|svelte|vite)[.-]config\.\w+|\.eleventy\.\w+|zensical\.toml|myst\.yml|index\.html?|mix\.exs|\.nojekyll|CNAME|lektorproject)\Z"
    r"|(?:\A|/)\.(?:vitepress|vuepress)/",
    re.IGNORECASE,
)
_SITED = regex(
    rb"\A---[ \t]*\r?\n|\{%|\{\{[<%]|^:::|^!!! ", re.MULTILINE
)  # what no code host makes anything of
_HEAD = 20_000
_SOURCES = frozenset({"source", "src", "website", "site", "www", "web", "documentation"})
_HEADED = frozenset({"markdown", *_TAKEN})
_SPECIAL = regex(  # lines, the top, tabs of a site, a colour
    r"(?:(?=[a-f]*\d)[0-9a-f]{3}(?:[0-9a-f]{3}(?:[0-9a-f]{2})?)?|tab/.*|L\d+(?:-L\d+)?|_?top|readme|start-of-content|:~:.*|/.*|!.*|\d+"
    r"|fn(?:ref)?[:-]?\w+|(?:fig|tab|tbl|eq|lst|thm)[:-].*|autotoc_md\d+|id\d+|__tabbed_.*)\Z",
    re.IGNORECASE,
)


def has_anchor(path: str, anchor: str, world: World, *, coded: bool = False) -> bool | None:
    """`anchor` without `#`; `coded`: it was written with percent signs, as sites do that keep every sign of a
    heading. None for what is not a page, and for a page that is built from parts.
    """
    entry, outline = world.snapshot.file(path), world.snapshot.outline(path)
    if entry is None or outline is None or entry.language not in _HEADED or _SPECIAL.match(anchor):
        return None
    data = world.texts(path) or b""
    if anchor.startswith("^"):
        return anchor[1:] in {m["id"].decode() for m in _BLOCK.finditer(data)} or None
    there = anchors_of(data, outline)
    anchor = _HOSTED.sub("", anchor).rpartition("#")[2]
    wanted = letters(anchor)
    if not wanted:
        return None
    wanted = letters(anchor[len(_RDOC) :]) if anchor.startswith(_RDOC) and wanted not in there else wanted
    short = re.sub(r"(?<!\d)\d+\Z", "", wanted)
    if (number := wanted[len(short) :]) and short in there:
        alike = sum(short in (letters(s.title), letters(s.anchor)) for s in outline.sections)
        short = short if int(number) <= max(1, alike) else wanted
    closed = bool(data.strip()) and not is_built(data, entry.language) and not _has_panels(path, data, world)
    closed = closed and (entry.language == "markdown" or bool(outline.sections))
    if wanted in there or short in there:
        return (
            coded
            or not closed
            or entry.language != "markdown"
            or not (
                is_misspelt(anchor, {wanted, short}, data, outline)
                or _is_unhosted(path, anchor, {wanted, short}, data, outline, world)
            )
        )
    return False if closed else None


def is_misspelt(anchor: str, wanted: set[str], data: bytes, outline: Outline) -> bool:
    """True for an anchor that has the letters of a heading and is what no site makes of it."""
    if _ODD.search(anchor) is None or anchor.startswith(_RDOC) or not wanted.isdisjoint(_marked(data)):
        return False
    titles = [s for s in outline.sections if letters(s.title) in wanted or letters(s.anchor) in wanted]
    return bool(titles) and all(
        is_plain(s.title) and anchor.casefold() != s.anchor.casefold() and not makes(s.title, anchor)
        for s in titles
    )


def is_of_site(path: str, world: World) -> bool:
    """True for a page that a site may be made of: below a folder that holds the settings of one. What is at the root, and
    is called as the pages are that code hosts show (`README.md`), is made for them.
    """
    if _SITED.search((world.texts(path) or b"")[:_HEAD]):
        return True  # of one that is set up elsewhere
    fronts = "/" not in path and path.partition(".")[0].isupper()
    return any(
        (not folder or path.startswith(folder)) and (folder or not fronts) for folder in _site_folders(world)
    )


def _site_folders(world: World) -> frozenset[str]:
    """The folders, with a slash behind, below which the pages of sites are."""

    def made() -> frozenset[str]:
        found = (path[: one.start()] for path in world.snapshot.paths() if (one := _SITES.search(path)))
        above = {f.rpartition("/")[0] if f.rpartition("/")[2] in _SOURCES else f for f in found}
        return frozenset(f"{folder}/" if folder else "" for folder in above)

    return remembered(world.snapshot, ("drift_sites",), made)


def _is_unhosted(
    path: str, anchor: str, wanted: set[str], data: bytes, outline: Outline, world: World
) -> bool:
    """True for an anchor of a page that code hosts alone show, which they do not make of the heading whose letters it
    has.
    """
    if (
        is_of_site(path, world)
        or not wanted.isdisjoint(_marked(data))
        or anchor.startswith(_RDOC)
        or "%" in anchor
    ):
        return False
    titles = [s.title for s in outline.sections if letters(s.title) in wanted]
    return bool(titles) and all(is_plain(one) and not is_hosted(one, anchor) for one in titles)


def _has_panels(path: str, data: bytes, world: World) -> bool:
    """True for a page of a site that makes targets of its panels and tabs."""
    if _PANEL.search(data) is not None:
        return True
    folders = path.split("/")[:-1]
    above = ("/".join(folders[:n]) for n in range(len(folders) + 1))
    return any(
        world.snapshot.file(f"{folder}/{name}".lstrip("/")) is not None
        for folder in above
        for name in _PANELS
    )


def anchors_of(data: bytes, outline: Outline | None) -> frozenset[str]:
    """What a link may lead to in a page: letters and digits of its headings and of what it marks itself."""
    found = {
        letters(text)
        for s in (outline.sections if outline is not None else ())
        for text in (s.anchor, s.title)
    }
    found |= {
        letters(_ATTRIBUTES.sub("", s.title))
        for s in (outline.sections if outline is not None else ())
        if s.title.rstrip().endswith("}")
    }
    found |= {
        letters(_TAG.sub("", s.title))
        for s in (outline.sections if outline is not None else ())
        if "<" in s.title
    }
    return frozenset(found | _marked(data))


def _marked(data: bytes) -> set[str]:
    """Letters and digits of what a page marks itself, and of headings inside of other things."""
    marked = (next((g for g in m.groups() if g), b"") for m in _EXPLICIT.finditer(data))
    nested = (m["title"] for m in (*_NESTED.finditer(data), *_TAGGED.finditer(data)))
    return {letters(one.decode("utf-8", "replace")) for one in (*marked, *nested)} - {""}


def is_built(data: bytes, language: str = "markdown") -> bool:
    """True for a page that may get headings from elsewhere; what is in code brings none."""
    if language in _TAKEN:
        return _TAKEN[language].search(data) is not None
    return _BUILT.search(data) is not None and _BUILT.search(_without_code(data)) is not None


def _without_code(data: bytes) -> bytes:
    """The text without fences, each to its end, without code in a line and shortcodes that bring no heading; the
    fence of a directive stays.
    """
    kept: list[bytes] = []
    fence, directive = b"", False
    for line in data.split(b"\n"):
        mark = _FENCE.match(line)
        if not fence and mark is not None:
            fence, directive = mark["mark"], mark["rest"].lstrip().startswith(b"{")
        elif mark is not None and mark["mark"].startswith(fence) and not mark["rest"].strip():
            fence = b""
        if not fence or directive:
            plain = _TICKED.sub(b"", line)
            kept.append(_WITHIN.sub(b"", plain) if b"{{" in plain and plain[:1] != b"#" else plain)
    text = b"\n".join(kept)
    return _SHORTCODE.sub(b"", text) if b"{{" in text else text


def bare_anchors(data: bytes) -> frozenset[bytes]:
    """What a page leads to by an anchor alone."""
    return frozenset(_BARE.findall(data))


def is_included(path: str, world: World) -> bool:
    """True when another page takes this one in, or it is in a folder of such parts: its headings and
    theirs are one page to a reader.
    """
    tail = f"/{path}"
    if not _PARTS.isdisjoint(path.lower().split("/")[:-1]):
        return True
    return any(tail.endswith(f"/{name}") for name in _included(world))


def _included(world: World) -> frozenset[str]:
    """What the pages take in, without leading dots."""

    def made() -> frozenset[str]:
        found: set[str] = set()
        for path in world.snapshot.paths():
            entry = world.snapshot.file(path)
            if entry is not None and entry.surface.kind == "docs":
                found.update(included(world.texts(path) or b""))
        return frozenset(found)

    return remembered(world.snapshot, ("drift_included",), made)


def included(data: bytes) -> frozenset[str]:
    """The files that a page takes in, as it writes them, without leading dots and slashes."""
    written = (next(g for g in m.groups() if g) for m in _INCLUDES.finditer(data))
    return frozenset(name for one in written if (name := one.decode("utf-8", "replace").lstrip("./")))


def spots(target: str, document: str) -> tuple[str, ...]:
    """Paths that a written target may mean, beside the document first."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(document), target))
    root = posixpath.normpath(target.lstrip("/"))
    return tuple(dict.fromkeys(s for s in (beside, root) if not s.startswith(".."))) or (root,)


PAGES = (".md", ".mdx", ".markdown", ".rst", ".adoc")


def page_at(spot: str, holds: Callable[[str], bool]) -> str:
    """The page that a site serves at an address without an ending, or with that of what it makes, where `holds`
    knows its file; `` for none.
    """
    stem = re.sub(r"\.html?\Z", "", spot)
    if posixpath.basename(stem).count(".") and stem == spot:
        return ""
    names = (
        (stem + ending for ending in PAGES),
        (f"{stem}/{n}{e}" for n in ("index", "README") for e in PAGES),
    )
    return next((name for some in names for name in some if holds(name)), "")


def is_object(anchor: str, world: World) -> bool:
    """True when the anchor is a name that the code defines, in a project whose pages MyST builds: there it
    leads to the documented object.
    """

    def made() -> bool:
        return any(
            p.rpartition("/")[2] == "conf.py" and _MYST.search(world.texts(p) or b"") is not None
            for p in world.snapshot.paths()
        )

    name = anchor.rpartition(".")[2]
    return (
        name.isidentifier()
        and bool(world.snapshot.defined(name))
        and remembered(world.snapshot, ("drift_myst",), made)
    )


def is_alias(target: str, world: World) -> bool:
    """True when a page says that it is also found at this place (Antora's `page-aliases`)."""
    name = target.rpartition("/")[2].rpartition(":")[2].encode()
    docs = (p for p in world.snapshot.paths() if p.endswith((".adoc", ".asciidoc")))
    return bool(name) and any(
        name in m[1] for path in docs for m in _ALIASES.finditer(world.texts(path) or b"")
    )


def near_anchor(path: str, anchor: str, world: World, label: str = "") -> tuple[str, ...]:
    """The anchor of the one heading that is the link's text, else of the one most like the one asked for;
    nothing when none is.
    """
    outline = world.snapshot.outline(path)
    same = (
        [
            s.anchor
            for s in outline.sections
            if label and letters(s.title) == letters(label) and letters(label)
        ]
        if outline is not None
        else []
    )
    if len(same) == 1:
        return (f"#{same[0]}",)
    from rapidfuzz import fuzz  # 4 MB that a session with nothing stale does without

    rated = (
        [(fuzz.ratio(letters(anchor), letters(s.anchor)), s.anchor) for s in outline.sections]
        if outline is not None
        else []
    )
    best = max(rated, default=(0.0, ""))
    return (f"#{best[1]}",) if best[0] >= world.cfg.suggest_likeness else ()


def letters(text: str) -> str:
    """What anchors are compared by: letters and digits, lower case."""
    return re.sub(r"[\W_]+", "", re.sub(r"%[0-9A-Fa-f]{2}", "", text)).lower()
