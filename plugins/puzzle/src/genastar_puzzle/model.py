"""The puzzle domain: a board that answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import ClassVar, cast

from attrs import evolve, field, frozen

from genastar import AStar, BadInput, Cost, Domain, Result, Trace
from genastar.algorithms import Astar, IdaStar
from genastar.authoring import Choice, DomainInfo, Example, Question
from genastar.files import AnyPath
from genastar.worlds.view import Board as BoardView
from genastar_prepare.patterns import EstimateValue, Guided
from genastar_puzzle.boards import Board, BoardShape, check_tiles
from genastar_puzzle.draw import draw_moves
from genastar_puzzle.info import INFO, Options
from genastar_puzzle.read import read_board, read_source
from genastar_puzzle.search import AnyProblem, State, make_problem, pack, unpack

FEW_PLACES = 10
"""Largest board for which A* is the default: its two million boards fit into memory."""


@frozen(eq=False)
class Puzzle(Domain[Board, Cost[int], Options, State]):
    """A sliding-tile puzzle. A position is a board: its tiles row by row, 0 for the gap. Each move costs 1."""

    info: ClassVar[DomainInfo] = INFO

    name: str
    """Name of the source in messages."""
    options: Options
    shape: BoardShape
    board: Board
    """The board that was read: the start."""
    goal: Board
    heuristic: EstimateValue[State, int] | None = field(default=None, repr=False, kw_only=True)
    """The estimate of the moves to the goal, in place of that of the options; see `with_patterns`."""
    _plain: AnyProblem = field(init=False, repr=False)
    """A problem for operations that do not depend on the goal."""

    @_plain.default
    def _make_plain(self) -> AnyProblem:
        return make_problem(self.shape, (self.goal,), self.options.heuristic)

    @classmethod
    def read(cls, source: object, options: Options) -> Puzzle:
        """Read a file, or rows of numbers; see `read_source`."""
        found = read_source(source, options.width)
        return cls(found.name, options, found.shape, found.start, found.goal or found.shape.make_ordered_board(options.gap))

    @classmethod
    def examples(cls) -> Iterable[Example[Board]]:
        """Yield boards of all kinds: square and not, packed and wide, near and far, and with several goals."""
        for rows, options in (
            ("8 1 3 / 4 0 2 / 7 6 5", Options()),
            ("5 1 3 4 / 2 0 7 8 / 9 6 10 11 / 13 14 15 12", Options()),
            ("4 1 / 3 2 / 5 0", Options(gap="first")),
            ("1 2 3 4 5 / 6 7 8 9 10 / 11 12 0 13 15 / 16 17 18 14 19 / 21 22 23 24 20", Options()),
        ):
            puzzle = _make_puzzle(rows, options)
            yield Example(puzzle, puzzle.board, (puzzle.goal,))
        puzzle = _make_puzzle("3 1 2 / 0 4 5", Options())
        yield Example(puzzle, puzzle.board, ((1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 4, 5)))

    def parse(self, text: str) -> Board:
        """Parse a board such as ``1 2 3 / 4 5 6 / 7 8 0``."""
        return read_board(text, self.shape)

    def format(self, position: Board) -> str:
        """Format a board as ``1 2 3 / 4 5 6 / 7 8 0``."""
        return " / ".join(" ".join(map(str, row)) for row in self.shape.split_rows(position))

    def to_state(self, position: Board) -> State:
        """Return the packed board.

        Raises:
            BadInput: the argument is no board of this shape.
        """
        return pack(self._check_board(position))

    def to_positions(self, states: Sequence[State], question: Question[Board]) -> tuple[Board, ...]:
        """Return the boards of packed boards."""
        return tuple(unpack(self._plain, state) for state in states)

    def problem(self, goals: tuple[Board, ...], starts: tuple[Board, ...] = ()) -> AStar[State, Cost[int]]:
        """Return the problem with these goals.

        Raises:
            BadInput: a goal is no board of this shape; or, by parity, no moves lead from any start to any goal.
        """
        wanted, origins = (list(dict.fromkeys(map(self._check_board, boards))) for boards in (goals, starts))
        leads = self.shape.is_reachable
        boards = tuple(goal for goal in wanted if not origins or any(leads(origin, goal) for origin in origins))
        if wanted and not boards:
            raise BadInput(
                f"{self.name}: no moves lead from {self.format(origins[0])} to {self.format(wanted[0])}: only half of all "
                "boards can be reached, and the goal is in the other half; exchange two tiles, or check the option gap"
            )
        if self.heuristic is not None and boards == (self.goal,):
            plain = cast("AStar[State, Cost[int]]", make_problem(self.shape, boards, "manhattan"))  # the cheapest to compute
            return Guided(plain, self.heuristic)
        return cast("AStar[State, Cost[int]]", make_problem(self.shape, boards, self.options.heuristic))

    def with_patterns(self, patterns: str | Sequence[Sequence[int]], folder: AnyPath | None = None) -> Puzzle:
        """Return the same board with additive pattern databases as the heuristic for its goal.

        Other goals keep the heuristic of the options. The estimate is admissible, but not consistent: IDA* finds the optimum,
        A* needs ``reopen=True`` for it.

        Args:
            patterns: the tiles of each pattern; or ``"5-5-5"``, ``"6-6-3"`` or ``"7-8"`` for the 15-puzzle, and
                ``"6-6-6-6"`` for the 24-puzzle.
            folder: where the tables are kept. They are opened if they are there, and otherwise built and saved, which takes
                from seconds to more than an hour.

        Raises:
            BadInput: see `genastar_puzzle.patterns.make_tile_patterns`.
        """
        from genastar_puzzle.patterns import find_partition, make_tile_patterns  # most puzzles do not need it

        partition = find_partition(patterns, self.shape, self.goal) if isinstance(patterns, str) else patterns
        heuristic = make_tile_patterns(self.shape, self.goal, partition, folder)
        return evolve(self, heuristic=heuristic)

    def choose(self, question: Question[Board]) -> Choice:
        """Choose IDA* for large boards and A* for small ones."""
        places = self.shape.places
        if places > FEW_PLACES:
            return Choice(IdaStar(), f"boards of {places} places have too many states for memory")
        return Choice(Astar(), f"all states of boards with {places} places fit into memory")

    def default_starts(self) -> tuple[Board, ...]:
        """Return the board that was read."""
        return (self.board,)

    def default_goals(self) -> tuple[Board, ...]:
        """Return the goal that was read, or the board in order; see the option ``gap``."""
        return (self.goal,)

    def with_options(self, options: Options) -> Puzzle | None:
        """Return the same board under other options; ``None`` if they change its goal or how it is read."""
        if (options.gap, options.width) != (self.options.gap, self.options.width):
            return None
        return evolve(self, options=options)

    def as_board(self) -> BoardView:
        """Return the size of the board."""
        return BoardView(self.shape.width, self.shape.height)

    def draw(self, result: Result[Board, Cost[int]], trace: Trace[State, Cost[int]], out: AnyPath) -> None:
        """Write a picture of the solution: as text, the tile of each move and the boards; as an image, the boards."""
        self.check_drawn((result,), trace)
        draw_moves(self.shape, self.board, result, out)

    def _check_board(self, board: Board) -> Board:
        """Return the board as Python's ints, after checking its shape."""
        try:
            tiles = tuple(index(tile) for tile in board)
        except TypeError:
            raise BadInput(f"{str(board)[:60]} is no board; give a tuple of {self.shape.places} whole numbers") from None
        if len(tiles) != self.shape.places:
            raise BadInput(f"{str(board)[:60]} has {len(tiles)} places; expected {self.shape.places}")
        return check_tiles([(str(tiles), tile) for tile in tiles])


def _make_puzzle(rows: str, options: Options) -> Puzzle:
    """Return a puzzle from rows separated by ``/``."""
    return Puzzle.read([[int(tile) for tile in row.split()] for row in rows.split("/")], options)
