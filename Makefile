# Everything is done with a local environment, made once and kept until pyproject.toml changes.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= kulami
AGAINST ?= 3

.PHONY: play test test-long bench check pictures clean

play: .venv/ready
	$(BIN)/tablier warm $(GAME)
	$(BIN)/tablier play $(GAME) --against $(AGAINST)

test: .venv/ready
	$(BIN)/tablier warm
	$(BIN)/pytest -n 2 --dist worksteal -m "not long"

test-long: .venv/ready
	$(BIN)/pytest -n 2 --dist worksteal -m long

bench: .venv/bench
	$(BIN)/python bench/playouts.py

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
