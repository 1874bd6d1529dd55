"""Pictures of state graphs, for ``draw --graph`` and `puzzleproof.state_graph`."""

from dataclasses import dataclass

from puzzleproof.models.errors import NotationError
from puzzleproof.models.graph_view import REACHABLE
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.options import Limited, one_of, option, whole
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.survey.drawn import ViewRequest, view_of
from puzzleproof.render.graphs import GRAPHS
from puzzleproof.render.scene import Scene

MOST = sorted({kind.max_states for kind in GRAPHS.values()})
KINDS = tuple(name for kind, of in GRAPHS.items() for name in (kind, f"{kind}:{of.variant}"))
"""The values of ``--graph``: each kind, and its variant with another origin or other states."""


@dataclass(frozen=True, kw_only=True)
class GraphOptions(Limited):
    """The options for the kind of picture, and for the part of the graph that it shows."""

    kind: str | None = option(
        one_of(KINDS)._replace(metavar="KIND"),
        "draw the state graph; rings, distances: the states that the start reaches, by distance "
        "from it (with :goal, to the nearest goal), on rings or counted; components, degrees: all "
        "placements of pieces (with :reachable, those that the start reaches), drawn or counted; "
        "--plan marks the path of a plan",
        flag="--graph",
    )
    max_states: int | None = option(
        whole(1),
        f"refuse graphs of more than N states (default: {MOST[0]}, for histograms {MOST[-1]})",
    )

    def check(self) -> None:
        """Raise NotationError if options contradict each other."""
        if self.kind is None and self.max_states is not None:
            raise NotationError("--max-states: needs --graph")

    def scene(
        self,
        name: str,
        puzzle: AnyPuzzle,
        plan: tuple[State, ...] | None = None,
        on_event: Emit = ignore,
    ) -> tuple[Scene, str]:
        """Return the picture, with the states of ``plan`` marked, and the picture's title."""
        kind, _, variant = (self.kind or KINDS[0]).partition(":")
        of = GRAPHS[kind]
        request = ViewRequest(
            max_states=self.max_states or of.max_states,
            whole=of.whole and variant != REACHABLE,
            origin="goal" if variant == "goal" else "start",
            farthest=of.marks,
            plan=plan,
        )
        view = view_of(puzzle, name, request, on_event, self.limits)
        what = of.shows.format(count(view.states, "state"))
        return of.draw(view), f"{what} (metric {puzzle.metric}), by one search"
