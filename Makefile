# make demo    score a hand, then a million            make test     the tests, from a bare clone
# make long    those that take long: 10^5 games of each rule set and policy, 10^6 walls, the ladder of the players
# make build   compile what has changed                make lint     style, types, stubs
# make bench   speed, beside its peer, with gates      make exhaustive   both scorers on every hand there is
# make sanitize  every test under ASan and UBSan       make versions     every test on the other Pythons
# make docs    write the generated pages               make docs-check   are they fresh?
# make oldest   every test on the oldest libraries that are allowed
# make coverage  of the Python layer, 95 % at least    make dist         sdist, and the wheel that it builds
# make crosscheck  mcr beside PyMahjongGB        make walk       play beside a slow table written from the rulebook
# make mutate   small changes, each of which a test must notice
# make fresh    the property tests, on examples that nobody has seen
# make soak     a million games of each rule set and policy, with every invariant checked; a million calls of each function

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip --disable-pip-version-check --quiet
CORE   := setup.py src/mj2p/codes.py src/mj2p/play/codes.py src/mj2p/rules/catalogue.py src/mj2p/rules/settings.py \
	$(wildcard tools/make_*.py) \
	$(shell find src/mj2p -name '*.pyx' -o -name '*.pxi' -o -name '*.pxd')
VERSIONS ?= 3.12 3.13
MAKEFLAGS += --no-print-directory
export MPLBACKEND := Agg

.PHONY: demo test long fresh mutate build exhaustive crosscheck bench walk soak sanitize lint docs docs-check versions oldest coverage dist clean

demo: build
	@$(PY) -m mj2p.cli.demo

test: build $(VENV)/dev
	@$(PY) -m pytest -q -m "not long" $(ARGS)

long: build $(VENV)/dev
	@$(PY) -m pytest -q -m long $(ARGS)

# SEED: as a run before has said it.
fresh: build $(VENV)/dev
	@seed=$(or $(SEED),$$($(PY) -c 'import secrets; print(secrets.randbits(32))')); echo "make fresh SEED=$$seed" && \
	$(PY) -m pytest -q -m hypothesis --hypothesis-profile fresh --hypothesis-seed $$seed $(ARGS)

# Every change of tests/mutations.toml, made to a copy of the tree; ARGS="--python", ARGS="--room play", ARGS="id ...".
mutate: build $(VENV)/dev
	@$(PY) tools/mutate.py $(ARGS)

build: build/core

# The virtual environment knows the tree itself (an editable install); `run` is what the package needs, `dev` the rest.
$(VENV)/run: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "mj2p needs Python 3.11 or later: make PYTHON=...")'
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@echo "installing into $(VENV)" && $(PIP) install "setuptools>=77" "Cython>=3.1"
	@MJ2P_NO_EXTENSIONS=1 $(PIP) install --no-build-isolation --editable ".[cli]" && touch $@

$(VENV)/dev: $(VENV)/run
	@echo "installing the tools" && MJ2P_NO_EXTENSIONS=1 $(PIP) install --no-build-isolation --editable ".[dev]" && touch $@

build/core: $(VENV)/run $(CORE)
	@echo "building the core" && $(PY) setup.py --quiet build_ext --inplace && mkdir -p $(@D) && touch $@

# All hands of duel64, then a million of each rule set. PART: all, or closed or tenth for a part of the hands.
PART ?= all
exhaustive: build $(VENV)/dev
	@$(PY) tests/second/exhaustive.py --part $(PART)
	@$(PY) tests/second/sampled.py
	@$(PY) tests/second/suihua_sampled.py

# mcr beside PyMahjongGB, fan list by fan list.
crosscheck: build $(VENV)/dev
	@$(PY) bench/crosscheck.py $(ARGS)

# The engine beside tests/slow_play.py, decision by decision; ARGS="--decisions N --processes N --seed N".
walk: build $(VENV)/dev
	@$(PY) tests/walk_play.py $(ARGS)

UNHURRIED = -o timeout=0 -o faulthandler_timeout=0
# Minutes to hours: ten times the games of CI, and the memory test with a million calls.
soak: build $(VENV)/dev
	@MJ2P_SOAK=10 $(PY) -m pytest -q $(UNHURRIED) tests/play/test_play.py -m long $(ARGS)
	@MJ2P_MILLION=1 $(PY) -m pytest -q $(UNHURRIED) tests/test_memory.py -k million $(ARGS)

# Speeds, then the gates: ratios and instructions; ARGS="--update" takes what was counted as the new baseline.
bench: build $(VENV)/dev
	@$(PY) -m pytest -q bench
	@$(PY) bench/gates.py $(ARGS)

# A build of its own beside the usual one, which stays as it is.  Python's own allocator would hide overruns: malloc.
# libstdc++ with it, or ASan cannot see the exceptions of extensions in C++ (matplotlib) and gives up.
SANITIZED = MJ2P_SOAK=0.02 PYTHONPATH=$(CURDIR)/build/sanitize/lib ASAN_OPTIONS=detect_leaks=0:redzone=256 PYTHONMALLOC=malloc \
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so.6)"
build/sanitized: $(VENV)/dev $(CORE) $(shell find src/mj2p -name '*.py' -o -name '*.toml')
	@echo "building the checked core" && MJ2P_SANITIZE=1 MJ2P_PROBES=1 $(PY) setup.py --quiet build \
	    --build-base build/sanitize --build-lib build/sanitize/lib && touch $@

sanitize: build/sanitized
	@$(SANITIZED) $(PY) -c 'import mj2p._core as core; assert "sanitize" in core.__file__, core.__file__'
	@$(SANITIZED) $(PY) -m pytest -q -p no:cacheprovider -o timeout=3000 -o faulthandler_timeout=6000 $(ARGS)

lint: build $(VENV)/dev
	@$(PY) -m ruff check --quiet src tests tools bench setup.py
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cython-lint src/mj2p
	@$(VENV)/bin/lint-imports --no-cache >build/imports.txt || { cat build/imports.txt; exit 1; }
	@$(PY) -m mypy --no-error-summary
	@$(PY) -m mypy.stubtest --concise mj2p._core mj2p.scoring._distance mj2p.play._engine mj2p.study._walls

docs: build $(VENV)/dev
	@$(PY) tools/make_docs.py
	@$(PY) tools/make_odds.py
	@$(PY) tools/make_balancing.py

docs-check: build $(VENV)/dev
	@$(PY) tools/make_docs.py --check
	@$(PY) tools/make_odds.py --check
	@$(PY) tools/make_balancing.py --check

# The tests on the package as a user installs it, into an environment of its own ($(1)), with the extra `test` alone.
installed = MJ2P_PROBES=1 $(1)/bin/python -m pip --disable-pip-version-check --quiet install $(2) ".[test]" && \
	MJ2P_WITHOUT="MahjongGB dask distributed matplotlib mypy" \
	$(1)/bin/python -m pytest -q -m "not long" -p no:cacheprovider $(ARGS)

# The long tests run once only.  A version that is not there is left out, but not in CI.
versions: $(VERSIONS:%=version-%)
version-%:
	@python=$$(for p in $$(command -v python$*) ~/.pyenv/versions/$*.*/bin/python; do \
	    $$p -c '' 2>/dev/null && echo $$p && break; done); \
	if [ -z "$$python" ]; then echo "Python $*: not found, not tested"; test -z "$$CI"; else \
	    echo "Python $*" && $$python -m venv build/python-$* && \
	    $(call installed,build/python-$*); fi

# The oldest numpy, click, rich, pyarrow and test tools that pyproject.toml allows, in an environment of their own.
oldest: $(VENV)/run
	@$(PYTHON) -m venv build/oldest && $(PY) tools/oldest.py >build/oldest.txt && \
	$(call installed,build/oldest,-c build/oldest.txt)

# Without the cluster: workers that are killed leave half-written figures.
coverage: build $(VENV)/dev
	@rm -f .coverage* && $(PY) -m coverage run -m pytest -q -m "not long" --ignore tests/simulation/test_dask.py $(ARGS) && $(PY) -m coverage combine -q && $(PY) -m coverage report

# The wheel is built from the sdist, not from the tree: what the sdist lacks fails here.
dist: $(VENV)/dev
	@rm -rf dist && MJ2P_NO_EXTENSIONS=1 $(PY) setup.py --quiet sdist && \
	$(PIP) wheel --no-deps --wheel-dir dist dist/*.tar.gz && $(PY) tools/check_wheel.py dist/*.whl && ls dist

clean:
	@rm -rf build dist src/*.egg-info $$(find src/mj2p -name "*.so") .coverage* $(VENV)/run $(VENV)/dev
