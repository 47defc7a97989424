"""Many agents planned together: plans without collisions on grids, hex maps, voxels, roads and users' own problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genastar.lazy import make_lazy_names

if TYPE_CHECKING:
    from genastar_fleets.alone import plan_alone as plan_alone
    from genastar_fleets.discs.checking import find_disc_fault as find_disc_fault
    from genastar_fleets.discs.planning import DiscPlan as DiscPlan
    from genastar_fleets.discs.planning import Waypoint as Waypoint
    from genastar_fleets.discs.planning import plan_discs as plan_discs
    from genastar_fleets.fleet import Fleet as Fleet
    from genastar_fleets.graph.move_graph import OnTheWay as OnTheWay
    from genastar_fleets.plan import FleetPlan as FleetPlan
    from genastar_fleets.planner import plan_together as plan_together
    from genastar_fleets.problem import FleetProblem as FleetProblem
    from genastar_fleets.validate import Collision as Collision
    from genastar_fleets.validate import find_collisions as find_collisions
    from genastar_fleets.validate import find_fault as find_fault

__all__, __getattr__, __dir__ = make_lazy_names(
    __name__,
    {
        "alone": ["plan_alone"],
        "discs.checking": ["find_disc_fault"],
        "discs.planning": ["DiscPlan", "Waypoint", "plan_discs"],
        "fleet": ["Fleet"],
        "graph.move_graph": ["OnTheWay"],
        "plan": ["FleetPlan"],
        "planner": ["plan_together"],
        "problem": ["FleetProblem"],
        "validate": ["Collision", "find_collisions", "find_fault"],
    },
)
