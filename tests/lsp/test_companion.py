"""The process beside the server: it answers, it is told what is typed, it may die, and it never outlives its
server.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.errors import Cancelled, CompanionLost, StorageError, UsageError, WorkspaceError
from helix_lsp.lsp.companion import companion as companion_module
from helix_lsp.lsp.companion.link import Link
from helix_lsp.lsp.companion.messages import CompanionFault, decode, error_words, raised
from helix_lsp.lsp.companion.remote import RemoteService
from helix_lsp.lsp.service.local import LocalService, open_local
from helix_lsp.lsp.service.workspace_service import OpenTexts
from helix_lsp.session.how_fresh import Standing
from helix_lsp.session.processes.worker import read_frame
from helix_lsp.session.workspace import Workspace
from tests.support.raw_client import PATIENCE, ServerProcess

OPTIONS = {"slow_workers": 4, "give_way_ms": 25, "switch_interval_us": 1_000}
CODE = '"""A bell tower."""\n\n\ndef ring_bell(times):\n    """Ring the bell that many times."""\n    return times\n'
DOCUMENT = "# Tower\n\nCall `ring_bell` and then `toll_bell`.\n"
TYPED = CODE + '\n\ndef toll_bell(times):\n    """Toll it slowly."""\n    return times\n'


def quiet() -> None:
    """Nobody cancels."""


def unheard(*_: object) -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def root(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(cache))
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text(CODE, encoding="utf-8")
    (tower / "use.md").write_text(DOCUMENT, encoding="utf-8")
    return tower


@pytest.fixture
def link() -> Iterator[Link]:
    link = Link(OPTIONS)
    yield link
    link.close(PATIENCE)


@pytest.fixture(scope="module")
def shared() -> Iterator[Link]:
    """For tests that neither end the companion nor count what it has been told."""
    link = Link(OPTIONS)
    yield link
    link.close(PATIENCE)


def indexed(link: Link, root: Path) -> RemoteService:
    service = RemoteService(link, str(root), {}, OpenTexts())
    service.refresh(unheard, quiet)
    return service


def test_a_folder_that_could_not_be_opened_is_tried_again(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the texts that came while it was refused."""
    pipe, tries = io.BytesIO(), count()
    opened: list[LocalService] = []

    def refused_once(*opening: Any) -> LocalService:
        if next(tries) == 0:
            raise StorageError("another process holds it")
        opened.append(open_local(*opening))
        return opened[-1]

    monkeypatch.setattr(companion_module, "open_local", refused_once)
    beside = companion_module.Companion(OPTIONS, companion_module.Out(pipe), threading.Thread())
    beside.hear([1, "call", 7, [str(root), {}], [["bell.py", TYPED.encode()]], "doubt", []])
    numbers = count(2)

    def is_open() -> bool:  # as long as the refusal took, a call is refused without a try
        beside.hear([next(numbers), "call", 7, None, [], "doubt", []])
        return bool(opened)

    until(is_open)
    assert opened[0].workspace.get().view().texts("bell.py") == TYPED.encode()
    beside.end()
    pipe.seek(0)
    said = [decode(frame)[:2] for frame in iter(lambda: read_frame(pipe), None)]
    last = next(numbers) - 1
    assert said == [*([number, "error"] for number in range(1, last)), [last, "result"]]
    assert len(opened) == 1


def asked(service: RemoteService, text: str, **more: Any) -> str:
    """All that an answer says."""
    answer = service.ask(Question(text=text, **more), None, unheard, quiet)
    return str(answer["answer"])


def kill(link: Link) -> int:
    """Kill the companion; its process id."""
    pid = link.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


def until(fits: Callable[[], bool]) -> None:
    """Wait for it."""
    deadline = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.01)


def beside(server: ServerProcess) -> list[psutil.Process]:
    """The companions of a server; what else it starts, it starts for a moment."""
    return [
        child
        for child in psutil.Process(server.process.pid).children()
        if "companion.program" in " ".join(command_of(child))
    ]


def command_of(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:  # it has ended meanwhile
        return []


def test_what_it_indexes_is_seen_here(shared: Link, root: Path) -> None:
    service = indexed(shared, root)
    shown = service.view().hover("use.md", DOCUMENT.index("ring_bell"))
    assert shown is not None
    assert "Ring the bell that many times" in shown.markdown
    assert service.view().view.freshness.fresh
    assert service.status()["writer"] == shared.pid != os.getpid()


def test_a_status_that_says_fresh_is_not_ahead_of_what_is_drawn(
    shared: Link, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The companion has committed; what it tells the refresh of it is still on its way here."""
    service = RemoteService(shared, str(root), {}, OpenTexts())
    assert (
        service.view().hover("use.md", DOCUMENT.index("ring_bell")) is not None
    )  # open, and nothing is there
    arrived, go_on, follow = threading.Event(), threading.Event(), Workspace.follow

    def late(workspace: Workspace, standing: Standing) -> None:
        if threading.current_thread() is refreshing:
            arrived.set()
            assert go_on.wait(PATIENCE)
        follow(workspace, standing)

    monkeypatch.setattr(Workspace, "follow", late)
    refreshing = threading.Thread(target=service.refresh, args=(unheard, quiet), daemon=True)
    refreshing.start()
    assert arrived.wait(PATIENCE)
    until(lambda: service.status()["index"]["fresh"])
    view = service.view()
    shown = view.hover("use.md", DOCUMENT.index("ring_bell"))
    assert shown is not None
    assert "Ring the bell that many times" in shown.markdown
    assert view.view.freshness.fresh
    go_on.set()
    refreshing.join(PATIENCE)
    assert service.view().view.freshness.fresh


def test_it_answers_from_what_is_typed_here(shared: Link, root: Path) -> None:
    service = indexed(shared, root)
    assert "slowly" not in asked(service, "what does toll_bell do?")
    service.workspace.texts.put("bell.py", TYPED.encode())
    assert "slowly" in asked(service, "what does toll_bell do?")
    service.workspace.texts.put("bell.py", None)
    assert "slowly" not in asked(service, "what does toll_bell do?")


class Recording(Link):
    """Keeps what would have been handed over to one process."""

    def __init__(self) -> None:
        super().__init__(OPTIONS)
        self.handed: list[tuple[Any, dict[str, bytes | None]]] = []

    def call(
        self, folder: int, hand_over: Callable[[int], Any], request: Any, check: object, hear: object
    ) -> Any:
        handed = hand_over(1)
        self.handed.append((handed.opening, dict(handed.edits)))
        handed.written()
        return {"index": {"state": "reading", "fresh": False}}


def test_the_place_of_a_question_is_that_of_its_look(root: Path) -> None:
    recording = Recording()
    service = RemoteService(recording, str(root), {}, OpenTexts())
    service.workspace.texts.put("use.md", DOCUMENT.encode())
    view = service.view()
    assert view.text("use.md") == DOCUMENT.encode()
    service.workspace.texts.put("use.md", b"newer")
    service.ask(Question(text="what does ring_bell do?", path="use.md", offset=16), view, unheard, quiet)
    service.explain("s")
    service.explain("s")
    assert recording.handed == [
        ([str(root), {}], {"use.md": DOCUMENT.encode()}),
        (None, {"use.md": b"newer"}),
        (None, {}),
    ]


def test_a_death_is_not_noticed_by_who_asks(link: Link, root: Path) -> None:
    service = indexed(link, root)
    service.workspace.texts.put("bell.py", TYPED.encode())
    first = kill(link)
    assert "slowly" in asked(service, "what does toll_bell do?")
    assert link.pid not in (None, first)


def test_a_death_under_a_question_is_made_up_for(link: Link, root: Path) -> None:
    service = indexed(link, root)
    deaths: list[int] = []

    def event(_line: str) -> None:
        if not deaths:
            deaths.append(kill(link))

    answer = service.ask(Question(text="what does ring_bell do?"), None, event, quiet)
    assert deaths
    assert "many times" in str(answer["answer"])


def test_two_deaths_in_a_row_under_a_question_are_made_up_for(link: Link, root: Path) -> None:
    service = indexed(link, root)
    deaths: list[int] = []

    def event(_line: str) -> None:
        if len(deaths) < 2 and link.pid not in (None, *deaths):
            deaths.append(kill(link))

    answer = service.ask(Question(text="what does ring_bell do?"), None, event, quiet)
    assert len(set(deaths)) == 2
    assert "many times" in str(answer["answer"])


def test_a_question_with_a_model_is_not_asked_twice(
    link: Link, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "config" / "helix-lsp").mkdir(parents=True)
    (tmp_path / "config" / "helix-lsp" / "config.toml").write_text(
        '[model]\nprovider = "client"\n', encoding="utf-8"
    )
    service = indexed(link, root)
    with pytest.raises(CompanionLost, match="try again"):
        service.ask(Question(text="what does ring_bell do?"), None, lambda _: link.pid and kill(link), quiet)


def test_one_that_dies_again_and_again_is_given_up_for_a_while(root: Path) -> None:
    link = Link(OPTIONS, command=(sys.executable, "-c", "pass"))
    service = RemoteService(link, str(root), {}, OpenTexts())
    for _ in range(3):
        with pytest.raises(CompanionLost):
            service.status()
    with pytest.raises(CompanionLost, match="within a minute"):
        service.status()
    link.close(1)


def test_one_that_cannot_be_started_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match="no-such-program"):
        Link(OPTIONS, command=("/no-such-program",)).start()


def test_a_cancelled_question_ends_there_too(shared: Link, root: Path) -> None:
    service = indexed(shared, root)
    begun: list[str] = []

    def check() -> None:
        if begun:
            raise Cancelled("enough")

    with pytest.raises(Cancelled):
        service.ask(Question(text="what does ring_bell do?"), None, begun.append, check)
    assert "many times" in asked(service, "what does ring_bell do?")


def test_errors_for_a_person_come_back_as_they_are(shared: Link, root: Path) -> None:
    service = indexed(shared, root)
    with pytest.raises(UsageError, match="empty"):
        asked(service, "  ")
    assert isinstance(raised(*error_words(ValueError("secret"))), CompanionFault)
    assert "secret" not in str(error_words(ValueError("secret")))


def test_a_closed_folder_gives_its_index_up(shared: Link, root: Path) -> None:
    indexed(shared, root).close()
    other = Link(OPTIONS)
    service = indexed(other, root)
    assert service.status()["writer"] == other.pid
    other.close(PATIENCE)


def test_a_closed_folder_is_not_opened_again(link: Link, root: Path) -> None:
    """A request may hold the folder of a companion that has died since."""
    service = indexed(link, root)
    service.close()
    kill(link)
    with pytest.raises(WorkspaceError, match="closed"):
        service.status()


def test_it_ends_with_its_pipe_and_closes_well(link: Link, root: Path) -> None:
    indexed(link, root)
    process = psutil.Process(link.pid)
    assert link.close(PATIENCE)
    assert not process.is_running()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_it_never_outlives_its_server(root: Path, end: signal.Signals) -> None:
    with ServerProcess(started=True) as server:
        server.initialize(folders=[root.as_uri()])
        server.result("helix/ask", {"question": "what does ring_bell do?"})
        (companion,) = beside(server)
        server.process.send_signal(end)
        server.process.wait(PATIENCE)
        until(lambda: not companion.is_running() or companion.status() == psutil.STATUS_ZOMBIE)


def test_a_server_without_one_does_everything_itself(root: Path) -> None:
    with ServerProcess(environment={"HELIX_ASK_SERVE_COMPANION": "false"}) as server:
        server.initialize(folders=[root.as_uri()])
        until(lambda: bool(server.result("helix/status")["files"]))
        assert server.result("helix/status")["writer"] == server.process.pid
        assert "many times" in str(server.result("helix/ask", {"question": "what does ring_bell do?"}))
        server.stop()


def test_a_server_that_opens_no_folder_leaves_nothing_behind() -> None:
    with ServerProcess(started=True) as server:
        server.initialize(folders=[])
        (ahead,) = beside(server)
        assert server.stop() == 0
        psutil.wait_procs([ahead], timeout=PATIENCE)
        assert not ahead.is_running()


def test_the_one_that_was_started_ahead_is_the_one_that_answers(root: Path) -> None:
    with ServerProcess(started=True) as server:
        server.initialize(folders=[root.as_uri()])
        (ahead,) = beside(server)
        assert "bell.py" in server.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
        assert beside(server) == [ahead]
        assert server.stop() == 0


def test_what_cannot_be_opened_is_said_before_anything_is_read(link: Link, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(WorkspaceError, match="not a folder"):
        RemoteService(link, str(tmp_path / "file"), {}, OpenTexts())
    assert link.pid is None


@pytest.mark.parametrize("companion", ["true", "false"])
def test_a_question_before_anything_is_indexed_waits_for_the_first_files(root: Path, companion: str) -> None:
    with ServerProcess(environment={"HELIX_ASK_SERVE_COMPANION": companion}) as server:
        server.initialize(folders=[root.as_uri()])
        assert "bell.py" in server.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
        assert server.stop() == 0


def test_a_question_about_an_empty_folder_does_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("HELIX_ASK_ASK_FIRST_FILES_MS", "600000")
    (tmp_path / "empty").mkdir()
    with ServerProcess() as server:
        server.initialize(folders=[(tmp_path / "empty").as_uri()])
        assert (
            "holds no file" in server.result("helix/ask", {"question": "what does ring_bell do?"})["answer"]
        )
        assert server.stop() == 0
