"""A game: twenty units of three sizes cross a map of Tiled; their searches share a budget in each frame."""

import os
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from genastar import Cost
from genastar.recipes.frames import Frames, Ticket
from genastar_grid.info import Options
from genastar_grid.model import Grid

TOWN, TILE = Path(__file__).parent / "data" / "town.tmx", 16
COLOURS = {1: "gold", 2: "tomato", 3: "royalblue"}
Cell = tuple[int, int]


class Unit:
    """A square unit of so many cells a side, which stands on its upper left cell."""

    def __init__(self, size: int, start: Cell, goal: Cell, ticket: Ticket[Cell, Cost[float]]) -> None:
        self.size, self.cell, self.ticket = size, start, ticket
        self.name, self.known, self.arrived = f"{size}x{size} {start} -> {goal}", 0, 0
        self.steps: list[Cell] = []

    def update(self, frame: int) -> None:
        if not self.known and self.ticket.is_done:  # until then, ticket.path is the path as far as it is known
            self.known, self.steps = frame, list(self.ticket.path[1:])
        if self.steps:
            self.cell = self.steps.pop(0)
        elif self.known and not self.arrived:
            self.arrived = frame


if __name__ == "__main__":
    # In a game, give the budget as seconds=0.002; expansions make this program print the same everywhere.
    worlds = {size: Grid.read(TOWN, Options(unit=f"{size}x{size}")) for size in COLOURS}
    frames = Frames(worlds[1], expansions=450, runs=12)
    units = []
    for size, count in {1: 8, 2: 7, 3: 5}.items():
        for y in range(0, count * max(size, 2), max(size, 2)):
            start, goal = (size * (size - 1) // 2, y), (30 - size, 18 - size - y)
            units.append(Unit(size, start, goal, frames.ask(start, [goal], source=worlds[size])))
    screen, frame = pygame.display.set_mode((30 * TILE, 18 * TILE)), 0
    image = worlds[1].make_image(layers="map").resize(screen.get_size())
    while not all(unit.arrived for unit in units):
        frame += 1
        frames.advance()
        screen.blit(pygame.image.frombytes(image.tobytes(), image.size, "RGB"), (0, 0))
        for unit in units:
            unit.update(frame)
            (x, y), side = unit.cell, unit.size * TILE
            pygame.draw.rect(screen, COLOURS[unit.size], (x * TILE, y * TILE, side, side), border_radius=5)
        pygame.display.flip()
    for unit in units:
        length = getattr(unit.ticket.result, "cost", Cost(0.0, 0.0)).travelled
        print(f"{unit.name}: known in frame {unit.known}, length {length:.2f}, arrived in {unit.arrived}")
