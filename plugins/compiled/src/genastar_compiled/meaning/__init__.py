"""Python's meaning in machine code: operations that Numba computes differently are replaced or refused."""
