"""What is offered for a name whose successor history knows, in prose and in code blocks, and what is never
offered.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import Finding, find_drift
from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from helix_lsp.history.successor import Successor, sides_of, successor_of, successors
from helix_lsp.ide.drift_look import renames
from tests.support.check import indexed

GO = """package gin

type Engine struct {
\ttrustedProxies []string
\tlimit int
}

func (engine *Engine) SetTrustedProxies(list []string) error {
\tengine.trustedProxies = list
\treturn engine.parseTrustedProxies(list)
}

func (engine *Engine) parseTrustedProxies(list []string) error {
\tengine.limit = len(list)
\treturn nil
}

func (c *Context) ShouldBind(into any) error {
\treturn c.bind(into, c.Request, c.Params)
}
"""
NEW = GO.replace("SetTrustedProxies", "SetProxyAllowList").replace("ShouldBind(", "ShouldTake(")
REMOVED = GO[: GO.index("func (engine *Engine) Set")] + GO[GO.index("func (engine *Engine) parse") :]


class Past(NoHistory):
    """One commit changed `gin.go` at time 100, after everything was written."""

    known = True

    def __init__(self, before: str, after: str) -> None:
        self._before, self._after = before, after

    def gone(self, name: str) -> tuple[Gone, ...]:
        went = f" {name}(" in self._before.replace(")", ") ") and f" {name}(" not in self._after
        return (Gone(commit="c" * 40, time=100, path="gin.go", defined=True),) if went else ()

    def became(self, name: str, gone: Gone) -> Successor | None:
        return successor_of(
            name,
            gone.path,
            successors([sides_of("gin.go", "gin.go", self._before.encode(), self._after.encode())]),
        )

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


def found(text: str, now: str = NEW, **files: str) -> list[Finding]:
    tree = {"gin.go": now, "docs/guide.md": text} | files
    with indexed({path: data.encode() for path, data in tree.items()}) as world:
        rows = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), Past(GO, now), DriftConfig(), ["docs"]
        )
    return [f for f in rows if f.judged.verdict == "stale"]


def fixed(text: str, now: str = NEW) -> list[str]:
    """The document after the first fix of each finding."""
    data = text.encode()
    out: list[str] = []
    for one in found(text, now):
        for fix in renames(one, data)[:1]:
            (change,) = fix.changes
            out.append((data[: change.span.start] + change.text.encode() + data[change.span.end :]).decode())
    return out


def test_a_member_with_its_owner_gets_the_successor_and_keeps_the_rest_of_the_reference() -> None:
    text = "# Guide\n\nSwitch it off with `Engine.SetTrustedProxies(nil)`.\n"
    assert [f.judged.suggestions for f in found(text)] == [("SetProxyAllowList",)]
    assert fixed(text) == [text.replace("SetTrustedProxies", "SetProxyAllowList")]


def test_a_private_neighbour_is_never_offered_for_a_public_name() -> None:
    text = "# Guide\n\nSwitch it off with `Engine.SetTrustedProxies(nil)`.\n"
    (one,) = found(text, REMOVED)
    assert one.judged.suggestions == ()


CALL = "# Guide\n\n```go\nfunc main() {{\n\trouter := gin.Default()\n\t{}\n}}\n```\n"


def test_a_call_in_a_code_block_is_told_and_mended() -> None:
    text = CALL.format('router.SetTrustedProxies([]string{"1.2.3.4"})')
    (one,) = found(text)
    assert (one.reference.text, one.judged.tier, one.judged.certain, one.judged.suggestions) == (
        "SetTrustedProxies",
        "A",
        True,
        ("SetProxyAllowList",),
    )
    assert fixed(text) == [text.replace("SetTrustedProxies", "SetProxyAllowList")]


@pytest.mark.parametrize(
    "text",
    [
        CALL.format("SetTrustedProxies(nil)"),  # a function of nobody: what went was a member
        CALL.format("self.SetTrustedProxies(nil)"),
        CALL.format("Context.SetTrustedProxies(nil)"),  # of another type
        CALL.format("router.SetTrustedProxies(nil)").replace("```go", "```python"),  # another language
        CALL.format("router.SetTrustedProxies(nil)").replace("```go", "```"),
        CALL.format("router.SetTrustedProxies(nil)").replace(
            "func main", "func (r R) SetTrustedProxies(x any) {}\n\nfunc main"
        ),  # the example's own
        CALL.format("fiber.SetTrustedProxies(nil)").replace(
            "func main", 'import "github.com/gofiber/fiber"\n\nfunc main'
        ),
        CALL.format("router.SetTrustedProxies(nil) // helix-drift: ignore"),
    ],
)
def test_a_call_that_may_be_somebody_elses_is_not(text: str) -> None:
    assert found(text) == []


def test_a_call_of_a_name_that_went_without_a_certain_successor_is_not_told() -> None:
    assert found(CALL.format("router.SetTrustedProxies(nil)"), REMOVED) == []


def test_a_call_of_a_name_that_something_else_defines_is_not_told() -> None:
    assert (
        found(
            CALL.format("router.SetTrustedProxies(nil)"),
            **{"more.go": "package gin\n\nfunc SetTrustedProxies() {\n}\n"},
        )
        == []
    )
