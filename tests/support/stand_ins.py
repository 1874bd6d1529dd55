"""Functions in the place of others."""

from collections.abc import Callable
from typing import Any


def always(value: object) -> Callable[..., Any]:
    """A function that returns this, whatever it is given."""

    def answer(*_: object, **__: object) -> object:
        return value

    return answer
