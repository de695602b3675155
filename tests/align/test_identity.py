"""What the manifests of a build call the project itself, without what they link to or need."""

from __future__ import annotations

import pytest

from helix_lsp.align.identity import called_names, is_manifest, standard_modules
from tests.support.check import indexed

POM = """<project>
  <parent><groupId>a</groupId><artifactId>potters-parent</artifactId></parent>
  <artifactId>KilnCP</artifactId>
  <dependencies><dependency><artifactId>glaze</artifactId></dependency></dependencies>
</project>"""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("pom.xml", POM, {"kilncp"}),
        ("core/pom.xml", "<project><artifactId> kiln-core </artifactId></project>", {"kiln_core"}),
        ("pyproject.toml", '[project]\nname = "Kiln.Fire"\n[project.urls]\nsource = "https://github.com/potters/kiln-works"\n', {"kiln_fire"}),
        ("package.json", '{\n  "name": "@potters/kiln",\n  "dependencies": {"glaze": "^1"}\n}', {"kiln"}),
        ("mix.exs", "def project do\n  [app: :kiln, deps: [{:glaze, \"~> 1\"}]]\nend", {"kiln"}),
        ("settings.gradle.kts", 'rootProject.name = "kiln"\ninclude("glaze")', {"kiln"}),
        ("Package.swift", 'let package = Package(\n    name: "Kiln",\n    targets: [.target(name: "Glaze")])', {"kiln"}),
        ("CMakeLists.txt", "cmake_minimum_required(VERSION 3.1)\nproject(kiln LANGUAGES C)", {"kiln"}),
        ("src/Kiln.csproj", "<PackageId>Kiln.Fire</PackageId><PackageReference Include=\"Glaze\" />", {"kiln_fire"}),
        ("kiln.gemspec", "s.name = 'kiln'\ns.add_dependency 'glaze'", {"kiln"}),
        ("README.md", "name: kiln", set()),
        ("pom.xml", "<project/>", set()),
    ],
)  # fmt: skip
def test_the_names_of_the_project_itself(path: str, text: str, expected: set[str]) -> None:
    assert called_names(path, text.encode()) == expected
    assert is_manifest(path) == (path != "README.md")


@pytest.mark.parametrize(
    ("files", "known"),
    [
        ({}, True),
        ({"a.md": b"# A\n"}, True),
        ({"run.py": b"x = 1\n"}, True),
        ({"main.go": b"package main\n", "tool.py": b"x = 1\n"}, False),
        ({"main.go": b"package main\n", "tool/__init__.py": b""}, True),
        ({"main.go": b"package main\n", "pyproject.toml": b"[project]\n"}, True),
    ],
)
def test_python_has_a_library_where_a_repository_may_be_of_python(
    files: dict[str, bytes], known: bool
) -> None:
    with indexed(files) as world:
        assert ("queue" in standard_modules(world.snapshot)) == known
