"""Pictures and films of a search, as the page exports them."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studio_page import Studio

pytestmark = pytest.mark.long


def test_a_picture_is_as_on_the_screen(studio: Studio, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    page = studio.page
    studio.press("To the end")
    page.click("#export")
    with page.expect_download(timeout=60_000) as download:
        page.click("[data-picture=png]")
    download.value.save_as(tmp_path / "film.png")
    wide = studio.read("panels.active.canvas.clientWidth")
    with image.open(tmp_path / "film.png") as file:
        picture = file.convert("RGB")
    assert picture.width in (2 * wide, 2 * wide + 1)
    assert (240, 120, 0) in {colour for _, colour in picture.getcolors(1 << 24)}, "the path"


@pytest.mark.parametrize(("kind", "width"), [("png", 1440), ("png", 390), ("webm", 1440), ("mp4", 1440)])
def test_what_is_exported_has_ends_path_caption_and_legend(studio: Studio, browser: Any, kind: str, width: int) -> None:
    """Looked at in the last frame, each part where it belongs."""
    image = pytest.importorskip("PIL.Image")
    studio.page.set_viewport_size({"width": width, "height": 900})
    studio.read("studio.stop(), panels.goTo(Infinity, panels.lead)")
    if kind not in studio.read("import('./frame/picture.js').then(({ listPictureKinds }) => listPictureKinds(studio))"):
        pytest.skip(f"this browser does not write {kind}")
    made = studio.page.evaluate(EXPORT, kind)
    picture = image.open(BytesIO(b64decode(made if kind == "png" else last_frame(browser, kind, made))))
    pixels = np.asarray(picture.convert("RGB"), np.int64)
    scale = pixels.shape[1] / studio.read("panels.active.canvas.clientWidth")
    head, high = (round(each * scale) for each in (34, studio.read("panels.active.canvas.clientHeight")))
    title, map_of, below = pixels[:head], pixels[head : head + high], pixels[head + high :]
    for x, y in studio.read(
        "[studio.start, ...studio.goals].map((place) => Object.values(panels.active.stage.pointOf(place)))"
    ):
        left, top = round((x - 8) * scale), round((y - 8) * scale)
        around = map_of[top : top + round(16 * scale), left : left + round(16 * scale)]
        assert has(around, END_COLOURS[0]) or has(around, END_COLOURS[1]), "the ends"
    assert has(map_of, PATH), "the path"
    line = round(24 * scale)
    assert (title.min(axis=2) < 100).any(), "the name"
    assert (below[:line].min(axis=2) < 100).any(), "the caption"
    legend = below[line:]
    entries = studio.read("studio.legend()")
    assert len(entries) > 4
    for entry in entries:
        colour = tuple(int(part) for part in re.findall(r"\d+", entry["colours"][0])[:3])
        assert has(legend, colour), entry["text"]


PATH = (240, 120, 0)
END_COLOURS = (10, 127, 66), (194, 24, 91)

EXPORT = """async (kind) => {
    const { makePicture } = await import("./frame/picture.js");
    const blob = await makePicture(studio, panels, kind, new AbortController().signal, () => {}, 1);
    const reader = new FileReader();
    await new Promise((done) => ((reader.onload = done), reader.readAsDataURL(blob)));
    return reader.result.slice(reader.result.indexOf("base64,") + 7);
}"""

LAST_FRAME = """async ([kind, text]) => {
    const film = document.createElement("video");
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const happens = (name) => new Promise((done, fail) => {
        film.addEventListener(name, done, { once: true });
        film.addEventListener("error", () => fail(film.error), { once: true });
        setTimeout(() => fail(new Error(`no ${name}`)), 20_000);
    });
    film.src = URL.createObjectURL(new Blob([bytes], { type: `video/${kind}` }));
    await happens("loadeddata");
    film.currentTime = 1e6;
    await happens("seeked");
    const canvas = Object.assign(document.createElement("canvas"), { width: film.videoWidth, height: film.videoHeight });
    const context = canvas.getContext("2d");
    // A frame may be decoded a little later: until then it is black.
    for (let tries = 0; tries < 500 && !context.getImageData(2, 2, 1, 1).data[0]; tries++) {
        await new Promise((done) => setTimeout(done, 20));
        context.drawImage(film, 0, 0);
    }
    return canvas.toDataURL("image/png").split(",")[1];
}"""


def last_frame(browser: Any, kind: str, film: str) -> str:
    """Return the last frame of a film as a PNG, both in base64. A page of its own shows it: the studio's forbids such films."""
    page = browser.new_page()
    frame = page.evaluate(LAST_FRAME, [kind, film])
    page.close()
    return frame


def has(pixels: Any, colour: tuple[int, ...]) -> bool:
    """Return whether many pixels have about this colour: films change colours a little."""
    return np.count_nonzero(np.abs(pixels - colour).max(axis=2) <= 24) > 20


def test_a_film_can_be_cancelled(studio: Studio) -> None:
    page = studio.page
    studio.press("To the end")
    page.click("#export")
    page.click("[data-picture=webm]")
    page.click("#film-cancel")
    page.wait_for_selector("#export-dialog .error-line:text-is('Cancelled.')")
    assert studio.at == studio.last
