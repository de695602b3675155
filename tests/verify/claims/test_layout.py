"""What the layout of a document tells of defaults: headings, directives, items, fields, tables; each form with one
alike that tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.verify.claim.document import check_document
from tests.support.check import World, indexed, read_fixture

CODE = """
//- /kiln/options.py
DEFAULTS = {
    "fire_depth": 5,
    "mode": "fast",
    "retry": {"limit": 2},
}
parser.add_argument("--glaze", default=3)
"""


def nothing() -> None:
    return


@pytest.fixture(scope="module")
def kiln() -> Iterator[World]:
    with indexed(read_fixture(CODE).files) as made:
        yield made


def told(text: str, world: World, path: str = "docs/a.md") -> list[tuple[str, str]]:
    """(what is said, verdict) of each default that a document tells."""
    data = text.encode()
    found = check_document(path, data, world.snapshot, world.texts, nothing)
    return [(f.object.cut(data).decode().strip("`'\""), f.ruling.verdict) for f in found]


@pytest.mark.parametrize(
    "text",
    [
        "### `fire_depth` (Number):\n\nDefault: `{}`\n",
        "### `fire_depth`\n\n**Type: `number`**\\\n**Default: `{}`**\n",
        "### fire_depth: number\n\nDefault = `{}`\n",
        "### `fire_depth`\n\nHow deep.\n\n- Default: `{}`\n",
        "- `fire_depth` (number): how deep. Default: `{}`\n",
        "- **fire_depth** - how deep. Defaults to `{}`.\n",
        "- `fire_depth` {number} - how deep (default: `{}`).\n",
        "- `fire_depth`: how deep.\n\n  Default: `{}`\n",
        "- `fire_depth`\n  - Default: `{}`\n",
        "- `fire_depth` (number, optional, default = {})\n",
        "- `fire_depth`: a number, default: `{}`\n",
        "### `fire_depth`\n\nHow deep the fire is, defaulting to `{}`.\n",
        "If `fire_depth` is not set, it defaults to `{}`.\n",
        "`fire_depth` defaults to `{}` when it is omitted.\n",
        "By default, `options.fire_depth` is `{}`.\n",
        "| Name | Default | What |\n|---|---|---|\n| `fire_depth` | `{}` | How deep. It is a number. |\n",
        "| Name | Type | **Default value** |\n|---|---|---|\n| fire_depth | a \\| b | {} (shallow) |\n",
        "| Name | What |\n|---|---|\n| `fire_depth` | How deep. Defaults to `{}`. |\n",
    ],
)
def test_a_default_is_read_in_every_layout_of_markdown(text: str, kiln: World):
    assert told(text.replace("{}", "5"), kiln) == [("5", "supported")]
    assert told(text.replace("{}", "6"), kiln) == [("6", "contradicted")]


@pytest.mark.parametrize(
    "text",
    [
        ".. py:data:: fire_depth\n\n    How deep.\n\n    Default: ``{}``\n",
        ".. confval:: fire_depth\n   :type: int\n   :default: :code-py:`{}`\n\n   How deep.\n",
        "fire_depth\n-----\n\n:Summary: How deep.\n:Default: ``{}``\n",
        "``fire_depth``\n    How deep. Defaults to ``{}``.\n",
        ":param int fire_depth: How deep. Defaults to {}.\n",
        "- ``fire_depth``: How deep (default: ``{}``).\n",
    ],
)
def test_a_default_is_read_in_every_layout_of_restructured_text(text: str, kiln: World):
    assert told(text.format(5), kiln, "docs/a.rst") == [("5", "supported")]
    assert told(text.format(6), kiln, "docs/a.rst") == [("6", "contradicted")]


@pytest.mark.parametrize(
    "text",
    [
        "### Depth and mode\n\nDefault: `6`\n",  # a heading that is no name
        "## Depth\n\nDefault: `6`\n",  # an everyday word
        "- `fire_depth`: how deep.\n\nDefault: `6`\n",  # no longer about the item
        "- `fire_depth`: how deep.\n- Default: `6`\n",
        "| Name | `default` | Passed |\n|---|---|---|\n| `fire_depth` | `6` | `5` |\n",  # a name of code
        "| Name | Default | Passed by default |\n|---|---|---|\n| `fire_depth` and `mode` | `6` | `5` |\n",  # two names
        "| Default | Name |\n|---|---|\n| `6` | `fire_depth` |\n",
        "| Name | Default |\n|---|---|\n| `fire_depth` | `6` or less |\n",
        "| Name | Default |\n|---|---|\n| `fire_depth` | one of `6`, `7` |\n",
        "| Name | Default |\n|---|---|\n| `mode` | `fast` |\n\nDefault: `6`\n",
        "### `fire_depth`\n\n- max: (int, default=6) the most.\n",  # another name
        "If `fire_depth` is negative, it defaults to `6`.\n",
        "The default page of `fire_depth` has `6` lines.\n",
        "### `fire_depth` (v2.0)\n\nDefault: `6`\n",  # other times
    ],
)
def test_what_only_looks_like_a_default_is_never_contradicted(text: str, kiln: World):
    assert "contradicted" not in {verdict for _, verdict in told(text, kiln)}


@pytest.mark.parametrize(
    "text",
    [
        ".. py:data:: fire_depth\n\n    How deep.\n\nDefault: ``6``\n",  # not below the directive
        ".. note:: fire_depth\n\n    Default: ``6``\n",
        ".. confval:: fire_depth\n\n    How deep.\n\n    .. versionchanged:: 2.0\n\n        Defaults to ``6``.\n",  # other times
        ".. py:function:: fire_depth(x)\n\n    Default: ``6``\n",  # a function has no default
    ],
)
def test_a_directive_holds_for_what_is_indented_below_it_alone(text: str, kiln: World):
    assert "contradicted" not in {verdict for _, verdict in told(text, kiln, "docs/a.rst")}


def test_the_keys_around_a_default_are_those_that_the_headings_name():
    code = "//- /a.ts\nconst defaults = { limit: 9, retry: { limit: 2 } };\n"
    text = "### `retry`\n\n#### `limit`\n\nDefault: `2`\n\n### `limit`\n\nDefault: `2`\n"
    with indexed(read_fixture(code).files) as world:
        assert told(text, world) == [("2", "supported"), ("2", "contradicted")]


def test_a_document_named_after_a_place_of_the_code_speaks_of_that_place():
    code = (
        '//- /middleware/csrf/config.go\npackage csrf\n\nvar ConfigDefault = Config{\n\tName: "csrf_",\n}\n'
        '//- /middleware/session/config.go\npackage session\n\nvar ConfigDefault = Config{\n\tName: "id",\n\tLax:  true,\n}\n'
        "//- /docs/session.md\nSessions.\n"
    )
    text = '| Property | Default |\n|---|---|\n| Name | `"csrf_"` |\n| Lax | `false` |\n'
    with indexed(read_fixture(code).files) as world:
        assert told(text, world, "docs/csrf.md") == [("csrf_", "supported"), ("false", "not_found")]
        assert told(text, world, "docs/session.md") == [("csrf_", "contradicted"), ("false", "contradicted")]


def test_an_option_of_a_command_line_may_be_a_heading_and_a_row(kiln: World):
    text = "### `--glaze <n>, -g <n>`\n\nDefault: `4`\n\n| Option | Default |\n|---|---|\n| `--glaze` | 3 |\n"
    assert told(text, kiln) == [("4", "contradicted"), ("3", "supported")]


@pytest.mark.parametrize(
    ("code", "path", "verdict"),
    [
        ("//- /src/level.py\nDEFAULTS = {'level': 5}\n", "docs/level.md", "contradicted"),  # named after it
        ("//- /src/a.py\nDEFAULTS = {'level': 5}\n", "docs/b.md", "not_found"),  # of anything
        ("//- /docs/conf.py\nkiln_level = 5\n//- /docs/c.md\nA.\n//- /docs/b.md\nB.\n", "docs/b.md", "not_found"),
        ("//- /a/package.json\n{}\n//- /a/a.js\nconst f = ({ kiln_level = 6 }) => 1\n//- /b/b.js\nconst kiln_level = 5\n",
         "a/README.md", "supported"),
        ("//- /a.js\nconst f = ({ kiln_level = 6 }) => 1\n//- /b/b.js\nconst kiln_level = 5\n", "README.md", "not_found"),
    ],
)  # fmt: skip
def test_a_name_in_a_document_is_that_of_a_place_which_the_document_may_mean(
    code: str, path: str, verdict: str
):
    name = "kiln_level" if "kiln_level" in code else "level"
    with indexed(read_fixture(code).files) as world:
        assert told(f"### `{name}`\n\nDefault: `6`\n", world, path) == [("6", verdict)]


def test_what_is_said_to_be_of_an_owner_is_contradicted_only_by_what_bears_the_owner():
    code = "//- /a.ts\nconst defaults = { kilnLevel: 9, retry: { kilnLimit: 2 } };\n"
    text = "### `oven.kilnLevel`\n\nDefault: `6`\n\n### `retry.kilnLimit`\n\nDefault: `6`\n\n### `options.kilnLevel`\n\nDefault: `6`\n"
    with indexed(read_fixture(code).files) as world:
        assert [verdict for _, verdict in told(text, world)] == ["not_found", "contradicted", "contradicted"]
