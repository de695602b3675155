"""Which lines give a value to what is asked: their own words, lists of a workflow, and what a workflow refers
to.
"""

from __future__ import annotations

from helix_lsp.search.reading.read import read
from helix_lsp.search.reading.settings import Setting, settings
from helix_lsp.search.reading.value_line import referred_key
from helix_lsp.search.search import search
from tests.support.check import indexed

CHARTS = "# Charts\n\nA limit keeps the ferry from running out of memory while it reads\nextremely large charts. The default is 1MB.\n"
CI = """\
jobs:
  moor:
    strategy:
      matrix:
        lamp: [3, 4, 5]
    with:
      lamp-version: ${{ matrix.lamp }}
      lamp-least: "3.1"
"""


def _settings(files: dict[str, bytes], question: str) -> list[Setting]:
    with indexed(files) as world:
        view = world.view()
        results = search(question, view.snapshot, view.texts, view.config.search, k=10)
        return list(
            settings(read(results.order, view.snapshot, view.texts), question, view.snapshot, view.texts)
        )


def test_a_line_has_words_of_its_own_or_only_those_around_it() -> None:
    found = {
        s.line: s.own
        for s in _settings({"charts.md": CHARTS.encode()}, "how much memory does the ferry keep?")
    }
    assert found == {4: False}
    found = {s.line: s.own for s in _settings({"charts.md": CHARTS.encode()}, "how large may charts be?")}
    assert found == {4: True}


def test_a_list_is_a_value_unless_a_bound_is_asked_for() -> None:
    files = {".github/workflows/moor.yml": CI.encode()}
    assert {s.line for s in _settings(files, "which lamp versions does the workflow try?")} == {5, 7, 8}
    assert {s.line for s in _settings(files, "what is the oldest lamp version of the workflow?")} == {8}


def test_what_a_workflow_refers_to() -> None:
    assert referred_key("  lamp-version: ${{ matrix.lamp }}") == "lamp"
    assert referred_key("  lamp-version: 3") == ""
    assert referred_key("  lamp: ${{ secrets.LAMP }}") == ""  # nobody sees it


LIMITS = "# Limits\n\n* `--lamp-wait` - Wait for the lamp. Default: 5 seconds.\n* `--graceful-mooring` - Seconds to wait for graceful mooring.\n"
COUNTED = b"""def moor(ropes, slack=3):
    tied = 0
    tied_most = 40
    for rope in ropes:
        tied += rope.tied
    return tied
"""
VERSIONS = {
    "pyproject.toml": b'[project]\nname = "ferry"\nrequires-python = ">=3.9"\n',
    ".github/workflows/publish.yml": b'jobs:\n  publish:\n    with:\n      python-version: "3.12"\n',
}


def test_an_item_of_a_list_speaks_for_itself() -> None:
    [found] = _settings(
        {"limits.md": LIMITS.encode()}, "how long is the wait for graceful mooring by default?"
    )
    assert found.line == 3
    assert not {"grace", "moor"} & found.words


def test_where_a_count_begins_is_no_setting() -> None:
    assert {s.line for s in _settings({"moor.py": COUNTED}, "how many ropes are tied?")} == {1, 3}


def test_the_oldest_version_is_what_is_required_and_not_what_a_workflow_uses() -> None:
    found = _settings(VERSIONS, "what is the oldest python version that is supported?")
    assert next(s.text.strip() for s in found) == 'requires-python = ">=3.9"'
    found = _settings(VERSIONS, "which python version does the publish workflow use?")
    assert next(s.text.strip() for s in found) == 'python-version: "3.12"'


MATRIX = """\
jobs:
  moor:
    strategy:
      matrix:
        knot:
          - "2.1"
          - "2.2"
        include:
          - os: harbour
            knot: "2.2"
    with:
      knot-version: ${{ matrix.knot }}
  leave:
    with:
      knot-version: "1.0"
"""


def test_several_are_a_list_and_not_one_of_them() -> None:
    found = _settings({".github/workflows/moor.yml": MATRIX.encode()}, "which knot versions does the CI try?")
    assert found[0].line == 12
    assert referred_key("      name: knot ${{ matrix.knot }} of the harbour") == ""


def test_what_a_workflow_works_out_is_no_value() -> None:
    files = {
        ".github/workflows/moor.yml": b"with:\n  knot-version: ${{ fromJson(needs.rope.outputs.knots) }}\n"
    }
    assert _settings(files, "which knot version is it?") == []


def test_what_is_signed_as_the_least_is_the_minimum() -> None:
    files = {
        "go.mod": b"module harbour\n\ngo 1.25.0\n",
        "README.md": b"# Harbour\n\nThe bell needs at least port 80.\n",
    }
    assert _settings(files, "minimum go version")[0].text == "go 1.25.0"


EXAMPLE = """\
# Ferry

You can give `wait` in seconds to call the ferry back (default is disabled).

```ts
await sail("harbour", {
  wait: 3000, // Wait for 3 seconds
});
```

```text
  --depth N   how deep the water is (default: 12)
```
"""


def test_what_an_example_gives_is_the_value_of_nothing_else() -> None:
    files = {"README.md": EXAMPLE.encode()}
    [found, *_] = _settings(files, "how long is the wait by default?")
    assert (found.line, found.fits) == (3, True)
    assert 7 not in {s.line for s in _settings(files, "what is the default wait?")}
    assert [s.line for s in _settings(files, "what is the default depth?") if "depth" in s.words] == [12]


def test_what_is_taken_over_from_elsewhere_is_no_value() -> None:
    source = (
        b"const wait = 30;\nconst options = { wait: 3000, ...defaults };\nlimits = dict(wait=5, **limits)\n"
    )
    assert {s.line for s in _settings({"ferry.ts": source}, "what is the default wait?")} == {1}
