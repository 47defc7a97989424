"""The docstrings of the core: every public thing has one, and their examples are true."""

import doctest
import inspect
from pathlib import Path

import pytest

import genastar

pytestmark = pytest.mark.quick

FOLDER = Path(genastar.__file__).parent
NAMES = sorted(
    ".".join(("genastar", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__")
    for path in FOLDER.rglob("*.py")
    if path.name != "__main__.py"
)


@pytest.fixture(params=NAMES)
def module(request):
    """Each module of the core. The command line's need libraries that a search does not."""
    return pytest.importorskip(request.param, exc_type=ImportError)


def public_things(owner):
    """The public classes, functions, methods and properties that a module or a class defines, by their paths."""
    for name, thing in vars(owner).items():
        here = not inspect.ismodule(owner) or getattr(thing, "__module__", None) == owner.__name__
        if name.startswith("_") or not here:
            continue
        if inspect.isclass(thing):
            yield f"{owner.__name__}.{name}", thing
            yield from public_things(thing)
        elif inspect.isroutine(thing) or isinstance(thing, property):
            yield f"{owner.__name__}.{name}", getattr(owner, name)


def test_every_public_thing_says_what_it_is(module):
    """A method that overrides another has its docstring from there."""
    assert module.__doc__
    assert [path for path, thing in public_things(module) if not inspect.getdoc(thing)] == []


def test_examples_are_true(module):
    assert doctest.testmod(module).failed == 0


def test_modules_are_found():
    assert {"genastar", "genastar.search.loop", "genastar.algorithms.dijkstra"} <= set(NAMES)
