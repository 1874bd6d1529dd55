"""What the verbs name late or twice, to start quickly, is what the registries hold."""

from collections.abc import Iterable
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any, get_args

import pytest

import puzzleproof
from puzzleproof import cli, requests
from puzzleproof.cli import VERBS, verbs
from puzzleproof.cli.verbs import generate, verify
from puzzleproof.encoders import sat
from puzzleproof.encoders.minizinc import SOLVE
from puzzleproof.explore.generate import GENERATORS, KINDS, options_of
from puzzleproof.explore.random_cubes import KINDS as KINDS_OF_CUBES
from puzzleproof.graph_pictures import GraphOptions
from puzzleproof.models import FAMILIES, family_class
from puzzleproof.models.documents import TOML
from puzzleproof.models.formats import FORMATS
from puzzleproof.models.graph_view import ALL_STATES, REACHABLE
from puzzleproof.models.puzzle import Solutions
from puzzleproof.options import Options
from puzzleproof.provers.export import EXPORTERS, ExportRequest
from puzzleproof.provers.opinions import REVIEWERS
from puzzleproof.provers.request import SOLVERS
from puzzleproof.verify import refutation
from tests.support.command_line import arguments

FORMS: dict[str, Iterable[str]] = {
    "lrat": refutation.FORMS,
    "clrat": refutation.FORMS,
    "coq": ("minimum", "survey"),
    "proven": ("minimum", "survey"),
    "dimacs": refutation.FORMS,
    "minizinc": SOLVE,
    "graphml": (ALL_STATES, REACHABLE),
    "dot": (ALL_STATES, REACHABLE),
    "answers": (REACHABLE, ALL_STATES),
}
"""The forms of each format that has some."""
(FOLDER,) = map(Path, verbs.__path__)
MODULES = {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "common"}
WISHES = {one.name for one in fields(requests.GenerateOptions)}
REQUESTS: dict[str, tuple[type[Options], ...]] = {
    "state_graph": (GraphOptions,),
    "verify": (verify.VerifyOptions,),
}
"""Function -> where what it takes is declared; others are made of their requests."""
OTHER_DEFAULTS: dict[str, dict[str, Any]] = {"state_graph": {"kind": "rings"}}
"""Where the function asks for no choice."""
PYSAT = {name for name in dir(sat.pysat.SolverNames) if not name.startswith("_")}
UNUSABLE = {"cryptosat", "kissat404", "minisatgh"}
"""Solvers that PySAT names but cannot build here, or that do not support assumptions."""
SAME: dict[str, tuple[Any, Any]] = {
    "verbs": (MODULES, set(VERBS)),
    "families": (set(cli.METRICS), set(FAMILIES)),
    "metrics": (cli.METRICS, {name: family_class(name).metrics for name in FAMILIES}),
    "formats": (cli.FORMATS, (TOML, *FORMATS)),
    "solvers": (set(SOLVERS), PYSAT - UNUSABLE),
    "the usual solver": (SOLVERS[0], sat.DEFAULT_SOLVER),
    "reviewers": (list(verify.REVIEWERS), list(REVIEWERS)),
    "solutions": ({"plans", "stacks"}, set(get_args(Solutions))),
    "generators": (set(GENERATORS) - set(FAMILIES), set()),
    "kinds of generators": (set(KINDS), set(GENERATORS)),
    "kinds of cubes": (set(KINDS["cubes"]), set(KINDS_OF_CUBES)),
    "wishes": (WISHES, {one for name in GENERATORS for one in options_of(name)}),
}
"""What is named for quick starts, and what is there."""


@pytest.mark.parametrize("what", SAME)
def test_what_is_named_is_what_there_is(what: str) -> None:
    named, found = SAME[what]
    assert named == found


@pytest.mark.parametrize("name", REQUESTS)
def test_a_function_takes_what_its_verb_takes(name: str) -> None:
    """But for second opinions, which have a function of their own."""
    taken = signature(getattr(puzzleproof, name)).parameters
    options = {one.name: one.default for request in REQUESTS[name] for one in fields(request)}
    left_out = {"verify": {"second_opinion"}}
    others = OTHER_DEFAULTS.get(name, {})
    assert options.keys() - taken.keys() == left_out.get(name, set())
    defaults = {option: taken[option].default for option in options.keys() & taken.keys()}
    assert defaults == {option: options[option] for option in defaults} | others


def test_an_option_takes_the_same_in_all_verbs() -> None:
    """A name with two meanings mostly takes two kinds of values, as ``--pieces N`` and ``LIST``."""
    kinds = dict[str, set[str]]()
    for verb in arguments().values():
        for one in verb:
            value = one.metavar or "/".join(map(str, one.choices or (one.dest,)))
            for flag in one.option_strings:
                kind = "" if one.nargs == 0 else str(value).split("|")[0]
                kind = "FILE" if (flag, kind) == ("--output", "FOLDER") else kind
                kinds.setdefault(flag, set()).add(kind)
    twice = {flag: found for flag, found in kinds.items() if len(found) > 1}
    assert not twice


@pytest.mark.parametrize("name", EXPORTERS)
def test_an_exporter_has_its_forms_and_options(name: str) -> None:
    exporter = EXPORTERS[name]
    assert list(exporter.forms) == list(FORMS.get(name, ()))
    assert set(exporter.options) <= set(ExportRequest.__dataclass_fields__)


def test_the_help_of_generate_names_all_kinds_and_their_options() -> None:
    words = {*KINDS, *(kind for kinds in KINDS.values() for kind in kinds)}
    options = {f"--{name}" for name in WISHES - {"kind"}}
    assert all(word in generate.EPILOG for word in words | options)
