"""Signs that a name which left the tree is somebody else's by now: a library it moved to, a standard, a script from elsewhere, an example's own.

A document stays right when a part of the project becomes a project of its own. Where history knows no successor, one sign in the text makes the
alarm a hint; a name that the document itself imports from this project is ours whatever stands around it. What counts is only what a document says
in a form that can be read: addresses of repositories and packages, lines that install or import, declared dependencies. Made from the documents of
repositories read by hand.
"""

from __future__ import annotations

import re
import sys
from itertools import takewhile

from helix_lsp.align.drift.history import Gone, History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.setting import paragraph_of
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal, project_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span

# variables that an operating system, a language or a standard defines, whosever program reads them
_STANDARD = re.compile(
    r"XDG_[A-Z_]+|LC_[A-Z]+|LANG|LANGUAGE|PATH|HOME|USER|SHELL|EDITOR|VISUAL|PAGER|TERM|COLORTERM|TZ|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|USERPROFILE|"
    r"NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|CI|(?:HTTPS?|ALL|NO|FTP)_PROXY|SOURCE_DATE_EPOCH|DISPLAY|WAYLAND_DISPLAY|SSH_[A-Z_]+|"
    r"SSL_CERT_(?:FILE|DIR)|C(?:C|XX|FLAGS|PPFLAGS|XXFLAGS)|LDFLAGS|LD_[A-Z_]+|DYLD_[A-Z_]+|PKG_CONFIG[A-Z_]*|PYTHON[A-Z]+|VIRTUAL_ENV|PIP_[A-Z_]+|"
    r"CONDA_[A-Z_]+|NODE_(?:ENV|PATH|OPTIONS|EXTRA_CA_CERTS)|NPM_[A-Z_]+|GO(?:PATH|ROOT|OS|ARCH|FLAGS|PROXY|PRIVATE|MAXPROCS|DEBUG|BIN|CACHE)|"
    r"CARGO_[A-Z_]+|RUST(?:FLAGS|C|UP_[A-Z_]+|_LOG|_BACKTRACE)|GEM_(?:HOME|PATH)|BUNDLE_[A-Z_]+|RUBYOPT|RUBYLIB|JAVA_(?:HOME|OPTS|TOOL_OPTIONS)|"
    r"CLASSPATH|MAVEN_OPTS|DOTNET_[A-Z_]+|DOCKER_[A-Z_]+|GIT_[A-Z_]+|GITHUB_[A-Z_]+|AWS_[A-Z_]+|OTEL_[A-Z_]+|POSIXLY_CORRECT"
)
_INSTALLS = re.compile(
    r"(?:\b(?:x?pip[x3]?|gem|conda|mamba|brew|apt(?:-get)?|npm|pnpm|yarn|bun|cargo|go|uv pip|luarocks|cpanm)\s+(?:install|add|i|get)"
    r"|\b(?:yarn|pnpm|bun|cargo|uv|poetry|pdm)\s+add|\bcomposer\s+require|\bdotnet\s+add\s+package|\bInstall-Package)"
    r"(?P<names>(?:[ \t]+[^\s`;&|]+){1,12})|^[^\S\n]*gem\s+[\"'](?P<gem>[\w.-]+)[\"']",
    re.MULTILINE,
)
_FROM = re.compile(
    r"^[ \t>.$]*from\s+(?P<python>\.*\w[\w.]*)\s+import\s+(?P<names>\([^)]{0,4000}\)|[^\n]*)"
    r"|\bimport\s+(?:type\s+)?(?P<bound>[\w*{][^;'\"()]{0,400}?)\s+from\s+[\"'](?P<module>[^\"'\n]+)[\"']"
    r"|\b(?:const|let|var)\s+(?P<taken>[\w{][^=;'\"()]{0,400}?)\s*=\s*require\(\s*[\"'](?P<required>[^\"'\n]+)[\"']",
    re.MULTILINE,
)
_ADDRESS = re.compile(r"https?://[^\s\"'`<>()\[\]{}|\\^]+")
_LABELLED = re.compile(r"\]\[([^\]\n]{1,80})\]|`([^`<\n]{1,80})`_(?!\w)|\[([^\]\n]{1,80})\]\[\]")
_DEFINED = re.compile(r"^[ \t]{0,3}(?:\[(?P<md>[^\]\n]+)\]:|\.\.\s+_`?(?P<rst>[^`:\n]+)`?:)[ \t]*<?(?P<address>https?://\S+?)>?[ \t]*$", re.MULTILINE)
_FETCHED = re.compile(  # a program that is fetched and run at once
    r"(?:\b(?:curl|wget|irm|iwr|Invoke-WebRequest|Invoke-RestMethod)\b[^\n|]{0,200}?(?P<address>https?://[^\s\"'`)|]{1,300})(?![^\s\"'`)|])[^\n|]{0,200}"
    r"\|[^\n]{0,200}?\b(?:sh|bash|zsh|python3?|py|node|ruby|perl|php|iex)\b[^\n]*)"
)
_LISTS = re.compile(  # files that name what a project needs
    r"(?:^|/)(?:package\.json|pyproject\.toml|setup\.(?:py|cfg)|[\w.-]*requirements[\w.-]*\.(?:txt|in)|[Cc]argo\.toml|go\.mod|[Gg]emfile|composer\.json|"
    r"mix\.exs|pom\.xml|build\.gradle(?:\.kts)?|[\w.-]+\.(?:gemspec|csproj))\Z"
)
_LISTED = re.compile(r"(?<![\w@/.-])@?[A-Za-z][\w./-]*")
_TAKEN = re.compile(  # an import, or a name behind its package
    r"^[ \t]*(?P<line>(?:use|from|import|require|using|extern crate|alias)\b[^\n]*)"
    r"|(?<![\w.\\:])(?P<root>[A-Za-z]\w{2,})(?:\\|::)(?=[A-Za-z])", re.MULTILINE,
)  # fmt: skip
_QUALIFIED = re.compile(r"`[\\~!]?([A-Za-z]\w{2,})(?:\\|::|\.)(?=[A-Za-z])[^`\n]*`")
_APART = re.compile(
    r"\b(?:const|let|var)\s*\{(?P<names>[^{}()=;]{1,400})\}\s*=\s*(?!require\b|await\b)[A-Za-z_$][\w$.]*\s*(?:;[ \t]*)?$", re.MULTILINE
)
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+(?:\*\*)?`{1,2}(?P<name>[^`\n]+)`")
_POSSESSIVE = re.compile(r"(?<![\w.`])([A-Z][\w.]{1,40})['\u2019]s[ \t]+(?:own[ \t]+)?`{0,2}\Z")
_SENT = re.compile(
    r"\b(?:transfer|mov|extract|split|migrat|spin|spun|factor)\w*\b[^\n]{0,120}?\b(?:to|into)\b[^\n]{0,40}?(?<![\w./-])(?P<owner>[\w-]+)/(?P<name>[\w.-]+)(?![\w/-])",
    re.IGNORECASE,
)
_NEAR = 60
_REACH, _LISTED_LEAST, _MOSTLY = 3_000, 3, 0.6
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COMMON = frozenset(
    "base client code command common config core data error event file format handler helper http index json list main manager model module name "
    "node object option page parser path plugin python request response result runner server service string test text tool type user util value "
    "view web".split()
)  # too common in names to make two of them kin
_SHORTEST = 4
_COMPARED = 4  # columns


def taken_from(word: str, data: bytes, world: World) -> str:
    """Who the document's own examples take the name from, where that is not this project: then a successor here is none of its."""
    ours = frozenset(world.own | {normal(p) for p in world.packages})
    roots = _imported_from(word, data.decode("utf-8", "replace"))
    theirs = sorted(root for root in roots if not root.startswith(".") and normal(root) not in ours)
    return f"the document takes it from {theirs[0]}" if theirs and len(theirs) == len(roots) else ""


def column_of(ref: DocReference, data: bytes, world: World) -> str:
    """Whose column of a comparing table the reference stands in, `` where it is this project's or the table compares no projects."""
    start = data.rfind(b"\n", 0, ref.span.start) + 1
    row = data[start : ref.span.start].decode("utf-8", "replace")
    if not row.lstrip().startswith("|"):
        return ""
    above = data[max(0, start - _REACH) : start].decode("utf-8", "replace").split("\n")[:-1]
    rows = list(takewhile(lambda line: line.lstrip().startswith("|"), reversed(above)))
    cells = [re.sub(r"[^\w.-]", "", cell) for cell in rows[-1].strip().strip("|").split("|")] if len(rows) > 1 else []
    at = row.replace("\\|", "").count("|") - 1
    ours = frozenset(world.own | {normal(p) for p in world.packages})
    mine = [normal(cell) in ours for cell in cells]
    return cells[at] if any(mine) and at < len(cells) and not mine[at] and cells[at][:1].isupper() and len(cells) <= _COMPARED else ""


def stranger_sign(ref: DocReference, word: str, gone: Gone | None, data: bytes, outline: Outline | None, world: World, history: History) -> str:
    """Why the name `word` that went as `gone` says may be another project's, `` when nothing says so."""
    text = data.decode("utf-8", "replace")
    if ref.text.strip("${}") == word and _STANDARD.fullmatch(word):
        return f"{word} is a variable of the system or of a standard"
    ours = frozenset(world.own | {normal(p) for p in world.packages})
    if ref.text.startswith("$") and _tokens(word.lower()).isdisjoint({t for name in ours for t in _tokens(name)}):
        return f"{ref.text} is a variable of the environment, and nothing says that it is this project's"
    if _imported_from(word, text):
        return taken_from(word, data, world)
    owner = _possessor(ref, data)
    if owner and normal(owner) not in ours and not world.snapshot.defined(owner):
        return f"the text says that it is {owner}'s"
    holder = _held_by(word, text, world, history) if ref.name is None or len(ref.name.parts) == 1 else ""
    if holder:
        return f"the document has it in {holder}, which is not of this tree"
    if _taken_apart(word, text):
        return "the document's own example takes it out of an object"
    listed = _listed_beside(ref, data)
    strange = [n for n in listed if not world.snapshot.defined(n) and not any(g.defined for g in history.gone(n))]
    if len(listed) >= _LISTED_LEAST and len(strange) >= _MOSTLY * len(listed):
        return f"{strange[0]}, listed beside it, is none of this project's either"
    section = _section(ref, data, outline)
    why = _named_there(ref, word, gone, section, data, ours, world)
    return why or (_went_over(ref, word, gone, section, ours, world, history) if gone is not None else "")


def _named_there(ref: DocReference, word: str, gone: Gone | None, section: str, data: bytes, ours: frozenset[str], world: World) -> str:
    """Who else the paragraph or the section names, so that the word may be theirs."""
    for line in _FETCHED.finditer(section):
        if _names(word, line[0]) and not _is_here(line["address"], world):
            return "the document gives it to a program that is fetched from elsewhere"
    addresses = {m["md"] or m["rst"]: m["address"] for m in _DEFINED.finditer(data.decode("utf-8", "replace"))}
    near = _linked(paragraph_of(data, ref), addresses) - ours
    if near:
        return f"its paragraph links to {min(near)}"
    selves = {t for name in ours for t in _tokens(name)}
    kin = _tokens(word) - selves
    stem = _tokens((gone.path if gone is not None else "").rpartition("/")[2].partition(".")[0]) - selves - _COMMON
    others = (_linked(section, addresses) | _installed(section)) - ours
    akin = sorted(name for name in others if not (kin | stem).isdisjoint(_tokens(name)))
    return f"its section names {akin[0]}" if akin else ""


def _went_over(ref: DocReference, word: str, gone: Gone, section: str, ours: frozenset[str], world: World, history: History) -> str:
    """The required distribution that the name went over to, as far as the commit that took it away, the document and the section tell."""
    strangers = world.required - ours
    whole = world.snapshot.file(gone.path) is None  # left with its file
    brought = _brought(history.added(gone.commit), strangers, whole=whole) if strangers else ""
    if brought:
        return f"the commit that took it away brought {brought}"
    if not whole:
        return ""
    if home := _sent_to(history.message(gone.commit), ours, world):
        return f"the commit that took it away says that it went to {home}"
    page = normal(ref.path.rpartition("/")[2].partition(".")[0])
    if page in strangers:
        return f"its document is of {page}, which the project depends on"
    part = next((folder for folder in _folders_gone(gone.path, world) if page == normal(folder.rpartition("/")[2])), "")
    if part:
        return f"its document is of {part}, which went as a whole"
    scoped = sorted(root for root in _QUALIFIED.findall(section) if root in world.foreign and normal(root) not in ours)
    if any(root not in sys.stdlib_module_names for root in scoped):
        return f"its section speaks of {scoped[0]}"
    kin = _tokens(word) - {t for name in ours for t in _tokens(name)} - _COMMON
    bound = sorted(f for f in strangers if not kin.isdisjoint(_tokens(f)))
    return f"{gone.path} went as a whole, and the project depends on {bound[0]}" if bound else ""


def _sent_to(message: str, ours: frozenset[str], world: World) -> str:
    """The repository that a commit says something went to (`Transfer vox to xonsh/xontrib-vox`), `` for none or a place of this tree."""
    found = _SENT.search(message)
    place = f"{found['owner']}/{found['name']}" if found is not None else ""
    if found is None or normal(found["name"]) in ours or any(p.startswith(place) for p in world.snapshot.paths()):
        return ""
    return place


def _possessor(ref: DocReference, data: bytes) -> str:
    """Who stands in the possessive right before the reference: `ASP.NET` of "ASP.NET's `ModelState`"."""
    found = _POSSESSIVE.search(data[max(0, ref.span.start - _NEAR) : ref.span.start].decode("utf-8", "replace"))
    return found[1] if found is not None else ""


def _held_by(word: str, text: str, world: World, history: History) -> str:
    """What the document always writes before the name (`Ceram` of `Ceram::Bell`), where this tree never defined it, `` otherwise."""
    held = set(re.findall(rf"(?<![\w.:\\])(?:\w+(?:::|\.|\\)){{0,8}}?(\w+)(?:::|\.|\\){re.escape(word)}(?!\w)", text))
    if not held or not all(h[0].isupper() for h in held):  # `oven.fire()`: a variable of the example
        return ""
    folders = {part.lower() for folder in world.folders for part in folder.split("/")}
    known = any(
        world.snapshot.defined(h) or h.lower() in folders or normal(h) in world.own or any(g.defined for g in history.gone(h)) for h in held
    )
    return "" if known else min(held)


def _taken_apart(word: str, text: str) -> bool:
    """`const { other, word } = thing;` where the thing is no module that is required there."""
    return any(_names(word, m["names"]) for m in _APART.finditer(text))


def _listed_beside(ref: DocReference, data: bytes) -> list[str]:
    """The names in code that the other items of the list begin with, in which the reference begins one."""
    start = data.rfind(b"\n", 0, ref.span.start) + 1
    head = _ITEM.match(data[start : ref.span.end + 1].decode("utf-8", "replace"))
    if head is None or head["name"] != ref.text:
        return []
    left, right = max(0, ref.span.start - _REACH), min(len(data), ref.span.end + _REACH)
    left = max(left, data.rfind(b"\n#", left, start) + 1)
    stop = data.find(b"\n#", ref.span.end, right)
    rows = data[left : stop if stop >= 0 else right].decode("utf-8", "replace").split("\n")
    found = [m["name"] for row in rows if (m := _ITEM.match(row)) is not None and m["indent"] == head["indent"]]
    return [name for name in dict.fromkeys(found) if name != ref.text and name.isidentifier()]


def _folders_gone(path: str, world: World) -> list[str]:
    """The folders of a path that are there no more."""
    parts = path.split("/")[:-1]
    return [folder for n in range(1, len(parts) + 1) if (folder := "/".join(parts[:n])) not in world.folders]


def _brought(added: tuple[tuple[str, str], ...], strangers: frozenset[str], *, whole: bool) -> str:
    """The required distribution that a commit added to a list of requirements, or, `whole`, that the code it added takes something from."""
    for path, text in added:
        listed = _LISTS.search(path) is not None
        if not listed and not whole:
            continue
        words = _LISTED.findall(text) if listed else [w for m in _TAKEN.finditer(text) for w in re.findall(r"[\w-]+", m["line"] or m["root"])]
        found = sorted({normal(w.rpartition("/")[2]).replace("-", "_") for w in words} & strangers)
        if found:
            return found[0]
    return ""


def fetched_files(data: bytes) -> frozenset[str]:
    """Last parts of the addresses of programs that a text fetches and runs: a file of that name makes one the project's own."""
    return frozenset(_tail(m["address"]) for m in _FETCHED.finditer(data.decode("utf-8", "replace"))) - {""}


def _imported_from(word: str, text: str) -> set[str]:
    """First parts of the modules that the examples of a text take the name from; relative ones begin with a dot."""
    found: set[str] = set()
    for m in _FROM.finditer(text):
        module = m["python"] or m["module"] or m["required"]
        if _names(word, m["names"] or m["bound"] or m["taken"] or ""):
            found.add("." if module.startswith(".") else re.sub(r"^@[^/]+/", "", module).partition("/")[0].partition(".")[0])
    return found


def _names(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def _section(ref: DocReference, data: bytes, outline: Outline | None) -> str:
    """The text from the heading above to the next one; a docstring's or a file's whole text is none."""
    spans = [s.span for s in outline.sections if s.span.start <= ref.span.start < s.span.end] if outline is not None else []
    span = max(spans, key=lambda s: s.start, default=Span(0, 0))
    return span.cut(data).decode("utf-8", "replace")


def _linked(text: str, addresses: dict[str, str]) -> set[str]:
    """Projects that a text links to, by address or by label."""
    found = [m[0] for m in _ADDRESS.finditer(text)]
    found += [addresses.get(m[1] or m[2] or m[3], "") for m in _LABELLED.finditer(text)]
    return {project_of(a) for a in found} - {""}


def _installed(text: str) -> set[str]:
    """Packages that a text tells to install."""
    found: set[str] = set()
    for m in _INSTALLS.finditer(text):
        for one in (m["names"] or m["gem"]).split():
            name = re.match(r"[\"']?(?:@[\w.-]+/|(?:[\w.-]+/)+)?([A-Za-z][\w.-]*)", one)
            if name is not None:
                found.add(normal(name[1]))
    return found


def _is_here(address: str, world: World) -> bool:
    """True when the address ends in a file of this tree: the script that is fetched is the project's own."""
    tail = _tail(address)
    return bool(tail) and any(p == tail or p.endswith(f"/{tail}") for p in world.snapshot.paths())


def _tail(address: str) -> str:
    return address.partition("://")[2].partition("?")[0].partition("/")[2].rpartition("/")[2]


def _tokens(name: str) -> set[str]:
    """The words a name is made of, in lower case and the singular, short ones left out."""
    words = (w.lower() for w in _PARTS.findall(name))
    return {w.removesuffix("s") if not w.endswith("ss") else w for w in words if len(w) >= _SHORTEST}
