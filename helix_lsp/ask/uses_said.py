"""A list of uses in words: how many there are, whether these are all, and if not, why not."""

from __future__ import annotations

from helix_lsp.align.every_use import Gap
from helix_lsp.ask.uses import UsesPage
from helix_lsp.text.counted import counted


def summary(page: UsesPage) -> str:
    """One line: the counts, and *complete* or *at least N because ...*."""
    if not page.definitions:
        left = "".join(f"; {why(gap)}" for gap in page.gaps if gap.id == "not_indexed")
        return f"nothing here defines {page.asked}{left}"
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
