"""The errors that users see: one base class and narrow subclasses.

A message quotes the input (with ``!r``), names its place, and says what was expected.
``assert`` is for the code's own invariants only, never for input.
"""

from typing import Self


class InternalError(RuntimeError):
    """A bug: one part of the project has contradicted another."""


class PuzzleProofError(Exception):
    """Base of every error that concerns the user's input or limits and is not a bug."""


class NotationError(PuzzleProofError, ValueError):
    """A text (a move, a plan) that cannot be read at all."""


class InstanceError(NotationError):
    """An instance file that cannot be read, or that contradicts itself."""

    @classmethod
    def at(cls, key: str, fault: str) -> Self:
        """Build the error about what is wrong at a key of the file."""
        return cls(f"key {key!r}: {fault}")


class OutputError(PuzzleProofError):
    """A file, or standard output, that cannot be written; no unfinished file is left."""

    reason = ""
    """The message of the operating system."""

    @classmethod
    def at(cls, where: str, error: OSError) -> Self:
        """Build the error that something cannot be written, and why."""
        reason = error.strerror or str(error)
        found = cls(f"{where}: cannot be written: {reason}")
        found.reason = reason
        return found


class IllegalMove(PuzzleProofError, ValueError):
    """A well-formed move that the rules do not allow in the given state."""


class Unsupported(PuzzleProofError):
    """A legal question that this version cannot answer."""


class LimitReached(PuzzleProofError):
    """A limit of time or memory was reached before an answer."""


class CertificateRejected(PuzzleProofError):
    """A certificate that does not prove what it claims; the message names the first fault."""


class FormulaTooLarge(CertificateRejected):
    """A formula too large for the checker to write; its claim may still be true."""
