"""What git is asked and how: every verb, and all that git may read beside what the verb is about. Nothing
else in the program makes a command of git.

Invariants (law I11, docs/adr/0009): only plumbing, whose output few settings shape. Git runs in a git folder
that is made for the call (`session/git/git.py`) and holds `settings()` as its whole configuration: neither the
repository's nor the user's is read, so that nothing which either may come to mean can start a program, open a
connection or change an answer. It does not have work tree: files on the disk, ignore files and attributes are never
its business. What a caller adds is behind `--end-of-options` or `--`, or comes on stdin.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from helix_lsp.session.memory import GIT_OBJECT
from helix_lsp.text.regex import regex
from helix_lsp.tuning.search import LEARN

Takes = Literal[
    "nothing",
    "name",
    "two names",
    "revisions",
    "path",
    "word",
    "commits on stdin",
    "objects on stdin",
    "file",
]
Spec = tuple[str, str]  # the magic words of a pathspec, and its pattern below the root
EVERYTHING: Spec = ("literal", "")
MOST_COMMITS = 5_000
_PATCH = ("-p", "-U0", "--src-prefix=a/", "--dst-prefix=b/", "--no-ext-diff", "--no-textconv", "--no-color")
_HEADED = ("--stdin", "--root", "-r", "--format=%x01%H %ct")
_RENAMES = ("-M", "-l1000")  # git's own limit, said here so that no repository is slower
_FOUND = ("--no-commit-id", "--name-status", "--no-renames")
_OBJECT = "%(objectname) %(objecttype) %(objectsize)"
_NO_TREE = {
    "sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}
_LARGEST_TEXT = "64m"  # what is larger is binary to a comparison
_SPECIAL = regex(r"[*?\[\\]")


class Verb(msgspec.Struct, frozen=True, kw_only=True):
    """`words` come first, then what the caller adds, as `takes` says. `relative`: names are cut down to those
    below the root; `index`: it is read.
    """

    words: tuple[str, ...]
    takes: Takes
    relative: bool = False
    index: bool = False


RESOLVE = Verb(words=("rev-parse", "--verify", "--quiet"), takes="name")
FULL_NAME = Verb(words=("rev-parse", "--verify", "--quiet", "--symbolic-full-name"), takes="name")
IS_SHALLOW = Verb(words=("rev-parse", "--is-shallow-repository"), takes="nothing")
ROOT_COMMIT = Verb(words=("rev-list", "--first-parent", "--max-parents=0"), takes="revisions")
MERGE_BASE = Verb(words=("merge-base",), takes="two names")
IS_ANCESTOR = Verb(words=("merge-base", "--is-ancestor"), takes="two names")
# no parent before its child, whatever their clocks say; by time where neither is above the other
COMMITS = Verb(words=("rev-list", "--date-order", "--no-merges"), takes="revisions")
ALL_COMMITS = Verb(words=("rev-list", "--date-order"), takes="revisions")
NEWEST_COMMITS = Verb(words=("rev-list", f"--max-count={MOST_COMMITS + 1}"), takes="revisions")
MESSAGE = Verb(
    words=("rev-list", "--max-count=1", "--no-walk", "--encoding=UTF-8", "--format=%B"), takes="name"
)
STAGED = Verb(words=("ls-files", "-z", "-t", "-s", "--"), takes="path", index=True)
FILES_OF = Verb(words=("ls-tree", "-r", "-z", "--end-of-options"), takes="path")
PATCHES = Verb(words=("diff-tree", *_HEADED, *_PATCH, *_RENAMES), takes="commits on stdin", relative=True)
MOVES = Verb(
    words=("diff-tree", *_HEADED, "--raw", "-z", *_RENAMES, "--diff-filter=DR"),
    takes="commits on stdin",
    relative=True,
)
EXACT_MOVES = Verb(
    words=("diff-tree", *_HEADED, "--raw", "-z", "-M100%", "--diff-filter=DR"),
    takes="commits on stdin",
    relative=True,
)
# every path of every commit: a document's or a file's commits are told from it without a walk for each
TOUCHED = Verb(
    words=("diff-tree", "--stdin", "--root", "-r", "--format=%x01%H", "--name-only", "-z", "--no-renames"),
    takes="commits on stdin",
)
CHANGES = Verb(
    words=("diff-tree", *_HEADED, "--raw", "-z", "--no-abbrev", "--no-renames"),
    takes="commits on stdin",
    relative=True,
)
SUBJECTS = Verb(
    words=("rev-list", "--date-order", "--no-merges", f"--max-count={LEARN.most_changes}"), takes="revisions"
)
WITH_SUBJECTS = Verb(
    words=(
        "diff-tree", "--stdin", "--root", "-r", "--encoding=UTF-8", "--format=%x01%H %ct%n%s", "--raw", "-z", "--no-abbrev", *_RENAMES,
    ),
    takes="commits on stdin",
    relative=True,
)  # fmt: skip
DOCUMENT = Verb(words=("diff-tree", *_HEADED, "--follow", "--raw", *_PATCH), takes="commits on stdin")
HELD_WORD = Verb(words=("diff-tree", "-r", *_FOUND), takes="word", relative=True)
HELD_PATTERN = Verb(words=("diff-tree", "-r", *_FOUND, "--pickaxe-regex"), takes="word", relative=True)
SIDES = Verb(
    words=("diff-tree", "--root", "-r", "--no-commit-id", "--raw", "-z", "--no-abbrev", *_RENAMES),
    takes="name",
    relative=True,
)
RENAMED = Verb(
    words=("diff-tree", "-r", *_RENAMES, "-z", "--raw", "--no-rename-empty", "--diff-filter=R"),
    takes="two names",
    relative=True,
)
RENAMED_STAGED = Verb(
    words=("diff-index", "--cached", *_RENAMES, "-z", "--raw", "--no-rename-empty", "--diff-filter=R"),
    takes="name",
    relative=True,
    index=True,
)
SIZES = Verb(words=("cat-file", f"--batch-check={_OBJECT}"), takes="objects on stdin")
BLOBS = Verb(words=("cat-file", f"--batch={_OBJECT}"), takes="objects on stdin")
SETTINGS = Verb(words=("config", "--no-includes", "-z", "--list", "--file"), takes="file")
USER_EXCLUDES = Verb(
    words=("config", "--global", "--type=path", "--get", "core.excludesFile"), takes="nothing"
)

VERBS: Mapping[str, Verb] = {
    name: value for name, value in list(globals().items()) if isinstance(value, Verb)
}

_KEPT = regex(  # of a repository's own settings: what its files mean. None of these names a program, a place or an address
    r"core\.(filemode|ignorecase|precomposeunicode|sparsecheckout|sparsecheckoutcone)|extensions\.(objectformat|refstorage)"
    r"|branch\..+\.(remote|merge)|remote\..+\.fetch",
    re.DOTALL,
)
_LEFT = frozenset(
    "extensions." + name
    for name in ("noop", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees")
)


def arguments(verb: Verb, prefix: str, names: Sequence[str], paths: Sequence[Spec], word: str) -> list[str]:
    """Everything behind the program. `prefix` leads from the top to the root, with a closing slash, `` for
    the top itself.
    """
    made = list(verb.words)
    if verb.relative and prefix:
        made.append(f"--relative={prefix}")
    if verb.takes in ("nothing", "file"):
        return [*made, *names]
    if verb.takes == "path":  # of a listing, whose names are whole: `git.py` cuts them
        return [*made, *names, *([f":(literal){prefix}" if verb.index else prefix] if prefix else [])]
    if verb.takes == "word":
        made.append(f"-S{word}")
    if not verb.takes.endswith("stdin"):
        made += ["--end-of-options", *names]
    if verb.takes in ("revisions", "word", "commits on stdin"):
        made += ["--", *(_pathspec(prefix, spec) for spec in paths)]
    return made


def _pathspec(prefix: str, spec: Spec) -> str:
    """A pattern below the root as git takes it from the top."""
    magic, pattern = spec
    before = prefix if magic == "literal" else _SPECIAL.sub(lambda found: "\\" + found[0], prefix)
    return f":({magic}){before}{pattern}"


def environment(folder: str) -> dict[str, str]:
    """Variables of git's in the git folder `folder`, in which no setting of the user's is found."""
    return {
        "GIT_DIR": folder,
        "HOME": folder,
        "XDG_CONFIG_HOME": folder,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_PROTOCOL_FROM_USER": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ALLOC_LIMIT": GIT_OBJECT,
        "LC_ALL": "C",
    }


def settings(theirs: Mapping[str, str]) -> str:
    """The whole configuration that git gets: ours, and of the repository's what its files mean."""
    ours = {
        "core.repositoryformatversion": "1",
        "core.bare": "true",
        "core.quotepath": "false",
        "core.fsmonitor": "false",
        "core.longpaths": "true",
        "core.hookspath": os.devnull,
        "core.attributesfile": os.devnull,
        "core.untrackedcache": "false",
        "core.bigfilethreshold": _LARGEST_TEXT,
        "attr.tree": _NO_TREE.get(theirs.get("extensions.objectformat", "sha1"), ""),
        "protocol.allow": "never",
        "gc.auto": "0",
    }
    kept = {key: value for key, value in theirs.items() if _KEPT.fullmatch(key)} | ours
    return "".join(_setting(key, value) for key, value in kept.items() if value)


def unknown_format(theirs: Mapping[str, str]) -> str:
    """An extension of the repository's format that is not known here, `` for none: git would refuse such a
    repository too.
    """
    named = (
        key
        for key in theirs
        if key.startswith("extensions.") and not _KEPT.fullmatch(key) and key not in _LEFT
    )
    return next(named, "") if theirs.get("core.repositoryformatversion", "0") != "0" else ""


def _setting(key: str, value: str) -> str:
    section, _, rest = key.partition(".")
    between, _, name = rest.rpartition(".")
    quoted = ' "' + between.replace("\\", "\\\\").replace('"', '\\"') + '"' if between else ""
    shown = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return "" if "\n" in between or "\0" in key + value else f'[{section}{quoted}]\n\t{name} = "{shown}"\n'
