# Everything is done with a local environment, made once and kept until pyproject.toml changes.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
GAME ?= kulami
AGAINST ?= 3
GAMES ?= 100
SECONDS ?= 1
QUICK ?= 0.3
ONLY ?=
TABLES ?= 1000
LASTING ?= 40

# yes: what the tests need of the system is installed, if we may (root, apt-get).
# no: nothing is installed outside this folder, and tests that need more are skipped.
SYSTEM ?= yes
export SYSTEM
# Whoever keeps no bytecode pays for it at the start of every process, and the tests start hundreds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play terminal quick test test-long postgres chromium bench screens strength load crash mutants check pictures clean
.DEFAULT_GOAL := help

help: ## say what can be made
	@echo "make TARGET, where TARGET is one of:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "Python packages are installed into .venv; compiled rules are kept in ~/.cache/tablier, or in TABLIER_CACHE."
	@echo "SYSTEM=no installs nothing outside this folder, and skips tests that need more."

play: .venv/play ## a server on this machine, and its page in your browser
	$(BIN)/tablier warm
	$(BIN)/tablier serve --open

terminal: .venv/play ## a game in the terminal: GAME=kulami AGAINST=3
	$(BIN)/tablier play $(GAME) --against $(AGAINST)

quick: .venv/ready ## the rules, the core and the search: what to run between two thoughts
	$(BIN)/pytest -n 2 --dist worksteal -m "not long" $(RAPID)

test: .venv/ready postgres chromium ## all tests but the long ones
	$(BIN)/python tests/warm.py
	$(BIN)/pytest -n 2 --dist worksteal -m "not long" -rs

test-long: .venv/ready postgres chromium ## the long comparisons
	$(BIN)/pytest -n 2 --dist worksteal -m long -rs

check: .venv/ready node_modules/.ready ## linters, formatters, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/node node_modules/@biomejs/biome/bin/biome check --error-on-warnings
	$(BIN)/node node_modules/typescript/bin/tsc

bench: .venv/bench ## how fast rules and searches are, beside OpenSpiel
	$(BIN)/tablier warm
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/search.py

strength: .venv/ready ## how strong the players are: GAMES=100 SECONDS=1 QUICK=0.3 ONLY=kulami
	$(BIN)/python bench/strength.py --games $(GAMES) --seconds $(SECONDS) --quick $(QUICK) --only '$(ONLY)'

screens: .venv/ready chromium ## the page in many sizes: ONLY=kulami
	PYTHONPATH=tests $(BIN)/python bench/screens.py --only '$(ONLY)'

load: .venv/ready ## many tables at once, faster until it breaks: TABLES=1000 LASTING=40
	$(BIN)/tablier warm
	$(BIN)/python bench/load.py --tables $(TABLES) --seconds $(LASTING)

crash: .venv/ready postgres ## a thousand kills on both databases while people play, and moves to others
	$(BIN)/tablier warm
	$(BIN)/pytest tests/server/test_crashes.py -m long -s

mutants: .venv/ready postgres ## faults put into copies of the package, which the tests must notice: ONLY=disk
	$(BIN)/python tests/mutants.py --only '$(ONLY)'

pictures: .venv/ready ## draw the pictures of the documents
	$(BIN)/python docs/pictures.py

clean: ## remove what was made here
	rm -rf .venv node_modules .pytest_cache .hypothesis .mypy_cache .ruff_cache dist build

# The tests start a PostgreSQL of their own, in a temporary folder: its programs are all they need.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  $(call from_system,PostgreSQL,postgresql,)

# Browser tests drive the system's own Chromium; without windows of its own it is twice as fast.
chromium:
	@test -n "$$CHROMIUM" || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
	  command -v chromium-browser >/dev/null || \
	  $(call from_system,Chromium,chromium-headless-shell fonts-dejavu-core, Or say where one is: CHROMIUM=/path make test.)

# A package of the system: left out, installed, or asked for.
define from_system
{ test "$$SYSTEM" = no && echo "$(1) is not installed: tests that need it are skipped."; } || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { echo "Installing $(1) with apt-get, for the tests (SYSTEM=no to go without)"; apt-get -qq update; \
	      DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends $(2) >/dev/null; } } || \
	  { echo "The tests need $(1): sudo apt-get install $(2), or your system's package.$(3)"; \
	    echo "To go without, and skip what needs it: make $(MAKECMDGOALS) SYSTEM=no"; exit 1; }
endef

# Rules, core and search, each by its own tests.
RAPID := $(addprefix tests/test_, $(addsuffix .py, core record values registry words \
  quantik kulami rangees on_top kabaleo quantik_judgement on_top_judgement judgement search_parts levels facts))

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tablier needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@touch $@

.venv/play: pyproject.toml | .venv/python
	@test -e .venv/ready || { echo "Installing Tablier and what its server needs into .venv"; $(PIP) --editable '.[server]'; }
	@touch $@

.venv/ready: pyproject.toml | .venv/python
	@echo "Installing Tablier, what the tests and checks need, and Ray into .venv: about 1 GB"
	@$(PIP) --editable '.[test,check]'
	@touch $@ .venv/play

# Node comes with the Python packages, so that everybody has the same; the page itself needs neither.
node_modules/.ready: package.json | .venv/ready
	@echo "Installing what checks the page's scripts into node_modules: about 130 MB"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

.venv/bench: .venv/ready
	@echo "Installing OpenSpiel into .venv"
	@$(PIP) --editable '.[bench]'
	@touch $@
