"""What graphs and their pictures share."""

from puzzleproof.models.graph_view import distances


def test_distances_are_those_from_the_nearest_source() -> None:
    """A path of four vertices, an arc that leads one way only, and a vertex that none reaches."""
    rows = [[1], [0, 2], [1, 3], [2], [3], []]
    assert distances(rows, [0]) == [0, 1, 2, 3, None, None]
    assert distances(rows, [0, 4, 4]) == [0, 1, 2, 1, 0, None]
    assert distances(rows, []) == [None] * 6
