"""Saved games of freeciv: a small one made here, with all that counts; the game's own scenarios where they are at hand."""

from __future__ import annotations

import gzip
import heapq
import os
import re
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from genastar import BadInput, load
from genastar.worlds.domain_registry import guess_domain
from genastar_grid.formats.freeciv import CLASSIC, read_ruleset
from genastar_grid.info import Options

ROWS = ["aa  ::i", "ghmp  u", "gfjp++t", "dds  tt"]


def game(
    rows: list[str] = ROWS, topology: str = "WRAPX", more: str = "", size: tuple[int, int] | None = (7, 4), named: bool = True
) -> str:
    """A scenario, with texts that look like sections and rows of maps of players, which are no map."""
    lines = ["", "[scenario]", "is_scenario=TRUE", 'name=_("A small one")', "", "[savefile]", "version=40"]
    lines += ['extras_vector="Irrigation","Mine","Oil Well","Pollution","Hut","Farmland","River","Road"']
    if named:
        lines += ['terrident={"name","identifier"', *(f'"{name}","{each.letter}"' for name, each in CLASSIC.items()), "}"]
    lines += ["[script]", "code=$", "[map]", 't0000="pppp"', "$", "vars=$$"]
    lines += ["[settings]", 'set={"name","value","gamestart"', f'"topology","{topology}","WRAPX|ISO|HEX"']
    lines += [] if size is None else [f'"xsize",{size[0]},64', f'"ysize",{size[1]},64']
    lines += ["}", "[map]", "have_huts=TRUE", *(f't{y:04}="{row}"' for y, row in enumerate(rows))]
    lines += [f'e00_{y:04}="{"0" * len(row)}"' for y, row in enumerate(rows)]
    lines += [f'e01_{y:04}="{"4c8".ljust(len(row), "0") if y == 1 else "0" * len(row)}"' for y, row in enumerate(rows)]
    return "\n".join([*lines, more, "[player0]", 'map_t0000="pppp"', ""])


RULES = """
; a comment
[datafile]
description="made for a test"

[terrain_lake]
name = _("Lake")
identifier = "+"
class = "Oceanic"
movement_cost = 2
[terrain_plains]
name                 = _("?terrain:Plains")  ; the rule name is below
rule_name            = "Plains"
identifier           = "p"
class                = "Land"
movement_cost        = 4
helptext             = _("\\
[not a section \\
")
[terrain_hills]
name = _("?terrain:Hills")
identifier = "h"
movement_cost = 9

[resource_gold]
identifier = "$"
"""


def save(folder: Path, text: str, name: str = "small.sav") -> Path:
    (folder / name).write_text(text)
    return folder / name


def dijkstra(rows: list[str], costs: dict[str, int], water: str, start: tuple[int, int]) -> dict[tuple[int, int], float]:
    """The length of the cheapest way to each tile, over diagonals that pass no blocked corner; land and water apart."""
    tiles = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
    realm = {tile for tile, letter in tiles.items() if costs[letter] and (letter in water) == (tiles[start] in water)}
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        travelled, (x, y) = heapq.heappop(queue)
        if travelled > best[x, y]:
            continue
        for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            if {(x + dx, y + dy), (x + dx, y), (x, y + dy)} <= realm:
                total = travelled + costs[tiles[x + dx, y + dy]] * sqrt(abs(dx) + abs(dy))
                if total < best.get((x + dx, y + dy), 1e18) - 1e-9:
                    best[x + dx, y + dy] = total
                    heapq.heappush(queue, (total, (x + dx, y + dy)))
    return best


def holds(path: Path, rows: list[str], costs: dict[str, int], water: str, starts: int, goals: int, seed: int = 7) -> int:
    """Hold the answers for tiles drawn at random against the oracle; return how many paths there were."""
    random, grid, count = Random(seed), load(path), 0
    free = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if costs[letter]]
    for start in random.sample(free, starts):
        best = dijkstra(rows, costs, water, start)
        for goal in random.sample(free, goals) + random.sample(sorted(best), min(goals, len(best))):
            result = grid.search(start, [goal], engine="interpreted")
            assert result.found == (goal in best)
            if result.found:
                assert result.cost.travelled == pytest.approx(best[goal], abs=1e-6)
                count += 1
    return count


LETTERS = {
    "i": 0,
    "u": 0,
    "+": 1,
    " ": 1,
    ":": 1,
    "a": 2,
    "d": 1,
    "f": 2,
    "g": 1,
    "h": 2,
    "j": 2,
    "m": 3,
    "p": 1,
    "s": 2,
    "t": 1,
}


@pytest.mark.parametrize("named", [True, False])
def test_a_saved_game(tmp_path: Path, named: bool) -> None:
    path = save(tmp_path, game(named=named))
    grid = load(path)
    assert grid.info.name == "grid"
    assert grid.world.costs.tolist() == [[LETTERS[letter] for letter in row] for row in ROWS]
    assert grid.world.water is not None
    assert grid.world.water.tolist() == [[letter in " :+" for letter in row] for row in ROWS]
    assert grid.remark == (
        "terrain costs are those of the classic rules (option ruleset); discounts are left out: "
        "River on 2 tiles, Road on 2 tiles; in the game a diagonal step costs as much as a straight one (diagonals=always, "
        "diagonal_factor=0.70710678); 1 unknown tiles are blocked; the left and right edges meet in the game (option wrap)"
    )
    assert holds(path, ROWS, LETTERS, " :+", 26, 26) > 200


def test_steps_as_in_the_game(tmp_path: Path) -> None:
    """Diagonal steps as long as straight ones, past whatever lies beside them."""
    rows = ["gii", "igi", "iig"]
    grid = load(save(tmp_path, game(rows, size=(3, 3))), diagonals="always", diagonal_factor=0.70710678)
    assert grid.search((0, 0), [(2, 2)], engine="interpreted").cost.travelled == pytest.approx(2, abs=1e-6)


def test_a_ruleset(tmp_path: Path) -> None:
    rules = save(tmp_path, RULES, "terrain.ruleset")
    packed = tmp_path / "packed.ruleset.gz"
    packed.write_bytes(gzip.compress(RULES.encode()))
    path = save(tmp_path, game(["ph+u", "pphh"], size=(4, 2)))
    for each in (rules, packed):
        grid = load(path, ruleset=str(each))
        assert grid.world.costs.tolist() == [[4, 9, 2, 0], [4, 4, 9, 9]]
        assert grid.world.water.tolist() == [[False, False, True, False], [False] * 4]
        assert f"terrain costs are those of {each} (option ruleset)" in grid.remark
    assert load(path).with_options(Options(ruleset=str(rules))) is None
    with pytest.raises(
        BadInput, match=r"line \d+: tile 2,0 has the terrain 'Ocean', which is not in .*terrain.ruleset; name a terr"
    ):
        load(save(tmp_path, game()), ruleset=str(rules))


def test_packed_and_by_its_content(tmp_path: Path) -> None:
    (tmp_path / "small.sav.gz").write_bytes(gzip.compress(game().encode()))
    assert load(tmp_path / "small.sav.gz").world.costs.shape == (4, 7)
    assert guess_domain(save(tmp_path, game(), "autosave")) == "grid"


@pytest.mark.parametrize(
    ("topology", "edges"), [("", ""), ("WRAPX", "left and right"), ("WRAPX|WRAPY", "left and right and the upper")]
)
def test_edges_that_meet_in_the_game(tmp_path: Path, topology: str, edges: str) -> None:
    remark = load(save(tmp_path, game(topology=topology))).remark
    assert edges in remark
    assert ("edges meet" in remark) == bool(edges)
    newer = game(topology="").replace('"topology"', f'"wrap","{topology}","WRAPX"\n"topology"')
    bits = game(topology="?", size=None) + f"\n[map]\ntopology_id={len(topology.split('|')) * 2 - 1 if topology else 0}\n"
    for text in (newer, bits):
        assert load(save(tmp_path, text)).remark == remark


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no saved game of freeciv with a map"),
        ("[savefile]\n", "this is no saved game of freeciv with a map"),
        (game([]), "this is no saved game of freeciv with a map"),
        (game(["", ""]), "this is no saved game of freeciv with a map"),
        (game(topology="ISO|HEX"), "its tiles are hexagons; expected square tiles"),
        (game(topology="WRAPX|ISO"), "its tiles are isometric; expected square tiles"),
        (game(size=None) + "[map]\ntopology_id=12\n", "its tiles are hexagons"),
        (game(ROWS[:3]), "row t0003 is missing; get a complete copy"),
        (game()[: game().index('t0003="') + 9], "line 42: row t0003 has 2 tiles, but t0000 has 7"),
        (game()[: game().index('t0003="')], "row t0003 is missing"),
        (game().replace('t0002="', 't0009="'), "row t0002 is missing"),
        (game().replace('t0002="', 't0001="'), "row t0001 appears twice"),
        (game(size=(8, 4)), "its map has 7 x 4 tiles, but its settings say 8 x 4"),
        (game(size=(7, 3)), "its map has 7 x 4 tiles, but its settings say 7 x 3"),
        (game(size=(7, 9_999_999)), "row t0004 is missing"),
        (game(["gg", "ggg"], size=None), "row t0001 has 3 tiles, but t0000 has 2"),
        (game(["gQ"], size=(2, 1)), "tile 1,0 has the terrain 'Q', which is not in the classic rules; name a terrain.ruleset"),
        (
            game(["g"], size=(1, 1)).replace('"Grassland"', '"Moss"'),
            "tile 0,0 has the terrain 'Moss', which is not in the classic rules",
        ),
    ],
)
def test_what_is_no_saved_game(tmp_path: Path, text: str, message: str) -> None:
    path = save(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert len(str(caught.value).splitlines()) == 1


def test_too_many_tiles(tmp_path: Path) -> None:
    with pytest.raises(
        BadInput, match="1001 x 1000 tiles exceed the limit of 1 million; if you trust it, raise the option megacells"
    ):
        load(save(tmp_path, game(["g" * 1001] * 1000, size=None)), megacells=1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is no terrain ruleset; expected sections"),
        (
            "[terrain_a]\n",
            "line 1: the terrain '' is incomplete; expected a name, an identifier of one letter and a movement_cost",
        ),
        (RULES.replace('"p"', '"pp"'), "the terrain 'Plains' is incomplete"),
        (RULES.replace("= 4", "= -4"), "the terrain 'Plains' is incomplete"),
        (RULES.replace("= 4", "= 1000001"), "the terrain 'Plains' is incomplete"),
        (RULES.replace('_("Lake")', "Lake"), "the terrain '' is incomplete"),
    ],
)
def test_what_is_no_ruleset(tmp_path: Path, text: str, message: str) -> None:
    path = save(tmp_path, text, "terrain.ruleset")
    with pytest.raises(BadInput, match=re.escape(message)):
        load(save(tmp_path, game()), ruleset=str(path))
    with pytest.raises(BadInput, match="cannot read this file"):
        load(save(tmp_path, game()), ruleset=str(tmp_path))


@pytest.mark.parametrize("seed", range(120))
def test_mutated_games_and_rulesets(tmp_path: Path, seed: int) -> None:
    """A grid, or one line that begins with the name of a file."""
    random = Random(seed)
    texts = [
        bytearray(game(size=random.choice([None, (7, 4)])).encode()),
        bytearray(RULES.replace("Lake", "Grassland").encode()),
    ]
    for data in texts:
        for _ in range(random.randint(0, 3)):
            place = random.randrange(len(data))
            match random.randrange(3):
                case 0:
                    data[place] = random.randrange(256)
                case 1:
                    data[place:place] = random.choice([b'"', b"\n", b"[map]\n", b"$", b"99999999", b't0001="g"\n', b"=$"])
                case 2:
                    del data[place : place + random.choice([1, 30, 300])]
    path, rules = tmp_path / "small.sav", tmp_path / "terrain.ruleset"
    path.write_bytes(texts[0])
    rules.write_bytes(texts[1])
    for ruleset in (None, str(rules)):
        try:
            load(path, ruleset=ruleset)
        except BadInput as error:
            assert str(error).startswith((str(path), str(rules)))  # noqa: PT017
            assert len(str(error).splitlines()) == 1  # noqa: PT017


def test_the_games_own_scenarios() -> None:
    """Against the oracle, with letters and costs read a second time, by other means."""
    named = os.environ.get("GENASTAR_DATA")
    found = sorted(Path(named).rglob("*.sav.gz")) if named else []
    if not found:
        pytest.skip("GENASTAR_DATA does not name a folder with *.sav.gz")
    rules = gzip.decompress((found[0].parent / "classic_terrain.ruleset.gz").read_bytes()).decode()
    part = r'identifier\s*=\s*"(.)".*?class\s*=\s*"(\w+)".*?movement_cost\s*=\s*(\d+)'
    terrains = re.findall(rf"\[terrain_\w+\].*?{part}", rules, re.DOTALL)
    assert len(terrains) == 14
    assert {(each.letter, each.cost, each.is_water) for each in CLASSIC.values()} == {
        (letter, int(cost), kind == "Oceanic") for letter, kind, cost in terrains
    }
    assert read_ruleset(found[0].parent / "classic_terrain.ruleset.gz") == CLASSIC
    costs, water = (
        {letter: int(cost) for letter, _, cost in terrains},
        "".join(each[0] for each in terrains if each[1] == "Oceanic"),
    )
    for path in found:
        text = gzip.decompress(path.read_bytes()).decode()
        rows = re.findall(r'^t\d{4}="(.*)"$', text, re.MULTILINE)
        assert holds(path, rows, costs, water, 3, 6) >= 18, path
