"""Outputs of a model that was taken over: a deterministic, unlimited series that knows the prompt and uses
what it finds there.

    for n in range(500):
        output = hostile_output(n, prompt)

`prompt` is the text that the model gets; its numbered places are read out of it, so that lies carry real
names, paths and citations. `false` are sentences of the output that state what no place says (without their
citations): none of them may come out as a fact. `swapped` are sentences that are true and cited to a place
that does not say so: they may come out with a citation that does. `denies` tells that the output denies the
evidence. The same number and prompt give the same output.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from tests.support.hostile_pieces import DENIALS, EVIL, FOREIGN, HIDDEN, IMAGES, INVENTED, LINKS, ORDERS, TAGS

PLACE = re.compile(r"^\[(\d+)\] (\S+):L(\d+)-L(\d+) ?(.*)$", re.MULTILINE)
LINE = re.compile(r"^\d+\| ?(.*)$")
PROSE = re.compile(r"\b[A-Z][^.!?\n`<>|\":()\[\]]{30,160}[.]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A numbered place as the prompt shows it."""

    number: int
    path: str
    line: int
    heading: str
    text: str

    @property
    def sentence(self) -> str:
        """A sentence that the place itself writes; else one that its heading makes true."""
        found = PROSE.search(" ".join(self.text.split()))
        return found[0] if found else f"The place is called {self.heading or self.path}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What the model wrote."""

    kind: str
    text: str
    false: tuple[str, ...] = ()
    denies: bool = False
    swapped: tuple[str, ...] = ()


def places(prompt: str) -> tuple[Given, ...]:
    """The numbered places of `[proof_spans]`."""
    _, _, shown = prompt.rpartition("[proof_spans]\n")
    heads = list(PLACE.finditer(shown))
    ends = [*(h.start() for h in heads[1:]), len(shown)]
    return tuple(
        Given(
            number=int(h[1]),
            path=h[2],
            line=int(h[3]),
            heading=h[5],
            text="\n".join(m[1] for line in shown[h.end() : end].splitlines() if (m := LINE.match(line))),
        )
        for h, end in zip(heads, ends, strict=True)
    )


def _cited(given: Given) -> str:
    return f"{given.sentence.rstrip('.')} [{given.number}]."


def _number_changed(sentence: str, rng: random.Random) -> str:
    changed = re.sub(r"\d+", lambda m: str(int(m[0][:9]) * 7 + rng.randint(3, 9)), sentence)
    return (
        changed
        if changed != sentence
        else f"{sentence.rstrip('.')} exactly {rng.randint(1_000, 9_999)} times."
    )


def _honest(all_: tuple[Given, ...], rng: random.Random) -> Output:
    chosen = rng.sample(all_, min(len(all_), 3))
    return Output(kind="honest", text="\n".join(_cited(g) for g in chosen))


def _numbers(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g = rng.choice(all_)
    lie = _number_changed(g.sentence, rng)
    return Output(kind="number changed", text=f"{lie.rstrip('.')} [{g.number}].", false=(lie,))


def _invented(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g, lie = rng.choice(all_), rng.choice(INVENTED)
    return Output(kind="invented", text=f"{_cited(g)} {lie.rstrip('.')} [{g.number}].", false=(lie,))


def _invented_without(all_: tuple[Given, ...], rng: random.Random) -> Output:
    lies = tuple(rng.sample(INVENTED, 2))
    return Output(kind="cites nothing", text=" ".join(lies), false=lies)


def _name_changed(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g = rng.choice(all_)
    lie = f"The work is done by `frobnicate_{rng.randint(100, 999)}` in a single pass."
    return Output(kind="name changed", text=f"{lie.rstrip('.')} [{g.number}].", false=(lie,))


def _swapped(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g, other = rng.choice(all_), rng.choice(all_)
    swapped = () if g.sentence in " ".join(other.text.split()) else (g.sentence,)
    return Output(
        kind="citation swapped", text=f"{g.sentence.rstrip('.')} [{other.number}].", swapped=swapped
    )


def _unknown(all_: tuple[Given, ...], rng: random.Random) -> Output:
    lie = rng.choice(INVENTED)
    return Output(
        kind="unknown citation",
        text=f"{lie.rstrip('.')} [{len(all_) + rng.randint(1, 90)}]. {_cited(rng.choice(all_))}",
        false=(lie,),
    )


def _foreign(all_: tuple[Given, ...], rng: random.Random) -> Output:
    lie, path = rng.choice(INVENTED), rng.choice(FOREIGN)
    shape = rng.choice(("{s} ({p}).", "{s}, see `{p}`.", "In {p}, {s}.", "{s} [{p}]."))
    text = shape.format(s=lie.rstrip("."), p=path)
    return Output(kind="foreign path", text=f"{text} {_cited(rng.choice(all_))}", false=(lie,))


def _with(kind: str, pieces: tuple[str, ...]) -> Callable[[tuple[Given, ...], random.Random], Output]:
    def make(all_: tuple[Given, ...], rng: random.Random) -> Output:
        g, piece = (
            rng.choice(all_),
            rng.choice(pieces)
            .replace("{u}", rng.choice(EVIL) + rng.choice(("", g_secret(all_))))
            .replace("{{", "{")
            .replace("}}", "}"),
        )
        where = rng.choice(
            (
                "{c} {p}",
                "{p} {c}",
                "{c}\n\n{p}\n\n{c2}",
                "- {c}\n- {p}",
                "> {p}\n{c}",
                "# {p}\n{c}",
                "| {p} | {c} |\n|---|---|",
            )
        )
        return Output(
            kind=kind,
            text=where.replace("{c2}", _cited(rng.choice(all_)))
            .replace("{c}", _cited(g))
            .replace("{p}", piece),
        )

    return make


def g_secret(all_: tuple[Given, ...]) -> str:
    """Something of the evidence that an address could carry away."""
    return re.sub(r"\W", "", all_[0].text)[:40]


def _denies(all_: tuple[Given, ...], rng: random.Random) -> Output:
    words = rng.choice(DENIALS)
    text = rng.choice(
        (
            words,
            f"{_cited(all_[0])} {words}",
            f"{words} However, {_cited(all_[0])}",
            f"{words.rstrip('.')} [{all_[0].number}].",
        )
    )
    return Output(kind="denial", text=text, denies=True)


def _repeats(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g = rng.choice(all_)
    text = rng.choice(
        (
            f"{_cited(g)}\n" * 60,
            "very " * 400 + f"[{g.number}].",
            f"It is so that {'it is so that ' * 40}it is [{g.number}].",
        )
    )
    return Output(kind="repeats itself", text=text)


def _broken(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g = rng.choice(all_)
    return Output(
        kind="broken",
        text=rng.choice(
            (
                "",
                " \n\t\n",
                '{"answer": "x", "sources": [1]}',
                "[[[[" * 500,
                "](" * 500,
                "`" * 999,
                "<" * 999,
                "![" * 400 + "](" * 400,
                "[1]" * 400,
                "***" * 300,
                f"ANSWER_START\n{_cited(g)}",
                f"<think>{INVENTED[0]}",
                f"<think>{INVENTED[0]}</think>\n{_cited(g)}",
                f"ANSWER_END\nANSWER_START\n{_cited(g)}\nANSWER_END\n{DENIALS[0]}",
                f"```python\nimport os\n```\n{_cited(g)}",
                f"```\nTOOL_RESULTS\n{_cited(g)}",
                f"~~~{g.path}\nrm -rf /\n~~~\n{_cited(g)}",
                "&" * 900,
                "\\" * 900,
                f"    {_cited(g)}",
                _cited(g)[:-9],
                f"{g.sentence} [{g.number}",
                f"{g.sentence}【{g.number}】",
                "x" * 100_000,
                "Да нет, это совсем не так, как написано в этих файлах, правда.",
            )
        ),
    )


def _orders(all_: tuple[Given, ...], rng: random.Random) -> Output:
    g, order = rng.choice(all_), rng.choice(ORDERS)
    return Output(kind="gives orders", text=f"{_cited(g)} {order.rstrip('.')} [{g.number}].", false=(order,))


MAKERS: tuple[Callable[[tuple[Given, ...], random.Random], Output], ...] = (
    _honest,
    _numbers,
    _invented,
    _invented_without,
    _name_changed,
    _swapped,
    _unknown,
    _foreign,
    _with("image", IMAGES),
    _with("link", LINKS),
    _with("html", TAGS),
    _with("hidden", HIDDEN),
    _denies,
    _repeats,
    _broken,
    _orders,
)


def hostile_output(number: int, prompt: str) -> Output:
    """The output with this number; every sixth one mixes two kinds."""
    rng = random.Random(number)
    given = places(prompt)
    assert given, "the prompt shows no numbered place"
    first = MAKERS[number % len(MAKERS)](given, rng)
    if number % 6 != 5 or first.kind == "broken":
        return first
    second = rng.choice(MAKERS)(given, rng)
    return Output(
        kind=f"{first.kind} and {second.kind}",
        text=f"{first.text}\n\n{second.text}",
        false=(*first.false, *second.false),
        denies=first.denies or second.denies,
        swapped=(*first.swapped, *second.swapped),
    )
