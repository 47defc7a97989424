"""``python -m genastar`` is the command line."""

from __future__ import annotations

from genastar.cli import main

raise SystemExit(main())
