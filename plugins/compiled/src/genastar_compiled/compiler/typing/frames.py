"""Frames: the variables of a function, and the names that its source has."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from attrs import Factory, define

from genastar_compiled.compiler.library import distances, integers, iterators
from genastar_compiled.compiler.tree import Region, Value


@define(eq=False)
class Frame:
    """The variables of a function, or of code that is written into it as if it stood there."""

    function: Any
    """The function around it, whose module has the other names."""
    names: frozenset[str]
    read: frozenset[str]
    """Variables that are read; what the others are given may be of any kind."""
    shared: frozenset[str] = frozenset()
    """Variables that functions inside of it may set at any time."""
    tree: ast.AST | None = None
    prefix: str = ""
    outer: Frame | None = None
    """The frame in whose source it stands."""
    caller: Frame | None = None
    """The frame in which it is written."""
    code: object = None
    """What is written here, so that it is not written into itself."""
    depth: int = 0
    """How many branches and loops are around it."""
    line: int = 0
    """The line that it stands in place of."""
    give: Callable[[Value], None] | None = None
    """Takes what ``return`` returns, if it is not that of the function."""
    each: Callable[[Value], None] | None = None
    """Takes what ``yield`` yields."""
    loops: list[tuple[Region, Region, int]] = Factory(list)
    """Of each loop around here, what ``break`` leaves, what ``continue`` begins again or leaves, and the ``finally`` around."""
    finals: list[tuple[list[ast.stmt], int]] = Factory(list)
    """Of each ``finally`` around here, what it does, and how many ``try`` of the function are around that."""
    handling: int = 0
    """How many handlers of exceptions are around here."""
    has_ended: bool = False
    """Whether its function has returned, so that nothing may read its variables."""

    def changes_names(self, node: ast.AST) -> bool:
        """Return whether code of the frame, outside of a node, gives variables values in the middle of a statement."""
        own = set(ast.walk(node))
        return any(isinstance(e, (ast.NamedExpr, ast.Nonlocal)) and e not in own for e in ast.walk(self.tree or node))

    def owner(self, name: str) -> Frame | None:
        """Return the frame that has a variable of this name; ``None`` if there is none."""
        if name in self.names:
            return self
        return None if self.outer is None else self.outer.owner(name)

    def key(self, name: str) -> str:
        """Return the name of a variable among those of all frames."""
        owner = self.owner(name.partition(".")[0])
        return name if owner is None else owner.prefix + name


@lru_cache(maxsize=1 << 12)
def _nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return a tree and all in it but the contexts of names, in a third of the time of `ast.walk`."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None) if name != "ctx" else None
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
    return tuple(found)


def names_read(tree: ast.AST) -> frozenset[str]:
    """Return the names of variables that are read in a tree."""
    return frozenset(map(_read_name, _nodes(tree)))


def _read_name(node: ast.AST) -> str:
    if isinstance(node, ast.AugAssign):
        return node.target.id if isinstance(node.target, ast.Name) else ""
    return node.id if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store) else ""


def names_stored(tree: ast.AST) -> set[str]:
    """Return the names that a tree gives values, those of functions and comprehensions in it among them."""
    return {name for node in _nodes(tree) for name in _stored(node)}


def names_given(test: ast.AST) -> set[str]:
    """Return the names to which the part of a test that is always evaluated gives values."""
    match test:
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            return {name} | names_given(value)
        case ast.BoolOp(values=[first, *_]) | ast.IfExp(test=first):
            return names_given(first)
        case ast.Compare(left=left, comparators=[first, *_]):
            return names_given(left) | names_given(first)
        case ast.UnaryOp() | ast.BinOp() | ast.Call() | ast.Subscript() | ast.Attribute() | ast.Starred() | ast.keyword():
            return {name for each in ast.iter_child_nodes(test) for name in names_given(each)}
    return set()


def _stored(node: ast.AST) -> tuple[str, ...]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.FunctionDef(name=name) | ast.alias(asname=str(name)):
            return (name,)
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
            return (name,)
        case ast.alias(name=name) | ast.MatchMapping(rest=str(name)):
            return (name,)
    return ()


def names_shared(tree: ast.AST) -> frozenset[str]:
    """Return the names that functions inside a tree set although they are not their own."""
    return frozenset(name for node in _nodes(tree) if isinstance(node, ast.Nonlocal) for name in node.names)


def is_used_once(tree: ast.AST, name: str) -> bool:
    """Return whether a function reads a variable in one place, that it comes to once."""
    parts = getattr(tree, "body", tree)
    return [use for part in (parts if isinstance(parts, list) else [parts]) for use in _uses(part, name, False)] == [False]


def is_stored_once(tree: ast.AST | None, name: str) -> bool:
    """Return whether a function gives a variable its value in one place."""
    stores = [each for each in ast.walk(tree or ast.Pass()) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    return [each.id for each in stores].count(name) == 1


def _uses(node: ast.AST, name: str, is_repeated: bool) -> list[bool]:
    """Return, for each place in which a variable is read, whether that may come again."""
    if isinstance(node, ast.Name):
        return [is_repeated] if node.id == name and isinstance(node.ctx, ast.Load) else []
    once: ast.AST | None = None
    if isinstance(node, ast.For):
        once = node.iter
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
        once = node.generators[0].iter
    is_loop = once is not None or isinstance(node, (ast.While, ast.FunctionDef, ast.Lambda))
    found: list[bool] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            found += [use for each in ast.iter_child_nodes(child) for use in _uses(each, name, is_repeated or each is not once)]
        else:
            found += _uses(child, name, is_repeated or (is_loop and child is not once))
    return found


@lru_cache(4096)
def is_private(tree: ast.AST, loop: ast.For) -> bool:
    """Return whether the variables of a loop are given values by it alone, and read in its body alone."""
    targets, inside = set(ast.walk(loop.target)), {part for each in loop.body for part in ast.walk(each)}
    names = {each.id for each in targets if isinstance(each, ast.Name)}
    for node in inside:  # may be called behind the loop
        kept = node.value if isinstance(node, (ast.Assign, ast.NamedExpr)) else node
        if isinstance(kept, (ast.Lambda, ast.FunctionDef)) or (kept is not node and isinstance(kept, ast.GeneratorExp)):
            return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in names:
            is_read = isinstance(node.ctx, ast.Load)
            if node not in (inside if is_read else targets):
                return False
        elif not isinstance(node, ast.Name) and not names.isdisjoint(_stored(node)):
            return False
    return names.isdisjoint(names_shared(tree))


def is_used_as_cause(tree: ast.AST | None, name: str) -> bool:
    """Return whether a function reads the name of an exception to raise another from it, and for nothing else."""
    raises = [node for node in ast.walk(tree or ast.Pass()) if isinstance(node, ast.Raise)]
    hidden = {part for node in raises for each in (node.exc, node.cause) if each is not None for part in ast.walk(each)}
    return all(part in hidden for part in ast.walk(tree or ast.Pass()) if isinstance(part, ast.Name) and part.id == name)


def own_names(node: ast.Lambda | ast.FunctionDef) -> frozenset[str]:
    """Return the variables of a function that stands inside another."""
    found = {each.arg for each in arguments_of(node.args)}
    others: set[str] = set()
    for part in [node.body] if isinstance(node, ast.Lambda) else node.body:
        _collect(part, found, others)
    return frozenset(found - others)


def is_ours(function: object) -> bool:
    """Return whether a function is one of Python's as `library.iterators` writes it."""
    return getattr(function, "__module__", None) in [each.__name__ for each in (distances, integers, iterators)]


def arguments_of(arguments: ast.arguments) -> list[ast.arg]:
    """Return all arguments of a function."""
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *starred]


def _collect(node: ast.AST, found: set[str], others: set[str]) -> None:
    if isinstance(node, (ast.FunctionDef, ast.Lambda)):
        found |= {node.name} if isinstance(node, ast.FunctionDef) else set()
        return
    if isinstance(node, (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)):
        found |= {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        return
    found |= set(_stored(node))
    if isinstance(node, ast.Nonlocal):
        others |= set(node.names)
    for child in ast.iter_child_nodes(node):
        _collect(child, found, others)
