# make lab     installs the kit into .venv and opens JupyterLab on the first notebook
# make test    installs, then runs every check: lint, types, laws, notebooks, real browser
# make bench   prints what things cost
# make images  draws the pictures in images/ again
# make clean   removes what make made

PYTHON ?= python3
BIN := .venv/bin
FIRST := notebooks/blocky/00_play.ipynb
# JupyterLab asks for a word before it runs for root, as in a container.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

.PHONY: lab test bench images clean

lab: .venv/lab
	$(BIN)/jupyter lab $(AS_ROOT) --LabApp.default_url=/lab/tree/$(FIRST)

test: .venv/test
	$(BIN)/ruff check blocky tests
	$(BIN)/mypy
	$(BIN)/python -m pytest

bench: .venv/test
	$(BIN)/python -m tests.benchmarks

images: .venv/lab
	$(BIN)/python -m blocky.images images

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis artefacts
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and \
	    'Blocky needs Python 3.11 or newer. Name one: make lab PYTHON=python3.12')"
	$(PYTHON) -m venv .venv

.venv/lab: pyproject.toml jupyter/overrides.json | .venv
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/test: pyproject.toml jupyter/overrides.json | .venv
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $@ .venv/lab
