"""What a path says of its file: code, documents, configuration or text; a test, an example, generated,
vendored, an entry.

Pure, from the path alone; what the content says about being generated is in `Facts.generated`.
Folders and suffixes are those that the factors of `search.demote_*` were chosen with
(design-decisions.md#ranking-recipe).
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from helix_lsp.text.regex import regex

SurfaceKind = Literal["code", "docs", "config", "text"]

_DOCUMENTS = frozenset({"markdown", "restructuredtext", "asciidoc", "html", "notebook"})
_DATA = frozenset({"json", "yaml", "toml"})
_PLAIN = frozenset({"text", ""})
_DOCUMENT_SUFFIXES = frozenset({".txt", ".adoc", ".asciidoc", ".org", ".mdx", ".markdown", ".md", ".rst"})
_CONFIG_SUFFIXES = frozenset(
    ".toml .cfg .ini .yaml .yml .json .json5 .jsonc .xml .properties .env .gradle .cmake .tf .conf .lock .editorconfig "
    ".plist".split()
)
_CONFIG_NAMES = frozenset(
    "makefile dockerfile jenkinsfile vagrantfile procfile gemfile rakefile cmakelists.txt manifest.in requirements.txt go.mod "
    "go.sum "
    ".gitignore .gitattributes .dockerignore .npmrc .babelrc .eslintrc .prettierrc .flake8 .pylintrc .coveragerc".split()
)

_TEST_FOLDERS = frozenset(
    "test tests testing __tests__ __mocks__ spec specs testdata test_data e2e fixture fixtures unittests".split()
)
_TEST_FOLDER = regex(r"[\w.-]*[a-z]Tests?\Z|\w+[-_.]tests?\Z")
_TEST_SUPPORT = regex(
    r"test[-_]?(?:env|fixtures|harness|helpers?|lib|mocks|resources|setup|storage|suite|support|utils?)\Z"
)  # in lower case: `TestHelper` is a namespace that a project offers
_FOR_OWN_TESTS = regex(r"(?:.*/)?internal/(?:test|mock)[\w.-]*(?:/|\Z)")  # nobody else can import it
_TEST_BASE = regex(
    r"(?:test_.*|tests?|conftest)\.\w+\Z|.*(?:[._-](?:test|tests|spec|specs|bench)|(?<=[a-z])(?:Tests?|Spec|IT))\.\w+\Z"
)
_EXAMPLE_FOLDERS = frozenset(
    "example examples sample samples demo demos benchmark benchmarks bench asv_bench playground tutorial docs_src legacy _legacy "
    "compat".split()
)
_VENDOR_FOLDERS = frozenset(
    "vendor vendored third_party thirdparty third-party 3rdparty 3rd_party _vendor node_modules bower_components external".split()
)
_FETCHED = "deps"  # at the root, a folder for each project that was copied in; elsewhere a part of the project's own code may be called so
_GENERATED_FOLDERS = frozenset({"generated", "_generated", "__generated__", "autogen"})
_GENERATED_BASE = regex(
    r".*\.min\.(?:js|css)\Z|.*_pb2(?:_grpc)?\.pyi?\Z|.*\.pb\.(?:go|cc|h)\Z|.*\.pb\.gw\.go\Z|.*\.d\.ts\Z|.*\.generated\.\w+\Z|.*\.g\.(?:cs|dart)\Z"
    r"|zz_generated.*|(?:package-lock\.json|pnpm-lock\.yaml|(?:yarn|cargo|poetry|composer|gemfile|pipfile|uv)\.lock)\Z|go\.sum\Z",
    re.IGNORECASE,
)
_ENTRY_STEMS = frozenset({"__init__", "index", "mod"})
_ENTRY_BASES = frozenset({"package-info.java", "doc.go"})
_ENTRY_SUFFIXES = frozenset(
    {".py", ".pyi", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".rs"}
)


class Surface(msgspec.Struct, frozen=True, kw_only=True):
    """`entry` marks files that speak for their folder (`__init__.py`, `index.ts`, `mod.rs`)."""

    kind: SurfaceKind
    test: bool
    example: bool
    generated: bool
    vendored: bool
    entry: bool


_MOST = 20_000
_different: dict[Surface, Surface] = {}  # at most 128: a kind and five flags
_known: dict[
    str, dict[str, Surface]
] = {}  # by language and path: 50 bytes a file, where `lru_cache` takes 250


def surface_of(path: str, language: str) -> Surface:
    """The surface of a repository-relative path; `language` as `syntax/language.py` names it (`` for none)."""
    known = _known.setdefault(language, {})
    surface = known.get(path)
    if surface is None:
        if len(known) >= _MOST:
            known.clear()
        found = _worked_out(path, language)
        surface = known[path] = _different.setdefault(found, found)
    return surface


def _worked_out(path: str, language: str) -> Surface:
    folder, _, base = path.rpartition("/")
    low_folders = folder.lower().split("/") if folder else []
    low = base.lower()
    kind = _kind(low, language)
    test = (
        not _TEST_FOLDERS.isdisjoint(low_folders)
        or any(_TEST_FOLDER.match(part) or _TEST_SUPPORT.match(part) for part in folder.split("/"))
        or _FOR_OWN_TESTS.match(folder) is not None
        or (
            kind != "config" and _TEST_BASE.match(base) is not None
        )  # `workflows/test.yml` says how tests are run, and is none
    )
    return Surface(
        kind=kind,
        test=test,
        example=not _EXAMPLE_FOLDERS.isdisjoint(_above_sources(low_folders, language)),
        generated=not _GENERATED_FOLDERS.isdisjoint(low_folders) or _GENERATED_BASE.match(low) is not None,
        vendored=not _VENDOR_FOLDERS.isdisjoint(low_folders)
        or (len(low_folders) > 1 and low_folders[0] == _FETCHED),
        entry=is_entry(base),
    )


def _above_sources(folders: list[str], language: str) -> list[str]:
    """Without what is below `src` of a Rust crate: Cargo has folders of its own for examples and benchmarks, so
    that `src/benchmark` is the product.
    """
    return folders[: folders.index("src")] if language == "rust" and "src" in folders else folders


def is_entry(base: str) -> bool:
    """True when a file of this base name stands for its folder."""
    stem, dot, ending = base.partition(".")
    return base in _ENTRY_BASES or (stem in _ENTRY_STEMS and (dot + ending) in _ENTRY_SUFFIXES)


def _kind(low: str, language: str) -> SurfaceKind:
    at = low.rfind(".")
    ending = low[at:] if at >= 0 else ""
    if low in _CONFIG_NAMES or language in _DATA:
        return "config"
    if language in _DOCUMENTS or ending in _DOCUMENT_SUFFIXES:
        return "docs"
    if language not in _PLAIN:
        return "code"
    return "config" if ending in _CONFIG_SUFFIXES else "text"
