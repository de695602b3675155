"""What project files declare: dependencies and commands."""

from __future__ import annotations

import time

import pytest

from helix_lsp.align.drift.manifest import dependencies
from helix_lsp.syntax.extract import extract


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "requirements.txt",
            "requests>=2\n# words here\n-r other.txt\nkombu[redis]==5\n",
            {"requests", "kombu"},
        ),
        (
            "pyproject.toml",
            '[project]\nkeywords = ["postgres"]\ndependencies = ["requests>=2", "kombu"]\n',
            {"requests", "kombu"},
        ),
        (
            "pyproject.toml",
            '[dependency-groups]\ndev = ["ruff"]\n[tool.poetry.dependencies]\nkombu = "^5"\n',
            {"ruff", "kombu"},
        ),
        (
            "setup.py",
            'setup(name="kiln", keywords=["postgres"], install_requires=["requests>=2", "kombu"],\n)\n',
            {"requests", "kombu"},
        ),
        (
            "package.json",
            '{"keywords": ["oven"], "dependencies": {"left-pad": "1"}, "scripts": {"build": "x"}}',
            {"left_pad"},
        ),
        ("go.mod", "module a.b/kiln\n\nrequire (\n\tgithub.com/spf13/cobra v1.0.0\n)\n", {"cobra"}),
        ("environment.yml", "dependencies:\n  - numpy>=1\n", {"numpy"}),
        ("Gemfile", "source 'https://kiln.example'\ngem 'left-pad', '~> 1'\n", {"left_pad"}),
        (
            "kiln.gemspec",
            '  s.add_runtime_dependency("left-pad", "~> 1")\n  s.add_dependency "clay"\n',
            {"left_pad", "clay"},
        ),
        ("kiln.py", "requests\n", set[str]()),
        (
            "go.mod",
            "module a.b/kiln\nrequire a.b/one/v3 v3.1.0\nrequire (\n\tgopkg.in/yaml.v3 v3.0.1\n\ta.b/kiln/x v0.0.0\n)\nreplace a.b/kiln/x => ./x\n",
            {"one", "yaml_v3"},
        ),
        ("Gemfile", "gem 'clay', path: '../clay'\n  gem \"left-pad\"\n# gem 'wax'\n", {"left_pad"}),
        (
            "pom.xml",
            (
                "<?xml version='1.0'?>\n"
                "<project xmlns='http://maven.apache.org/POM/4.0.0'><parent><groupId>org.kiln</groupId><artifactId>kiln-parent</artifactId></parent>\n"
                "<dependencies><dependency><groupId>org.kiln</groupId><artifactId>kiln-core</artifactId></dependency>"
                "<dependency><groupId>${project.groupId}</groupId><artifactId>kiln-api</artifactId></dependency>&wax;\n"
                "<!-- <dependency><groupId>a.b</groupId><artifactId>gone</artifactId></dependency> -->"
                "<dependency>\n<groupId> com.acme </groupId>\n<artifactId>left-pad</artifactId><exclusions><exclusion><groupId>x.y</groupId>"
                "<artifactId>straw</artifactId></exclusion></exclusions></dependency></dependencies></project>"
            ),
            {"left_pad"},
        ),
        (
            "pom.xml",
            "<!DOCTYPE project [<!ENTITY a '<dependency><artifactId>left-pad</artifactId></dependency>'>]><project>&a;</project>",
            set[str](),
        ),
        (
            "app/build.gradle.kts",
            (
                'group = "org.kiln"\ndependencies {\n  implementation("com.acme:left-pad:$padVersion")\n  api(platform("c.d:clay-bom:1"))\n'
                '  implementation(project(":core"))\n  testImplementation("org.kiln:kiln-core:1")\n  api(group = "a.b", name = "wax")\n"scm:git:x"\n'
            ),
            {"left_pad", "clay_bom", "wax"},
        ),
        (
            "gradle/libs.versions.toml",
            (
                '[versions]\npad = "1.0"\n[libraries]\npad = { module = "com.acme:left-pad", version.ref = "pad" }\n'
                'clay = "com.acme:clay:2"\nwax = { group = "a.b", name = "wax" }\n'
            ),
            {"left_pad", "clay", "wax"},
        ),
        (
            "src/Kiln.csproj",
            (
                '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="Left.Pad" Version="1" />\n'
                '<PackageReference Version="2" Include="Clay"></PackageReference><ProjectReference Include="Kiln.Core" /></ItemGroup></Project>'
            ),
            {"left_pad", "clay"},
        ),
        (
            "Directory.Packages.props",
            '<Project><ItemGroup><PackageVersion Include="Left.Pad" Version="1"/></ItemGroup></Project>',
            {"left_pad"},
        ),
        (
            "Cargo.toml",
            (
                '[package]\nname = "kiln"\n[dependencies]\nleft-pad = "1"\nclay = { version = "1", features = ["wet"] }\ncore = { path = "../core" }\n'  # noqa: E501
                'wax = { package = "beeswax", version = "1" }\n[target."cfg(unix)".dev-dependencies]\nstraw = { workspace = true }\n'
                '[workspace.dependencies.oven]\nversion = "3"\n'
            ),
            {"left_pad", "clay", "beeswax", "straw", "oven"},
        ),
        ("Cargo.toml", '[dependencies]\nleft-pad = "1\n', set[str]()),
        (
            "composer.json",
            '{"require": {"php": ">=8", "ext-json": "*", "acme/left-pad": "^1"}, "require-dev": {"acme/clay": "2"}, "suggest": {"acme/wax": "x"}}',
            {"left_pad", "clay"},
        ),
        ("composer.json", "[" * 100_000, set[str]()),
        (
            "mix.exs",
            (
                'defp deps do\n  [\n    {:left_pad, "~> 1.0", only: :test},\n    {:clay, github: "acme/clay"},\n    {:core, path: "../core"},\n'
                "    {:oven, in_umbrella: true},\n    {:ok, result}\n  ]\nend\n"
            ),
            {"left_pad", "clay"},
        ),
        (
            "Package.swift",
            (
                'let it = Package(name: "Kiln", dependencies: [\n  .package(url: "https://a.example/left-pad.git", .upToNextMajor(from: "1.0.0")),\n'
                '  .package(path: "../core"),\n], targets: [.target(name: "Kiln", dependencies: [.product(name: "Clay", package: "left-pad")])])\n'
            ),
            {"left_pad", "clay"},
        ),
        (
            "pubspec.yaml",
            (
                "name: kiln\ndependencies:\n  flutter:\n    sdk: flutter\n  left_pad: ^1.0.0\n  core:\n    path: ../core\ndev_dependencies:\n"
                "  clay: any\nflutter:\n  uses-material-design: true\n"
            ),
            {"flutter", "left_pad", "clay"},
        ),
        (
            "build.sbt",
            (
                'organization := "org.kiln"\nlibraryDependencies ++= Seq(\n  "com.acme" %% "left-pad" % "1.0",\n  "org.kiln" %%% "core" % "1",\n'
                '  "com.acme" % "clay" % clayVersion % Test\n)\n'
            ),
            {"left_pad", "clay"},
        ),
    ],
)
def test_dependencies_are_names_of_distributions_only(path: str, text: str, expected: set[str]) -> None:
    assert dependencies(path, text.encode(), extract(path, text.encode())) == expected


@pytest.mark.parametrize(
    ("path", "piece"),
    [
        ("pom.xml", "<a>"), ("pom.xml", "</b>"), ("pom.xml", "<!--"), ("pom.xml", "<aaaa"), ("k.csproj", "<a b='"), ("build.gradle", "'a:"),
        ("build.gradle", "group = "), ("go.mod", "a/"), ("go.mod", "\n"), ("Cargo.toml", "[a."), ("Gemfile", "gem "), ("mix.exs", "{:a "),
        ("Package.swift", ".package("), ("pubspec.yaml", "dependencies:\n  a:\n"), ("build.sbt", '"a" %% '), ("composer.json", '{"require":'),
    ],
)  # fmt: skip
def test_a_build_file_of_nothing_but_beginnings_costs_no_more_than_its_length(path: str, piece: str) -> None:
    """Four times the text takes about four times as long; nothing that grows with the square would pass a
    factor of ten.
    """
    took: list[float] = []
    for size in (50_000, 200_000):
        text = (piece * (size // len(piece))).encode()
        rounds: list[float] = []
        for _ in range(3):  # the collector may come by in one of them
            began = time.process_time()
            dependencies(path, text, None)
            rounds.append(time.process_time() - began)
        took.append(min(rounds))
    assert took[1] < 10 * max(took[0], 0.02)
