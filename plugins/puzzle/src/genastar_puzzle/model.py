"""The model: a board as a world of moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from typing import ClassVar, cast

from attrs import evolve, field, frozen

from genastar import AStar, BadInput, Choice, Cost, Domain, DomainInfo, Example, Question, Result, Trace
from genastar.algorithms import Astar, IdaStar
from genastar.files import AnyPath
from genastar_puzzle.boards import Board, Shape, checked_tiles
from genastar_puzzle.draw import draw_moves
from genastar_puzzle.info import INFO, Options
from genastar_puzzle.read import read_board, read_source
from genastar_puzzle.search import AnyProblem, State, pack, problem_of, unpack

FEW_PLACES = 10
"""Boards of so many places have two million neighbours at most, which A* can remember."""


@frozen(eq=False)
class Puzzle(Domain[Board, Cost[int], Options, State]):
    """A sliding-tile puzzle. A position is a board: its tiles in reading order, 0 being the gap. Each move costs 1."""

    info: ClassVar[DomainInfo] = INFO

    name: str
    """The source, in messages."""
    options: Options
    shape: Shape
    board: Board
    """As it was read: the start."""
    goal: Board
    _plain: AnyProblem = field(init=False, repr=False)
    """A problem, for what does not depend on the goal."""

    @_plain.default
    def _make_plain(self) -> AnyProblem:
        return problem_of(self.shape, (self.goal,), self.options.heuristic)

    @classmethod
    def read(cls, source: object, options: Options) -> Puzzle:
        """A file, or rows of numbers; see `read_source`."""
        found = read_source(source, options.width)
        return cls(found.name, options, found.shape, found.start, found.goal or found.shape.ordered(options.gap))

    @classmethod
    def examples(cls) -> Iterable[Example[Board]]:
        """Boards of all kinds: square and not, packed and wide, near and far, and with several goals."""
        for rows, options in (
            ("8 1 3 / 4 0 2 / 7 6 5", Options()),
            ("5 1 3 4 / 2 0 7 8 / 9 6 10 11 / 13 14 15 12", Options()),
            ("4 1 / 3 2 / 5 0", Options(gap="first")),
            ("1 2 3 4 5 / 6 7 8 9 10 / 11 12 0 13 15 / 16 17 18 14 19 / 21 22 23 24 20", Options()),
        ):
            puzzle = _of(rows, options)
            yield Example(puzzle, puzzle.board, (puzzle.goal,))
        puzzle = _of("3 1 2 / 0 4 5", Options())
        yield Example(puzzle, puzzle.board, ((1, 2, 3, 4, 5, 0), (0, 1, 2, 3, 4, 5)))

    def parse(self, text: str) -> Board:
        """``1 2 3 / 4 5 6 / 7 8 0``."""
        return read_board(text, self.shape)

    def format(self, position: Board) -> str:
        """``1 2 3 / 4 5 6 / 7 8 0``."""
        return " / ".join(" ".join(map(str, row)) for row in self.shape.rows(position))

    def to_state(self, position: Board) -> State:
        """Return the board packed.

        Raises:
            BadInput: it is no board of this shape.
        """
        return pack(self._checked(position))

    def to_positions(self, states: Sequence[State], question: Question[Board]) -> tuple[Board, ...]:
        """Return the boards of packed ones."""
        return tuple(unpack(self._plain, state) for state in states)

    def problem(self, goals: tuple[Board, ...], starts: tuple[Board, ...] = ()) -> AStar[State, Cost[int]]:
        """Return the problem that ends at any of these boards.

        Raises:
            BadInput: one of them is no board of this shape; or no moves lead from any start to any goal, which their parities
                tell at once.
        """
        wanted, origins = (list(dict.fromkeys(map(self._checked, boards))) for boards in (goals, starts))
        leads = self.shape.leads
        boards = tuple(goal for goal in wanted if not origins or any(leads(origin, goal) for origin in origins))
        if wanted and not boards:
            raise BadInput(
                f"{self.name}: no moves lead from {self.format(origins[0])} to {self.format(wanted[0])}: of all boards only "
                "half can be reached, and this is of the other half; exchange any two tiles, or look whether the option gap is "
                "right"
            )
        return cast("AStar[State, Cost[int]]", problem_of(self.shape, boards, self.options.heuristic))

    def choose(self, question: Question[Board]) -> Choice:
        """Return IDA* for large boards, and A* for small ones."""
        places = self.shape.places
        if places > FEW_PLACES:
            return Choice(IdaStar(), f"the boards of {places} places are too many to remember")
        return Choice(Astar(), f"all the boards of {places} places can be remembered")

    def default_start(self) -> Board:
        """The board that was read."""
        return self.board

    def default_goals(self) -> tuple[Board, ...]:
        """The goal that was read, or the tiles in order; see the option ``gap``."""
        return (self.goal,)

    def configured(self, options: Options) -> Puzzle | None:
        """The same board under other options; it is to be read again if they change how it is read, or its goal."""
        if (options.gap, options.width) != (self.options.gap, self.options.width):
            return None
        return evolve(self, options=options)

    def draw(self, result: Result[Board, Cost[int]], trace: Trace[State, Cost[int]], out: AnyPath) -> None:
        """The moves: as text, which tile slides where, and each board; as an image, the boards."""
        draw_moves(self.shape, self.board, result, out)

    def _checked(self, board: Board) -> Board:
        """The board in Python's ints, if it is one of this shape."""
        try:
            tiles = tuple(index(tile) for tile in board)
        except TypeError:
            raise BadInput(f"{str(board)[:60]} is no board; give a tuple of {self.shape.places} whole numbers") from None
        if len(tiles) != self.shape.places:
            raise BadInput(f"{str(board)[:60]} has {len(tiles)} places; this board has {self.shape.places}")
        return checked_tiles([(str(tiles), tile) for tile in tiles])


def _of(rows: str, options: Options) -> Puzzle:
    """A puzzle from rows with ``/`` between them."""
    return Puzzle.read([[int(tile) for tile in row.split()] for row in rows.split("/")], options)
