#!/bin/sh
# Creates .venv from requirements-dev.lock and installs this package in editable form. Quick when lock and interpreter are unchanged.
# HELIX_PYTHON names another interpreter than the first of python3.13 .. python3 that is 3.11 or newer.
set -eu
cd "$(dirname "$0")/.."

venv=.venv
stamp=$venv/.installed

digest() {
    { cat requirements-dev.lock scripts/setup.sh; sed -n '/^\[project.scripts\]/,/^$/p' pyproject.toml; } | cksum | tr ' \t' '--'
    pwd
}

good() {
    "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

if [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(digest)" ] && good "$venv/bin/python"; then
    exit 0
fi

python=
for candidate in "${HELIX_PYTHON:-}" python3.11 python3.12 python3.13 python3.14 python3 python; do
    if [ -n "$candidate" ] && good "$candidate"; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
        echo "setup: no Python 3.11 or newer with venv found; installing the system's" >&2
        apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv >&2
        good python3 && python=python3
    fi
fi
if [ -z "$python" ]; then
    echo "setup: needs Python 3.11 or newer with the venv module (on Debian: apt install python3 python3-venv)" >&2
    exit 1
fi

echo "setup: $("$python" --version) -> $venv" >&2
rm -rf "$venv"
"$python" -m venv "$venv"
# The lock is whole, so no dependency is looked for; modules are compiled when they are first read.
# Only the public index and the hashes count: a find-links folder or an extra index of this machine has nothing to add.
unset PIP_FIND_LINKS PIP_EXTRA_INDEX_URL PIP_REQUIRE_VIRTUALENV PIP_USER PIP_TARGET UV_FIND_LINKS UV_EXTRA_INDEX_URL UV_INDEX 2>/dev/null || true
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

pip() {
    "$venv/bin/python" -m pip install --quiet --no-deps --no-compile --require-hashes "$@" >>"$venv/install.log" 2>&1
}

# uv installs the whole lock in a fifth of pip's processor time. It stands in the lock as well, so pip brings it under its hash.
# It asks the index that pip is set to; where it cannot (an index that needs pip's own settings), pip does the work.
uv() {
    sed -n '/^uv==/,/[^\\]$/p' requirements-dev.lock >"$venv/uv.lock"
    pip --only-binary :all: -r "$venv/uv.lock" || return 1
    index=$("$venv/bin/python" -m pip config get global.index-url 2>/dev/null || true)
    index=${PIP_INDEX_URL:-$index}
    "$venv/bin/uv" --no-config pip install --quiet --python "$venv/bin/python" --no-deps --require-hashes --only-binary :all: \
        ${index:+--default-index "$index"} -r requirements-dev.lock >>"$venv/install.log" 2>&1
}

# A wheel may be missing for this platform; sources are under the same hashes.
uv || pip --only-binary :all: -r requirements-dev.lock || pip -r requirements-dev.lock || {
    tail -n 5 "$venv/install.log" >&2
    echo "setup: pip could not install requirements-dev.lock; the whole log is $venv/install.log" >&2
    exit 1
}
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable . >>"$venv/install.log" 2>&1 || {
    tail -n 5 "$venv/install.log" >&2
    echo "setup: the package itself could not be installed; the whole log is $venv/install.log" >&2
    exit 1
}
digest >"$stamp"
