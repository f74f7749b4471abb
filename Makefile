# Two commands do everything: `make play` and `make test`. `make help` lists the rest.
SHELL := /bin/sh
PYTHON ?= python3
V := .venv
BIN := $(V)/bin
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python
PYTEST := $(BIN)/python -m pytest
COVERAGE := $(BIN)/python -m coverage
# Whoever switches bytecode off would wait for a thousand modules to be compiled at every start: 1.2 s became 3.7.
unexport PYTHONDONTWRITEBYTECODE
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm

# The browser client is built while the package is installed; boards live in the folders of their games.
WEB := $(shell find package.json package-lock.json hatch_build.py web src/spieltisch/games/*/web \
	-name node_modules -prune -o -type f -print 2>/dev/null)
CHROMIUM := CHROMIUM="$$(cat $(V)/.chromium 2>/dev/null)"
CHROMIUM_STAMP := $(if $(wildcard web),$(V)/.chromium)

# Kernels are tested three times: compiled, interpreted (where every line is counted) and with checked bounds. What
# stands above them is tested once. Counting makes Python some three times slower, so `make test` counts the lines of the
# kernels only; `make coverage` counts all.
KERNELS := tests/contract tests/core tests/builder tests/bots tests/training src/spieltisch/games
ABOVE := $(filter-out $(KERNELS) tests/conftest.py tests/__%,$(wildcard tests/*)) README.md docs
COUNTED_KERNELS := $(KERNELS) tests/adapters/test_vector.py tests/matches/test_match.py

KERNEL_WORKERS := 2
# What stands above is through by then: both cores are free.
INTERPRETED_WORKERS := 2
ABOVE_WORKERS := 3
# `make coverage` counts all files.
COUNTED := tools/rules.coveragerc

.DEFAULT_GOAL := help
.PHONY: help play quick test compiled test-long lint format types contracts test-kernels test-interpreted test-bounds test-below \
	test-above test-web test-browser test-research screenshots coverage mutants bench new-game game-pages wire docs wheel \
	bundle site lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Who wants to play waits longest for a first game: it is compiled while Node builds the client.
play: MEANWHILE := PYTHONPATH=src $(BIN)/python -m spieltisch.compiling </dev/null >/dev/null 2>&1 &
play: $(V)/.run ## set everything up, start the server and open it in the browser
	@$(BIN)/spieltisch serve

quick: $(V)/.test node_modules/.package-lock.json ## what you changed since main, in at most three minutes
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/quick.py

# Compiling leaves a core to the checks that have only one thing to do at a time. What stands above the kernels often waits
# (for a page, a clock, a process that starts): so it has three workers, and one more tests the kernels meanwhile.
test: $(V)/.test node_modules/.package-lock.json ## everything that must be green before a commit
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target compiled lint types contracts test-web
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line KERNEL_WORKERS=1 test-above test-below

# WebAssembly is made of the same lowered code, which takes most of the time.
compiled: $(V)/.test
	$(BIN)/spieltisch compile --browser
	NUMBA_BOUNDSCHECK=1 $(BIN)/spieltisch compile

test-long: $(V)/.test $(CHROMIUM_STAMP) ## the long forms of the tests (minutes to hours)
	$(CHROMIUM) $(PYTEST) -n 2 --timeout=7200 -m long
	$(BOUNDED) -n 2 -m "not long"

lint: $(V)/.test ## formatting and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

format: $(V)/.test ## put the code into the house format and mend what lint can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/wrap.py *.md docs/*.md

types: $(V)/.test ## strict types of source and tests
	$(BIN)/mypy

contracts: $(V)/.test ## who may import whom
	$(BIN)/lint-imports

test-web: node_modules/.package-lock.json ## types and tests of the browser client and of every board
	$(NPM) run --silent check
	$(NPM) run --silent test

screenshots: $(V)/.test $(V)/.chromium ## pictures of every page into out/screenshots, to look at
	$(CHROMIUM) $(PYTEST) tests/web/screenshots.py

test-kernels: $(V)/.test ## rules and bots, compiled as players run them
	$(PYTEST) -n $(KERNEL_WORKERS) -m "not long" $(KERNELS)

test-interpreted: $(V)/.test ## the kernels as plain Python: every line of every rules.py
	rm -f .coverage.interpreted*
	NUMBA_DISABLE_JIT=1 COVERAGE_FILE=.coverage.interpreted \
		$(PYTEST) -n $(INTERPRETED_WORKERS) --cov --cov-config=$(COUNTED) --cov-report= \
		-m "not (long or slow_interpreted)" $(COUNTED_KERNELS)
	$(COVERAGE) report --data-file=.coverage.interpreted --include='*/rules.py' --fail-under=100

# NumPy checks every index of an interpreted kernel: what is left are the tests that are too slow for that.
BOUNDED := NUMBA_BOUNDSCHECK=1 $(PYTEST) tests/contract tests/bots/test_search.py tests/core/test_jit.py src/spieltisch/games
test-bounds: $(V)/.test ## the kernels compiled with every index checked, where no interpreted test does it
	$(BOUNDED) -n $(INTERPRETED_WORKERS) -m "(slow_interpreted or checked) and not long"

test-below: ## rules and bots in all three forms, one after the other
	@$(MAKE) --no-print-directory --jobs=1 test-kernels test-interpreted test-bounds

test-above: $(V)/.test $(CHROMIUM_STAMP) ## matches, terminal, server, browser, environments: all that stands above the kernels
	$(CHROMIUM) $(PYTEST) -n $(ABOVE_WORKERS) -m "not long" $(ABOVE)

test-browser: $(V)/.test $(CHROMIUM_STAMP) ## of these only whole matches by clicking in a real Chromium
	$(CHROMIUM) $(PYTEST) -n 2 tests/web

test-research: $(V)/.test ## of these only the conformance suites of PettingZoo, Gymnasium and OpenSpiel, and Ray
	$(PYTEST) -n 2 tests/adapters tests/simulation/test_ray.py

coverage: COUNTED := pyproject.toml
coverage: test-interpreted $(CHROMIUM_STAMP) ## lines reached by the tests of kernels and of what stands above them
	rm -f .coverage.above*
	$(CHROMIUM) COVERAGE_FILE=.coverage.above $(PYTEST) -n 2 --cov --cov-report= -m "not long" $(ABOVE)
	$(COVERAGE) combine --quiet --keep --data-file=.coverage .coverage.above .coverage.interpreted
	$(COVERAGE) report --fail-under=95

mutants: $(V)/.test ## small mistakes in a game's rules that no test notices: make mutants GAME=my-game (ARGS="--file view.py")
	@test -n "$(GAME)" || { echo 'of which game? make mutants GAME=my-game' >&2; exit 2; }
	nice -n 10 $(BIN)/python -m tests.mutants "$(GAME)" $(ARGS)

bench: $(V)/.compiled ## measure the speed on this machine
	$(BIN)/spieltisch bench

new-game: $(V)/.run ## lay out the folder of a new game: make new-game NAME=my-game
	@test -n "$(NAME)" || { echo 'which one? make new-game NAME=my-game' >&2; exit 2; }
	$(BIN)/python -m spieltisch.tools.new_game "$(NAME)"

game-pages: $(V)/.run ## write the page of every game for people who train agents
	$(BIN)/python -m spieltisch.tools.game_pages

wire: $(V)/.run ## write what server and browser share into the browser client
	$(BIN)/python -m spieltisch.tools.wire_types

docs: $(V)/.test ## build the documentation into site/, and check its links
	$(BIN)/python -m spieltisch.tools.reference docs/reference
	$(BIN)/zensical build --clean --strict
	$(PYTEST) -n 0 tests/docs

# What a browser needs to be its own server: Pyodide from npm, kernels as WebAssembly (by a linker of 100 MB, which
# `make play` never asks for). Made anew only when something in it has changed.
bundle: $(V)/.test node_modules/.package-lock.json
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m spieltisch.site.bundle

site: bundle ## write a folder of plain files, out/site: all games in the browser, without a server
	$(BIN)/spieltisch site out/site

wheel: bundle ## build sdist and a wheel with machine code for this platform into dist/
	$(BIN)/python tools/wheel.py dist

# uv.lock would record registry hosts; these files hold names, versions and hashes only.
COMPILE := UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal --generate-hashes \
	--no-emit-index-url --no-emit-find-links --python-version 3.11 $(if $(UPGRADE),--upgrade)
lock: $(BIN)/uv ## pin the dependencies of pyproject.toml (UPGRADE=1: to their newest versions)
	@mkdir -p requirements
	$(COMPILE) pyproject.toml -o requirements/run.txt
	$(COMPILE) --all-extras --group pyproject.toml:test --group pyproject.toml:lint --group pyproject.toml:docs \
		--group pyproject.toml:wasm \
		-c requirements/run.txt pyproject.toml -o requirements/test.txt
	@! grep -nE '://|--(extra-)?index-url|--find-links' requirements/*.txt

clean: ## remove the environment and everything built or cached in this folder
	rm -rf $(V) node_modules web/node_modules offline/node_modules src/spieltisch/static src/spieltisch/bundle site build dist out htmlcov .coverage .coverage.* \
		.pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Installing uv with the pip that is there is quicker than to install another pip first.
# Set-up. Each stamp is as old as the last change it took in, so a second call starts at once.
$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Spieltisch needs Python 3.11 or newer: make PYTHON=python3.12 …' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || sh tools/need.sh python3-venv
	@$(PYTHON) -m venv --without-pip $(V)
	$(PYTHON) -m pip --python $(BIN)/python install --quiet --disable-pip-version-check 'uv>=0.9' 2>/dev/null \
		|| { $(PYTHON) -m venv $(V) && $(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9'; }

# While Node builds the client, Python reads the server's modules once, so that they start quickly.
$(V)/.run: $(BIN)/uv requirements/run.txt pyproject.toml $(WEB)
	$(UV) --require-hashes -r requirements/run.txt
	@$(MEANWHILE) \
		PYTHONPATH=src $(BIN)/python -c 'import spieltisch.cli.serve, spieltisch.server.app, spieltisch.builder.lower' & \
		echo $(UV) --no-deps --editable .; $(UV) --no-deps --editable . && wait $$!
	@touch $@

$(V)/.test: $(V)/.run requirements/test.txt
	$(UV) --require-hashes -r requirements/test.txt
	@touch $@

# Boards live in the folders of their games: the modules that they import stand above both. Who only plays has no tools
# for tests there (see hatch_build.py).
node_modules/.package-lock.json: $(V)/.test package-lock.json
	@test $@ -nt package-lock.json -a -d node_modules/vitest || $(NPM) ci --loglevel=error
	@touch $@

$(V)/.compiled: $(V)/.run
	$(BIN)/spieltisch compile
	@touch $@

$(V)/.chromium: $(V)/.test tools/browser.sh
	@sh tools/browser.sh $(BIN)
	@touch $@
