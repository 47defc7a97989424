"""Serve the player of recorded searches as one file, to which the page adds a recording."""

from __future__ import annotations

from litestar import Response, get

from genastar_studio.bundle import bundle


@get("/player.html", include_in_schema=False)
async def player() -> Response[str]:
    """Return the player."""
    return Response(bundle("recorded.html"), media_type="text/html", headers={"Cache-Control": "no-cache"})
