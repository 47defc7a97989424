"""What cells look like. Stills, animations, palettes and limits are genastar-picture's."""

from __future__ import annotations

from typing import Final

import numpy as np

COLOURS: Final = np.array([(40, 40, 40), (255, 255, 255), (205, 180, 140)], np.uint8)
"""Of a wall, of ground and of mud."""
