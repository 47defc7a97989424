"""Every public function that takes a path takes text too, and whatever else names a file."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath

import pytest

import genastar
from genastar import Trace
from genastar.plugin import DOMAINS, find_plugins
from genastar.worlds.domain_registry import find_domain, list_domains
from genastar.worlds.view import Canvas

PACKAGES = ["genastar", *sorted({plugin.entry.module.partition(".")[0] for plugin in find_plugins(DOMAINS).values()})]
PACKAGES += ["genastar_picture", "genastar_batch", "genastar_studio", "genastar_compiled"]


def modules() -> Iterator[object]:
    for name in PACKAGES:
        package = pytest.importorskip(name)
        yield package
        for found in pkgutil.walk_packages(package.__path__, f"{name}."):
            if not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Public functions and methods, each once, where they are defined."""
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:  # type: ignore[attr-defined]
                continue
            if inspect.isfunction(value):
                yield f"{value.__module__}.{name}", value
            elif inspect.isclass(value):
                for method, member in vars(value).items():
                    plain = getattr(member, "__func__", member)
                    if not method.startswith("_") and inspect.isfunction(plain):
                        yield f"{value.__module__}.{name}.{method}", plain


def test_whatever_takes_a_path_takes_anything_that_names_one() -> None:
    wide, narrow = [], []
    for name, function in functions():
        for parameter in inspect.signature(function).parameters.values():
            text = str(parameter.annotation)
            if "Annotated[" in text or text in ("Source", "Places"):
                continue  # of a command: its library makes paths of what was typed
            if re.search(r"AnyPath|PathLike", text):
                wide.append(name)
            elif re.search(r"\bPath\b", text) and "Callable" not in text:
                narrow.append(f"{name}({parameter.name}: {text})")
    assert not narrow
    assert len(set(wide)) > 50


class Named:
    """Names a file, and is neither text nor a path."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return str(self.path)


@pytest.mark.parametrize("name", [name for name, row in list_domains().items() if row.info is not None])
@pytest.mark.parametrize("kind", [str, PurePath, Named])
def test_every_domain_draws_and_saves_where_text_says(name: str, kind: Callable[[Path], object], tmp_path: Path) -> None:
    domain = find_domain(name)
    example = next(iter(domain.examples()))
    trace: Trace[object, object] = Trace()  # type: ignore[type-var]
    result = example.domain.search(example.start, example.goals, engine="interpreted", observer=trace)
    for suffix in domain.info.writes:
        out = tmp_path / f"picture{suffix}"
        example.domain.draw(result, trace, kind(out))  # type: ignore[arg-type]
        assert out.stat().st_size
    view = example.domain.view()
    for suffix in view.saves if isinstance(view, Canvas) else ():
        out = tmp_path / f"world{suffix}"
        view.save(kind(out), example.start, example.goals)  # type: ignore[union-attr, arg-type]
        assert domain.read(kind(out), domain.info.options()).info is domain.info


@pytest.mark.parametrize("kind", [str, PurePath, Named])
def test_a_grid_saves_as_its_page_says(kind: Callable[[Path], object], tmp_path: Path) -> None:
    grid = genastar.load(["S..", ".#.", "..G"], "grid")
    out = tmp_path / "yard.genastar.json"
    grid.save(kind(out), (0, 0), [(2, 2)])  # type: ignore[attr-defined]
    assert genastar.load(kind(out)).search(engine="interpreted").found
