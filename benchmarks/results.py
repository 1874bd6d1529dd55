"""Prove the rows of docs/results.md: instances of the library, each in one or more metrics.

Call it as ``make results`` or ``python -m benchmarks.results``.  For each row it runs two commands
in new processes with an empty cache: ``prove`` and ``verify``.  With ``--surveys`` the rows are
published statistics of state graphs (``explore`` and ``verify``); with ``--kernel``, theorems
(``export --to coq`` and ``coqc``); with ``--program``, claims for the checker proven in Coq (``make
proven``).  This module contains no results.  The page is written after each row; a row that is not
certified within the limit is printed as a failure and does not change the page.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.results_page import (
    ORDERS,
    SURVEYS,
    THEOREMS,
    Record,
    RowKey,
    figure_of,
    kept_name,
    listed,
    read_page,
    write_page,
)
from benchmarks.run import ROOT, Bench, Run, exit_code, run_once
from puzzleproof.models.errors import NotationError
from puzzleproof.provers.formal.kernel import CLOSED, COQC, PROVEN
from puzzleproof.release import versions

PAGE = ROOT / "docs" / "results.md"
TIME_LIMIT, CHECK_LIMIT, GRACE = 60.0, 3600.0, 60.0
"""The seconds to prove a row, to check a row, and between a limit and killing the command."""
MOST_BYTES = 8 << 30
"""The memory limit, in bytes, for a program that judges a claim."""
ANSWERS = (0, 10, 20, 30)
KEPT = listed("certificates_kept")
"""The rows whose certificates are kept."""
FILES = tuple(key for key in THEOREMS if key not in listed("files_not_kept"))
"""The theorems whose files are kept."""


class Failed(Exception):
    """A command gave no answer, or did not prove what its row needs."""


class Proof(NamedTuple):
    """The answers of ``prove`` and ``verify``, and the costs of their runs."""

    verdict: dict[str, Any]
    made: Run
    file: Path
    checked: dict[str, Any]
    check: Run | None = None
    """The run of ``verify``; None if there is no certificate."""


def asked(
    bench: Bench, limit: float, *words: str, codes: Sequence[int] = (0,)
) -> tuple[dict[str, Any], Run]:
    """Return the JSON document that a command answers, and its run; raises Failed."""
    run = run_once(bench.command("fresh", *words, "--json"), bench.folder, limit)
    if fault := run.fault(codes):
        raise Failed(fault)
    return dict[str, Any](json.loads(run.output)), run


def proved(bench: Bench, instance: str, metric: str, limit: float) -> Proof:
    """Prove an instance, and check the certificate; raises Failed."""
    file = bench.folder / "proof.cert"
    file.unlink(missing_ok=True)
    words = (instance, "--metric", metric)
    limits = ("--certificate", str(file), "--time-limit", f"{limit:g}")
    verdict, made = asked(bench, limit + GRACE, "prove", *words, *limits, codes=ANSWERS)
    if verdict["certificate"] is None:
        return Proof(verdict, made, file, {})
    checked = asked(bench, CHECK_LIMIT, "verify", str(file), "--instance", *words)
    return Proof(verdict, made, file, *checked)


def _row(bench: Bench, key: RowKey, options: argparse.Namespace) -> Record:
    proof = proved(bench, *key, options.time_limit)
    verdict = proof.verdict
    is_ended = verdict["status"] in ("optimal", "unsolvable")
    if not is_ended or verdict["grade"] != "certified" or proof.check is None:
        raise Failed(f"not certified ({verdict['status']}, {verdict['grade']})")
    evidence = [
        one for one in verdict["evidence"] if one["checked"] and one["bound"] == verdict["lower"]
    ]
    return {
        "minimum": verdict["optimum"],
        "evidence": list(dict.fromkeys(one["kind"] for one in evidence)),
        "states": max((o["states"] for o in evidence if o["kind"] == "labelling"), default=None),
        "bytes": proof.file.stat().st_size,
        "kept": key in KEPT and _keep(options.page, key, proof.file),
        "make_s": round(proof.made.wall, 2),
        "check_s": round(proof.check.wall, 2),
    }


def _survey(bench: Bench, key: RowKey, options: argparse.Namespace) -> Record:
    """Return the record of a survey: the published statistics, each with its grade."""
    published, file = SURVEYS[key], bench.folder / "certificate.survey"
    file.unlink(missing_ok=True)
    words = [published.puzzle, "--metric", published.metric]
    wanted = ("--certificate", str(file)) if published.certificate else ()
    found, made = asked(bench, CHECK_LIMIT, "explore", *words, *published.options, *wanted)
    record: Record = {"make_s": round(made.wall, 2), "kept": False}
    certified = dict[str, Any]()
    if published.certificate:
        checked, check = asked(bench, CHECK_LIMIT, "verify", str(file), "--instance", *words)
        certified = checked["figures"]
        record |= {"bytes": file.stat().st_size, "check_s": round(check.wall, 2)}
        record["kept"] = _keep(options.page, key, file)
    figures = {
        name: (figure_of(name, certified), "certified")
        if name.partition(".")[0] in certified
        else (figure_of(name, found), "claimed")
        for name in published.figures
    }
    return {"figures": figures, **record}


def _judged(bench: Bench, key: RowKey, options: argparse.Namespace) -> Record:
    """Return the record of a claim that Coq's kernel or the checker proven in Coq accepts."""
    by_kernel, name = options.table == "theorems", Path(kept_name(key, "v")).stem
    form, limit = ("coq", CHECK_LIMIT) if by_kernel else ("proven", options.time_limit)
    program = [str(COQC.needed()), "-q"] if by_kernel else [str(PROVEN.needed())]
    words = ("export", key[0], "--metric", key[1], "--to", form, "--output", name)
    limits = ("--no-check", "--time-limit", f"{limit:g}")
    made, _ = asked(bench, limit + GRACE, *words, *limits, codes=(10,))
    file = bench.folder / Path(made["files"][0]).name
    judged = run_once([*program, file.name], bench.folder, CHECK_LIMIT, memory=MOST_BYTES)
    said, least = judged.output.strip(), made["at_least"]
    if judged.code or (by_kernel and said != CLOSED):
        raise Failed(
            f"{Path(program[0]).name}: {(judged.stopped or judged.error or said).strip()[-200:]}"
        )
    claim = f"the minimum is {least}" if made["minimum"] else f"at least {least}"
    record: Record = {"theorem": "no plan" if least is None else claim}
    record["peak_mb"] = round(judged.peak / 1e6)
    if by_kernel:
        record["bytes"] = file.stat().st_size
        record["kept"] = key in FILES and _keep(options.page, key, file)
    return record | {"cpu": round(judged.cpu, 1 if by_kernel else 2)}


def _keep(page: Path, key: RowKey, file: Path) -> bool:
    target = page.parent / kept_name(key, file.suffix[1:])
    target.parent.mkdir(exist_ok=True)
    shutil.copyfile(file, target)
    return True


MADE = {"rows": _row, "surveys": _survey, "theorems": _judged, "program": _judged}
"""The name of a table on the page -> the function that makes the record of a row."""


def _about(bench: Bench, options: argparse.Namespace) -> str:
    """Describe a run for the page; the machine is described by the time of a simple search."""
    if options.table == "theorems":
        found = run_once([str(COQC.needed()), "--print-version"], bench.folder, GRACE)
        return "coq {}, ocaml {}".format(*found.output.split())
    seconds = run_once(bench.command("rules", "ane-rouge"), bench.folder, GRACE).wall
    tools = ", ".join(f"{name} {version}" for name, version in versions().items())
    limit = f"limit {options.time_limit:g} s a row; {tools}"
    return f"{limit}; for comparison `verify.bfs` on `ane-rouge`: {seconds:.2f} s"


# --- the command --------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Prove the chosen rows; returns 1 if any row failed."""
    if not options.page.parent.is_dir():
        raise NotationError(f"--page {str(options.page)!r}: there is no such folder")
    long = {key for key, one in SURVEYS.items() if one.long and not options.only}
    found = [
        key
        for key in ORDERS[options.table]()
        if any(fnmatchcase(key[0], pattern) for pattern in options.only or ["*"])
        and options.metric in (None, key[1])
        and key not in long
    ]
    if not found:
        raise NotationError("results: no such row in the library (see --only, --metric)")
    have = read_page(options.page).tables[options.table] if options.missing else {}
    wanted = [key for key in found if key not in have]
    stamp, failures = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S"), 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        about = _about(bench, options)
        for key in wanted:
            try:
                record = MADE[options.table](bench, key, options)
            except Failed as error:
                failures += 1
                say(f"{' '.join(key)}: FAILED: {error}")
                continue
            page = read_page(options.page)
            about_key = {"puzzle": key[0], "metric": key[1]}
            page.tables[options.table][key] = {**about_key, **record, "run": stamp}
            page.runs[stamp] = about
            write_page(options.page, page)
            say(f"{' '.join(key)}: {json.dumps(record)}")
    say(f"{len(wanted)} rows, {failures} failed: {options.page}")
    return 1 if failures else 0


def say(line: str) -> None:
    """Print progress on standard error."""
    print(line, file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the module as a command."""
    parser = argparse.ArgumentParser(prog="benchmarks.results", description=__doc__)
    add = parser.add_argument
    add("--only", action="append", metavar="NAME", help="instances, such as 'korf-*' (repeatable)")
    add("--metric", metavar="NAME", help="rows in this metric")
    add("--missing", action="store_true", help="only rows that the page lacks")
    what = {
        "--surveys": ("surveys", "published statistics of state graphs"),
        "--kernel": ("theorems", "theorems for Coq"),
        "--program": ("program", "claims for the proven checker"),
    }
    for flag, (name, words) in what.items():
        text = f"{words} in place of minima"
        add(flag, dest="table", action="store_const", const=name, default="rows", help=text)
    limit = f"seconds to prove a row (default: {TIME_LIMIT:g})"
    add("--time-limit", type=float, default=TIME_LIMIT, metavar="S", help=limit)
    page = "the page; files are kept in the folder 'certificates' beside it"
    add("--page", type=Path, default=PAGE, metavar="FILE", help=page)
    return exit_code(run, parser.parse_args(argv))


if __name__ == "__main__":
    sys.exit(main())
