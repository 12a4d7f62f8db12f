# Every target creates .venv and installs what it needs; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
INPUTS := pyproject.toml constraints.txt
# One BLAS thread in each of the processes that share the cores.
TESTS := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto

.DEFAULT_GOAL := help
.PHONY: help run learners transforms test test-all lint bench docs clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 12

run: $(VENV)/.run  ## the paper's central result on real images, with a report, in two minutes
	@$(BIN)/compadagrad reproduce mnist49 --data embedded

learners: $(VENV)/.run  ## every learner on handwritten digits, online, in about a minute
	$(BIN)/python examples/learners_at_work.py

transforms: $(VENV)/.run  ## show the transforms at work, in seconds
	$(BIN)/python examples/transforms_at_work.py

test: lint  ## lint, types, import contracts and the quick tests
	$(TESTS) -m "not slow"

test-all: lint $(VENV)/.docs  ## the same with the slow tests
	$(TESTS)

lint: $(VENV)/.dev  ## lint, types and import contracts only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.bench  ## every benchmark, into benchmarks/results (about twenty minutes)
	$(BIN)/python benchmarks/transforms.py $(if $(BASELINE),--baseline $(BASELINE))
	$(BIN)/python benchmarks/routes.py
	$(BIN)/python benchmarks/step.py
	$(BIN)/python benchmarks/one_pass.py
	$(BIN)/python benchmarks/game_share.py

docs: $(VENV)/.docs  ## the documentation, into docs/_build/html
	$(BIN)/python -m sphinx -W --keep-going -b html docs docs/_build/html

clean:  ## remove everything that the other targets made
	rm -rf $(VENV) docs/_build docs/api/generated dist reports .*_cache .hypothesis
	find src tests benchmarks examples -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; say which with: make PYTHON=python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run $(VENV)/.dev $(VENV)/.docs $(VENV)/.bench: $(VENV)/.%: $(INPUTS) | $(VENV)/bin/python
	$(PIP) --editable ".[$*]"
	@touch $@
