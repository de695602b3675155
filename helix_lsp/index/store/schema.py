"""The tables of the facts file, their version, and what must match for stored facts to be used at all.

`SCHEMA` is in the file's name, so that two versions of the program never fight over one file.
`extractor_version` covers everything that decides which facts the same bytes give; when it differs the facts
are made again (derived data is never migrated).
"""

from __future__ import annotations

from functools import lru_cache

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.mirror import shape_of
from helix_lsp.index.units.units import EXTRACTOR, Facts
from helix_lsp.text.digest import digest_of

SCHEMA = 6
APPLICATION_ID = 0x48454C58  # "HELX"

# blob: one row per (content, language), never changed after it is written but for `dead`, the generation in
# which its last path went. symbols: rows of 32, id = blob * 32,768 + ordinal // 32. unit: rows of 8, a unit's
# id is blob * 65,536 + ordinal, its row's an eighth. declared: what a content declares at a glance; its id is
# the content's. name: where a key is defined or mentioned in NAMES contents, `part` is their id // NAMES.
# spelled: distinct names of live blobs with their number of blobs (`base.py`). path_word may hold paths
# that are gone (an older snapshot still asks for them); readers compare with their own map of paths.
TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL, hash INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE blob (
  id INTEGER PRIMARY KEY AUTOINCREMENT, sha BLOB NOT NULL, language TEXT NOT NULL, generated INTEGER NOT NULL,
  units INTEGER NOT NULL, named INTEGER NOT NULL, symbols INTEGER NOT NULL, dead INTEGER, hash INTEGER NOT NULL,
  sums BLOB NOT NULL, outline BLOB NOT NULL
);
CREATE UNIQUE INDEX blob_key ON blob (sha, language);
CREATE INDEX blob_dead ON blob (dead) WHERE dead IS NOT NULL;
CREATE TABLE symbols (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE declared (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE unit (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE name (
  key TEXT NOT NULL, what TEXT NOT NULL, part INTEGER NOT NULL, hash INTEGER NOT NULL, packed BLOB NOT NULL,
  PRIMARY KEY (key, what, part)
) WITHOUT ROWID;
CREATE TABLE spelled (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE file (
  path TEXT PRIMARY KEY, blob INTEGER NOT NULL, sha BLOB NOT NULL, language TEXT NOT NULL, generated INTEGER NOT NULL,
  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, tracked INTEGER NOT NULL, hash INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE path_word (word TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (word, path)) WITHOUT ROWID;
CREATE TABLE text_log (
  id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, blob INTEGER NOT NULL, added INTEGER NOT NULL
);
"""

# A reader's or writer's connection never follows the file's own SQL into functions, never maps the file, and
# checks every page it reads.
PRAGMAS = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA cache_size=-512",
)
# Durable against a killed process with every commit, against power loss but for the last ones; the log
# shrinks after a bulk load.
# Rows of one to three kilobytes leave less unused in larger pages; a new file takes the size, an old one keeps
# its.
WRITER_PRAGMAS = (
    "PRAGMA page_size=16384",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",
    "PRAGMA journal_size_limit=4194304",
)


@lru_cache(8)
def extractor_version(cfg: IndexConfig) -> str:
    """Digest of the extractor, the shape of the stored records and the options that decide how a file is cut."""
    options = (
        cfg.max_facts_per_file,
        cfg.unit_lines,
        cfg.unit_split_lines,
        cfg.max_units_per_file,
        cfg.max_unit_terms,
    )
    return digest_of([EXTRACTOR, shape_of(Facts), list(options)])[:16]
