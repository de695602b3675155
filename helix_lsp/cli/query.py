"""`helix-lsp query`: retrieval only, for people, scripts and benchmarks. Exit code 1 when nothing is found."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, RankedHit, scope
from helix_lsp.cli.arguments import others
from helix_lsp.cli.batch import (
    Request,
    below_root,
    field,
    freshness_words,
    heed_in_batch,
    heeded,
    link,
    near_paths,
    policy_of,
    run_batch,
    text_field,
)
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.query import View, query
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.missed import Missed
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.visible import counted
from helix_lsp.tuning.search import FIND

if TYPE_CHECKING:
    from helix_lsp.ask.evidence.find import Found

DEFAULT_K = QueryRequest(text="").k
_HITS_ONLY = {"k": "-k", "explain": "--explain", "why_not": "--why-not"}


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the hits, the query-result with `--json`, or one line a request with `--jsonl`."""
    filters = tuple(_filter(text) for text in arguments.filters)
    if arguments.budget and (wrong := [n for n in _HITS_ONLY if getattr(arguments, n)]):
        raise UsageError(f"--budget shows lines instead of hits: it does not go with {_HITS_ONLY[wrong[0]]}")
    k = arguments.k or DEFAULT_K
    if arguments.jsonl:
        if others(arguments, "jsonl", "root", "k", "filters", "budget", "stale_policy"):
            raise UsageError(
                "--jsonl reads its queries from stdin and prints JSON: it goes with --root, -k, --filter, --budget and --stale-policy only"
            )
        return run_batch(
            lambda request, opened: _answer(request, opened, k, filters, arguments),
            screen,
            root=arguments.root,
        )
    text = " ".join(arguments.text)
    if not text.strip():
        raise UsageError('the query is empty; write a few words or a name: helix-lsp query "session cookie"')
    with heeded(arguments, screen) as (workspace, view):
        near = near_paths(workspace.root, arguments.near, screen)
        if arguments.budget:
            from helix_lsp.ide.find import FindRequest, find  # reads what cuts excerpts

            record = FIND.record if arguments.json else FIND.printed
            wanted = FindRequest(
                query=text, budget=arguments.budget, filters=filters, near=near, record=record
            )
            found = find(view, wanted)
            workspace.telemetry().query(len(found.items), workspace.meaning.taken())
            if arguments.json:
                screen.json(_evidence(workspace, view, found), indent=2)
            else:
                _print_evidence(found, workspace.root, screen)
            return int(not found.items)
        wanted = QueryRequest(
            text=text,
            k=k,
            filters=filters,
            near=near,
            explain=arguments.explain or bool(arguments.why_not),
            why_not=below_root(workspace.root, arguments.why_not) if arguments.why_not else "",
        )
        answer = query(view, wanted)
        workspace.telemetry().query(len(answer.hits), workspace.meaning.taken())
        if arguments.json:
            screen.json(hits_to_wire(workspace, view, answer), indent=2)
        else:
            if not answer.hits and filters:
                screen.text(_nothing_passes(view.snapshot, answer.request))
            if unheld := answer.results.exact.unheld:
                phrases = ", ".join(f'"{clean(p)}"' for p in unheld)
                screen.text(
                    f"{phrases} is not word for word in {counted(answer.results.exact.files, 'file')} read"
                )
            _print(answer, view.snapshot, workspace.root, screen, explain=wanted.explain)
            for line in _misses(answer.missed):
                screen.text(line)
            screen.text(f"({counted(len(answer.hits), 'hit')}; {freshness_words(view.freshness)})")
    return int(not answer.hits)


def _answer(
    request: Request, opened: Opened, k: int, filters: tuple[tuple[str, str], ...], arguments: Namespace
) -> Mapping[str, object]:
    text = text_field(request, "question")
    workspace = opened.at(text_field(request, "root") or None)
    view = workspace.view()
    heed_in_batch(view.freshness, policy_of(arguments))
    if arguments.budget:
        from helix_lsp.ide.find import FindRequest, find

        found = find(view, FindRequest(query=text, budget=arguments.budget, filters=filters))
        workspace.telemetry().query(len(found.items), workspace.meaning.taken())
        return {"result": _evidence(workspace, view, found)}
    wanted = QueryRequest(text=text, k=cast("int", field(request, "k", int, k)), filters=filters)
    answer = query(view, wanted)
    workspace.telemetry().query(len(answer.hits), workspace.meaning.taken())
    return {"result": hits_to_wire(workspace, view, answer)}


def hits_to_wire(workspace: Workspace, view: View, answer: QueryAnswer) -> dict[str, Any]:
    """The `query-result.v1` of an answer."""
    from helix_lsp.wire.query_result import query_result_to_wire

    found = query_result_to_wire(
        answer,
        view.freshness,
        explain=answer.request.explain,
        snapshot=view.snapshot.digest(),
        config_sha256=view.config_digest(),
    )
    return workspace.stamped(found, view)


def _evidence(workspace: Workspace, view: View, found: Found) -> dict[str, Any]:
    from helix_lsp.wire.query_result import evidence_to_wire

    return workspace.stamped(evidence_to_wire(found, view.snapshot.digest(), view.config_digest()), view)


def _print_evidence(found: Found, root: str, screen: Screen) -> None:
    """The evidence alone on stdout; how much it is on stderr."""
    for one in found.items:
        screen.styled(link(one.path, one.start_line, one.end_line, root, screen))
        if one.signature:
            screen.text(one.signature)
        screen.exact(clean(one.text.rstrip("\n")))
    left = f", {found.left_out} did not fit" if found.left_out else ""
    near = f"; near: {', '.join(found.near)}" if not found.items and found.near else ""
    screen.note(
        f"{len(found.items)} of {counted(found.found, 'place')}, {found.spent} of {found.budget} tokens{left}{near}"
    )


def _filter(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        raise UsageError(f"--filter takes K=V, for example language=python, not {text!r}")
    return key.strip(), value.strip()


def _nothing_passes(snapshot: Snapshot, request: QueryRequest) -> str:
    """How many files the filters leave, and where a language is unknown, which ones there are."""
    keeps, paths = scope(snapshot, request), snapshot.paths()
    written = " ".join(f"{key}={value}" for key, value in request.filters)
    count = sum(keeps(path) for path in paths)
    present = sorted(
        {entry.language for path in paths if (entry := snapshot.file(path)) is not None and entry.language}
    )
    strange = any(key == "language" and value not in present for key, value in request.filters)
    return f"{count} of {counted(len(paths), 'file')} pass {written}" + (
        f"; languages here: {', '.join(present)}" if strange and present else ""
    )


def _print(answer: QueryAnswer, snapshot: Snapshot, root: str, screen: Screen, *, explain: bool) -> None:
    if not answer.hits:
        near = ", ".join(answer.results.near)
        left_out = clean(but_for(snapshot.unread()))
        screen.text(f"nothing found{left_out}" + (f"; near: {near}" if near else ""))
    for rank, found in enumerate(answer.hits, start=1):
        _print_hit(rank, found, root, screen)
        if explain:
            for line in _reasons(found):
                screen.text(f"      {line}")


def _print_hit(rank: int, found: RankedHit, root: str, screen: Screen) -> None:
    place, here = found.hit.place, found.range
    name = place.qualified or place.name
    screen.styled(
        f"{rank:>3}  {link(here.path, here.start_line, here.end_line, root, screen)}  {clean(f'{place.kind} {name}'.rstrip())}"
    )


def _reasons(found: RankedHit) -> list[str]:
    why = found.hit.why
    lines = [f"matched in {field_name}: {', '.join(words)}" for field_name, words in why.matched]
    lines += [f"channel {name}: rank {rank}, score {score:.4f}" for name, rank, score in why.channels]
    lines += [f"holds at line {line}: {clean(text)}" for text, line in why.held]
    lines += [f"{f.name}: {f.value:.3f} x {f.weight:.3f} = {f.contribution:+.4f}" for f in why.features]
    return lines + [f"demoted: {reason} (x{factor:.2f})" for reason, factor in why.demotions]


def _misses(missed: tuple[Missed, ...]) -> list[str]:
    """What lost, and against what."""
    lines: list[str] = []
    for one in missed:
        lines.append(f"not shown: {clean(one.path)}: {clean(one.reason)}")
        lines += [
            f"      channel {name}: rank {rank}, score {score:.4f}" for name, rank, score in one.channels
        ]
        lines += [
            f"      {d.name}: {d.own:.4f}, the last hit {d.above:.4f} ({d.own - d.above:+.4f})"
            for d in one.features
        ]
        lines += [f"      demoted: {reason} (x{factor:.2f})" for reason, factor in one.demotions]
        lines += [
            f"      the last hit is demoted: {reason} (x{factor:.2f})"
            for reason, factor in one.above_demotions
        ]
        if one.words or one.lacking:
            lines.append(
                f"      holds: {clean(', '.join(one.words)) or '-'}; lacks: {clean(', '.join(one.lacking)) or '-'}"
            )
    return lines
