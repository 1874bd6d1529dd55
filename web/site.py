"""The page as files that any web server serves: the work is done in the visitor's browser.

| in the folder | is |
|---|---|
| ``index.html``, ``static/`` | the page, with another ``static/site.js`` than the server's |
| ``library.json``, ``instances/`` | what `puzzleproof.web.questions` answers about the library |
| ``python/`` | the project's own wheel |
| ``pyodide/`` | Python for browsers: five files of the npm package ``pyodide`` |
| ``puzzleproof-site.json`` | says that the folder is such a site, and lists its files |

The folder may hold other files.  A site replaces the files of an earlier one, and touches no other.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from puzzleproof.models.errors import InstanceError, OutputError, Unsupported
from puzzleproof.models.files import folder_beside
from puzzleproof.models.instances import library_names
from puzzleproof.web.questions import Answer, answer
from puzzleproof.web.wheel import folder_of, make_wheel, wheel_name

PYODIDE_VERSION = "314.0.7"
"""The version that the tests run."""
PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
PYODIDE_PLACES = ("node_modules/pyodide", ".ci/npm/node_modules/pyodide")
"""Where npm puts it: below the folder in which one works, and in a clone."""
HOW_TO_GET = f"'npm install pyodide@{PYODIDE_VERSION}' brings it, and --pyodide names its folder"

FOLDERS = ("static", "instances", "python", "pyodide")
"""What a site has below its own folder."""
MARKER, FORMAT = "puzzleproof-site.json", "puzzleproof-site"
BACKEND = """\
import { WorkerBackend } from "./in_browser.js";

export const makeBackend = () => new WorkerBackend({ wheel: "WHEEL" });
"""
"""``static/site.js`` of a site without a server."""
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "connect-src 'self' blob:",
        "img-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
    )
)
"""As strict as WebAssembly allows; the blobs are certificates and pictures."""
CHARSET = '<meta charset="utf-8">\n'


class Pyodide(NamedTuple):
    """Python for browsers, as npm has put it into a folder."""

    folder: Path
    version: str


class Site(NamedTuple):
    """What was written: the number of files, and bytes of each part."""

    files: int
    page: int
    library: int
    program: int
    pyodide: int


def find_pyodide(given: str | None) -> Pyodide:
    """Pyodide in the folder that is ``given``, or where npm puts it.

    Raises InstanceError for a folder that holds something else, Unsupported where there is none.
    """
    if given is not None:
        return _checked(Path(given), f"--pyodide {given!r}")
    for place in PYODIDE_PLACES:
        for root in (Path(), folder_of("puzzleproof.web").parent):
            if (root / place).is_dir():
                return _checked(root / place, f"{place!r}")
    raise Unsupported(f"a page without a server needs Pyodide: {HOW_TO_GET}")


def _checked(folder: Path, where: str) -> Pyodide:
    missing = [name for name in PYODIDE_FILES if not (folder / name).is_file()]
    if missing:
        raise InstanceError(f"{where}: there is no {missing[0]}; {HOW_TO_GET}")
    try:
        version = json.loads((folder / "package.json").read_bytes())["version"]
    except (OSError, ValueError, TypeError, KeyError):
        version = "unknown"
    return Pyodide(folder, str(version))


# --- the files ----------------------------------------------------------------------------


def page_files(version: str) -> Iterator[tuple[str, bytes]]:
    """The page: its files, one of which names the backend, and a policy that allows WebAssembly."""
    for path in sorted(folder_of("puzzleproof.web").glob("static/*")):
        data = path.read_bytes()
        if path.name == "index.html":
            policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
            text = data.decode()
            assert CHARSET in text
            yield path.name, text.replace(CHARSET, CHARSET + policy, 1).encode()
        elif path.name == "site.js":
            yield "static/site.js", BACKEND.replace("WHEEL", wheel_name(version)).encode()
        else:
            yield f"static/{path.name}", data


def library_files() -> Iterator[tuple[str, bytes]]:
    """What the page asks about the library before Python has started."""
    yield "library.json", _json(answer({"ask": "library"}))
    for name in library_names():
        own = _describe(name)
        about = {metric: _describe(name, metric) for metric in own["metrics"]}
        yield f"instances/{name}.json", _json({"default": own["metric"], **about})


def _describe(name: str, metric: str | None = None) -> Answer:
    return answer({"ask": "describe", "instance": {"name": name, "metric": metric}})


def _json(found: Answer) -> bytes:
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def program_files(version: str) -> Iterator[tuple[str, bytes]]:
    """The project's own wheel, which pip would take as well."""
    yield f"python/{wheel_name(version)}", make_wheel(version)


# --- the folder ---------------------------------------------------------------------------


def check_folder(path: Path, *, force: bool = False) -> None:
    """Raise InstanceError, before the work, for what is no folder, or one of other files.

    By ``force`` the site is put among other files, and replaces those of the same names.
    """
    where = f"--static {str(path)!r}"
    try:
        if path.exists() and not path.is_dir():
            raise InstanceError(f"{where}: exists and is no folder")
        others = not force and path.exists() and not _listed(path) and any(path.iterdir())
    except OSError as error:
        raise InstanceError(f"{where}: {error.strerror or error}") from None
    if others:
        raise InstanceError(
            f"{where}: holds other files than a site; --force puts the site among them"
        )


def _listed(path: Path) -> set[str]:
    """The files of an earlier site, as its marker says; none outside of it."""
    try:
        found: dict[str, Any] = json.loads((path / MARKER).read_bytes())
        listed: list[object] = found["files"] if found["format"] == FORMAT else []
        names = [PurePosixPath(str(name)) for name in listed]
    except (OSError, ValueError, TypeError, KeyError):
        return set()
    own = (PurePosixPath(), *map(PurePosixPath, FOLDERS))
    return {str(name) for name in names if name.parent in own and name.name != ".."}


def write_site(path: Path, pyodide: Pyodide, version: str) -> Site:
    """Write the site of this ``version`` of the project; other files stay.

    All files are written beside the folder first, so that a full disk leaves an earlier site as it
    was; then they replace its files, and those that the new one does not have go.  Raises
    OutputError.
    """
    where = f"--static {str(path)!r}"
    try:
        with folder_beside(path, where) as fresh:
            site, names = _write(fresh, pyodide, version)
            for name in _listed(path) - set(names):
                (path / name).unlink(missing_ok=True)
            for name in names:
                (path / name).parent.mkdir(parents=True, exist_ok=True)
                (fresh / name).replace(path / name)
            return site
    except OSError as error:
        raise OutputError.at(where, error) from None


def _write(fresh: Path, pyodide: Pyodide, version: str) -> tuple[Site, list[str]]:
    """Write every file; the marker comes last, and names the others."""
    runtime = ((f"pyodide/{name}", (pyodide.folder / name).read_bytes()) for name in PYODIDE_FILES)
    parts = (page_files(version), library_files(), program_files(version), runtime)
    names, sizes = list[str](), list[int]()
    for part in parts:
        sizes.append(0)
        for name, data in part:
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            names.append(name)
            sizes[-1] += len(data)
    marker = {
        "format": FORMAT,
        "puzzleproof": version,
        "pyodide": pyodide.version,
        "files": sorted(names),
    }
    (fresh / MARKER).write_bytes(_json(marker))
    return Site(len(names) + 1, *sizes), [*names, MARKER]
