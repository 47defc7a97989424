"""Python's meaning in machine code: what Numba computes otherwise than Python is put right, or refused."""
