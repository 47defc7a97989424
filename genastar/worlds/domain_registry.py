"""The known domains: installed ones, and those that a program or a plugin file registers."""

from __future__ import annotations

import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from os import PathLike, fspath
from pathlib import Path
from types import ModuleType
from typing import Final, TypeVar

from attrs import AttrsInstance, fields, frozen

from genastar.algorithm import REGISTRY as ALGORITHM_REGISTRY
from genastar.algorithm import Algorithm, register_algorithm
from genastar.errors import BadInput, BadOption, GenastarError, PluginError, format_cause, format_value, shorten_text
from genastar.files import AnyPath, check_regular_file, format_path, open_unpacked, strip_packing, to_path
from genastar.options import HasOptions, is_name_of, suggest_options
from genastar.plugin import (
    API_VERSION,
    DOMAIN_INFO,
    DOMAINS,
    Broken,
    Disabled,
    Plugin,
    PluginState,
    Ready,
    explain_state,
    find_plugin,
    find_plugins,
    make_install_command,
)
from genastar.registry import Registry
from genastar.values.arguments import expect
from genastar.values.cost import Comparable
from genastar.worlds.domain import Domain
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.info import DomainInfo

AnyDomain = Domain[object, Comparable, AttrsInstance, object]
"""A domain of any type."""

D = TypeVar("D", bound="type[object]")

_HEAD: Final = 256
"""Number of bytes that are read to recognise a file."""

_MOST: Final = 2**24
"""The same for a file whose suffix several domains have."""


FILES_OF_PARTS: Final[dict[str, tuple[str, ...]]] = {
    "bitmap": (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff", ".webp", ".pgm", ".ppm"),
    "grid": (".map", ".tmx", ".tmj", ".ldtk", ".csv", ".tsv", ".txt", ".npy", ".yaml", ".sav"),
    "hexmap": (".tmx", ".tmj"),
    "navmesh": (".mesh", ".obj", ".geojson"),
    "puzzle": (".puzzle",),
    "roads": (".osm.pbf", ".pbf", ".osm", ".gr", ".graphml"),
    "terrain": (".asc", ".nc", ".img"),
    "voxel": (".3dmap", ".vox"),
}
"""Suffixes of files that a plugin of this project reads, to name the plugin where it is not installed."""


@frozen
class DomainRow:
    """A domain as a row of a list, with the metadata that is known without importing it."""

    name: str
    state: PluginState
    info: DomainInfo | None
    plugin: Plugin | None
    """``None`` for a domain that was registered by this process."""


def register(domain: D) -> D:
    """Register a domain or an algorithm class in this process. Use it as a decorator, in notebooks and plugin files.

    Raises:
        PluginError: the class breaks the contract; the message says where.
    """
    if isinstance(domain, type) and issubclass(domain, Algorithm):
        return register_algorithm(domain)
    name = getattr(getattr(domain, "info", None), "name", None)
    other = find_plugins(DOMAINS).get(name) if isinstance(name, str) and name not in REGISTRY.registered else None
    REGISTRY.register(domain, lambda found: found.info.name)
    if other is not None:
        warnings.warn(
            f"{name!r} is now the domain registered here; use {other.full_name!r} for the installed one", stacklevel=2
        )
    return domain


def run_plugin_file(path: AnyPath) -> None:
    """Run a plugin file: a Python file that registers domains or algorithms.

    Raises:
        BadInput: the file does not exist, fails, or registers nothing.
    """
    before = [dict(kind.registered) for kind in (REGISTRY, ALGORITHM_REGISTRY)]
    run_plugin_module(path)
    if before == [kind.registered for kind in (REGISTRY, ALGORITHM_REGISTRY)]:
        raise BadInput(
            f"{path}: this plugin file registers neither a domain nor an algorithm; decorate one with @genastar.register"
        )


def run_plugin_module(path: AnyPath) -> ModuleType:
    """Run a Python file and return its module. As with ``python FILE``, its folder comes first in ``sys.path`` from then on.

    Raises:
        BadInput: the file does not exist or fails.
    """
    check_regular_file(path)
    name = f"genastar_plugin_file_{Path(path).stem}"
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)  # type hints are looked up there
    folder = str(Path(path).resolve().parent)
    sys.path[:] = [folder, *(each for each in sys.path if each != folder)]  # also for imports in functions of the file
    try:
        loader.exec_module(module)
    except GenastarError:
        raise
    except OSError as error:
        raise BadInput(f"{path}: cannot read this file: {error.strerror or error}") from error
    except KeyboardInterrupt:
        raise  # of the user
    except BaseException as error:  # the file may fail in any way that code can
        raise BadInput(f"{path}: this plugin file fails: {format_cause(error)}") from error
    return module


def list_domains() -> dict[str, DomainRow]:
    """Return every domain by name, usable or not. Only their metadata is imported."""
    registered = REGISTRY.registered
    installed = {plugin.full_name if name in registered else name: plugin for name, plugin in find_plugins(DOMAINS).items()}
    rows = {name: DomainRow(name, Ready(), domain.info, None) for name, domain in registered.items()}
    return rows | {name: _make_row(name, plugin) for name, plugin in installed.items()}


def find_domain(name: str) -> type[AnyDomain]:
    """Import a domain by name, or by ``distribution:name``.

    Raises:
        PluginError: there is no such domain, or it cannot be used; the message says why and how to fix it.
    """
    expect("domain", name, str, "the name of a domain")
    if name in REGISTRY.registered:
        return REGISTRY.registered[name]
    plugin = find_plugin(DOMAINS, name)
    row = _make_row(name, plugin)
    if not isinstance(row.state, Ready):
        raise PluginError(explain_state(plugin, row.state))
    domain = REGISTRY.find(name)
    if domain.info != row.info:
        fault = f"its info differs from the object of its entry point {plugin.name!r} in the group {DOMAIN_INFO}"
        raise PluginError(explain_state(plugin, Broken(fault)))
    return domain


def guess_domain(source: object) -> str:
    """Return the name of the domain that reads a source, found by the suffix of the file, then by its first bytes.

    Raises:
        BadInput: no domain or several domains read it; the message says how to name one.
    """
    if not isinstance(source, (str, PathLike)):
        raise BadInput(f"cannot tell which domain reads a {type(source).__name__}; name one: genastar.load(source, domain=...)")
    infos = {name: row.info for name, row in list_domains().items() if row.info is not None and isinstance(row.state, Ready)}
    text = strip_packing(source)
    name = format_path(fspath(source))
    ends = {name: [strip_packing(suffix) for suffix in info.suffixes] for name, info in infos.items()}
    endings = {name: max((len(end) for end in each if text.endswith(end)), default=0) for name, each in ends.items()}
    longest = max(endings.values(), default=0)
    able = [name for name, length in endings.items() if length == longest > 0]
    fault = ""
    if len(able) != 1:
        head, fault = _read_head(to_path(source), _MOST if able else _HEAD)
        begun = [name for name, info in infos.items() if any(_matches_magic(head, magic) for magic in info.magic)]
        able = [name for name in begun if name in able] or able or begun
    match able:
        case [name]:
            return name
        case []:
            if ".py:" in name:
                raise BadInput(
                    f"{name}: a solver in a Python file is no world of a domain; search it in Python: solver.search(start)"
                )
            if part := next(
                (part for part, known in FILES_OF_PARTS.items() if text.endswith(known) and part not in infos), None
            ):
                install = make_install_command(f"genastar[{part}]")
                raise BadInput(f"{name}: {fault}no installed domain reads it; genastar-{part} does; try: {install}")
            known = ", ".join(sorted(infos)) or "none"
            raise BadInput(f"{name}: {fault}no domain recognises its name or content (installed: {known}); try: --domain NAME")
        case _ if not Path(source).exists():
            raise BadInput(f"{name}: no such file or directory")
        case _:
            raise BadInput(f"{name}: {fault}several domains read this: {', '.join(able)}; try: --domain NAME")


def load(source: object, domain: str | None = None, **options: object) -> AnyDomain:
    """Read a world and return its domain: ``genastar.load("maze.png", directions=4)``.

    Args:
        source: a path, or another object that the domain reads.
        domain: the name of the domain; by default guessed from the source.
        options: the domain's options, by name.

    Raises:
        BadInput: the source or an option cannot be used.
        PluginError: the domain is not installed or cannot be used.
    """
    if isinstance(source, str):
        to_path(source)  # refuses "" by its name; a domain's own reader may take it for the current folder
    if domain is not None:
        expect("domain", domain, str, "the name of a domain")
    found = find_domain(domain or guess_domain(source))
    return found.read(source, make_options(found.info, options))


def make_options(info: HasOptions, values: dict[str, object]) -> AttrsInstance:
    """Return the options of a domain or an algorithm from values by name.

    Raises:
        BadInput: an option is unknown or its value is invalid.
    """
    check_domain_of_options(info, values)
    known = [field.alias for field in fields(info.options)]
    for name in values:
        if name not in known:
            raise BadInput(f"{info.name} has no option {format_value(name)}{suggest_options(info, name)}")
    try:
        return info.options(**values)
    except (TypeError, ValueError, ArithmeticError) as error:
        if isinstance(error, BadInput) and not isinstance(error, BadOption):
            raise  # it is already a message to the user
        raise BadInput(f"option of {info.name}: {_shorten_repeated_values(error, values)}") from error


def check_domain_of_options(info: HasOptions, names: Iterable[str]) -> None:
    """Raise BadInput if a domain lacks an option that one other domain has: the source may be meant for that one."""
    for name in names if isinstance(info, DomainInfo) else ():
        is_own = any(is_name_of(field, name) for field in fields(info.options))
        rows = () if is_own else list_domains().values()
        others = [row.name for row in rows if row.info and name in {field.alias for field in fields(row.info.options)}]
        if len(others) == 1:
            raise BadInput(
                f"{info.name} has no option {format_value(name)}{suggest_options(info, name)}; {others[0]} has one: give "
                f"--domain {others[0]} (domain={others[0]!r} in Python) if the source is meant for it"
            )


def _shorten_repeated_values(error: Exception, values: dict[str, object]) -> str:
    """Return the message of a validator with long values shortened. Validators of plugins may repeat whole values."""
    text = str(error.args[0] if error.args else error)
    for value in values.values():
        with suppress(Exception):  # an int of more than 4,300 digits has no text, and a user's own repr may raise anything
            for whole in (repr(value), str(value)):
                text = text.replace(whole, shorten_text(whole))
    return text


def contract_fault(domain: object) -> str | None:
    """Return why a class breaks the contract of domains, in one line; ``None`` if it keeps the contract."""
    if not (isinstance(domain, type) and issubclass(domain, Domain)):
        return f"{format_value(domain)} is not a subclass of genastar.Domain"
    if not isinstance(getattr(domain, "info", None), DomainInfo):
        return "it has no class attribute info, which must be a genastar.authoring.DomainInfo"
    if domain.info.api_version != API_VERSION:
        return f"it needs version {domain.info.api_version} of genastar's plugin contract, but this genastar has {API_VERSION}"
    if domain.__abstractmethods__:
        return f"it does not define {', '.join(sorted(domain.__abstractmethods__))}"
    for name in (*vars(Domain), *vars(DomainHooks)):
        if not name.startswith("_") and callable(getattr(Domain, name)):
            fault = _find_signature_fault(getattr(Domain, name), getattr(domain, name))
            if fault is not None:
                return fault
    return None


REGISTRY: Final = Registry["type[AnyDomain]"](DOMAINS, contract_fault)


def _find_signature_fault(contract: Callable[..., object], method: object) -> str | None:
    """Return why a method cannot be called as the contract demands; ``None`` if it can. Further parameters need defaults."""
    name, wanted = contract.__name__, list(inspect.signature(contract).parameters)
    if not callable(method):
        return f"{name} must be a method, {name}({', '.join(wanted)})"
    found = inspect.signature(method).parameters
    more = list(found.values())[len(wanted) :]
    needed = [each for each in more if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)]
    if list(found)[: len(wanted)] != wanted or needed:
        kind = " (a class method)" if inspect.ismethod(contract) else ""
        return f"{name}({', '.join(found)}) must be {name}({', '.join(wanted)}){kind}"
    return None


def _make_row(name: str, plugin: Plugin) -> DomainRow:
    if isinstance(plugin.state, Disabled):
        return DomainRow(name, plugin.state, None, plugin)
    try:
        info_plugin = find_plugin(DOMAIN_INFO, f"{plugin.distribution}:{plugin.name}")
    except PluginError:
        missing = Broken(f"it has no entry point {plugin.name!r} in the group {DOMAIN_INFO}")
        return DomainRow(name, missing, None, plugin)
    state = info_plugin.probe()
    if not isinstance(state, Ready):
        return DomainRow(name, state, None, plugin)
    info = info_plugin.load()
    if not isinstance(info, DomainInfo):
        return DomainRow(name, Broken(f"{info_plugin.entry.value} is not a genastar.authoring.DomainInfo"), None, plugin)
    if info.name != plugin.name:
        fault = Broken(f"its entry point is named {plugin.name!r}, but its info {info.name!r}")
        return DomainRow(name, fault, info, plugin)
    return DomainRow(name, Ready(), info, plugin)


def _matches_magic(head: bytes, magic: bytes | re.Pattern[bytes]) -> bool:
    return head.startswith(magic) if isinstance(magic, bytes) else magic.match(head) is not None


def _read_head(path: Path, size: int) -> tuple[bytes, str]:
    """Return the first bytes of a file, unpacked, and an empty text; or no bytes, and the reason as the start of a message."""
    try:
        with open_unpacked(path) as file:
            return file.read(size), ""
    except BadInput as error:
        return b"", f"{str(error).rpartition(': ')[2].lower()}, and "
