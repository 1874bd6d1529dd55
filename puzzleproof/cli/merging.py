"""``results --merge``: what others offer is checked, and each offer gets a line."""

from collections import Counter
from contextlib import ExitStack

from puzzleproof.cli import Exit, worst
from puzzleproof.cli.context import Context
from puzzleproof.cli.many import means_of, say, way_on
from puzzleproof.cli.printing import count, print_fault, print_json
from puzzleproof.cli.printing.verdict import bounds_words
from puzzleproof.provers.batch.merging import Entry, Judged, Merger, effort, entries_of
from puzzleproof.provers.events import Working
from puzzleproof.provers.process import processors
from puzzleproof.provers.verdict import INTERRUPTED

CODES = {"rejected": Exit.REJECTED, "another board": Exit.BAD_INPUT, "too large": Exit.LIMIT}
"""What became of an offer -> the exit code, if it is not 0."""


def merge(options: Context) -> int:
    """Check what is offered, keep the best claim of each question, print a line for each offer."""
    done, documents = Counter[str](), list[dict[str, str | None]]()
    with ExitStack() as stack:
        entries, faults = entries_of(options.merge, stack)
        for fault in faults:
            print_fault(fault)
        size, seconds = effort(entries, processors())
        say(options, f"{count(len(entries), 'offer')}, {size:,} bytes: about {seconds} s")

        def progress() -> tuple[Working, list[str]]:
            where = [entry.where for entry in entries]
            return Working("checking", done.total(), len(entries), "answers"), where

        try:
            with means_of(options, progress) as (means, refresh):
                assert means.ledger is not None
                for number, judged in Merger(means.ledger, options.limits).merge(entries, means):
                    done[judged.fate] += judged.fate != INTERRUPTED
                    if options.wants_json:
                        documents.append(_document(entries[number], judged))
                    else:
                        print(f"{entries[number].where}: {_words(judged)}", flush=True)
                    refresh()
        except KeyboardInterrupt:
            left = len(entries) - done.total()
            print_fault(f"{INTERRUPTED}: {count(left, 'offer')} not checked; {way_on(options)}")
    if options.wants_json:
        print_json(documents)
    else:
        numbers = (f"{number} {fate}" for fate, number in sorted((+done).items()))
        print(": ".join([count(len(entries), "offer"), *filter(None, [", ".join(numbers)])]))
    codes = [CODES.get(fate, Exit.PROVEN) for fate in +done] + [Exit.BAD_INPUT] * bool(faults)
    return worst([*codes, Exit.LIMIT if done.total() < len(entries) else Exit.PROVEN])


def _words(judged: Judged) -> str:
    """Say what became of an offer; of a better claim, or of one known here, the bounds here."""
    why = judged.why
    if judged.job is not None and judged.outcome is not None:
        why = f"{bounds_words(judged.outcome.known)} (metric {judged.outcome.metric})"
        why = why if judged.fate == "kept" else f"the ledger has {why}"
    return ": ".join(filter(None, (judged.fate, why)))


def _document(entry: Entry, judged: Judged) -> dict[str, str | None]:
    job = judged.job
    about = {"puzzle": job and job.name, "metric": job and job.puzzle.metric}
    why = _words(judged).partition(": ")[2]
    return {"offer": entry.where, "fate": judged.fate, "because": why or None, **about}
