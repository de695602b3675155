"""Files as facts and changes, and everything a snapshot says as plain data: what the index tests compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from helix_lsp.config.index import IndexConfig
from helix_lsp.errors import StorageError
from helix_lsp.index.change import Change, Drop, Put
from helix_lsp.index.host import Host
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.pack import pack
from helix_lsp.index.units.units import Facts, facts_of

__all__ = [
    "CONFIG",
    "FLASK",
    "Change",
    "Drop",
    "Facts",
    "Host",
    "IndexConfig",
    "Path",
    "Put",
    "Snapshot",
    "StorageError",
]

CONFIG = IndexConfig()

FLASK = {
    "src/app.py": b'"""The application."""\n\nimport os\n\n\n# Registers things.\nclass Flask(Base):\n    name = "flask"\n\n'
    b'    def route(self, rule):\n        """Register a view function."""\n        return self.add_url_rule(rule)\n\n'
    b"    def _private_Helper(self):\n        return 1\n\n\ndef helper(value):\n    return Flask().route(value)\n",
    "docs/guide.md": b"# Routing\n\nUse `Flask.route()` or `helper`.\n\n# Errors\n\nNothing about `flask run`.\n",
    "setup.toml": b'[tool.flask]\nname = "x"\n',
    "copy/app.py": b"def helper(value):\n    return value\n",
}


@lru_cache(5_000)
def facts(path: str, data: bytes, cfg: IndexConfig = CONFIG) -> Facts:
    """The facts of a file."""
    return facts_of(path, data, cfg)


@lru_cache(5_000)
def packed(path: str, data: bytes, cfg: IndexConfig = CONFIG) -> bytes:
    """The packed facts of a file."""
    return pack(facts(path, data, cfg))


def put(
    path: str,
    data: bytes,
    *,
    mtime: int = 1,
    tracked: bool = True,
    cfg: IndexConfig = CONFIG,
    known: bool = False,
) -> Put:
    """A change that stores the file; `known`: without facts."""
    found = facts(path, data, cfg)
    return Put(
        path=path,
        size=len(data),
        mtime_ns=mtime,
        tracked=tracked,
        sha=found.sha,
        language=found.language,
        packed=None if known else packed(path, data, cfg),
    )


def puts(files: Mapping[str, bytes], cfg: IndexConfig = CONFIG) -> list[Change]:
    """Changes that store all files."""
    return [put(path, data, cfg=cfg) for path, data in files.items()]


def drops(paths: Iterable[str]) -> list[Change]:
    """Changes that drop the paths."""
    return [Drop(path=path) for path in paths]


def host(folder: Path, *, writable: bool = True, cfg: IndexConfig = CONFIG) -> Host:
    """A host on a folder of the test."""
    return Host(str(folder / "index"), cfg, writable=writable)


def dump(snapshot: Snapshot, terms: Iterable[str]) -> dict[str, object]:
    """Everything a snapshot says that must depend on the visible bytes only."""
    asked = sorted(terms)
    names = snapshot.names()
    return {
        "paths": snapshot.paths(),
        "digest": snapshot.digest(),
        "files": [
            (f.path, f.sha, f.language, f.surface, f.generated)
            for p in snapshot.paths()
            if (f := snapshot.file(p))
        ],
        "outlines": [snapshot.outline(p) for p in snapshot.paths()],
        "units": [snapshot.units(p) for p in snapshot.paths()],
        "names": names,
        "defined": [snapshot.defined(n) for n in [*names, "nothing"]],
        "is_defined": [snapshot.is_defined(n) for n in [*names, "nothing"]],
        "mentioned": [snapshot.mentioned(n) for n in [*names, "nothing"]],
        "frequencies": snapshot.frequencies(asked),
        "declared": [
            (d.names, d.words, sorted(d.terms), d.bodiless) for d in map(snapshot.declared, snapshot.paths())
        ],
        "definers": sorted(snapshot.definers([*names, "nothing"], 2).items()),
        "holding": [snapshot.holding(term, most) for term in asked for most in (2, 500)],
        "inherits": [snapshot.inherits(p) for p in snapshot.paths()],
        "middle_names": snapshot.names_between(4, 7),
        "statistics": snapshot.statistics(),
        "stems": snapshot.stem_words(""),
        "stems_of_a": snapshot.stem_words("a"),
        "match_one": [snapshot.match({term: 1.0}, 3) for term in asked],
        "match_all": snapshot.match({term: 1.0 + i / 7 for i, term in enumerate(asked)}, 5),
        "match_wide": snapshot.match(dict.fromkeys(asked, 1.0), 500),
    }
