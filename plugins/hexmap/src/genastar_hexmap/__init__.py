"""Hex maps for genastar: Battle for Wesnoth, Tiled and tables, terrain, rivers and walls, turns."""
