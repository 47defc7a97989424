"""A maze in a photograph: find the walls in uneven light, then the cheapest path that keeps away from them."""

from pathlib import Path

import numpy as np
from attrs import frozen
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from genastar import AStar, Cost, Node, OpenList

Pixel = tuple[int, int]

PHOTO = Path(__file__).parent / "data" / "maze_photo.jpg"
START, GOAL = (40, 20), (316, 309)
PICTURE = Path("out/maze_photo.png")
STEPS = ((1, 0, 5), (0, 1, 5), (-1, 0, 5), (0, -1, 5), (1, 1, 7), (-1, 1, 7), (-1, -1, 7), (1, -1, 7))


@frozen(eq=False)
class Maze(AStar[Pixel, Cost[int]]):
    price: NDArray[np.int64]  # the price of a step to each pixel, by row and column; 0 is a wall
    goal: Pixel

    def add_neighbours(self, node: Node[Pixel, Cost[int]], open_list: OpenList[Pixel, Cost[int]]) -> None:
        x, y = node.position
        height, width = self.price.shape
        for dx, dy, length in STEPS:
            if 0 <= x + dx < width and 0 <= y + dy < height:
                price = int(self.price[y + dy, x + dx])
                if price:
                    open_list.relax((x + dx, y + dy), node.cost.travelled + length * price)

    def estimate(self, position: Pixel) -> int:  # far from the walls a step costs its length
        dx, dy = abs(position[0] - self.goal[0]), abs(position[1] - self.goal[1])
        return 5 * max(dx, dy) + 2 * min(dx, dy)

    def is_destination(self, position: Pixel) -> bool:
        return position == self.goal


if __name__ == "__main__":
    photo = Image.open(PHOTO)
    grey = photo.convert("L").filter(ImageFilter.GaussianBlur(1))  # reduces noise
    around = grey.filter(ImageFilter.GaussianBlur(20))
    ink = np.asarray(grey) < 0.8 * np.asarray(around)  # darker than the surroundings, because the light is uneven
    beside = np.asarray(Image.fromarray(ink).convert("L").filter(ImageFilter.MaxFilter(9))) > 0
    result = Maze(np.where(ink, 0, np.where(beside, 5, 1)), GOAL).search(START)
    assert result.found
    close = sum(bool(beside[y, x]) for x, y in result.path)
    print(f"A way of {len(result.path)} pixels, {close} of them within 4 pixels of a wall; cost {result.cost.travelled}")
    ImageDraw.Draw(photo).line([*result.path], fill=(220, 40, 40), width=3)
    PICTURE.parent.mkdir(exist_ok=True)
    photo.save(PICTURE)
    print(f"Picture: {PICTURE}")
