"""What Numba says about constructs of Python, and what that means in terms of the user's code."""

from __future__ import annotations

import sys
from typing import Final

from genastar_compiled.failures.constructs_of_containers import OF_CONTAINERS

_OF_ITERTOOLS: Final = (
    "accumulate|batched|chain|combinations_with_replacement|compress|count|cycle|dropwhile|filterfalse|groupby|islice|pairwise|"
    "repeat|starmap|takewhile|tee|zip_longest"
)
_OF_CLASSES: Final = r"Cannot determine Numba type of <class 'type'>"

CONSTRUCTS: Final = (
    *OF_CONTAINERS,
    (r"opcode \(STORE_GLOBAL\)", "a hook assigns to a global name", "keep the value in a local, or in the position"),
    (
        "'UndefinedType' object has no attribute 'name'",
        "isinstance() is asked of a local that has a value on one branch only",
        "give it a value of that type first",
    ),
    (r"op-code encountered: null", "a local of a function inside a hook may be unbound", "give it a value first"),
    (r"opcode \(IMPORT_NAME\)", "a hook imports a module", "import it at the top of the file"),
    (r"opcode \(LOAD_BUILD_CLASS\)", "a hook defines a class", "define it outside"),
    (r"opcode \(MATCH_MAPPING\)", "match takes a dictionary apart", "look up its keys"),
    (r"opcode \(MATCH_SEQUENCE\)", "match takes apart what is perhaps no tuple or list", "write if, len() and indices"),
    (r"opcode \(MATCH_CLASS\)", "match names a class and parts of it that it does not list", "write isinstance() and if"),
    (r"opcode \(CHECK_EG_MATCH\)", "except* is not supported in machine code", "write except"),
    (
        r"[Uu]nsupported context manager|'with \(context manager\)|opcode \(BEFORE_WITH\)",
        "with is not supported in machine code",
        "write the block without it",
    ),
    (
        r"print\(\) function",
        "print is called, and a hook may be called twice for one node",
        "observe the search: search(..., observer=...)",
    ),
    (r"attribute '(\w+)' of type Module\(<module 'logging'", r"logging.\1 is called", "observe the search instead"),
    (
        r"Untyped global name '(Fraction|Decimal)'|Unknown attribute '(Fraction|Decimal)' of type Module",
        r"\1\2 makes numbers that machine code does not have",
        "scale them, and use ints",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(islice)'",
        r"itertools.\1 is not supported in machine code",
        "write items[:n] of a list; of an iterator, next(...) for each item, or a loop with break",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(groupby)'",
        r"itertools.\1 is not supported in machine code",
        "write a loop that compares each item with the one before",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(Counter)'",
        "a Counter is used where it is made",
        "give it a name, counts = Counter(...), or write a dictionary and get(key, 0)",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(deque)'",
        "a deque is made otherwise than as deque() or deque(items)",
        "leave maxlen out, and write popleft() where the deque is too long",
    ),
    (
        r"Unknown attribute '(?!fromkeys|maketrans|from_bytes|fromhex)(\w+)' of type Function\(<class '(\w+)'>\)",
        r"the method \2.\1 is taken from its class",
        r"write lambda value: value.\1(), or a comprehension",
    ),
    (
        r"No implementation of function Function\(<function (?!_)(\w+) at [^\n]*\n(?:[^\n]*\n)*?"
        r"\s*>>> \1\((?:(?:tuple|list) of|Tuple\(|list\()(?!(?:[^\n]*\n){1,5}[^\n]*genastar_compiled)",  # a function of ours
        r"\1 of numpy is given a tuple or a list",
        "write np.array(...) around it",
    ),
    (
        r"got an unexpected keyword argument 'axis'",
        "a function of numpy, or a method of an array, is called with axis=, which it does not take in machine code",
        "write a comprehension over the rows, such as np.array([row.min() for row in array]), and over array.T for the columns",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(product)'",
        r"itertools.\1 is given more than 6 iterables, or a star or repeat= beside others",
        r"put the iterables into one list, \1(*[a, b, *others])",
    ),
    (
        rf"Untyped global name '({_OF_ITERTOOLS})': {_OF_CLASSES}|"
        r"Unknown attribute '(\w+)' of type Module\(<module 'itertools'",
        r"itertools.\1\2 is not supported in machine code, or not with these arguments",
        "write it as a loop",
    ),
    (
        r"Unknown attribute '([A-Z]\w*)' of type Module\(<module '([\w.]+)'",
        r"\2.\1, a class or a constant of a module, is not supported in machine code",
        "import it from there by its name",
    ),
    (
        rf"Unknown attribute '(\w+)' of type Module\(<module '(?!(?:{'|'.join(sys.stdlib_module_names)}|numpy)\b)([\w.]+)'",
        r"\2.\1 is called through its module",
        "import it from there by its name",
    ),
    (
        r"Unknown attribute 'fsum' of type Module",
        "math.fsum is not supported in machine code, and a sum in a loop may differ in its last digit",
        "add ints, such as scaled numbers",
    ),
    (
        r"Unknown attribute '(\w+)' of type Module\(<module '([\w.]+)'",
        r"\2.\1 is not supported in machine code",
        "write it as a loop",
    ),
    (r"Exception object cannot be stored", "except gives its exception a name", "leave out 'as' and the name"),
    (
        r"Cannot infer the type of variable '(\w+)[^']*'.* imprecise type: (?:DictType|[Ll]ist|[Ss]et)",
        r"\1 begins empty, and what it holds is not clear",
        "make it with a first item",
    ),
    (
        r"Type of variable '(\w+)[^']*' cannot be determined",
        r"the type of \1 is not clear, perhaps because it comes from a list or dictionary that begins empty",
        "make that with a first item",
    ),
    (
        r"Type of variable '\$[^']*' cannot be determined|Cannot infer the type of variable '\$[^']*'.* imprecise type: ",
        "a list, set or dictionary is empty, and what it would hold is not clear",
        "leave it out, or make it with a first item",
    ),
    (
        r"non-constant value associated with variable '(\w+)'|constant value for variable '(\w+)' as there are multiple",
        r"a lambda or an inner function reads \1\2, and is kept, passed on, or called in a comprehension",
        r"write a function outside that takes \1\2 as an argument, or a loop",
    ),
    (
        r"Bag has an __eq__ of its own",
        "a set is a position, or a key of a set or dictionary that a hook makes",
        "write frozenset(...) around it",
    ),
    (
        r"Enum<float64>\((\w+)\)",
        r"a member of \1, which is a float too, is computed with, or compared with another value",
        "write .value",
    ),
    (
        "use of cell variable",
        "a comprehension or an inner function assigns to a name of the function around it, as by nonlocal or :=, "
        "or an inner function calls itself",
        "return the value and assign it there, write it as a loop, or write the function outside",
    ),
    ("with kwdefaults", "an inner function has keyword-only arguments with defaults", "leave out the *, or write it outside"),
    (
        r"Undecided type|getitem\(Tuple\(type\(CPUDispatcher",
        "a function is taken from a list or tuple, or the type of an item is not clear",
        "choose functions by if and else, give items one type, and write [0][:0] for an empty list of ints in a record",
    ),
    (
        r"(?:Untyped global name|Unknown attribute) '(combinations|permutations)'",
        r"\1 is called otherwise than with a number of items that is written out, 1 to 6",
        "write the number out, or write loops over the indices",
    ),
    (
        r"opcode \(UNPACK_EX\)",
        "a star takes a part of a value outside a plain assignment or loop",
        "give the value a name, and write an assignment of its own",
    ),
    (
        r"\*args in function call should be a tuple",
        "a star passes on a list, or what has no length that is known beforehand",
        "write a loop over the indices, max(items), functools.reduce(math.gcd, items, 0) or, of lcm, "
        "functools.reduce(math.lcm, items, 1), or pass a tuple",
    ),
    (
        r"use of getiter with parameters \(none\)",
        "a loop goes over None, or a generator calls itself",
        "write the generator with a list of what is left to do",
    ),
    (
        r"use of getiter with parameters \(Tuple\([^\n]*OptionalType",
        "a loop goes over a tuple of which an item may be None, and others may not",
        "give a list of them a name, and go over that",
    ),
    (
        r"Multiple argument raise is not supported",
        "an exception is raised from another",
        "leave out 'from' and what follows",
    ),
    (
        r"Unknown attribute '(\w+)' of type type\(CPUDispatcher",
        r"a function is asked for its attribute \1",
        "make it a constant of the module",
    ),
    (
        r"Unknown attribute '__members__' of type (?:Int)?Enum class<.*?>\((\w+)\)",
        r"\1 is asked for __members__",
        r"write \1 itself, such as len(\1) or a loop over it",
    ),
    (
        r">>> contains\((?:Int)?Enum class<.*?>\((\w+)\)",
        r"'in' is asked of the enum \1",
        "compare with its members, or leave it out",
    ),
    (
        r"Untyped global name '(\w+)': Cannot type heterogeneous enum",
        r"the members of \1 have values of several types",
        "give the values one type",
    ),
    (
        r"Invalid use of (?:Int)?Enum class<.*?>\((\w+)\) with parameters",
        r"\1 is called to find a member",
        "write if and else, or a dictionary with the members",
    ),
    (
        r"use of getiter with parameters \((?:Int)?Enum<.*?>\((\w+)\)",
        r"a loop goes over the bits of a \1",
        r"write for each in \1, and test each",
    ),
    (
        r"use of getiter with parameters \(([A-Z]\w*)\)",
        r"a loop goes over a \1, whose class has no __iter__",
        "write an __iter__ that yields its items, or loop over the indices",
    ),
    (
        r"use of getiter with parameters \((?:Tuple|LiteralList)\(",
        "a loop, or a function such as sum() or min(..., key=...), goes over a tuple whose items are of several types, or over "
        "tuples of several lengths",
        "give them one type, such as float(...) around ints, "
        "write lists in place of the tuples inside, [[1], [2, 3]], or write the rounds one after another",
    ),
    (
        r"No implementation of function Function\(<class 'tuple'>\)",
        "a star unpacks what has no length that is known beforehand",
        "name its items, or unpack a tuple",
    ),
    (
        r"No definition for lowering (\w+)\(\1[,)]",
        r"an object of the class \1 is called",
        "give its __call__ a name, and call that method",
    ),
    (
        r"No definition for lowering (\w+)\.(\w+) = ",
        r"a field is set, \1.\2",
        "of a record, make another, as by attrs.evolve or dataclasses.replace; of the solver, keep the value in the position",
    ),
    (
        r"OverloadSelector object at \w+>, \((.+?),?\)\s",
        r"a constant of the type \1 is not supported in machine code",
        "write a tuple or a frozenset of numbers or texts",
    ),
    (
        r"expected a type instance, got \{",
        "a function is called with **, or passes ** on",
        "name its arguments",
    ),
    (
        r"key gives (\S+), but must give (.+?)\s*\n",
        r"the hook key gives \1, and machine code needs \2",
        "give a number for it",
    ),
    (
        r"a list or dictionary of (\w+) is given (\w+); give",  # among what Numba tells of sets
        r"a list or dictionary of \1 is given \2",
        "give its items one type",
    ),
    (
        r"All (?:arguments must be Sets|Sets must be of the same type), got \(([^\n]+)\)",
        r"values of the types \1 are compared, or combined",
        "compare values of one type, or their parts",
    ),
    (
        r"Cannot convert native (\w+)[^\n]* to a Python object[^\n]*\s+During: lowering [^\n]*KeyError",
        r"a dictionary that a hook makes is asked for a \1, which may be missing",
        "write get(key, default)",
    ),
    (r"re-entrant", "it calls itself through another function", "write it as a loop, or let it call only itself"),
    (r"runaway recursion", "it calls itself on every way before it returns a value", "begin with a way that returns one"),
    (
        r"Cannot cast Literal\[bool\]\(\w+\) to int or float",
        "a value is a bool on one branch, and a number on another",
        "write int(...) around the bool",
    ),
    (r"Int value is too large: (-?\d+)", r"the number \1 is beyond 64 bits", "keep numbers below 2**63"),
    (
        r"(the text of .+?) is not known to machine code",
        r"\1 is asked for",
        "write int(...) around it, or compare numbers",
    ),
    (r"format spec in f-strings", "an f-string has !r, or a format beyond a width and b, d, o or x", "leave it out"),
    (r">>> i?mod\((?:Literal\[str\]|unicode_type|Text)", "text is formatted by %", "write an f-string, such as f'{n}'"),
    (
        r"Unknown attribute 'format' of type (?:Literal\[str\]|unicode_type|Text)",
        "text is formatted by format()",
        "write an f-string, such as f'{n}'",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?:Int)?Enum<.*?>\((\w+)\)",
        r"\2 sets \1 on its members, which machine code does not know",
        "write a property that computes it from the value",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?:Literal\[int\]\([^\n]*|((?:u?int|float)\d+|bool)\b)",
        r"a number is asked for .\1, as where an operator or a function takes a record and is given a number",
        "give it a record",
    ),
    (
        r"Unknown attribute '(\w+)' of type (?:Literal\[str\]\(|unicode_type|Text)",
        r"a text, or a member of an enum of texts, is asked for \1",
        "write a function that takes the text",
    ),
    (
        r"a getset_descriptor is not supported",
        "the class of a value is asked for, by type() or __class__",
        "name the class, or call its methods by self",
    ),
    (
        r"got an unexpected keyword argument '(\w+)'",
        r"a function is called with \1=, which it does not take in machine code",
        "leave it out, or write the function as a loop",
    ),
    (
        r"Invalid use of _Method\((?:set|list)\.(\w+) for (?:reflected )?(set|list)\((.+?)\)(?:<iv=[^>]*>)?\) "
        r"with parameters \((.+)\)",
        r"\1() gives a \2 of \3 a value of another type, \4",
        "give its items one type",
    ),
    (r"array\(pyobject", "an array holds objects (dtype object)", "give it a dtype of numbers"),
    (r"except names (what is no class|\w+), which", r"except names \1", "check beforehand, or write except Exception"),
    (
        "exception_match|try_raise|'exc_class'",
        "except names an exception in a function whose source is not known",
        "check beforehand, or write one clause, except Exception",
    ),
    (
        r"The use of yield in a closure",
        "a generator expression is kept, or passed on, or that of a function that the hook defines",
        "write a list, [... for ...], or loop over it where it stands, for x in (... for ...)",
    ),
    (
        r"Cannot unify (?:(?:Tuple\(|tuple of ).+?) and (?:(?:Tuple\(|tuple of ).+?) for '",
        r"a value is a tuple of one length or kind on one branch, and of another on another",
        "give both one length and items of one type, or write lists, [...], such as [x for row in rows for x in row]",
    ),
    (
        r"Cannot unify (?:set|frozenset)\b.* and (?:set|frozenset)\b.* for '",
        "a value is a set or a frozenset of the solver on one branch, and one that the hook makes on another",
        "write frozenset(...) around the first, or set(...) around both",
    ),
    (r"Cannot unify (.+?) and (.+?) for '", r"a value is \1 on one branch, and \2 on another", "give both one type"),
    (r"Untyped global name '[^']+': ([\w.<>]+ has an? [^\n;]+); ([^\n]+)", r"\1", r"\2"),
    (r"Untyped global name '([^']+)': (an? [^\n;]*machine code[^\n;]*); ([^\n]+)", r"\1: \2", r"\3"),
    (r"Untyped global name '([^']+)': (an? .* machine code)", r"\1: \2", "give its items one type"),
    (
        r"Invalid use of Literal\[Expr\]\(make_function",
        "a function that is defined in a hook is passed on",
        "write a lambda as the argument, define the function outside, or keep values in place of functions",
    ),
    (
        r"CALL_FUNCTION_EX with \*\*kwargs|^unreachable$",
        "a call has a star and a named argument",
        "give all arguments by their places",
    ),
    (
        r">>> contains\((?:Literal\[int\]|u?int\d+|IntEnum)",
        "'in' is asked of an int",
        "compare with ==, or look among several numbers",
    ),
    (
        r"((?:[Ll]ist|[Ss]et|DictType)\(?.*) as value is forbidden",
        "a dictionary that a hook makes is given lists, sets or dictionaries",
        "keep (key, item) pairs in a list, or make the dictionary a field",
    ),
    (
        rf"Untyped global name '(attrgetter|itemgetter|methodcaller|partial)': {_OF_CLASSES}",
        r"\1 makes a function, which machine code does not know",
        "write a lambda",
    ),
    (
        r"Can't unify yield type from the following types: ([^\n]+)",
        r"a generator yields values of several types, \1",
        "yield one type; lists may differ in length",
    ),
    (
        r"Untyped global name '([^']+)': Cannot determine Numba type of <class '(?:type|[\w.]*Meta)'>",
        r"\1 is a class that machine code does not know",
        "write an attrs frozen class, or use numbers, tuples, dictionaries or numpy arrays",
    ),
    (
        r">>> \w+\(DictType\[undefined,undefined\]",
        "a dictionary is asked for an item before it is clear what it holds",
        "make it with a first item, or set one by d[key] = ... before",
    ),
    (
        r"Untyped global name '([^']+)': Cannot determine Numba type of <class '([^']+)'>",
        r"\1 (of type \2) is not supported in machine code",
        "rewrite it with numbers, tuples, dictionaries or numpy arrays",
    ),
)
"""Patterns of Numba's explanations, their meaning, and what to write instead."""
