# Everything is done with a local environment, made once and kept until pyproject.toml changes.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= kulami
AGAINST ?= 3
GAMES ?= 100
SECONDS ?= 1
QUICK ?= 0.3
ONLY ?=
TABLES ?= 1000
LASTING ?= 40

.PHONY: play terminal test test-long postgres chromium bench screens strength load crash check pictures clean

play: .venv/ready
	$(BIN)/tablier warm
	$(BIN)/tablier serve --open

terminal: .venv/ready
	$(BIN)/tablier play $(GAME) --against $(AGAINST)

test: .venv/ready postgres chromium
	$(BIN)/tablier warm
	$(BIN)/pytest -n 2 --dist worksteal -m "not long"

test-long: .venv/ready postgres chromium
	$(BIN)/pytest -n 2 --dist worksteal -m long

# The tests start a PostgreSQL of their own, in a temporary folder: its programs are all they need.
postgres:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { echo "Installing PostgreSQL for the tests"; apt-get -qq update; \
	      DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends postgresql >/dev/null; } } || \
	  { echo "The tests need PostgreSQL: sudo apt-get install postgresql (or your system's package)"; exit 1; }

# Browser tests drive the system's own Chromium.
chromium:
	@test -n "$$CHROMIUM" || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { echo "Installing Chromium for the tests"; apt-get -qq update; \
	      DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends chromium >/dev/null; } } || \
	  { echo "The tests need Chromium: sudo apt-get install chromium, or say where one is: CHROMIUM=/path make test"; exit 1; }

bench: .venv/bench
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/search.py

strength: .venv/ready
	$(BIN)/python bench/strength.py --games $(GAMES) --seconds $(SECONDS) --quick $(QUICK) --only '$(ONLY)'

screens: .venv/ready chromium
	PYTHONPATH=tests $(BIN)/python bench/screens.py --only '$(ONLY)'

# Many tables at once, all on this machine, slowly and faster until it breaks.
load: .venv/ready
	$(BIN)/tablier warm
	$(BIN)/python bench/load.py --tables $(TABLES) --seconds $(LASTING)

# Two hundred processes killed while people play.
crash: .venv/ready postgres
	$(BIN)/tablier warm
	$(BIN)/pytest tests/server/test_crashes.py -m long

check: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pictures: .venv/ready
	$(BIN)/python docs/pictures.py

clean:
	rm -rf .venv .pytest_cache .hypothesis .mypy_cache .ruff_cache dist build

.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tablier needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,check]'
	@touch $@

.venv/bench: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@
