"""What the server says no to, with a status of HTTP."""

from __future__ import annotations


class Refusal(Exception):
    """A request that is not served; the text is for the user."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status, self.text = status, text
