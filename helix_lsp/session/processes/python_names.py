"""What a name in a Python file means, as jedi infers it: the port `NameOracle` for one view.

Nothing of the tree is started, imported or listed. jedi's own search for modules would put the tree on this
process' `sys.path` and follow links; here it finds a module only among the paths that the index knows and
reads it through the view's own port (open buffers, no links out of the root); of compiled modules it may look
at those of the standard library that are loaded already. It keeps no files. It is asked where the judgement
of `align/edges` ends, for so many names of one view, and looks into so many modules and functions for each:
counts, so that the same question has the same answer (law I4). `session.python_names_seconds` is for what
hangs.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from helix_lsp.errors import HelixError, StorageError
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.positions import LineIndex

if TYPE_CHECKING:
    from pathlib import Path

_ROOT = "/workspace-of-helix-ask"  # where the tree seems to lie for jedi: no such folder is ever looked into
_LARGEST = 400_000  # bytes of one module
_EXECUTIONS = 60  # functions that one question may look into
_MODULES = 60  # modules that one question may load
_SUFFIXES = (".py", ".pyi")
_one_at_a_time = threading.Lock()  # jedi counts in class variables


class _TooLate(Exception):
    """One question has looked at enough."""


class PythonNames:
    """Over the texts and paths of one view. Raises StorageError where the disk fails, for nothing that a file
    holds.
    """

    def __init__(
        self, snapshot: Snapshot, texts: Callable[[str], bytes | None], names: int, seconds: float
    ) -> None:
        """At most `names` questions of at most `seconds` each."""
        self._snapshot = snapshot
        self._texts = texts
        self._left = names
        self._seconds = seconds
        self._until = 0.0
        self._loaded = 0
        self._roots: tuple[str, ...] | None = None

    def definitions(self, path: str, data: bytes, offset: int) -> tuple[tuple[str, int], ...] | None:
        """As `NameOracle`; None for other languages, for large files, and when the names of this view are
        used up.
        """
        if not path.endswith(_SUFFIXES) or self._left <= 0 or len(data) > _LARGEST:
            return None
        self._left -= 1
        with _one_at_a_time:
            self._until, self._loaded = time.monotonic() + self._seconds, 0
            try:
                return self._asked(path, data, offset)
            except HelixError:
                raise
            except (
                OSError,
                ImportError,
                MemoryError,
            ) as error:  # of jedi's own files: what it would have said is not known, and is not nothing
                raise StorageError(
                    f"the types of Python's library could not be read: {error}. Check the disk and the installation"
                ) from None
            except Exception:  # noqa: BLE001  whatever a hostile file makes of an inference, it is not known
                return None

    def _asked(self, path: str, data: bytes, offset: int) -> tuple[tuple[str, int], ...] | None:
        jedi = _jedi()
        text = data.decode("utf-8")
        line = data.count(b"\n", 0, offset)
        start = data.rfind(b"\n", 0, offset) + 1
        column = len(data[start:offset].decode("utf-8"))
        project = jedi.Project(
            _ROOT, load_unsafe_extensions=False, smart_sys_path=False, sys_path=[], added_sys_path=[]
        )
        script = jedi.Script(text, path=f"{_ROOT}/{path}", project=project, environment=_environment(self))
        found = script.goto(line + 1, column, follow_imports=True)
        out: list[tuple[str, int]] = []
        for name in found:
            here = str(name.module_path or "")
            inside = here.removeprefix(f"{_ROOT}/") if here.startswith(f"{_ROOT}/") else ""
            if not inside:
                out.append(("", 0))
                continue
            body = data if inside == path else self._texts(inside)
            if body is None or name.line is None or name.column is None:
                return None
            row = LineIndex(body).line_span(name.line - 1).cut(body).decode("utf-8")
            out.append(
                (inside, LineIndex(body).line_span(name.line - 1).start + len(row[: name.column].encode()))
            )
        return tuple(out) or None

    def module(self, words: tuple[str, ...]) -> tuple[str, bytes, bool] | None:
        """(path, bytes, whether it is a package) of a module of the tree, None where it has none. Raises
        `_TooLate`.
        """
        self._loaded += 1
        if self._loaded > _MODULES or time.monotonic() > self._until:
            raise _TooLate
        for root in self._all_roots():
            base = "/".join((root, *words)) if root else "/".join(words)
            for found, package in (
                (f"{base}/__init__.py", True),
                (f"{base}.py", False),
                (f"{base}/__init__.pyi", True),
                (f"{base}.pyi", False),
            ):
                entry = self._snapshot.file(found)
                data = self._texts(found) if entry is not None and entry.size <= _LARGEST else None
                if data is not None:
                    return found, data, package
        return None

    def _all_roots(self) -> tuple[str, ...]:
        """Folders that hold packages and are none, and the root."""
        if self._roots is None:
            packages = {
                p.rpartition("/")[0]
                for p in self._snapshot.paths()
                if p.endswith(("/__init__.py", "/__init__.pyi"))
            }
            tops = {f.rpartition("/")[0] for f in packages if f.rpartition("/")[0] not in packages}
            self._roots = tuple(sorted({"", "src", *tops}, key=lambda t: (t.count("/"), t)))
        return self._roots


def _jedi() -> Any:
    """The library, set up once: no files of its own, nothing guessed from callers, few functions to look
    into.
    """
    import jedi
    import parso.cache
    from jedi import settings
    from jedi.inference import recursion

    settings.dynamic_params = False
    settings.dynamic_array_additions = False
    settings.auto_import_modules = []
    recursion.total_function_execution_limit = _EXECUTIONS
    parso.cache._save_to_file_system = _nothing  # type: ignore[assignment]
    parso.cache._load_from_file_system = _nothing  # type: ignore[assignment]
    return jedi


def _nothing(*_: object, **__: object) -> None:
    return None


def _environment(names: PythonNames) -> Any:
    """This process' Python, whose modules are those of the tree."""
    from functools import partial

    from jedi.api.environment import InterpreterEnvironment
    from jedi.file_io import KnownContentFileIO
    from jedi.inference.compiled.subprocess import InferenceStateSameProcess, functions

    class Content(KnownContentFileIO):
        """A module's bytes; without a time, so that no parse of other bytes stands for it."""

        def get_last_modified(self) -> float | None:
            return None

    class Process(InferenceStateSameProcess):
        """Asked for modules, files and values; what it does not answer itself works on values that are
        loaded.
        """

        def get_module_info(
            self,
            string: str,
            full_name: str | None = None,
            path: list[str] | None = None,
            is_global_search: bool = True,
            **_: object,
        ) -> tuple[object, bool | None]:
            words = tuple((full_name or string).split("."))
            if not is_global_search and path:  # a module in a package that was found
                inside = str(path[0]).removeprefix(f"{_ROOT}/")
                words = (*inside.split("/"), string)
            found = names.module(words)
            return (None, None) if found is None else (Content(_as_path(found[0]), found[1]), found[2])

        def load_module(self, dotted_name: str, **_: object) -> object:
            module = (
                sys.modules.get(dotted_name)
                if dotted_name.partition(".")[0] in sys.stdlib_module_names
                else None
            )
            access: Any = functions.access
            return (
                None if module is None else access.create_access_path(self._inference_state_weakref(), module)
            )

        def iter_module_names(self, *_: object) -> list[str]:
            return []

        def __getattr__(self, name: str) -> partial[Any]:
            if name not in (
                "safe_literal_eval",
                "create_simple_object",
                "get_compiled_method_return",
                "get_builtin_module_names",
            ):
                raise AttributeError(name)
            return partial(getattr(functions, name), self._inference_state_weakref())

    class Environment(InterpreterEnvironment):
        def get_inference_state_subprocess(self, inference_state: Any) -> Any:
            return Process(inference_state)

        def get_sys_path(self) -> list[str]:
            return []

    return Environment()


def _as_path(path: str) -> Path:
    from pathlib import Path

    return Path(_ROOT, path)
