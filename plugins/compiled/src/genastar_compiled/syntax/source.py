"""Convert a function to a syntax tree and back."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import Any, TypeVar

from attrs import define, field

PREFIX = "genastar__"
"""Prefix of every name that rewriting adds."""

S = TypeVar("S", bound=ast.AST)


@define
class Source:
    """A function as a rewritable tree, and the functions moved out of it."""

    _function: tuple[FunctionType]  # in a tuple, because mypy would take a plain function for a method
    tree: ast.FunctionDef
    owner: str
    """Class that the function was written in, for names with two leading underscores; or empty."""
    lifted: list[ast.FunctionDef] = field(factory=list)
    scope: dict[str, object] = field(factory=dict)
    """Values of added names."""
    inherited: type | None = None
    """Class of the object that a method is called of, if it is known."""
    known: dict[str, object] = field(factory=dict)
    """Values of some of the function's locals, the same in every call."""
    _count: int = 0

    def function(self) -> FunctionType:
        """Return the original function."""
        return self._function[0]

    def text(self) -> str:
        """Return the tree as text."""
        return ast.unparse(self.tree)

    def new_name(self, stem: str) -> str:
        """Return an unused name."""
        self._count += 1
        return f"{PREFIX}{stem}{self._count}"

    def named(self, stem: str, value: object) -> str:
        """Return the added name of a value. Two values may have one ``__name__``, so each has a name of its own here."""
        known = (name for name, each in self.scope.items() if each is value and name.startswith(f"{PREFIX}{stem}"))
        name = next(known, None) or self.new_name(f"{stem}_")
        self.scope[name] = value
        return name

    def lift(self, stem: str, text: str, at: ast.AST) -> str:
        """Add a function beside this one and return its name. ``{name}`` in the text stands for it."""
        name = self.new_name(stem)
        (definition,) = ast.parse(text.replace("{name}", name)).body
        assert isinstance(definition, ast.FunctionDef)
        self.lifted.append(placed(definition, at))
        return name

    def bind_class(self, cls: type) -> None:
        """Bind the first argument to this class, which callers omit."""
        known_as = self.tree.args.args.pop(0).arg
        self.known[known_as] = self.scope[known_as] = cls

    def value(self, name: str) -> object:
        """Return the value of a name outside the function's locals; ``None`` if it is a local or undefined."""
        if name in self.known:
            return self.known[name]
        if name in self.local_names:
            return None
        code = self.function().__code__
        if name in code.co_freevars:
            cell = (self.function().__closure__ or ())[code.co_freevars.index(name)]
            try:
                return cell.cell_contents
            except ValueError:
                return None
        builtins = self.function().__globals__.get("__builtins__", {})
        builtins = builtins if isinstance(builtins, dict) else vars(builtins)
        return self.function().__globals__.get(name, builtins.get(name))

    @property
    def local_names(self) -> frozenset[str]:
        """Names that the function binds."""
        code = self.function().__code__
        return frozenset((*code.co_varnames, *code.co_cellvars)) - self.known.keys()

    def callee(self, call: ast.expr) -> object:
        """Return the function, class or module attribute that an expression names, if this is known without running it."""
        match call:
            case ast.Name(id=name):
                return self.scope.get(name, self.value(name))
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                module = self.value(name)
                return getattr(module, attribute, None) if inspect.ismodule(module) else None
        return None


def source_of(function: FunctionType) -> Source | None:
    """Return the source of a function; ``None`` if it cannot be read, or does not match the function's code."""
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    ast.increment_lineno(tree, first - 1)
    if not tree.body or not isinstance(tree.body[0], ast.FunctionDef):
        return None
    definition = tree.body[0]
    definition.decorator_list = []
    parts = function.__qualname__.split(".")
    owner = parts[-2] if len(parts) > 1 and parts[-2] != "<locals>" else ""
    source = Source((function,), definition, owner)
    again = _code_of(source, definition)
    return source if again is not None and _alike(again, function.__code__) else None


def compiled(source: Source) -> FunctionType:
    """Compile a rewritten tree to a function with the closure, defaults and names of the original."""
    function = source.function()
    code = _code_of(source, source.tree)
    assert code is not None
    old = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    scope: dict[str, Any] = {**function.__globals__, **source.scope}
    for each in source.lifted:
        lifted_code = _code_of(source, each)
        assert lifted_code is not None
        scope[each.name] = FunctionType(lifted_code, scope, each.name)
        scope[each.name].__module__, scope[each.name].__qualname__ = function.__module__, function.__qualname__
    cells: tuple[CellType, ...] = tuple(old[name] for name in code.co_freevars)
    made = FunctionType(code, scope, function.__name__, function.__defaults__, cells)
    made.__kwdefaults__ = None if not source.tree.args.kwonlyargs else function.__kwdefaults__
    if function.__kwdefaults__ and made.__kwdefaults__ is None:  # keyword-only arguments became ordinary ones
        names = [argument.arg for argument in source.tree.args.args]
        added = {name: value for name, value in function.__kwdefaults__.items() if name in names}
        made.__defaults__ = (*(function.__defaults__ or ()), *added.values())
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    return made


def _code_of(source: Source, definition: ast.FunctionDef) -> CodeType | None:
    """Compile a definition in a scope where its free names and its class are what they were."""
    free, filename = source.function().__code__.co_freevars, source.function().__code__.co_filename
    body: list[ast.stmt] = [definition]
    if source.owner:
        body = [ast.ClassDef(name=source.owner, bases=[], keywords=[], body=body, decorator_list=[])]
    known_as = source.owner or definition.name
    if known_as not in free:  # a function may name itself, and a method its class, which is a global here as it is there
        body.insert(0, ast.Global(names=[known_as]))
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(arg=name) for name in free], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    outer = ast.FunctionDef(name=f"{PREFIX}outer", args=arguments, body=body, decorator_list=[])
    # CPython compiles calls of imported names differently.
    imported = [ast.Import(names=[ast.alias(name=each)]) for each in _imports("".join(linecache.getlines(filename)))]
    module = ast.fix_missing_locations(ast.Module(body=[*imported, outer], type_ignores=[]))
    flags = source.function().__code__.co_flags & _FUTURES
    code = compile(module, filename, "exec", flags, dont_inherit=True)
    return next((each for each in _codes(code) if each.co_name == definition.name), None)


@lru_cache(maxsize=64)
def _imports(text: str) -> tuple[str, ...]:
    """Return the names that a module's statements import."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return ()
    aliases = [alias for each in body if isinstance(each, (ast.Import, ast.ImportFrom)) for alias in each.names]
    return tuple({(alias.asname or alias.name).partition(".")[0]: None for alias in aliases if alias.name != "*"})


_FUTURES = 0x1FE0000
"""Flags of ``from __future__ import``, including annotations."""


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _alike(one: CodeType, other: CodeType) -> bool:
    """Return whether two code objects do the same."""
    if (one.co_code, one.co_names, one.co_varnames) != (other.co_code, other.co_names, other.co_varnames):
        return False
    if len(one.co_consts) != len(other.co_consts):
        return False
    return all(
        _alike(mine, theirs) if isinstance(mine, CodeType) and isinstance(theirs, CodeType) else _form(mine) == _form(theirs)
        for mine, theirs in zip(one.co_consts, other.co_consts, strict=True)
    )


def _form(constant: object) -> object:
    """Return a value that is equal for the same constants. The order of a frozenset, and so its text, may differ."""
    if isinstance(constant, frozenset):
        return frozenset, frozenset(map(_form, constant))
    return tuple(map(_form, constant)) if isinstance(constant, tuple) else (type(constant), repr(constant))


def placed(node: S, at: ast.AST) -> S:
    """Give all nodes of a tree the source position of another node."""
    for each in ast.walk(node):
        ast.copy_location(each, at)
    return node


def expression(text: str, at: ast.AST, **parts: ast.expr | str) -> ast.expr:
    """Parse an expression, with these parts in the place of their names in braces."""
    return _filled(ast.parse(_with_parts(text, parts), mode="eval").body, at, parts)


def statements(text: str, at: ast.AST, **parts: ast.expr | str) -> list[ast.stmt]:
    """Parse statements, with these parts in the place of their names in braces."""
    return [_filled(each, at, parts) for each in ast.parse(_with_parts(text, parts)).body]


_Parts = Mapping[str, ast.expr | str]


def _with_parts(text: str, parts: _Parts) -> str:
    """Return a text with names of expressions that the user does not have, which `_filled` replaces."""
    names = {each: part if isinstance(part, str) else PREFIX + each for each, part in parts.items()}
    return text.format_map(names) if parts else text


class _Filling(ast.NodeTransformer):
    def __init__(self, parts: _Parts) -> None:
        self.parts = {PREFIX + each: part for each, part in parts.items() if isinstance(part, ast.expr)}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.parts.get(node.id, node)


def _filled(node: S, at: ast.AST, parts: _Parts) -> S:
    made: S = _Filling(parts).visit(placed(node, at))
    return made


def as_list(given: ast.expr) -> ast.expr:
    """Return a list comprehension in the place of a generator expression; any other expression as it is."""
    if not isinstance(given, ast.GeneratorExp):
        return given
    return placed(ast.ListComp(elt=given.elt, generators=given.generators), given)


def name(identifier: str, at: ast.AST) -> ast.Name:
    """Return the use of a name."""
    return placed(ast.Name(id=identifier, ctx=ast.Load()), at)


def placed_call(function: str, arguments: list[ast.expr], at: ast.AST) -> ast.Call:
    """Return the call of a function by its name."""
    return ast.copy_location(ast.Call(func=name(function, at), args=arguments, keywords=[]), at)


def bound_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that these nodes bind."""
    return {
        each.id for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def used_names(node: ast.AST) -> list[str]:
    """Return the names that are read, each once, in the order of first use."""
    found = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)]
    return list(dict.fromkeys(found))


def free_names(node: ast.AST, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the names that are read, in order, without those that a comprehension or a lambda inside binds for itself."""
    match node:
        case ast.Name(id=known_as, ctx=ast.Load()) if known_as not in own:
            yield known_as
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from free_names(node.generators[0].iter, own)  # it belongs to the function around
            own |= bound_names(each.target for each in node.generators)
        case ast.Lambda():
            own |= {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    for child in ast.iter_child_nodes(node):
        yield from free_names(child, own)
