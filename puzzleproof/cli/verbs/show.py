"""``puzzleproof show``: an instance's drawing and known results, or a link that opens it."""

import argparse
import sys
from collections.abc import Iterable
from functools import partial

from puzzleproof.cli.context import Context
from puzzleproof.cli.printing import WIDTH, count, is_terminal, print_answer, print_either, wrapped
from puzzleproof.cli.printing import boards as pictures
from puzzleproof.cli.printing.boards import Board, Painter, plain
from puzzleproof.cli.questions import each_instance, questions_of
from puzzleproof.cli.verbs import add_instances
from puzzleproof.models.capabilities import chart
from puzzleproof.models.errors import NotationError
from puzzleproof.models.picture import HasNets, HasPictures
from puzzleproof.models.puzzle import AnyPuzzle
from puzzleproof.models.remarks import remarks, size_remarks
from puzzleproof.verify.about import values_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the instances, and the options for links that open them."""
    add_instances(parser)
    add = parser.add_argument
    add("--link", action="store_true", help="print the address at which the page shows the board")
    text = "print one address for all boards: a sheet to print, with the solutions on another page"
    add("--sheet", action="store_true", help=text)
    text = "the address of the page for --link or --sheet (default: the page of 'serve')"
    add("--page", metavar="URL", help=text)


def run(options: Context) -> int:
    """Print each board, or the address of each board or of the sheet."""
    if not (options.link or options.sheet):
        if options.page is not None:
            raise NotationError("--page: needs --link or --sheet")
        return each_instance(_show)(options)
    from puzzleproof.web.links import PAGE, opened_by

    page, options.brief = PAGE if options.page is None else options.page, True
    code = _sheet(options, page) if options.sheet else each_instance(partial(_link, page))(options)
    if not options.quiet and not options.wants_json:
        print(f"note: {opened_by(page)}", file=sys.stderr)
    return code


def _sheet(options: Context, page: str) -> int:
    from puzzleproof.web.links import address

    found = address(questions_of(options, whole=True).asked, page, sheet=True)
    print_either(options, "link", {"sheet": found}, [found])
    return 0


def _link(page: str, options: Context, name: str, puzzle: AnyPuzzle) -> int:
    from puzzleproof.web.links import address

    found = address([(name, puzzle)], page)
    print_either(options, "link", {"puzzle": name, "link": found}, [found])
    return 0


def _show(options: Context, name: str, puzzle: AnyPuzzle) -> int:
    """Print a board, its goal, and the published results with their sources."""
    if options.wants_json:
        head = {"puzzle": name, "family": puzzle.family, "title": puzzle.info.name}
        known = [known._asdict() for known in puzzle.info.known]
        document = {**head, "metric": puzzle.metric, **puzzle.document(), "known": known}
        document["assumed"] = list(puzzle.assumed)
        print_answer(options, "instance", {**document, "notes": remarks_on(puzzle)})
    elif (painter := pictures.painter_of(puzzle, options)) is not None:
        _paint(painter, name, puzzle)
    else:
        lines = [*_title(name, puzzle), *_drawn(puzzle), *_chart(puzzle), *_about(puzzle)]
        _print(lines)
    return 0


def _paint(painter: Painter, name: str, puzzle: AnyPuzzle) -> None:
    boards = [] if isinstance(puzzle, HasNets) else [painter.board("start", puzzle.start)]
    if isinstance(puzzle, HasNets):
        boards += [painter.picture(*net) for net in puzzle.nets()]
    if isinstance(puzzle, HasPictures):
        boards += [painter.picture(*goal) for goal in puzzle.goal_pictures()]
    if chart := _chart(puzzle):
        boards.append(Board(chart[0], plain("\n".join(line[2:] for line in chart[1:]))))
    _print(_title(name, puzzle))
    painter.print(boards, indent=2)
    words = [line for line in values_of(puzzle) if "\n" not in line]
    _print([*words, *_about(puzzle)])


def _print(lines: Iterable[str]) -> None:
    wraps = is_terminal(sys.stdout)
    for line in lines:
        print("\n".join(wrapped(line)) if wraps and line.lstrip() == line else line)


def remarks_on(puzzle: AnyPuzzle) -> list[str]:
    """List remarks on what is legal but rarely meant, and on what makes a proof hard."""
    return [*remarks(puzzle), *size_remarks(puzzle)]


def _title(name: str, puzzle: AnyPuzzle) -> list[str]:
    info = puzzle.info
    by = ", ".join(str(x) for x in (info.author, info.year) if x)
    title = f"{info.name or name} ({puzzle.family}, metric {puzzle.metric})"
    return [title, by] if by else [title]


def _drawn(puzzle: AnyPuzzle) -> list[str]:
    """Return the lines for the instance's keys and, for cubes, the nets."""
    values = list(values_of(puzzle))
    if isinstance(puzzle, HasNets):
        nets = pictures.side_by_side(
            (Board(name, pictures.drawn(net)) for name, net in puzzle.nets()), WIDTH
        )
        values[-1:] = ["nets:", *(f"  {line}" for line in pictures.words_of(nets))]
    return "\n".join(values).splitlines()


def _chart(puzzle: AnyPuzzle) -> list[str]:
    """Draw the names of the holes, if moves use these names and the drawing fits into `WIDTH`."""
    lines = chart(puzzle).splitlines()
    if not lines or max(map(len, lines)) > WIDTH:
        return []
    return ["holes:", *(f"  {line}" for line in lines)]


def _about(puzzle: AnyPuzzle) -> list[str]:
    info = puzzle.info
    remarks = {"note": info.note, "source": info.source}
    lines = [f"{key}: {text}" for key, text in remarks.items() if text]
    lines += [f"assumed: {text}" for text in puzzle.assumed]
    lines += [f"remark: {text}" for text in remarks_on(puzzle)]
    for known in info.known:
        minimum = "unsolvable" if known.optimum is None else count(known.optimum, "move")
        lines.append(f"known: {minimum} (metric {known.metric}) — {known.source}")
    return lines
