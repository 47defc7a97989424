# Needs Python 3.11+ and make; uv is used where it is installed and put into .venv where it is not.
PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null || echo .venv/bin/uv)
# `uv run` sets up what is missing; --quiet leaves the output to the command.
RUN := $(UV) run --quiet

.PHONY: demo quick test test-long test-all check bench docs dist sbom clean

demo: $(UV)
	$(RUN) genastar solve plugins/bitmap/tests/data/combo400.png --option ends=openings --out out/combo400.solved.png

test: $(UV)
	$(RUN) pytest --numprocesses auto --dist worksteal

quick: $(UV)
	$(RUN) pytest -m quick tests

test-long: $(UV)
	$(RUN) --group docs pytest --numprocesses auto --dist worksteal -m long

test-all: test test-long

check: $(UV)
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy

bench: $(UV)
	$(RUN) --group bench python -m benchmarks

# The site is out/site; a browser wants it from a server: python -m http.server --directory out/site
docs: $(UV)
	NO_MKDOCS_2_WARNING=1 $(RUN) --group docs mkdocs build --strict

# Sdists and wheels of all distributions, each wheel from its sdist.
dist: $(UV)
	rm -rf dist
	$(RUN) --group release sh -ec 'for each in . plugins/[!_]*/; do python -m build --installer uv --outdir dist "$$each"; done'
	$(RUN) --group release twine check --strict dist/*

# What `genastar[all]` installs: a bill of materials, and pinned requirements with hashes.
sbom: $(UV)
	mkdir -p out
	$(UV) export --quiet --preview-features sbom-export --format cyclonedx1.5 --package genastar --extra all --no-default-groups --output-file out/sbom.cdx.json
	$(UV) export --quiet --format requirements.txt --package genastar --extra all --no-default-groups --no-emit-workspace --output-file out/requirements.txt

clean:
	rm -rf .venv out dist

.venv/bin/uv:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'genastar needs Python 3.11 or newer')"
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet uv
