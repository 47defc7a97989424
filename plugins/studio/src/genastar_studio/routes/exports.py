"""``/api/v1/worlds/ID/heuristic``, ``export`` and ``commands``."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final
from urllib.parse import quote

import msgspec
from litestar import Response, post
from litestar.params import FromPath

from genastar import BadInput
from genastar.testing.estimate_report import check
from genastar_studio.answers.heuristic import EstimateShown, describe_report
from genastar_studio.answers.trace_file import name_of
from genastar_studio.description.openapi import BODY
from genastar_studio.exports.command_lines import CommandLines, make_lines
from genastar_studio.exports.exported import SCENARIO, Exported, check_format, export, export_scenario, search_with_trace
from genastar_studio.questions.question import SearchQuestion, resolve_question
from genastar_studio.routes.service import TheService
from genastar_studio.server.bodies import decode_body, read_json_body
from genastar_studio.server.problems import AnyRequest
from genastar_studio.server.run import WorkBudget, check_result

_MOST_STATES: Final = 100_000
"""Maximum number of states to check; each is kept with its steps."""


class EstimateQuestion(SearchQuestion, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question whose estimate is checked."""

    expansions: int = 50_000


class ExportQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The format in which to export the answer to a question."""

    format: str
    question: SearchQuestion = SearchQuestion()


@post("/worlds/{world_id:str}/heuristic", status_code=HTTPStatus.OK, opt={BODY: EstimateQuestion})
async def heuristic(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> EstimateShown:
    """Check the estimate around the start, and whether the path is optimal."""
    world, settings = service.worlds.find(world_id), service.settings
    body = await read_json_body(request, service.settings)

    def work(budget: WorkBudget) -> EstimateShown:
        question = decode_body(body or b"{}", EstimateQuestion)
        if not 1 <= question.expansions <= _MOST_STATES:
            raise BadInput(f"expansions is {question.expansions:,}; give 1 to {_MOST_STATES:,}")
        asked = resolve_question(world, question, settings)
        domain, view = asked.contents.domain, asked.contents.view
        search = domain.make_request(
            asked.start,
            asked.goals,
            algorithm=asked.algorithm,
            engine=asked.engine,
            reopen=asked.reopen,
            limits=asked.limits,
            cancel=budget.cancel,
        )
        report = check(domain, search, expansions=question.expansions)
        return describe_report(
            report, lambda state: name_of(domain, asked.question, state) if view is None else int(view.place_of_state(state))
        )

    return await service.searches.run(request, work)


@post("/worlds/{world_id:str}/export", status_code=HTTPStatus.OK, opt={BODY: ExportQuestion})
async def export_file(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> Response[bytes]:
    """Return the answer as a file."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(budget: WorkBudget) -> Exported:
        wanted = decode_body(body, ExportQuestion)
        asked = resolve_question(world, wanted.question, service.settings)
        check_format(asked, wanted.format)
        if wanted.format == SCENARIO:
            return export_scenario(asked, world.name)
        result, trace = search_with_trace(asked, service.settings.events, cancel=budget.cancel)
        service.metrics.count(asked.contents.domain.info.name, result)
        return export(asked, world.name, wanted.format, check_result(result, asked.has_own_seconds, service.settings), trace)

    exported = await service.searches.run(request, work)
    disposition = f"attachment; filename*=UTF-8''{quote(exported.name)}"
    return Response(exported.content, media_type=exported.media_type, headers={"Content-Disposition": disposition})


@post("/worlds/{world_id:str}/commands", status_code=HTTPStatus.OK, opt={BODY: SearchQuestion})
async def commands(request: AnyRequest, service: TheService, world_id: FromPath[str]) -> CommandLines:
    """Return the question as a command line and as Python code."""
    world = service.worlds.find(world_id)
    body = await read_json_body(request, service.settings)

    def work(_: WorkBudget) -> CommandLines:
        question = decode_body(body or b"{}", SearchQuestion)
        return make_lines(world, resolve_question(world, question, service.settings), question.limits)

    return await service.searches.run(request, work)
