# make lab     installs the kit into .venv and opens JupyterLab on the first page (`blocky lab`)
# make quick   installs what tests need, then runs the linter, the type checker and the quick tests
# make test    does the same with all tests: lessons, exercises, grading, leagues, a real browser
# make lowest  runs the quick tests and the grading tests with the lowest versions that
#              pyproject.toml allows (in .venv-lowest, with Python 3.11, because these old versions
#              have no wheels for newer Pythons)
# make bench   prints how long things take, beside a textbook implementation, numpy and scipy
#              (for images/costs.png: .venv/bin/python -m tests.benchmarks costs --picture)
# make check   N=06 runs your exercise 06 and says which tasks pass; N=06 GAME=blue does so for
#              another game, also with make grade and make league
#              (in scripts, use `blocky check 06`: its exit code is 1 if some tasks don't pass)
# make exercises, make grade N=06, make league FOLDER=submitted    for instructors: see GRADING.md
# make release writes students.zip: the lessons and exercises, without solutions
# make slides, make blank            for instructors: lessons as slides, or with empty code cells
# make book    writes the lessons as web pages that work offline: book/index.html
# make images  draws the pictures in images/ again
# make translate LANGUAGE=es   updates the edition in es/ (make lab LANGUAGE=es opens it)
# make clean   deletes everything that make made

PYTHON ?= python3
BIN := .venv/bin
LOWEST_PYTHON ?= python3.11
LOWEST := .venv-lowest
GAME ?= blocky
# Use one process more than there are cores, because the browser tests mostly wait. If CI is set,
# tests that fail run once more and count as "rerun".
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: lab quick test lowest bench check exercises release grade league slides blank book images translate clean

lab: .venv/lab
	$(BIN)/blocky lab

quick: .venv/test
	$(BIN)/ruff check blocky tests tools
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto -m "not slow"

test: .venv/test
	$(BIN)/ruff check blocky tests tools
	$(BIN)/mypy
	$(BIN)/python -m pytest -n $(WORKERS) $(if $(CI),--reruns 1)

lowest: $(LOWEST)/test
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) -m "not slow" $(if $(CI),--reruns 1)
	$(LOWEST)/bin/python -m pytest -n $(WORKERS) tests/test_grading.py $(if $(CI),--reruns 1)

bench: .venv/test
	$(BIN)/python -m tests.benchmarks

check: .venv/lab
	@$(BIN)/blocky check --game $(GAME) \
	    $(or $(N),$(error Which exercise? For example: make check N=06)) || test $$? = 1

exercises: .venv/instructor
	$(BIN)/python -m blocky.kit.lessons.exercises

release: exercises
	$(BIN)/blocky release

grade: .venv/instructor
	$(BIN)/blocky grade --game $(GAME) $(N)

league: .venv/lab
	$(BIN)/blocky league --game $(GAME) $(or $(FOLDER),submitted) \
	    $(if $(filter blocky,$(GAME)),--rules extended)

slides: .venv/lab
	$(BIN)/blocky slides

blank: .venv/lab
	$(BIN)/blocky blank

book: .venv/lab
	$(BIN)/blocky book

images: .venv/lab
	$(BIN)/python -m tools.images
	$(BIN)/python -m tools.house

translate: .venv/test
	$(BIN)/python -m tools.translate $(LANGUAGE)
	LANGUAGE=$(LANGUAGE) $(MAKE) images
	$(MAKE) exercises

clean:
	rm -rf .venv $(LOWEST) .pytest_cache .mypy_cache .ruff_cache .hypothesis artefacts slides blank book students.zip
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and \
	    'Blocky needs Python 3.11 or newer. If you have one, name it: make lab PYTHON=python3.12')"
	@echo "Making the environment .venv and installing the kit, with JupyterLab and other packages."
	@echo "This takes a few minutes, but only the first time."
	$(PYTHON) -m venv .venv

.venv/lab: pyproject.toml jupyter/overrides.json | .venv
	$(BIN)/python -m pip install --editable '.[style]'
	@touch $@

.venv/test: pyproject.toml jupyter/overrides.json | .venv
	$(BIN)/python -m pip install --editable '.[test]'
	@touch $@ .venv/lab

$(LOWEST)/test: pyproject.toml tools/lowest.py
	$(LOWEST_PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST_PYTHON) tools/lowest.py > $(LOWEST)/versions.txt
	$(LOWEST)/bin/python -m pip install --requirement $(LOWEST)/versions.txt --editable .
	@touch $@

.venv/instructor: pyproject.toml jupyter/overrides.json | .venv
	$(BIN)/python -m pip install --editable '.[instructor,style]'
	@touch $@ .venv/lab
