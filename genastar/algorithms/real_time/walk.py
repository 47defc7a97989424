"""Walks: an agent that searches a little, moves, learns, and searches again."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from time import perf_counter
from typing import Any, ClassVar, Final, Generic, cast

from attrs import evolve, frozen

from genastar.algorithm import Algorithm, Promise
from genastar.algorithms.building_blocks.counts import Counts
from genastar.algorithms.building_blocks.learned_estimates import LearnedEstimates
from genastar.algorithms.building_blocks.remaining_costs import get_key_function
from genastar.algorithms.building_blocks.step_costs import StepCosts
from genastar.algorithms.building_blocks.wrappers import estimate_cost, hide_parents
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.contracts.tree import Tree
from genastar.memory.replay import Actions
from genastar.options import option, whole
from genastar.values.cost import Cost, N, V
from genastar.values.limits import Limits
from genastar.values.node import K
from genastar.values.result import Outcome, Result, make_result

PATIENCE: Final = 10
"""Searches from positions from which the agent has searched before, before the second search begins; then twice as many."""


@frozen
class Episode(Generic[K, N]):
    """The result of one search of an agent, from which it learns."""

    problem: Hooks[K, Cost[N]]
    """The problem, without what was learned before."""
    tree: Tree[K, Cost[N]]
    least: N
    """The cost of the path to a destination, or the least f of the open nodes."""
    steps: StepCosts[K, N]


@frozen
class RealTime(Algorithm):
    """The base class of algorithms for an agent that moves while it searches. Override `learn`."""

    promise: ClassVar[Promise] = Promise(None)
    counts_cost: ClassVar[bool] = False
    walks: ClassVar[bool] = True

    lookahead: int = option(100, whole(2, 1_000_000_000), "maximum number of expansions before a move, at least 2")

    @abstractmethod
    def learn(self, learned: LearnedEstimates[K, N], episode: Episode[K, N]) -> None:
        """Raise the estimates of the positions that a search closed."""

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the answer when the agent has arrived, or cannot."""
        walk = AgentWalk(cast("Request[K, Cost[Any]]", request), self)
        while walk.outcome is None:
            walk.move()
        yield cast("Result[K, V]", walk.result)


class AgentWalk(Generic[K, N]):
    """The walk of an agent. Each move is preceded by at most ``lookahead`` expansions.

    A search from the position of the agent expands that number of nodes. Then the agent learns, and moves along the path to the
    node with the least f, one step in each call of `move`, before it searches again.

    An agent that often plans at positions where it planned before may be caught: in a region without a destination, or in a
    circle of steps that cost nothing. It then gives half of its expansions to a second search, which continues from call to
    call. If that search ends without a path, no destination can be reached from where the agent is. If it finds a path, the
    agent follows it once it stands on it.

    Each search begins at the cost of the walk so far, so that hooks see what was truly travelled. Where a step costs something
    else after another cost travelled, the result still has the cost of the walk.
    """

    def __init__(
        self, request: Request[K, Cost[N]], algorithm: RealTime, learned: LearnedEstimates[K, N] | None = None
    ) -> None:
        start, cost = min(((request.start, request.cost), *request.more_starts), key=lambda each: each[1].total)
        self.path: list[K] = [start]
        """The positions of the walk so far."""
        self._paid: list[N] = [cost.travelled]
        """The cost of the walk at each of them."""
        self.outcome: Outcome | None = None
        """How the walk ended; ``None`` while it goes on."""
        self.learned = LearnedEstimates[K, N]() if learned is None else learned
        self._counts = Counts(request.limits)
        self._request = evolve(
            request,
            problem=hide_parents(request.problem),
            start=start,
            cost=cost,
            more_starts=(),
        )
        self._algorithm = algorithm
        self._engine = ""
        self._begin_again()

    @property
    def position(self) -> K:
        """Return where the agent is."""
        return self.path[-1]

    @property
    def expanded(self) -> int:
        """Return the number of expansions so far."""
        return self._counts.expanded

    @property
    def travelled(self) -> N:
        """Return the cost of the walk so far."""
        return self._paid[-1]

    def _begin_again(self) -> None:
        """Begin to plan, with nothing but what was learned."""
        zero = self._request.cost.travelled - self._request.cost.travelled
        self._steps = StepCosts(self._request.problem, zero, self._algorithm.name)
        self._ahead: deque[K] = deque()
        """The planned moves."""
        self._is_last = False
        """Whether they end at a destination."""
        self._key = get_key_function(self._request.problem)
        self._planned: set[Any] = set()
        """The keys of the positions from which the agent has searched."""
        self._way: dict[K, tuple[K, ...]] = {}
        """For each position of the paths to a destination that were found, the rest of its path."""
        self._proof: Run[K, Cost[N]] | None = None
        self._patience = PATIENCE
        self._waited = 0
        """Searches from known positions since the second search ended."""

    def move(self) -> None:
        """Move one step, or find out that the walk has ended: that the agent has arrived, cannot arrive, or met a limit."""
        if self.outcome is not None:
            return
        if not self._ahead:
            self._plan_moves()
        if self._ahead:
            there = self._ahead.popleft()
            self._paid.append(self._steps.step_from(self.position, self.travelled, there))
            self.path.append(there)
        if not self._ahead and self._is_last and self.outcome is None:
            self.outcome = Outcome.FOUND

    def change(self, problem: Hooks[K, Cost[N]], changed: Iterable[K] | None) -> None:
        """Set the problem after a change of the world; see `Learned.change`."""
        self._close_proof()
        problem = hide_parents(problem)
        self.learned.change(self._request.problem, problem, changed, self._request.engine)
        self._request = evolve(self._request, problem=problem)
        self._begin_again()
        self.outcome = Outcome.FOUND if self.outcome is Outcome.FOUND and problem.is_destination(self.position) else None

    @property
    def result(self) -> Result[K, Cost[N]]:
        """Return the result of the walk so far."""
        request, problem = self._request, self._request.problem
        path, found = tuple(self.path), self.outcome is Outcome.FOUND
        costs = tuple(estimate_cost(problem, *each) for each in zip(path, self._paid, strict=True))
        lefts = [cost.left for cost in costs]
        nearest = len(path) - 1 if found else lefts.index(min(lefts))
        return make_result(
            outcome=self.outcome or Outcome.LIMIT,
            path=path if found else (),
            cost=costs[-1] if found else None,
            closest=path[nearest],
            path_to_closest=path[: nearest + 1],
            **self._counts.sums,
            engine=self._engine,
            algorithm=request.algorithm,
            why=request.why,
            bound=None,
            costs=costs if found else (),
            actions=Actions(problem, path, costs) if found else (),
        )

    def _plan_moves(self) -> None:
        """Search, learn, and plan the next moves; or set the outcome."""
        if self._follow():
            return
        most = self._algorithm.lookahead
        place = self._key(self.position)
        if place in self._planned:
            self._waited += 1
            if self._proof is not None or self._waited > self._patience:
                most -= most // 2
                self._prove(self._algorithm.lookahead - most)
                if self.outcome is not None or self._follow():
                    return
        self._planned.add(place)
        self._search(most)

    def _search(self, most: int) -> None:
        """Search from the position of the agent, learn, and plan the moves to the best open node."""
        left = self._counts.left
        problem = self.learned.wrap_problem(self._request.problem)
        limits = left if left.expansions is not None and left.expansions < most else evolve(left, expansions=most)
        cost = estimate_cost(problem, self.position, self.travelled)
        asked = evolve(self._request, problem=problem, start=self.position, cost=cost, limits=limits, keeps_tree=True)
        with asked.begin() as run:
            result = run.finish()
            self._count(result)
            best = run.best_open
            is_cut = result.outcome is Outcome.LIMIT and limits.expansions == most and best is not None
            if not (result.found or is_cut):
                self.outcome = result.outcome
                return
            tree = run.tree
        if result.cost is not None:
            least, path = result.cost.travelled, result.path
        else:
            assert best is not None
            least, path = best.cost.total, tree.path_to(best.position)
        self._algorithm.learn(self.learned, Episode(self._request.problem, tree, least, self._steps))
        self._ahead.extend(path[1:])
        self._is_last = result.found

    def _follow(self) -> bool:
        """Follow the path that the second search found, if the agent is on it."""
        if self.position not in self._way:
            return False
        self._ahead.extend(self._way[self.position])
        self._is_last = True
        return True

    def _prove(self, expansions: int) -> None:
        """Continue the second search, or begin it at the position of the agent."""
        began = perf_counter()
        if self._proof is None:
            cost = estimate_cost(self._request.problem, self.position, self.travelled)
            asked = evolve(self._request, start=self.position, cost=cost, limits=Limits(), workspace=None)
            self._proof = asked.begin()
        left, before = self._counts.left, self._proof.expanded
        within = expansions if left.expansions is None else min(expansions, left.expansions)
        result = self._proof.advance(within)
        self._counts.expanded += self._proof.expanded - before
        if result is None:
            self._counts.seconds += perf_counter() - began
            return
        self._count(evolve(result, expanded=0, seconds=perf_counter() - began))
        self._close_proof()
        self._waited, self._patience = 0, 2 * self._patience
        if result.found:
            # Earlier paths stay: each of these searches begins where none of them leads along, so there are finitely many.
            self._way |= {position: result.path[step + 1 :] for step, position in enumerate(result.path)}
        else:
            self.outcome = result.outcome

    def _close_proof(self) -> None:
        if self._proof is not None:
            self._proof.close()
            self._proof = None

    def _count(self, result: Result[Any, Any]) -> None:
        self._counts.add(result)
        self._counts.seconds += result.seconds
        self._engine = result.engine
