"""Repositories whose every slot for a program, an address or a file names a canary; and settings of a
person's own git that are odd and legal.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.repository import git, make_repository

TREE = """
    //- /app.py
    def run(): return 1
    //- /lib/store.py
    class Store:
        def load(self): return run()
    //- /README.md
    # Title
    Call `run`, then `Store.load`.
"""
_HOOKS = (
    "post-index-change",
    "fsmonitor-watchman",
    "query-watchman",
    "pre-auto-gc",
    "reference-transaction",
    "post-checkout",
    "sendemail-validate",
)
_READ = (
    "mailmap.file", "blame.ignoreRevsFile", "commit.template", "diff.orderFile", "core.attributesFile", "core.excludesFile",
    "gpg.ssh.allowedSignersFile", "gpg.ssh.revocationFile",
)  # fmt: skip
_WRITTEN = ("trace2.eventTarget", "trace2.normalTarget", "trace2.perfTarget")
_SIGNED = {
    "openpgp": "-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----",
    "ssh": "-----BEGIN SSH SIGNATURE-----\nU1\n-----END SSH SIGNATURE-----",
    "x509": "-----BEGIN SIGNED MESSAGE-----\nMI\n-----END SIGNED MESSAGE-----",
}
_ASKED = (
    "log",
    "show",
    "rev-parse",
    "rev-list",
    "ls-files",
    "ls-tree",
    "diff-tree",
    "diff-index",
    "cat-file",
    "merge-base",
    "config",
)


@dataclass(frozen=True, slots=True)
class Hostile:
    """A repository, the program that everything in it names, and the file that says whether it ran."""

    root: Path
    program: Path
    canary: Path

    def traced(self) -> list[str]:
        """Files outside that git was told to write."""
        return [name for name in _WRITTEN if (self.root.parent / "outside" / name).exists()]

    def ran(self) -> str:
        """What was started, `` for nothing."""
        return self.canary.read_text() if self.canary.exists() else ""


def hostile_settings(program: str, folder: str) -> list[tuple[str, str]]:
    """(key, value): each starts a program, opens a connection, reads or writes elsewhere, or loosens what
    holds that back.
    """
    slots = [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.gitProxy",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.evil.textconv",
        "diff.evil.command",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "merge.evil.driver",
        "gpg.program",
        "gpg.openpgp.program",
        "gpg.ssh.program",
        "gpg.x509.program",
        "gpg.ssh.defaultKeyCommand",
        "credential.helper",
        "credential.https://example.invalid.helper",
        "sequence.editor",
        "interactive.diffFilter",
        "difftool.evil.cmd",
        "mergetool.evil.cmd",
        "man.evil.cmd",
        "browser.evil.cmd",
        "guitool.evil.cmd",
        "sendemail.smtpServer",
        "sendemail.toCmd",
        "imap.tunnel",
        "gc.recentObjectsHook",
        "uploadpack.packObjectsHook",
        "remote.origin.uploadpack",
        "remote.origin.receivepack",
        "tar.evil.command",
        "trailer.evil.command",
        "trailer.evil.cmd",
        "instaweb.httpd",
        "lfs.customtransfer.evil.path",
        "hook.evil.command",
    ]
    return [
        *((key, program) for key in slots),
        *((key, f"{folder}/{key}") for key in (*_READ, *_WRITTEN)),
        *((f"alias.{verb}", f"!{program}") for verb in _ASKED),
        *((f"pager.{verb}", program) for verb in _ASKED),
        ("core.hooksPath", f"{folder}/hooks"),
        ("init.templateDir", folder),
        ("submodule.evil.update", f"!{program}"),
        ("remote.origin.url", f"ext::{program}"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("remote.origin.vcs", "ext"),
        ("extensions.partialClone", "origin"),
        ("url.ext::.insteadOf", "https://"),
        ("submodule.evil.url", f"ext::{program}"),
        ("protocol.allow", "always"),
        ("protocol.ext.allow", "always"),
        ("protocol.file.allow", "always"),
        ("submodule.recurse", "true"),
        ("log.showSignature", "true"),
        ("log.mailmap", "true"),
        ("mailmap.blob", "HEAD:app.py"),
        ("format.pretty", "%G? %GS %GK %B"),
        ("log.diffMerges", "on"),
        ("diff.submodule", "log"),
        ("core.untrackedCache", "true"),
        ("core.splitIndex", "true"),
        ("gc.auto", "1"),
        ("maintenance.auto", "true"),
        ("core.preferSymlinkRefs", "true"),
        ("notes.displayRef", "*"),
        ("safe.directory", "*"),
        ("gpg.format", "ssh"),
    ]


def make_hostile(home: Path, *, sha256: bool = False) -> Hostile:
    """Three signed commits with a replaced and a grafted one, attributes that ask for every driver, hooks,
    and all settings at once.
    """
    home.mkdir(parents=True, exist_ok=True)
    root, canary, folder = home / "tree", home / "canary", home / "outside"
    folder.mkdir()
    for name in _READ:  # what cannot be read stops git before anything else happens
        (folder / name).write_text("")
    if sha256:
        root.mkdir()
        git(root, "init", "-q", "-b", "main", "--object-format=sha256")
    make_repository(root, TREE)
    program = root / "evil.sh"
    program.write_text(f'#!/bin/sh\necho "$0 $@" >> {canary}\n')
    program.chmod(0o755)
    (root / ".gitattributes").write_text("* diff=evil filter=evil merge=evil\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "two")
    for number, signature in enumerate(_SIGNED.values()):
        (root / "app.py").write_text(f"def run{number}(): return {number}\n")
        git(root, "commit", "-qam", f"signed {number}")
        _sign(root, signature)
    head = git(root, "rev-parse", "HEAD").strip()
    git(root, "tag", "-a", "-m", "a tag", "v1")
    git(root, "replace", head, git(root, "rev-parse", "HEAD~2").strip())
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "grafts").write_text(f"{head}\n")
    (root / ".git" / "info" / "attributes").write_text("* diff=evil filter=evil\n")
    hooks = folder / "hooks"
    hooks.mkdir()
    for name in _HOOKS:
        for place in (hooks / name, root / ".git" / "hooks" / name):
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(program.read_bytes())
            place.chmod(0o755)
    (folder / "included").write_text(f"[core]\n\tfsmonitor = {program}\n\tsshCommand = {program}\n")
    config = root / ".git" / "config"
    config.write_text(
        config.read_text()
        + config_text(hostile_settings(str(program), str(folder)))
        + f"[include]\n\tpath = {folder}/included\n"
    )
    (root / "app.py").write_text("def run9(): return 9\n")
    return Hostile(root, program, canary)


def make_partial(made: Hostile) -> str:
    """Takes an old content away, as a clone without contents has none; its id."""
    missing = git_plain(made.root, "rev-parse", "HEAD~1:app.py").strip()
    (made.root / ".git" / "objects" / missing[:2] / missing[2:]).unlink()
    return missing


def config_text(settings: list[tuple[str, str]]) -> str:
    """Lines of a git configuration."""
    made: list[str] = []
    for key, value in settings:
        section, _, rest = key.partition(".")
        between, _, name = rest.rpartition(".")
        head = f'[{section} "{between}"]' if between else f"[{section}]"
        made.append(f'{head}\n\t{name} = "{value}"\n')
    return "".join(made)


def git_plain(root: Path, *arguments: str) -> str:
    """Git with none of the repository's settings, for the making of a test."""
    environment = {
        "PATH": os.defpath,
        "HOME": os.devnull,
        "GIT_DIR": str(root / ".git"),
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_GRAFT_FILE": os.devnull,
    }
    off = [
        "-c",
        "core.fsmonitor=false",
        "-c",
        f"core.hooksPath={os.devnull}",
        "-c",
        "log.showSignature=false",
    ]
    done = subprocess.run(
        ["git", *off, *arguments], env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL
    )
    return done.stdout.decode()


def _sign(root: Path, signature: str) -> None:
    name = "gpgsig-sha256" if len(git(root, "rev-parse", "HEAD").strip()) > 40 else "gpgsig"
    head, _, message = git(root, "cat-file", "commit", "HEAD").partition("\n\n")
    signed = f"{head}\n{name} " + signature.replace("\n", "\n ") + f"\n\n{message}"
    command = ["git", "-C", str(root), "hash-object", "-t", "commit", "-w", "--stdin"]
    made = subprocess.run(command, input=signed.encode(), capture_output=True, check=True)
    git(root, "update-ref", "refs/heads/main", made.stdout.decode().strip())


LEGAL: tuple[tuple[str, str], ...] = (
    ("diff.noprefix", "true"), ("diff.mnemonicPrefix", "true"), ("diff.srcPrefix", "x/"), ("diff.dstPrefix", "y/"), ("diff.relative", "true"),
    ("log.showRoot", "false"), ("i18n.logOutputEncoding", "UTF-16"), ("i18n.commitEncoding", "ISO-8859-1"), ("log.follow", "true"),
    ("diff.renames", "false"), ("diff.renames", "copies"), ("diff.renameLimit", "1"), ("diff.orderFile", "/dev/null"), ("core.quotePath", "false"),
    ("core.quotePath", "true"), ("diff.algorithm", "patience"), ("diff.algorithm", "histogram"), ("diff.context", "9"),
    ("diff.interHunkContext", "9"),
    ("diff.external", "/bin/true"), ("diff.indentHeuristic", "false"), ("diff.submodule", "log"), ("diff.ignoreSubmodules", "all"),
    ("diff.wsErrorHighlight", "all"), ("diff.suppressBlankEmpty", "true"), ("diff.statGraphWidth", "1"), ("diff.wordRegex", "."),
    ("diff.colorMoved", "zebra"), ("diff.dirstat", "lines"), ("diff.autoRefreshIndex", "false"), ("diff.noindex", "true"), ("log.date", "relative"),
    ("log.abbrevCommit", "true"), ("log.decorate", "full"), ("log.mailmap", "false"), ("log.diffMerges", "first-parent"),
    ("log.showSignature", "true"),
    ("log.excludeDecoration", "*"), ("core.abbrev", "4"), ("core.precomposeUnicode", "true"), ("core.pager", "cat"), ("core.autocrlf", "true"),
    ("core.attributesFile", "/dev/null"), ("core.ignoreCase", "true"), ("core.fileMode", "false"), ("core.bigFileThreshold", "1"),
    ("color.ui", "always"), ("color.diff", "always"), ("status.showUntrackedFiles", "no"), ("status.relativePaths", "false"),
    ("status.renames", "false"),
    ("format.pretty", "oneline"), ("pager.log", "true"), ("grep.lineNumber", "true"), ("diff.tool", "vimdiff"), ("diff.mnemonicprefix", "yes"),
    ("merge.renames", "false"), ("rerere.enabled", "true"), ("index.version", "4"), ("feature.manyFiles", "true"), ("advice.detachedHead", "false"),
)  # fmt: skip
