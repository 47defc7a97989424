"""Numba's look for SciPy, whose BLAS multiplies matrices, without the import of SciPy.

Numba imports SciPy with the functions of arrays, which takes a third of the time to load a program. Few hooks multiply
matrices. Where one does, Numba imports SciPy then.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from numba.np import linalg


def import_arrays() -> None:
    """Import Numba's functions of arrays before Numba does, so that they only look whether SciPy is installed."""
    importing, linalg.ensure_blas = linalg.ensure_blas, _require_scipy
    try:
        import_module("numba.np.arraymath")
    finally:
        linalg.ensure_blas = importing


def _require_scipy() -> None:
    if find_spec("scipy") is None:
        raise ImportError("scipy is required for linear algebra")
