"""Take the small pictures of the gallery: ``python plugins/studio/pictures/gallery.py ADDRESS`` of a running studio."""

from __future__ import annotations

import sys
from io import BytesIO

from PIL import Image
from playwright.sync_api import sync_playwright

from genastar_studio.player.gallery import GALLERY, read_examples

SIZE = (352, 220)
SHARE = 0.85
"""How much of each search is over."""


def main(address: str) -> None:
    """Open each example in a running studio, and save a picture of its maps."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(60_000)
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        for example in read_examples():
            page.click("#gallery")
            page.click(f"[data-example={example.name}]")
            page.wait_for_selector("dialog", state="detached")
            page.wait_for_function("(title) => studio.world.name === title", arg=example.title)
            page.wait_for_function("() => studio.sharers.get('panels').list.every(({ answer }) => answer)")
            page.evaluate("studio.stop()")
            page.evaluate(
                """(share) => {
                    const bar = document.querySelector(".search-scrub");
                    bar.value = Math.round(bar.max * share);
                    bar.dispatchEvent(new Event("input"));
                }""",
                SHARE,
            )
            page.wait_for_timeout(500)
            page.evaluate("for (const each of document.querySelectorAll('.layers')) each.style.visibility = 'hidden'")
            board = page.locator(".board-view")
            box = (board if board.is_visible() else page.locator(".search-panels")).bounding_box()
            assert box is not None
            picture = Image.open(BytesIO(page.screenshot(clip=box)))
            wide = min(picture.width, int(picture.height * SIZE[0] / SIZE[1]))
            left = (picture.width - wide) // 2
            high = int(wide * SIZE[1] / SIZE[0])
            top = (picture.height - high) // 2 if len(example.panels) == 1 else 0
            small = picture.crop((left, top, left + wide, top + high)).resize(SIZE, Image.Resampling.LANCZOS)
            small.quantize(96).save(GALLERY / f"{example.name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
