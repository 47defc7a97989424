"""The kit of algorithms and of engines, on what is installed."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from genastar.algorithm import Algorithm, find_algorithm, list_algorithm_names
from genastar.algorithms import Deepening, IdaStar, Weighted
from genastar.testing.benchmark_case import make_cases, make_domain_case
from genastar.testing.checks.algorithm import ALGORITHM_CHECKS, AlgorithmCheck, engines_agree
from genastar.testing.kit import _check_each
from genastar.testing.run import format_title
from genastar.worlds.domain_registry import find_domain, list_domains

EXAMPLES = int(os.environ.get("GENASTAR_KIT_EXAMPLES", "1"))
"""Of each domain: another example may have other options, and so other machine code, which takes seconds to make."""
OWN = [name for name in list_algorithm_names() if not find_algorithm(name).domain]
PREPARED = [name for name in OWN if hasattr(find_algorithm(name), "prepares")]
"""Algorithms that prepare each problem, which takes seconds."""
OTHERS: list[Algorithm] = [IdaStar(6)]
"""Algorithms with options that give them other machine code."""
CHECKS = [check for check in ALGORITHM_CHECKS if check is not engines_agree]


@pytest.mark.parametrize("check", CHECKS, ids=format_title)
@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long) if name in PREPARED else name for name in OWN])
def test_every_algorithm_keeps_the_contract(name: str, check: AlgorithmCheck) -> None:
    _check_each(check, make_cases(find_algorithm(name)()))


@pytest.mark.parametrize("check", CHECKS, ids=format_title)
@pytest.mark.parametrize("algorithm", [Weighted(3), Deepening(4), Deepening(1, by="steps"), *OTHERS], ids=repr)
def test_with_other_options(algorithm: Algorithm, check: AlgorithmCheck) -> None:
    _check_each(check, make_cases(algorithm))


@pytest.mark.long
@pytest.mark.parametrize("domain", [name for name, row in list_domains().items() if row.info is not None])
@pytest.mark.parametrize("algorithm", [*(find_algorithm(name)() for name in list_algorithm_names()), *OTHERS], ids=repr)
def test_engines_agree_on_every_domain(algorithm: Algorithm, domain: str) -> None:
    if algorithm.domain not in ("", domain):
        pytest.skip(f"{algorithm.name} is for {algorithm.domain} worlds")
    examples = islice(find_domain(domain).examples(), EXAMPLES)
    _check_each(engines_agree, [make_domain_case(algorithm, each.domain, each.start, each.goals) for each in examples])


@pytest.mark.long
@pytest.mark.parametrize("algorithm", [*(find_algorithm(name)() for name in OWN), *OTHERS], ids=repr)
def test_engines_agree(algorithm: Algorithm) -> None:
    _check_each(engines_agree, make_cases(algorithm))
