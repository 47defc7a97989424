"""One HTML file that plays a recording: without genastar, without a server, and without any other file."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Final

from genastar_studio.player.bundle import bundle
from genastar_studio.player.recording import Recording, format_recording

SLOT: Final = '<script type="text/plain" id="recording"></script>'
"""The element of ``page/recorded.html`` that holds the recording, here and in ``page/model/recorded-link.js``."""


def make_page(recording: Recording) -> str:
    """Return the HTML of a page that plays a recording from its start."""
    packed = urlsafe_b64encode(format_recording(recording)).decode().rstrip("=")
    return bundle("recorded.html").replace(SLOT, SLOT.replace("><", f">{packed}<"), 1)
