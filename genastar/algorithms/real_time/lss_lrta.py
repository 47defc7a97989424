"""LSS-LRTA*: real-time search that learns as much as each local search shows."""

from __future__ import annotations

from typing import ClassVar

from attrs import frozen

from genastar.algorithms.building_blocks.learned_estimates import LearnedEstimates
from genastar.algorithms.building_blocks.remaining_costs import back_up_estimates
from genastar.algorithms.real_time.walk import Episode, RealTime
from genastar.values.cost import N
from genastar.values.node import K


@frozen
class LssLrta(RealTime):
    """LSS-LRTA*: search, learn and move in turn, with at most ``lookahead`` expansions before each move.

    Koenig and Sun, Comparing real-time and incremental heuristic search for real-time situated agents, Autonomous Agents and
    Multi-Agent Systems 18, 2009. A search by A* from the agent expands ``lookahead`` nodes. The estimate of each of them rises
    to the least cost of a way to the border of that search plus the estimate there, by Dijkstra's algorithm. The agent moves to
    the border node with the least f, and searches again. See `genastar.Agent` for an agent that moves step by step.

    If the estimate is consistent, it stays so. In a finite graph, the agent arrives if a destination can be reached from
    everywhere it may come to. If it can reach none any more from where it is then, the outcome is UNREACHABLE, also if a path
    leads there from the start; see `Walk` for how it finds out. The path is the walk, and may visit positions again; nothing is
    proven of its cost. In repeated trials of one agent the cost of the walk falls to the optimum. Of several starts, the agent
    begins at the one with the least total.

    Use it where an agent must move before a search for the whole path would end. Compared with ``rtaa`` the walks are shorter
    for the same lookahead, and each search takes longer, because the hooks are called once more for each new position.

    Raises:
        ValueError: lookahead is not a whole number from 2 to 1,000,000,000.
    """

    name: ClassVar[str] = "lss-lrta"
    summary: ClassVar[str] = "move after every few expansions, and learn better estimates on the way"
    viewing_hint: ClassVar[str] = (
        "An agent moves after every few expansions; watch how it searches only around itself, and leaves dead ends again."
    )

    def learn(self, learned: LearnedEstimates[K, N], episode: Episode[K, N]) -> None:
        """Raise the estimates of closed positions to the least cost to the border plus the estimate there."""
        problem, tree = learned.wrap_problem(episode.problem), episode.tree
        learned.raise_to(back_up_estimates(problem, tree, episode.steps), tree, episode.problem)
