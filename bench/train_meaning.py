"""Teaches the model of meaning questions about code (`session/semantic/adapter.npz`), and prints what that is worth
on repositories that were left out.

    python bench/train_meaning.py --trees FOLDER [--epochs 3] [--questions N] [--write]

FOLDER holds a tree `owner+name` for each repository of the sets of `train_closer.py`. A question is shown one window that
answers it, three of the best forty that do not, and the windows of fifteen questions on other repositories; low-rank
matrices beside the weights of the upper four layers, and a projection to 96 numbers a token, learn to make its own
window the likeliest: once by MaxSim of all tokens, once by the cosine of their mean, which keeps the rest of the model
of use. Printed for 46 repositories that were left out (of those that `closer.json` never saw), with the weights of
`search/reading/weights.py`: whether the first of the best 24 windows lies in a place that answers, whether it holds
all facts, the same of the first three, by trees alone and with the model as it is now. `--write` puts the adapter in
its place.

Needs numpy, onnx, torch and the extra `semantic`. Some 40 minutes of two cores for three epochs.
Source: Hu and others, LoRA, ICLR 2022; Khattab and Zaharia, ColBERT, SIGIR 2020.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bench.train_closer import SETS, judged  # noqa: E402  (found through the line above)
from bench.train_reading import library  # noqa: E402
from helix_lsp.search.reading.closer import closer  # noqa: E402
from helix_lsp.search.reading.likeness import POOL, features  # noqa: E402
from helix_lsp.search.reading.read import look, passage_text  # noqa: E402
from helix_lsp.search.reading.weights import LEARNED, dot  # noqa: E402
from helix_lsp.search.search import search  # noqa: E402
from helix_lsp.session.semantic.encoder import token_ids  # noqa: E402
from helix_lsp.session.semantic.open_likeness import installed_policy  # noqa: E402
from helix_lsp.session.settings.settings import load  # noqa: E402
from helix_lsp.session.workspace import Workspace  # noqa: E402

TARGET = HERE.parent / "helix_lsp" / "session" / "semantic" / "adapter.npz"
LATER, LEFT_OUT = (
    2160,
    46,
)  # from this question on, the trees learned from none; so many of their repositories
RANK, LENGTH, FROZEN, HEADS = 16, 96, 2, 12
WRONG, TOGETHER, RATE, WARM = 3, 16, 1e-3, 20
SEEN = 40  # windows among which wrong ones are found
_PLACE = re.compile(r"(.+):(\d+)-(\d+)\Z")
_PARTS = tuple(
    "attention.self.query attention.self.key attention.self.value attention.output.dense intermediate.dense output.dense".split()
)


def gather(trees: Path, most: int) -> list[dict[str, Any]]:
    """Each question with its best windows, none overlapping: `places`, `right`, `facts`, `scores`, `texts`."""
    sets = [
        [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text("utf-8").splitlines()]
        for name in SETS
    ]
    later = sorted({row["repository"] for row in sets[0][LATER:]})
    random.Random(7).shuffle(later)
    left = set(later[:LEFT_OUT])
    rows = [row for one in sets for row in one]
    rows = [row for row in rows if row["gold"]["expect"] == "answered"][: most or None]
    out: list[dict[str, Any]] = []
    for name in dict.fromkeys(row["repository"] for row in rows):
        root = str(trees / name.replace("/", "+"))
        if not Path(root).is_dir():
            print(f"{name} does not have a tree in {trees}")
            continue
        with Workspace.open(root, load(root)) as workspace:
            workspace.refresh()
            out += [
                {**_windows(row, workspace), "left_out": name in left}
                for row in rows
                if row["repository"] == name
            ]
    return out


def _windows(row: dict[str, Any], workspace: Workspace) -> dict[str, Any]:
    view = workspace.view()
    found = search(row["question"], view.snapshot, view.texts, view.config.search, k=view.config.ask.hits)
    gold = [m for m in map(_PLACE.match, row["gold"]["places"]) if m is not None]
    out: dict[str, Any] = {"question": row["question"], "repo": row["repository"]}
    out |= {key: [] for key in ("places", "right", "facts", "scores", "texts")}
    if found.order is None:
        return out
    looked, lines = look(found.order, view.snapshot, view.texts)
    seen = closer(looked, lines, found.order.wanted, lambda: None)
    for one, close in sorted(zip(looked, seen, strict=True), key=lambda both: -both[1].score):
        w = one.window
        if any(p == w.path and a <= w.last and w.first <= b for p, a, b in out["places"]):
            continue
        held = "\n".join((w.path, *lines[w.path][w.first - 1 : w.last]))
        out["places"].append((w.path, w.first, w.last))
        out["right"].append(
            any(m[1] == w.path and w.first <= int(m[3]) and w.last >= int(m[2]) for m in gold)
        )
        out["facts"].append(
            [re.search(f, held, re.IGNORECASE | re.DOTALL) is not None for f in row["gold"]["facts"]]
        )
        out["scores"].append(close.score)
        out["texts"].append(passage_text(w.path, w.unit.name, lines[w.path], w.first, w.last))
        if len(out["texts"]) == SEEN:
            break
    return out


def weights_of(model: Any) -> tuple[dict[str, Any], list[str]]:
    """(arrays of float32 by name, as the int8 of the file says them; the names of the matrices, six a layer)."""
    np, helper = library("numpy"), library("onnx.numpy_helper")
    held = {one.name: helper.to_array(one) for one in model.graph.initializer}
    wide = {n[:-2]: held[n].astype(np.float32) * held[n[:-2] + "_scale"] for n in held if n.endswith("_q")}
    matrices = sorted((n for n in wide if n.startswith("val_")), key=lambda n: int(n.split("_")[1]))
    return held | wide, matrices


def network(model: Any) -> Any:
    """The model as a module of torch: texts to (mean, tokens, mask), with matrices that can learn."""
    torch = library("torch")
    nn, functional = torch.nn, torch.nn.functional
    arrays, matrices = weights_of(model)

    def fixed(name: str) -> Any:
        return torch.tensor(arrays[f"inner.{name}"])

    class Linear(nn.Module):
        def __init__(self, layer: int, part: int) -> None:
            super().__init__()
            self.register_buffer("weight", torch.tensor(arrays[matrices[layer * 6 + part]].T.copy()))
            self.register_buffer("bias", fixed(f"encoder.layer.{layer}.{_PARTS[part]}.bias"))
            columns, rows = self.weight.shape
            self.down = nn.Parameter(torch.randn(RANK, rows) / math.sqrt(rows))
            self.up = nn.Parameter(torch.zeros(columns, RANK))

        def forward(self, x: Any) -> Any:
            return functional.linear(x, self.weight + self.up @ self.down, self.bias)

    class Layer(nn.Module):
        def __init__(self, layer: int) -> None:
            super().__init__()
            self.parts = nn.ModuleList(Linear(layer, part) for part in range(6))
            for at, name in enumerate(("attention.output", "output")):
                for what in ("weight", "bias"):
                    self.register_buffer(
                        f"{what}{at}", fixed(f"encoder.layer.{layer}.{name}.LayerNorm.{what}")
                    )

        def forward(self, x: Any, mask: Any) -> Any:
            count, length, width = x.shape
            asks, keys, values, out, wide, narrow = self.parts
            heads = [one(x).view(count, length, HEADS, -1).transpose(1, 2) for one in (asks, keys, values)]
            met = functional.scaled_dot_product_attention(*heads, attn_mask=mask[:, None, None, :])
            x = x + out(met.transpose(1, 2).reshape(count, length, width))
            x = functional.layer_norm(x, (width,), self.weight0, self.bias0, 1e-12)
            x = x + narrow(functional.gelu(wide(x)))
            return functional.layer_norm(x, (width,), self.weight1, self.bias1, 1e-12)

    class Network(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = nn.ModuleList(Layer(n) for n in range(len(matrices) // 6))
            self.projection = nn.Linear(384, LENGTH, bias=False)
            nn.init.orthogonal_(self.projection.weight)
            for name in ("word_embeddings", "position_embeddings", "token_type_embeddings"):
                self.register_buffer(name, torch.tensor(arrays[f"inner.embeddings.{name}.weight"]))
            self.register_buffer("norm_weight", fixed("embeddings.LayerNorm.weight"))
            self.register_buffer("norm_bias", fixed("embeddings.LayerNorm.bias"))
            for parameter in self.layers[:FROZEN].parameters():
                parameter.requires_grad_(False)

        def forward(self, texts: list[str]) -> tuple[Any, Any, Any]:
            numbers = [token_ids(text, installed_policy().max_tokens) for text in texts]
            longest = max(map(len, numbers))
            ids = torch.tensor([one + [0] * (longest - len(one)) for one in numbers])
            mask = ids != 0
            x = self.word_embeddings[ids] + self.position_embeddings[:longest] + self.token_type_embeddings[0]
            x = functional.layer_norm(x, (384,), self.norm_weight, self.norm_bias, 1e-12)
            for layer in self.layers:
                x = layer(x, mask)
            mean = (x * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
            tokens = functional.normalize(self.projection(x), dim=-1) * mask[:, :, None]
            return functional.normalize(mean.float(), dim=-1), tokens.float(), mask

    return Network()


def late(asked: tuple[Any, Any], shown: tuple[Any, Any]) -> Any:
    """MaxSim of each question and each passage, given as (tokens, mask)."""
    torch = library("torch")
    met = torch.einsum("qid,pjd->qpij", asked[0], shown[0]).masked_fill(~shown[1][None, :, None, :], -1)
    return (met.max(-1).values * asked[1][:, None, :]).sum(-1) / asked[1].sum(-1)[:, None]


def learn(net: Any, data: list[dict[str, Any]], epochs: int) -> None:
    """Changes `net`."""
    torch, chance = library("torch"), random.Random(1)
    cross = torch.nn.functional.cross_entropy
    items = []
    for one in data:
        both = list(zip(one["right"], one["facts"], one["texts"], strict=True))
        right = [text for is_right, facts, text in both if is_right and all(facts)]
        right = right or [text for is_right, _, text in both if is_right]
        wrong = [text for is_right, _, text in both if not is_right][:POOL]
        if right and len(wrong) >= WRONG:
            items.append((one["question"], right[:3], wrong))
    learned = [p for p in net.parameters() if p.requires_grad]
    sharp = torch.nn.Parameter(torch.full((2,), math.log(20.0)))
    steps = epochs * len(items) // TOGETHER
    optimizer = torch.optim.AdamW([{"params": learned}, {"params": [sharp], "lr": 1e-2}], weight_decay=0.01)
    order: list[Any] = []
    for step in range(steps):
        if len(order) < TOGETHER:
            order = chance.sample(items, len(items))
        some, order = order[:TOGETHER], order[TOGETHER:]
        optimizer.param_groups[0]["lr"] = RATE * min(1, (step + 1) / WARM) * max(0.02, 1 - step / steps)
        shown = [t for _, right, wrong in some for t in (chance.choice(right), *chance.sample(wrong, WRONG))]
        with torch.autocast("cpu", torch.bfloat16):
            mean, tokens, mask = net([question for question, _, _ in some])
            mean_shown, tokens_shown, mask_shown = net(shown)
        own = torch.arange(len(some)) * (WRONG + 1)
        by_mean = mean @ mean_shown.T * sharp[0].exp()
        by_token = late((tokens, mask), (tokens_shown, mask_shown)) * sharp[1].exp()
        loss = cross(by_mean, own) + cross(by_token, own)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learned, 1.0)
        optimizer.step()
        if step % 10 == 0:
            print(f"step {step} of {steps}: loss {loss.item():.3f}", flush=True)


def values(net: Any, one: dict[str, Any]) -> list[float]:
    """How alike the question and each of its windows are."""
    torch = library("torch")
    with torch.no_grad():
        asked = net([one["question"]])
        shown = net(one["texts"][:POOL])
        return late(asked[1:], shown[1:])[0].tolist()


def report(name: str, data: list[dict[str, Any]], orders: list[list[float]]) -> None:
    """The four shares over these questions."""
    results = [judged(one, order) for one, order in zip(data, orders, strict=True)]
    print(name, *(f"{sum(column) / len(results):.3f}" for column in zip(*results, strict=True)))


def write(net: Any, model: Any, raw: bytes) -> None:
    """`adapter.npz`, as `session/semantic/encoder.py` reads it."""
    np = library("numpy")
    _, matrices = weights_of(model)
    held = {one.name: one for one in model.graph.initializer}
    arrays: dict[str, Any] = {}
    at: list[int] = []
    scale_at: list[int] = []

    def narrow(name: str, scale: str, rows: Any) -> None:
        scales = np.maximum(np.abs(rows).max(axis=1) / 127, 1e-12).astype(np.float32)
        arrays[name], arrays[scale] = np.rint(rows / scales[:, None]).astype(np.int8), scales

    for n, name in enumerate(matrices[FROZEN * 6 :]):
        part = net.layers[FROZEN + n // 6].parts[n % 6]
        left, sizes, right = np.linalg.svd((part.up @ part.down).detach().numpy(), full_matrices=False)
        root = np.sqrt(sizes[:RANK])
        narrow(f"up_{n}", f"up_scale_{n}", left[:, :RANK] * root)
        narrow(f"down_{n}", f"down_scale_{n}", right[:RANK] * root[:, None])
        at.append(raw.index(held[f"{name}_q"].raw_data))
        scale_at.append(raw.index(held[f"{name}_scale"].raw_data))
    narrow("projection", "projection_scale", net.projection.weight.detach().numpy())
    shape = [list(held[f"{name}_q"].dims) for name in matrices[FROZEN * 6 :]]
    np.savez_compressed(TARGET, at=np.array(at), scale_at=np.array(scale_at), shape=np.array(shape), **arrays)


def main() -> None:
    """See the head of this file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--questions", type=int, default=0, help="only so many, to try the path")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    library("torch").manual_seed(1)
    raw = installed_policy().file.read_bytes()
    model = library("onnx").load_from_string(raw)
    data = gather(given.trees, given.questions)
    kept = [one for one in data if not one["left_out"]]
    left = [one for one in data if one["left_out"]] or kept
    net = network(model)
    learn(net, kept, given.epochs)
    for one in left:
        for key in ("places", "right", "facts", "scores", "texts"):
            one[key] = one[key][:POOL]
    report("trees alone", left, [one["scores"] for one in left])
    orders = [
        [dot(LEARNED, row) for row in features(one["scores"], values(net, one))] if one["texts"] else []
        for one in left
    ]
    report("with the model", left, orders)
    if given.write:
        write(net, model, raw)


if __name__ == "__main__":
    main()
