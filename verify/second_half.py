"""The second process of `puzzleproof.verify.halves`: from one block of a labelling to its end.

It prints one document: ``states``, the fault as ``rejected``, or why the file is ``unreadable``.
It ends when its parent has.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from puzzleproof.models.errors import CertificateRejected
from puzzleproof.verify.certificate import read_header
from puzzleproof.verify.labelling import check_from


def main(request: Mapping[str, Any]) -> None:
    """Answer one request, as the first process has written it."""
    try:
        print(json.dumps({"states": checked(request)}))
    except CertificateRejected as error:
        print(json.dumps({"rejected": str(error)}))
    except OSError as error:
        print(json.dumps({"unreadable": error.strerror or str(error)}))
    except KeyboardInterrupt:
        sys.exit(1)  # the parent has the same signal, and tells


def checked(request: Mapping[str, Any]) -> int:
    """Check from a block to the end; returns how many states were accepted."""
    parent = request["parent"]

    def watch(_done: int, _total: int) -> None:
        if os.getppid() != parent:
            sys.exit(1)

    with open(request["path"], "rb") as file:
        certificate = read_header(file)
        if certificate.extra["header_sha256"] != request["header"]:
            raise CertificateRejected("the file was changed while it was read")
        certificate.body.watch = watch
        states = check_from(certificate, request["begin"])
        certificate.body.finish()
    return states
