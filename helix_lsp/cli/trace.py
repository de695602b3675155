"""`helix-lsp trace`: past questions of a project and what each step did with them."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from helix_lsp.cli.screen import Screen, clean
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import in_words, say_climb
from helix_lsp.session.disk.origin import real_root, root_of
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.telemetry import Traces
from helix_lsp.session.settings.settings import load

_SHORT = 12


def run(arguments: Namespace, screen: Screen) -> int:
    """Shows one, lists all, or writes all as JSON lines; the index is not looked at."""
    settings = load(root_of(arguments.root))
    root = real_root(root_of(arguments.root), settings.surroundings.home)
    records = Traces(index_directory(root, settings, create=False), settings.config.session).records()
    if arguments.act == "export":
        for record in records:
            screen.json(record)
        return 0
    if arguments.list:
        _list(records, arguments.json, screen)
        return 0
    record = _chosen(records, arguments.which)
    if arguments.json:
        screen.json(record, indent=2)
    else:
        _show(record, screen)
    return 0


def _chosen(records: tuple[dict[str, Any], ...], which: str) -> dict[str, Any]:
    """By number, 1 for the latest, or by the beginning of its digest (the latest that fits)."""
    if not records:
        raise UsageError(
            "no question is kept: ask one first (privacy.traces says how many are kept, 0 for none)"
        )
    latest = records[::-1]
    if which.isdecimal() and 1 <= int(which) <= len(latest):
        return latest[int(which) - 1]
    found = next(
        (record for record in latest if len(which) >= 4 and record["digest"].startswith(which.lower())), None
    )
    if found is None:
        raise UsageError(
            f"there is no question {which[:80]!r}: give 1 (the latest) to {len(latest)}, or four or more digits of its digest"
        )
    return found


def _list(records: tuple[dict[str, Any], ...], as_json: bool, screen: Screen) -> None:
    for number, record in enumerate(records[::-1], 1):
        if as_json:
            screen.json({name: value for name, value in record.items() if name != "steps"})
        else:
            screen.text(
                f"{number:>3}  {record['asked_at'][:19]}  {record['digest'][:_SHORT]}  {record['mode']:<13}  {record['question'][:200]}"
            )


def _show(record: dict[str, Any], screen: Screen) -> None:
    screen.styled(screen.strong(clean(record["question"])))
    took = record["elapsed_us"] / 1_000
    screen.text(
        f"{record['asked_at']}  {record['mode']}  {took:.1f} ms  generation {record['generation']}  {record['digest'][:_SHORT]}"
    )
    several, climb = any(step.get("climb", 1) > 1 for step in record["steps"]), 0
    for step in record["steps"]:
        if several and step["climb"] != climb:
            climb = step["climb"]
            screen.text(say_climb(climb, step["purpose"]))
        screen.text(
            f"{step['number']:>3} {step['rung']:<12} {step['status']:<10} {step['elapsed_us'] / 1_000:8.2f} ms  {step['digest']}"
        )
        for event in step["events"]:
            screen.text(f"      {in_words(event)}")
        for fact in step["facts"]:
            screen.text(f"      {in_words(fact['label'])}: {fact['text']}")
