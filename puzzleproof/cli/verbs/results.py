"""``puzzleproof results``: list, filter, export and check again the results in a ledger.

With ``--merge`` the ledger takes over results that others have proven.
"""

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from puzzleproof.cli import METRICS, Exit, worst
from puzzleproof.cli.context import Context
from puzzleproof.cli.ledger_page import ledger_page
from puzzleproof.cli.many import means_of, say, way_on
from puzzleproof.cli.printing import aligned, count, print_fault, print_json
from puzzleproof.cli.printing.verdict import bounds_words
from puzzleproof.cli.targets import (
    check_folder,
    csv_text,
    target,
    write_certificates,
)
from puzzleproof.cli.verbs import METRIC_NAMES, add_limits
from puzzleproof.cli.verbs.list import fits
from puzzleproof.models.errors import InstanceError, NotationError
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.provers.batch.jobs import SURVEY
from puzzleproof.provers.batch.ledger import FIGURES, Ledger, open_ledger
from puzzleproof.provers.batch.merging import Merger, Told, files_in
from puzzleproof.provers.batch.pool import DamagedRow
from puzzleproof.provers.batch.row import Row
from puzzleproof.provers.events import Working
from puzzleproof.provers.process import processors
from puzzleproof.provers.verdict import INTERRUPTED
from puzzleproof.written import write_file

FAILED = "failed"
STATES = ("optimal", "unsolvable", "bounded", "unknown", FAILED)
COLUMNS = (
    *("puzzle", "title", "family", "metric", "state", "status", "grade", "lower", "proven"),
    *("upper", "optimum", "seconds", "machine", "finished", "reason", "instance_hash"),
    *("certificate_sha256", "plan"),
)
SUFFIXES = (".csv", ".html")
BYTES_A_SECOND = 50_000
"""The rate at which a processor checks certificates, measured on docs/certificates as a whole."""
CODES = {
    "rejected": Exit.REJECTED,
    "too large": Exit.LIMIT,
    "unreadable": Exit.BAD_INPUT,
    "another board": Exit.BAD_INPUT,
}
"""What happened to an offered file of ``--merge`` -> the exit code, if it is not 0."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the ledger, the filters, and the options for what to do with the results."""
    add = parser.add_argument
    add("ledger", help="a file that --ledger wrote")
    word = (
        f"only results of this family ({', '.join(sorted(METRICS))}), metric, or status "
        f"({', '.join(STATES)}), or of puzzles with this word in their name or title; several "
        "words must all fit"
    )
    add("words", nargs="*", metavar="WORD", help=word)
    check = "check again all certificates, plans and claims of minima"
    add("--check", action="store_true", help=check)
    add("--certificates", metavar="FOLDER", help="copy the certificates into this folder")
    add("--table", action="store_true", help="a line per puzzle, with a column for each metric")
    output = (
        "write the results or the table (.csv), or a page of results (.html); FOLDER/: the page "
        "and the certificates to which it links"
    )
    add("--output", metavar="FILE|FOLDER/", help=output)
    merging = (
        "check the claims of these ledgers (.db), certificates (.cert) or folders of them, and "
        "keep the best claim for each puzzle and metric"
    )
    add("--merge", metavar="OTHER", nargs="+", help=merging)
    add_limits(parser, "each check of --merge")


def run(options: Context) -> int:
    """List the results, and merge, copy, check or export them as the options say."""
    if options.merge:
        return _merge(options)
    if options.output and (options.output.endswith("/") or Path(options.output).is_dir()):
        page = str(Path(options.output, "index.html"))
        options = options.but(certificates=options.output, output=page)
    folder = options.certificates and check_folder("--certificates", options.certificates)
    suffixes = SUFFIXES[:1] if options.table else SUFFIXES
    mark = fingerprint("results", Path(str(options.ledger)).name)
    file = options.output and target(options, options.output, suffixes, about=mark)
    with open_ledger(str(options.ledger), new=False) as ledger:
        rows = sorted((row for row in ledger.rows() if _is_wanted(row, options)), key=_place)
        faults = [ledger.doubt_about(row) if options.check else "" for row in rows]
        copies = {} if folder is None else _copy(ledger, rows, folder, faults, force=options.force)
        surveys, figures = ledger.number_of(SURVEY), ledger.number_of(FIGURES)
    table = _table(rows, faults) if options.table else None
    if file:
        claims = zip(rows, _lines(rows, faults, options), faults, strict=True)
        is_page, about = file.suffix.lower() == ".html", _summary(rows, options)
        if is_page:
            text = ledger_page(claims, copies, file, about, checked=options.check)
        else:
            text = _csv(rows, table)
        write_file("--output", file, text, mark)
    if options.wants_json:
        checked = [{"rejected": fault or None} if options.check else {} for fault in faults]
        print_json([{**row.to_json(), **more} for row, more in zip(rows, checked, strict=True)])
    else:
        listed = aligned(table, "<" * len(table[0])) if table else _lines(rows, faults, options)
        print(*listed, _summary(rows, options), sep="\n")
        if surveys:
            print(f"{count(surveys, 'survey')} of piece sets (puzzleproof atlas)")
        if figures:
            of_graphs = f"{count(figures, 'statistic')} of state graphs"
            print(f"{of_graphs}, not checked here: 'audit --ledger' checks them")
    for row, fault in zip(rows, faults, strict=True):
        if fault:
            print_fault(f"{row.puzzle}: rejected: {fault}")
    return Exit.REJECTED if any(faults) else Exit.PROVEN


def _merge(options: Context) -> int:
    """Check the offered files and keep each question's best claim; prints a line for each offer."""
    others = options.words, options.check, options.certificates, options.output, options.table
    if any(others):
        raise NotationError("--merge cannot be combined with a word or another option of 'results'")
    files, told, codes = [*files_in(options.merge)], list[Told](), [Exit.PROVEN]
    size = sum(file.stat().st_size for file in files if file.exists())
    seconds = 1 + size // BYTES_A_SECOND // processors()
    say(options, f"{count(len(files), 'file')}, {size:,} bytes: about {seconds} s")

    def progress() -> tuple[Working, list[str]]:
        return Working("checking", len(told), None, "answers"), []

    try:
        with means_of(options, progress) as (means, _):
            assert means.ledger is not None
            for one in Merger(means.ledger, options.limits).merge(files, means):
                told.append(one)
                if not options.wants_json:
                    known = one.known and bounds_words(one.known)
                    words = filter(None, (one.offer, one.fate, one.because, known))
                    print(*words, sep=": ", flush=True)
    except KeyboardInterrupt:
        print_fault(f"{INTERRUPTED}: what was checked is kept; {way_on(options)}")
        codes.append(Exit.LIMIT)
    if options.wants_json:
        print_json([{**one._asdict(), "known": one.known and one.known.to_json()} for one in told])
    else:
        numbers = sorted(Counter(one.fate for one in told).items())
        fates = ", ".join(f"{n} {fate}" for fate, n in numbers)
        print(count(len(told), "offer") + (f": {fates}" if fates else ""))
    return worst([*codes, *(CODES.get(one.fate, Exit.PROVEN) for one in told)])


def _csv(rows: Sequence[Row], table: list[list[str]] | None) -> str:
    if table is None:
        return csv_text(COLUMNS, (row.to_json() for row in rows))
    head, *lines = table
    return csv_text(head, (dict(zip(head, line, strict=True)) for line in lines))


def _lines(rows: Sequence[Row], faults: list[str], options: Context) -> list[str]:
    """Return a line for each row; with ``--check`` it includes the result of the check."""
    width = max((len(row.puzzle) for row in rows), default=0)
    judged = [f", {_judged(row, fault)}" for row, fault in zip(rows, faults, strict=True)]
    return [
        f"{row.puzzle:{width}}  {_words(row)}{said if options.check else ''}"
        for row, said in zip(rows, judged, strict=True)
    ]


def _place(row: Row) -> tuple[list[tuple[bool, int, str]], str, int]:
    """Return the sort key of a row: its name, with 2 before 10, then its metric."""
    parts = re.findall(r"0*(\d+)|(\D+)", row.puzzle)
    name = [(bool(word), len(number), number or word) for number, word in parts]
    return name, row.instance_hash, METRICS[row.family].index(row.metric)


def _summary(rows: Sequence[Row], options: Context) -> str:
    unchecked = "" if options.check or not rows else ", as recorded: --check checks them"
    return f"{count(len(rows), 'result')}{unchecked}"


def _table(rows: Sequence[Row], faults: Sequence[str]) -> list[list[str]]:
    """Return a header, then a line for each puzzle: its name, and a column for each metric."""
    metrics = dict.fromkeys(name for family in sorted(METRICS) for name in METRICS[family])
    used = [one for one in metrics if any(row.metric == one for row in rows)]
    lines = dict[tuple[str, str], dict[str, str]]()
    for row, fault in zip(rows, faults, strict=True):
        blank = {"puzzle": row.puzzle, **dict.fromkeys(used, "")}
        line = lines.setdefault((row.puzzle, row.instance_hash), blank)
        said = "rejected" if fault else _found(row)
        if said not in line[row.metric].split("; "):  # requests about one puzzle may agree
            line[row.metric] = "; ".join(filter(None, (line[row.metric], said)))
    return [["puzzle", *used], *(list(line.values()) for line in lines.values())]


def _found(row: Row) -> str:
    """Return a row's result in a few words, with its grade if it is not certified."""
    if row.status not in ("optimal", "unsolvable"):
        return FAILED if row.status is None else bounds_words(row.known).removesuffix(" moves")
    minimum = row.known.optimum
    words = row.status if minimum is None else str(minimum)
    return words if row.grade == "certified" else f"{words} ({row.grade})"


def _is_wanted(row: Row, options: Context) -> bool:
    names, own = (*METRICS, *METRIC_NAMES, *STATES), (row.family, row.metric, row.status or FAILED)
    return fits(options.words, names, own, f"{row.puzzle}\n{row.title}".lower())


def _copy(
    ledger: Ledger, rows: Sequence[Row], folder: Path, faults: list[str], *, force: bool
) -> dict[str, Path]:
    """Copy certificates; returns hash -> file, and adds errors of damaged rows to ``faults``."""
    sound = list[tuple[str, AnyPuzzle, str, bytes | None]]()
    for number, row in enumerate(rows):
        try:
            sound.append((row.puzzle, row.load(), "", ledger.certificate(row)))
        except (DamagedRow, InstanceError) as error:
            faults[number] = faults[number] or f"{error}: not copied"
    return write_certificates(folder, sound, force=force)


def _judged(row: Row, fault: str) -> str:
    """Return the result of a row's check in words: rejected, accepted, or nothing to check."""
    if fault:
        return "rejected"
    if row.status is None:
        return "nothing to check"
    if row.certificate_sha256 is None:
        return "no certificate: recorded, not checked"
    if row.grade == "certified":
        return "certificate accepted"
    least = max((one.bound for one in row.evidence if one.checked), default=0)
    return f"certificate accepted (proves only 'at least {count(int(least), 'move')}')"


def _words(row: Row) -> str:
    about = f"(metric {row.metric})"
    if row.status is None:
        return f"failed {about}: {row.reason}"
    grade = row.grade if row.status in ("optimal", "unsolvable") else "open"
    return f"{bounds_words(row.known)} {about}, {grade}"
