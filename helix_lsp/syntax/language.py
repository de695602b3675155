"""Path and first bytes -> language name, as `extract` knows them.

Order: the whole base name, then the suffix, then the `#!` line, then whether the first bytes are text at all.
Three suffixes are looked into: `.h` (C or C++), `.txt` and none (reStructuredText is often kept in them).
"""

from __future__ import annotations

from helix_lsp.text.paths import suffix
from helix_lsp.text.regex import regex

_SUFFIXES = {
    "python": "py pyi pyw pyx pxd bzl star",
    "javascript": "js mjs cjs jsx",
    "typescript": "ts mts cts",
    "tsx": "tsx",
    "go": "go",
    "rust": "rs",
    "java": "java",
    "c": "c",
    "cpp": "cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp cu cuh ino",
    "c_sharp": "cs csx",
    "ruby": "rb rake gemspec ru podspec rbi",
    "php": "php phtml php5 php7 php8",
    "bash": "sh bash zsh ksh bats ebuild eclass command",
    "kotlin": "kt kts",
    "swift": "swift",
    "scala": "scala sbt",
    "lua": "lua",
    "elixir": "ex exs",
    "haskell": "hs",
    "zig": "zig",
    "markdown": "md mdx markdown mdown mkd mkdn mdwn mdc qmd rmd",
    "restructuredtext": "rst rest",
    "asciidoc": "adoc asciidoc",
    "notebook": "ipynb",
    "html": "html htm xhtml",
    "css": "css",
    "scss": "scss",
    "sql": "sql ddl psql pgsql",
    "protobuf": "proto",
    "json": "json jsonc json5 geojson webmanifest code-workspace avsc har topojson jsonld",
    "yaml": "yaml yml cff clang-format clang-tidy",
    "toml": "toml",
    "text": (
        "text log ini cfg conf config properties env editorconfig sass less xml xsd xsl svg vue "
        "svelte astro graphql gql thrift sc groovy gradle dart r jl pl pm t raku lhs elm "
        "ml mli fs fsx fsi clj cljs cljc edn erl hrl eex heex leex nim v sv svh vhd vhdl d pas pp f f90 f95 f03 "
        "for m mm cmake mk mak make ninja bazel nix tf tfvars hcl dockerfile containerfile ps1 psm1 psd1 bat cmd fish csh "
        "tcsh awk sed vim el lisp lsp scm rkt asm s tex bib sty cls csv tsv jsonl ndjson diff patch po pot in am ac m4 tpl "
        "tmpl j2 jinja jinja2 mako ejs erb haml slim hbs mustache pug liquid twig asc org textile creole pod "
        "wiki rdoc typ sol move cairo wat wgsl glsl vert frag hlsl metal qml pro pri ui desktop service socket timer spec "
        "plist strings csproj vbproj fsproj sln vcxproj props targets nuspec xaml resx razor cshtml vb vbs applescript coffee "
        "litcoffee styl rego cue dhall jsonnet libsonnet feature robot http rest-client lock sum mod work gitignore "
        "gitattributes dockerignore npmignore lst list license"
    ),
}
KNOWN = tuple(_SUFFIXES)
CONFIGURATION = frozenset({"json", "yaml", "toml"})
PROSE = frozenset({"text", "markdown", "restructuredtext", "asciidoc"})
_FENCED = {
    "python3": "py",
    "pycon": "py",
    "golang": "go",
    "csharp": "cs",
    "c#": "cs",
    "shell": "sh",
    "console": "sh",
    "shell-session": "sh",
}
_BY_SUFFIX = {f".{name}": language for language, names in _SUFFIXES.items() for name in names.split()}

_NAMES = {
    "python": "sconstruct sconscript wscript snakefile tiltfile .pythonrc .pdbrc",
    "javascript": "jakefile",
    "ruby": (
        "gemfile rakefile vagrantfile podfile fastfile appfile guardfile capfile brewfile berksfile dangerfile thorfile "
        ".irbrc .pryrc"
    ),
    "bash": (
        ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .kshrc .envrc "
        ".xinitrc .xprofile pkgbuild apkbuild gradlew configure bashrc profile"
    ),
    "json": (
        ".babelrc .eslintrc .jshintrc .jscsrc .swcrc .prettierrc .stylelintrc .bowerrc .lintstagedrc .nycrc .mocharc "
        ".watchmanconfig .arcconfig composer.lock pipfile.lock flake.lock deno.lock package.resolved .all-contributorsrc "
        ".devcontainer"
    ),
    "yaml": ".clang-format .clang-tidy .clangd .yamllint .gemrc .cirrus .rspec-config pubspec.lock podfile.lock pixi.lock",
    "toml": "cargo.lock poetry.lock uv.lock pdm.lock pylock pipfile gopkg.lock .taplo",
    "text": (
        "makefile gnumakefile bsdmakefile dockerfile containerfile cmakelists.txt jenkinsfile procfile justfile .justfile "
        "earthfile meson.build meson.options meson_options.txt build.ninja kconfig kbuild caddyfile nginx.conf license "
        "licence copying copyright notice authors contributors maintainers codeowners credits thanks install changes "
        "changelog changelog.txt history news todo version manifest manifest.in robots.txt requirements.txt constraints.txt "
        ".gitignore .gitattributes .gitmodules .gitconfig .gitkeep .mailmap .dockerignore .npmignore .eslintignore "
        ".prettierignore .helmignore .editorconfig .env .flake8 .pylintrc .coveragerc .npmrc .yarnrc .nvmrc .node-version "
        ".python-version .ruby-version .tool-versions .inputrc .vimrc .gvimrc .tmux.conf .screenrc .curlrc .wgetrc .htaccess "
        ".ctags .ignore .rgignore .hgignore .hgtags .bzrignore .rspec .rubocop .browserslistrc .bazelrc .bazelversion go.mod "
        "go.sum go.work yarn.lock gemfile.lock bun.lock gradle.lockfile mix.lock"
    ),
}
_BY_NAME = {name: language for language, names in _NAMES.items() for name in names.split()}
_LEADING = {
    "dockerfile.": "text",
    "containerfile.": "text",
    "makefile.": "text",
    "jenkinsfile.": "text",
    ".env.": "text",
}

_BINARY = frozenset(
    f".{s}"
    for s in (
        "png jpg jpeg gif bmp ico icns webp avif tif tiff psd xcf heic pdf ps eps ai zip gz tgz bz2 xz zst lz4 7z rar tar jar "
        "war ear whl egg so o a lib dll dylib exe bin obj class pyc pyo pyd wasm mp3 mp4 m4a m4v mov avi mkv webm wav flac "
        "ogg ogv opus woff woff2 ttf otf eot db sqlite sqlite3 mdb npy npz pkl pickle h5 hdf5 parquet feather arrow onnx pt "
        "pth ckpt safetensors gguf mo dat iso img dmg deb rpm apk ipa doc docx xls xlsx ppt pptx odt ods odp keystore jks p12 "
        "pfx der snap node rlib pdb ilk idx pack rev"
    ).split()
)
_INTERPRETERS = {
    "python": "python pypy",
    "javascript": "node nodejs",
    "typescript": "deno bun ts-node tsx",
    "ruby": "ruby jruby",
    "php": "php",
    "bash": "bash sh dash ash ksh mksh zsh bats busybox",
    "go": "go",
    "rust": "rust-script",
    "lua": "lua luajit",
    "elixir": "elixir",
    "swift": "swift",
    "haskell": "runhaskell runghc",
    "java": "java",
}
_PROGRAMS = {name: language for language, names in _INTERPRETERS.items() for name in names.split()}
_SHEBANG = regex(rb"(?:\xef\xbb\xbf)?#![ \t]*(\S+)((?:[ \t]+[^\s]+)*)")
_VERSION = regex(r"(?<![\d.])[\d.]+$")
_CPP = regex(
    rb"(?m)^[ \t]*(?:class[ \t]+\w|namespace[ \t\w:]*\{|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:)|"
    rb"\bstd::|#include[ \t]*<\w+>"
)
_RST = regex(
    rb"(?m)^\.\. [\w:-]+::|^\.\. _[^:\n]+:|:\w+:`[^`\n]+`|^[^\n]*\S::[ \t]*\r?\n\r?\n[ \t]+\S|``[^`\n]+``"
)


def language_of(path: str, head: bytes = b"") -> str:
    """One of `extract`'s languages, `text` for other text, `` for what is not known to be text. `head` are
    the first bytes, when at hand.
    """
    base = path.rpartition("/")[2].lower()
    known = _BY_NAME.get(base)
    if known is not None:
        return (_program(head) or known) if known == "text" else known
    ending = suffix(base)
    if ending == ".h":
        return "cpp" if _CPP.search(head) else "c"
    if ending == ".txt" or (not ending and base.startswith(("readme", "changes", "news", "history"))):
        return "restructuredtext" if _is_rst(head) else "text"
    if ending in _BY_SUFFIX:
        return _BY_SUFFIX[ending]
    if ending in _BINARY:
        return ""
    for lead, language in _LEADING.items():
        if base.startswith(lead):
            return language
    program = _program(head)
    if program:
        return program
    return "text" if _is_text(head) else ""


def fence_path(word: str) -> str:
    """The name of a file that is in the language which the first word of a code block says."""
    word = word.lower().strip("{}.")
    names = _SUFFIXES.get(word.replace("++", "pp").replace("#", "_sharp"), _FENCED.get(word, word))
    return f"block.{names.split()[0] if names else 'text'}"


def _program(head: bytes) -> str:
    """Language of the program a `#!` line names, `` when there is none or it is not known."""
    found = _SHEBANG.match(head)
    if found is None:
        return ""
    words = [found.group(1).decode("utf-8", "replace"), *found.group(2).decode("utf-8", "replace").split()]
    for word in words:
        name = word.rpartition("/")[2]
        if name == "env" or name.startswith("-") or "=" in name:
            continue
        return _PROGRAMS.get(_VERSION.sub("", name), "text")
    return "text"


def _is_rst(head: bytes) -> bool:
    """True when a text shows at least two signs of reStructuredText, one of them a directive, a target, a
    role or a literal.
    """
    return len(_RST.findall(head)) >= 2


def _is_text(head: bytes) -> bool:
    """True for bytes that could be UTF-8 text; the last character may be cut off."""
    if not head or b"\0" in head:
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as broken:
        return broken.start >= len(head) - 3 and broken.reason == "unexpected end of data"
    return True
