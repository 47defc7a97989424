"""The page in a browser, with a few short words for what somebody does there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

ASTAR: dict[str, object] = {"algorithm": "astar"}


def weighted(weight: float) -> dict[str, object]:
    """The settings of a panel that searches by weighted A*."""
    return {"algorithm": "weighted", "algorithmOptions": {"weight": weight}}


class Studio:
    """The page as somebody sees it, with a few short words."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def open(self, source: str, *, settings: dict[str, object] | None = None) -> None:
        """Show a world, searched with these settings."""
        self.page.evaluate("(source) => studio.open({ source }).then(() => null)", source)
        if settings:
            self.set(settings)
        self.answered()

    def set(self, settings: dict[str, object], panel: int = 0) -> None:
        """Search a panel with these settings, without its form."""
        script = """([panel, settings]) => {
            const { list } = window.panels;
            Object.assign(list[panel].settings, settings);
            window.panels.tellSettings();
            list[panel].search();
        }"""
        self.page.evaluate(script, [panel, settings])

    def answered(self) -> None:
        """Wait until no panel searches any more."""
        self.page.wait_for_function("() => panels.list.every((each) => !each.watcher.busy && (each.answer || each.problem))")
        self.page.wait_for_timeout(60)

    def refusal_of(self, path: Path) -> str:
        """Upload a file that is refused, and return why."""
        self.page.click("#open")
        self.page.set_input_files("#open-file", path)
        self.page.wait_for_selector("#open-dialog .error-line:not([hidden])")
        told: str = self.page.inner_text("#open-dialog .error-line")
        return told

    def read(self, script: str) -> Any:
        return self.page.evaluate(script)

    def column(self, name: str) -> list[Any]:
        """A column of the active panel's trace, an entry for each event."""
        return self.read(f"[...panels.active.trace.{name}.slice(0, panels.active.trace.length)]")

    def places(self) -> list[int]:
        """Of each state of the active panel's trace."""
        return self.read("[...panels.active.trace.place.slice(0, panels.active.trace.states)]")

    def parents(self) -> list[int]:
        """Of each state of the active panel's trace at the cursor: its parent's number, or -1."""
        return self.read("Array.from({ length: panels.active.trace.states }, (_, state) => panels.active.cursor.parent(state))")

    def tinted(self, panel: int = 0) -> set[int]:
        """The places that have a tint."""
        tint = f"[...panels.list[{panel}].stage.overlay.tint]"
        return set(self.read(f"{tint}.flatMap((colour, place) => (colour ? [place] : []))"))

    def tab(self, name: str) -> None:
        self.page.click(f"#side [role=tab][data-tab={name}]")

    def move_scrub_bar(self, event: int) -> None:
        """Move the scrub bar."""
        self.page.evaluate(
            """(event) => {
                const bar = document.querySelector(".search-scrub");
                bar.value = event + 1;
                bar.dispatchEvent(new Event("input"));
            }""",
            event,
        )

    @property
    def at(self) -> int:
        return self.read("panels.active.cursor.at")

    @property
    def last(self) -> int:
        return self.read("panels.active.trace.length - 1")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def add_panel(self, algorithm: str = "") -> None:
        """Add a panel by the dialog: with another algorithm, or with that of the active panel."""
        self.press("Add a panel for comparison")
        self.page.click(f"#panel-dialog [data-panel='{algorithm}']")

    def colour_at(self, place: int, panel: int = 0) -> tuple[int, int, int]:
        """What is on the canvas, a little away from the middle of a place, where no path is drawn."""
        script = """async ([panel, place]) => {
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            const { stage, canvas } = panels.list[panel];
            const { x, y } = stage.pointOf(place);
            const ratio = canvas.width / canvas.clientWidth;
            const away = stage.placeWidth * 0.32;
            return [...canvas.getContext("2d").getImageData((x + away) * ratio, (y + away) * ratio, 1, 1).data].slice(0, 3);
        }"""
        red, green, blue = self.page.evaluate(script, [panel, place])
        return red, green, blue

    def table(self) -> dict[str, list[Any]]:
        """The numbers of the table of results."""
        script = """() => Object.fromEntries([...document.querySelectorAll(".search-table tr[data-row]")].map((row) => [
            row.dataset.row, [...row.querySelectorAll("td")].map((cell) => JSON.parse(cell.dataset.value ?? "null"))]))"""
        return self.read(script)


def studio_of(browser: Any, server: str, *, reduced_motion: str = "reduce", **context: Any) -> Iterator[Studio]:
    """Open the page. The search with which it opens plays only without reduced motion; nothing else differs."""
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion=reduced_motion, **context)
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" and "422" not in line.text else None)
    page.goto(server)
    page.wait_for_selector("html[data-ready]")
    page.evaluate("window.panels = studio.sharers.get('panels')")
    yield Studio(page)
    page.close()
    assert faults == []


def close_to(seen: tuple[int, int, int], colour: tuple[int, int, int], over: int = 255, share: float = 205 / 255) -> bool:
    """Whether a colour is seen that lies over white, or another grey."""
    return all(abs(a - (share * b + (1 - share) * over)) <= 3 for a, b in zip(seen, colour, strict=True))
