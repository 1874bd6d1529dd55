"""Sliding blocks, told by docs/boards.md."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.support.told.drawings import DIRECTIONS, Cell, Cells, marks, moved

State = tuple[frozenset[tuple[str, Cells]], int]
"""(label or axis, cells) of each piece, or nothing; the stops visited."""


def _pieces(drawing: str) -> dict[str, Cells]:
    found: dict[str, set[Cell]] = {}
    for cell, char in marks(drawing).items():
        if char != ".":
            found.setdefault(char, set()).add(cell)
    return {char: frozenset(cells) for char, cells in found.items()}


class ToldSliding:
    """Pieces, a board, drawings to reach or to visit."""

    def __init__(self, keys: Mapping[str, Any], metric: str) -> None:
        self._metric, self._size = metric, keys.get("cell", 1)
        self._drawing = keys["board"]
        self._board = frozenset(marks(self._drawing))
        start = _pieces(keys["board"])
        named = keys.get("labelled", "")
        self._labelled = set(start) if named == "*" else set(named)
        goals = keys.get("goal", [])
        self._goals = [_pieces(one) for one in ([goals] if isinstance(goals, str) else goals)]
        self._tour = [_pieces(one) for one in keys.get("tour", [])]
        self._in_sequence = keys.get("tour_order", "sequence") == "sequence"
        self._locked = keys.get("axis_locked", False)
        self._axes = dict(word.split(":") for word in keys.get("axes", "").split())
        drawn = [start, *self._goals, *self._tour, *map(_pieces, keys.get("halfway", []))]
        self._halfway = {cells for one in drawn for cells in one.values()}

    @property
    def start(self) -> State:
        pieces, none = self.read(self._drawing, 0)
        return pieces, self._visits(pieces, none)

    def read(self, drawing: str, visited: int) -> State:
        pieces = _pieces(drawing).items()
        return frozenset((self._tag(name), cells) for name, cells in pieces), visited

    def _tag(self, name: str) -> str:
        return name if name in self._labelled else self._axes.get(name, "")

    def after(self, state: State) -> set[State]:
        pieces, visited = state
        found = set[State]()
        for one in pieces:
            others = pieces - {one}
            free = self._board - frozenset(cell for _, cells in others for cell in cells)
            for place in self._places(one, free):
                now = others | {(one[0], place)}
                found.add((now, self._visits(now, visited)))
        return found

    def played(self, drawing: str, visited: int, move: str) -> State | None:
        pieces = _pieces(drawing)
        name, cells = move[0], pieces[move[0]]
        taken = frozenset(c for other, own in pieces.items() if other != name for c in own)
        for letter in move[1:]:
            for _ in range(self._size if letter.isupper() else 1):
                cells = moved(cells, DIRECTIONS[letter.upper()])
                if not cells <= self._board - taken:
                    return None
        label = self._tag(name)
        before, _ = self.read(drawing, visited)
        now = before - {(label, pieces[name])} | {(label, cells)}
        return now, self._visits(now, visited)

    def is_goal(self, state: State) -> bool:
        pieces, visited = state
        if self._tour:
            return visited == (1 << len(self._tour)) - 1
        return any(self._shows(pieces, goal) for goal in self._goals)

    def _shows(self, pieces: frozenset[tuple[str, Cells]], goal: Mapping[str, Cells]) -> bool:
        places = {cells for _, cells in pieces}
        return all(
            (char, cells) in pieces if char in self._labelled else cells in places
            for char, cells in goal.items()
        )

    def _visits(self, pieces: frozenset[tuple[str, Cells]], visited: int) -> int:
        """The stops visited where a move, or nothing yet, has led here."""
        for number, stop in enumerate(self._tour):
            earlier = (1 << number) - 1
            if self._in_sequence and visited & earlier != earlier:
                break
            if self._shows(pieces, stop):
                visited |= 1 << number
        return visited

    def _rests(self, cells: Cells) -> bool:
        """On whole cells, or where a piece of this shape is drawn half-way."""
        if self._size == 1 or cells in self._halfway:
            return True
        whole = {(row // 2, column // 2) for row, column in cells}
        return len(cells) == 4 * len(whole)

    def _directions(self, piece: tuple[str, Cells]) -> list[Cell]:
        tag, cells = piece
        if axis := tag if len(tag) == 2 else self._axes.get(tag):
            return [DIRECTIONS[name] for name in axis]
        rows, columns = ({cell[k] for cell in cells} for k in (0, 1))
        is_box = len(cells) == len(rows) * len(columns)
        box = is_box and all(max(x) - min(x) < len(x) for x in (rows, columns))
        thin = self._size
        if self._locked and box and min(len(rows), len(columns)) == thin != len(cells) // thin:
            names = "NS" if len(columns) == thin else "EW"
            return [DIRECTIONS[name] for name in names]
        return list(DIRECTIONS.values())

    def _places(self, piece: tuple[str, Cells], free: Cells) -> Iterator[Cells]:
        """Where a piece can come to rest in one move."""
        cells, ways = piece[1], self._directions(piece)
        if self._metric == "piece":
            reached = self._flooded(cells, free, ways)
        else:
            steps = self._size if self._metric == "unit" else len(self._board)
            slides = (self._slide(cells, by, free, steps) for by in ways)
            reached = {place for slide in slides for place in slide}
        return (place for place in reached if place != cells and self._rests(place))

    def _flooded(self, cells: Cells, free: Cells, ways: list[Cell]) -> set[Cells]:
        seen, queue = {cells}, [cells]
        for place in queue:
            new = {moved(place, by) for by in ways} - seen
            new = {place for place in new if place <= free}
            seen |= new
            queue += new
        return seen

    def _slide(self, cells: Cells, by: Cell, free: Cells, most: int) -> Iterator[Cells]:
        for _ in range(most):
            cells = moved(cells, by)
            if not cells <= free:
                return
            yield cells
