# Ajisai for Python. Needs a Python of 3.11 to 3.14 and this clone; everything else is installed into .venv.
#   make run    compute real programs through the library, the command line and the server
#   make test   format, lint, types, layers, tests
.DELETE_ON_ERROR:
.PHONY: run test lint format bench eval eval-validate eval-reference eval-performance eval-number-baseline docs assets limits wheel clean

VENV := .venv
BIN := $(VENV)/bin
PYTEST_FLAGS ?= -q -n logical --dist loadgroup

# The first interpreter that is new enough; PYTHON=... names another.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null; \
	then echo $$name; break; fi; done)

run: .make/run
	@$(BIN)/python scripts/tour.py

test: lint
	@echo "== pytest"
	@$(BIN)/python -m pytest $(PYTEST_FLAGS)

lint: .make/dev
	@echo "== ruff format"
	@$(BIN)/ruff format --check .
	@echo "== ruff check"
	@$(BIN)/ruff check .
	@echo "== mypy"
	@$(BIN)/mypy
	@echo "== import-linter"
	@$(BIN)/lint-imports --no-logo

format: .make/dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: .make/dev
	@$(BIN)/python -m benchmarks

# How well agents do with the server; scores and captures of models are described in docs/evaluation.md.
eval: eval-validate eval-reference eval-performance eval-number-baseline

eval-validate eval-reference eval-performance eval-number-baseline: eval-%: .make/dev
	@echo "== evaluation: $*"
	@$(BIN)/python -m benchmarks.evaluation $*

# The manual, in site/; its examples are run by the tests under tests/docs.
docs: .make/dev
	@$(BIN)/python -m scripts.word_pages
	@$(BIN)/python -m scripts.phrasebook_page
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --clean --quiet
	@echo "site/index.html"

# The digests that the server checks its data files against; after a change in spec/ or phrasebook/.
assets: .make/dev
	@$(BIN)/python -m scripts.record_assets

# The boundary pairs of tests/golden/limits.json; after a change of what work is priced at.
limits: .make/dev
	@$(BIN)/python -m scripts.find_limits

wheel: .make/dev
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist

clean:
	rm -rf $(VENV) .make dist build site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Set-up: done once, and again when pyproject.toml or the environment itself is newer.
$(VENV)/pyvenv.cfg:
	@test -n "$(PYTHON)" || { echo "make: a Python of 3.11 to 3.14 is needed, and none was found on PATH (PYTHON=... names one)" >&2; exit 1; }
	@echo "== $(VENV), from $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "make: '$(PYTHON) -m venv' failed (on Debian: apt-get install python3-venv)" >&2; exit 1; }

.make/run: pyproject.toml $(VENV)/pyvenv.cfg
	@echo "== installing ajisai and what it needs to run"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mcp]'
	@mkdir -p .make && touch $@

.make/dev: pyproject.toml $(VENV)/pyvenv.cfg
	@echo "== installing ajisai and the tools of its tests"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@mkdir -p .make && touch $@
