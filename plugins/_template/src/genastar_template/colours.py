"""The colours of cells. Still images, animations, palettes and limits are part of genastar-picture."""

from __future__ import annotations

from typing import Final

import numpy as np

COLOURS: Final = np.array([(40, 40, 40), (255, 255, 255), (205, 180, 140)], np.uint8)
"""The colours of wall, ground and mud."""
