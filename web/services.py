"""What the requests use: processes, queues, files; made when the server starts."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import Request

from puzzleproof.web.jobs import Jobs, Limits
from puzzleproof.web.kept import Kept
from puzzleproof.web.refusal import Refusal
from puzzleproof.web.rules_pool import RulesPool
from puzzleproof.web.store import FileStore

SHORT_SECONDS, SHORT_PLACES = 20.0, 2
"""Limit and number of the jobs that somebody waits for: hints, checks, pictures."""


@dataclass(frozen=True, slots=True)
class Services:
    """At most ``places`` proofs and surveys run at once, each within ``limits``."""

    proofs: Jobs
    short: Jobs
    rules: RulesPool = field(default_factory=RulesPool)
    certificates: FileStore = field(default_factory=FileStore)
    pictures: FileStore = field(default_factory=lambda: FileStore(".svg"))
    texts: FileStore = field(default_factory=lambda: FileStore(".toml"))
    library: list[Kept] = field(default_factory=list[Kept])
    """The answer about the library, once it was read."""
    uploads: set[object] = field(default_factory=set[object])

    @classmethod
    def within(cls, places: int, limits: Limits) -> Services:
        """Queues for so many proofs at once, and for short jobs."""
        short = limits._replace(seconds=min(SHORT_SECONDS, limits.seconds))
        return cls(Jobs(places, limits), Jobs(SHORT_PLACES, short))

    async def warm_up(self) -> None:
        """Have the processes that know the rules started, and the library read."""
        with suppress(Refusal):
            found = await self.rules.ask({"ask": "library"})
            text = json.dumps(found, separators=(",", ":"))
            self.library[:] = [Kept(text.encode(), "application/json")]

    async def close(self) -> None:
        """End every process and remove every file."""
        await self.proofs.close()
        await self.short.close()
        await self.rules.close()
        for store in (self.certificates, self.pictures, self.texts):
            store.close()


def services_of(request: Request) -> Services:
    """Those of the server that answers a request."""
    services: Services = request.app.state.services
    return services
