"""Where a name is used: the whole counted set, not a sample, in pages that no server has to remember. Also what a
file defines at its top, and which files use it.

A list is *complete* when every file that could hold a use was read for every name that the definition goes by,
and no file holds one of them in a string. Else it says that there may be more, and why. A use is certain when it
is known to mean a definition of the name; of the others nobody can tell, and what is known to mean something else
is not there.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable

import msgspec

from helix_lsp.align.live import Live, NameOracle, Texts
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.uses.every_use import FoundUse, Gap, every_use
from helix_lsp.align.uses.usage import Usage, usages_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import UsageError
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.channels.fuzzy import near_names
from helix_lsp.text.digest import digest_of
from helix_lsp.text.paths import refuse
from helix_lsp.text.visible import counted
from helix_lsp.tuning.documents import USES

_LONGEST_NAME = 500
_FIELDS = 5  # of a cursor
_NEAR = 3
_MARK = 12  # characters of a digest: enough to tell two states of one repository apart


class UsesRequest(msgspec.Struct, frozen=True, kw_only=True):
    """`name` as `Flask.route` or `route`; `path` keeps the definitions of that file or folder, `` for all;
    `cursor` is the `next` of the page before, `` for the first; `size` uses a page, 0 for the usual.
    """

    name: str
    path: str = ""
    cursor: str = ""
    size: int = 0


class UsedDefinition(msgspec.Struct, frozen=True, kw_only=True):
    """A definition of the asked name; `line` from 1; `certain` counts the uses that are known to mean it."""

    path: str
    line: int
    qualified: str
    kind: str
    certain: int


class UsePlace(msgspec.Struct, frozen=True, kw_only=True):
    """One use. `line` from 1; bytes are half open; `text` is its line without indentation, cut where it is
    long; `means` are places in the list of definitions, () where nobody can tell.
    """

    line: int
    start: int
    end: int
    kind: str
    name: str
    certain: bool
    means: tuple[int, ...]
    text: str


class UseGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Uses of one function (`scope`, `` outside of all) of one file, in their order."""

    path: str
    test: bool
    scope: str
    places: tuple[UsePlace, ...]


class UsesPage(msgspec.Struct, frozen=True, kw_only=True):
    """`total`, `certain`, `in_tests`, `files` and `kinds` count the whole set, `first` (from 1, 0 for an
    empty page) to `last` are on this page; `next` is the cursor of the next page, `` at the end. `near` are defined
    names that are spelled like one which nothing defines.
    """

    asked: str
    definitions: tuple[UsedDefinition, ...]
    total: int
    certain: int
    in_tests: int
    files: int
    kinds: tuple[tuple[str, int], ...]
    gaps: tuple[Gap, ...]
    groups: tuple[UseGroup, ...]
    first: int
    last: int
    next: str
    freshness: Freshness
    near: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """True when nothing says that there may be more; never of a name that nothing here defines."""
        return bool(self.definitions) and not self.gaps


def look_up_uses(
    request: UsesRequest,
    snapshot: Snapshot,
    texts: Texts,
    oracle: NameOracle,
    cfg: AlignConfig,
    freshness: Freshness,
    check: Callable[[], None],
) -> UsesPage:
    """One page. Raises `UsageError` for an empty name, a wrong path, size or cursor, and what `check` raises,
    which is called for each file.
    """
    name, size = _checked(request)
    mark, after = _read_cursor(request)
    live = Live(snapshot, texts, oracle)
    defined = _defined(name, request.path, snapshot, cfg)
    found, gaps = every_use(defined, live, cfg, check)
    now = snapshot.digest()[:_MARK]
    if not freshness.fresh:
        gaps = (*gaps, Gap(id="behind", count=freshness.behind))
    if mark and mark != now:
        gaps = (*gaps, Gap(id="changed_since", count=0))
    start = next((n for n, one in enumerate(found) if _key(one) > after), len(found)) if after else 0
    shown = found[start : start + size]
    more = start + size < len(found)
    return UsesPage(
        asked=name,
        definitions=tuple(
            _definition(n, one, found, live) for n, one in enumerate(defined[: USES.definitions])
        ),
        total=len(found),
        certain=sum(one.usage.certain for one in found),
        in_tests=sum(one.test for one in found),
        files=len({one.usage.path for one in found}),
        kinds=tuple(sorted(_counted([one.usage.kind for one in found]).items())),
        gaps=gaps,
        groups=_groups(shown, live),
        first=start + 1 if shown else 0,
        last=start + len(shown),
        next=_cursor(request, now, shown[-1]) if more and shown else "",
        freshness=freshness,
        near=() if defined else names_near(snapshot, name),
    )


def names_near(snapshot: Snapshot, name: str) -> tuple[str, ...]:
    """Defined names that are spelled like the last component of `name`, the nearest first."""
    return tuple(near for near, _ in near_names(snapshot, name.rpartition(".")[2], SearchConfig())[:_NEAR])


def near_in_words(names: tuple[str, ...]) -> str:
    """Behind what says that a name is not there; `` for none."""
    return f"; names that come near: {', '.join(names)}" if names else ""


def _checked(request: UsesRequest) -> tuple[str, int]:
    name = request.name.strip().removesuffix("()")
    if not name:
        raise UsageError("the name is empty; write one as the code does: Flask.route")
    if len(name) > _LONGEST_NAME:
        raise UsageError(f"the name is {len(name):,} characters long, the limit is {_LONGEST_NAME}")
    if request.path and (reason := refuse(request.path.rstrip("/"))) is not None:
        raise UsageError(f"{request.path!r} is not a path below the root: {reason}")
    if not 0 <= request.size <= USES.most_page:
        raise UsageError(f"a page holds 1 to {USES.most_page:,} uses, not {request.size:,}")
    return name, request.size or USES.page


def _defined(name: str, path: str, snapshot: Snapshot, cfg: AlignConfig) -> list[Defined]:
    """Definitions that bear the name, in the order of (path, place); else the best reading of it."""
    folder = path.rstrip("/") + "/"

    def here(one: Defined) -> bool:
        return not path or one.path == path or one.path.startswith(folder)

    exact = [
        d
        for d in snapshot.defined(name)
        if d.symbol.qualified == name or d.symbol.qualified.endswith("." + name)
    ]
    found = [d for d in exact if here(d)]
    if not exact:
        found = [r.defined for r in resolve(name, "", snapshot, cfg) if here(r.defined)][:1]
    return sorted(found, key=lambda d: (d.path, d.ordinal))


def _definition(rank: int, one: Defined, found: tuple[FoundUse, ...], live: Live) -> UsedDefinition:
    symbol = live.symbol(one) or one.symbol
    return UsedDefinition(
        path=one.path,
        line=live.lines(one.path).line_of(symbol.name_span.start) + 1,
        qualified=one.symbol.qualified,
        kind=one.symbol.kind,
        certain=sum(rank in use.means for use in found),
    )


def _key(one: FoundUse) -> tuple[bool, str, int]:
    return (one.test, one.usage.path, one.usage.span.start)


def _groups(shown: tuple[FoundUse, ...], live: Live) -> tuple[UseGroup, ...]:
    """Runs of one file and one function; a function that uses the name before and after one inside it comes
    once.
    """
    at: dict[tuple[bool, str, str], list[UsePlace]] = {}
    for one in shown:
        at.setdefault((one.test, one.usage.path, one.usage.scope), []).append(_place(one, live))
    return tuple(
        UseGroup(path=path, test=test, scope=scope, places=tuple(places))
        for (test, path, scope), places in at.items()
    )


def _place(one: FoundUse, live: Live) -> UsePlace:
    use = one.usage
    lines = live.lines(use.path)
    row = lines.line_of(use.span.start)
    text = lines.line_text(row).strip()
    return UsePlace(
        line=row + 1,
        start=use.span.start,
        end=use.span.end,
        kind=use.kind,
        name=use.name,
        certain=use.certain,
        means=one.means,
        text=text if len(text) <= USES.line else text[: USES.line - 1] + "…",
    )


def _counted(values: list[str]) -> dict[str, int]:
    return {value: values.count(value) for value in dict.fromkeys(values)}


def _cursor(request: UsesRequest, now: str, last: FoundUse) -> str:
    """What the next page begins behind, with the state and the question it belongs to; nothing is kept here."""
    test, path, start = _key(last)
    written = f"{now}.{_asked(request)}.{int(test)}.{start}.{path}"
    return urlsafe_b64encode(written.encode("utf-8", "surrogatepass")).decode("ascii").rstrip("=")


def _asked(request: UsesRequest) -> str:
    return digest_of([request.name.strip().removesuffix("()"), request.path])[:_MARK]


def _read_cursor(request: UsesRequest) -> tuple[str, tuple[bool, str, int] | None]:
    """(state it was made in, place) of a cursor; (``, None) for the first page."""
    if not request.cursor:
        return "", None
    wrong = "the cursor is not one of a page of uses; give `next` back as it was, or leave it out"
    try:
        raw = urlsafe_b64decode(request.cursor + "=" * (-len(request.cursor) % 4))
        fields = raw.decode("utf-8", "surrogatepass").split(".", 4)
    except ValueError:
        raise UsageError(wrong) from None
    if len(fields) != _FIELDS or fields[2] not in ("0", "1"):
        raise UsageError(wrong)
    if not (fields[3].isascii() and fields[3].isdigit()) or len(fields[3]) > _MARK:
        raise UsageError(wrong)
    if fields[1] != _asked(request):
        raise UsageError("the cursor belongs to another name or path; leave it out to begin anew")
    return fields[0], (fields[2] == "1", fields[4], int(fields[3]))


# A list of uses in words: how many there are, whether these are all, and if not, why not.


def summary(page: UsesPage) -> str:
    """One line: the counts, and *complete* or *at least N because ...*."""
    if not page.definitions:
        left = "".join(f"; {why(gap)}" for gap in page.gaps if gap.id == "not_indexed")
        return f"nothing here defines {page.asked}{near_in_words(page.near)}{left}"
    amount = f"{counted(page.total, 'use')} in {counted(page.files, 'file')}"
    kinds = ", ".join(f"{kind} {count}" for kind, count in page.kinds)
    sure = [
        *([f"{page.certain} certain"] if page.certain < page.total else []),
        *([f"{page.in_tests} in tests"] if page.in_tests else []),
        *([kinds] if kinds else []),
    ]
    counts = f"{amount} ({'; '.join(sure)})" if sure else amount
    if page.complete:
        return f"complete: {counts}"
    return f"at least {counts}, because {'; '.join(why(gap) for gap in page.gaps)}"


def why(gap: Gap) -> str:
    """One reason why there may be more uses than are listed."""
    some = (
        f" ({', '.join(gap.examples)}{', ...' if gap.count > len(gap.examples) else ''})"
        if gap.examples
        else ""
    )
    files = counted(gap.count, "file")
    match gap.id:
        case "other_names":
            return f"{files} hold{'s' * (gap.count == 1)} the name in a string{some}"
        case "not_read":
            return "more files hold the name than are read for one list"
        case "not_indexed":
            return f"{files} of code {_is(gap)} not in the index{some}"
        case "no_grammar":
            return f"{files} that hold{'s' * (gap.count == 1)} the name {_is(gap)} read as text only{some}"
        case "does_not_parse":
            return f"{files} that hold{'s' * (gap.count == 1)} the name do{'es' * (gap.count == 1)} not parse{some}"
        case "definitions":
            return f"{counted(gap.count, 'further definition')} of the name {_is(gap)} not told apart{some}"
        case "behind":
            return f"the index is not fresh ({files} behind)" if gap.count else "the index is not fresh"
        case "changed_since":
            return "the repository changed since the first page"


def _is(gap: Gap) -> str:
    return "is" if gap.count == 1 else "are"


# What a file defines at its top, and which files use it.

_MOST_DEFINED = 24


def users_of(path: str, live: Live, cfg: AlignConfig) -> tuple[tuple[Usage, ...], bool]:
    """(uses, from other files, of what the file defines at its top: certain ones first, one for each file; whether
    every definition and every file that holds a name of one was looked at).
    """
    out: dict[str, Usage] = {}
    defined = tops(path, live.snapshot)
    whole = len(defined) <= _MOST_DEFINED
    for one in defined[:_MOST_DEFINED]:
        uses = usages_of(one, live, cfg)
        whole = whole and not uses.capped and not uses.tests_capped
        for use in sorted((*uses.code, *uses.tests), key=lambda u: not u.certain):
            if use.path != path and (use.path not in out or (use.certain and not out[use.path].certain)):
                out[use.path] = use
    return tuple(sorted(out.values(), key=lambda u: (not u.certain, u.path))), whole


def tops(path: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """What a file defines at its top, exported names first."""
    outline = snapshot.skeleton(path)
    found = [
        Defined(path=path, ordinal=n, symbol=s)
        for n, s in enumerate(outline.symbols if outline is not None else ())
        if s.parent < 0 and s.kind not in ("variable", "module", "namespace", "impl")
    ]
    return tuple(sorted(found, key=lambda d: (not d.symbol.exported, d.ordinal)))
