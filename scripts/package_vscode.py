"""Packs the VS Code extension with the server inside, one file for each platform.

    python scripts/package_vscode.py [--target linux-x64]... [--all] [--python 3.11]... [--out FOLDER]
    [--server-only]

The server's libraries come from requirements.lock with their hashes, as wheels for the target, for each
version of Python; nothing is built from source. What is the same for all versions stands once in
`server/common`, the rest in `server/cp311` and so on; the extension makes an empty environment whose path
leads to both. Without --target it is this machine's platform. Two runs on one commit give the same bytes. Prints
the sizes and the SHA-256 sums.
"""

from __future__ import annotations

import argparse
import base64
import filecmp
import hashlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import notices
from settled_zip import moment_of, settle

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "editors" / "vscode"
PARTS = (
    "package.json",
    "README.md",
    "CHANGELOG.md",
    ".vscodeignore",
    "esbuild.mjs",
    "tsconfig.json",
    "src",
    "media",
    "walkthrough",
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MAC = tuple(
    f"macosx_{version}"
    for version in ("14_0", "13_0", "12_0", "11_0", "10_15", "10_14", "10_13", "10_12", "10_9")
)
GLIBC = (
    *(f"manylinux_2_{minor}" for minor in (34, 28, 27, 26, 24, 17, 12, 5)),
    "manylinux2014",
    "manylinux2010",
    "manylinux1",
)
TARGETS = {
    "linux-x64": tuple(f"{libc}_x86_64" for libc in GLIBC),
    "linux-arm64": tuple(f"{libc}_aarch64" for libc in GLIBC),
    "alpine-x64": ("musllinux_1_2_x86_64", "musllinux_1_1_x86_64"),
    "darwin-x64": tuple(f"{mac}_{kind}" for mac in MAC for kind in ("x86_64", "universal2")),
    "darwin-arm64": tuple(f"{mac}_{kind}" for mac in MAC for kind in ("arm64", "universal2")),
    "win32-x64": ("win_amd64",),
}
DROPPED = (
    "bin",
    "__pycache__",
    "tests",
    "test",
    "*.pyi",
    "RECORD",
    "INSTALLER",
    "REQUESTED",
    "direct_url.json",
    "sboms",
    "*.c",
    "*.h",
    "*.pyx",
    "*.pxd",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--all", action="store_true", help="every platform")
    parser.add_argument(
        "--python", action="append", help=f"versions of Python (default: {', '.join(PYTHONS)})"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--server-only", action="store_true", help="only the folder `server`, into --out")
    options = parser.parse_args()
    if not options.server_only:
        packages()
    options.out.mkdir(parents=True, exist_ok=True)
    for target in TARGETS if options.all else options.target or [here()]:
        try:
            if options.server_only:
                server(options.out / "server", target, options.python or PYTHONS)
            else:
                pack(target, options.python or PYTHONS, options.out)
        except subprocess.CalledProcessError as error:
            print(
                f"package_vscode: {target}: {(error.stderr or b'').decode(errors='replace').strip()[:1200]}",
                file=sys.stderr,
            )
            return 1
    return 0


def here() -> str:
    system = {"Linux": "linux", "Darwin": "darwin", "Windows": "win32"}.get(platform.system(), "")
    machine = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64", "arm64": "arm64"}.get(
        platform.machine(), ""
    )
    if f"{system}-{machine}" not in TARGETS:
        sys.exit(
            f"package_vscode: no target for {platform.system()} {platform.machine()}; name one with --target"
        )
    return f"{system}-{machine}"


def packages() -> None:
    """The tools of the lock file, installed when they are not there."""
    if (EXTENSION / "node_modules" / ".bin" / "vsce").exists():
        return
    if shutil.which("npm") is None or shutil.which("node") is None:
        sys.exit("package_vscode: needs Node 20 or newer with npm")
    subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=EXTENSION,
        check=True,
    )


def pack(target: str, pythons: Iterable[str], out: Path) -> None:
    """One vsix, made in a copy of the extension's folder."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "extension")
        copy.mkdir()
        for name in PARTS:
            (shutil.copytree if (EXTENSION / name).is_dir() else shutil.copy)(EXTENSION / name, copy / name)
        page = copy / "README.md"
        page.write_text(alone(page.read_text(encoding="utf-8"), EXTENSION), encoding="utf-8")
        modules = copy / "node_modules"
        modules.symlink_to(EXTENSION / "node_modules")
        subprocess.run(["node", "esbuild.mjs", "--production"], cwd=copy, check=True, capture_output=True)
        modules.unlink()  # everything that is needed of it stands in the bundle
        shutil.copy(ROOT / "LICENSE", copy / "LICENSE")
        licences(copy)
        server(copy / "server", target, pythons)
        file = out / f"helix-ask-{target}.vsix"
        vsce = EXTENSION / "node_modules" / ".bin" / "vsce"
        command = [
            vsce,
            "package",
            "--target",
            target,
            "--no-dependencies",
            "--allow-missing-repository",
            "--skip-license",
            "--no-rewrite-relative-links",
            "--out",
            file,
        ]
        subprocess.run(command, cwd=copy, check=True, capture_output=True)
        settle(file, moment_of(ROOT))
        print(
            f"{file.name}: {size([file]):.1f} MB, unpacked server {size((copy / 'server').rglob('*')):.1f} MB, "
            f"SHA-256 {hashlib.sha256(file.read_bytes()).hexdigest()}"
        )


def licences(copy: Path) -> None:
    """The list of what others wrote, and the licence files of the npm packages that are bundled. Exits where one lacks it."""
    shutil.copy(ROOT / "THIRD-PARTY-NOTICES.md", copy)
    (copy / "licenses").mkdir()
    for name, _, _ in notices.bundled():
        found = sorted((EXTENSION / "node_modules" / name).glob("[Ll][Ii][Cc][Ee][Nn][SsCc][Ee]*"))
        if not found:
            sys.exit(f"package_vscode: the npm package {name} does not have a licence file")
        shutil.copy(found[0], copy / "licenses" / f"{name}.txt")


def alone(page: str, folder: Path) -> str:
    """A page that is read without the repository: pictures stand in it as data, and what it links to outside
    `folder` keeps its words. Raises OSError for a picture that is not there.
    """

    def picture(found: re.Match[str]) -> str:
        data = base64.b64encode((folder / found[2]).read_bytes()).decode("ascii")
        return f"![{found[1]}](data:image/png;base64,{data})"

    page = re.sub(r"!\[([^\]\n]*)\]\((\.\./[^)\n]*\.png)\)", picture, page)
    return re.sub(r"(?<!!)\[([^\]\n]*)\]\(\.\./[^)\n]*\)", r"\1", page)


def server(target_folder: Path, target: str, pythons: Iterable[str]) -> None:
    """The folder `server`."""
    shutil.rmtree(target_folder, ignore_errors=True)
    folders = {f"cp{python.replace('.', '')}": install(target_folder, target, python) for python in pythons}
    common = target_folder / "common"
    common.mkdir()
    first, *others = folders.values()
    for entry in sorted(first.iterdir()):
        if all(same(entry, other / entry.name) for other in others):
            for other in others:
                remove(other / entry.name)
            entry.rename(common / entry.name)
    shutil.copytree(ROOT / "helix_lsp", common / "helix_lsp", ignore=shutil.ignore_patterns("__pycache__"))
    carried = (
        target_folder / "install"
    )  # for a Python that no folder is for: a wheel of ours, and the lock with its hashes
    carried.mkdir()
    for lock in (
        "requirements.lock",
        "requirements-meaning.lock",
    ):  # the second is fetched after a click (ADR 0023)
        shutil.copy(ROOT / lock, carried)
    wheel = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        carried,
        ROOT,
    ]
    subprocess.run(wheel, check=True, capture_output=True)


def install(target_folder: Path, target: str, python: str) -> Path:
    """The locked wheels for one version of Python, unpacked."""
    folder = target_folder / f"cp{python.replace('.', '')}"
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-compile",
        "--no-deps",
        "--require-hashes",
    ]
    command += [
        "--only-binary",
        ":all:",
        "--implementation",
        "cp",
        "--python-version",
        python,
        "--target",
        str(folder),
    ]
    for tag in TARGETS[target]:
        command += ["--platform", tag]
    subprocess.run([*command, "-r", str(ROOT / "requirements.lock")], check=True, capture_output=True)
    for pattern in DROPPED:
        for place in sorted(folder.rglob(pattern)):
            remove(place)
    return folder


def same(one: Path, other: Path) -> bool:
    if one.is_file() or other.is_file():
        return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)
    names = {path.name for path in one.iterdir()}
    return (
        other.is_dir()
        and names == {path.name for path in other.iterdir()}
        and all(same(one / name, other / name) for name in names)
    )


def remove(place: Path) -> None:
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)


def size(places: Iterable[Path]) -> float:
    return sum(place.stat().st_size for place in places if place.is_file()) / 1e6


if __name__ == "__main__":
    raise SystemExit(main())
