# Everything a newcomer needs; each target sets up what it needs and is quick the second time.
#   make setup | test | missing | drives | lint | fmt | demo | ask Q="..." ROOT=dir | bench | reliability | same-bytes | bench-quality | bench-align | bench-agents | bench-machine | report | ablation | docs | site | lock | install-ways | pythons | release | mcp-conformance | editors | pictures | vsix | clean

SHELL := /bin/sh
ROOT ?= .
VENV := .venv
PY := $(VENV)/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup test missing lint fmt drives seconds patterns laws editors pictures vsix demo ask bench reliability fuzz same-bytes soak bench-quality bench-align bench-agents bench-machine bench-stories report ablation docs site lock install-ways pythons release mcp-conformance clean

help:            ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

setup:           ## create .venv from the hashed lock (instant when nothing changed)
	@sh scripts/setup.sh

test: setup      ## lint, types, contracts, all tests, real protocol and editor sessions
	@$(PY) scripts/check.py

lint: setup      ## ruff, types (pyrefly, and basedpyright strict), import contracts
	@$(PY) scripts/check.py lint

missing: setup   ## what was forgotten when a rule, an option, a flag, an answer or a check was added, in seconds
	@$(PY) scripts/check.py missing

fmt: setup       ## format the code and sort its imports
	@$(VENV)/bin/ruff check --select I --fix -q .
	@$(VENV)/bin/ruff format .

drives: setup    ## long sessions in real editors: the VS Code day, the life of the server, the old Neovim
	@$(PY) scripts/check.py drives

seconds: setup   ## take over the seconds of the last whole run, which order the test files
	@cp .cache/test-seconds.json tests/seconds.json

patterns: setup  ## measure every pattern, and record those that are linear
	@HELIX_WRITE_PATTERNS=1 $(PY) -m pytest -q -m campaign tests/house/test_linear_patterns.py

laws: setup      ## the law tests alone, under two hash seeds
	@$(PY) scripts/check.py laws

editors: setup   ## fetch real editors for all clones of this machine (Linux, no root needed)
	@$(PY) scripts/get_editor.py
	@$(PY) scripts/get_code_server.py

pictures: setup  ## take the pictures of docs/images anew in the real editors (look at them before you commit)
	@$(PY) scripts/pictures.py

vsix: setup      ## pack the VS Code extension with the server inside into dist/ (TARGET=linux-x64)
	@$(PY) scripts/package_vscode.py $(if $(TARGET),--target $(TARGET))

demo: setup      ## ask three questions of flask's source (fetched from the package registry)
	@$(PY) scripts/demo.py

ask: setup       ## make ask Q="what does teardown_appcontext do?" ROOT=path/to/project
	@$(if $(Q),,echo 'say what to ask: make ask Q="..." ROOT=dir' >&2; exit 2)
	@$(VENV)/bin/helix-lsp ask "$$Q" --root "$$ROOT"

bench: setup     ## speed and memory, as ratios inside one run
	@$(PY) bench/speed.py

reliability: setup ## the promises of the server as figures (SCALE=0.25, GATES="G1 G4 ...")
	@$(PY) bench/reliability.py $(GATES) --scale $(or $(SCALE),0.25)

fuzz: setup      ## long campaigns on edits, frames, operations, cancels, damage, failures (SCALE=50)
	@$(PY) scripts/check.py campaigns
	@$(PY) bench/reliability.py G4 G5 G6 G8 G12 G15 ranges faults pathological --scale $(or $(SCALE),50) --seed $(or $(SEED),0)

same-bytes: setup ## 60 questions under 10 hash seeds have one digest each (ROOTS="dir ..." or BENCH_REPOS=folder)
	@$(PY) bench/same_bytes.py $(ROOTS) --seeds $(or $(SEEDS),10) --questions $(or $(QUESTIONS),60)

report: setup    ## every measured figure beside its goal (RUNS="..."; folders by variables, bench/figures.toml); --write keeps them
	@$(PY) bench/report.py $(RUNS)

soak: setup      ## long campaigns on load, memory, stops, windows, floods (SCALE=14)
	@$(PY) bench/reliability.py G7 G9 G10 G13 G14 G26 descriptors folders orphans --scale $(or $(SCALE),14)

bench-quality: setup  ## retrieval against published results (BENCH_SHARED=folder, trees by BENCH_MIRROR, BENCH_REPOS, SEMBLE_REPOS)
	@$(PY) bench/quality.py $(SUITES)

bench-align: setup  ## documents tied to code under changed names and surroundings (BENCH_SHARED=folder)
	@PYTHONPATH=. $(PY) bench/perturb_requirements.py
	@PYTHONPATH=. $(PY) bench/perturb.py

bench-agents: setup  ## tokens: what a budget buys, what a scripted agent spends (BENCH_SHARED=folder, trees, RG=ripgrep)
	@$(PY) bench/budgets.py
	@$(PY) bench/agent.py $(if $(RG),--rg $(RG))

bench-machine: setup ## bundles and explained changes of a real repository (CLONE=folder)
	@$(PY) bench/bundles.py $(CLONE)
	@$(PY) bench/changes.py $(CLONE)

ablation: setup  ## what each ranking feature is worth, on the same trees
	@$(PY) bench/ablation.py

bench-stories: setup ## stories of real repositories (STORIES_FLASK, STORIES_CHI, STORIES_CASIMIR=tree)
	@$(PY) bench/stories.py $(STORIES)

docs: setup      ## regenerate the generated pages of docs/reference
	@$(PY) scripts/generate_reference.py
	@$(PY) scripts/generate_neovim.py
	@$(PY) scripts/generate_vscode.py
	@$(PY) scripts/notices.py

site: setup      ## the documentation as a site in dist/site, built strictly (OWN=1 also asks drift and verify about every page)
	@$(PY) scripts/site_pages.py $(if $(OWN),--own)

install-ways:    ## install the package in each documented way into an empty home, and ask one question
	@sh scripts/setup.sh
	@$(PY) scripts/install_ways.py $(WAYS)

pythons: setup   ## install, import and ask on each supported Python (PYTHONS="3.13 3.14"); what was run is kept
	@$(PY) scripts/pythons.py $(PYTHONS) --write

release: setup   ## build wheel, source archive, list of parts and sums into dist/release (REPOSITORY=https://host/owner/name TARGETS=linux-x64)
	@$(PY) scripts/release.py --repository "$(REPOSITORY)" $(foreach one,$(TARGETS),--target $(one))

mcp-conformance: setup ## the official conformance runner against `helix-lsp mcp` (needs npx)
	@$(PY) scripts/mcp_conformance.py

lock: setup      ## resolve the hashed lock files again (UPGRADE=1 takes newer versions)
	@$(PY) scripts/lock.py $(if $(UPGRADE),--upgrade)

clean:           ## remove what the targets made, .cache included (what all clones share stays)
	rm -rf $(VENV) .cache build dist .ruff_cache .hypothesis .import_linter_cache

export Q ROOT
