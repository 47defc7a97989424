"""What Numba says about containers and generators, and what that means in terms of the user's code."""

from __future__ import annotations

from typing import Final

_GENERATOR: Final = r"\w[^\n]*? generator\(func=[^\n]*?\)"
_CHANGES: Final = r"append|extend|insert|remove|reverse|sort|add|discard|pop|popitem|clear|setdefault|\w*update"
_NOT_NONE: Final = (
    "write a number that means nothing, such as -1, in place of None, or index the tuple or the list that the values come from"
)

_ONE_LENGTH: Final = "give all one length, filled up with -1, or put the parts into two containers"

OF_CONTAINERS: Final = (
    (
        r"Invalid use of _Method\((?:set|list)\.(\w+) for (?:reflected )?(set|list)\((?:tuple of|Tuple\()[^\n]* with "
        r"parameters \((?:tuple of|Tuple\()",
        r"\1() gives a \2 of tuples one of another length or kind, or with a tuple of another length in it",
        _ONE_LENGTH,
    ),
    (
        r">>> i?add\(list\((?:tuple of|Tuple\()[^\n]*list\((?:tuple of|Tuple\()",
        "lists are joined whose tuples differ in length or kind",
        _ONE_LENGTH,
    ),
    (
        r">>> hash\([^\n]*tuple of any length",
        "a tuple with a tuple of any length in it is put into a set or dictionary that a hook makes",
        "keep a list of them, or number them",
    ),
    (
        r"^\s*$",
        "a container is given a value, or a key, of another type than it began with, such as a tuple of another length",
        _ONE_LENGTH,
    ),
    (
        r">>> (?:setitem|delitem)\((list|tuple|dict|set|frozenset)(?: of|,)[^\n]*",
        r"it changes a \1 of the solver or of a module, and a hook may be called twice for one node",
        "keep the value in the position, or change a copy, such as [list(row) for row in rows]",
    ),
    (
        rf"Unknown attribute '({_CHANGES})' of type (list|dict|set)\n",
        r"it calls \1() of a \2 of the solver or of a module, and a hook may be called twice for one node",
        r"keep the value in the position, or change a copy, \2(...)",
    ),
    (
        r"Unknown attribute '(__(?:getitem|contains|len|add|sub|mul|and|or|eq|ne|lt|le|gt|ge)__)' of type ",
        r"\1 is called by its name",
        "write the operator, such as items[key], or a lambda with it",
    ),
    (
        r"(?:>>> setitem\(|_Method\(list\.\w+ for )list\((?:list|dict|set|frozenset)(?: of [^\n]*?)?\)",
        "a list of rows of the solver is given a row that the hook makes",
        "make all rows in the hook, such as [list(row) for row in rows]",
    ),
    (
        r">>> setitem\(list\((?!none)([^\n]+?)\), u?int\d+, ([^\n]+)\)",
        r"a list of \1 is given \2",
        "give its items one type",
    ),
    (
        r">>> setitem\(Tuple\(",
        "an item is set in a list whose items are of several types",
        "give its items one type, such as float(...) around ints",
    ),
    (r"TypingError: (a frozenset has tuples of several lengths); ([^\n]+)", r"\1", r"\2"),
    (
        r">>> \w+\((?:(?:keys|items)\[|[^\n]*, (?:keys|items)\[)",
        "the keys, or the items, of a dictionary are combined, or compared",
        "write set(...) around each, such as set(a) & set(b) or set(a.items()) == set(b.items())",
    ),
    (
        r">>> contains\(DictType",
        "a dictionary is asked for a key of another type than its keys have, or compared with a dictionary or a set of such",
        "give the keys one type, and ask for that",
    ),
    (
        r">>> \w+\(range_state",
        "a range is compared",
        "write list(...) around it",
    ),
    (
        r">>> i?or_?\(DictType\[[^\n]*, (?:DictType\[|dict\b)",
        "two dictionaries of other types of keys, or of values, are joined by |",
        "give their keys, and their values, one type, such as float(...) around ints",
    ),
    (
        r">>> i?or_?\(DictType",
        "a dictionary and what is none are joined by |",
        "write d[key] = value for each pair",
    ),
    (
        r"on a literal dictionary, return type cannot be statically determined",
        "a dictionary that is written out has values of several types, or functions, and is asked for one",
        "write if and else, or give its values one type",
    ),
    (
        r"Cannot unify _Written\(<[\w-]+ (\w+)[^\n]*\) and [^\n]*? for '",
        r"a value is a function, such as \1, on one branch, and another on another",
        "call each in its place, by if and else",
    ),
    (
        r"Can't return function object",
        "a function is chosen and kept, as from a dictionary",
        "call each in its place, by if and else",
    ),
    (
        r"heap type must be the same as item type",
        "a heap of items of one type is given an item of another",
        "give the items one type, such as float(...) around ints",
    ),
    (
        r"No implementation of function Function\(<built-in function iter>\)",
        "iter() is given a function and a value to stop at",
        "write while True, and break",
    ),
    (
        r"could not convert string to float: ('[^\n]*?')|invalid literal for int\(\) with base \d+: ('[^\n]*?')",
        r"the text \1\2, which is no number, is made one",
        "raise ValueError(...) there, or leave it out",
    ),
    (
        r">>> contains\((?:Tuple|LiteralList|list)\([^\n]*(?:Tuple\(|tuple of )",
        "a tuple is looked up among tuples of other types",
        "give them one type, such as float(...) around ints, or compare with each by ==",
    ),
    (
        r"use of getiter with parameters \((?:Int)?Enum class<[^\n]*?>\((\w+)\)",
        r"a function, such as product() with repeat=, goes over the enum \1",
        r"write list(\1) in its place, or loops over \1 inside each other",
    ),
    (
        r">>> \w+\([^\n]*LiteralList\(",
        "a list of items of several types is compared, or passed on",
        "give its items one type",
    ),
    (
        r"^<class 'numba\.core\.types\.misc\.Undefined'>$",
        "a loop, or any() or all(), goes over a tuple of values that may be None",
        "write a list, [a, b], or test each by its name",
    ),
    (
        r"typed_getitem\(LiteralList|Poison<[^\n]*LiteralList|__getitem__ on a literal list",
        "a list of items of several types is searched, indexed by a variable, or taken apart",
        "give its items one type, or write a tuple",
    ),
    (
        r"Cannot cast [^\n]+? to list\([^\n]*?\): %",
        "a slice of a list is given a tuple, or a row of the solver",
        "write list(...) around it",
    ),
    (
        r">>> _defer_hash\([^\n]*(?:OptionalType|none)",
        "a record of which a part may be None is a key of a set or a dictionary, or is hashed",
        "write a number that means nothing, such as -1, in place of None",
    ),
    (
        r"Cannot unify [^\n]*range_state_\w+[^\n]* for '",
        "a value is a range on one branch, and a list or a tuple on another",
        "write list(range(...))",
    ),
    (
        r"cannot safely cast ([^\n]+?) to (\w[^\n.]*)",
        r"a dictionary, a list or a set that a hook makes has a \2 first, and a \1 behind it",
        "give its items, and its keys, one type",
    ),
    (
        r"Unknown attribute 'shape' of type (?:int64|float64|bool)",
        "a number is asked for .shape, as by a function of numpy that takes arrays, such as clip",
        "write min() and max(), or give it an array",
    ),
    (
        r"The use of yield in a closure(?:[^\n]*\n){1,6}?[^\n]*\baccumulate\(",
        "itertools.accumulate, which is not supported in machine code, is given a generator",
        "write a loop that appends each sum to a list",
    ),
    (
        r"NameError: name '(\w+)' is not defined",
        r"the name \1 is not defined, or is that of the items of a generator expression that is kept or passed on",
        "define the name, or write a list, [... for ...]",
    ),
    (
        r"Can't unify yield type from the following types: ([^\n]+), \1\s*\n",
        r"a generator yields two kinds of \1, as where one has a tuple of the position, and the other one that the hook makes",
        "make the values in one way, such as tuple([...]) around each such tuple",
    ),
    (
        r">>> setitem\(list\(none",
        "a list of None is given other items",
        "begin with a number that means nothing, such as [-1] * 5, or build the list by append()",
    ),
    (
        r">>> (?:set|with_all)\(list\((?:none|OptionalType)",
        "a set that a hook makes has None in it",
        "write a number, or a member, that means nothing, such as -1, in place of None",
    ),
    (
        rf">>> dict\({_GENERATOR}[^\n]*OptionalType",
        "a dictionary that a hook makes has a key or a value that may be None",
        _NOT_NONE,
    ),
    (
        r"Dict\.(?:key|value)_type cannot be of type OptionalType",
        "a dictionary that a hook makes has a key or a value that may be None",
        _NOT_NONE,
    ),
    (
        r"Dict\.(?:key|value)_type cannot be of type none",
        "a dictionary that a hook makes has None beside other keys or values",
        "write a number that means nothing, such as -1, in place of None",
    ),
    (
        r"No implementation of function Function\(<function ol_dict_update|missing a required argument: 'other'",
        "update() of a dictionary is given pairs, or named values",
        "write update({key: value}), or d[key] = value for each",
    ),
    (r"Unknown attribute 'fromkeys'", "dict.fromkeys is called", "write {key: value for key in keys}"),
    (
        r"tuple of any length\([^\n]*\) as key is forbidden",
        "a tuple of any length is a key of a dictionary that a hook makes",
        "keep (key, item) pairs in a list, or write tuples of one length, filled up with -1",
    ),
    (
        r"Cannot unify (?:Tuple\(\) and (?:OptionalType\()?tuple of any|(?:OptionalType\()?tuple of any[^\n]*? and Tuple\(\))",
        "a value is an empty tuple on one branch, and a tuple of any length on another",
        "make the empty one of another tuple; write other[:0] for it",
    ),
    (
        r"'items' is not in list",
        "the empty frozenset, frozenset(), is looked up in a dictionary or a set, or compared",
        "ask for its length beforehand",
    ),
    (
        r"All (?:arguments must be Sets|Sets must be of the same type), got \([^\n]*?frozenset[^\n]*\)",
        "a frozenset and a set are combined by |=, &= or similar, or have items of different types",
        "write a = a | {...}, with items of one type",
    ),
    (
        rf"Cannot unify {_GENERATOR} and ",
        "a value is one generator on one branch, and another on another",
        "write a loop over each, or make lists of both, list(...)",
    ),
    (
        rf"Unknown attribute '(\w+)' of type {_GENERATOR}",
        r"a generator is asked for \1()",
        "leave it out, or loop over the generator; what is not asked for is not computed",
    ),
    (
        rf"No implementation of function Function\(<(?:class '|built-in function |function )(\w+)[^\n]*\n(?:[^\n]*\n)*?[^\n]*"
        rf">>> \1\({_GENERATOR}",
        r"\1() is given a generator",
        "write list(...) around the generator",
    ),
    (
        r"opcode \(GET_YIELD_FROM_ITER\)|opcode \(SEND\)",
        "the value of a yield from is asked for",
        "loop over the generator, for each in ...: yield each, and compute the value apart",
    ),
    (
        r"opcode \(DICT_MERGE\)",
        "a call passes on a dictionary by **",
        "name its arguments, f(by=2), or write if and else where the name differs",
    ),
    (
        r"Can't unify yield type from the following types: (?:none, (?!none)|(?:\w+, )+none\b)",
        "a generator yields None, or a value whose type is not clear where it is yielded",
        "loop over it in a for of its own, and yield values of one type",
    ),
    (
        r"Untyped global name '(defaultdict)'",
        "a defaultdict is of other items than numbers, is passed on, or is given items at once",
        "write a dict and get(key, 0) for numbers; for lists under keys below n, rows = [[0][:0] for _ in range(n)] and "
        "rows[key].append(item); for others, a list of (key, item) pairs",
    ),
)
"""Patterns of Numba's explanations, their meaning, and what to write instead; these come before those of `constructs`."""
