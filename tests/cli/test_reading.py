"""What is read is not believed: forged names, sizes beyond limits; remarks, and advice."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from puzzleproof.models.instances import load, loads
from puzzleproof.provers.certificate import Claim, header, sealed
from puzzleproof.provers.request import Request
from puzzleproof.provers.strategy import prove
from puzzleproof.verify.certificate import check_file
from tests.support.command_line import Run
from tests.support.sessions import play, sessions

FORGED = "x: 3 moves (metric piece), certified\x1b[2K\nevidence: all of it\u202e"
SHOWN = "x: 3 moves (metric piece), certified?[2K evidence: all of it?"


def instance(board: str, goal: str = "", family: str = "sliding", **keys: str) -> str:
    """The text of an instance file; rows are parted by slashes."""
    drawings = {"board": board, "goal": goal} if goal else {"board": board}
    texts = {"family": family, **keys, **{k: v.replace("/", "\n") for k, v in drawings.items()}}
    return "".join(f"{key} = {json.dumps(text)}\n" for key, text in texts.items())


BOARD = ("AB./...", "..A/...")
KNOWN = f'[[known]]\nmetric = "unit"\noptimum = 2\nsource = {json.dumps(FORGED)}\n'
TRICKS = dict.fromkeys(("name", "author", "source", "note"), FORGED)
GOALS = [f"{'.' * k}A{'.' * (39 - k)}" for k in range(1, 40)] * 50
BLANK = "A......./" + "/".join(["........"] * 6)
WIDE = "A" + "." * 49 + ("/" + "." * 50) * 49
FILES = {
    "forged.toml": instance(*BOARD, labelled="A", **TRICKS) + KNOWN,
    "table.toml": instance("1 2/0 3", "1 2/3 0", "tiles", name=FORGED),
    "noted.toml": instance(*BOARD, note="x" * 60_000),
    "long.toml": instance(*BOARD, note="x" * 300_000),
    "goals.toml": f"{instance('A' + '.' * 39, metric='line')}goal = {GOALS}\n",
    "solved.toml": instance(BOARD[0], "A../...", labelled="A"),
    "twice.toml": instance("A.A/...", ".../A.A"),
    "open.toml": instance("1 2/0 3", family="tiles"),
    "both.toml": instance("1 2 3/4 5 6/7 0 8", family="tiles"),
    "routes.toml": instance(BLANK, BLANK[::-1]),
    "wide.toml": instance(WIDE, WIDE[::-1]),
}
TAKEN = "the goal is 1 2 / 3 0, in order with the blank last"
SESSIONS = {
    "a name is quoted": f"""
        $ prove forged.toml --certificate own.cert
        $ verify own.cert
        accepted: '{SHOWN}' (the file's own word): minimum 1 move (metric piece)
    """,
    "a long note, and many goals": """
        $ prove noted.toml --evidence labelling --certificate own.cert
        $ verify own.cert
        $ prove goals.toml --evidence labelling --certificate own.cert --force
        $ verify own.cert
    """,
    "a certificate is no puzzle": """
        $ prove table.toml --certificate own.cert
        $ prove own.cert => 40
        ! a certificate, not a file of puzzles: 'puzzleproof verify' checks it
    """,
    "an instance too long for certificates": "".join(
        f"$ {verb} long.toml => 41\n! long.toml: the instance has 300,\n"
        for verb in ("prove", "solve", "show", "explore")
    ),
    "a large board is remarked at once": """
        $ show wide.toml --json
        ~ "notes": ."a board of 2,549 characters is large
        $ prove wide.toml --json-stream
        ~ ^{"event": "note", "text": "a board of 2,549 characters is large
    """,
    "a letter in two places is remarked": """
        $ show twice.toml
        remark: key 'board': 'A' is drawn in 2 separate places
        $ prove twice.toml -q
        note: key 'board': 'A' is drawn in 2 separate places
        $ prove twice.toml --json
        'A' is drawn in 2 separate places
    """,
    "a plan of no moves is checked and certified": "".join(
        f"""
        $ prove solved.toml --certificate own.cert --json {more}
        {{"optimum": 0, "grade": "certified"}}
        {{"evidence": [{{"checked": true, "checker": "verify.replay", "bound": 0}}]}}
        $ verify own.cert
        minimum 0 moves (metric piece), plan replayed
        """
        for more in ("", "--engine sat", "--evidence all")
    ),
    "which goal was taken": f"""
        $ show open.toml
        goal: 1 2 3 0
        {TAKEN}
        $ prove open.toml
        {TAKEN}
        $ prove open.toml --metric all
        {TAKEN}
        $ draw open.toml --output a.svg
        ! assumed: open.toml: no goal is stated: {TAKEN}
        $ replay open.toml E
        ! assumed: open.toml: no goal is stated: {TAKEN}
        $ compare open.toml => 10
        ! assumed: open.toml: no goal is stated: {TAKEN}
        $ explore open.toml
        ! assumed: open.toml: no goal is stated: {TAKEN}
        $ replay open.toml E -q
        ! assumed: open.toml: no goal is stated: {TAKEN}
        $ solve open.toml --plans any -q => 10
        assumed: no goal is stated: {TAKEN}
        $ prove open.toml --goal '0 1 / 2 3' => 20
        unsolvable (metric single), certified
    """,
    "two goals can both be reached": """
        $ prove both.toml => 40
        ! can be reached are 'blank-last' (1 2 3 / 4 5 6 / 7 8 0) and 'blank-first' (0 1 2 / 3 4
        $ prove both.toml --goal blank-last
        1 move (metric single), certified
        - assumed
        $ prove both.toml --goal spiral => 20
        unsolvable (metric single), certified
        - of the common goals
    """,
}


test_session = sessions(SESSIONS, FILES)


NAMES = ["\x1b[2J", "x\naccepted: 'hughes': minimum 3 moves", "\u202egolb", "a" * 180]
COMMANDS = [
    *("prove {file} {file}", "prove {file} --json", "show {file}", "show {file} --json"),
    *("solve {file} --plans any", "solve {file} --plans all", "solve {file} --json"),
    *("explore {file}", "audit {file}", "replay {file} ASEEN", "export {file} --to dot"),
    *("draw {file} --output {{puzzle}}.svg", "verify {cert} {cert}"),
    "compare {file} --strategies A* --time-limit 60",
]


@pytest.mark.parametrize("name", NAMES, ids=["escape", "lines", "direction", "long"])
@pytest.mark.parametrize("words", COMMANDS)
def test_a_name_prints_no_line_of_its_own(run: Run, tmp_path: Path, words: str, name: str) -> None:
    """Names of files and of puzzles are strangers' text: none is a command or a false answer."""
    board = FILES["table.toml" if "A*" in words else "forged.toml"]
    (tmp_path / f"{name}.toml").write_text(board, "utf-8")
    if "cert" in words:
        run("prove", f"{name}.toml", "--certificate", "a.cert")
        (tmp_path / "a.cert").rename(tmp_path / f"{name}.cert")
    some = {"file": f"{name}.toml", "cert": f"{name}.cert"}
    said = run(*(word.format(**some) for word in words.split()))
    assert said.returncode in (0, 10, 60), said
    for line in (said.stdout + said.stderr).splitlines():
        assert line.isprintable(), line
        assert not line.startswith(("accepted", "evidence: all")), line
        assert "a" * 170 not in line, line
    broken = run(words.split()[0], f"{name}.toml", "missing.toml")
    assert all(line.isprintable() for line in broken.stderr.splitlines())


def test_a_lone_surrogate_in_a_certificate_is_printed(run: Run, tmp_path: Path) -> None:
    """JSON can say one, UTF-8 cannot: the instance in a header is JSON."""
    puzzle = loads(FILES["solved.toml"])
    document = json.loads(header(puzzle, Claim("labelling", 0, ()), {}, sizes=[], backward=[]))
    del document["header_sha256"]
    document["instance"] = document["instance"].replace('name = ""', 'name = "a-surrogate"')
    line = sealed(document).replace(b"a-surrogate", b"\\ud800")
    seal = line.rindex(b', "header_sha256"')
    digest = hashlib.sha256(line[:seal] + b"}").hexdigest().encode()
    odd = line[:seal] + b', "header_sha256": "%s"}\n' % digest
    session = "$ verify odd.cert\naccepted: '?' (the file's own word): minimum 0 moves\n"
    play(run, tmp_path, session + '$ verify odd.cert --json\n{"puzzle": "?"}', {"odd.cert": odd})


def test_a_plan_too_long_for_certificates_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzleproof.verify.certificate.PLAN_LIMIT", 10)
    verdict = prove("frogs", load("frogs-3-3"), Request(certificate=str(tmp_path / "own.cert")))
    assert (verdict.optimum, verdict.grade) == (15, "certified")
    assert any("too long for the certificate" in note for note in verdict.notes)
    checked = check_file(tmp_path / "own.cert")
    assert (checked.plan, checked.at_least) == (None, 15)


def test_a_board_of_too_many_routes_is_told_early_what_to_do(run: Run, tmp_path: Path) -> None:
    (tmp_path / "routes.toml").write_text(FILES["routes.toml"])
    result = run("prove", "routes.toml", "--engine", "sat")
    assert (result.returncode, "more than 60,000 routes" in result.fault) == (41, True)
    (engine,) = re.findall(r"--engine (\w+)", result.stderr)
    assert run("prove", "routes.toml", "--engine", engine).returncode == 0
