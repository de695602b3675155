# Everything a newcomer needs; each target sets up what it needs and is quick the second time.
#   make setup | test | lint | demo | ask Q="..." ROOT=dir | bench | bench-quality | ablation | docs | lock | editors | clean

SHELL := /bin/sh
ROOT ?= .
VENV := .venv
PY := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup test lint laws unit e2e editors demo ask bench bench-quality ablation docs lock clean

help:            ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup:           ## create .venv from the hashed lock (instant when nothing changed)
	@sh scripts/setup.sh

test: setup      ## lint, types, contracts, all tests, real protocol and editor sessions
	@$(PY) scripts/check.py

lint: setup      ## ruff, basedpyright (strict), import contracts
	@$(PY) scripts/check.py lint

laws: setup      ## the law tests alone, under two hash seeds
	@$(PY) scripts/check.py laws

editors: setup   ## fetch a real Neovim into .cache (Linux, no root needed)
	@$(PY) scripts/get_neovim.py

demo: setup      ## index flask's source and ask three questions of it
	@$(PY) scripts/demo.py

ask: setup       ## make ask Q="what does teardown_appcontext do?" ROOT=path/to/project
	@$(if $(Q),,echo 'say what to ask: make ask Q="..." ROOT=dir' >&2; exit 2)
	@$(VENV)/bin/helix-lsp ask "$$Q" --root "$$ROOT"

bench: setup     ## speed and memory, as ratios inside one run
	@$(PY) bench/speed.py

bench-quality: setup  ## retrieval against published results (BENCH_SHARED=folder, trees by BENCH_MIRROR, BENCH_REPOS, SEMBLE_REPOS)
	@$(PY) bench/quality.py $(SUITES)

ablation: setup  ## what each ranking feature is worth, on the same trees
	@$(PY) bench/ablation.py

docs: setup      ## regenerate the generated pages of docs/reference
	@$(PY) scripts/generate_reference.py

lock: setup      ## resolve the hashed lock files again (UPGRADE=1 takes newer versions)
	@$(PY) scripts/lock.py $(if $(UPGRADE),--upgrade)

clean:           ## remove what the targets made, .cache included
	rm -rf $(VENV) .cache build dist .ruff_cache .hypothesis .import_linter_cache

export Q ROOT
