"""Writes what is generated in editors/vscode: src/wire/ (types of the wire contracts) and the settings in
package.json.

    python scripts/generate_vscode.py [--check]

The types come from helix_lsp/wire/schema, the settings from the options that helix_lsp declares. What a
repository may set or add to has scope `resource`; everything else (endpoints, keys, programs, consent, gates,
sizes) has scope `machine`, so that no workspace can set it and the server is told it as the user's word. The
options that matter first come first, in the groups of their sections; the rest follows behind, in groups that
say they are advanced. With --check nothing is written and the exit code is 1 when a file is not what would be
written.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from helix_lsp.cli.help import option_words  # noqa: E402  the package may not be installed
from helix_lsp.config import SECTIONS  # noqa: E402
from helix_lsp.config.whole import Declared, declared  # noqa: E402  the package may not be installed

EXTENSION = ROOT / "editors" / "vscode"
SCHEMAS = ROOT / "helix_lsp" / "wire" / "schema"
WIRE = EXTENSION / "src" / "wire"
PARTS = {
    "Debug": "debug",
    "Retrieval": "retrieval",
}  # of a contract that would fill more than one file: interfaces whose names begin so
CONTRACTS = {
    "RangeRef": "range-ref",
    "AnswerEnvelope": "answer-envelope",
    "IndexStatus": "index-status",
    "TreeLock": "tree-lock",
    "TreeList": "tree-list",
}
HEAD = """\
// Written by scripts/generate_vscode.py from helix_lsp/wire/schema; a test compares.

"""
TAIL = """\
/** What `helix/explain` gives: the last answer with the trace of all rungs and the debug payload. */
export type ExplainResult = AnswerEnvelope;
"""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
KINDS: dict[type, str] = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "array"}
WIDTH = 120
Schema = Mapping[str, Any]


def wire() -> dict[str, str]:
    """File name to text: TypeScript interfaces of the contracts, a file each, and `index.ts` for all; objects
    inside get the name of their place.
    """
    named: dict[str, str] = {}
    files: dict[str, list[str]] = {}
    for name, contract in CONTRACTS.items():
        schema = json.loads((SCHEMAS / f"{contract}.v1.schema.json").read_text(encoding="utf-8"))
        lines = [f"/** {schema['title']}. `{schema['properties']['schema']['const']}` */"]
        interface(name, schema, schema, named, lines)
        for block in "\n".join(lines).split("\n\n"):
            if block.strip():
                files.setdefault(place_of(block, contract), []).append(block)
    home = {declared_in(block): file for file, blocks in files.items() for block in blocks}
    texts = {
        f"{file}.ts": HEAD + imports(file, blocks, home) + "\n\n".join(blocks).strip() + "\n"
        for file, blocks in files.items()
    }
    exports = "".join(f"export type * from './{file}';\n" for file in files)
    return texts | {
        "index.ts": f"{HEAD}import type {{ AnswerEnvelope }} from './answer_envelope';\n\n{exports}\n{TAIL}"
    }


def declared_in(block: str) -> str:
    """The interface that a block of text declares."""
    return block.partition("export interface ")[2].partition(" ")[0]


def place_of(block: str, contract: str) -> str:
    """The file of an interface, without its ending."""
    name = declared_in(block)
    return next((file for part, file in PARTS.items() if name.startswith(part)), contract.replace("-", "_"))


def imports(file: str, blocks: Sequence[str], home: Mapping[str, str]) -> str:
    """The lines that bring in what these interfaces use of other files; nothing for those that stand alone."""
    used = {
        word
        for block in blocks
        for word in re.findall(r"\w+", block.partition("{")[2])
        if home.get(word, file) != file
    }
    froms = sorted({home[word] for word in used})
    lines = [
        f"import type {{ {', '.join(sorted(w for w in used if home[w] == other))} }} from './{other}';\n"
        for other in froms
    ]
    return "".join(lines) + "\n" * bool(lines)


def interface(name: str, schema: Schema, whole: Schema, named: dict[str, str], out: list[str]) -> None:
    """Writes one interface, after those of its fields that are objects."""
    named[shape(schema)] = name
    inner: list[str] = []
    lines = [f"export interface {name} {{"]
    for field, part in schema["properties"].items():
        mark = "" if field in schema["required"] else "?"
        place = name.removeprefix("AnswerEnvelope") if name.startswith("AnswerEnvelope") else name
        lines.append(f"  {field}{mark}: {typed(part, place + camel(field), whole, named, inner)};")
    out += [*lines, "}", "", *inner]


def typed(schema: Schema, name: str, whole: Schema, named: dict[str, str], out: list[str]) -> str:
    if ref := schema.get("$ref"):
        return typed(whole["$defs"][ref.rpartition("/")[2]], name, whole, named, out)
    if "const" in schema:
        return quoted(schema["const"])
    if "enum" in schema:
        return " | ".join(quoted(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(typed(part, name, whole, named, out) for part in schema["anyOf"])
    if schema["type"] == "array":
        item = typed(schema["items"], singular(name), whole, named, out)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if schema["type"] == "object":
        if "properties" not in schema:
            return "Record<string, unknown>"
        if shape(schema) not in named:
            interface(name, schema, whole, named, out)
        return named[shape(schema)]
    kind: Any = schema["type"]
    kinds = cast("list[str]", kind) if isinstance(kind, list) else [str(kind)]
    return " | ".join(PLAIN[one] for one in kinds)


def shape(schema: Schema) -> str:
    """The same for objects that say the same."""
    return json.dumps({key: schema[key] for key in ("properties", "required")}, sort_keys=True)


def camel(field: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in field.split("_"))


def singular(name: str) -> str:
    if name.endswith("ies"):
        return name[:-3] + "y"
    return name[:-1] if name.endswith("s") and not name.endswith(("ss", "us")) else name


def quoted(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def setting_key(name: str) -> str:
    """The option as users of this editor write it: `search.per_file` is `helixAsk.search.perFile`. The server
    reads either.
    """
    first, *others = name.split("_")
    return "helixAsk." + first + "".join(part[:1].upper() + part[1:] for part in others)


def setting(name: str, option: Declared, order: int) -> tuple[str, dict[str, Any]]:
    """The key and the JSON schema of one option as VS Code shows it."""
    meta = option.metadata
    kind = KINDS[type(option.default)]
    unit, meaning, _ = option_words()[option.place]
    said: dict[str, Any] = {
        "type": kind,
        "default": list(cast("tuple[object, ...]", option.default))
        if isinstance(option.default, tuple)
        else option.default,
        "scope": "resource" if meta["repository"] in ("set", "add") else "machine",
        "order": order,
        "markdownDescription": meaning + (f" Unit: {unit}." if unit else ""),
    }
    if kind == "array":
        said["items"] = {"type": "string"} | ({"enum": list(meta["entries"])} if meta["entries"] else {})
    for ours, theirs in (("low", "minimum"), ("high", "maximum")):
        if meta[ours] is not None:
            said[theirs] = meta[ours]
    if meta["choices"]:
        said["enum"] = list(meta["choices"])
    if not meta["first"]:
        said["tags"] = ["advanced"]
    return setting_key(name), said


def configuration() -> list[dict[str, Any]]:
    """`contributes.configuration`: a group for each section with options that come first, the extension's own
    settings, the advanced groups.
    """
    first: dict[str, dict[str, Any]] = {}
    advanced: dict[str, dict[str, Any]] = {}
    for order, (name, option) in enumerate(declared().items()):
        key, said = setting(name, option, order)
        (first if option.metadata["first"] else advanced).setdefault(name.partition(".")[0], {})[key] = said
    groups = [
        {"id": section, "title": SECTIONS[section], "properties": said} for section, said in first.items()
    ]
    groups.append(json.loads((EXTENSION / "settings.json").read_text(encoding="utf-8")))
    groups += [
        {"id": f"advanced.{section}", "title": f"Advanced: {SECTIONS[section]}", "properties": said}
        for section, said in advanced.items()
    ]
    return [
        {"id": one["id"], "title": one["title"], "order": order, "properties": one["properties"]}
        for order, one in enumerate(groups)
    ]


def manifest() -> str:
    """package.json with its settings and what Restricted Mode ignores."""
    text = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    made = configuration()
    text["contributes"]["configuration"] = made
    text["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] = [
        key for group in made for key, said in group["properties"].items() if said["scope"] == "machine"
    ]
    return pretty(text) + "\n"


def pretty(value: object, indent: str = "") -> str:
    """JSON in which what fits stands on one line, and so does each setting."""
    line = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    inside = indent + "  "
    if (
        len(inside + line) <= WIDTH
        or not isinstance(value, dict | list)
        or (isinstance(value, dict) and "scope" in value)
    ):
        return line
    if isinstance(value, list):
        parts = [pretty(item, inside) for item in cast("list[object]", value)]
        return "[\n" + ",\n".join(inside + part for part in parts) + f"\n{indent}]"
    pairs = [
        f"{json.dumps(key)}: {pretty(item, inside)}" for key, item in cast("dict[str, object]", value).items()
    ]
    return "{\n" + ",\n".join(inside + pair for pair in pairs) + f"\n{indent}}}"


def main() -> int:
    files = {WIRE / name: text for name, text in wire().items()} | {EXTENSION / "package.json": manifest()}
    stale = [
        path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(
                f"{path.relative_to(ROOT)} is not current: run python scripts/generate_vscode.py",
                file=sys.stderr,
            )
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if stale and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    raise SystemExit(main())
