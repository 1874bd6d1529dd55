# Every target sets itself up in .venv, from nothing but Python 3.11 to 3.13 and make: 'prove' installs
# what running needs (requirements.txt), 'test' and the like add the tools (requirements-dev.txt).

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TOOLS := $(VENV)/tools
PYODIDE := .ci/npm/node_modules/pyodide
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NEED := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
COVERED := tests/models tests/verify tests/property tests/known/strangers
# A test that fails beside others runs once more alone, so that a busy machine refutes nothing; both runs print.
ALONE := --last-failed --last-failed-no-failures none
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	if $$p -c '$(NEED)' 2>/dev/null; then echo $$p; break; fi; done)

# Compiled modules are kept, whatever the caller has set: tests start some thousand processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: prove quick test checks coverage rest external test-slow durations peers acl2 coq proven chromium minizinc npm bench \
	results benchmark-set first-proofs long-first-proofs docs dist lint types mypy pyright contracts clean

prove: $(READY)
	@$(BIN)/puzzleproof prove ane-rouge
	@echo
	@$(BIN)/puzzleproof prove gnome-18-steps --engine sat
	@echo
	@$(BIN)/puzzleproof prove gnome-18-steps --engine cpsat
	@echo
	@echo "Next: $(BIN)/puzzleproof show ane-rouge, $(BIN)/puzzleproof list, $(BIN)/puzzleproof --help;"
	@echo "after '. $(BIN)/activate' the name 'puzzleproof' alone will do."

# The inner loop: lint, and the tests of the files that 'make durations' found quick.
quick: lint
	$(BIN)/python -m pytest -n 2 --quick

# With COVERAGE=1 the tests of the rules and the checkers are traced, and their coverage has to reach its
# floor; each test runs once.
test: checks
ifdef COVERAGE
	@$(MAKE) --no-print-directory coverage rest
else
	$(BIN)/python -m pytest -n 3 || $(BIN)/python -m pytest $(ALONE)
endif

checks: $(TOOLS)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint mypy pyright contracts

# Branches of the rules and the checkers that their own tests run; the floor is never lowered.  With 'rest'
# these are the tests of 'make test', each run once.
coverage: $(TOOLS)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 2 $(COVERED) || $(BIN)/coverage run -m pytest $(ALONE) $(COVERED)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --fail-under=99.5

rest: $(TOOLS)
	$(BIN)/python -m pytest -n 3 $(COVERED:%=--ignore=%) || $(BIN)/python -m pytest $(ALONE)

# What asks Coq's kernel, Chromium, planners, MiniZinc, solvers or Dask's workers; a test whose program is
# not there (the targets below bring them) is skipped.
external: $(TOOLS)
	$(BIN)/python -m pytest -n 2 -m "external and not slow" || \
		$(BIN)/python -m pytest -m "external and not slow" $(ALONE)

test-slow: $(TOOLS)
	$(BIN)/python -m pytest -n 2 -m slow --durations=0

# Processor seconds of each file of tests, from which 'make quick' chooses: tests/seconds.json.
durations: $(TOOLS)
	$(BIN)/python -m pytest -n 2 --write-seconds

# Fast Downward, which the benchmarks and a few tests compare with; needs 250 MB.
peers: $(TOOLS)
	$(PIP) --require-hashes --requirement requirements-bench.txt

# ACL2's formally verified LRAT checker, for second opinions; Debian packages of 1.1 GB, if missing.
acl2: $(READY)
	.ci/acl2

# Coq, whose kernel is asked by 'export --to coq' and 'verify --second-opinion coq'; a Debian package of 1 GB.
coq:
	.ci/coq

# The checker that Coq has proven, extracted and compiled, for second opinions; Debian packages.
proven: $(READY)
	.ci/proven

# Chromium, in which the tests of the page run; a Debian package.
chromium:
	.ci/chromium

# MiniZinc, Graphviz and PicoSAT, which read what 'export' writes; Debian packages.
minizinc:
	.ci/minizinc

# Pyodide, which 'serve --static' puts into a site, and axe-core, which judges the page; 16 MB.
npm: $(TOOLS)
	cd .ci/npm && PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --loglevel=error

$(PYODIDE):
	$(MAKE) npm

bench: peers
	$(BIN)/python -m benchmarks.run $(OPTIONS)

# docs/results.md and docs/certificates/; OPTIONS="--missing --time-limit 900" for new long rows.
results: $(TOOLS)
	$(BIN)/python -m benchmarks.results $(OPTIONS)

# docs/benchmark-set/*.jsonl; OPTIONS="--seed 2 --output FOLDER" makes another set.
benchmark-set: $(TOOLS)
	$(BIN)/python -m benchmarks.problem_set $(OPTIONS)

# The certificates of docs/first-proofs.md that take at most ten minutes each, but for the tables of peg
# problems.  What proofs.db and atlas.db have is not proven again.
first-proofs: LONG = %-5x5-3-holes.toml %-5x5-81.toml
first-proofs: $(READY)
	$(BIN)/puzzleproof prove $(filter-out $(LONG),$(wildcard models/library/frogs-?x*.toml)) \
		--jobs 1 --ledger proofs.db
	$(BIN)/puzzleproof prove $(filter-out $(LONG),$(wildcard models/library/tiles-5x5-*.toml)) \
		models/library/unit-cars-*.toml models/library/triangle-8-*.toml models/library/square-6-*.toml \
		models/library/european-19-32.toml benchmarks/english-diagonal.toml --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/gods-numbers/hard.toml::4x4 --at-least 80 --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/gods-numbers/hard.toml::5x5 --at-least 140 --ledger proofs.db
	$(BIN)/puzzleproof audit benchmarks/korf/claims.csv --time-limit 900 --ledger proofs.db
	for metric in piece line unit; do \
		$(BIN)/puzzleproof atlas --empty 2-16 --metric $$metric --ledger atlas.db || exit; done
	$(BIN)/puzzleproof audit benchmarks/gods-numbers/stages.csv --time-limit 1800 --ledger proofs.db
	$(BIN)/puzzleproof audit benchmarks/gods-numbers/claims.csv --time-limit 1800 --ledger proofs.db

# The others, hours more and up to 8 GB of memory; minima in peg-problems.csv are not proven again (they are
# checked; their certificates are not kept).
long-first-proofs: TRIANGLE = benchmarks/triangle-8.toml::Triangle of 8 rows, vacancy
long-first-proofs: $(READY)
	$(BIN)/puzzleproof prove models/library/frogs-5x5-3-holes.toml models/library/tiles-5x5-81.toml \
		--jobs 1 --memory-limit 24G --ledger proofs.db
	$(BIN)/puzzleproof audit benchmarks/gods-numbers/long-stages.csv --time-limit 7200 --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/triangle-8.toml --at-least 13 --ledger proofs.db
	$(BIN)/puzzleproof prove "$(TRIANGLE) 0,0" --at-least 14 --ledger proofs.db
	$(BIN)/puzzleproof prove "$(TRIANGLE) 4,1" --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/triangle-8-last-pegs.toml --at-least 14 --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/triangle-8-2-1.toml --at-least 15 --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/triangle-9.toml --at-least 14 --ledger proofs.db
	$(BIN)/puzzleproof prove $(foreach k,1 8 9 10,benchmarks/triangle-9.toml::$(k)) --at-least 15 --ledger proofs.db
	$(BIN)/puzzleproof prove benchmarks/triangle-9.toml::4 --at-least 16 --ledger proofs.db
	$(BIN)/python -m benchmarks.peg_problems european square6 wiegleb --time-limit 1800 --file peg-problems.csv

# The pages of docs/ as a site in build/docs; any warning is an error.  With 'make npm' the page to play on
# stands inside it, in build/docs/play.  Then every command and program in README and docs/ is run again.
docs: $(TOOLS) $(PYODIDE)
	@mkdir -p build/docs
	$(BIN)/puzzleproof serve --static build/docs/play
	$(BIN)/python -m sphinx -b html -q -W --keep-going -d build/doctrees docs build/docs
	@echo "build/docs/index.html: the site"
	$(BIN)/python -m pytest -n 2 -m "slow and not external" tests/docs || \
		$(BIN)/python -m pytest -m "slow and not external" $(ALONE) tests/docs

# The sdist and the wheel of a release, tried in empty environments.
dist: $(TOOLS)
	.ci/dist

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: mypy pyright

mypy: $(TOOLS)
	$(BIN)/mypy

pyright: $(TOOLS)
	$(BIN)/pyright --pythonpath $(BIN)/python

contracts: $(TOOLS)
	cd typings && PYTHONPATH=. ../$(BIN)/lint-imports --config ../pyproject.toml

$(READY): pyproject.toml requirements.txt
	@test -n "$(PYTHON)" || { echo "puzzleproof needs Python 3.11 to 3.13 with venv \
	(on Debian: apt-get install python3-venv)" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) --require-hashes --requirement requirements.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

# Added to what is there: nothing is installed again.
$(TOOLS): $(READY) requirements-dev.txt
	$(PIP) --require-hashes --requirement requirements-dev.txt
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
