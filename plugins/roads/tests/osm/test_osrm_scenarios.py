"""What tags mean, compared with OSRM's acceptance scenarios. Its policies that this plugin does not share are listed."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from osrm_scenarios import Check, Scenario, read_policies, read_scenarios, run_checks

AGREED = {"car": 2400, "bike": 900, "foot": 630, "plain": 1250}
"""Least number of checks that agree, by profile."""


def compare_all(scenarios: list[Scenario], folder: Path) -> tuple[list[Check], list[Check]]:
    """Answer all questions of these scenarios. Return the checks that agree, and those that do not."""
    checks = [check for scenario in scenarios for check in run_checks(scenario, folder)]
    return [check for check in checks if check.agrees], [check for check in checks if not check.agrees]


def assert_listed(scenarios: list[Scenario], differ: list[Check]) -> None:
    """Assert that policies.toml lists the questions with another answer, and no others of these scenarios."""
    policies = read_policies()
    listed = {question for policy in policies.values() for question in policy}
    assert sum(map(len, policies.values())) == len(listed), "a question belongs to one policy"
    unlisted = [check for check in differ if (check.where, check.number) not in listed]
    assert not unlisted, f"neither OSRM's answer nor a policy of data/osrm/policies.toml: {unlisted[:5]}"
    asked = {(scenario.where, question["number"]) for scenario in scenarios for question in scenario.questions}
    stale = listed & asked - {(check.where, check.number) for check in differ}
    assert not stale, f"now as OSRM says; take them out of data/osrm/policies.toml: {sorted(stale)[:5]}"


def test_a_sample_of_the_scenarios(tmp_path: Path) -> None:
    sample = list(read_scenarios()[::37])
    agree, differ = compare_all(sample, tmp_path)
    assert len(agree) >= 100
    assert_listed(sample, differ)


@pytest.mark.long
@pytest.mark.parametrize("profile", AGREED)
def test_all_scenarios(tmp_path: Path, profile: str) -> None:
    scenarios = [scenario for scenario in read_scenarios() if scenario.profile == profile]
    agree, differ = compare_all(scenarios, tmp_path)
    assert len(agree) >= AGREED[profile]
    assert_listed(scenarios, differ)


def test_each_policy_is_about_known_questions() -> None:
    asked = defaultdict(set)
    for scenario in read_scenarios():
        asked[scenario.where] |= {question["number"] for question in scenario.questions}
    assert not [
        (policy, where, number)
        for policy, questions in read_policies().items()
        for where, number in questions
        if number not in asked[where]
    ]
