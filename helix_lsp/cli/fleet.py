"""`helix-lsp fleet build|show`: the indexes of many repositories, built and listed. Also `ask --fleet` and `query
--fleet`: one question put to a few of many repositories.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import msgspec

from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, RankedHit
from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import Request, heed_in_batch, link, policy_of, run_batch, text_field
from helix_lsp.cli.opened import Opened, progress
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import HelixError, StaleError, UsageError
from helix_lsp.ide.query import query
from helix_lsp.session.fleet.build import Built, Fleet, Repository, Tell, build_in_turn, read_fleet
from helix_lsp.session.fleet.first_look import FirstLook, Looked, NotRead, in_turn
from helix_lsp.session.processes.pool import processors
from helix_lsp.session.settings.settings import load, user_files
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted
from helix_lsp.tuning.server import FLEET
from helix_lsp.wire.query_result import fleet_to_wire, result_to_wire

if TYPE_CHECKING:
    from helix_lsp.ide.ask import Asked


NAME = "fleet.toml"


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints a line for each repository; 1 where one could not be built, or does not have an index."""
    fleet = read_fleet(arguments.file or _default(), load(None))
    return _show(fleet, arguments, screen) if arguments.act == "show" else _build(fleet, arguments, screen)


def _default() -> str:
    """Where the file is looked for when none is named: beside the settings of the user, never in a repository."""
    return os.path.join(os.path.dirname(user_files()[0]), NAME)


def _build(fleet: Fleet, arguments: Namespace, screen: Screen) -> int:
    chosen = fleet.named(tuple(arguments.within)) or fleet.repositories
    done: list[Built] = []
    with progress(screen) as report:
        for one in _built(chosen, arguments, screen, report):
            done.append(one)
            if not arguments.json:
                screen.text(_line(one))
            for note in one.notes:
                screen.note(f"{one.name}: {note}")
    failed = sum(bool(one.problem) for one in done)
    if arguments.json:
        order = {one.name: n for n, one in enumerate(chosen)}
        screen.json(
            {"repositories": [asdict(one) for one in sorted(done, key=lambda one: order[one.name])]}, indent=2
        )
    else:
        files = sum(one.files for one in done)
        screen.text(
            f"{counted(len(done) - failed, 'repository', 'repositories')} with {counted(files, 'file')} built"
            + (f", {failed} not" if failed else "")
        )
    return int(failed > 0)


def _built(chosen: Sequence[Repository], arguments: Namespace, screen: Screen, tell: Tell) -> Iterator[Built]:
    workers = min(arguments.workers or processors(), len(chosen))
    if arguments.scheduler or workers > 1:
        from helix_lsp.session.fleet.cluster import build_on_cluster, has_dask

        if arguments.scheduler or has_dask():
            tell("building", 0, len(chosen))
            found = build_on_cluster(chosen, lambda: None, workers=workers, scheduler=arguments.scheduler)
            for n, one in enumerate(found, 1):
                tell("building", n, len(chosen))
                yield one
            return
        if arguments.workers:
            screen.note(
                "the extra `fleet` is not installed, so one repository is built after the other in this process"
            )
    yield from build_in_turn(chosen, tell, lambda: None)


def _line(one: Built) -> str:
    if one.problem:
        return f"{clean(one.name)}: not built: {clean(one.problem)}"
    return f"{clean(one.name)}: {counted(one.files, 'file')}, {counted(one.units, 'unit')}, {one.read:,} read in {one.seconds:.2f} s"


def _show(fleet: Fleet, arguments: Namespace, screen: Screen) -> int:
    with FirstLook(fleet) as look:
        states = [(one, look.state(one)) for one in fleet.repositories]
    if arguments.json:
        rows = [
            asdict(one)
            | (
                {"units": 0, "reason": s.reason}
                if isinstance(s, NotRead)
                else {"units": s.units, "reason": ""}
            )
            for one, s in states
        ]
        screen.json({"repositories": rows}, indent=2)
    else:
        for one, state in states:
            told = state.detail if isinstance(state, NotRead) else counted(state.units, "unit")
            screen.text(
                f"{clean(one.name)}  {clean(one.root)}  {clean(told)}"
                + ("" if one.default else "  (asked only by name)")
            )
    return int(any(isinstance(state, NotRead) for _, state in states))


# `ask --fleet` and `query --fleet`: one question put to a few of many repositories.
#
# All indexes are looked into first, which opens none of them whole; the best few are then asked as `ask`
# and `query` ask one, read-only, each after a look at its files. What was not read is said with every
# answer.

_WORTH = {"strong": 0, "weak": 1, "places_only": 2, "none": 3}
_GOES_WITH = ("fleet", "within", "json", "jsonl", "verbosity", "stale_policy", "k", "text", "question")
_SHOWN = 5


class _Answers(msgspec.Struct, kw_only=True):
    """What one question came to. `missed` are (repository, reason, detail), of the look and of the asking."""

    looked: Looked
    asked: list[tuple[Repository, Workspace, Asked]]
    found: list[tuple[Repository, Workspace, QueryAnswer]]
    missed: list[tuple[str, str, str]]


class FleetDoor:
    """The questions of one command. `query`: places are looked for instead of answers, `k` from each repository."""

    def __init__(
        self, look: FirstLook, policy: str, *, query: bool = False, k: int = 10, verbosity: str = "normal"
    ) -> None:
        self._look, self._policy, self._query, self._k, self._verbosity = look, policy, query, k, verbosity

    def put(self, question: str, names: tuple[str, ...], opened: Opened) -> _Answers:
        """Ask. A repository that cannot be asked is among `missed`. Raises UsageError for a question that cannot be asked."""
        looked = self._look.at(question, names, FLEET.searched if self._query else FLEET.asked)
        missed: list[tuple[str, str, str]] = [(one.name, one.reason, one.detail) for one in looked.not_read]
        answers = _Answers(looked=looked, asked=[], found=[], missed=missed)
        for one in looked.asked:
            try:
                workspace = opened.at(one.root)
                heed_in_batch(workspace.view().freshness, self._policy)
                if self._query:
                    wanted = QueryRequest(text=looked.text, k=self._k)
                    answers.found.append((one, workspace, query(workspace.view(), wanted)))
                else:
                    answers.asked.append((one, workspace, self._asked(looked, workspace)))
            except UsageError:
                raise
            except StaleError as error:
                missed.append((one.name, "stale", str(error)))
            except HelixError as error:
                missed.append((one.name, "unreadable", str(error)))
        answers.asked.sort(key=lambda one: _WORTH[one[2].envelope.answer_verdict.answers])
        return answers

    def message(self, answers: _Answers) -> dict[str, Any]:
        """The `fleet-result.v1`."""
        from helix_lsp.cli.query import hits_to_wire
        from helix_lsp.wire.answer_envelope import envelope_to_wire

        looked = answers.looked
        results = [
            result_to_wire(
                one.name,
                workspace.root,
                "envelope",
                workspace.stamped(envelope_to_wire(asked.envelope), workspace.view()),
            )
            for one, workspace, asked in answers.asked
        ] + [
            result_to_wire(
                one.name, workspace.root, "places", hits_to_wire(workspace, workspace.view(), found)
            )
            for one, workspace, found in answers.found
        ]
        return fleet_to_wire(
            question=looked.text,
            named=looked.named,
            looked_at=looked.seen,
            asked=[one.name for one in looked.asked],
            not_read=answers.missed,
            results=results,
        )

    def _asked(self, looked: Looked, workspace: Workspace) -> Asked:
        from helix_lsp.ask.question.question import Asker, Question
        from helix_lsp.session.answering import AskSession, answer
        from helix_lsp.session.kept.memory import Memory

        question = Question(
            text=looked.text,
            verbosity=self._verbosity,  # pyright: ignore[reportArgumentType]
            dry=len(looked.asked) > 1,  # one question calls a model once at most (I9)
            may_clarify=False,
            asker=Asker(session_id="fleet", traced=False),
        )
        return answer(workspace, question, AskSession(memory=Memory(workspace.settings.config.session)))


def run_fleet_ask(arguments: Namespace, screen: Screen) -> int:
    """The command with `--fleet`; 1 when no repository answers or has a place."""
    if arguments.fleet is None:
        raise UsageError("--in names a repository of a fleet: it needs --fleet FILE")
    if wrong := others(arguments, *_GOES_WITH):
        raise UsageError(f"--fleet asks many repositories: it does not go with {wrong[0]}")
    is_query = arguments.verb == "query"
    fleet = read_fleet(arguments.fleet, load(None))
    words = arguments.text if is_query else arguments.question
    with FirstLook(fleet) as look:
        door = FleetDoor(
            look,
            policy_of(arguments),
            query=is_query,
            k=(getattr(arguments, "k", None) or 10),
            verbosity=getattr(arguments, "verbosity", "normal"),
        )
        if arguments.jsonl:
            if words or arguments.json:
                raise UsageError(
                    "--jsonl reads its questions from stdin and prints JSON: it does not go with a question or --json"
                )
            names = tuple(arguments.within)
            return run_batch(
                lambda request, opened: _reply(door, request, opened, names),
                screen,
                root=None,
                writable=False,
            )
        with Opened(screen, writable=False) as opened:
            answers = door.put(" ".join(words), tuple(arguments.within), opened)
            if arguments.json:
                screen.json(door.message(answers), indent=2)
            else:
                if is_query:
                    _print_places(answers, arguments.k or 10, screen)
                else:
                    _print_answers(answers, screen)
                for line in _told(answers):
                    screen.text(line)
            return int(not _any(answers))


def _reply(door: FleetDoor, request: Request, opened: Opened, names: tuple[str, ...]) -> Mapping[str, object]:
    named = text_field(request, "repository")
    if "root" in request:
        raise UsageError("a fleet is asked by `repository`, not by `root`")
    answers = door.put(text_field(request, "question"), (named,) if named else names, opened)
    return {"result": door.message(answers)}


def _any(answers: _Answers) -> bool:
    return any(asked.envelope.mode != "no_evidence" for _, _, asked in answers.asked) or any(
        found.hits for _, _, found in answers.found
    )


def _print_answers(answers: _Answers, screen: Screen) -> None:
    """The best answer whole, of the others what they are worth."""
    from helix_lsp.cli.ask import print_answer

    for one, workspace, asked in answers.asked[:1]:
        screen.styled(screen.strong(clean(f"In {one.name}:")))
        print_answer(asked.envelope, workspace.root, screen, within=one.name)
    for one, _, asked in answers.asked[1:]:
        first = next(iter(asked.envelope.citations), None)
        at = f", first place {one.name}/{first.path}" if first is not None else ""
        screen.text(
            clean(
                f"{one.name}: {_VERDICTS[asked.envelope.answer_verdict.answers]}{at} (--in {one.name} shows it)"
            )
        )


_VERDICTS = {
    "strong": "an answer too",
    "weak": "a weak answer too",
    "places_only": "places to read only",
    "none": "no answer",
}


def _print_places(answers: _Answers, k: int, screen: Screen) -> None:
    """One list: the first place of each repository, then the second of each."""
    turns = in_turn([found.hits for _, _, found in answers.found])[:k]
    for rank, (which, at) in enumerate(turns, 1):
        one, workspace, found = answers.found[which]
        screen.styled(_place(rank, one, workspace, found.hits[at], screen))


def _place(rank: int, one: Repository, workspace: Workspace, hit: RankedHit, screen: Screen) -> str:
    place, here = hit.hit.place, hit.range
    told = clean(f"{place.kind} {place.qualified or place.name}".rstrip())
    return f"{rank:>3}  {link(here.path, here.start_line, here.end_line, workspace.root, screen, within=one.name)}  {told}"


def _told(answers: _Answers) -> Iterator[str]:
    """What was looked at, and what was not."""
    looked = answers.looked
    asked = ", ".join(one.name for one in looked.asked) or "none"
    if looked.named:
        yield f"(asked {asked}, as named)"
    else:
        yield f"(looked into the index of {counted(looked.seen, 'repository', 'repositories')}, asked {asked})"
    for name, _, detail in answers.missed[:_SHOWN]:
        yield clean(f"not read: {name}: {detail}")
    if len(answers.missed) > _SHOWN:
        yield f"not read: {len(answers.missed) - _SHOWN} more (--json names them)"
