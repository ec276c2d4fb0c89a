# The only commands a newcomer needs: make demo, make test, make lint, make bench.
# Each sets up what it needs (virtual environment, packages, release build) and then runs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.packages
BUILT := $(VENV)/.core
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml Cargo.lock

.PHONY: demo test lint bench clean

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

clean:
	rm -rf $(VENV) target

# A group of packages is read from pyproject.toml, so nothing is listed twice.
$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

$(BUILT): $(READY) $(RUST)
	$(BIN)/maturin develop --release --quiet
	touch $@
