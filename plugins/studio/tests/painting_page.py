"""The painting half of the page in a browser, and short words for what one does there."""

from __future__ import annotations

from typing import Any

WALL = (40, 40, 40)


WHITE = (255, 255, 255)


class Desk:
    """The page, and short words for what one does there."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if "Content Security" in message.text else None)

    def go(self, address: str) -> Desk:
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready=true]")
        return self

    def read(self, script: str, *what: Any) -> Any:
        return self.page.evaluate(script, *what)

    def blank(self, domain: str = "grid", width: int = 20, height: int = 12, **options: object) -> None:
        """A blank world; nothing is searched, so that only the map is seen."""
        blank = {"domain": domain, "width": width, "height": height}
        self.read("([blank, options]) => studio.open({ blank, options }).then(() => null)", [blank, options])
        self.settle()

    def settle(self) -> None:
        """Wait until the server knows all, and until all is drawn."""
        self.read(
            """async () => {
                await studio.world.settled();
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            }"""
        )

    def values(self) -> list[float]:
        """Of the page, which must be those of the server."""
        self.settle()
        here, there = self.read(
            """async () => {
                const bytes = await studio.api.part(studio.world.id, "values");
                return [[...studio.world.values], [...new Float64Array(bytes)]];
            }"""
        )
        assert here == there
        return list(here)

    def painted(self, ground: float = 1) -> dict[int, float]:
        """Places that are not as in a blank world."""
        return {place: value for place, value in enumerate(self.values()) if value != ground}

    def point(self, place: int) -> tuple[float, float]:
        """Where a place is on the page."""
        x, y = self.read(
            """(place) => {
                const [stage] = studio.stages;
                const box = stage.canvas.getBoundingClientRect();
                const { x, y } = stage.pointOf(place);
                return [box.left + x, box.top + y];
            }""",
            place,
        )
        return x, y

    def drag(self, *places: int, button: str = "left", key: str | None = None) -> None:
        mouse = self.page.mouse
        mouse.move(*self.point(places[0]))
        if key:
            self.page.keyboard.down(key)
        mouse.down(button=button)
        for place in places[1:]:
            mouse.move(*self.point(place), steps=4)
        mouse.up(button=button)
        if key:
            self.page.keyboard.up(key)

    def colour(self, place: int) -> tuple[int, int, int]:
        """What is on the canvas, beside a place's middle."""
        self.settle()
        red, green, blue = self.read(
            """(place) => {
                const [stage] = studio.stages;
                const { x, y } = stage.pointOf(place);
                const ratio = stage.canvas.width / stage.canvas.clientWidth;
                const [dx, dy] = [stage.placeWidth * 0.3, stage.placeWidth * 0.3];
                const { data } = stage.canvas.getContext("2d").getImageData((x + dx) * ratio, (y + dy) * ratio, 1, 1);
                return [...data].slice(0, 3);
            }""",
            place,
        )
        return red, green, blue

    def camera(self) -> tuple[float, float, float]:
        x, y, scale = self.read("[studio.stages[0].camera.x, studio.stages[0].camera.y, studio.stages[0].camera.scale]")
        return x, y, scale

    def ends(self) -> tuple[Any, list[Any]]:
        start, goals = self.read("[studio.start, studio.goals]")
        return start, goals

    def said(self) -> str:
        return " | ".join(self.page.locator("#toasts .toast p").all_text_contents())

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_timeout(20)

    def opened(self, name: str) -> None:
        """Wait until a world of this name is shown."""
        self.page.wait_for_function("(name) => studio.world?.name.includes(name)", arg=name)
        self.settle()


def at(x: int, y: int, width: int = 20) -> int:
    return y * width + x
