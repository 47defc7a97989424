"""Machine code of an entry's source. What is imported here is not imported where an earlier process has made it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from genastar_compiled.compiler.arguments import outer
from genastar_compiled.compiler.code import target
from genastar_compiled.compiler.code.inlining import limit_size
from genastar_compiled.compiler.code.operations import OPERATIONS
from genastar_compiled.compiler.code.writer import Module
from genastar_compiled.compiler.compilation import Compilation
from genastar_compiled.compiler.kinds import INT, Kind
from genastar_compiled.compiler.outcomes import Outcome
from genastar_compiled.compiler.sources import TEXTS
from genastar_compiled.failures.refusal import Origin
from genastar_compiled.reach.generated import generated


def compile_entry(text: str, scope: dict[str, Any], leaves: Sequence[Kind], origin: Origin, position: Kind) -> Outcome:
    """Compile an entry for leaves of these kinds.

    Raises:
        NotCovered: a hook has a construct that the compiler does not know.
    """
    entry = generated(text, scope, "<entry>")
    TEXTS[entry] = text
    compilation = Compilation(takes_odd_indices=origin.odd, began_whole=origin.whole, position=position)
    routine = compilation.routine(entry, (INT, *leaves))
    limit_size(compilation.routines)
    module = Module()
    for each in compilation.routines:
        module.write(each, OPERATIONS)
    name, code = target.object_of(f"{module.text(*target.layout_and_triple())}\n{outer(routine, leaves)}\n")
    return Outcome(name, code, module.faults, compilation.kept)
