"""A small maze as text art, which the tests of several rooms read."""

MAZE = """\
S....#....
.###.#.##.
...#...#..
.#.#####.#
.#......G.
"""
