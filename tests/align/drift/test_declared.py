"""The one table of declared things: what each reader finds in a file, how documents call it, and what is said
when the declaration went.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.declared import KINDS, declared
from helix_lsp.align.drift.declared_tasks import read_command, read_short_command
from helix_lsp.align.drift.find import Finding, find_drift
from helix_lsp.align.drift.history import Dropped, Gone, Introduced, Left, NoHistory
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from tests.support.check import indexed

CLAP = """
#[derive(Subcommand)]
enum Do {
    CoolDown { hours: u8 },
    Fire,
}
struct A {
    #[arg(short, long)]
    dry_run: bool,
}
"""


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("Makefile", "NAME := kiln\ndocs html: all\n\techo\nall:\n", {"make docs", "make html", "make all"}),
        ("Makefile", "all:\ninclude more.mk\n", {"make all", "make *"}),
        ("Makefile", "%.o: %.c\n\tcc\n", {"make *"}),
        ("package.json", '{"scripts": {"build": "x", "test:unit": "y"}}', {"run build", "run test:unit"}),
        ("package.json", '{"scripts": {"build": ', {"run *"}),
        ("deno.json", '{"tasks": {"fire": "x"}}', {"run fire"}),
        (
            "composer.json",
            '{"scripts": {"check": ["@a"]}, "bin": ["bin/kiln"]}',
            {"composer check", "program kiln"},
        ),
        (
            "pyproject.toml",
            '[tool.poe.tasks]\nfire = "x"\n[project.scripts]\nkiln = "k:main"\n',
            {"py fire", "program kiln"},
        ),
        (
            "pyproject.toml",
            '[tool.poetry.scripts]\nkiln = "k:main"\n[tool.hatch.envs.dev.scripts]\nheat = "x"\n',
            {"py heat", "program kiln"},
        ),
        (
            "justfile",
            "heat:= '1'\nfire kind='hot': dry\n    echo\n@dry:\n    echo\nalias f := fire\n",
            {"just fire", "just dry", "just f"},
        ),
        (
            "Taskfile.yml",
            "version: '3'\ntasks:\n  fire:\n    cmds:\n      - echo: a\n  cool-down: echo\nvars:\n  X: 1\n",
            {"task fire", "task cool-down"},
        ),
        ("noxfile.py", "@nox.session(python=3)\ndef lint(session):\n    pass\n", {"nox lint"}),
        ("tox.ini", "[testenv:docs]\n", {"tox docs"}),
        (
            "build.gradle",
            "task fire {\n}\ntasks.register('heat')\n",
            {"gradle fire", "gradle heat", "gradle *"},
        ),
        (
            "build.gradle.kts",
            'val cool by tasks.registering\ntasks.register<Copy>("heat") {}\n',
            {"gradle cool", "gradle heat", "gradle *"},
        ),
        (".cargo/config.toml", '[alias]\nxtask = "run"\n', {"cargo xtask", "cargo *"}),
        (
            "Rakefile",
            "task :fire do\nend\nnamespace :kiln do\n  task cool: [:fire] do\n  end\nend\ntask 'heat' do\nend\n",
            {"rake fire", "rake kiln:cool", "rake heat", "rake *"},
        ),
        (
            "Cargo.toml",
            '[package]\nname = "kiln"\n[[bin]]\nname = "oven"\n',
            {"program kiln", "program oven"},
        ),
        ("go.mod", "module example.org/kiln/v2\n", {"program kiln"}),
        (
            "CMakeLists.txt",
            'option(KILN_TESTS "x" ON)\nset(KILN_DOORS 3 CACHE STRING "x")\nset(x 1)\n',
            {"build KILN_TESTS", "build KILN_DOORS"},
        ),
        ("meson_options.txt", "option('doors', type: 'integer')\n", {"build doors"}),
        (
            "Cargo.toml",
            '[features]\nheat = []\n[dependencies]\noven = { version = "1", optional = true }\n',
            {"feature heat", "feature oven"},
        ),
        ("pyproject.toml", '[project.optional-dependencies]\nheat = ["x"]\n', {"feature heat"}),
        ("setup.cfg", "[options.extras_require]\nheat =\n    x\n", {"feature heat"}),
        ("setup.py", 'setup(extras_require={"heat": ["x"]})\n', {"feature heat", "key heat"}),
        ("setup.py", "setup(extras_require=read())\n", {"feature *"}),
        ("cmd/kiln/main.go", "package main\n", {"program kiln"}),
        (
            "main.go",
            'var c = &cobra.Command{Use: "fire NAME"}\nc.Flags().BoolVarP(&x, "hot", "h", false, "")\n',
            {"sub fire", "option --hot"},
        ),
        (
            "main.go",
            'flag.Int("heat", 1, "")\n&cli.StringFlag{Name: "door"}\n',
            {"option --heat", "option --door"},
        ),
        (
            "cli.py",
            'p.add_parser("fire")\np.add_argument("-h", "--hot")\n@click.option("--cold", "-c")\n',
            {"sub fire", "option --hot", "option --cold"},
        ),
        ("src/main.rs", CLAP, {"sub cool-down", "sub fire", "key dry-run", "option --dry-run"}),
        ("src/main.rs", 'Arg::new("x").long("hot"), Command::new("fire")\n', {"sub fire", "option --hot"}),
        ("cli.js", 'program.command("fire <pot>").option("-h, --hot <n>")\n', {"sub fire", "option --hot"}),
        ("cli.py", '@app.command(name="fire")\napp.add_typer(x, name="cool")\n', {"sub fire", "sub cool"}),
        ("cli.py", "@app.command()\ndef cool_down():\n    pass\n", {"sub cool-down"}),
        ("Cli.cs", 'new Command("fire")\n[Option(\'h\', "hot")]\n', {"sub fire", "option --hot"}),
        ("Cli.php", "$this->setName('app:fire')->addOption('hot')\n", {"sub app:fire", "option --hot"}),
        (
            "Cli.java",
            '@Command(name = "fire")\n@Option(names = {"-h", "--hot"})\n',
            {"sub fire", "option --hot"},
        ),
        (
            "lib/cli.rb",
            'desc "fire POT", "x"\nmethod_option :hot, type: :boolean\nopts.on("--cold")\n',
            {"sub fire", "option --hot", "option --cold"},
        ),
        ("Cli.php", "#[AsCommand(name: 'app:fire')]\n", {"sub app:fire"}),
        (
            "app.py",
            "os.environ['KILN_HEAT'], os.getenv(\"KILN_DOOR\", 1)\n",
            {"env KILN_HEAT", "env KILN_DOOR"},
        ),
        ("app.ts", "process.env.KILN_HEAT ?? process.env['KILN_DOOR']\n", {"env KILN_HEAT", "env KILN_DOOR"}),
        (
            "a.yml",
            "heat: ${KILN_HEAT:3}\nenvironment:\n  KILN_DOOR: 1\n  - KILN_GAS=1\nuse: $KILN_ASH\n",
            {"env KILN_HEAT", "env KILN_DOOR", "env KILN_GAS", "env KILN_ASH"},
        ),
        ("Dockerfile", "ENV KILN_HEAT=3\nARG KILN_DOOR\n", {"env KILN_HEAT", "env KILN_DOOR"}),
        (
            "run.sh",
            'export KILN_HEAT=1\necho "${KILN_DOOR:-x}" $KILN_GAS\n',
            {"env KILN_HEAT", "env KILN_DOOR", "env KILN_GAS"},
        ),
        ("kiln.py", "docs:\n", set[str]()),
        ("README.md", "make docs --hot KILN_HEAT=1\n", set[str]()),
    ],
)
def test_what_a_file_declares(path: str, text: str, expected: set[str]) -> None:
    assert set(declared(path, text.encode())) == expected


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_no_reader_fails(kind: str) -> None:
    names = [g.replace("**/", "").replace("*", "x") for g in KINDS[kind].files] or ["a.py", "a.rs", "a.go"]
    for name in names:
        for text in (
            "",
            "[",
            "{",
            "[[",
            '{"scripts": 3, "bin": [1]}',
            "[tool]\nhatch = 3\n",
            "\0\xff",
            "tasks:\n  :\n",
        ):
            declared(name, text.encode("latin-1"), (kind,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("make docs", "make docs"), ("$ npm run build", "run build"), ("yarn run build --watch", "run build"),
        ("pnpm --filter x run build", "run build"),
        ("deno task fire", "run fire"), ("composer run-script check", "composer check"), ("poe fire", "py fire"), ("poetry run poe fire", "py fire"),
        ("hatch run heat", "py heat"), ("just fire", "just fire"), ("task cool-down", "task cool-down"), ("nox -s lint", "nox lint"),
        ("tox -e docs", "tox docs"), ("tox run -e docs", "tox docs"), ("./gradlew :core:fire", "gradle fire"),
        ("cargo xtask", "cargo xtask"),
        ("bundle exec rake kiln:cool", "rake kiln:cool"),
        ("make", ""), ("make sure it works", ""), ("make_docs", ""), ("npm install", ""), ("make X=1 docs", ""),
        ("just do it", ""), ("yarn build", ""),
    ],
)  # fmt: skip
def test_tasks_are_read_out_of_a_command(text: str, said: str) -> None:
    assert read_command(text) == said


def test_calls_in_which_a_task_looks_like_the_tools_own() -> None:
    assert [
        read_short_command(t) for t in ("yarn build", "composer check", "pnpm x --y", "yarn add left")
    ] == ["run build", "composer check", "run x", ""]


class Past(NoHistory):
    """These things were declared until time 100; all was written before."""

    known = True
    path = "cli.js"

    def __init__(self, **things: str) -> None:
        self._things = {key.replace("_", " ", 1).replace("__", "--"): new for key, new in things.items()}

    def dropped(self, thing: str) -> Dropped | None:
        if thing not in self._things:
            return None
        return Dropped(commit="c" * 40, time=100, path=self.path, defined=True, new=self._things[thing])

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


TREE = {
    "package.json": '{"name": "kiln", "bin": "x.js", "scripts": {"build": "b"}}',
    "justfile": "fire:\n    echo\n",
    "cli.js": 'program.command("heat").option("--warm")\n// go out and expose it\n',
}


def found(text: str, past: NoHistory, **more: str) -> list[Finding]:
    files = {p: t.encode() for p, t in (TREE | more | {"README.md": f"# G\n\n{text}\n"}).items()}
    with indexed(files) as tree:
        cfg = DriftConfig()
        rows = find_drift(build_world(tree.snapshot, tree.texts, cfg), past, cfg, ["README.md"])
    return [f for f in rows if f.judged.verdict == "stale"]


@pytest.mark.parametrize(
    ("text", "past", "check"),
    [
        ("`npm run compile`", Past(run_compile=""), "command-gone"),
        ("`yarn compile`", Past(run_compile=""), "command-gone"),
        ("```sh\nnpm run compile\n```", Past(run_compile=""), "command-gone"),
        ("`npm test`", Past(run_test=""), "command-gone"),
        ("`make -C x cool`", Past(make_cool=""), "command-gone"),
        ("```\nnpm run compile\n```", Past(run_compile=""), "command-gone"),
        ("```sh\ncd x && npm run compile\n```", Past(run_compile=""), "command-gone"),
        ("`just cool`", Past(just_cool="fire"), "command-gone"),
        ("`tox -e cool`", Past(tox_cool=""), "command-gone"),
        ("`kiln cool pot`", Past(sub_cool="heat"), "command-gone"),
        ("`--expose`", Past(option___expose="--warm"), "flag-gone"),
        ("`KILN_HEAT`", Past(env_KILN_HEAT=""), "key-gone"),
        ("`KILN_HEAT=3`", Past(env_KILN_HEAT=""), "key-gone"),
    ],
)
def test_what_went_is_an_alarm_for_every_kind(text: str, past: Past, check: str) -> None:
    (one,) = found(text, past)
    assert (one.judged.check, one.judged.tier, one.judged.certain) == (check, "A", False)


def test_what_took_its_place_is_the_suggestion_where_it_is_declared() -> None:
    (one,) = found("`just cool`", Past(just_cool="fire"))
    assert one.judged.suggestions == ("fire",)
    (one,) = found("`just cool`", Past(just_cool="smoke"))
    assert "smoke" not in one.judged.suggestions


@pytest.mark.parametrize(
    "text",
    [
        "`npm run build`",
        "`just fire`",
        "`kiln heat`",
        "`--warm`",
        "```sh\nnpm run other\nyarn add x\njust smoke\n```",
        "`yarn smoke`",
        "`tox -e x`",
        "`cargo x`",
    ],
)
def test_what_is_declared_or_was_never_known_is_silent(text: str) -> None:
    assert found(text, Past()) == []


@pytest.mark.parametrize("code", ["x = { expose: true }", "f('expose')", "function f(expose) {}"])
def test_a_key_that_an_option_may_be_made_from_keeps_it_alive(code: str) -> None:
    assert found("`--expose`", Past(option___expose=""), **{"b.js": code}) == []


def test_a_task_runner_s_own_repository_has_tasks_too() -> None:
    own = {"Cargo.toml": '[package]\nname = "just"\n'}
    (one,) = found("`just cool`", Past(just_cool="fire"), **own)
    assert (one.judged.check, one.judged.tier) == ("command-gone", "A")
    assert found("`just fire`", Past(just_fire=""), **own) == []


class Defined(NoHistory):
    """The definition of every name went in one commit, after everything was written."""

    known = True

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (Gone(commit="c" * 40, time=100, path="b.js", defined=True),)

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("// was done by fireKiln once\nx()\n", True),
        ("/* fireKiln */\nx() // fireKiln, again\n", True),
        ("// fireKiln\nx(fireKiln)\n", False),
        ("x('fireKiln')\n", False),
        ("class fireKiln {}\n", False),
        ("// fireKilns\nx()\n", True),
        ("/** Once there was `fireKiln`. */\nfunction x() {}\n", True),
    ],
)
def test_a_name_that_only_comments_have_is_gone(code: str, told: bool) -> None:
    rows = found("Call `fireKiln`.", Defined(), **{"b.js": code})
    assert [f.judged.check for f in rows] == (["name-gone"] if told else [])


def test_a_name_that_only_docstrings_have_is_gone() -> None:
    code = '"""Module of `fireKiln`."""\n\ndef x():\n    """As `fireKiln` did."""\n'
    (one,) = found("Call `fireKiln`.", Defined(), **{"b.py": code})
    assert one.judged.check == "name-gone"


@pytest.mark.parametrize(
    ("code", "told"),
    [("// once there was KILN_HEAT\nx()\n", True), ("x(KILN_HEAT)\n", False), ("x('KILN_HEAT')\n", False)],
)
def test_a_variable_that_only_comments_have_is_not_read(code: str, told: bool) -> None:
    rows = found("Set `KILN_HEAT`.", Past(env_KILN_HEAT=""), **{"b.js": code})
    assert [f.judged.check for f in rows] == (["key-gone"] if told else [])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("`KILN_HEAT_LEVEL`", "x = env('KILN_', 'HEAT_LEVEL')\n"),
        ("`KILN_HEAT_LEVEL`", "x = { prefix: 'KILN_', heatLevel: 1 }\n"),
        ("`MY_KILN_HEAT_LEVEL`", "env.setPrefix('MY_KILN')\nflag('heat-level')\n"),
        ("```yaml\nenv:\n  KILN_HEAT: 1\n```", ""),
    ],
)
def test_a_variable_that_is_put_together_or_is_the_reader_s_is_not_told(text: str, code: str) -> None:
    past = Past(env_KILN_HEAT_LEVEL="", env_MY_KILN_HEAT_LEVEL="", env_KILN_HEAT="")
    past.path = "deploy/x.yml" if "yaml" in text else "cli.js"
    assert found(text, past, **{"b.js": code, "deploy/x.yml": "x: 1\n"}) == []


def test_a_block_of_a_runner_s_own_pages_runs_the_reader_s_tasks() -> None:
    own = {"Cargo.toml": '[package]\nname = "just"\n'}
    assert found("```sh\n$ just cool\n```", Past(just_cool=""), **own) == []


BUILDS = {
    "CMakeLists.txt": 'option(KILN_TESTS "x" ON)\noption(KILN_DOORS "x" ON)\n',
    "Cargo.toml": '[package]\nname = "kiln"\n[features]\nheat = []\n',
    "pyproject.toml": '[project]\nname = "kiln"\n[project.optional-dependencies]\ndoors = ["x"]\n',
    "go.mod": "module example.org/kiln\n",
}


@pytest.mark.parametrize(
    ("text", "past", "check", "tier"),
    [
        ("```sh\ncmake .. -DKILN_DOORS=On -DKILN_TEST=On\n```", Past(), "command-unknown", "A"),  # a slip
        ("* `-DKILN_DOORS=On`: a\n* `-DKILN_ASHES=On`: b", Past(), "command-unknown", "A"),  # with one that is declared
        ("* `-DKILN_ASHES=On`: b", Past(), "command-unknown", "B"),  # alone
        ("* `-DKILN_ASHES=On`: b", Past(build_KILN_ASHES="KILN_TESTS"), "command-gone", "A"),
        ("```sh\ncargo install kiln --features heat\ncargo install kiln --features cold\n```", Past(), "command-unknown", "A"),
        ("```sh\ncargo build --features cold\n```", Past(feature_cold=""), "command-gone", "A"),
        ("```sh\npip install 'kiln[doors]' && pip install 'kiln[ashes]'\n```", Past(), "command-unknown", "A"),
    ],
)  # fmt: skip
def test_parts_of_a_project_are_missing_or_gone(text: str, past: Past, check: str, tier: str) -> None:
    told = [(f.judged.check, f.judged.tier) for f in found(text, past, **BUILDS)]
    assert told == [(check, tier)]


@pytest.mark.parametrize(
    "text",
    [
        "```sh\ncmake .. -DKILN_TESTS=On -DCMAKE_BUILD_TYPE=Release -DOPENSSL_ROOT_DIR=/x\n```",
        "```sh\njava -DKILN_ASHES=On -jar x\n```",
        "```sh\ncargo install oven --features cold\npip install 'oven[cold]'\n```",  # of another project
    ],
)
def test_what_is_given_to_others_is_not_told(text: str) -> None:
    assert found(text, Past(), **BUILDS) == []
