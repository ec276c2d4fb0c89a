# The only commands a newcomer needs: make demo, make test, make lint, make bench; make attack feeds all
# readers and protocols bad input for ten minutes (make test does so for a minute); make docs builds the
# site, make wheel what is installed elsewhere. Each sets up what it needs (virtual environment,
# packages, release build), says so in a line, and then runs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.packages
BUILT := $(VENV)/.core
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml -o -name defaults.txt) Cargo.toml Cargo.lock

.PHONY: demo test lint bench attack docs wheel clean

demo: $(BUILT)
	$(BIN)/tabiya demo

test: $(BUILT)
	cargo test --workspace --profile proof --quiet
	$(BIN)/pytest

lint: $(BUILT)
	cargo fmt --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/stubtest tabiya._core
	$(BIN)/lint-imports

bench: $(BUILT)
	for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

attack: $(BUILT)
	TABIYA_FUZZ_SECONDS=15 cargo test --profile proof --quiet -p tabiya-core --test readers_under_attack \
		-- --nocapture >/dev/null
	$(BIN)/python -m tests.attack --minutes 9

# Quiet by a file: to --quiet, a warning is none, and so nothing is strict.
docs: $(BUILT)
	@$(BIN)/python -m pip install --quiet --group docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict >$(VENV)/docs.log 2>&1 \
		|| { cat $(VENV)/docs.log; exit 1; }
	@echo "docs: site/index.html"

# The wheel serves every Python from 3.11 on (abi3); the source distribution needs a Rust toolchain.
wheel: $(READY)
	@rm -rf dist
	@echo "wheel: building it from the source distribution, some minutes"
	@$(BIN)/maturin build --release --sdist --quiet --out dist >$(VENV)/build.log 2>&1 \
		|| { cat $(VENV)/build.log; exit 1; }
	@ls dist/*

clean:
	rm -rf $(VENV) target dist site

# A group of packages is read from pyproject.toml, so nothing is listed twice.
$(READY): pyproject.toml
	@echo "set-up: a virtual environment with the packages of pyproject.toml, some minutes at the first time"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

# What maturin prints beside warnings is of no use here: where it found Python, and every package.
$(BUILT): $(READY) $(RUST)
	@echo "set-up: building the core, a minute or two"
	@PIP_QUIET=2 $(BIN)/maturin develop --release --quiet >$(VENV)/build.log 2>&1 \
		|| { cat $(VENV)/build.log; exit 1; }
	@touch $@
