"""No count without its metric, no minimum without what it rests on."""

import pytest

from puzzleproof.cli.play import words
from puzzleproof.cli.play.game import Game
from tests.support.games import game_of

ROW = {"kind": "labelling", "checked": True, "checker": "verify.labelling"}
PROVEN = {
    "status": "optimal",
    "optimum": 3,
    "grade": "certified",
    "evidence": [ROW],
    "metric": "move",
}
SOLUTION = ("3-2", "1-3", "2-1")


def test_the_score_says_where_the_minimum_comes_from() -> None:
    game = game_of("frogs-1-1")
    published = "0 moves (metric move) / minimum 3: published, not checked here"
    assert words.score(game, None) == published
    game.play("3-2")
    assert words.score(game, PROVEN) == "1 move (metric move) / minimum 3: certified"
    bounded = {**PROVEN, "status": "bounded"}
    assert "published, not checked here" in words.score(game, bounded)
    gone = {"status": "unsolvable", "grade": "certified"}
    assert words.score(game, gone).endswith("/ unsolvable: certified")
    assert words.score(game_of("european-centre"), None).endswith(
        "/ unsolvable: " + words.UNCHECKED
    )
    assert words.score(game_of("tour"), None) == (
        "0 moves (metric unit) / minimum not known; 0 of 2 stops visited"
    )


@pytest.mark.parametrize(
    ("verdict", "least", "said"),
    [
        (
            None,
            3,
            "Solved in 3 moves (metric move): as many as the minimum, published, not checked",
        ),
        (None, 2, "Solved in 3 moves (metric move); the minimum is 2: published, not checked here"),
        (None, 4, "fewer than the published minimum of 4, which this game refutes"),
        (None, None, "the minimum is not known"),
        (PROVEN, 3, "the minimum, certified (labelling, accepted by verify.labelling)"),
        ({**PROVEN, "optimum": 2}, 3, "the minimum is 2, certified (labelling"),
    ],
)
def test_a_win_says_whether_the_minimum_was_reached(
    verdict: words.Verdict | None, least: int | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def published(_game: Game) -> int | None:
        return least

    monkeypatch.setattr(words, "published", published)
    game = game_of("frogs-1-1")
    for move in SOLUTION:
        game.play(move)
    assert said in words.won(game, verdict)


def test_evidence_that_nobody_checked_is_named_without_a_checker() -> None:
    assert (
        words.rests_on({"evidence": [{"kind": "exhaustion", "checked": False}]}) == " (exhaustion)"
    )
    assert words.rests_on({"evidence": []}) == ""


def test_a_proof_says_how_far_it_is() -> None:
    bounds = {"lower": 0, "upper": None, "grade": "claimed"}
    assert words.between(bounds, "piece") == "no lower bound yet, no plan yet (metric piece)"
    found = {"lower": 3, "upper": 9, "grade": "claimed"}
    assert words.between(found, "piece") == "at least 3 (claimed), at most 9 moves (metric piece)"
    layer = {"event": "layer", "depth": 4, "states": 12}
    assert words.at_work(layer, "piece") == "searched up to 4 moves (metric piece): 12 states"
    asked = {"event": "horizon", "at_most": 3, "answer": "refuted"}
    assert words.at_work(asked, "piece") == "'at most 3 moves (metric piece)': refuted"
    assert words.at_work({"event": "usage"}, "piece") == ""


def test_hints_say_how_sure_they_are() -> None:
    assert "not proven" in words.sureness({"lower": 3, "upper": 3})
    assert words.sureness({"lower": 2, "upper": 3}) == "perhaps not the fewest"
    assert words.no_hint({"error": "too large"}) == "No hint: too large"
    assert "certified" in words.no_hint({"status": "unsolvable", "grade": "certified"})
    assert "as one search claims" in words.no_hint({"status": "unknown", "lower": None})
    assert words.no_hint({"status": "bounded", "lower": 3}) == "No hint: no plan was found in time"
