"""Which modules a command loads."""

import json
import sys
from pathlib import Path
from typing import cast

from tests.support.command_line import result_of

MAIN = """\
import json, sys
from puzzleproof.cli.main import main
try:
    code = main(sys.argv[1:])
except SystemExit as stop:
    code = stop.code
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def modules_after(tmp_path: Path, *arguments: str | Path) -> set[str]:
    """The modules that a process has imported once a command has run there."""
    result = result_of([sys.executable, "-c", MAIN, *map(str, arguments)], tmp_path)
    code, names = cast("tuple[int | None, list[str]]", json.loads(result.stderr.splitlines()[-1]))
    assert not code
    return set(names)
