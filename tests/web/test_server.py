"""The server: what it answers, what it refuses, and that nothing ends it."""

import json
from http.client import HTTPConnection, HTTPResponse
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psutil
import pytest

from puzzleproof.models.instances import dumps
from puzzleproof.verify.certificate import check_stream
from puzzleproof.web.commands import GRAPHS
from tests.support.boards import SMALL
from tests.support.command_line import UNSOLVABLE, run_here, wait_for
from tests.support.sessions import is_part
from tests.support.tree import ROOT
from tests.support.web_server import BYTES, JSON, WebServer, web_server

pytest.importorskip("starlette", reason="the extra 'web' is not installed")
pytest.importorskip("uvicorn")
pytest.importorskip("sse_starlette")

OPTIONS = ("--time-limit", "20", "--jobs", "1")
PAGE_BYTES = 160_000
STATIC = ROOT / "web" / "static"
FROGS = {"instance": {"name": "frogs-2-2"}}
TOUR = """family = "sliding"
board = "A..\\n..B"
tour = ["..A\\n...", "...\\nA..", "..A\\n..."]
labelled = "A"
"""
ENDLESS = {"instance": {"name": "korf-03"}}


def workers(server: WebServer, word: str) -> list[psutil.Process]:
    """The processes under the server whose command line has this word."""
    found = list[psutil.Process]()
    for process in psutil.Process(server.process.pid).children(recursive=True):
        try:
            if word in process.cmdline():
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


def wait_for_workers(server: WebServer, word: str) -> list[psutil.Process]:
    """The same, once there are some: a process has its command line a moment after its start."""
    wait_for(lambda: bool(workers(server, word)))
    return workers(server, word)


def begun(server: WebServer, word: str = "started") -> tuple[HTTPConnection, HTTPResponse]:
    """A client of a proof without end that has heard this word."""
    connection = server.connection()
    connection.request("POST", "/api/prove", json.dumps(ENDLESS).encode(), JSON)
    reply = connection.getresponse()
    while word.encode() not in reply.readline():
        pass
    return connection, reply


def test_the_page_and_all_that_it_names_is_served(server: WebServer) -> None:
    page = server.get("/")
    assert page.status == 200
    assert page.headers["content-type"].startswith("text/html")
    for path in STATIC.iterdir():
        assert server.get(f"/static/{path.name}").body == path.read_bytes()


def test_the_page_is_small_and_names_no_other_host() -> None:
    files = list(STATIC.iterdir())
    assert sum(path.stat().st_size for path in files) <= PAGE_BYTES
    for path in files:
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in text, path
        assert "https://" not in text, path
        assert "style=" not in text, path
        assert "innerHTML" not in text, path


@pytest.mark.parametrize("path", ["/", "/static/page.css", "/api/library", "/nothing"])
def test_every_answer_has_the_headers_of_safety(server: WebServer, path: str) -> None:
    headers = server.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers


def test_the_library_is_not_sent_twice(server: WebServer) -> None:
    first = server.get("/api/library")
    assert len(first.json["instances"]) > 70
    again = server.request("GET", "/api/library", headers={"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


HUGHES, CUBES = {"instance": {"name": "hughes"}}, {"instance": {"name": "instant-insanity"}}
ONE_COLOUR = {"instance": {"name": "one-colour-cubes"}}
WALL = {"instance": {"text": UNSOLVABLE}}
ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("prove", {"instance": {"name": "hughes", "metric": "unit"}}, {"metric": "unit"}),
    ("prove", WALL, {"status": "unsolvable"}),
    ("hint", {**HUGHES, "moves": []}, {"upper": 21}),
    ("hint", {**ONE_COLOUR, "moves": []}, {"plan": None, "status": "unsolvable"}),
    ("explore", HUGHES, {"event": "survey", "states": 1138, "diameter": 67}),
    ("explore", CUBES, {"event": "error"}),
    ("hardest", {"instance": {"text": TOUR}}, {"event": "error"}),
    ("graph", {"instance": {"name": "hifi"}, "kind": "rings"}, {"event": "error"}),
]
"""A job, what it is asked, and what its last event says."""


@pytest.mark.parametrize(("job", "question", "said"), ANSWERS)
def test_what_a_job_says_at_its_end(
    server: WebServer, job: str, question: dict[str, Any], said: dict[str, Any]
) -> None:
    last = server.post(f"/api/{job}", question).events[-1]
    assert is_part(said, last), last


def test_a_hint_comes_from_a_table(tmp_path: Path) -> None:
    table, certificate = str(tmp_path / "a.csv"), str(tmp_path / "a.cert")
    words = "export", "simplicity", "--to", "answers", "--output", table, "--certificate"
    assert run_here(tmp_path, *words, certificate).returncode == 0
    with web_server(tmp_path, "--answers", str(tmp_path)) as server:
        for name, grade in (("simplicity", "certified"), ("hughes", "claimed")):
            game: dict[str, Any] = {"instance": {"name": name}, "moves": []}
            plan = server.post("/api/hint", game).events[-1]["plan"]
            last = server.post("/api/hint", {**game, "moves": plan[:2]}).events[-1]
            assert (last["grade"], last["upper"]) == (grade, len(plan) - 2)


def test_a_short_proof_does_not_wait_for_a_long_one(server: WebServer) -> None:
    clients = [begun(server)]
    (long, *_) = wait_for_workers(server, "prove")
    events = server.post("/api/prove", HUGHES).events
    assert (events[-1]["status"], events[-1]["optimum"]) == ("optimal", 21)
    assert server.get(events[-1]["certificate"]).status == 200
    assert server.post("/api/explore", HUGHES).events[-1]["diameter"] == 67
    clients.append(begun(server, "queued"))  # tried for a while, then it waits
    assert long.is_running()
    for connection, reply in clients:
        reply.close()
        connection.close()
    wait_for(lambda: not workers(server, "prove"))  # a job ends when its client leaves
    assert server.post("/api/prove", FROGS).events[-1]["optimum"] == 8
    parts = (b" " * 10_000 for _ in range(30))  # a body without a length is counted too
    assert server.request("POST", "/api/ask", parts, JSON).status == 413


def test_a_server_for_all_prints_an_address_that_others_can_open(tmp_path: Path) -> None:
    with web_server(tmp_path, "--host", "0.0.0.0") as server:  # noqa: S104
        assert urlsplit(server.url).hostname not in (None, "0.0.0.0")  # noqa: S104
        assert server.get("/").status == 200


def test_a_proof_tells_its_bounds_and_leaves_a_certificate(server: WebServer) -> None:
    events = server.post("/api/prove", HUGHES).events
    assert "bounds" in [event["event"] for event in events]
    verdict = events[-1]
    assert (verdict["event"], verdict["status"], verdict["optimum"]) == ("verdict", "optimal", 21)
    certificate = server.get(verdict["certificate"])
    assert certificate.status == 200
    checked = server.request("POST", "/api/verify", certificate.body, BYTES).events[-1]
    assert checked["accepted"]
    assert "minimum 21 moves (metric piece)" in checked["words"]
    middle = len(certificate.body) // 2
    forged = certificate.body[:middle] + b"!" + certificate.body[middle + 1 :]
    for body in (forged, b"junk\x00" * 1000):
        refused = server.request("POST", "/api/verify", body, BYTES).events[-1]
        assert (refused["event"], refused["exit"]) == ("error", 50)
        assert "puzzleproof-web-" not in refused["error"]


@pytest.mark.parametrize(
    "instance",
    [{"name": "instant-insanity"}, {"text": dumps(SMALL["half-way"])}, {"text": TOUR}],
    ids=["cubes", "half-way", "tour"],
)
def test_hints_lead_on_where_drawings_do_not(server: WebServer, instance: dict[str, str]) -> None:
    first = server.post("/api/hint", {"instance": instance, "moves": []}).events[-1]
    assert first["lower"] == first["upper"] == len(first["plan"])
    moves = first["plan"][:2]
    later = server.post("/api/hint", {"instance": instance, "moves": moves}).events[-1]
    assert later["upper"] == first["upper"] - 2
    whole = {"ask": "view", "instance": instance, "moves": [*moves, *later["plan"]]}
    assert server.post("/api/ask", whole).json["solved"]


def test_a_survey_is_certified(server: WebServer) -> None:
    last = server.post("/api/certify", {"instance": {"name": "hughes"}}).events[-1]
    assert (last["event"], last["fault"]) == ("survey", None)
    assert last["grades"]["diameter"] == "certified"
    data = server.get(last["certificate"]).body
    checked = check_stream(BytesIO(data), "certificate")
    assert checked.figures is not None
    assert (checked.figures["reached"], checked.figures["diameter"]) == (1138, 67)


def test_the_hardest_start_is_an_instance(server: WebServer) -> None:
    text = server.post("/api/hardest", HUGHES).events[-1]["text"]
    assert "39 moves (metric piece)" in text
    assert server.post("/api/prove", {"instance": {"text": text}}).events[-1]["optimum"] == 39
    assert not workers(server, "explore")


@pytest.mark.parametrize("kind", GRAPHS)
def test_a_picture_of_the_state_graph(server: WebServer, kind: str) -> None:
    question = {"instance": {"name": "simplicity"}, "kind": kind}
    found = server.post("/api/graph", question).events[-1]
    reply = server.get(found["picture"])
    assert reply.headers["content-type"] == "image/svg+xml"
    assert reply.headers["content-security-policy"].startswith("default-src 'none';")
    assert b"<svg" in reply.body


PLAIN, NO_PATH = {"content-type": "text/plain"}, b'{"instance": {"name": "/etc/passwd"}}'
ILLEGAL = b'{"ask": "view", "instance": {"name": "frogs-2-2"}, "moves": ["1-9"]}'
NO_KIND = b'{"instance": {"name": "hughes"}, "kind": "rings --output /tmp/x"}'
REFUSED: list[tuple[str, str, bytes | None, dict[str, str], int]] = [
    ("POST", "/api/ask", b"{}", {}, 415),
    ("POST", "/api/ask", b"{}", PLAIN, 415),
    ("POST", "/api/ask", b"not JSON", JSON, 400),
    ("POST", "/api/ask", b"[" * 100_000, JSON, 400),
    ("POST", "/api/ask", b"\xff\xfe", JSON, 400),
    ("POST", "/api/ask", b"[]", JSON, 400),
    ("POST", "/api/ask", b" " * 200_001, JSON, 413),
    ("POST", "/api/ask", ILLEGAL, JSON, 422),
    ("POST", "/api/prove", b"{}", JSON, 422),
    ("POST", "/api/prove", NO_PATH, JSON, 422),
    ("POST", "/api/graph", NO_KIND, JSON, 422),
    ("POST", "/api/graph", b'{"instance": {"name": "hughes"}, "kind": null}', JSON, 422),
    ("POST", "/api/verify", b"x", JSON, 415),
    ("GET", "/api/prove", None, {}, 405),
    ("GET", "/static/../server.py", None, {}, 404),
    ("GET", "/static/%2e%2e/server.py", None, {}, 404),
    ("GET", "/api/files/..%2f..%2fetc%2fpasswd", None, {}, 404),
    ("GET", "/api/files/none", None, {}, 404),
    ("GET", "/", None, {"host": "example.invalid"}, 421),
    ("GET", "/", None, {"host": "127.0.0.1.example.invalid:80"}, 421),
]


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(
    server: WebServer, case: tuple[str, str, bytes | None, dict[str, str], int]
) -> None:
    method, path, body, headers, status = case
    reply = server.request(method, path, body, headers)
    assert reply.status == status
    assert reply.json["error"]


def test_a_board_with_too_many_moves_is_given_up(server: WebServer) -> None:
    """One peg may jump in so many orders that no list of its moves ends."""
    rows = ["ox" * 12 + "o", "xo" * 12 + "x"] * 12 + ["xx" + "ox" * 11 + "o"]
    text = 'family = "pegs"\nmetric = "move"\nfinish = "any"\nstart = """\n{}\n"""\n'
    text = text.format("\n".join(rows))
    reply = server.post("/api/ask", {"ask": "describe", "instance": {"text": text}})
    assert reply.status in (200, 422)
    assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


def test_a_process_that_was_killed_is_replaced(server: WebServer) -> None:
    server.post("/api/ask", {"ask": "view", **FROGS})
    for process in wait_for_workers(server, "anyio.to_process"):
        process.kill()
    for _ in range(3):
        assert server.post("/api/ask", {"ask": "view", **FROGS}).status == 200


@pytest.mark.parametrize("how", ["killed", "left"])
def test_a_job_leaves_no_file_when_its_process_is_gone(server: WebServer, how: str) -> None:
    connection, reply = begun(server)
    (process, *_) = wait_for_workers(server, "--certificate")
    words = process.cmdline()
    path = Path(words[words.index("--certificate") + 1])
    unfinished = path.parent / ".puzzleproof-unfinished"
    unfinished.mkdir()
    if how == "killed":
        process.kill()
        assert b'"event":"error"' in reply.read()
    reply.close()
    connection.close()
    wait_for(lambda: not workers(server, "--certificate"))
    wait_for(lambda: not unfinished.exists())
    assert server.post("/api/prove", FROGS).events[-1]["certificate"]
    (store,) = (one for one in path.parents if one.name.startswith("puzzleproof-web-"))
    wait_for(lambda: not [one for one in store.iterdir() if one.is_dir()])


def test_nothing_is_left_when_the_server_ends(tmp_path: Path) -> None:
    with web_server(tmp_path) as server:
        connection, _ = begun(server)
        family = psutil.Process(server.process.pid).children(recursive=True)
        assert family
    assert server.process.returncode == 0
    _, alive = psutil.wait_procs(family, timeout=60)
    assert not alive
    connection.close()


def test_a_port_that_is_taken_is_one_line(server: WebServer, tmp_path: Path) -> None:
    found = run_here(tmp_path, "serve", "--port", str(urlsplit(server.url).port))
    assert (found.returncode, bool(found.fault)) == (40, True)
