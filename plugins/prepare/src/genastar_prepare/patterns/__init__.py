"""Pattern databases for any problem, and combinations of heuristics."""

from genastar_prepare.patterns.arrangements import arrangement_number, arrangements, free_before, free_place
from genastar_prepare.patterns.building import pattern_database
from genastar_prepare.patterns.database import DEAD_END, PatternDatabase
from genastar_prepare.patterns.disjoint import disjoint_sum
from genastar_prepare.patterns.files import open_pattern_database, save_pattern_database
from genastar_prepare.patterns.heuristics import Guided, Heuristic, Max, Scaled, Sum

__all__ = [
    "DEAD_END",
    "Guided",
    "Heuristic",
    "Max",
    "PatternDatabase",
    "Scaled",
    "Sum",
    "arrangement_number",
    "arrangements",
    "disjoint_sum",
    "free_before",
    "free_place",
    "open_pattern_database",
    "pattern_database",
    "save_pattern_database",
]
