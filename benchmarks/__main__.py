"""``python -m benchmarks [subject …]``: run some subjects, or all of them."""

from __future__ import annotations

import argparse
import pkgutil
from importlib import import_module
from inspect import signature

import benchmarks


def main() -> None:
    modules = [import_module(f"benchmarks.{module.name}") for module in pkgutil.iter_modules(benchmarks.__path__)]
    subjects = {module.__name__.removeprefix("benchmarks."): module for module in modules if hasattr(module, "run")}
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument("subjects", nargs="*", metavar="subject", help=f"subjects to run: {', '.join(subjects)} (default: all)")
    parser.add_argument("--seconds", type=float, help="duration in seconds of subjects that hold a load (default: their own)")
    given = parser.parse_args()
    named = given.subjects or list(subjects)
    if unknown := [name for name in named if name not in subjects]:
        parser.error(f"unknown subject {', '.join(unknown)}; expected {', '.join(subjects)}")
    for name in named:
        print(f"## {name}\n\n{subjects[name].__doc__}")
        takes_seconds = given.seconds is not None and "seconds" in signature(subjects[name].run).parameters
        subjects[name].run(**({"seconds": given.seconds} if takes_seconds else {}))


if __name__ == "__main__":
    main()
