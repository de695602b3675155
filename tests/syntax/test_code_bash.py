"""Bash: one realistic file, everything that is read from it."""

from __future__ import annotations

from tests.syntax.shown import report

SAMPLE = """#!/usr/bin/env bash
# Deploys the shop.
# Twice if need be.

set -euo pipefail

source ./lib.sh
. "$HOME/env.sh"

export TARGET=prod
readonly MAX_TRIES=3
declare -a hosts=(a b)
name="shop"

# Builds it.
build() {
  local out=1
  compile --fast "$1" | tee log
}

function deploy {
  inner() { ship_it; }
  build "$(next_version)"
}

if [[ -n "$1" ]]; then
  mode=fast
fi

deploy <<EOF
some text here
EOF
"""

EXPECTED = """
constant TARGET | TARGET=prod
constant MAX_TRIES | MAX_TRIES=3
variable hosts | hosts=(a b)
variable name | name="shop"
function build | build()
    # Builds it. | { local out=1 compile --… | tee log }
function deploy | function deploy
    - | { inner() { ship_it; } b…_version)" }
- function deploy.inner | inner()
    - | { ship_it; }
variable mode | mode=fast

call compile in build
call tee in build
call ship_it in deploy.inner
call build in deploy
call next_version in deploy
call deploy in -

./lib.sh:
$HOME/env.sh:

module: # Deploys the shop. # Twice if need be.
"""


def test_a_realistic_file() -> None:
    assert report("sample.sh", SAMPLE) == EXPECTED.lstrip()
