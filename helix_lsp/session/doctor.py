"""What is wrong with a set-up and how to mend it: one finding for each thing that an answer hangs on.

Invariants: nothing is changed but the index folder, which is made when it is not there; nothing is sent; no
check raises, a thing that cannot be looked at is a finding. Editors are looked for in the user's own folders
only.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, cast

import msgspec

from helix_lsp import __version__
from helix_lsp.errors import HelixError
from helix_lsp.index.host import Host
from helix_lsp.session.disk.git_files import list_files
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.git.git import git_for
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.lock import holder
from helix_lsp.session.kept.telemetry import Failures
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.workspace import Workspace
from helix_lsp.syntax.parse import LANGUAGES, grammar_of
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted

State = Literal["ok", "note", "wrong"]
_LIBRARIES = ("tree-sitter", "tantivy", "msgspec", "rapidfuzz", "PyStemmer", "pygls", "lsprotocol")
_VSCODE = tuple(
    ".vscode .vscode-server .vscode-oss .vscode-insiders .cursor .windsurf .local/share/code-server".split()
)
_EXTENSION = regex(r"helix-lsp\.helix-ask-[^/]+\Z")
_REINSTALL = "install it again: `pip install --force-reinstall .` in a checkout of Helix Ask"
_LEAST_FREE = 200_000_000  # bytes; chosen by hand: an index of a large repository
_MOST_BYTES = 1_000_000


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at. `remedy` is empty for what is in order; `note` is worth knowing and no
    fault.
    """

    name: str
    state: State
    text: str
    remedy: str = ""


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """`root` as it was given when it cannot be used, else real."""

    root: str
    findings: tuple[Finding, ...]

    @property
    def good(self) -> bool:
        """True when nothing is wrong."""
        return all(finding.state != "wrong" for finding in self.findings)


def doctor(given: str) -> Diagnosis:
    """Look at everything, the program first and the editors last."""
    settings = load(given)
    findings = [*_guarded("program", _program), *_guarded("grammars", _grammars), *_settings(settings)]
    try:
        root = real_root(given, settings.surroundings.home)
    except HelixError as error:
        findings.append(_wrong("root", str(error), "name the project's folder with --root"))
        return Diagnosis(root=given, findings=(*findings, *_guarded("editors", lambda: _editors(settings))))
    looks: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("git", lambda: _git(settings, root)),
        ("index", lambda: _index(settings, root)),
        ("model", lambda: _model(settings)),
        ("meaning", lambda: _meaning(settings)),
        ("command", lambda: _command(settings, root)),
        ("editors", lambda: _editors(settings)),
    )
    for name, look in looks:
        findings += _guarded(name, look)
    return Diagnosis(root=root, findings=tuple(findings))


def _guarded(name: str, look: Callable[[], Iterator[Finding]]) -> list[Finding]:
    found: list[Finding] = []
    try:
        found.extend(look())
    except HelixError as error:
        found.append(_wrong(name, str(error), "see the line itself"))
    except Exception as error:  # noqa: BLE001  (a check that fails is a finding; the others still count)
        found.append(
            _wrong(
                name,
                f"could not be looked at ({type(error).__name__})",
                "run it again with HELIX_ASK_TRACEBACK=1 and report it",
            )
        )
    return found


def _ok(name: str, text: str) -> Finding:
    return Finding(name=name, state="ok", text=text)


def _wrong(name: str, text: str, remedy: str) -> Finding:
    return Finding(name=name, state="wrong", text=text, remedy=remedy)


def _note(name: str, text: str, remedy: str = "") -> Finding:
    return Finding(name=name, state="note", text=text, remedy=remedy)


def _program() -> Iterator[Finding]:
    from importlib import metadata

    versions: list[str] = []
    for library in _LIBRARIES:
        try:
            versions.append(f"{library} {metadata.version(library)}")
        except metadata.PackageNotFoundError:
            yield _wrong("program", f"the library {library} is not installed", _REINSTALL)
    python = ".".join(map(str, sys.version_info[:3]))
    yield _ok("program", f"helix-lsp {__version__}, Python {python}; {', '.join(versions)}")


def _grammars() -> Iterator[Finding]:
    missing = [language for language in LANGUAGES if grammar_of(language) is None]
    if missing:
        yield _wrong(
            "grammars",
            f"{len(missing)} of {len(LANGUAGES)} cannot be loaded: {', '.join(missing)}",
            _REINSTALL,
        )
    else:
        yield _ok("grammars", f"all {len(LANGUAGES)} languages can be parsed")


def _settings(settings: Settings) -> list[Finding]:
    remedy = "mend the line; `helix-lsp help settings` lists every option"
    return [_wrong("settings", problem, remedy) for problem in settings.problems] or [
        _ok("settings", "every option that is set is known")
    ]


def _git(settings: Settings, root: str) -> Iterator[Finding]:
    around = settings.surroundings
    cfg = settings.config.session
    git = git_for(around.search_path, around.git_environment, cfg, root)
    if git is None:
        yield _note(
            "git",
            "no git on the search path: files are found by walking, and nothing is known of the past",
            "install git",
        )
        return
    listed = list_files(git, root, cfg)
    if isinstance(listed, NoGit):
        advice = (
            "" if listed.plain else "mend the repository (git status), or go on: files are found by walking"
        )
        yield _note("git", f"{git.program}: {listed.reason}", advice)
    else:
        yield _ok(
            "git",
            f"{git.program}: {counted(len(listed.tracked), 'tracked file')}, {counted(len(listed.untracked), 'new one')}",
        )


def _index(settings: Settings, root: str) -> Iterator[Finding]:
    directory = index_directory(root, settings)
    free = shutil.disk_usage(directory).free
    if free < _LEAST_FREE:
        yield _wrong(
            "index",
            f"{directory}: {free / 1e6:.0f} MB are free on its disk",
            "free some space, or set index.cache_dir to another disk",
        )
    with Workspace.open(root, settings, writable=False) as workspace:
        report = workspace.refresh()
        status = workspace.status()
    if status.generation == 0:
        yield _note(
            "index", f"{directory}: nothing is indexed yet", "helix-lsp index, or ask: it is built then"
        )
        return
    host = Host(directory, settings.config.index, writable=False)
    try:
        whole = host.verify()
        problems = host.problems
    finally:
        host.close()
    for problem in problems if not whole else ():
        yield _wrong("index", problem, "helix-lsp index --full")
    for problem in report.problems:
        yield _note("index", problem)
    if whole:
        size = (status.size_sqlite + status.size_text) / 1e6
        yield _ok(
            "index",
            f"{directory}: {counted(status.files, 'file')} in {size:.1f} MB, generation {status.generation}, every row matches its hash",
        )
    failed = Failures(directory).report()
    if failed.count:
        yield _note("requests", failed.words(), "mend what the line names; the editor's log has the others")
    writer = holder(directory)
    if writer.pid:
        yield _ok("index", f"{writer.words()} writes it")
    behind = status.freshness.behind
    if behind and not writer.pid:
        yield _note(
            "index",
            f"{counted(behind, 'file')} not indexed as now on disk",
            "helix-lsp index, or ask: it is brought up to date then",
        )


def _model(settings: Settings) -> Iterator[Finding]:
    provider = settings.config.model.provider
    if provider == "none":
        yield _ok("model", "none: answers are written from the evidence alone")
    else:
        yield _note(
            "model",
            f"{provider} is set; nothing was sent to try it",
            'helix-lsp ask --preview "..." shows what would be sent',
        )


def _meaning(settings: Settings) -> Iterator[Finding]:
    from helix_lsp.session.semantic.open_likeness import MODEL, open_meaning, unavailable

    if not settings.config.search.meaning:
        yield _ok("meaning", "off: passages are ordered by their words")
    elif settings.config.meaning.folder:
        opened = open_meaning(settings.config, "", settings.surroundings)
        problem = opened.tried()
        told = opened.told() or {}
        yield (
            _wrong(
                "meaning",
                f"{problem}: the order of words stands",
                "see the line itself; use-meaning.md shows a folder that works",
            )
            if problem
            else _ok(
                "meaning",
                f"{told['model_name']} of your settings, sha256 {told['sha256'] or 'unknown (a server)'}",
            )
        )
    elif reason := unavailable():
        yield _note(
            "meaning",
            f"{reason}: passages are ordered by their words alone",
            'install the extra: `pip install ".[semantic]"` in a checkout of Helix Ask',
        )
    else:
        yield _ok("meaning", f"{MODEL}: passages are ordered by their meaning too")


def _command(settings: Settings, root: str) -> Iterator[Finding]:
    found = shutil.which("helix-lsp", path=settings.surroundings.search_path)
    if found is None:
        remedy = "add the folder of its installation to PATH, or name its place in the editor's settings"
        yield _note("command", "`helix-lsp` is not on the search path, where editors look for it", remedy)
    elif os.path.realpath(found).startswith(root + os.sep):
        yield _note("command", f"{found} lies inside the project: editors will not start it from there")
    else:
        yield _ok("command", found)


def _editors(settings: Settings) -> Iterator[Finding]:
    """Extensions of VS Code and its relatives; one of another version than the server speaks to it, and may
    lack what it shows.
    """
    found = False
    for place in _VSCODE:
        folder = Path(settings.surroundings.home, place, "extensions")
        names = (
            sorted(entry for entry in os.listdir(folder) if _EXTENSION.match(entry))
            if folder.is_dir()
            else []
        )
        for name in names:
            found = True
            version = _extension_version(folder / name / "package.json")
            text = f"the extension in {folder / name} has version {version or 'unknown'}"
            same = version == __version__
            yield (
                _ok("editors", text)
                if same
                else _note("editors", f"{text}, the server {__version__}", "install both in the same version")
            )
    if not found:
        yield _note(
            "editors",
            "no Helix Ask extension of VS Code was found (other editors need none; Neovim: `:checkhealth helix`)",
        )


def _extension_version(place: Path) -> str:
    try:
        with place.open("rb") as file:
            read: object = read_json(file.read(_MOST_BYTES))
    except (OSError, BrokenData):
        return ""
    return str(cast("dict[str, object]", read).get("version", ""))[:40] if isinstance(read, dict) else ""
