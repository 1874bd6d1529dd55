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
from typing import IO, NamedTuple

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.models.strips import Goal, bits
from puzzleproof.provers.lrat.clrat import Size, deletion, lemma
from puzzleproof.provers.lrat.proof_templates import Codes, Place, Recurring, literal, mark
from puzzleproof.provers.lrat.step_lemmas import Choices, Clauses, Frames, Lemma
from puzzleproof.verify.formula.horizon import HorizonFormula
from puzzleproof.verify.lrat import Line

FRAME_PAYS = 9
"""A short frame that more edges need becomes a lemma."""


def unrolled_proof(horizon: HorizonFormula, layers: Sequence[Sequence[int]]) -> Iterator[Line]:
    """The lines of the proof; ``layers[g]`` are the masks of facts of the states at distance g.

    Layers beyond T are not looked at.  Raises CertificateRejected where the layers leave out a
    successor or hold a goal, and Unsupported where the puzzle's groups do not tell enough.
    """
    for part in _Proof(horizon, layers).parts():
        if isinstance(part, _Part):
            yield from part.lemmas.lines(part.places, part.number)
        else:
            yield part


def write_unrolled(
    horizon: HorizonFormula, layers: Sequence[Sequence[int]], out: IO[bytes], *, text: bool = True
) -> Size:
    """Write the same as LRAT, as text or in binary, bit by bit; raises as `unrolled_proof`."""
    size, codes, last = Size(), Codes(), 0
    blocks: Iterable[bytes]
    for part in _Proof(horizon, layers).parts():
        if isinstance(part, _Part):
            size.lemmas += part.number
            size.hints += part.lemmas.hints(part.number)
            last = part.last
            blocks = part.text() if text else part.binary(codes)
        else:
            size.lemmas += bool(part[0])
            size.hints += len(part[2]) if part[0] else 0
            blocks = [_text(part, last) if text else _binary(part)]
        for block in blocks:
            out.write(block)
            size.bytes += len(block)
    return size


def _text(line: Line, last: int) -> bytes:
    number, literals, hints = line
    words = (number, *literals, 0, *hints, 0) if number else (last, "d", *hints, 0)
    return f"{' '.join(map(str, words))}\n".encode("ascii")


def _binary(line: Line) -> bytes:
    return lemma(*line) if line[0] else deletion(line[2])


class _State(NamedTuple):
    """A state, the actions that apply with the numbers of their successors, and its choice."""

    facts: int
    moves: list[tuple[int, int]]
    choice: Lemma


class _Part(NamedTuple):
    """The first so many of some lemmas at a step; the number of the last of them."""

    lemmas: Recurring
    places: Sequence[int]
    number: int
    last: int

    def text(self) -> Iterator[bytes]:
        return self.lemmas.text(self.places, self.number)

    def binary(self, codes: Codes) -> Iterator[bytes]:
        return self.lemmas.binary(self.places, self.number, codes)


class _Proof:
    """One proof: its lemmas, at any step, and how many of them each step has."""

    def __init__(self, horizon: HorizonFormula, layers: Sequence[Sequence[int]]) -> None:
        self._horizon, self._strips, self._step = horizon, horizon.strips, horizon.step
        self._layers = layers[: horizon.length + 1]
        self._clauses = Clauses(horizon)
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
        self._edges, self._nots, self._goals = Recurring(), Recurring(), Recurring()
        self._write()

    def parts(self) -> Iterator[_Part | Line]:
        """The lemmas from the last step to the first, deletions between, and the end."""
        length = self._horizon.length
        later, count = self._clauses.last, self._states[-1]
        places = self._places(length, later, later, later)
        yield _Part(self._goals, places, count, later + count)
        for t in reversed(range(length)):
            edges = later + count
            shared = self._shared[min(t + 1, len(self._shared) - 1)]
            states = self._states[min(t + 1, len(self._states) - 1)]
            places = self._places(t, edges, edges + shared, later)
            yield _Part(self._edges, places, shared, edges + shared)
            yield _Part(self._nots, places, states, edges + shared + states)
            done = [*range(later + 1, later + count + 1), *range(edges + 1, edges + shared + 1)]
            yield 0, list[int](), done
            later, count = edges + shared, states
        start = self._horizon.start
        units = [fact + 1 for fact in bits(start | self._step.alone)]
        yield later + count + 1, list[int](), [*units, later + 1 + self._numbers[start]]

    def _places(self, t: int, edges: int, nots: int, later: int) -> list[int]:
        """In the order of `Place`."""
        shift = t * self._horizon.width
        state, after = (*self._clauses.states, 0)[t : t + 2]
        move = (*self._clauses.moves, 0)[t]
        return [0, shift, -shift, state, after, move, edges, nots, later]

    # --- the lemmas -----------------------------------------------------------------------

    def _write(self) -> None:
        layers = self._layers[: self._horizon.length]
        known = [
            [self._state(label, facts) for facts in layer] for label, layer in enumerate(layers)
        ]
        for layer in known:
            for state in layer:
                self._not(state)
            self._shared.append(len(self._edges))
        for facts in self._numbers:
            self._no_goal(facts)

    def _told(self, facts: int) -> list[int]:
        """The literals that tell a state, by their variables."""
        told = bits(facts | self._step.alone)
        return [fact + 1 if facts >> fact & 1 else -fact - 1 for fact in told]

    def _state(self, label: int, facts: int) -> _State:
        """Look at a state; counts what it needs."""
        taken, choice = self._choices.of(facts)
        choice.uses += 1
        moves, told = list[tuple[int, int]](), self._told(facts)
        for k in taken:
            number = self._numbers.get(facts ^ self._strips.actions[k].toggles)
            if number is None or number >= self._states[min(label + 2, len(self._states) - 1)]:
                name = self._strips.actions[k].name
                raise CertificateRejected(f"layer {label}: the action {name!r} leads elsewhere")
            moves.append((k, number))
            for one in self._untouched(k, told):
                self._frames.of(k, one).uses += 1
        return _State(facts, moves, choice)

    def _untouched(self, k: int, told: Iterable[int]) -> list[int]:
        action = self._strips.actions[k]
        touched = (action.positive | action.negative) << 1
        return [one for one in told if not touched >> abs(one) & 1]

    def _not(self, state: _State) -> None:
        """The edges of a state, and N of it."""
        told = self._told(state.facts)
        hints = [self._edge(k, number, told) for k, number in state.moves]
        if state.choice.uses > 1:
            hints.append(self._written(state.choice))
        else:
            hints += self._hints(state.choice)
        idle, then = self._clauses.idle, self._step.then
        for one in told:
            hints.append(self._clauses.move(-idle, -one, one + then if one > 0 else one - then))
        number = self._numbers[state.facts]
        hints.append(mark(number + 1, Place.LATER))
        self._nots.add(mark(number + 1, Place.NOT), [literal(-one) for one in told], hints)

    def _edge(self, k: int, number: int, told: list[int]) -> int:
        """The lemma that an action does not lead from a state to the one of this number."""
        does, frames, untouched = dict.fromkeys(self._effects(k)), list[int](), list[int]()
        for one in self._untouched(k, told):
            untouched.append(one)
            frame = self._frames.of(k, one)
            hints = self._hints(frame)
            if len(hints) > 3 or (len(hints) == 3 and frame.uses > FRAME_PAYS):
                frames.append(self._written(frame))
            else:
                does.update(dict.fromkeys(hints[:-2]))
                frames += hints[-2:]
        literals = [literal(-one) for one in (*untouched, self._step.action(k))]
        return self._add(literals, [*does, *frames, mark(number + 1, Place.LATER)])

    def _effects(self, k: int) -> list[int]:
        """The clauses by which an action tells literals of the state after it."""
        found = self._effect.get(k)
        if found is None:
            action, act, then = self._strips.actions[k], self._step.action(k), self._step.then + 1
            holds = action.positive & ~action.toggles | action.negative & action.toggles
            fails = (action.positive | action.negative) & ~holds & self._step.alone
            found = [self._clauses.move(-act, then + fact) for fact in bits(holds)]
            found += [self._clauses.move(-act, -then - fact) for fact in bits(fails)]
            self._effect[k] = found
        return found

    def _hints(self, lemma: Lemma) -> list[int]:
        """The hints of a lemma as marks; writes those lemmas among them that are not yet."""
        return [hint if isinstance(hint, int) else self._written(hint) for hint in lemma.hints]

    def _written(self, lemma: Lemma) -> int:
        if lemma.written is None:
            lemma.written = self._add(lemma.literals, self._hints(lemma))
        return lemma.written

    def _add(self, literals: Sequence[int], hints: Sequence[int]) -> int:
        number = mark(len(self._edges) + 1, Place.LEMMA)
        self._edges.add(number, literals, hints)
        return number

    def _no_goal(self, facts: int) -> None:
        """N of a state at step T."""
        absent, refuted, clauses = dict[int, int](), list[int](), self._clauses
        for variable, goal in zip(clauses.wanted, self._strips.goals, strict=True):
            clause = (-variable, *self._unmet(goal, facts, absent))
            refuted.append(mark(clauses.goals[clause], Place.NUMBERS))
        refuted.append(mark(clauses.goals[clauses.wanted], Place.NUMBERS))
        number = mark(self._numbers[facts] + 1, Place.NOT)
        literals = [literal(-one) for one in self._told(facts)]
        self._goals.add(number, literals, [*absent.values(), *refuted])

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
