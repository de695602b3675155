"""Everything that a project declares by a name which a document can repeat: one table of kinds, each with the
files that may declare it, the one reader of such a file, and what is said where a document names what is not declared.

A reader gets the bytes of a file, of the tree or of any revision, and no file besides. So what a tree declares
(`World.entries`), and what a commit took away (`History.dropped`), are told by the same words: `make docs`,
`run build`, `build KILN_TESTS`, `feature heat`, `program kiln`, `sub fire`, `option --hot`, `env KILN_HEAT`, `key heat-level`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

import msgspec

from helix_lsp.align.drift import declared_programs as programs
from helix_lsp.align.drift import declared_tasks as settings
from helix_lsp.align.drift import declared_tasks as tasks

Pairs = Iterable[tuple[str, str]]
OPEN = "*"  # the name that stands for a file which may declare more than can be read


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """`files` are globs of the files that may declare the kind; empty where any code may. `read` takes a path
    and a text and gives (name, how it is declared).

    `gone` is the check of what history saw go, `missing` that of what the tree does not declare, `noun` what a finding
    calls it (the kind where it is empty). `listed`: the files name all of the kind, so that the table is whole where
    none of them is open. `same` gives the form in which two names of the kind are compared.
    """

    kind: str
    files: tuple[str, ...] = ()
    read: Callable[[str, str], Pairs]
    gone: str = "command-gone"
    missing: str = "command-unknown"
    noun: str = ""
    listed: bool = True
    same: Callable[[str], str] = str


def _joined(name: str) -> str:
    return re.sub(r"[-_:.]", "", name)


_SETTINGS = (
    "**/*.yml", "**/*.yaml", "**/*Dockerfile*", "**/*.dockerfile", "**/Containerfile", "**/.env*", "**/*.env", "**/*.properties",
    "**/*.conf", "**/*.cfg", "**/*.ini", "**/*.toml", "**/*.sh", "**/*.bash", "**/*.tf", "**/*.service", "**/Procfile",
)  # fmt: skip
TABLE = (
    Row(kind="make", files=("**/Makefile", "**/makefile", "**/GNUmakefile", "**/*.mk"), same=_joined, read=tasks.make),
    Row(kind="run", noun="script", files=("**/package.json", "**/deno.json", "**/deno.jsonc"), same=_joined, read=tasks.npm),
    Row(kind="composer", files=("**/composer.json",), same=_joined, read=tasks.composer),
    Row(kind="py", files=("**/pyproject.toml",), same=_joined, read=tasks.pyproject),
    Row(kind="just", files=("**/justfile", "**/Justfile", "**/.justfile", "**/*.just"), same=_joined, read=tasks.just),
    Row(kind="task", files=("**/Taskfile.yml", "**/Taskfile.yaml", "**/taskfile.yml", "**/Taskfile.dist.yml"), same=_joined, read=tasks.taskfile),
    Row(kind="tox", files=("**/tox.ini", "**/pyproject.toml", "**/tox.toml", "**/setup.cfg"), same=_joined, read=tasks.tox),
    Row(kind="nox", files=("**/noxfile.py",), same=_joined, read=tasks.nox),
    Row(kind="gradle", files=("**/*.gradle", "**/*.gradle.kts"), same=_joined, read=tasks.gradle),
    Row(kind="cargo", files=("**/.cargo/config.toml", "**/.cargo/config"), same=_joined, read=tasks.cargo),
    Row(kind="rake", files=("**/Rakefile", "**/rakefile", "**/*.rake"), same=_joined, read=tasks.rake),
    Row(
        kind="build", noun="the build option", files=("**/CMakeLists.txt", "**/*.cmake", "**/meson_options.txt", "**/meson.options"),
        read=programs.build_options,
    ),
    Row(
        kind="feature", noun="a feature or extra", files=("**/Cargo.toml", "**/pyproject.toml", "**/setup.cfg", "**/setup.py"),
        read=programs.features,
    ),
    Row(
        kind="program",
        files=("**/pyproject.toml", "**/setup.cfg", "**/setup.py", "**/package.json", "**/Cargo.toml", "**/go.mod", "**/composer.json"),
        read=programs.programs,
    ),
    Row(kind="sub", noun="a subcommand", listed=False, read=programs.subcommands),
    Row(kind="option", gone="flag-gone", missing="name-unknown", listed=False, read=programs.options),
    Row(kind="env", files=_SETTINGS, gone="key-gone", missing="name-unknown", listed=False, read=settings.variables),
    Row(kind="key", gone="key-gone", missing="name-unknown", listed=False, read=settings.keys),
)  # fmt: skip
KINDS = {row.kind: row for row in TABLE}
RUNNERS = frozenset(
    row.kind for row in TABLE[: TABLE.index(KINDS["program"])]
)  # kinds whose names are behind the tool's own
_LONGEST = 2_000_000


def declared(path: str, data: bytes, kinds: Iterable[str] = KINDS) -> dict[str, str]:
    """`kind name` -> how it is declared, of one file; never fails, and is empty for a file that declares none."""
    wanted = [KINDS[kind] for kind in kinds if reads(kind, path)]
    if not wanted or len(data) > _LONGEST:
        return {}
    text = data.decode("utf-8", "replace")
    found: dict[str, str] = {}
    for row in wanted:
        for name, how in row.read(path, text):
            found.setdefault(f"{row.kind} {name}", how)
    return found


def reads(kind: str, path: str) -> bool:
    """True for a file that the reader of the kind looks at."""
    if kind in RUNNERS:
        return _files(kind).search(path) is not None
    if kind == "program":
        return _files(kind).search(path) is not None or programs.named_by_its_place(path) != ""
    if kind == "env":
        return path.endswith(settings.CODE) or _files(kind).search(path) is not None
    return path.endswith(settings.CODE)


@cache
def _files(kind: str) -> re.Pattern[str]:
    """The globs of a kind as one pattern: it is asked for every file of a tree and of many revisions."""
    globs = (glob.removeprefix("**/").split("*") for glob in KINDS[kind].files)
    written = "|".join("[^/]*".join(map(re.escape, parts)) for parts in globs)
    return re.compile(rf"(?:\A|/)(?:{written})\Z")
