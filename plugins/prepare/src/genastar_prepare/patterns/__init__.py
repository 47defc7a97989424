"""Pattern databases for any problem, and combinations of heuristics."""

from genastar_prepare.patterns.arrangements import count_free_before, find_free_place, number_arrangement
from genastar_prepare.patterns.building import pattern_database
from genastar_prepare.patterns.database import DEAD_END, PatternDatabase
from genastar_prepare.patterns.disjoint import sum_disjoint
from genastar_prepare.patterns.files import open_pattern_database, save_pattern_database
from genastar_prepare.patterns.heuristics import EstimateValue, Guided, Max, Scaled, Sum

__all__ = [
    "DEAD_END",
    "Guided",
    "EstimateValue",
    "Max",
    "PatternDatabase",
    "Scaled",
    "Sum",
    "number_arrangement",
    "sum_disjoint",
    "count_free_before",
    "find_free_place",
    "open_pattern_database",
    "pattern_database",
    "save_pattern_database",
]
