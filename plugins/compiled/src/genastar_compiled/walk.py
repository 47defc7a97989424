"""A round of IDA* in machine code: a search whose open list is that of `depth_first`."""

from __future__ import annotations

from attrs import evolve

from genastar import Result
from genastar.cost import V, rank
from genastar.engine import Question, Round
from genastar.node import K
from genastar_compiled import control
from genastar_compiled.control import WORDS
from genastar_compiled.engine import Compiled, Search
from genastar_compiled.memory import Memory
from genastar_compiled.program import Layout


class Walk(Search):
    """One round."""

    def __init__(self, engine: Compiled, question: Question[K, V], memory: Memory) -> None:
        super().__init__(engine, question, memory)
        self.shape = ("walk", *self.shape)

    def round(self) -> Round[K, V]:
        """Walk all that costs no more than the question's limit."""
        result: Result[K, V] = self.answer()
        closest = self._node(control.CLOSEST).cost if self.words[WORDS["has_closest"]] else None
        beyond = rank(self._node(control.BEYOND).cost) if self.words[WORDS["has_beyond"]] else None
        return Round(result, closest, beyond)

    def _narrowest(self) -> Layout:
        return evolve(super()._narrowest(), packed=False, dense=False, buckets=False, depth_first=True)

    def _grow(self) -> bool:
        line_is_short = self.words[WORDS["short"]] == control.LINE
        grown = super()._grow()
        if line_is_short:
            self._call(control.FILL_TABLE)
        return grown
