"""Paths and places in every form in which a document writes them: HTML, commands, web addresses of the
project's own repository, lines of a file.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory, PathGone
from helix_lsp.align.drift.world import build_world
from helix_lsp.align.drift.written import own_address, read_place
from helix_lsp.align.identity import own_repositories
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed, read_fixture
from tests.support.drifted import drifted

TREE = """
//- /pyproject.toml
[project]
name = "kiln"
[project.urls]
Source = "https://github.com/potters/kiln"
//- /kiln/oven.py
x = 1
y = 2
//- /docs/a.md
# A
"""


class Past(NoHistory):
    """Paths that went at time 100; everything was written before."""

    known = True

    def __init__(self, *paths: str, moved: str = "") -> None:
        self._paths, self._moved = paths, moved

    def path_gone(self, path: str) -> PathGone | None:
        return PathGone(commit="c" * 40, time=100, moved=self._moved) if path in self._paths else None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)

    def gone(self, name: str) -> tuple[Gone, ...]:
        return ()


def tiers(text: str, *gone: str, path: str = "README.md") -> list[tuple[str, str]]:
    return drifted(TREE, f"# G\n\n{text}\n", Past(*gone), path)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('<img src="docs/fire.png" width=3>', "docs/fire.png"),
        ("<a href='docs/fire.png'>x</a>", "docs/fire.png"),
        ('<picture><source srcset="docs/fire.png"></picture>', "docs/fire.png"),
        ("Run `python docs/fire.png --fast`.", "docs/fire.png"),
        ("```sh\n$ sh ./docs/fire.png\nout docs/fire.png\n```", "./docs/fire.png"),
        ("```bash\nfire --config=docs/fire.png\n```", "docs/fire.png"),
        ("```bash\npytest docs/fire.png::test_one\n```", "docs/fire.png"),
        (
            "[x](https://github.com/potters/kiln/blob/main/docs/fire.png)",
            "https://github.com/potters/kiln/blob/main/docs/fire.png",
        ),
        (
            "https://raw.githubusercontent.com/potters/kiln/master/docs/fire.png",
            "https://raw.githubusercontent.com/potters/kiln/master/docs/fire.png",
        ),
    ],
)
def test_a_path_in_any_form_is_found_stale(text: str, written: str) -> None:
    assert tiers(text, "docs/fire.png") == [(written, "A")]
    assert [t for _, t in tiers(text.replace("fire.png", "a.md"), "docs/fire.png")] == [""]


@pytest.mark.parametrize(
    "text",
    [
        '`<img src="docs/fire.png">`',
        '<!-- <img src="docs/fire.png"> -->',
        '```html\n<img src="docs/fire.png">\n```',
        "```sh\nmkdir -p docs/fire.png\ncp a docs/fire.png\nfire -o docs/fire.png\nfire > docs/fire.png\n```",
        "```sh\ncd elsewhere\nsh docs/fire.png\n```",
        "```python\nopen(x, docs/fire.png)\n```",
        "[x](https://github.com/potters/kiln/blob/v1.0/docs/fire.png)",
        "[x](https://github.com/weavers/kiln/blob/main/docs/fire.png)",
    ],
)
def test_what_is_no_path_of_this_tree_is_not_read(text: str) -> None:
    assert [row for row in tiers(text, "docs/fire.png") if row[1]] == []


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("`kiln/oven.py:2`", ""),
        ("`kiln/oven.py:3`", ""),
        ("`kiln/oven.py:40`", "A"),
        ("`oven.py:40`", "A"),
        ("`kiln/oven.py:1-40`", "A"),
        ("`kiln/oven.py:1:40`", ""),
        ("`kiln/oven.py#L1-L2`", ""),
        ("`kiln/oven.py#L40`", "A"),
        ("[x](kiln/oven.py#L40)", "A"),
        ("[x](kiln/oven.py?plain=1#L1-L2)", ""),
        ("[x](https://github.com/potters/kiln/blob/main/kiln/oven.py#L40)", "A"),
        ("[x](https://github.com/potters/kiln/blob/4f5a6b7/kiln/oven.py#L40)", None),
        ("`localhost:8080`", None),
        ("`nobody.py:400`", ""),
    ],
)
def test_a_line_is_checked_against_its_file(text: str, tier: str | None) -> None:
    assert [t for _, t in tiers(text)] == ([] if tier is None else [tier])


def test_a_page_that_git_saw_go_is_no_built_page() -> None:
    assert tiers("[x](docs/fire.html)", "docs/fire.html") == [("docs/fire.html", "A")]
    assert tiers("[x](docs/fire.html)") == [("docs/fire.html", "")]
    assert tiers("[x](docs/a.html)", "docs/a.html") == [("docs/a.html", "")]  # its source is there


def test_places_and_addresses() -> None:
    assert [read_place(t) for t in ("a/b.py:3", "a/b.py:3-9", "a/b.py#L3", "a/b.py")] == [
        ("a/b.py", 3),
        ("a/b.py", 9),
        ("a/b.py", 3),
        ("a/b.py", 0),
    ]
    own = frozenset({"potters/kiln"})
    assert own_address("https://github.com/Potters/kiln/tree/main/docs/#x", own) == "/docs#x"
    assert own_address("https://gitlab.com/potters/kiln/-/blob/main/a.md?x=1#y", own) == "/a.md#y"
    assert own_address("https://github.com/potters/kiln/blob/v2/a.md", own) == ""


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("go.mod", "module github.com/potters/kiln\n\nrequire github.com/weavers/loom v1.0.0\n"),
        (
            "package.json",
            '{\n  "name": "kiln",\n  "repository": "potters/kiln",\n  "dependencies": {"a": "github:weavers/loom"}\n}',
        ),
        ("package.json", '{"repository": {"type": "git", "url": "git+https://github.com/potters/kiln.git"}}'),
        (
            "Cargo.toml",
            (
                '[package]\nname = "kiln"\nrepository = "https://github.com/Potters/kiln"\n'
                '[dependencies]\nloom = { git = "https://github.com/weavers/loom" }\n'
            ),
        ),
        (
            "pom.xml",
            "<project><artifactId>kiln</artifactId>\n<url>https://github.com/potters/kiln</url></project>",
        ),
        (
            "gradle.properties",
            "POM_URL=https://github.com/potters/kiln/\nA=https://github.com/weavers/loom\n",
        ),
        ("logic/publish.gradle.kts", 'pom {\n  url = "https://github.com/potters/kiln"\n}\n'),
        (
            "site/docusaurus.config.js",
            "  a: {\n    editUrl: 'https://github.com/potters/kiln/edit/main/site/',\n",
        ),
        ("mkdocs.yml", "site_name: Kiln\nrepo_url: https://github.com/potters/kiln\n"),
    ],
)
def test_the_repositories_of_a_manifest(path: str, data: str) -> None:
    assert own_repositories(path, data.encode()) == {"potters/kiln"}


CODE = "import os\n\n\ndef keep(root, name):\n    return os.path.join(root, '.kiln', 'ashes', name)\n"


@pytest.mark.parametrize(
    ("text", "code", "tier", "certain"),
    [
        ("Look into `out/ashes`.", "", "A", True),
        ("Look into `out/ashes`.", CODE.replace(".kiln", "out"), "B", False),
        ("Look into `kiln/ashes`.", CODE, "B", False),
        ("Ash is moved to `out/ashes`.", "", "B", False),
        ("Make a folder `out/ashes`. Look into `out/ashes`.", "", "B", False),
        ("Look into `out/ashes` of your project.", "", "B", False),
    ],
)
def test_a_place_of_the_reader_or_of_the_output_is_no_alarm_and_never_certain(
    text: str, code: str, tier: str, certain: bool
) -> None:
    past = Past("out/ashes", "kiln/ashes", moved="kiln")
    with indexed(
        dict(read_fixture(TREE).files)
        | {"README.md": f"# G\n\n{text}\n".encode(), "kiln/ash.py": code.encode()}
    ) as tree:
        cfg = DriftConfig()
        found = find_drift(build_world(tree.snapshot, tree.texts, cfg), past, cfg, ["README.md"])
    assert {(f.judged.tier, f.judged.certain) for f in found} == {(tier, certain)}


@pytest.mark.parametrize(
    ("code", "tier"),
    [
        ('root / "cache" / "glaze.json"', "B"),
        ('open("cache/glaze.json")', "B"),
        ('root / "cache"', "A"),
        ("glaze = cache(json)", "A"),
    ],
)
def test_a_path_that_code_puts_together_is_made_where_it_runs(code: str, tier: str) -> None:
    """Rule `made-by-code`: every part must stand in one file, as a component of a path in quotes."""
    more = {"kiln/store.py": f"def store(root, cache, json):\n    return {code.replace('glaze = ', '')}\n"}
    found = drifted(TREE, "# G\n\nRead `cache/glaze.json`.\n", Past("cache/glaze.json"), "README.md", more)
    assert found == [("cache/glaze.json", tier)]
