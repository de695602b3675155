"""How often the gates let a wrong sentence pass, and how often they stop a right one.

    python bench/calibrate_gates.py NAME=DIR [NAME=DIR ...] [--misses]

Every question of `gate_questions.json` for a named repository is asked of the folder. The answers' sentences
with their citations are the right ones (they are quotations); `mutants.py` makes wrong ones of them. Printed
are catch rates for each kind of fault and false alarms, separately for the questions that thresholds were
chosen on (`tuned`) and the others (`others`, looked at too, so no held-out set). Then come the gates that
look at a whole answer: own answers against those of other questions (coverage, definition) and against
sentences stitched together from words of long citations (rattling).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench import mutants as faults
from helix_lsp.align.live import Live
from helix_lsp.ask.claims.audit import audit
from helix_lsp.ask.claims.claims import surroundings
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.ide.ask import ask
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.verify.gates import asked_words, coverage, rattling
from helix_lsp.verify.ledger import Cited, Claim, Weighed, weigh
from helix_lsp.verify.lints import definition_lint
from helix_lsp.verify.read_claims import Stated
from helix_lsp.verify.support import support

QUESTIONS = Path(__file__).with_name("gate_questions.json")
_STITCHED_WORDS = 8
_FEWEST = 12
_FEWEST_WORDS = 6
_AUDITED = 30
_SAID_WRONGLY = ("number changed", "unit changed", "negation flipped", "identifier swapped")


@dataclass(frozen=True)
class Answer:
    repository: str
    question: str
    words: tuple[str, ...]
    claims: tuple[Claim, ...]


def answers(name: str, root: str, questions: list[str]) -> list[Answer]:
    """The real answers of one repository, as claims."""
    workspace = Workspace.open(root, load(root))
    out: list[Answer] = []
    try:
        workspace.refresh(lambda *_: None)
        view = workspace.view()
        live = LiveFiles(Live(view.snapshot, view.texts))
        for question in questions:
            envelope = ask(view, Question(text=question)).envelope
            if envelope.shape in ("missing", "clarify"):
                continue
            cited: dict[int, Cited] = {}
            for c in envelope.citations:
                names, heads = surroundings(c.path, c.span, live)
                text = c.span.cut(view.texts(c.path) or b"").decode("utf-8", "replace")
                cited[c.id] = Cited(
                    path=c.path,
                    start_line=c.start_line,
                    end_line=c.end_line,
                    text=text,
                    around=names,
                    heads=heads,
                )
            told = [c for p in envelope.passages for c in p.claims]
            claims = tuple(
                Claim(
                    id=f"claim:{n}",
                    text=c.text,
                    code=c.code,
                    cited=tuple(cited[r] for r in c.refs),
                    note=not c.refs,
                )
                for n, c in enumerate(told, 1)
            )
            out.append(Answer(repository=name, question=question, words=asked_words(question), claims=claims))
    finally:
        workspace.close()
    return out


def plain(found: list[Answer]) -> tuple[faults.Claim, ...]:
    """Claims as the mutation program takes them."""
    return tuple(
        faults.Claim(
            repository=a.repository,
            question=a.question,
            text=c.text,
            cited=tuple(x.text for x in c.cited),
            around=tuple(dict.fromkeys(n for x in c.cited for n in x.around)),
            where=tuple(x.ref for x in c.cited),
        )
        for a in found
        for c in a.claims
        if c.cited
    )


def sentences(found: list[Answer], cfg: VerifyConfig, *, misses: bool) -> None:
    """Support, sentence by sentence."""
    claims = plain(found)
    alarms = 0
    for c in claims:
        told = support(c.text, c.cited, c.around, cfg)
        if not told.supported:
            alarms += 1
            print(f"    FALSE ALARM {c.repository}: {told.reason}\n      {c.text[:160]}")
    print(f"  right sentences: {alarms} of {len(claims)} stopped ({alarms / max(1, len(claims)):.1%})")
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for m in faults.mutants(claims):
        told = support(m.claim.text, m.claim.cited, m.claim.around, cfg)
        made[m.kind] += 1
        caught[m.kind] += not told.supported
        if misses and told.supported:
            print(
                f"    MISS {m.kind}: {m.claim.repository}: {m.claim.text[:200]}\n      cites {m.claim.cited[0][:160]!r}"
            )
    for kind in faults.KINDS:
        print(
            f"  {kind:20} {caught[kind]:5} of {made[kind]:5} caught  {caught[kind] / max(1, made[kind]):.1%}"
        )


def wholes(found: list[Answer], cfg: VerifyConfig) -> None:
    """Gates over a whole answer."""
    weighed = [(a, tuple(weigh(c, cfg) for c in a.claims)) for a in found]
    own: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for at, (a, w) in enumerate(weighed):
        own["coverage " + coverage((), a.words, w, cfg, evidence_ok=True).verdict] += 1
        own["definition " + definition_lint(a.question, w).verdict] += 1
        own["rattling " + rattling(w, cfg).verdict] += 1
        for b, v in weighed[at + 1 :] + weighed[:at]:
            if b.repository == a.repository:
                other["coverage " + coverage((), a.words, v, cfg, evidence_ok=True).verdict] += 1
                other["definition " + definition_lint(a.question, v).verdict] += 1
        if (salad := stitched(w, cfg)) is not None:
            other["rattling " + rattling(salad, cfg).verdict] += 1
    print("  own answers:    ", dict(sorted(own.items())))
    print("  others' answers:", dict(sorted(other.items())), "(rattling: stitched sentences)")


def stitched(weighed: tuple[Weighed, ...], cfg: VerifyConfig) -> tuple[Weighed, ...] | None:
    """Sentences of words that stand far apart in all that an answer cites, under a citation of all of it."""
    texts = dict.fromkeys(c.text for w in weighed for c in w.claim.cited)
    block = "\n\n".join(texts)
    words = list(
        dict.fromkeys(
            t for t in block.replace("`", " ").split() if t.isalpha() and t.islower() and len(t) > 3
        )
    )
    if len(words) < _FEWEST * 4:
        return None
    out: list[Weighed] = []
    for start in range(4):
        picked = words[start :: max(1, len(words) // _STITCHED_WORDS)][:_STITCHED_WORDS]
        claim = Claim(
            id=f"claim:{start}",
            text=" ".join(picked).capitalize() + ".",
            cited=(Cited(path=f"stitched{start}", start_line=1, end_line=2, text=block),),
        )
        out.append(weigh(claim, cfg))
    return tuple(out)


def audits(name: str, root: str, found: list[Answer], cfg: VerifyConfig) -> dict[str, Counter[str]]:
    """Claims without their citations, searched for: this repository's own, wrong versions of them, and those
    of other repositories.
    """
    workspace = Workspace.open(root, load(root))
    out: dict[str, Counter[str]] = {}
    try:
        workspace.refresh(lambda *_: None)
        view = workspace.view()
        own = [c for c in plain(found) if c.repository == name and len(c.text.split()) >= _FEWEST_WORDS]
        foreign = [c for c in plain(found) if c.repository != name and len(c.text.split()) >= _FEWEST_WORDS]
        wrong = [m.claim for m in faults.mutants(tuple(own)) if m.kind in _SAID_WRONGLY]
        for title, some in (("right", own), ("wrong", wrong), ("foreign", foreign)):
            stated = [Stated(text=c.text, cites=()) for c in some[:: max(1, len(some) // _AUDITED)]]
            done = audit(
                stated, view.snapshot, view.texts, view.freshness, view.config.search, cfg, lambda: None
            )
            out[title] = Counter(r.verdict for r in done.results)
    finally:
        workspace.close()
    return out


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("roots", nargs="+", metavar="NAME=DIR")
    parser.add_argument("--misses", action="store_true", help="print every wrong sentence that passed")
    parser.add_argument(
        "--audit", action="store_true", help="also audit claims without their citations (a search for each)"
    )
    arguments = parser.parse_args()
    roots = dict(given.split("=", 1) for given in arguments.roots)
    sets: dict[str, dict[str, list[str]]] = json.loads(QUESTIONS.read_text("utf-8"))
    for title, asked in sets.items():
        found = [
            a
            for name, questions in asked.items()
            if name in roots
            for a in answers(name, roots[name], questions)
        ]
        print(f"{title}: {len(found)} answers of {len({a.repository for a in found})} repositories")
        if found:
            sentences(found, VerifyConfig(), misses=arguments.misses)
            wholes(found, VerifyConfig())
        if arguments.audit and found:
            total: dict[str, Counter[str]] = {}
            for name in [n for n in asked if n in roots]:
                for kind, counted in audits(name, roots[name], found, VerifyConfig()).items():
                    total.setdefault(kind, Counter()).update(counted)
            for kind, counted in total.items():
                print(f"  audit of {kind:8}", dict(sorted(counted.items())))


if __name__ == "__main__":
    main()
