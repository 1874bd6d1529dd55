"""Pictures of state graphs, for ``draw --graph`` and `puzzleproof.state_graph`."""

from dataclasses import dataclass

from puzzleproof.models.errors import NotationError
from puzzleproof.models.graph_view import ORIGINS, Origin
from puzzleproof.models.puzzle import AnyPuzzle, State
from puzzleproof.models.texts import count
from puzzleproof.options import FLAG, Limited, flag_of, one_of, option, whole
from puzzleproof.provers.events import Emit, ignore
from puzzleproof.provers.survey.drawn import ViewRequest, view_of
from puzzleproof.render.graphs import GRAPHS
from puzzleproof.render.scene import Scene

MOST = sorted({kind.max_states for kind in GRAPHS.values()})


@dataclass(frozen=True, kw_only=True)
class GraphOptions(Limited):
    """The options for the kind of picture, and for the part of the graph that it shows."""

    kind: str | None = option(
        one_of(tuple(GRAPHS)),
        "the state graph: its states on rings by distance, its components, "
        "or how many states have each distance or degree; --plan marks the path of a plan",
        flag="--graph",
    )
    origin: Origin | None = option(
        one_of(ORIGINS),
        "rings and distances: count moves from the start, or to the nearest goal (default: start)",
        flag="--origin",
    )
    reachable: bool | None = option(
        FLAG,
        "show only states that the start reaches (default of components and degrees: all "
        "placements of pieces)",
    )
    max_states: int | None = option(
        whole(1),
        f"refuse graphs of more than N states (default: {MOST[0]}, for histograms {MOST[-1]})",
    )

    def check(self) -> None:
        """Raise NotationError if options contradict each other."""
        if self.kind is None:
            for name in ("origin", "max_states", "reachable"):
                if getattr(self, name) is not None:
                    flag = flag_of(GraphOptions, name)
                    raise NotationError(f"{flag}: needs --graph")
        elif self.origin and not GRAPHS[self.kind].by_distance:
            raise NotationError(f"--origin {self.origin}: {self.kind} are not drawn by distance")

    def scene(
        self,
        name: str,
        puzzle: AnyPuzzle,
        plan: tuple[State, ...] | None = None,
        on_event: Emit = ignore,
    ) -> tuple[Scene, str]:
        """Return the picture, in which ``plan``, a list of states, is marked, and its title."""
        of = GRAPHS[self.kind or next(iter(GRAPHS))]
        request = ViewRequest(
            max_states=self.max_states or of.max_states,
            whole=of.whole if self.reachable is None else not self.reachable,
            origin=self.origin or ORIGINS[0],
            farthest=of.marks,
            plan=plan,
        )
        view = view_of(puzzle, name, request, on_event, self.limits)
        what = of.shows.format(count(view.states, "state"))
        return of.draw(view), f"{what} (metric {puzzle.metric}), by one search"
