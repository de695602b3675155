"""Whether `ask` says that nothing uses a definition only where a text search agrees, and how many uses behind a
name that an import gives are found.

    python bench/absence.py none TREE... [--definitions 20] [--seed 7]
    python bench/absence.py renamed TREE... [--most 40] [--seed 7]

`none` asks who calls a random definition, in its file. Where the answer says *none*, `git grep` looks for the name
as a word in the tracked files: a line outside the definition and its comment makes the answer wrong (goal: 0).
`renamed` looks for imports, aliases and macros that rename, with patterns of its own, and takes those whose name is
defined once in the tree by the file that the import names. Every line below that holds the new name as a word of
code is a use. Printed are the share that the product finds, by language, the questions that were answered *none*
(goal: at most 1 %), and, to be read by a person, a sample of the uses that are called certain.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.align.every_use import widened  # noqa: E402  (found through the line above)
from helix_lsp.align.live import Live  # noqa: E402
from helix_lsp.align.usage import usages_of  # noqa: E402
from helix_lsp.ask.question import Question  # noqa: E402
from helix_lsp.ide.ask import ask  # noqa: E402
from helix_lsp.ide.view import View  # noqa: E402
from helix_lsp.index.snapshot import Defined  # noqa: E402
from helix_lsp.tuning.uses import USES  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

MOST_LINES = 10  # of one rename: a table of constants is not to weigh more than all else
NONE = "No use of it was found"
KINDS = frozenset(
    {
        "function",
        "method",
        "class",
        "struct",
        "trait",
        "interface",
        "field",
        "property",
        "macro",
        "type",
        "enum",
    }
)
# language -> what renames: an import (`module` where it says one), an alias, an assignment, a macro
RENAMES: dict[str, tuple[str, ...]] = {
    "python": (
        r"^\s*from\s+(?P<module>[\w.]+)\s+import\s+\(?[^#()\n]*?\b(?P<old>\w+)\s+as\s+(?P<new>\w+)",
        r"^from\s+(?P<module>[\w.]+)\s+import\s*\([^()#]*?^\s+(?P<old>\w+)\s+as\s+(?P<new>\w+)",
        r"^(?:    )?(?P<new>\w+)\s*=\s*(?P<old>[A-Za-z_]\w+)[ \t]*$",
    ),
    "javascript": (
        r"\{[^{}\n]*?\b(?P<old>\w+)(?:\s+as\s+|\s*:\s*)(?P<new>\w+)[^{}\n]*\}\s*(?:from\s*|=\s*require\()['\"](?P<module>\.[^'\"]+)",
        r"^(?:const|let|var)\s+(?P<new>\w+)\s*=\s*(?:\w+\.)*(?P<old>\w+);?[ \t]*$",
        r"^(?:module\.)?exports\.(?P<new>\w+)\s*=\s*(?P<old>\w+);?[ \t]*$",
    ),
    "typescript": (
        r"\bimport\s*(?:type\s*)?\{[^{}]*?\b(?P<old>\w+)\s+as\s+(?P<new>\w+)[^{}]*\}\s*from\s*['\"](?P<module>\.[^'\"]+)",
        r"^(?:export\s+)?const\s+(?P<new>\w+)\s*=\s*(?P<old>\w+);?[ \t]*$",
        r"^(?:export\s+)?type\s+(?P<new>\w+)\s*=\s*(?P<old>\w+);?[ \t]*$",
    ),
    "rust": (
        r"^\s*(?:pub\s+)?use\s+(?P<module>[\w:]+)::(?P<old>\w+)\s+as\s+(?P<new>[A-Za-z]\w*);",
        r"^\s*(?:pub\s+)?use\s+(?P<module>[\w:]+)::\{[^{};]*?\b(?P<old>\w+)\s+as\s+(?P<new>[A-Za-z]\w*)",
        r"^(?:pub(?:\([\w ]+\))?\s+)?type\s+(?P<new>\w+)\s*=\s*(?:\w+::)*(?P<old>\w+);",
    ),
    "kotlin": (
        r"^import\s+(?P<module>[\w.]+)\.(?P<old>\w+)\s+as\s+(?P<new>\w+)",
        r"^(?:\w+\s+)*typealias\s+(?P<new>\w+)\s*=\s*(?P<old>\w+)[ \t]*$",
    ),
    "scala": (
        r"^\s*import\s+(?P<module>[\w.]+)\.\{[^{}\n]*?\b(?P<old>\w+)\s*(?:=>|as)\s*(?P<new>[A-Za-z]\w*)",
        r"^\s+type\s+(?P<new>\w+)\s*=\s*(?:\w+\.)*(?P<old>\w+)[ \t]*$",
    ),
    "swift": (r"^\s*(?:public\s+)?typealias\s+(?P<new>\w+)\s*=\s*(?P<old>\w+)[ \t]*$",),
    "php": (r"^use\s+(?:function\s+)?(?P<module>[\w\\]+)\\(?P<old>\w+)\s+as\s+(?P<new>\w+);",),
    "c_sharp": (r"^\s*using\s+(?P<new>\w+)\s*=\s*(?P<module>[\w.]+)\.(?P<old>\w+);",),
    "elixir": (
        r"^\s*alias\s+(?P<module>[\w.]+)\.(?P<old>\w+),\s*as:\s*(?P<new>\w+)",
        r"^\s*defdelegate\s+(?P<new>\w+[?!]?)\([^()\n]*\),\s*to:\s*(?P<module>[\w.]+),\s*as:\s*:(?P<old>\w+[?!]?)",
    ),
    "ruby": (
        r"^\s*alias(?:_method)?\s+:?(?P<new>\w+[?!]?),?\s+:?(?P<old>\w+[?!]?)\s*$",
        r"^\s*(?P<new>[A-Z]\w*)\s*=\s*(?:[A-Z]\w*::)*(?P<old>[A-Z]\w*)[ \t]*$",
    ),
    "c": (
        r"^#\s*define\s+(?P<new>\w+)\s+(?P<old>\w+)\s*$",
        r"^typedef\s+(?:struct|union|enum)\s+(?P<old>\w+)\s+\*?\s*(?P<new>\w+);",
    ),
    "cpp": (
        r"^\s*using\s+(?P<new>\w+)\s*=\s*(?:\w+::)*(?P<old>\w+);",
        r"^\s*typedef\s+(?:struct\s+)?(?:\w+::)*(?P<old>\w+)\s+(?P<new>\w+);",
        r"^#\s*define\s+(?P<new>\w+)\s+(?P<old>\w+)\s*$",
    ),
    "lua": (
        r"^local\s+(?P<new>\w+)\s*=\s*(?:\w+\.)+(?P<old>\w+)\s*$",
        r"^\w+\.(?P<new>\w+)\s*=\s*(?:\w+\.)*(?P<old>\w+)[ \t]*$",
    ),
    "zig": (r"^\s*const\s+(?P<new>\w+)\s*=\s*(?:\w+\.)+(?P<old>\w+);",),
    "haskell": (r"^type\s+(?P<new>\w+)\s*=\s*(?P<old>\w+)[ \t]*$",),
    "go": (r"^(?:var\s+|type\s+|\t)?(?P<new>[A-Za-z]\w*)\s*=\s*(?:\w+\.)?(?P<old>\w+)\s*$",),
}  # fmt: skip
_DEFAULT = re.compile(r"^import\s+(?P<new>\w+)\s+from\s*['\"](?P<module>\.[^'\"]+)", re.M)
_EXPORTED = re.compile(
    r"\bexport\s+default\s+(?:(?:async\s+)?function\*?\s+|(?:abstract\s+)?class\s+)?(\w+)(?![\w.]|\s*\([\w$]+\)\s*\()"
)
COMMENTS = re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*|^\s*#(?!\s*define)[^\n]*", re.S | re.M)


def definitions(view: View, dice: random.Random, most: int) -> list[Defined]:
    """Of code that is no copy and no test, with a name of three letters or more."""
    found: list[Defined] = []
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test or entry.surface.vendored:
            continue
        outline = view.snapshot.skeleton(path)
        for n, symbol in enumerate(outline.symbols if outline is not None else ()):
            if symbol.kind in KINDS and len(symbol.name) > 2:
                found.append(Defined(path=path, ordinal=n, symbol=symbol))
    return dice.sample(found, min(most, len(found)))


def told(view: View, one: Defined) -> str:
    """The answer to who uses a definition."""
    envelope = ask(view, Question(text=f"who calls `{one.symbol.qualified}` in {one.path}?")).envelope
    return "\n".join(claim.text for passage in envelope.passages for claim in passage.claims)


def stands(tree: Path, view: View, one: Defined) -> list[str]:
    """`path:line` of the name as a word outside the definition and its comment."""
    data = view.texts(one.path) or b""
    own = [one.symbol.span, *([one.symbol.doc] if one.symbol.doc is not None else [])]
    rows = {
        row
        for span in own
        for row in range(data.count(b"\n", 0, span.start) + 1, data.count(b"\n", 0, span.end) + 2)
    }
    done = subprocess.run(
        ["git", "-C", str(tree), "grep", "-wnIF", "-e", one.symbol.name], capture_output=True, check=False
    )
    hits = [line.split(b":", 2) for line in done.stdout.split(b"\n") if line.count(b":") > 1]
    places = [(path.decode("utf-8", "replace"), int(row)) for path, row, _ in hits]
    return [f"{path}:{row}" for path, row in places if path != one.path or row not in rows]


def none(trees: list[Path], most: int, seed: int) -> None:
    """Prints every wrong *none* and the counts."""
    totals: Counter[str] = Counter()
    for tree in trees:
        dice = random.Random(seed)
        with tempfile.TemporaryDirectory() as cache, open_in(Path(cache), tree) as workspace:
            workspace.refresh()
            view = workspace.view()
            counts: Counter[str] = Counter()
            for one in definitions(view, dice, most):
                said = told(view, one)
                counts["asked"] += 1
                if NONE not in said:
                    continue
                counts["none"] += 1
                if where := stands(tree, view, one):
                    counts["wrong"] += 1
                    print(f"  WRONG {tree.name} {one.path} {one.symbol.qualified}: {where[:3]}")
            print(
                f"{tree.name}: {counts['asked']} asked, {counts['none']} none, {counts['wrong']} wrong",
                flush=True,
            )
            totals += counts
    print(f"all: {totals['asked']} asked, {totals['none']} none, {totals['wrong']} wrong")


def renames(view: View) -> Iterator[tuple[str, str, Defined, str, list[int]]]:
    """(language, path, the definition, its new name there, lines that use it)."""
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.vendored:
            continue
        language = {"tsx": "typescript"}.get(entry.language, entry.language)
        text = (view.texts(path) or b"").decode("utf-8", "replace")
        if not (patterns := RENAMES.get(language, ())) or len(text) > 300_000:
            continue
        met = [
            (m["old"], m["new"], m.groupdict().get("module") or "", m)
            for pattern in patterns
            for m in re.finditer(pattern, text, re.M)
        ]
        if language in ("javascript", "typescript"):
            met += [("default", m["new"], m["module"], m) for m in _DEFAULT.finditer(text)]
        for old, new, module, found in met:
            one = _defined(view, path, old, new, module)
            if one is not None:
                plain = COMMENTS.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
                plain = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"", lambda m: " " * len(m[0]), plain)
                blank = plain[: found.start()] + re.sub(r"[^\n]", " ", found[0]) + plain[found.end() :]
                uses = re.finditer(rf"(?<![\w$.:>]){re.escape(new)}(?![\w$:=]|\s*[:=](?!=))", blank)
                lines = sorted(
                    {blank.count("\n", 0, use.start()) + 1 for use in uses if use.start() > found.start()}
                )
                if lines:
                    yield language, path, one, new, lines[:MOST_LINES]


def module_known(view: View, path: str, name: str) -> bool:
    """Whether a file that renames a name of another file imports it by name, or its language needs no import."""
    text = (view.texts(path) or b"").decode("utf-8", "replace")
    imports = re.findall(r"^\s*(?:from|import|use|#include|require|using)\b[^;\n]*(?:\([^)]*\))?", text, re.M)
    shared = re.search(r"\.(?:c|h|cc|cpp|hpp|go|rb|swift|kt|scala|hs|zig|lua|exs?)$", path)
    return bool(shared) or any(re.search(rf"\b{re.escape(name)}\b", one) for one in imports)


def _defined(view: View, path: str, old: str, new: str, module: str) -> Defined | None:
    """The one definition of the name in the tree, where the import names its file, folder or namespace."""
    parts = re.findall(r"[\w-]+", re.sub(r"\.(?:[cm]?[jt]sx?|json)$", "", module))
    if old == "default":
        for target in view.snapshot.paths():
            if (
                parts
                and Path(target).name.partition(".")[0] == parts[-1]
                and re.search(r"\.[cm]?[jt]sx?$", target)
            ):
                given = _EXPORTED.search((view.texts(target) or b"").decode("utf-8", "replace"))
                here = str((Path("/") / Path(path).parent / module).resolve()).lstrip("/")
                if given is None or not target.startswith(f"{here}.") or given[1] == new:
                    continue
                found = [d for d in view.snapshot.defined_in(target, given[1]) if d.symbol.parent < 0]
                return found[0] if len(found) == 1 else None
        return None
    if old == new or len(old) < 3 or len(new) < 2:
        return None
    same = [
        d
        for d in view.snapshot.defined(old)
        if d.symbol.name == old
        and d.symbol.kind in KINDS
        and (e := view.snapshot.file(d.path)) is not None
        and e.surface.kind == "code"
        and not e.surface.vendored
    ]
    if parts:  # of namesakes the one whose place ends as the import says
        same = [d for d in same if _said(d, parts, path)]
    elif len(same) == 1 and same[0].symbol.kind in ("field", "property"):
        return None  # its value is copied
    if len(same) != 1 or (not parts and same[0].path != path and not module_known(view, path, old)):
        return None
    return same[0]


def _said(one: Defined, parts: list[str], path: str) -> bool:
    """Whether the words of an import are the last ones of the place of a definition, or of its owner."""
    stem = one.path.rpartition(".")[0] if "." in one.path.rpartition("/")[2] else one.path
    place = [
        w.lower()
        for w in re.findall(r"[\w-]+", stem)
        if w not in ("index", "__init__", "mod", "lib", "src", "init")
    ]
    owner = [w.lower() for w in re.findall(r"\w+", one.symbol.qualified)][:-1]
    words = [w.lower() for w in parts if w not in ("crate", "super", "self")]
    if not words:
        return one.path.rpartition("/")[0] == path.rpartition("/")[0]
    last = words[-1]
    return last in (*place[-2:], *owner[-1:]) and (len(words) < 2 or words[-2] in (*place, *owner))


def renamed(trees: list[Path], most: int, seed: int) -> None:
    """Prints what was missed, recall by language, and a sample of certain uses."""
    met: Counter[str] = Counter()
    got: Counter[str] = Counter()
    claims: Counter[str] = Counter()
    sample: list[str] = []
    for tree in trees:
        dice = random.Random(seed)
        with tempfile.TemporaryDirectory() as cache, open_in(Path(cache), tree) as workspace:
            workspace.refresh()
            view = workspace.view()
            every = list(renames(view))
            for language, path, one, new, lines in dice.sample(every, min(most, len(every))):
                live = Live(view.snapshot, view.texts, view.oracle)
                uses = usages_of(one, live, widened(view.config.align, USES.asked_bytes))
                found = {
                    live.lines(u.path).line_of(u.span.start) + 1
                    for u in (*uses.code, *uses.tests, *uses.imports)
                    if u.path == path
                }
                met[language] += len(lines)
                got[language] += len(missing := set(lines) & found)
                claims["cases"] += 1
                if len(missing) < len(lines):
                    said = NONE in told(view, one)
                    claims["none"] += said
                    left = sorted(set(lines) - found)[:4]
                    print(
                        f"  missed {tree.name} {path}:{left} {new} = {one.path} {one.symbol.qualified}{' NONE' * said}"
                    )
                sure = [u for u in (*uses.code, *uses.tests) if u.certain and u.name != one.symbol.name]
                for use in dice.sample(sure, min(2, len(sure))):
                    lines_ = live.lines(use.path)
                    row = lines_.line_of(use.span.start)
                    sample.append(
                        f"{tree.name} {use.path}:{row + 1}: {lines_.line_text(row).strip()[:100]}  => {one.path} {one.symbol.qualified}"
                    )
        print(f"{tree.name}: {len(every)} renames", flush=True)
    for language in sorted(met):
        print(f"{language:12} {got[language]:5} of {met[language]:5}  {got[language] / met[language]:.3f}")
    print(
        f"recall {sum(got.values()) / max(1, sum(met.values())):.3f}; {claims['none']} of {claims['cases']} told as none though used"
    )
    print(
        "certain uses, to be read:",
        *sorted(random.Random(seed).sample(sample, min(60, len(sample)))),
        sep="\n  ",
    )


def main() -> None:
    """See the top of the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("none", "renamed"))
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--definitions", type=int, default=20)
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    told_ = parser.parse_args()
    if told_.what == "none":
        none(told_.trees, told_.definitions, told_.seed)
    else:
        renamed(told_.trees, told_.most, told_.seed)


if __name__ == "__main__":
    main()
