# Needs Python 3.11+ and make; uv is used where it is installed and put into .venv where it is not.
PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null || echo .venv/bin/uv)
# `uv run` sets up what is missing; --quiet leaves the output to the command.
RUN := $(UV) run --quiet
# Python keeps what it compiles, also where the environment forbids it: each of many short processes would compile genastar again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo quick test test-long test-all check bench docs dist sbom clean

demo: $(UV)
	$(RUN) genastar solve plugins/bitmap/tests/data/combo400.png --option ends=openings --out out/combo400.solved.png
	@echo
	@echo "Next, for example:"
	@echo "  .venv/bin/genastar studio plugins/bitmap/tests/data/combo400.png   watch the search in a browser"
	@echo "  .venv/bin/genastar solve YOUR-MAZE.png --option ends=openings --out out/yours.png"
	@echo "  .venv/bin/python examples/word_ladder.py   a problem of its own, in 60 lines to copy"

test: $(UV)
	$(RUN) pytest --numprocesses auto --dist worksteal

quick: $(UV)
	$(RUN) pytest --numprocesses auto --dist worksteal -m "quick and not long" tests

# All of them take some hours on two cores: `make test-long SHARE=2/120` runs the second of 120 equal shares.
SHARE ?= 1/1
test-long: $(UV)
	$(RUN) --group docs pytest --numprocesses auto --dist worksteal -m long --share $(SHARE)

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

# Sdists and wheels of all distributions, each wheel from its sdist; and their versions, as constraints for pip and uv.
dist: $(UV)
	rm -rf dist
	mkdir -p out
	$(UV) build --quiet --all-packages --out-dir dist
	$(RUN) --group release twine check --strict dist/*
	cd dist && ls *.whl | cut -d - -f 1,2 | sed s/-/==/ >../out/versions.txt

# A bill of materials of what `genastar[all]` installs on this platform.
sbom: dist
	$(UV) venv --quiet --clear out/everything
	$(UV) pip install --quiet --python out/everything --find-links dist --constraint out/versions.txt 'genastar[all]'
	$(RUN) --group release cyclonedx-py environment --output-reproducible --output-file out/sbom.cdx.json out/everything

clean:
	rm -rf .venv out dist

.venv/bin/uv:
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'genastar needs Python 3.11 or newer')"
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet uv
