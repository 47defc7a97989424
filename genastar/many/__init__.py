"""Batches of questions, answered on threads, processes or a cluster."""

from __future__ import annotations

from genastar.many.answer import Answer
from genastar.many.solve import solve_many

__all__ = ["Answer", "solve_many"]
