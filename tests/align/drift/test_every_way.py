"""A real history for each way in which eight languages declare a thing and documents write it: the page is
written, then the code drops the thing, and the page is told. Where another spelling of it is left it is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.world import build_world
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.repository import git, make_repository

WORDS = "amber brisk calm dark early faint grand hollow icy jolly keen lunar mellow noble olive plain".split()
THINGS = "anchor basket candle dolphin engine falcon garden hammer island jacket kettle ladder magnet".split()
SHEET = {
    "py": "pkg/x.py",
    "go": "internal/x.go",
    "rs": "src/x.rs",
    "ts": "lib/x.ts",
    "rb": "lib/kiln/x.rb",
    "php": "src/x.php",
    "java": "org/x.java",
    "kt": "org/x.kt",
    "cs": "Kiln/x.cs",
    "ex": "lib/x.ex",
    "c": "src/x.c",
    "sh": "bin/x.sh",
    "scala": "src/x.scala",
}
# <U> UPPER_SNAKE, <s> snake_case, <k> kebab-case, <c> camelCase, <P> PascalCase: the language, what declares it, what the page writes
ENV = "os.environ['KILN_<U>']"
OPTION = 'p.add_argument("--<k>")'
KEY = "config.get('<s>')"
CASES = (
    ("py", ENV, "`KILN_<U>`"), ("py", ENV, "`KILN_<U>=1`"), ("py", ENV, "`${KILN_<U>}`"), ("py", ENV, "### KILN_<U>"),
    ("py", ENV, "| KILN_<U> | heat |"), ("py", ENV, "* **KILN_<U>**: heat"), ("py", ENV, "```yaml\nenvironment:\n  KILN_<U>: 1\n```"),
    ("py", ENV, "```dockerfile\nENV KILN_<U> 1\n```"), ("py", ENV, "```sh\nexport KILN_<U>=1\n```"),
    ("go", 'const Env<P> = "KILN_<U>"', "`KILN_<U>`"), ("go", 'func init() { viper.BindEnv("<c>", "KILN_<U>") }', "`KILN_<U>`"),
    ("ts", "const { KILN_<U> } = process.env;", "`KILN_<U>`"), ("scala", 'val x = sys.env.get("KILN_<U>")', "`KILN_<U>`"),
    ("py", OPTION, "### --<k>"), ("py", OPTION, "| --<k> | heat |"), ("py", OPTION, "Use --<k> to fire."), ("py", OPTION, "<code>--<k></code>"),
    ("py", "def run(<s>: bool = typer.Option(False)): ...", "`--<k>`"), ("ts", "meow(help, { flags: { <c>: { type: 'boolean' } } })", "`--<k>`"),
    ("ts", "parseArgs({ options: { '<k>': { type: 'string' } } })", "`--<k>`"), ("php", "$this->addOption('<k>', null, 1);", "`--<k>`"),
    ("kt", "val <c> by option(help = \"x\").flag()", "`--<k>`"), ("cs", '[Option("<k>", Required = true)]', "`--<k>`"),
    ("ex", "OptionParser.parse(argv, strict: [<s>: :boolean])", "`--<k>`"), ("c", 'struct option o[] = {{"<k>", no_argument, 0, 1}};', "`--<k>`"),
    ("sh", 'case "$1" in\n  --<k>) x=1 ;;\nesac', "`--<k>`"), ("scala", 'opt[Unit]("<k>").action(x)', "`--<k>`"),
    ("py", KEY, "`<s>`"), ("py", KEY, "`<s>: 3`"), ("py", KEY, "`<s> = 3`"), ("py", KEY, "```yaml\nkiln:\n  <s>: 3\n```"),
    ("py", KEY, "```toml\n[kiln]\n<s> = 3\n```"), ("py", KEY, '```json\n{"x": 1,\n  "<s>": 3}\n```'),
    ("py", 'DEFAULTS = {"<s>": 3}', "`<s>`"), ("go", 'type C struct {\n\tZz string `yaml:"<s>,omitempty"`\n}', "`<s>`"),
    ("go", 'var x = viper.GetString("<k>")', "`<k>`"),
    ("rs", '#[serde(rename_all = "kebab-case")]\npub struct C {\n    pub <s>: bool,\n}', "`<k>`"), ("ts", "z.object({ <c>: z.boolean() });", "`<c>`"),
    ("ts", "const x = options.<c>", "`<c>`"), ("rb", "attr_accessor :<s>", "`<s>`"), ("rb", "x = config[:<s>]", "`<s>`"),
    ("php", "return ['<s>' => 3];", "`<s>`"), ("java", '@Value("${kiln.<k>}") int x;', "`kiln.<k>`"),
    ("java", "class A {\n    private int <c>;\n}", "`<k>`"), ("ex", "x = Keyword.get(opts, :<s>, 3)", "`<s>`"),
    ("c", 'if (!strcmp(name, "<k>")) x = 1;', "`<k>`"),
    ("go", 'type C struct {\n\tZz string `yaml:"<w>,omitempty"`\n}', "```yaml\nkiln:\n  <w>: 3\n```"),
    ("rs", "pub enum Heat {\n    <P>,\n    Low,\n}", "`<P>`"), ("java", "public @interface <P> {}", "`<P>`"),
)  # fmt: skip


def filled(text: str, at: int) -> str:
    """The text with a name of its own."""
    one, two = WORDS[at % len(WORDS)], THINGS[at // len(WORDS)]
    forms = {
        "U": f"{one}_{two}".upper(),
        "s": f"{one}_{two}",
        "k": f"{one}-{two}",
        "c": one + two.title(),
        "P": one.title() + two.title(),
        "w": one + two,
    }
    for form, name in forms.items():
        text = text.replace(f"<{form}>", name)
    return text


def put(root: Path, files: Mapping[str, str], message: str) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git(root, "add", "-A")
    git(root, "commit", "-qm", message)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """For each page the tier of the first finding in it, `` for none: `docs/gone<n>.md` of what went,
    `docs/left<n>.md` of what another file has in another spelling.
    """
    root = make_repository(
        tmp_path_factory.mktemp("way") / "kiln", "//- /pyproject.toml\n[project]\nname='kiln'\n"
    )
    code: dict[str, str] = {}
    pages: dict[str, str] = {}
    left = "x = 1\n"
    for at, (language, declared, written) in enumerate(CASES):
        folder, _, name = SHEET[language].rpartition("/")
        for case, state in ((at, "gone"), (at + len(CASES), "left")):
            code[f"{folder}/{state}{at}_{name}"] = filled(declared, case) + "\n"
            pages[f"docs/{state}{at}.md"] = f"# Page\n\n{filled(written, case)}\n"
        forms = next((f for f in ("KILN_<U>", "<P>", "<w>") if f[-3:] in written), "<s>")
        left += filled(f"x.{forms} = {forms}(x)\n", at + len(CASES))
    put(root, code, "code")
    put(root, dict.fromkeys(pages, "# Page\n"), "pages")
    put(root, pages, "what they say")
    put(root, dict.fromkeys(code, "\n") | {"pkg/left.py": left}, "gone")
    with Workspace.open(str(root), load(str(root))) as workspace:
        workspace.refresh()
        view = workspace.view()
        cfg = view.config.drift
        found = find_drift(
            build_world(view.snapshot, view.texts, cfg), workspace.history(), cfg, sorted(pages)
        )
    tiers = dict.fromkeys(pages, "")
    for one in found:
        tiers[one.reference.path] = max(
            tiers[one.reference.path], {"A": "alarm", "B": "a hint"}.get(one.judged.tier, "")
        )
    return tiers


@pytest.mark.parametrize("at", range(len(CASES)), ids=lambda at: f"{CASES[at][0]}: {CASES[at][2]}")
def test_what_went_is_told_however_it_was_declared_and_is_written(told: Mapping[str, str], at: int) -> None:
    assert told[f"docs/gone{at}.md"] == "alarm"


@pytest.mark.parametrize("at", range(len(CASES)), ids=lambda at: f"{CASES[at][0]}: {CASES[at][2]}")
def test_what_is_left_in_another_spelling_is_not(told: Mapping[str, str], at: int) -> None:
    assert told[f"docs/left{at}.md"] != "alarm"
