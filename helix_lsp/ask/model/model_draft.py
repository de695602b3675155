"""A model's answer as a draft of ours: one call, read strictly, every sentence with the quotations of the
places it cites.

Invariants: I9 the port is called once at most; I11 nothing of the answer is followed, drawn or run; a
sentence cites only places that were in the prompt, and its quotations are bytes of those places. Whatever is
wrong gives no draft and a reason; the caller then answers without.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.ask.draft import GENERAL, Draft, Events, Part, Sentence, event
from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply
from helix_lsp.ask.model.prompt.assemble import END, START, Prompt, assemble
from helix_lsp.ask.model.prompt.gather import PromptSource
from helix_lsp.ask.model.redact import Redact
from helix_lsp.ask.model.repair.mend import Kept, mend
from helix_lsp.ask.model.repair.read_answer import hold, narrow, read_answer
from helix_lsp.ask.model.repair.sanitise import sanitise
from helix_lsp.ask.model.repair.say import say_repair
from helix_lsp.config.questions import ModelConfig
from helix_lsp.text.regex import regex

_MARKED = regex(rf"^[ \t>*_`]*{START}[ \t:*_`]*$(.*?)(?:^[ \t>*_`]*{END}[ \t.*_`]*$|\Z)", re.S | re.M)
_MARK = regex(rf"\b(?:{START}|{END})\b")
_PROGRAM = regex(
    r"(?:```(?:json|xml|yaml)\s+)?(?:[{]\s*[\"'}]|\[\s*[{\"]|<\?xml|<(?:tool_call|function_calls?|invoke|answer|response)\b)"
)
_MOST_FOREIGN = 0.5
_FEW_LETTERS = 20


class ModelDraft(msgspec.Struct, frozen=True, kw_only=True):
    """`draft` is None exactly when `refused` is not. `repaired` are notes on what was mended or left out;
    `prompt` is what was sent.
    """

    draft: Draft | None
    reply: ModelReply
    prompt: Prompt | None
    repaired: tuple[Reason, ...] = ()
    refused: Reason | None = None
    mended: int = 0

    @property
    def status(self) -> str:
        """`none`, `ok`, `repaired` or `refused`."""
        if self.reply.status == "none":
            return "none"
        return "refused" if self.draft is None else "repaired" if self.mended else "ok"

    @property
    def events(self) -> Events:
        """Live-event lines of rung 10 (docs/reference/ladder.md)."""
        if self.reply.status == "none":
            return ()
        done = (event("generating_answer"),)
        if self.draft is None:
            return (*done, event("fallback", f"deterministic ({say_repair(self.refused)})"))
        return (
            *done,
            event("answer_ready"),
            *((event("citation_repair", "applied"),) if self.mended else ()),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """For the trace: no prompt, no key, no text of the reply."""
        reply = self.reply
        return (
            ("model", f"{reply.provider} {reply.model}".strip()),
            ("model calls", str(reply.calls)),
            ("reply", f"{reply.status}{': ' + reply.reason if reply.reason else ''}"),
            ("refused", say_repair(self.refused)),
            *(("repair", say_repair(note)) for note in self.repaired),
            *(self.prompt.facts if self.prompt is not None else ()),
        )


def write_with_model(
    source: PromptSource, port: ModelPort | None, redact: Redact, cfg: ModelConfig, check: Check
) -> ModelDraft:
    """Ask the model once and read what it wrote. Without a port nothing is sent; raises only what `check`
    raises.
    """
    if port is None:
        return _unasked(Reason("no-model"), None)
    prompt = assemble(source, redact, cfg)
    if not prompt.spans and source.mode != "general":
        return _unasked(Reason("no-evidence"), prompt)
    check()
    reply = port(prompt.request, check)
    check()
    return read_reply(reply, source, prompt, cfg)


def _unasked(why: Reason, prompt: Prompt | None) -> ModelDraft:
    reply = ModelReply(status="none", reason=say_repair(why))
    return ModelDraft(draft=None, reply=reply, prompt=prompt, refused=why)


def read_reply(reply: ModelReply, source: PromptSource, prompt: Prompt, cfg: ModelConfig) -> ModelDraft:
    """A reply as a draft. Pure."""

    def refused(why: Reason, *notes: Reason) -> ModelDraft:
        return ModelDraft(draft=None, reply=reply, prompt=prompt, repaired=notes, refused=why)

    if reply.status not in ("ok", "cut"):
        return refused(
            because("no-reply", words=reply.reason or f"the model gave no answer ({reply.status})")
        )
    text, cut = _answer_of(reply)
    if not text.strip():
        return refused(Reason("silent"))
    if _PROGRAM.match(text.lstrip()):
        return refused(Reason("data-format"))
    held = hold(prompt.spans, source.question)
    clean = sanitise(_MARK.sub("", text), held.writes)
    if _other_script(clean.text, held.literal):
        return refused(Reason("other-script"))
    mended = mend(read_answer(clean.text, held), held, source.mode, cfg, cut=cut)
    notes = (*(because("taken-out", kind=kind) for kind in clean.removed), *mended.notes)
    if mended.refused is not None:
        return refused(mended.refused, *notes)
    return ModelDraft(
        draft=_draft(mended.kept, prompt), reply=reply, prompt=prompt, repaired=notes, mended=mended.repaired
    )


def _answer_of(reply: ModelReply) -> tuple[str, bool]:
    """(what is between the marks, else everything; whether it was cut off)."""
    text = reply.text.replace("\r\n", "\n")
    marked = _MARKED.search(text)
    if marked is None:
        return text, reply.status == "cut"
    ended = re.search(rf"\b{END}\b", text[marked.start(1) :]) is not None
    return marked[1], reply.status == "cut" or not ended


def _other_script(text: str, literal: str) -> bool:
    """True when most letters are of a script that the question and the evidence hardly hold."""
    letters = [c for c in text if c.isalpha()]
    foreign = sum(c > "\u024f" for c in letters)
    if len(letters) < _FEW_LETTERS or foreign <= _MOST_FOREIGN * len(letters):
        return False
    return sum(c > "\u024f" for c in literal if c.isalpha()) < _FEW_LETTERS


def _draft(kept: tuple[Kept, ...], prompt: Prompt) -> Draft:
    """What is on evidence first; general knowledge below a title that says so."""

    def sentence(one: Kept) -> Sentence:
        places = [prompt.spans[n - 1] for n in one.ids]
        return Sentence(
            text=one.text, quotes=tuple(narrow(p.quote, one.text, p.heading) for p in places), item=one.item
        )

    grounded = tuple(sentence(k) for k in kept if k.ids)
    general = tuple(sentence(k) for k in kept if not k.ids)
    parts = (Part(title="", sentences=grounded), Part(title=GENERAL, sentences=general))
    return Draft(shape="model", parts=tuple(p for p in parts if p.sentences))
