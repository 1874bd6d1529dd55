"""Write the proof that there is no plan of at most T moves: by hand, no solver searches.

The formula is that of `puzzleproof.verify.formula.horizon`, which knows no labels.  The proof goes
by the *layers* of states at distance 0, 1, 2, … from the start, which need not be trusted: if they
are wrong, there is no proof, or a checker rejects it.  With N(s, t) the lemma 'at step t the state
is not s', it has for t = T, at which no s is a goal, and then for t = T - 1 down to 0

1. what many states share (`puzzleproof.provers.lrat.step_lemmas`);
2. for each state s at distance at most t and each action that applies the *edge*: not s and this
   action, as the successor is refuted by its N at t + 1, and the rest of s stays;
3. N(s, t) for all these: each action that s leaves has its edge, and idling leads to N(s, t + 1);

and the empty clause, as the start is not the start.  All is reverse unit propagation.  The lemmas
of a step are, moved by one step, the first of those of the step after it: they are made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Goal, bits
from puzzleproof.provers.lrat.proof_templates import Place, RecurringLemmas, literals, mark
from puzzleproof.provers.lrat.step_lemmas import (
    Choices,
    ClauseMarks,
    Frames,
    SharedLemma,
    literals_of,
    next_step,
)
from puzzleproof.provers.lrat.writer import ProofPart
from puzzleproof.verify.formula.horizon import HorizonFormula

FRAME_PAYS = 9
"""A short frame that more edges need becomes a lemma."""


def horizon_proof(horizon: HorizonFormula, layers: Sequence[Sequence[int]]) -> Iterator[ProofPart]:
    """Yield the proof; ``layers[g]`` are the masks of facts of the states at distance g.

    Layers beyond T are not looked at.  Raises CertificateRejected where the layers leave out a
    successor or hold a goal, and Unsupported where the puzzle's groups do not say enough.
    """
    yield from _HorizonProof(horizon, layers).parts()


class _StateMoves(NamedTuple):
    """A state, the actions that apply with the numbers of their successors, and its choice."""

    facts: int
    moves: list[tuple[int, int]]
    choice: SharedLemma


class _HorizonProof:
    """One proof: its lemmas, at any step, and how many of them each step has."""

    def __init__(self, horizon: HorizonFormula, layers: Sequence[Sequence[int]]) -> None:
        self._horizon, self._strips, self._step = horizon, horizon.strips, horizon.step
        self._layers = layers[: horizon.length + 1]
        self._clauses = ClauseMarks(horizon)
        self._choices = Choices(horizon, self._clauses)
        self._frames = Frames(horizon, self._clauses)
        self._effect = dict[int, list[int]]()
        self._numbers = dict[int, int]()
        self._states, self._shared = [0], [0]
        """How many states there are, and lemmas shared and edges, before each layer."""
        for layer in self._layers:
            self._numbers.update((facts, k) for k, facts in enumerate(layer, self._states[-1]))
            self._states.append(self._states[-1] + len(layer))
        if len(self._numbers) < self._states[-1]:
            raise CertificateRejected("the layers have a state twice")
        if not self._layers or horizon.start not in self._layers[0]:
            raise CertificateRejected("layer 0: it has not the start")
        self._edges, self._nots, self._goals = (RecurringLemmas() for _ in range(3))
        self._make_lemmas()

    def parts(self) -> Iterator[ProofPart]:
        """The lemmas from the last step to the first, deletions between, and the end."""
        length = self._horizon.length
        later, count = self._clauses.last, self._states[-1]
        yield from self._goals.blocks(self._places(length, later, later, later), count)
        for t in reversed(range(length)):
            edges = later + count
            shared = self._shared[min(t + 1, len(self._shared) - 1)]
            states = self._states[min(t + 1, len(self._states) - 1)]
            places = self._places(t, edges, edges + shared, later)
            yield from self._edges.blocks(places, shared)
            yield from self._nots.blocks(places, states)
            done = [*range(later + 1, later + count + 1), *range(edges + 1, edges + shared + 1)]
            yield 0, [], done
            later, count = edges + shared, states
        start = self._horizon.start
        units = [fact + 1 for fact in bits(start | self._step.alone)]
        yield later + count + 1, [], [*units, later + 1 + self._numbers[start]]

    def _places(self, t: int, edges: int, nots: int, later: int) -> list[int]:
        """In the order of `Place`."""
        shift = t * self._horizon.width
        state, after = (*self._clauses.states, 0)[t : t + 2]
        move = (*self._clauses.moves, 0)[t]
        return [0, shift, -shift, state, after, move, edges, nots, later]

    # --- the lemmas -----------------------------------------------------------------------

    def _make_lemmas(self) -> None:
        layers = self._layers[: self._horizon.length]
        known = [
            [self._state_moves(label, facts) for facts in layer]
            for label, layer in enumerate(layers)
        ]
        for layer in known:
            for state in layer:
                self._add_not(state)
            self._shared.append(len(self._edges))
        for facts in self._numbers:
            self._add_no_goal(facts)

    def _literals(self, facts: int) -> list[int]:
        """The literals that define a state, by their variables."""
        return literals_of(facts | self._step.alone, facts)

    def _state_moves(self, label: int, facts: int) -> _StateMoves:
        """Look at a state; counts what it needs."""
        applicable, choice = self._choices.of(facts)
        choice.uses += 1
        moves, defining = list[tuple[int, int]](), self._literals(facts)
        for k in applicable:
            number = self._numbers.get(facts ^ self._strips.actions[k].toggles)
            if number is None or number >= self._states[min(label + 2, len(self._states) - 1)]:
                name = self._strips.actions[k].name
                raise CertificateRejected(f"layer {label}: the action {name!r} leads elsewhere")
            moves.append((k, number))
            for one in self._untouched(k, defining):
                self._frames.of(k, one).uses += 1
        return _StateMoves(facts, moves, choice)

    def _untouched(self, k: int, defining: Iterable[int]) -> list[int]:
        action = self._strips.actions[k]
        touched = (action.positive | action.negative) << 1
        return [one for one in defining if not touched >> abs(one) & 1]

    def _add_not(self, state: _StateMoves) -> None:
        """The edges of a state, and N of it."""
        defining = self._literals(state.facts)
        hints = [self._edge(k, number, defining) for k, number in state.moves]
        if state.choice.uses > 1:
            hints.append(self._written(state.choice))
        else:
            hints += self._hints(state.choice)
        idle, then = self._clauses.idle, self._step.then
        hints += [self._clauses.move(-idle, -one, next_step(one, then)) for one in defining]
        number = self._numbers[state.facts]
        hints.append(mark(number + 1, Place.LATER))
        self._nots.add(mark(number + 1, Place.NOT), literals(-one for one in defining), hints)

    def _edge(self, k: int, number: int, defining: list[int]) -> int:
        """The lemma that an action does not lead from a state to the one of this number."""
        does, frames, untouched = dict.fromkeys(self._effects(k)), list[int](), list[int]()
        for one in self._untouched(k, defining):
            untouched.append(one)
            frame = self._frames.of(k, one)
            hints = self._hints(frame)
            if len(hints) > 3 or (len(hints) == 3 and frame.uses > FRAME_PAYS):
                frames.append(self._written(frame))
            else:
                does.update(dict.fromkeys(hints[:-2]))
                frames += hints[-2:]
        clause = literals(-one for one in (*untouched, self._step.action(k)))
        return self._add(clause, [*does, *frames, mark(number + 1, Place.LATER)])

    def _effects(self, k: int) -> list[int]:
        """The clauses by which an action implies literals of the state after it."""
        found = self._effect.get(k)
        if found is None:
            action, act, then = self._strips.actions[k], self._step.action(k), self._step.then + 1
            holds = action.positive & ~action.toggles | action.negative & action.toggles
            fails = (action.positive | action.negative) & ~holds & self._step.alone
            found = [self._clauses.move(-act, then + fact) for fact in bits(holds)]
            found += [self._clauses.move(-act, -then - fact) for fact in bits(fails)]
            self._effect[k] = found
        return found

    def _hints(self, lemma: SharedLemma) -> list[int]:
        """The hints of a lemma as marks; writes those lemmas among them that are not yet."""
        return [hint if isinstance(hint, int) else self._written(hint) for hint in lemma.hints]

    def _written(self, lemma: SharedLemma) -> int:
        if lemma.written is None:
            lemma.written = self._add(lemma.literals, self._hints(lemma))
        return lemma.written

    def _add(self, clause: Sequence[int], hints: Sequence[int]) -> int:
        number = mark(len(self._edges) + 1, Place.LEMMA)
        self._edges.add(number, clause, hints)
        return number

    def _add_no_goal(self, facts: int) -> None:
        """N of a state at step T."""
        absent, refuted, clauses = dict[int, int](), list[int](), self._clauses
        for variable, goal in zip(clauses.wanted, self._strips.goals, strict=True):
            clause = (-variable, *self._unmet(goal, facts, absent))
            refuted.append(mark(clauses.goals[clause], Place.NUMBERS))
        refuted.append(mark(clauses.goals[clauses.wanted], Place.NUMBERS))
        number = mark(self._numbers[facts] + 1, Place.NOT)
        clause = literals(-one for one in self._literals(facts))
        self._goals.add(number, clause, [*absent.values(), *refuted])

    def _unmet(self, goal: Goal, facts: int, absent: dict[int, int]) -> Iterable[int]:
        """What a goal asks and a state does not have; notes why not."""
        shift = self._horizon.length * self._horizon.width
        wrong = goal.negative & facts
        if wrong:
            return [-shift - wrong.bit_length()]
        unmet = [mask for mask in goal.some if not mask & facts]
        if not unmet:
            raise CertificateRejected("a layer holds a goal: there is a plan")
        mask = min(unmet, key=int.bit_count)
        for fact in bits(mask & ~self._step.alone):
            absent[fact] = self._choices.absent(fact, facts)
        return [shift + fact + 1 for fact in bits(mask)]
