"""Projects of LDtk: levels, IntGrid layers and their values, entities; and what is no such project."""

import json
from random import Random

import pytest

import genastar
from genastar import BadInput

MUD = [{"value": 1, "identifier": "wall"}, {"value": 2, "identifier": "mud"}, {"value": 3, "identifier": None}]


def layer(name="Ground", values=(0, 1, 2, 0, 0, 2), uid=1, **more):
    found = {"__identifier": name, "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "layerDefUid": uid}
    return found | {"intGridCsv": list(values), "entityInstances": []} | more


def entities(**places):
    listed = [{"__identifier": name, "px": [x, y]} for name, (x, y) in places.items()]
    return layer("Units", (), __type="Entities", entityInstances=listed)


def entity(name, x, y, width=16, height=16, pivot=(0, 0), **fields):
    listed = [{"__identifier": key, "__value": value} for key, value in fields.items()]
    size = {"width": width, "height": height, "__pivot": list(pivot)}
    return {"__identifier": name, "px": [x, y], "fieldInstances": listed} | size


def things(*listed, **more):
    return layer("Things", (), __type="Entities", entityInstances=listed, **more)


def project(*layers, more=(), **others):
    level = {"identifier": "Cave", "layerInstances": [*(layers or (layer(),))]}
    return {"defs": {"layers": [{"uid": 1, "intGridValues": MUD}, {"uid": 2}]}, "levels": [level, *more]} | others


def outside(file):
    return project(levels=[{"identifier": "Far", "layerInstances": None, "externalRelPath": file}])


def load(folder, content, table=None, **options):
    (folder / "m.ldtk").write_text(content if isinstance(content, str) else json.dumps(content))
    if table is not None:
        (folder / "table.csv").write_text(f"tile,cost\n{table}")
        options["tiles"] = str(folder / "table.csv")
    return genastar.load(folder / "m.ldtk", **options)


@pytest.mark.parametrize("table", ["wall,0\nmud,4\n", "1,0\n2,4\n", "Ground:1,0\nGround:2,4\n", "1,9\nGround:1,0\nmud,4\n"])
def test_values_by_number_name_and_layer(tmp_path, table):
    world = load(tmp_path, project(entities(Start=(3, 17), GOAL=(47, 31)), layer()), table)
    assert world.world.costs.tolist() == [[1, 0, 4], [1, 1, 4]]
    assert world.ends == (((0, 1),), ((2, 1),))
    assert world.search().cost.travelled == 5


def test_the_uppermost_value_counts_and_a_cell_without_one_may_cost_more(tmp_path):
    above = layer("Bridge", (0, 3, 0, 0, 0, 0), uid=2)
    world = load(tmp_path, project(above, layer()), "0,2\nwall,0\nmud,4\nBridge:3,1\n")
    assert world.world.costs.tolist() == [[2, 1, 4], [2, 2, 4]]


def test_levels_by_name_and_in_files_of_their_own(tmp_path):
    other = {"identifier": "Hall", "layerInstances": [layer(values=(1, 1, 1, 0, 0, 0))]}
    far = {"identifier": "Far", "layerInstances": None, "externalRelPath": "m/Far.ldtkl"}
    content = project(more=(other, far))
    with pytest.raises(BadInput, match="the project has 3 levels; name one with the option level: Cave, Hall, Far"):
        load(tmp_path, content, "1,0\n2,1\n")
    assert load(tmp_path, content, "1,0\n2,1\n", level="Hall").world.costs.tolist() == [[0, 0, 0], [1, 1, 1]]
    with pytest.raises(BadInput, match="level='Attic' is no level of this project; it has: Cave, Hall, Far"):
        load(tmp_path, content, "1,0\n", level="Attic")
    with pytest.raises(BadInput, match=r"the level file 'm/Far.ldtkl' is missing; put it there"):
        load(tmp_path, content, "1,0\n", level="Far")
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "Far.ldtkl").write_text(json.dumps({"identifier": "Far", "layerInstances": [layer(values=[2] * 6)]}))
    assert load(tmp_path, content, "2,3\n", level="Far").world.costs.tolist() == [[3, 3, 3], [3, 3, 3]]
    worlds = project(levels=[], worlds=[{"levels": project()["levels"]}])
    assert load(tmp_path, worlds, "1,0\n2,1\n").world.costs.shape == (2, 3)
    (tmp_path / "a.txt").write_text("..\n")
    with pytest.raises(BadInput, match="the option level is for projects of LDtk"):
        genastar.load(tmp_path / "a.txt", level="Cave")


def test_entities_with_a_cost_cover_the_free_cells_that_they_overlap(tmp_path):
    ground = layer(values=(0, 1, 0, 0, 0, 0))
    walls = things(
        entity("Door", 40, 16, 16, 16, (0.5, 0.5), Blocked=True, cost=None),
        entity("Mud", 8, 32, 30, 32, (0.5, 1), cost=5),
        entity("Open", 0, 0, blocked=False),
        entity("Goal", 40, 32, pivot=(0.5, 1)),
    )
    world = load(tmp_path, project(walls, ground), "1,0\n")
    assert world.world.costs.tolist() == [[5, 0, 0], [5, 5, 0]]
    assert world.ends[1] == ((2, 1),)
    shifted = things(entity("Door", 0, 0, blocked=True), __pxTotalOffsetX=32, __pxTotalOffsetY=16)
    assert load(tmp_path, project(shifted, ground), "1,0\n").world.costs.tolist() == [[1, 0, 1], [1, 1, 0]]
    with pytest.raises(BadInput, match="entity 'Door': property 'blocked' is 'shut'; expected true or false"):
        load(tmp_path, project(things(entity("Door", 0, 0, blocked="shut")), ground), "1,0\n")
    with pytest.raises(BadInput, match="entity 'Mud': property 'cost': 'deep' is no cost"):
        load(tmp_path, project(things(entity("Mud", 0, 0, cost="deep")), ground), "1,0\n")
    with pytest.raises(BadInput, match="its IntGrid layers differ in the size or place of their cells; use one grid"):
        load(tmp_path, project(ground, layer(uid=2, __pxTotalOffsetX=8)), "1,0\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "no valid JSON"),
        ("[]", "this is no LDtk project: a value has another type than LDtk writes; save it again in LDtk"),
        ("{}", "this is no LDtk project: 'levels' is missing; save it again in LDtk"),
        (project() | {"levels": []}, "the project has no levels; add one in LDtk"),
        (outside("/dev/zero"), "level file '/dev/zero': expected the name of a .ldtkl file relative to the project"),
        (outside("../../etc/passwd"), "expected the name of a .ldtkl file relative to the project"),
        (project(), "no cost is known for the values 1 (wall), 2 (mud); give them in a table (option tiles) with the columns"),
        (project(entities()), "it has no IntGrid layer; add one with the walls"),
        (project(layer(values=(1, 2))), "layer 'Ground' has 2 cells; expected 3 x 2"),
        (project(layer(values=("x",) * 6)), "this is no LDtk project: a value has another type"),
        (project(layer(values=(10**30,) * 6)), "this is no LDtk project: a value has another type"),
        (
            project(layer(), layer(__cWid=2, __cHei=3)),
            "its IntGrid layers differ in the size or place of their cells; use one grid",
        ),
        (
            project(layer(values=[0] * 6), entities(start=(999, 0))),
            "entity 'start': the start is outside the map; move it to a tile",
        ),
        (project(layer(values=[0] * 6, __gridSize=0), entities(start=(0, 0))), "no LDtk project"),
        (project(layer(values=[], __cWid=10**9, __cHei=10**9)), "m.ldtk"),
    ],
)
def test_what_is_no_project(tmp_path, content, message):
    with pytest.raises(BadInput) as refused:
        load(tmp_path, content)
    assert message in str(refused.value)
    assert "m.ldtk" in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("seed", range(40))
def test_mutated_projects(tmp_path, seed):
    random = Random(seed)
    data = bytearray(json.dumps(project(entities(start=(1, 1)), layer())).encode())
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data))
        data[place : place + random.choice([0, 1, 9])] = random.choice([b"9", b"-", b"{}", b"null", b"[", b'"x"', b"1e9"])
    try:
        load(tmp_path, data.decode(), "1,0\n2,4\n")
    except BadInput as error:
        assert "m.ldtk" in str(error)  # noqa: PT017
        assert len(str(error).splitlines()) == 1  # noqa: PT017
