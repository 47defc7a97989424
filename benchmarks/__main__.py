"""``python -m benchmarks [subject …]``: run some subjects, or all of them."""

from __future__ import annotations

import argparse
import pkgutil
from importlib import import_module

import benchmarks


def main() -> None:
    modules = [import_module(f"benchmarks.{module.name}") for module in pkgutil.iter_modules(benchmarks.__path__)]
    subjects = {module.__name__.removeprefix("benchmarks."): module for module in modules if hasattr(module, "run")}
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument("subjects", nargs="*", metavar="subject", help=f"of {', '.join(subjects)}; all if none is named")
    named = parser.parse_args().subjects or list(subjects)
    if unknown := [name for name in named if name not in subjects]:
        parser.error(f"no subject {', '.join(unknown)}; there are {', '.join(subjects)}")
    for name in named:
        print(f"## {name}\n\n{subjects[name].__doc__}")
        subjects[name].run()


if __name__ == "__main__":
    main()
