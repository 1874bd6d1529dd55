"""``puzzleproof generate``: random instances, as one text or as files in a folder.

Each instance is printed or written as soon as it is made, so a limit or Ctrl-C loses no instance.
"""

import argparse
from dataclasses import asdict, fields
from typing import Any

from puzzleproof.cli import METRICS, Exit
from puzzleproof.cli.conditions import add_conditions, looked_lines
from puzzleproof.cli.context import Context
from puzzleproof.cli.output import listen
from puzzleproof.cli.printing import count, print_fault, print_json
from puzzleproof.cli.targets import check_folder
from puzzleproof.cli.verbs import add_limits
from puzzleproof.explore.generate import GENERATORS
from puzzleproof.models.errors import LimitReached, NotationError
from puzzleproof.models.formats import RULER
from puzzleproof.models.instances import dumps
from puzzleproof.models.marks import fingerprint
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.options import MOST_SEED, Seeded, add_options, given, whole
from puzzleproof.provers.events import Event
from puzzleproof.provers.survey.request import Conditioned
from puzzleproof.requests import GenerateOptions
from puzzleproof.written import check_target, file_in, write_file

FAMILIES = tuple(GENERATORS)
EPILOG = """\
kinds (the first is the default), and the options that each takes:
  cubes    solvable, random, unique   --cubes
  frogs    exchange                   --size --frogs
           start                      --size --frogs --distance
  pegs     backwards                  --like --jumps --finish --metric
  sliding  packed                     --size --pieces or --empty, --walls --goal-at --metric
                                      --distance
           start                      --like --metric --distance
  tiles    random                     --size --metric
           start                      --size --metric --distance
The same options and seed make the same instance. docs/random-boards.md has examples.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the family, its options, the number of instances, and the limits."""
    parser.epilog, parser.formatter_class = EPILOG, argparse.RawDescriptionHelpFormatter
    parser.add_argument("family", choices=FAMILIES, help="the family of the instance")
    kind, text = fields(GenerateOptions)[0].name, "how the instance is generated (see below)"
    parser.add_argument(kind, nargs="?", metavar="KIND", help=text)
    add_options(parser, GenerateOptions, kind)
    add_conditions(parser, "the first instances")
    count = "number of instances; seeds are tried from --seed on (default: 1)"
    whole(1, metavar="K").add(parser, "--count", count, default=1)
    folder = "write each instance into this folder, in a file whose name ends in SEED.toml"
    parser.add_argument("--output", metavar="FOLDER", help=folder)
    add_options(parser, Seeded, of="the instance")
    add_limits(parser)


def run(options: Context) -> int:
    """Print instances as TOML, separated by lines that begin with ``#``, or write files."""
    from puzzleproof.provers.survey.generated import generate_all, seeds_of
    from puzzleproof.provers.survey.survey import Finding

    where, looked = given(Conditioned, vars(options)).where, dict[str, Any]()
    seeds = seeds_of(options.seed, options.count, where)
    if seeds[-1] > MOST_SEED:
        raise NotationError(f"--count {options.count}: the last seed is above {MOST_SEED}")
    folder, made = (
        options.output and check_folder("--output", options.output),
        dict[int, AnyPuzzle | LimitReached](),
    )
    asked = asdict(given(GenerateOptions, vars(options)))
    wishes = {name: value for name, value in asked.items() if value is not None}
    size = "x".join(map(str, wishes.get("size", ())))
    named = "-".join(filter(None, (options.family, wishes.get("kind"), size)))

    def take(seed: int, puzzle: AnyPuzzle | LimitReached) -> None:
        if isinstance(puzzle, LimitReached):
            print_fault(f"seed {seed}: {puzzle}")
        elif folder is not None:  # names sort in the order of the seeds
            number = f"{seed:0{len(str(seeds[-1]))}}"
            path = file_in(folder, f"{named}-{number}", ".toml")
            about = fingerprint("generate", *wishes.items(), number)
            check_target("--output", path, "", about, force=options.force)
            write_file("--output", path, dumps(puzzle), about)
        elif not options.wants_json:
            first = all(isinstance(one, LimitReached) for one in made.values())
            print(f"{'' if first else RULER}{dumps(puzzle)}", end="", flush=True)
        made[seed] = puzzle

    ended = ""
    with listen(options, options.metric or METRICS[options.family][0]) as on_event:

        def hear(event: Event) -> None:
            looked.update({"conditions": event.value} if isinstance(event, Finding) else {})
            on_event(event)

        try:
            options_of_all = options.family, seeds, wishes, take, options.limits, hear
            generate_all(*options_of_all, where=where, wanted=options.count)
        except (LimitReached, KeyboardInterrupt) as error:
            if len(seeds) == 1:
                raise
            good = sum(not isinstance(one, LimitReached) for one in made.values())
            done = f"{good:,} of {count(options.count, 'instance')} generated"
            ended = f"{str(error) or 'interrupted'}: {done}"
    _print_end(options, [_document(*one) for one in made.items()], looked, ended)
    failed = any(isinstance(one, LimitReached) for one in made.values())
    return Exit.LIMIT if ended or failed else Exit.PROVEN


def _print_end(
    options: Context, documents: list[dict[str, Any]], looked: dict[str, Any], ended: str
) -> None:
    """Print the documents or the line about conditions, and the reason if the work ended early."""
    last = [looked] if looked else []
    last += [{"error": ended, "exit": int(Exit.LIMIT)}] if ended else []
    if options.wants_json:
        print_json(documents[0] if options.count == 1 and not last else [*documents, *last])
    else:
        print("\n".join(looked_lines(looked.get("conditions"), "# ")), end="\n" * bool(looked))
    if ended:
        print_fault(ended)


def _document(seed: int, puzzle: AnyPuzzle | LimitReached) -> dict[str, Any]:
    if isinstance(puzzle, LimitReached):
        return {"seed": seed, "error": str(puzzle), "exit": int(Exit.LIMIT)}
    about = {"name": puzzle.info.name, "metric": puzzle.metric, "note": puzzle.info.note}
    return {"family": puzzle.family, **about, **puzzle.document()}
