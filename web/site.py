"""The page as files that any web server can serve: the visitor's browser does the work.

| in the folder | is |
|---|---|
| ``index.html``, ``static/`` | the page, with another ``static/site.js`` than the server's |
| ``library.json``, ``instances/`` | what `puzzleproof.web.questions` answers about the library |
| ``python/puzzleproof.zip`` | the program itself, from where it is installed or cloned |
| ``pyodide/`` | Python for browsers: five files of the npm package ``pyodide`` |
| ``puzzleproof-site.json`` | says that the folder is such a site |

The folder may hold other files.  A new site replaces files of an earlier site; no file is removed.
"""

import io
import json
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from puzzleproof.models.errors import InstanceError, OutputError, Unsupported
from puzzleproof.models.instances import library_names, load
from puzzleproof.models.output import folder_beside
from puzzleproof.web.questions import Answer, answer

PYODIDE_VERSION = "314.0.7"
"""The version of Pyodide that the tests use."""
PYODIDE_FILES = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"),
    *("python_stdlib.zip", "pyodide-lock.json"),
)
PYODIDE_PLACES = ("node_modules/pyodide", ".ci/npm/node_modules/pyodide")
"""The folders in which npm puts Pyodide: below the current folder, or in a clone."""
HOW_TO_GET = f"'npm install pyodide@{PYODIDE_VERSION}' installs it, and --pyodide names its folder"

PARTS = ("encoders", "explore", "models", "provers", "render", "verify", "web")
"""Packages that are beside the package `puzzleproof` in a clone, but inside it if installed."""
SUFFIXES = {".py", ".typed", ".toml", ".cpp", ".js", ".css", ".html", ".svg"}
MARKER, FORMAT = "puzzleproof-site.json", "puzzleproof-site"
BACKEND = """\
import { WorkerBackend } from "./in_browser.js";

export const makeBackend = () => new WorkerBackend();
"""
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; "
    "img-src 'self' blob:; base-uri 'none'; form-action 'none'; object-src 'none'"
)
"""The content security policy, as strict as WebAssembly allows; certificates and pictures are
blobs."""
CHARSET = '<meta charset="utf-8">\n'


class Pyodide(NamedTuple):
    """Python for browsers, in the folder where npm has put it."""

    folder: Path
    version: str


class Site(NamedTuple):
    """The number of files written, and the sizes of the parts in bytes."""

    files: int
    page: int
    library: int
    program: int
    pyodide: int


def find_pyodide(given: str | None) -> Pyodide:
    """Find Pyodide in the folder ``given``, else in npm's; raises InstanceError, Unsupported."""
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


def page_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page, with a policy and a ``site.js`` for use without a server."""
    for path in sorted(folder_of("puzzleproof.web").glob("static/*")):
        data = path.read_bytes()
        if path.name == "index.html":
            policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">\n'
            text = data.decode()
            assert CHARSET in text
            yield path.name, text.replace(CHARSET, CHARSET + policy, 1).encode()
        elif path.name == "site.js":
            yield "static/site.js", BACKEND.encode()
        else:
            yield f"static/{path.name}", data


def library_files() -> Iterator[tuple[str, bytes]]:
    """Yield files with the answers that the page needs before Python has started."""
    yield "library.json", _json(answer({"ask": "library"}))
    for name in library_names():
        puzzle = load(name)
        asked = {m: {"name": name, "metric": m} for m in puzzle.metrics}
        about = {m: answer({"ask": "describe", "instance": one}) for m, one in asked.items()}
        yield f"instances/{name}.json", _json({"default": puzzle.metric, **about})


def _json(found: Answer) -> bytes:
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def program_files() -> Iterator[tuple[str, bytes]]:
    """Yield an archive of the program; the same sources give the same bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for part in ("", *PARTS):
            package = f"puzzleproof.{part}" if part else "puzzleproof"
            folder = folder_of(package)
            for path in sorted(folder.rglob("*")):
                inside = path.relative_to(folder)
                if path.suffix in SUFFIXES and (part or inside.parts[0] not in PARTS):
                    name = "/".join((*package.split("."), *inside.parts))
                    entry = zipfile.ZipInfo(name)  # always dated 1980
                    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                    archive.writestr(entry, path.read_bytes(), compresslevel=9)
    yield "python/puzzleproof.zip", file.getvalue()


def folder_of(package: str) -> Path:
    """Return the folder of a package."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(next(iter(spec.submodule_search_locations)))


def check_folder(path: Path, *, force: bool = False) -> None:
    """Raise InstanceError if a folder has files but no site in it, unless ``force`` allows it."""
    where = f"--static {str(path)!r}"
    try:
        if path.exists() and not path.is_dir():
            raise InstanceError(f"{where}: exists and is not a folder")
        if not force and path.exists() and not _is_site(path) and any(path.iterdir()):
            how = "--force writes the site beside them"
            raise InstanceError(f"{where}: holds files, but no site; {how}")
    except OSError as error:
        raise InstanceError(f"{where}: {error.strerror or error}") from None


def _is_site(path: Path) -> bool:
    try:
        found: object = json.loads((path / MARKER).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and ("format", FORMAT) in found.items()


def write_site(path: Path, pyodide: Pyodide, version: str) -> Site:
    """Write the site of this ``version`` of the program; other files stay.

    All files are written beside the folder first, so that a full disk does not damage an earlier
    site.  Raises OutputError.
    """
    where = f"--static {str(path)!r}"
    try:
        with folder_beside(path, where) as fresh:
            site = _write(fresh, pyodide, version)
            for file in filter(Path.is_file, sorted(fresh.rglob("*"))):
                target = path / file.relative_to(fresh)
                target.parent.mkdir(parents=True, exist_ok=True)
                file.replace(target)
            return site
    except OSError as error:
        raise OutputError.at(where, error) from None


def _write(fresh: Path, pyodide: Pyodide, version: str) -> Site:
    runtime = ((f"pyodide/{name}", (pyodide.folder / name).read_bytes()) for name in PYODIDE_FILES)
    marker = {"format": FORMAT, "puzzleproof": version, "pyodide": pyodide.version}
    mark = iter([(MARKER, _json(marker))])
    sizes, files = list[int](), 0
    for part in (page_files(), library_files(), program_files(), runtime, mark):
        sizes.append(0)
        for name, data in part:
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
            files, sizes[-1] = files + 1, sizes[-1] + len(data)
    return Site(files, *sizes[:4])
