"""`helix-lsp eval`: the questions of a gold file as a gate; a table for people, `retrieval-eval.v1` with
`--json`.
"""

from __future__ import annotations

import os
from argparse import Namespace

from helix_lsp.ask.evidence.lookup import QueryRequest
from helix_lsp.cli.batch import freshness_words, given_file, link
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.evaluate.evaluate import Evaluation, Figures, Judged, evaluate
from helix_lsp.evaluate.gold import GoldFile, read_gold
from helix_lsp.evaluate.report import (
    Comparison,
    compare,
    comparison_to_wire,
    evaluation_to_wire,
    read_earlier,
)
from helix_lsp.text.visible import counted

DEFAULT_K = QueryRequest(text="").k
_LARGEST = 10_000_000
_MOST_K = 1_000
_SHOWN = 10


def run(arguments: Namespace, screen: Screen) -> int:
    """Prints the figures, or the retrieval-eval with `--json`; 1 when a threshold of the file is missed, or with
    `--compare` when a question was lost.
    """
    k = arguments.k or DEFAULT_K
    if k > _MOST_K:
        raise UsageError(f"--k is {k}; it must be from 1 to {_MOST_K}")
    # what is wrong in the files is said before anything is indexed
    read_gold(arguments.gold, _read("gold", arguments.gold))
    earlier = (
        read_earlier(arguments.compare, _read("compare", arguments.compare)) if arguments.compare else None
    )
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        gold, own = gold_file(arguments.gold, workspace.root)
        beside = _inside(arguments.compare, workspace.root) if arguments.compare else ""
        done = evaluate(workspace.view(), gold, k=k, own=own, compared=beside)
        compared = compare(done, earlier) if earlier is not None else None
        if arguments.json:
            more = {"compared": comparison_to_wire(compared)} if compared is not None else {}
            screen.json(evaluation_to_wire(done) | more, indent=2)
        else:
            if compared is not None:
                _print_comparison(compared, screen)
            _print(done, workspace.root, screen)
    return 0 if done.passed and (compared is None or compared.passed) else 1


def gold_file(name: str, root: str) -> tuple[GoldFile, str]:
    """The questions of a file, and its path in the project, `` when it lies elsewhere. Raises UsageError."""
    return read_gold(name, _read("gold", name)), _inside(name, root)


def _read(flag: str, name: str) -> bytes:
    """The bytes of a file that a flag names. Raises UsageError."""
    return given_file(name, _LARGEST, f"--{flag} {name}")


def _inside(name: str, root: str) -> str:
    """The path of a file below the root with slashes, empty when it lies elsewhere."""
    path = (
        os.path.relpath(os.path.realpath(name), root).replace(os.sep, "/")
        if _same_drive(name, root)
        else ".."
    )
    return "" if path == ".." or path.startswith("../") else path


def _same_drive(name: str, root: str) -> bool:
    return os.path.splitdrive(os.path.realpath(name))[0] == os.path.splitdrive(root)[0]


def _print(done: Evaluation, root: str, screen: Screen) -> None:
    overall = done.overall
    screen.text(
        f"{done.gold.name}: {counted(overall.questions, 'question')}, {counted(overall.targets, 'target')}; {freshness_words(done.freshness)}"
    )
    for item in done.excluded[:_SHOWN]:
        screen.text(f"no candidate: {item.path} ({item.reason})")
    if len(done.excluded) > _SHOWN:
        screen.text(f"no candidate: {counted(len(done.excluded) - _SHOWN, 'more file')}")
    screen.text("")
    _print_table(done, screen)
    screen.text("")
    for judged in done.judged:
        _print_question(judged, root, screen)
    screen.text("")
    if done.misses:
        screen.text("missed: " + ", ".join(f"{miss} {count}" for miss, count in done.misses))
    for threshold in done.thresholds:
        sign, word = (">=", "ok") if threshold.passed else ("<", "too low")
        screen.text(f"{threshold.name} {threshold.measured:.3f} {sign} {threshold.least:.3f}: {word}")
    verdict = "passed" if done.passed else "FAILED"
    screen.styled(
        screen.strong(verdict if done.thresholds else "no thresholds in the gold file: nothing to pass")
    )


def _print_comparison(found: Comparison, screen: Screen) -> None:
    same = "" if found.same_gold else "; the gold file has changed since"
    screen.text(f"compared with {clean(found.earlier.file)}{same}")
    for name, before, after in found.figures:
        screen.text(f"{name} {before:.3f} -> {after:.3f}")
    for word, some in (("lost", found.lost), ("won", found.won), ("moved", found.moved)):
        for one in some:
            screen.text(f"{word:<8} {clean(one.id)}: {_rank(one.before)} -> {_rank(one.after)}")
    for word, ids in (("new", found.added), ("gone", found.gone)):
        if ids:
            screen.text(f"{word:<8} {', '.join(map(clean, ids))}")
    screen.text("")


def _rank(rank: int | None) -> str:
    return "missed" if rank is None else f"rank {rank}"


def _print_table(done: Evaluation, screen: Screen) -> None:
    rows = [*done.categories, ("all", done.overall)]
    width = max(len("category"), *(len(clean(name)) for name, _ in rows))
    at = f"@{done.k}"
    head = ("found", "targets", f"recall{at}", f"questions{at}", "MRR", "NDCG@10", f"span hit{at}")
    screen.styled(
        screen.strong(
            "  ".join(["category".ljust(width), *(title.rjust(max(7, len(title))) for title in head)])
        )
    )
    for name, figures in rows:
        cells = [text.rjust(max(7, len(title))) for title, text in zip(head, _cells(figures), strict=True)]
        screen.text("  ".join([clean(name).ljust(width), *cells]))


def _cells(figures: Figures) -> tuple[str, ...]:
    return (
        f"{figures.found}/{figures.questions}",
        f"{figures.targets_found}/{figures.targets}",
        f"{figures.recall_at_k:.3f}",
        f"{figures.question_recall_at_k:.3f}",
        f"{figures.mrr:.3f}",
        f"{figures.ndcg:.3f}",
        "-" if figures.span_hit is None else f"{figures.span_hit:.3f}",
    )


def _print_question(judged: Judged, root: str, screen: Screen) -> None:
    item = judged.query
    state = f"rank {judged.rank}" if judged.rank is not None else "MISS"
    screen.text(f"{state:<8} {item.id}  {item.category}  {' '.join(item.text.split())[:100]}")
    for target in judged.targets:
        if target.miss is not None:
            screen.text(f"         wanted {target.target.words}: {target.miss.miss}, {target.miss.detail}")
    if judged.miss is not None:
        for found in judged.came:
            screen.styled(
                f"         came   {link(found.path, found.start_line, found.end_line, root, screen)}"
            )
