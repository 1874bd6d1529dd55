"""The commands behind what a visitor asks for, on a server and in a browser.

The words are fixed; the only others are names of files of our own, and choices that are listed.  An
instance comes on standard input.
"""

from __future__ import annotations

from puzzleproof.web.events import Event

GRAPHS = ("rings", "components", "distances", "degrees")
"""Pictures of a state graph."""


def prove(path: str, _kind: str = "") -> list[str]:
    """Prove; the certificate goes to ``path``."""
    return ["prove", "-", "--json-stream", "--certificate", path]


def hint(_path: str = "", _kind: str = "") -> list[str]:
    """Find a plan from the start."""
    return ["solve", "-", "--json-stream"]


def explore(_path: str = "", _kind: str = "") -> list[str]:
    """Survey what the start reaches."""
    return ["explore", "-", "--json-stream", "--reachable"]


def hardest(path: str, _kind: str = "") -> list[str]:
    """Find the hardest start; the instance goes to ``path``."""
    return [*explore(), "--write-hardest", path]


def graph(path: str, kind: str) -> list[str]:
    """Draw the state graph; ``kind`` is one of `GRAPHS`."""
    reachable = ["--reachable"] if kind in ("components", "degrees") else []
    return ["draw", "-", "--graph", kind, "--output", path, "--json", *reachable]


def verify(path: str, _kind: str = "") -> list[str]:
    """Check a certificate."""
    return ["verify", path, "--json"]


# --- events, as the page takes them ---------------------------------------------------------


def of_proof(event: Event, _path: str = "") -> Event | None:
    """All but where the certificate stands, which the verdict says again."""
    return None if event["event"] == "certificate" else event


def of_hardest(event: Event, _path: str = "") -> Event | None:
    """The text of the instance, as the answer; how far the search is; why there is none."""
    if event.get("name") == "hardest_instance":
        return {"event": "answer", "text": event["value"]}
    if event["event"] == "survey":
        return {"event": "error", "error": event["stopped"] or "there is no hardest start"}
    return event if event["event"] in ("queued", "started", "working", "error") else None


def of_check(event: Event, path: str) -> Event:
    """Without the name of our file."""
    event.pop("file", None)
    if "error" in event:
        event["error"] = event["error"].replace(f"{path}: ", "")
    return event
