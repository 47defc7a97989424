"""Conversions for other libraries: events, trees and answers for pandas, trees for networkx.

Each library is imported only by the function that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from genastar.contracts.tree import Tree
from genastar.errors import BadInput, make_missing_library_error
from genastar.many.answer import Answer
from genastar.recipes.comparison import ComparisonRow, tabulate_comparison
from genastar.values.arguments import expect, iterate_items
from genastar.values.cost import Cost, get_travelled
from genastar.values.node import Node
from genastar.values.observer import Trace
from genastar.values.result import Result

if TYPE_CHECKING:
    import networkx as nx  # type: ignore[import-untyped]
    import pandas as pd

Columns = dict[str, list[object]]

_COUNTS: Final = ("expanded", "generated", "reopened", "peak_open", "seconds", "engine", "algorithm", "bound")
"""The attributes of a result that have a column of the same name."""


def to_pandas(
    found: Trace[Any, Any] | Tree[Any, Any] | Iterable[Answer[Any, Any, Any] | Result[Any, Any] | ComparisonRow],
) -> pd.DataFrame:
    """Return a table with a row for each event of a trace, each position of a tree, each answer, or each row of a comparison.

    Positions are one column of objects. A `Cost` fills the columns ``g``, ``h`` and ``f``, another cost the column ``cost``.

    - for a trace: ``kind``, ``position``, ``parent`` and the cost;
    - for a tree: ``position``, ``parent``, the cost and ``settled``;
    - for answers: ``outcome``, ``cost`` (g of a `Cost`), ``positions`` (the length of the path), ``expanded`` and the other
      counts of a `Result`, ``path``; before these, with an executor, ``number``, ``question`` and ``error``;
    - for a comparison: the fields of its rows.

    Args:
        found: a trace, a tree, answers of `search_many`, results of searches, or rows of `compare`. An iterator is consumed.

    Raises:
        BadInput: the argument is of another type, or pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise make_missing_library_error("to_pandas()", "pandas", error) from error
    if isinstance(found, Trace):
        kinds: list[object] = [event.kind.value for event in found.events]
        return pd.DataFrame({"kind": kinds} | _tabulate_nodes([event.node for event in found.events]))
    if isinstance(found, Tree):
        nodes = list(found.values())
        settled: list[object] = [found.is_settled(node.position) for node in nodes]
        return pd.DataFrame(_tabulate_nodes(nodes) | {"settled": settled})
    rows = list(iterate_items("found", found, "a trace, a tree, answers, or rows of a comparison"))
    if rows and all(isinstance(row, ComparisonRow) for row in rows):
        return pd.DataFrame(tabulate_comparison(cast("list[ComparisonRow]", rows)))
    return pd.DataFrame(_tabulate_answers(rows))


def to_networkx(tree: Tree[Any, Any]) -> nx.DiGraph:
    """Return a tree as a directed graph with a node for each position and an edge from its parent.

    Nodes have the attributes ``g``, ``h`` and ``f``, or ``cost``, and ``settled``. If costs are `Cost`, edges have the
    attribute ``weight``, the cost of the step.

    Raises:
        BadInput: the argument is not a tree, or networkx is not installed.
    """
    try:
        import networkx as nx
    except ImportError as error:
        raise make_missing_library_error("to_networkx()", "networkx", error) from error
    expect("tree", tree, Tree, "the tree of a search, such as explore() returns")
    graph = nx.DiGraph()
    for node in tree.values():
        graph.add_node(node.position, **_split_cost(node.cost), settled=tree.is_settled(node.position))
        if node.parent is not None:
            parent = tree[node.parent]
            is_cost = isinstance(node.cost, Cost) and isinstance(parent.cost, Cost)
            step = {"weight": node.cost.travelled - parent.cost.travelled} if is_cost else {}
            graph.add_edge(parent.position, node.position, **step)
    return graph


def _tabulate_nodes(nodes: Sequence[Node[Any, Any]]) -> Columns:
    found: Columns = {"position": [node.position for node in nodes], "parent": [node.parent for node in nodes]}
    if all(isinstance(node.cost, Cost) for node in nodes):
        parts = [(node.cost.travelled, node.cost.left, node.cost.total) for node in nodes]
        return found | {name: [part[column] for part in parts] for column, name in enumerate("ghf")}
    return found | {"cost": [node.cost for node in nodes]}


def _split_cost(cost: Any) -> dict[str, object]:
    return {"g": cost.travelled, "h": cost.left, "f": cost.total} if isinstance(cost, Cost) else {"cost": cost}


def _tabulate_answers(answers: Sequence[Answer[Any, Any, Any] | Result[Any, Any]]) -> Columns:
    many = [each for each in answers if isinstance(each, Answer)]
    results = [each.found if isinstance(each, Answer) else each for each in answers]
    if len(many) not in (0, len(answers)) or not all(isinstance(each, Result | None) for each in results):
        wanted = "a trace, a tree, answers of search_many, results of searches, or rows of compare, and not a mixture"
        raise BadInput(f"to_pandas() accepts {wanted}")
    found: Columns = {}
    if many:
        found = {"number": [each.number for each in many], "question": [each.question for each in many]}
        found["error"] = [None if each.error is None else str(each.error) for each in many]
    outcomes: list[object] = [None if each is None else each.outcome.value for each in results]
    paths: list[Any] = [() if each is None else each.path for each in results]
    found |= {"outcome": outcomes, "cost": [None if each is None else get_travelled(each.cost) for each in results]}
    found["positions"] = [len(path) for path in paths]
    for name in _COUNTS:
        found[name] = [None if each is None else getattr(each, name) for each in results]
    return found | {"path": paths}
