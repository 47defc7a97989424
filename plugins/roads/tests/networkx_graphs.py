"""Graphs of networkx, and what its functions give of them."""

from __future__ import annotations

import networkx as nx


def find_outcome(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except (nx.NetworkXException, ValueError, TypeError, ArithmeticError) as error:
        return type(error), str(error)


def make_lattice(side=60):
    graph = nx.grid_2d_graph(side, side, create_using=nx.DiGraph)
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["length"] = 1 + number * 7 % 13
    return graph
