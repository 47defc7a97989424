"""Linking functions into programs.

Numba makes machine code of each function that it compiles, although all that a program calls is inlined into its one entry.
The compilers here stop before that. They optimise each function as Numba does: left to the entry alone, LLVM made loops
that ran a tenth longer. Of the entry, the compiler keeps the machine code alone, in memory and in the cache.

Functions of Numba's library, such as ``str.split``, come into a program by `compilers.Inside`, a target of their own. The large
ones are not inlined, and linked into the entry alone: else each caller and its callers would optimise them again.
"""
