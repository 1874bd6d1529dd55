"""What the verbs name late or twice, to start quickly, is what the registries hold."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

import puzzleproof
from puzzleproof import cli, requests
from puzzleproof.cli import verbs
from puzzleproof.cli.main import VERBS
from puzzleproof.cli.targets import KINDS
from puzzleproof.cli.verbs import explore, generate, solve, verify
from puzzleproof.encoders import sat
from puzzleproof.encoders.minizinc import SOLVE
from puzzleproof.explore import random_cubes
from puzzleproof.explore.generate import GENERATORS, frogs, options_of, pegs, sliding, tiles
from puzzleproof.models import FAMILIES, family_class, imported
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.instances import TOML
from puzzleproof.models.puzzle import Exploration, Solutions
from puzzleproof.provers.export import CLAIMS, DEFAULTS, DESCRIPTIONS, EXPORTERS, ExportRequest
from puzzleproof.provers.opinions.second_opinion import REVIEWERS
from puzzleproof.provers.plans import PLAN_FORMATS
from puzzleproof.provers.request import SOLVERS
from puzzleproof.provers.survey.graph_files import GRAPH_FILES
from puzzleproof.verify import refutation
from puzzleproof.verify.formula.check import FORMULA_FORMS
from tests.support.parsers import arguments

FORMS: dict[str, Iterable[str]] = {
    "lrat": FORMULA_FORMS,
    "dimacs": refutation.FORMS,
    "minizinc": SOLVE,
}
"""The forms of each format that has some."""


def test_every_verb_is_a_module_and_every_module_a_verb() -> None:
    (folder,) = map(Path, verbs.__path__)
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "common"}
    assert modules == set(VERBS)
    for name in modules:
        module = import_module(f"puzzleproof.cli.verbs.{name}")
        assert callable(module.add_arguments)
        assert callable(module.run)


def test_the_names_that_help_lists_are_those_of_the_registries() -> None:
    assert cli.METRICS.keys() == FAMILIES.keys()
    for family, metrics in cli.METRICS.items():
        assert family_class(family).metrics == metrics
    assert (TOML, *FORMATS) == cli.FORMATS
    assert sorted(SOLVERS) == sat.solver_names()
    assert SOLVERS[0] == sat.DEFAULT_SOLVER
    assert tuple(GRAPH_FILES) == requests.GRAPH_FILES


def test_an_option_takes_the_same_in_all_verbs() -> None:
    """A name with two meanings mostly takes two kinds of values, as ``--pieces N`` and ``LIST``."""
    kinds = dict[str, set[str]]()
    for verb in arguments().values():
        for one in verb:
            value = one.metavar or "/".join(map(str, one.choices or (one.dest,)))
            for flag in one.option_strings:
                kind = "" if one.nargs == 0 else str(value).split("|")[0]
                kinds.setdefault(flag, set()).add(kind)
    twice = {flag: found for flag, found in kinds.items() if len(found) > 1}
    assert not twice


def test_public_names_are_found_where_they_are_said_to_be() -> None:
    names = dir(puzzleproof)
    assert {"prove", "solve", "verify", "load", "versions"} <= set(names)
    for name in names:
        assert getattr(puzzleproof, name) is not None


def test_verify_names_every_reviewer() -> None:
    assert {name: one.help for name, one in REVIEWERS.items()} == verify.REVIEWERS


@pytest.mark.parametrize("name", EXPORTERS)
def test_every_exporter_can_be_loaded(name: str) -> None:
    exporter = EXPORTERS[name]
    assert callable(exporter.load())
    assert list(exporter.forms) == list(FORMS.get(name, ()))
    assert all(suffix[0] in ".-" for suffix in exporter.suffixes)
    assert set(exporter.options) <= set(DEFAULTS) <= set(ExportRequest.__dataclass_fields__)
    assert ("form" in exporter.options) == bool(exporter.forms)


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_files_that_describe_are_told_by_how_they_begin(name: str) -> None:
    assert DESCRIPTIONS[name].kind in {**KINDS, **FORMATS}


def test_claims_and_descriptions_share_no_name() -> None:
    assert len(EXPORTERS) == len(CLAIMS) + len(DESCRIPTIONS)


@pytest.mark.parametrize("name", PLAN_FORMATS)
def test_every_reader_of_plans_can_be_loaded(name: str) -> None:
    assert callable(imported(PLAN_FORMATS[name].function))


def test_solve_names_the_models_and_all_kinds_of_solutions() -> None:
    assert {"plans", *solve.REPORTS} == set(get_args(Solutions))
    for module in solve.REPORTS.values():
        assert callable(import_module(module).run)


def test_explore_knows_every_kind_of_exploration() -> None:
    assert set(explore.EXPLORERS) == set(get_args(Exploration))


def test_generate_offers_the_options_of_every_generator() -> None:
    taken = {option for family in GENERATORS for option in options_of(family)}
    assert taken == set(generate.WISHES)
    assert set(GENERATORS) == set(FAMILIES)


def test_the_help_of_generate_names_all_kinds_and_their_options() -> None:
    modules = {"frogs": frogs, "pegs": pegs, "sliding": sliding, "tiles": tiles}
    kinds = {family: list(module.KINDS) for family, module in modules.items()}
    kinds["cubes"] = list(random_cubes.KINDS)
    assert set(kinds) == set(GENERATORS)
    for family, some in kinds.items():
        assert family in generate.EPILOG
        for kind in some:
            assert kind in generate.EPILOG
    for name in set(generate.WISHES) - {"kind"}:
        assert f"--{name}" in generate.EPILOG
