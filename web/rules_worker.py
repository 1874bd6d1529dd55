"""A process that answers questions: a line of JSON in, a line of JSON out, until the input ends.

``python -m puzzleproof.web.rules_worker MEGABYTES`` limits its own memory; who started it limits
the time of an answer, by ending it.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress

from puzzleproof.web.questions import Answer, answer


def main() -> None:
    """Answer until there is nothing more to read."""
    _limit_memory(int(sys.argv[1]) * 1_000_000)
    for line in sys.stdin.buffer:
        text = json.dumps(_answered(line), ensure_ascii=True, separators=(",", ":"))
        sys.stdout.buffer.write(text.encode() + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory(limit: int) -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _answered(line: bytes) -> Answer:
    try:
        return answer(json.loads(line))
    except (MemoryError, RecursionError):
        return {"error": "this board needs more memory than the page may take"}
    except ValueError:
        return {"error": "the question is not JSON"}
    except Exception as error:  # noqa: BLE001  a bug: the next question deserves an answer too
        return {"error": f"internal error: {error!r:.200}"}


if __name__ == "__main__":
    main()
