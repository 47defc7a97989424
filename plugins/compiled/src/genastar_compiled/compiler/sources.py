"""The syntax trees of functions, from their source."""

from __future__ import annotations
import __future__

import ast
import dis
import inspect
import linecache
import textwrap
from types import CodeType, FunctionType
from typing import Final
from weakref import WeakKeyDictionary

from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.failures.hints import construct_of
from genastar_compiled.reach.names import is_own

TEXTS: Final[WeakKeyDictionary[FunctionType, str]] = WeakKeyDictionary()
"""The source of functions that were made of text."""

_known: dict[CodeType, ast.FunctionDef] = {}


def tree_of(function: FunctionType) -> ast.FunctionDef:
    """Return the tree of a function, with the line numbers of its file; that of a lambda returns its expression.

    Raises:
        NotCovered: the source cannot be read, or is not that of the function any more.
    """
    code = function.__code__
    if code not in _known:
        if len(_known) > _MOST:
            _known.clear()
        _known[code] = _read(function)
    return _known[code]


_MOST: Final = 4000


def _read(function: FunctionType) -> ast.FunctionDef:
    code, made = function.__code__, TEXTS.get(function)
    try:
        module = ast.parse(_text_of(function) if made is None else made)
    except (OSError, TypeError, SyntaxError) as error:
        raise NotCovered(f"{function.__qualname__}: its source cannot be read") from error
    found = _found(module, code)
    if found is None:
        raise NotCovered(f"{function.__qualname__}: its source cannot be found")
    if (inside := next((each for each in ast.walk(found) if isinstance(each, ast.ClassDef)), None)) is not None:
        file = code.co_filename.rpartition("/")[2]
        raise NotCovered(construct_of(inside), f"{function.__qualname__} ({file}, line {inside.lineno}): ")
    if made is None and not is_own(function.__module__) and not _is_source_of(found, code):
        raise NotCovered(f"{function.__qualname__}: its source has changed since it was read")
    return found


def _text_of(function: FunctionType) -> str:
    """Return the source of a function, at the line where its file has it."""
    first = function.__code__.co_firstlineno
    if is_own(function.__module__):
        text = _block(linecache.getlines(function.__code__.co_filename)[first - 1 :])
    else:
        text = inspect.getsource(function)
    return "\n" * (first - 1) + textwrap.dedent(text)


def _block(lines: list[str]) -> str:
    """Return the function with which lines of our own begin: `inspect` needs tokens, which takes as long as to parse them."""
    end = next((at for at, line in enumerate(lines) if line.rstrip().endswith(":")), 0) + 1
    indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    while end < len(lines) and (not lines[end].strip() or lines[end][: indent + 1].isspace()):
        end += 1
    return "".join(lines[:end])


def _found(module: ast.Module, code: CodeType) -> ast.FunctionDef | None:
    first = module.body[0]
    if isinstance(first, ast.FunctionDef) and first.name == code.co_name:
        return first
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            return node
    lambdas = [node for node in ast.walk(module) if isinstance(node, ast.Lambda)]
    if code.co_name == "<lambda>" and len(lambdas) == 1:
        made = ast.copy_location(ast.Return(lambdas[0].body), lambdas[0])
        return ast.copy_location(ast.FunctionDef("<lambda>", lambdas[0].args, [made], []), made)
    return None


def _is_source_of(tree: ast.FunctionDef, code: CodeType) -> bool:
    """Return whether a tree compiles to the same operations, of the same names and constants."""
    plain = ast.FunctionDef("made" if tree.name == "<lambda>" else tree.name, tree.args, tree.body, [])
    body: list[ast.stmt] = [plain]
    if code.co_freevars:  # names of a function around it
        names = [ast.Assign([ast.Name(name, ast.Store())], ast.Constant(0)) for name in code.co_freevars if name != "__class__"]
        around = ast.parse("def around(): pass").body[0]
        assert isinstance(around, ast.FunctionDef)
        around.body = [*names, *body]
        body = [around]
    owner = code.co_qualname.rpartition(".")[0].rpartition(".")[2]
    holder = ast.parse(f"class {owner if owner.isidentifier() else 'Holder'}: pass").body[0]
    assert isinstance(holder, ast.ClassDef)
    holder.body = body
    module = ast.fix_missing_locations(ast.Module([holder], []))
    flags = code.co_flags & __future__.annotations.compiler_flag  # those of functions inside are texts
    return any(
        _steps_of(each) == _steps_of(code) for each in _codes(compile(module, "<again>", "exec", flags, dont_inherit=True))
    )


def _codes(code: CodeType) -> list[CodeType]:
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    return inside + [each for part in inside for each in _codes(part)]


def _steps_of(code: CodeType) -> tuple[object, ...]:
    """Return what a function does. A method of what is imported at the top of a file is looked up otherwise than any other."""
    has_text = isinstance(next(iter(code.co_consts), None), str)
    inside = code.co_consts[1:] if has_text else code.co_consts  # a docstring is indented otherwise
    constants = [_steps_of(each) if isinstance(each, CodeType) else (type(each), repr(each)) for each in inside]
    steps = [
        ("LOAD_ATTR" if each.opname == "LOAD_METHOD" else each.opname, each.argval)
        for each in dis.get_instructions(code)
        if each.opname not in _HOW and not isinstance(each.argval, CodeType) and not _is_jump(each)
    ]
    return steps, code.co_varnames, sorted(map(str, constants))


_HOW: Final = ("CACHE", "PRECALL", "PUSH_NULL", "NOP", "RESUME", "EXTENDED_ARG", "COPY_FREE_VARS", "MAKE_CELL")
"""Instructions that change no meaning."""


def _is_jump(instruction: dis.Instruction) -> bool:
    """Return whether an instruction names a place in the code, which differs with the others."""
    return instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs
