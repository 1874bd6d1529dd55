"""Sessions: commands of one folder, and what matters of what each says.

``$ words`` runs a command that succeeds; ``$ words => 60`` one with that exit code; before that,
``< name`` gives it a file.  Below it:

- ``{...}`` and ``[...]`` are part of the JSON document (of a stream, the last line);
- ``! text`` is in a line on standard error, which has no other where words are refused;
- ``- text`` and ``~ pattern`` are not on standard output, and match in it;
- ``? name | text`` is a file that is there then, with some text in it, ``/ name`` is none;
- any other line is a text on standard output, however it was broken into lines.
"""

import json
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.support.command_line import UNSOLVABLE, Result, Run

TILES = 'family = "tiles"\nboard = "{}"\ngoal = "0 1 2\\n3 4 5"\n'
FILES: dict[str, str | bytes] = {
    "wall.toml": UNSOLVABLE,
    "easy.toml": TILES.format("3 1 2\\n4 0 5"),
    "odd.toml": TILES.format("0 2 1\\n3 4 5"),
    "row.toml": 'family = "tiles"\nboard = "0 2 3 1"\ngoal = "0 1 2 3"\n',
    "solved.toml": 'family = "tiles"\nboard = "0 1\\n2 3"\ngoal = "0 1\\n2 3"\n',
}
"""Instance files that are there where a session names them."""


def sessions(
    some: Mapping[str, str], files: Mapping[str, str | bytes] = FILES
) -> Callable[[Run, Path, str], None]:
    """The test of some sessions by name: ``test_session = sessions(SESSIONS)``."""

    @pytest.mark.parametrize("name", some)
    def test_session(run: Run, tmp_path: Path, name: str) -> None:
        play(run, tmp_path, some[name], files)

    return test_session


def play(run: Run, folder: Path, session: str, files: Mapping[str, str | bytes] = FILES) -> None:
    """Run a session's commands, and compare."""
    for name, content in files.items():
        if name in session or ("/" in name and name.partition("/")[0] in session):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    for words, code, expected in _commands(session):
        words, _, source = words.partition(" < ")
        found = run(*shlex.split(words), stdin=(folder / source).read_bytes() if source else "")
        said = f"$ {words}\n{found.returncode}\n{found.stdout}\n{found.stderr}"
        assert found.returncode == code, said
        _check_errors(found, [line[2:] for line in expected if line.startswith("! ")], said)
        for line in expected:
            assert _holds(line, found, folder), f"{line}\n{said}"


def _commands(session: str) -> Iterator[tuple[str, int, list[str]]]:
    before, *parts = re.split(r"^ *\$ ", session, flags=re.MULTILINE)
    assert parts, session
    assert not before.strip(), session
    for part in parts:
        first, *rest = part.splitlines()
        words, _, code = first.partition(" => ")
        yield words, int(code or 0), [line.strip() for line in rest if line.strip()]


def _check_errors(found: Result, expected: list[str], said: str) -> None:
    lines = found.stderr.splitlines()
    assert "Traceback" not in found.stderr, said
    assert all(any(text in line for line in lines) for text in expected), said
    if not expected or found.returncode in (40, 41, 50):
        assert len(lines) == len(expected), said
        heads = ("puzzleproof: ", "note: ", "assumed: ")
        assert all(line.startswith(heads) for line in lines), said


def _holds(line: str, found: Result, folder: Path) -> bool:
    mark, _, rest = line.partition(" ")
    match mark:
        case "!":
            return True  # see above
        case "-":
            return rest not in found.stdout
        case "~":
            return bool(re.search(rest, found.stdout, re.MULTILINE))
        case "/":
            return not any(folder.glob(rest))
        case "?":
            name, _, text = rest.partition(" | ")
            return text.encode() in (folder / name).read_bytes()
        case _ if line[0] in "{[":
            text = found.stdout
            single = text.count("\n") > 1 and text.startswith('{"event"')
            return is_part(json.loads(line), json.loads(text.splitlines()[-1] if single else text))
        case _:
            return _joined(line) in _joined(found.stdout)


def _joined(text: str) -> str:
    return " ".join(text.split())


def is_part(part: Any, whole: Any) -> bool:
    """Whether a document has these keys with these values, and its lists these elements."""
    kind = str(type(part).__name__)
    if kind == "dict":
        return all(key in whole and is_part(part[key], whole[key]) for key in part)
    if kind == "list":
        return len(part) == len(whole) and all(map(is_part, part, whole))
    return bool(part == whole)
