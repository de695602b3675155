"""`make demo`: takes flask's source from the package registry, indexes it, asks three questions, fetches every
citation again, and says what to try next.

Nothing of the downloaded project is run: the archive is fetched through the index that pip is configured
with, checked against the hash below, and only its regular files are written. All of it stays in .cache/demo, and
the archive in the folder that all clones share.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tarfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath

sys.path.insert(0, str(Path(__file__).resolve().parent))

import green

ROOT = Path(__file__).resolve().parent.parent
CACHE = ROOT / ".cache" / "demo"
PROJECT, ARCHIVE = "flask", "flask-3.1.2.tar.gz"
SHA256 = "bf656c15c80190ed628ad08cdfd3aaa35beb087855e2f494910aa3774cc4fd87"
LARGEST = 50_000_000
NOTHING_FOUND = 1  # the exit code of `ask` where the answer is that there is none, as with grep
QUESTIONS = (
    "what does teardown_appcontext do?",
    "who calls full_dispatch_request?",
    "does flask support LDAP?",  # it does not, and the answer must say so
)


class Links(HTMLParser):
    """The targets of a registry page's links."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


def index_urls() -> list[str]:
    """The registries that pip would ask, its own default last."""
    found: list[str] = []
    for name in ("global.index-url", "install.index-url"):
        done = subprocess.run(
            [sys.executable, "-m", "pip", "config", "get", name], capture_output=True, text=True, check=False
        )
        found += done.stdout.split() if done.returncode == 0 else []
    found += os.environ.get("PIP_INDEX_URL", "").split()
    default = "from pip._internal.models.index import PyPI; print(PyPI.simple_url)"
    done = subprocess.run([sys.executable, "-c", default], capture_output=True, text=True, check=False)
    return list(dict.fromkeys([*found, *done.stdout.split()]))


def fetch(url: str) -> bytes:
    trust = ssl.create_default_context()
    for name in ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"):
        if os.path.isfile(os.environ.get(name, "")):
            trust.load_verify_locations(os.environ[name])
    request = urllib.request.Request(
        url, headers={"Accept": "application/vnd.pypi.simple.v1+html, text/html;q=0.9, */*;q=0.1"}
    )
    with urllib.request.urlopen(request, timeout=60, context=trust) as answer:
        data: bytes = answer.read(LARGEST + 1)
    return data


def download() -> bytes:
    """The archive's bytes, from the first registry that has them."""
    tried: list[str] = []
    for base in index_urls():
        page = f"{base.rstrip('/')}/{PROJECT}/"
        try:
            links = Links()
            links.feed(fetch(page).decode("utf-8", "replace"))
            for link in links.found:
                if urllib.parse.urlsplit(link).path.rpartition("/")[2] == ARCHIVE:
                    data = fetch(urllib.parse.urljoin(page, link).partition("#")[0])
                    if hashlib.sha256(data).hexdigest() == SHA256:
                        return data
                    tried.append(f"{ARCHIVE} there has another hash")
        except (OSError, ValueError) as error:
            tried.append(str(error))
    why = "; ".join(tried) or "not listed there"
    sys.exit(f"demo: {ARCHIVE} could not be fetched from the registry pip uses ({why}); is there a network?")


def unpack(data: bytes, target: Path) -> None:
    """Only regular files with plain relative names; links, devices and odd names are left out."""
    partial = target.with_name(f"{target.name}.partial-{os.getpid()}")
    shutil.rmtree(partial, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            parts = PurePosixPath(member.name).parts[1:]
            if (
                not member.isreg()
                or not parts
                or any(p == ".." or re.search(r"[\\:\0]", p) for p in parts)
                or member.size > LARGEST
            ):
                continue
            source = archive.extractfile(member)
            if source is not None:
                place = partial.joinpath(*parts)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(source.read())
    try:
        partial.rename(target)
    except OSError:  # another run was quicker
        shutil.rmtree(partial, ignore_errors=True)


def archive() -> bytes:
    """The archive's bytes: those that are kept for all clones, or fetched and then kept."""
    kept = green.shared() / ARCHIVE
    if kept.is_file() and hashlib.sha256(data := kept.read_bytes()).hexdigest() == SHA256:
        return data
    print(f"fetching {ARCHIVE} from the package registry", file=sys.stderr)
    data = download()
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(data)
    return data


def project() -> Path:
    target = CACHE / ARCHIVE.removesuffix(".tar.gz")
    if not target.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        unpack(archive(), target)
    return target


def helix(*words: str, stdin: bytes | None = None, capture: bool = False) -> tuple[float, bytes]:
    """Runs our command; (seconds, stdout when captured)."""
    command = [sys.executable, "-m", "helix_lsp", *words]
    start = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=CACHE,
        env=os.environ | {"HELIX_ASK_CACHE_DIR": str(CACHE / "index"), "PYTHONPATH": str(ROOT)},
        input=stdin,
        stdin=None if stdin is not None else subprocess.DEVNULL,
        stdout=subprocess.PIPE if capture else None,
        check=False,
    )
    if done.returncode not in (0, NOTHING_FOUND if words[0] == "ask" else 0):
        sys.exit(f"demo: helix-lsp {words[0]} ended with {done.returncode}")
    return time.perf_counter() - start, done.stdout or b""


def title(text: str) -> None:
    print(f"\n\x1b[1m{text}\x1b[0m" if sys.stdout.isatty() else f"\n### {text}", flush=True)


def lines_of(values: Iterable[object]) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def check_citations(root: Path, questions: tuple[str, ...]) -> int:
    """Asks again in one batch, fetches every cited range and compares; how many there were."""
    asked = lines_of({"id": n, "root": str(root), "question": q} for n, q in enumerate(questions))
    _, out = helix("ask", "--jsonl", stdin=asked, capture=True)
    refs: list[dict[str, object]] = []
    for answer in map(json.loads, out.splitlines()):
        if "error" in answer:
            sys.exit(f"demo: {answer['error']['message']}")
        refs += range_refs(answer["envelope"])
    _, out = helix("range", "get", "--jsonl", "--root", str(root), stdin=lines_of(refs), capture=True)
    got = [json.loads(line) for line in out.splitlines()]
    for ref, answer in zip(refs, got, strict=True):
        text = answer.get("range", {}).get("text", "")
        if hashlib.sha256(text.encode()).hexdigest() != ref["content_sha256"]:
            sys.exit(f"demo: the bytes of {ref} are not what was cited")
    return len(refs)


def range_refs(value: object) -> list[dict[str, object]]:
    """Every range reference inside an answer, each once."""
    found: dict[str, dict[str, object]] = {}
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            if "content_sha256" in item and "start_byte" in item:
                found[json.dumps(item, sort_keys=True)] = item
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return [found[key] for key in sorted(found)]


def main() -> int:
    root = project()
    shutil.rmtree(CACHE / "index", ignore_errors=True)
    title(f"helix-lsp index --root {root.name}")
    _, out = helix("index", "--root", str(root), capture=True)
    print(out.decode().splitlines()[0])
    times: list[float] = []
    for question in QUESTIONS:
        title(f'helix-lsp ask "{question}"')
        seconds, _ = helix("ask", question, "--root", str(root))
        times.append(seconds)
    again = check_citations(root, QUESTIONS)
    print(f"\n{again} citations fetched again: each has the bytes that were cited.")
    print(f"An answer took {min(times):.1f} to {max(times):.1f} s, the start of the program included.")
    print('Next: make ask Q="where is the configuration read?" ROOT=path/to/your/project')
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
